//! The moves of a record of gomoku, played one after the other.

use super::problem::{Problem, WrongMove};
use crate::games::gomoku::record::BadRecord;
use crate::games::gomoku::{self, Point, Refusal};

/// Drops the next stone of a record of gomoku; `text` is the move as the record writes it.
pub(super) fn drop_gomoku(
    game: &mut gomoku::Game,
    text: &str,
    point: Option<Point>,
) -> Result<(), Problem> {
    let why = match point.map(|point| game.drop(point)) {
        None => WrongMove::NoMove,
        Some(Ok(())) => return Ok(()),
        Some(Err(Refusal::Occupied)) => WrongMove::Occupied,
        Some(Err(Refusal::Forbidden(why))) => WrongMove::Forbidden(why),
        Some(Err(Refusal::Over | Refusal::ToDecide)) => WrongMove::AfterEnd,
    };
    Err(Problem::Move {
        n: game.t(),
        text: text.to_string(),
        why,
    })
}

impl From<BadRecord> for Problem {
    fn from(bad: BadRecord) -> Problem {
        match bad {
            BadRecord::Forbidden(point, n, why) => Problem::Move {
                n,
                text: point.to_string(),
                why: WrongMove::Forbidden(why),
            },
            bad => Problem::Record(bad),
        }
    }
}
