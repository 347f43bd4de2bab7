//! External engines as players: programs that speak the NBoard protocol (Othello) or the Gomocup protocol
//! (gomoku).

use std::path::Path;
use words::say;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// NBoard 2, for Othello.
    NBoard,
    /// The protocol of Piskvork and the Gomocup tournament, for gomoku.
    Gomocup,
}

/// An external engine: its protocol and command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    pub(crate) protocol: Protocol,
    /// The program and its arguments, quoted as in a shell.
    pub(crate) command: String,
}

impl Outside {
    /// Parses `nboard:COMMAND` or `gomocup:COMMAND`. Returns `None` for any other prefix.
    pub(crate) fn parse(text: &str) -> Option<Result<Outside, NoCommand>> {
        let (protocol, command) = match text.split_once(':')? {
            ("nboard", command) => (Protocol::NBoard, command),
            ("gomocup", command) => (Protocol::Gomocup, command),
            _ => return None,
        };
        let readable = !command.contains(char::is_control);
        Some(match words(command) {
            Some(words) if readable && !words.is_empty() => {
                Ok(Outside { protocol, command: command.to_string() })
            }
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

/// Splits a command into words as a shell does. Returns `None` if a quotation mark has no partner. On
/// Windows, a backslash is only a path separator.
pub(super) fn words(command: &str) -> Option<Vec<String>> {
    if cfg!(windows) { shlex::split(&command.replace('\\', r"\\")) } else { shlex::split(command) }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("'{value}' is not a command", value = .0.escape_debug()))]
pub struct NoCommand(String);
