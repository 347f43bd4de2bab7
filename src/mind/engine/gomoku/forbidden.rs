//! The points that renju forbids to black, by the tables: the fast version of [`games::gomoku::forbidden`].

use super::board::Board;
use super::coord::Coord;
use super::pattern::Shape;
use games::gomoku::{Forbidden, Rules};
use games::stone::Stone;

/// Why black must not move on the empty point, or `None` when black may, and under rules other than renju.
///
/// The rule is that of the Renju International Federation: an exact five is never forbidden; a three counts only when a
/// stone can make a straight four of it without five elsewhere and without being forbidden itself, which is the same
/// question one stone later.
///
/// ```
/// use mind::engine::gomoku::{Board, Forbidden, Coord, Rules, forbidden::forbidden};
/// use games::stone::Stone;
/// let mut board = Board::new(15, Rules::Renju);
/// for (row, col) in [(7, 5), (7, 6), (5, 7), (6, 7)] {
///     board.put(Stone::Black, Coord::new(row, col));
/// }
/// assert_eq!(forbidden(&board, Coord::new(7, 7)), Some(Forbidden::DoubleThree));
/// assert_eq!(forbidden(&board, Coord::new(8, 8)), None);
/// ```
pub fn forbidden(board: &Board, point: Coord) -> Option<Forbidden> {
    let why = || reason(&mut board.clone(), point);
    may_be_forbidden(board, point).then(why).flatten()
}

/// Is the point one that [`forbidden`] has to look at?
fn may_be_forbidden(board: &Board, point: Coord) -> bool {
    board.rules() == Rules::Renju
        && board.stone_at(point).is_none()
        && board.class(Stone::Black, point).may_be_forbidden()
}

/// [`forbidden`] on a board that may be changed; it is the same in the end.
#[inline(always)]
pub(super) fn why_forbidden(board: &mut Board, point: Coord) -> Option<Forbidden> {
    match may_be_forbidden(board, point) {
        true => reason(board, point),
        false => None,
    }
}

/// The same for a point that [may be forbidden](may_be_forbidden).
fn reason(board: &mut Board, point: Coord) -> Option<Forbidden> {
    let shapes = board.shapes(Stone::Black, point);
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
    board.put(Stone::Black, point);
    let threes = (0..4)
        .filter(|line| shapes[*line].is_open_three() && becomes_straight_four(board, point, *line))
        .count();
    board.take();
    (threes >= 2).then_some(Forbidden::DoubleThree)
}

/// Can black make a straight four of the three through the stone, with a stone that makes no five and is not forbidden?
/// The four is straight, so its last stone lands on the first empty point to one side.
fn becomes_straight_four(board: &mut Board, stone: Coord, line: usize) -> bool {
    [1, -1].into_iter().any(|way| {
        let end = (1..5)
            .map(|n| board.step(stone, line, way * n))
            .find(|point| point.is_none_or(|point| board.stone_at(point) != Some(Stone::Black)));
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
