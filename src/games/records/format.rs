//! A file format: what its own file says about it in the table [`Format::ALL`].

use std::cell::OnceCell;

use super::problem::Problem;
use super::recorded::{Assumptions, GameName, Recorded};
use super::text::decode;
use super::wthor_names::Names;

/// The most games that are read from a file.
pub(super) const MOST_GAMES: usize = 200_000;

/// A row of the table: a file format.
#[derive(Clone, Copy)]
pub struct Format {
    /// The ending of its files' names, by which people call it.
    pub(crate) ending: &'static str,
    pub(super) games: &'static [GameName],
    /// Is it recommended to somebody who saves a game and wants more than its moves?
    pub(super) offered: bool,
    /// Does the ending of a file's name alone say that it is one? If not, what the file begins like decides.
    pub(super) known_by_ending: bool,
    /// Does a file with another ending begin like one? The rows are asked from the last to the first.
    pub(super) begins: fn(&Source<'_>) -> bool,
    pub(super) read: fn(&Source<'_>) -> Result<Games, Problem>,
    /// How it is written.
    pub write: Write,
    /// May a file hold more than one game?
    pub many_games: bool,
    /// What it has a place for besides the moves.
    pub(super) holds: Holds,
}

/// The games that were read from a file; in place of a bad one stands its problem.
pub(super) type Games = Vec<Result<Recorded, Problem>>;

/// How a format is written.
#[derive(Clone, Copy)]
pub enum Write {
    /// As text, one game after the other.
    Text(fn(&Recorded) -> Result<String, Problem>),
    /// As several files: see [`wthor_write`](super::wthor_write).
    Database,
    /// It is read and never written.
    Never,
}

/// What a format has a place for.
#[derive(Clone, Copy)]
pub(super) struct Holds {
    /// The moves, and not the last position alone.
    pub(crate) moves: bool,
    /// The name of this player.
    pub(crate) name: fn(&str) -> bool,
    /// The name of this event.
    pub(crate) event: fn(&str) -> bool,
    pub(crate) dates: Dates,
    pub(crate) scores: bool,
    /// That a game of Othello has a score and yet did not end on the board.
    pub(crate) early_ends: bool,
    /// By how much a player who gave up lost.
    pub(crate) margins: bool,
    /// That somebody resigned or ran out of time.
    pub(crate) losses: bool,
    /// Variations, remarks, and what the record of another program says.
    pub(crate) trees: bool,
}

/// How much of a date a format has a place for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Dates {
    No,
    Year,
    Whole,
}

impl Holds {
    /// The moves, and nothing else.
    pub(crate) const MOVES: Holds = Holds {
        moves: true,
        name: str::is_empty,
        event: str::is_empty,
        dates: Dates::No,
        scores: false,
        early_ends: false,
        margins: false,
        losses: false,
        trees: false,
    };
    /// The moves, who played when and where, and the score.
    pub(crate) const HEADING: Holds = Holds {
        name: |_| true,
        event: |_| true,
        dates: Dates::Whole,
        scores: true,
        ..Holds::MOVES
    };
}

/// A file to read.
pub(super) struct Source<'a> {
    pub(crate) bytes: &'a [u8],
    /// The names that a WTHOR file refers to.
    pub(crate) names: &'a Names,
    pub(crate) assumed: Assumptions,
    text: OnceCell<String>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(bytes: &'a [u8], names: &'a Names, assumed: Assumptions) -> Source<'a> {
        Source {
            bytes,
            names,
            assumed,
            text: OnceCell::new(),
        }
    }

    pub(crate) fn text(&self) -> &str {
        self.text.get_or_init(|| decode(self.bytes))
    }
}

/// Takes at most one game too many, because a file of the permitted length can hold millions of bad ones.
pub(super) fn at_most<T>(games: impl Iterator<Item = T>) -> Vec<T> {
    games.take(MOST_GAMES + 1).collect()
}
