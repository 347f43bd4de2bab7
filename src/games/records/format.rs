//! A file format: a row in the table of formats.

use std::cell::OnceCell;

use super::problem::Problem;
use super::recorded::{Assumptions, GameName, Recorded};
use super::text::{Decoded, decode};
use super::wthor_names::Names;

pub(super) const MAX_GAMES: usize = 200_000;

#[derive(Clone, Copy)]
pub struct Format {
    /// The extension of the format's files, which is also the format's name.
    pub(crate) extension: &'static str,
    pub(super) games: &'static [GameName],
    /// True if the format is recommended for games that have data besides their moves.
    pub(super) recommended: bool,
    /// True if the extension alone identifies the format. Otherwise the content decides.
    pub extension_decides: bool,
    /// Returns true if the content of a file is in this format. If several formats are possible, the later
    /// row of the table wins, because rows are tested from the last to the first.
    pub(super) detect: fn(&Source<'_>) -> bool,
    pub(super) read: fn(&Source<'_>) -> Result<Games, Problem>,
    /// Writes a game. The texts of several games are written one after another. `None` if files of this
    /// format can only be read.
    pub write: Option<Writer>,
    pub many_games: bool,
    pub(super) stores: Stores,
}

/// The games of a file. A game that cannot be read is represented by its error.
pub(super) type Games = Vec<Result<Recorded, Problem>>;

/// Formats a game as text.
type Writer = fn(&Recorded) -> Result<String, Problem>;

/// The data besides the moves that a format can store.
#[derive(Clone, Copy)]
pub(super) struct Stores {
    /// True if the format stores the moves; false if it stores only the final position.
    pub(crate) moves: bool,
    /// Returns true if the format can store this name of a player.
    pub(crate) name: fn(&str) -> bool,
    /// Returns true if the format can store this event.
    pub(crate) event: fn(&str) -> bool,
    /// True if the format stores the date and the score of a game.
    pub(crate) results: bool,
    /// True if the format can mark the score of an Othello game that ended early.
    pub(crate) early_ends: bool,
    /// True if the format stores the score of a game that ended early.
    pub(crate) margins: bool,
    /// True if the format stores resignations and losses on time.
    pub(crate) losses: bool,
    /// True if the format stores variations.
    pub(crate) variations: bool,
    /// Returns true if the format stores this comment on a position.
    pub(crate) comment: fn(&str) -> bool,
    /// Returns true if the format stores this property, which has a name and values in SGF's syntax.
    pub(crate) property: fn(&str, &[String]) -> bool,
}

impl Stores {
    /// A format that stores only the moves.
    pub(crate) const MOVES: Stores = Stores {
        moves: true,
        name: str::is_empty,
        event: str::is_empty,
        results: false,
        early_ends: false,
        margins: false,
        losses: false,
        variations: false,
        comment: str::is_empty,
        property: |_, _| false,
    };
    /// A format that stores the moves, the heading and the score.
    pub(crate) const HEADING: Stores =
        Stores { name: |_| true, event: |_| true, results: true, ..Stores::MOVES };
}

pub(super) struct Source<'a> {
    pub(crate) bytes: &'a [u8],
    /// The names that go with a WTHOR file.
    pub(crate) names: &'a Names,
    pub(crate) assumed: Assumptions,
    decoded: OnceCell<Decoded>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(bytes: &'a [u8], names: &'a Names, assumed: Assumptions) -> Source<'a> {
        Source { bytes, names, assumed, decoded: OnceCell::new() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.decoded.get_or_init(|| decode(self.bytes)).text
    }

    /// Notes about the encoding of the text, if it was read.
    pub(crate) fn notes(self) -> Vec<String> {
        self.decoded.into_inner().unwrap_or_default().notes
    }
}

/// Collects the games, but at most `MAX_GAMES + 1` of them, because a large file can hold millions of bad
/// ones.
pub(super) fn at_most<T>(games: impl Iterator<Item = T>) -> Vec<T> {
    games.take(MAX_GAMES + 1).collect()
}
