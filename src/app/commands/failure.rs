//! Output and failures of commands. Names from files, programs and people are escaped for the terminal here.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use games::records::{printable, printable_lines};
use store::error_text;
use turbo::dos::window::show_error_box;
use words::say;

/// The maximum number of characters in a line on standard error.
const LONGEST: usize = 1000;

/// The maximum number of characters in a path in a message.
const LONGEST_PATH: usize = 300;

/// The reason for an exit status other than 0, in one line.
pub enum Failure {
    /// A wrong command line: status 2.
    Usage(String),
    /// Any other failure: status 1.
    Failed(String),
    /// A failure that was already reported; the number is its exit status.
    Reported(u8),
}

/// Reports a failure and returns the exit status.
pub(super) fn status(ran: Result<(), Failure>) -> ExitCode {
    let (status, message) = match ran {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Reported(status)) => return ExitCode::from(status),
        Err(Failure::Usage(message)) => (2, message),
        Err(Failure::Failed(message)) => (1, message),
    };
    complain(&message);
    show_error_box(&printable(&message, LONGEST));
    ExitCode::from(status)
}

/// Prints a line on standard error, if it is open.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "qipan: {}", printable(message, LONGEST));
}

/// Prints a line about a user's program on standard error, without this program's name.
pub fn say(message: &dyn Display) {
    let _ = writeln!(io::stderr(), "{}", printable(&message.to_string(), LONGEST));
}

/// Prints one or more lines on standard output.
pub fn print(lines: &dyn Display) -> Result<(), Failure> {
    print_bytes(format!("{}\n", printable_lines(&lines.to_string())).as_bytes())
}

/// Prints bytes that this program generated, such as a shell script.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    match io::stdout().write_all(bytes) {
        // The reader, such as `head`, has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Reported(1)),
        Err(error) => Err(Failure::Failed(say!("cannot print: {error}", error))),
        Ok(()) => Ok(()),
    }
}

/// Formats a path for a message.
pub fn path(path: &Path) -> String {
    printable(&path.to_string_lossy(), LONGEST_PATH)
}

/// Returns the failure of an operation on a file, such as `cannot write x.png: it is a folder`.
pub(crate) fn cannot(what: &str, file: &Path, why: impl Display) -> Failure {
    Failure::Failed(say!("cannot {what} {path}: {why}", what, path = path(file), why = error_text(why)))
}

/// Returns the failure for wrong content in a file, such as `x.bin: the file is damaged`.
pub fn wrong_file(file: &Path, why: impl Display) -> Failure {
    failed(format!("{}: {why}", path(file)))
}

/// Prints a question on standard error.
pub(crate) fn ask(question: &str) {
    let _ = write!(io::stderr(), "{question} ").and_then(|()| io::stderr().flush());
}

pub fn usage(error: impl Display) -> Failure {
    Failure::Usage(error.to_string())
}

pub fn failed(error: impl Display) -> Failure {
    Failure::Failed(error.to_string())
}

/// Quotes a string as JSON.
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

/// Formats a JSON object, whose values are JSON.
pub(super) fn object<'a>(fields: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let fields = fields.into_iter().map(|(name, value)| format!("\"{name}\":{value}"));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

/// Formats a JSON array, whose items are JSON.
pub(super) fn array(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<String>>().join(","))
}

/// Formats a CSV cell. A leading apostrophe keeps spreadsheets from treating text as a formula.
pub(crate) fn cell(text: &str) -> String {
    let text = match text.starts_with(['=', '+', '-', '@']) {
        true => format!("'{text}"),
        false => text.to_string(),
    };
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}
