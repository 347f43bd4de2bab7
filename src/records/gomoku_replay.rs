//! The moves of a record of gomoku, played one after the other.

use super::problem::{Problem, WrongMove};
use crate::games::gomoku::{self, Point};

/// Drops the next stone of a record of gomoku; `text` is the move as the record writes it.
pub(super) fn drop_gomoku(
    game: &mut gomoku::Game,
    text: &str,
    point: Option<Point>,
) -> Result<(), Problem> {
    let why = match point {
        None => WrongMove::NoMove,
        Some(_) if game.outcome().is_some() => WrongMove::AfterEnd,
        Some(point) if game.drop(point) => return Ok(()),
        Some(_) => WrongMove::Occupied,
    };
    Err(Problem::Move {
        n: game.t(),
        text: text.to_string(),
        why,
    })
}
/// Are there only stones in a game of gomoku that its rules allow?
///
/// # Errors
/// The first that renju forbids to black.
pub fn check_forbidden(game: &gomoku::Game) -> Result<(), Problem> {
    match game.first_forbidden() {
        None => Ok(()),
        Some((n, why)) => Err(Problem::Move {
            n,
            text: game.pieces()[n - 1].to_string(),
            why: WrongMove::Forbidden(why),
        }),
    }
}
