//! The list of games.

use std::ops::{Deref, DerefMut};

use super::help;
use games::{Game, Kind, gomoku, othello};
use players;
use players::computer::Computer;
use screen;
use screen::face::Face;
use screen::grid::Grid;

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

/// A game with its entry: the code that draws it, its computer players and its help page.
#[derive(Clone)]
pub struct ActiveGame {
    pub game: Box<dyn Game>,
    pub entry: &'static Entry,
}

impl ActiveGame {
    /// # Panics
    /// If the game is not in the list.
    pub fn new(game: Box<dyn Game>, games: &'static [Entry]) -> ActiveGame {
        let found = games.iter().find(|entry| entry.kind.name == game.name());
        let entry = found.expect("a game at the board is one of those that there are");
        ActiveGame { game, entry }
    }

    /// Returns another game of the same kind.
    pub(crate) fn with(&self, game: Box<dyn Game>) -> ActiveGame {
        ActiveGame { game, entry: self.entry }
    }

    pub fn grid(&self) -> &'static Grid {
        self.entry.face.grid(&**self)
    }

    /// True if the game looks as in the DOS program.
    pub(crate) fn is_as_in_dos(&self) -> bool {
        self.entry.face.is_as_in_dos(&**self)
    }
}

impl Deref for ActiveGame {
    type Target = dyn Game;

    fn deref(&self) -> &dyn Game {
        &*self.game
    }
}

impl DerefMut for ActiveGame {
    fn deref_mut(&mut self) -> &mut dyn Game {
        &mut *self.game
    }
}
