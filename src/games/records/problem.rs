//! What can be wrong with a record.

use std::fmt;
use std::path::PathBuf;

use super::score::Score;
use crate::gomoku::record::BadRecord;
use crate::stone::Stone;
use words::say;

/// Why a move of a record cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongMove {
    /// It names neither a place on the board nor a pass.
    NoMove,
    /// There is a stone on the place.
    Occupied,
    /// Nothing turns over for this player.
    TurnsNothing(Stone),
    /// A pass, although this player can move.
    CanMove(Stone),
    /// The record has this player move out of turn.
    OutOfTurn(Stone),
    /// The game is over already.
    AfterEnd,
    /// Renju forbids it to black.
    Forbidden(crate::gomoku::Forbidden),
}

impl fmt::Display for WrongMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrongMove::NoMove => f.write_str(say!("is not a move")),
            WrongMove::Occupied => f.write_str(say!("already holds a stone")),
            WrongMove::TurnsNothing(stone) => f.write_str(&say!(
                "turns nothing over for {stone}",
                stone = stone.name()
            )),
            WrongMove::CanMove(stone) => f.write_str(&say!(
                "is not allowed while {stone} has a move",
                stone = stone.name()
            )),
            WrongMove::OutOfTurn(stone) => f.write_str(&say!(
                "is {stone}'s move, out of turn",
                stone = stone.name()
            )),
            WrongMove::AfterEnd => f.write_str(say!("comes after the end of the game")),
            WrongMove::Forbidden(why) => f.write_str(&say!("is forbidden to Black: {why}", why)),
        }
    }
}

/// What is wrong with a file or a game in it. As text it is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The system cannot read the file, and says why.
    Unreadable(String),
    /// The system cannot write the file, and says why.
    Unwritable(String),
    /// The file or the game is not in its format; the text says what is wrong.
    Malformed(String),
    /// A variant of the game that is not played here, by its name.
    Variant(String),
    /// A record string of gomoku that holds no game.
    Record(BadRecord),
    /// A move that cannot be played.
    Move {
        /// Its number among the moves of the record from 1; passes count where they are written.
        n: usize,
        /// The move as the record writes it.
        text: String,
        /// Why it cannot be played.
        why: WrongMove,
    },
    /// The recorded score is a final one, but the game is not over on the board.
    Unfinished(Score),
    /// The recorded score is not the one on the board.
    Score {
        /// The score as recorded.
        recorded: Score,
        /// Black's and white's discs on the board, the empties given to the winner.
        board: (usize, usize),
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Unreadable(why) => f.write_str(&say!("cannot read the file: {why}", why)),
            Problem::Unwritable(why) => f.write_str(&say!("cannot write the file: {why}", why)),
            Problem::Malformed(what) => f.write_str(what),
            Problem::Variant(name) => f.write_str(&say!("{name} is not supported", name)),
            Problem::Record(error) => error.fmt(f),
            Problem::Move { n, text, why } => f.write_str(&say!(
                "move {n}: {excerpt} {why}",
                n,
                excerpt = excerpt(text),
                why
            )),
            Problem::Unfinished(score) => f.write_str(&say!(
                "the record says {score}, but the game is not over on the board",
                score
            )),
            Problem::Score {
                recorded,
                board: (black, white),
            } => f.write_str(&say!(
                "the record says {recorded}, the board {black}-{white}",
                recorded,
                black,
                white
            )),
        }
    }
}

impl std::error::Error for Problem {}

impl Problem {
    /// What is wrong, in the words of another error.
    pub(super) fn malformed(why: impl fmt::Display) -> Problem {
        Problem::Malformed(why.to_string())
    }

    /// What is wrong, behind the words that say where: `game 3, move 12: c3 turns nothing over for White`.
    ///
    /// ```
    /// use games::records::{Problem, WrongMove};
    /// let bad_move = Problem::Move { n: 2, text: "z9".to_string(), why: WrongMove::NoMove };
    /// assert_eq!(bad_move.behind("game 1"), "game 1, move 2: z9 is not a move");
    /// ```
    pub fn behind(&self, place: &str) -> String {
        let separator = match self {
            Problem::Move { .. } => ", ",
            _ => ": ",
        };
        format!("{place}{separator}{self}")
    }
}

/// A [`Problem`], and where it is. As text it is one line: `FILE, game 3, move 12: c3 turns nothing over for White`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The file.
    pub file: PathBuf,
    /// The number of the game in the file from 1, or `None` when nothing can be read from the file.
    pub game: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A file may have any name, but an error must stay on one line.
        let file = self.file.to_string_lossy().replace(char::is_control, "?");
        let place = match self.game {
            Some(game) => say!("{file}, game {game}", file, game),
            None => file,
        };
        f.write_str(&self.problem.behind(&place))
    }
}

impl std::error::Error for Error {}

/// The beginning of something that was read, fit to be quoted in one line.
pub(super) fn excerpt(text: &str) -> String {
    let mut chars = text.chars();
    let mut excerpt: String = chars.by_ref().take(30).collect();
    if chars.next().is_some() {
        excerpt += "...";
    }
    let plain = !excerpt.is_empty() && excerpt.chars().all(|c| c.is_ascii_graphic());
    match plain {
        true => excerpt,
        false => format!("'{}'", excerpt.escape_debug()),
    }
}
