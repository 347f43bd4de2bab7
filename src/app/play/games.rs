//! The games that there are.

use super::help;
use crate::screen::face::Face;
use crate::screen::gomoku::Gomoku;
use crate::screen::othello::Othello;
use games::{Kind, gomoku, othello};

/// A game that can be played at the board.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Its rules.
    pub kind: Kind,
    /// How it looks.
    pub face: &'static dyn Face,
    /// The page of the help that explains it, a place in `help.txt`.
    pub help: usize,
}

/// Othello and gomoku.
pub static GAMES: [Entry; 2] = [
    Entry {
        kind: othello::KIND,
        face: &Othello,
        help: help::OTHELLO,
    },
    Entry {
        kind: gomoku::KIND,
        face: &Gomoku,
        help: help::GOMOKU,
    },
];
