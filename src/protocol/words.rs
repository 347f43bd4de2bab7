//! Words that several protocols have in common.

use crate::games::othello::Cell;
use crate::games::othello::Ply;

/// Reads a cell of Othello or a pass, as the protocols write them.
pub(super) fn ply(text: &str) -> Option<Ply> {
    match text.to_ascii_lowercase().as_str() {
        "pa" | "pass" | "--" => Some(Ply::Pass),
        cell => cell.parse::<Cell>().ok().map(Ply::Drop),
    }
}

/// The beginning of a text, without characters that would confuse a terminal.
pub(super) fn printable(text: &str) -> String {
    text.escape_debug().take(40).collect()
}
