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

/// Splits a line into its first word and the rest, without white space around them.
pub(super) fn first_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// Makes text from another program safe to print.
pub(super) fn quoted(text: &str) -> String {
    printable(text, 40)
}
