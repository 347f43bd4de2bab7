//! The points that renju forbids to black.

use std::fmt;

use super::board::{Board, Place};
use super::pattern::Shape;
pub use crate::games::gomoku::Rules;
use crate::games::stone::Stone;

/// Why black must not move on a point in renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// Two open threes at once.
    DoubleThree,
    /// Two fours at once, on two lines or on one.
    DoubleFour,
    /// More than five in a row.
    Overline,
}

/// `double three`, `double four` or `overline`.
impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Forbidden::DoubleThree => "double three",
            Forbidden::DoubleFour => "double four",
            Forbidden::Overline => "overline",
        })
    }
}

/// Why black must not move on the empty point, or `None` where black may, and under other rules than renju.
///
/// The rule is that of the Renju International Federation: an exact five is never forbidden; a three counts only when a
/// stone can make a straight four of it without five elsewhere and without being forbidden itself, which is the same
/// question one stone later.
///
/// ```
/// use qipan::engine::gomoku::{Board, Forbidden, Place, Rules, rules::forbidden};
/// use qipan::games::stone::Stone;
/// let mut board = Board::new(15, Rules::Renju);
/// for (row, col) in [(7, 5), (7, 6), (5, 7), (6, 7)] {
///     board.put(Stone::Black, Place::new(row, col));
/// }
/// assert_eq!(forbidden(&board, Place::new(7, 7)), Some(Forbidden::DoubleThree));
/// assert_eq!(forbidden(&board, Place::new(8, 8)), None);
/// ```
pub fn forbidden(board: &Board, place: Place) -> Option<Forbidden> {
    match may_be_forbidden(board, place) {
        true => why_forbidden(&mut board.clone(), place),
        false => None,
    }
}

/// Is the point one that [`forbidden`] has to look at?
pub(super) fn may_be_forbidden(board: &Board, place: Place) -> bool {
    board.rules() == Rules::Renju
        && board.stone_at(place).is_none()
        && board.class(Stone::Black, place).may_be_forbidden()
}

/// [`forbidden`] on a board that may be changed; it is the same in the end.
pub(super) fn why_forbidden(board: &mut Board, place: Place) -> Option<Forbidden> {
    if !may_be_forbidden(board, place) {
        return None;
    }
    let shapes = board.shapes(Stone::Black, place);
    if shapes.contains(&Shape::Overline) {
        return Some(Forbidden::Overline);
    }
    let fours = shapes.iter().map(|shape| match shape {
        Shape::TwoFours => 2,
        shape => u32::from(shape.is_four()),
    });
    if fours.sum::<u32>() >= 2 {
        return Some(Forbidden::DoubleFour);
    }
    board.put(Stone::Black, place);
    let threes = (0..4)
        .filter(|line| shapes[*line].is_open_three() && becomes_straight_four(board, place, *line))
        .count();
    board.take();
    (threes >= 2).then_some(Forbidden::DoubleThree)
}

/// Can black make a straight four of the three through the stone, by a stone that makes no five and is not forbidden?
/// The four is straight, so its last stone lands on the first empty point to one side.
fn becomes_straight_four(board: &mut Board, stone: Place, line: usize) -> bool {
    [1, -1].into_iter().any(|way| {
        let end = (1..5)
            .map(|n| board.step(stone, line, way * n))
            .find(|place| place.is_none_or(|place| board.stone_at(place) != Some(Stone::Black)));
        let Some(Some(end)) = end else {
            return false;
        };
        if board.stone_at(end).is_some() {
            return false;
        }
        let shapes = board.shapes(Stone::Black, end);
        shapes[line] == Shape::OpenFour
            && !shapes.contains(&Shape::Five)
            && why_forbidden(board, end).is_none()
    })
}
