//! The protocols by which other programs play with the engines: a line in, lines out. Who reads and writes the lines, and
//! the clock, are elsewhere.

pub mod gomocup;
pub mod gtp;
pub mod nboard;

use crate::games::othello::Cell;
use crate::games::othello::Ply;

/// What to do after a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<Task> {
    /// Nothing.
    Nothing,
    /// Print this.
    Say(String),
    /// Think about this; whoever feeds the lines tells the conversation what was found.
    Think(Task),
    /// Leave, having printed this.
    End(String),
}

/// Reads a cell or a pass, as the protocols write them.
fn ply(text: &str) -> Option<Ply> {
    match text.to_ascii_lowercase().as_str() {
        "pa" | "pass" | "--" => Some(Ply::Pass),
        cell => cell.parse::<Cell>().ok().map(Ply::Drop),
    }
}

/// The beginning of a text without what would confuse a terminal.
fn printable(text: &str) -> String {
    text.escape_debug().take(40).collect()
}
