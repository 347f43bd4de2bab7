//! The computers of the games that come with the program.

use super::computer::Computer;
use super::gomoku::Gomoku;
use super::othello::Othello;
use games::{gomoku, othello};

/// The game of this name, among those that come with the program.
pub fn computer_of(name: &str) -> Option<&'static dyn Computer> {
    match name {
        _ if name == othello::KIND.name => Some(&Othello),
        _ if name == gomoku::KIND.name => Some(&Gomoku),
        _ => None,
    }
}
