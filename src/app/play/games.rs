//! The list of games.

use super::help;
use games::{Kind, gomoku, othello};
use players;
use players::computer::Computer;
use screen;
use screen::face::Face;

/// A game that the program can play.
#[derive(Clone, Copy)]
pub struct Entry {
    pub kind: Kind,
    /// The code that draws the game.
    pub face: &'static dyn Face,
    /// The game's computer players.
    pub computer: &'static dyn Computer,
    /// The index of the game's page in `help.txt`.
    pub help: usize,
}

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
