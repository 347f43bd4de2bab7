//! Helper functions for several protocols.

use games::othello::Cell;
use games::othello::Ply;
use games::records::printable;

/// Parses a cell or a pass.
pub(super) fn ply(text: &str) -> Option<Ply> {
    match text.to_ascii_lowercase().as_str() {
        "pa" | "pass" | "--" => Some(Ply::Pass),
        cell => cell.parse::<Cell>().ok().map(Ply::Drop),
    }
}

/// Makes text from another program safe to print.
pub(super) fn quoted(text: &str) -> String {
    printable(text, 40)
}
