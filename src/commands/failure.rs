//! How commands print and fail.

use std::fmt::Display;
use std::io::{self, Write};

/// Why the program ends with a status other than 0. The text is one line.
pub enum Failure {
    /// The command line is wrong: status 2.
    Usage(String),
    /// Something went wrong: status 1.
    Failed(String),
    /// Something failed that was already reported; the status.
    Told(u8),
}

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Failure {
        Failure::Usage(error.to_string())
    }
}

/// Prints a line on standard error. A closed standard error does not matter.
pub fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "qipan: {message}");
}

/// Prints a line about a user's program on standard error, without the name of ours.
pub fn say(message: &dyn Display) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// Prints a line on standard output.
pub fn print(line: &dyn Display) -> Result<(), Failure> {
    match writeln!(io::stdout(), "{line}") {
        // The reader of the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Told(1)),
        Err(error) => Err(Failure::Failed(format!("cannot print: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// A mistake on the command line.
pub fn usage(error: impl Display) -> Failure {
    Failure::Usage(error.to_string())
}

/// A failure that is not a mistake on the command line.
pub fn failed(error: impl Display) -> Failure {
    Failure::Failed(error.to_string())
}
