//! The games that there are.

use super::help;
use players;
use players::computer::Computer;
use screen;
use screen::face::Face;
use games::{Kind, gomoku, othello};

/// A game that can be played at the board.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Its rules.
    pub kind: Kind,
    /// How it looks.
    pub face: &'static dyn Face,
    /// Who plays it besides people, and what the computer knows of it.
    pub computer: &'static dyn Computer,
    /// The page of the help that explains it, a place in `help.txt`.
    pub help: usize,
}

/// Othello and gomoku.
pub static GAMES: [Entry; 2] = [
    Entry {
        kind: othello::KIND,
        face: &screen::othello::Othello,
        computer: &players::Othello,
        help: help::OTHELLO,
    },
    Entry {
        kind: gomoku::KIND,
        face: &screen::gomoku::Gomoku,
        computer: &players::Gomoku,
        help: help::GOMOKU,
    },
];
