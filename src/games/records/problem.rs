//! Errors in game records.

use std::fmt::Display;
use std::path::PathBuf;

use super::score::Score;
use crate::gomoku::record::BadRecord;
use crate::stone::Stone;
use words::{error_text, say};

/// The reason why a move in a record cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongMove {
    #[error("{}", say!("is not a move"))]
    NoMove,
    #[error("{}", say!("is already occupied"))]
    Occupied,
    #[error("{}", say!("turns nothing over for {stone}", stone = .0.name()))]
    TurnsNothing(Stone),
    /// The move is a pass, but this player can move.
    #[error("{}", say!("is not allowed while {stone} has a move", stone = .0.name()))]
    CanMove(Stone),
    #[error("{}", say!("is {stone}'s move, out of turn", stone = .0.name()))]
    OutOfTurn(Stone),
    #[error("{}", say!("comes after the end of the game"))]
    AfterEnd,
    #[error("{}", say!("is forbidden for Black: {why}", why = .0))]
    Forbidden(crate::gomoku::Forbidden),
}

/// An error in a file or in one of its games. The message is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The system's error message.
    #[error("{}", say!("cannot read the file: {why}", why = error_text(.0)))]
    Unreadable(String),
    #[error("{}", say!("cannot write the file: {why}", why = error_text(.0)))]
    Unwritable(String),
    /// The file or the game is malformed. The string is the whole message.
    #[error("{0}")]
    Malformed(String),
    /// The name of an unsupported variant of the game.
    #[error("{}", say!("{name} is not supported", name = .0))]
    Variant(String),
    #[error(transparent)]
    Record(BadRecord),
    /// A move that cannot be played, and its number `n` in the record, from 1. Written passes count as moves.
    #[error("{}", say!("move {n}: {excerpt} {why}", n = .n, excerpt = excerpt(.text), why = .why))]
    Move { n: usize, text: String, why: WrongMove },
    /// The record has this final score, but the game is not over.
    #[error("{}", say!("the record says {score}, but the game is not over on the board", score = .0))]
    Unfinished(Score),
    /// The recorded score differs from the score on the board. `board` has the numbers of black and white
    /// discs, with the empty cells added to the winner's.
    #[error("{}", say!("the record says {recorded}, the board {black}-{white}", recorded = .recorded, black = .board.0, white = .board.1))]
    Score { recorded: Score, board: (usize, usize) },
}

impl Problem {
    pub(super) fn malformed(why: impl Display) -> Problem {
        Problem::Malformed(why.to_string())
    }

    pub(super) fn variant(name: impl Display) -> Problem {
        Problem::Variant(name.to_string())
    }

    /// Returns the message with a place in front: `game 3, move 12: c3 turns nothing over for White`.
    pub fn behind(&self, place: &str) -> String {
        match self {
            Problem::Move { .. } => say!("{place}, {problem}", place, problem = self),
            _ => say!("{place}: {problem}", place, problem = self),
        }
    }
}

pub(super) fn malformed<T>(why: impl Display) -> Result<T, Problem> {
    Err(Problem::malformed(why))
}

/// A [`Problem`], with the file and the game that have it: `FILE, game 3, move 12: c3 turns nothing over for
/// White`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .problem.behind(&place(.file, *.game)))]
pub struct Error {
    pub file: PathBuf,
    /// The number of the game in the file, from 1. `None` if the whole file is unreadable.
    pub game: Option<usize>,
    pub problem: Problem,
}

fn place(file: &std::path::Path, game: Option<usize>) -> String {
    // A file name may contain line breaks, but the message must be a single line.
    let file = file.to_string_lossy().replace(char::is_control, "?");
    match game {
        Some(game) => say!("{file}, game {game}", file, game),
        None => file,
    }
}

/// The first 30 characters of a text, quoted unless they are plain ASCII.
pub(super) fn excerpt(text: &str) -> String {
    let mut chars = text.chars();
    let mut excerpt: String = chars.by_ref().take(30).collect();
    if chars.next().is_some() {
        excerpt += "...";
    }
    let plain = !excerpt.is_empty() && excerpt.chars().all(|c| c.is_ascii_graphic());
    if plain { excerpt } else { format!("'{}'", excerpt.escape_debug()) }
}
