//! How commands print and fail. Everything that the command line says goes through here, and names from files, programs and people become
//! text that is safe to show on a terminal.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use games::records::{printable, printable_lines};
use turbo::dos::window::show_unheard;
use words::say;

/// The most characters of a line on standard error.
const LONGEST: usize = 1000;

/// The most characters of a path in a message.
const LONGEST_PATH: usize = 300;

/// Why the program ends with a status other than 0. The text is one line.
pub enum Failure {
    /// The command line is wrong: status 2.
    Usage(String),
    /// Something went wrong: status 1.
    Failed(String),
    /// Something failed and was already reported: this status.
    Reported(u8),
}

/// The exit status of the program, which says what went wrong.
pub(super) fn status(ran: Result<(), Failure>) -> ExitCode {
    let (status, message) = match ran {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Reported(status)) => return ExitCode::from(status),
        Err(Failure::Usage(message)) => (2, message),
        Err(Failure::Failed(message)) => (1, message),
    };
    complain(&message);
    show_unheard(&printable(&message, LONGEST));
    ExitCode::from(status)
}

/// Prints a line on standard error. A closed standard error does not matter.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "qipan: {}", printable(message, LONGEST));
}

/// Prints a line about a user's program on standard error, without the name of ours.
pub fn say(message: &dyn Display) {
    let _ = writeln!(io::stderr(), "{}", printable(&message.to_string(), LONGEST));
}

/// Prints a line on standard output, or several.
pub fn print(lines: &dyn Display) -> Result<(), Failure> {
    print_bytes(format!("{}\n", printable_lines(&lines.to_string())).as_bytes())
}

/// Prints what the program itself has made, such as a script for a shell.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    match io::stdout().write_all(bytes) {
        // The reader of the output has seen enough and closed it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Reported(1)),
        Err(error) => Err(Failure::Failed(say!("cannot print: {error}", error))),
        Ok(()) => Ok(()),
    }
}

/// A path in a message.
pub fn path(path: &Path) -> String {
    printable(&path.to_string_lossy(), LONGEST_PATH)
}

/// A failure to do something with a file: `cannot write x.png: it is a folder`.
pub(crate) fn cannot(what: &str, file: &Path, why: impl Display) -> Failure {
    Failure::Failed(say!(
        "cannot {what} {path}: {why}",
        what,
        path = path(file),
        why
    ))
}

/// A failure because of what is in a file: `x.bin: the file is damaged`.
pub fn wrong_file(file: &Path, why: impl Display) -> Failure {
    failed(format!("{}: {why}", path(file)))
}

/// Asks a question on standard error.
pub(crate) fn ask(question: &str) {
    let _ = write!(io::stderr(), "{question} ").and_then(|()| io::stderr().flush());
}

/// A mistake on the command line.
pub fn usage(error: impl Display) -> Failure {
    Failure::Usage(error.to_string())
}

/// A failure that is not a mistake on the command line.
pub fn failed(error: impl Display) -> Failure {
    Failure::Failed(error.to_string())
}

/// A text as JSON writes it.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted += &format!("\\u{:04x}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
