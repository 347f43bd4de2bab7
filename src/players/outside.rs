//! Other programs as players: engines that speak the NBoard protocol (Othello) or that of the Gomocup (gomoku).

use std::path::Path;
use words::say;

/// How an engine is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// NBoard 2, for Othello.
    NBoard,
    /// Piskvork's, as in the Gomocup, for gomoku.
    Gomocup,
}

/// An engine and the command that starts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// How it is spoken to.
    pub(crate) protocol: Protocol,
    /// The program and its arguments, quoted as in a shell.
    pub(crate) command: String,
}

impl Outside {
    /// Reads `nboard:COMMAND` or `gomocup:COMMAND`; `None` when the text begins in another way.
    pub(crate) fn parse(text: &str) -> Option<Result<Outside, NoCommand>> {
        let (protocol, command) = match text.split_once(':')? {
            ("nboard", command) => (Protocol::NBoard, command),
            ("gomocup", command) => (Protocol::Gomocup, command),
            _ => return None,
        };
        let readable = !command.contains(char::is_control);
        Some(match words(command) {
            Some(words) if readable && !words.is_empty() => Ok(Outside {
                protocol,
                command: command.to_string(),
            }),
            _ => Err(NoCommand(command.to_string())),
        })
    }

    pub(crate) fn name(&self) -> String {
        let words = words(&self.command).unwrap_or_default();
        let program = words.first().map(String::as_str).unwrap_or_default();
        let name = Path::new(program).file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
}

/// The words of a command, quoted as in a shell; `None` where a quote is left open. On Windows a backslash only parts folders.
pub(super) fn words(command: &str) -> Option<Vec<String>> {
    match cfg!(windows) {
        true => shlex::split(&command.replace('\\', r"\\")),
        false => shlex::split(command),
    }
}

/// A text that is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("'{value}' is no command", value = .0.escape_debug()))]
pub struct NoCommand(String);
