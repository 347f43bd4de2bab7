//! The points that renju forbids for black. This is a table-driven version of [`games::gomoku::forbidden`],
//! and faster.

use super::board::Board;
use super::coord::Coord;
use super::evaluation::Class;
use super::pattern::Shape;
use games::gomoku::{Forbidden, Rules};
use games::stone::Stone;

/// Returns the reason why black must not play on an empty point, or `None` if black may play there or the
/// rules are not renju.
///
/// By the rules of the Renju International Federation, an exact five is never forbidden. A three counts only
/// if black can turn it into a straight four with a stone that makes no five and is not itself forbidden.
pub fn forbidden(board: &Board, point: Coord) -> Option<Forbidden> {
    let why = || reason(&mut board.clone(), point);
    may_be_forbidden(board, point).then(why).flatten()
}

/// Returns false if a quick test shows that the point is permitted, which is true of most points.
fn may_be_forbidden(board: &Board, point: Coord) -> bool {
    board.rules() == Rules::Renju
        && board.stone_at(point).is_none()
        && board.class(Stone::Black, point) == Class::Forbidden
}

/// Like [`forbidden`], but takes a mutable board, which it changes temporarily.
#[inline(always)]
pub(super) fn why_forbidden(board: &mut Board, point: Coord) -> Option<Forbidden> {
    match may_be_forbidden(board, point) {
        true => reason(board, point),
        false => None,
    }
}

/// Like [`why_forbidden`], but only for points for which [`may_be_forbidden`] returns true.
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

/// Returns true if black can turn the three through the stone into a straight four with a permitted stone
/// that makes no five. The only point tried on each side is the first one after black's stones.
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
