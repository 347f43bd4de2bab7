//! How commands print and fail.

use std::fmt::Display;
use std::io::{self, Write};

/// Why the program ends with another status than 0; the text is one line.
pub enum Failure {
    /// The command line is wrong: status 2.
    Usage(String),
    /// Something went wrong: status 1.
    Failed(String),
    /// The same, and what there is to say was said.
    Told(u8),
}

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Failure {
        Failure::Usage(error.to_string())
    }
}

/// A line on standard error. A standard error that is closed is nobody's concern.
pub fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "qipan: {message}");
}

/// A line on standard output.
pub fn print(line: &dyn Display) -> Result<(), Failure> {
    match writeln!(io::stdout(), "{line}") {
        // Whoever read the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Told(1)),
        Err(error) => Err(Failure::Failed(format!("cannot print: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// The command line is wrong.
pub fn usage(error: impl Display) -> Failure {
    Failure::Usage(error.to_string())
}

/// Something went wrong that was not the command line.
pub fn failed(error: impl Display) -> Failure {
    Failure::Failed(error.to_string())
}
