//! Words that several protocols have in common.

use games::othello::Cell;
use games::othello::Ply;
use games::records::printable;

/// Reads a cell of Othello or a pass, as the protocols write them.
pub(super) fn ply(text: &str) -> Option<Ply> {
    match text.to_ascii_lowercase().as_str() {
        "pa" | "pass" | "--" => Some(Ply::Pass),
        cell => cell.parse::<Cell>().ok().map(Ply::Drop),
    }
}

/// A text of the other program, made safe to print in an answer.
pub(super) fn quoted(text: &str) -> String {
    printable(text, 40)
}
