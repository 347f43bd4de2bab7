//! Replays the moves of a record of gomoku.

use super::problem::{Problem, WrongMove};
use crate::Game as _;
use crate::gomoku::record::BadRecord;
use crate::gomoku::{self, Point, Refusal};

/// Parses a point in players' notation: `h8` is the centre of a board of 15 x 15.
pub(super) fn point(text: &str, size: usize) -> Option<Point> {
    let letter = text.chars().next()?.to_ascii_lowercase();
    let col = u32::from(letter).checked_sub(u32::from('a'))? as usize;
    let number: usize = text.get(1..)?.parse().ok()?;
    let digits = text[1..].bytes().all(|byte| byte.is_ascii_digit());
    let fits = digits && col < size && (1..=size).contains(&number);
    fits.then(|| Point::new(size - number, col))
}

/// Drops the next stone of a record. `text` is the written move, for the error message.
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
