//! The threats that a gomoku move makes, stops and allows.
//!
//! Each answer is read directly off the board or proven by a search for fours.

use games::stone::Stone;
use mind::engine::gomoku::evaluation::Class;
use mind::engine::gomoku::forbidden::forbidden;
use mind::engine::gomoku::pattern::Shape;
use mind::engine::gomoku::vcf::{vcf, vcf_until};
use mind::engine::gomoku::{Board, Coord};

/// The node limit of a search for fours, which is the number of fours that the search tries.
const FOURS: u64 = 20_000;

/// The strongest threats that a stone makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat {
    /// One open three: another stone would make a straight four.
    Three,
    DoubleThree,
    /// A four that can become five on one point.
    Four,
    FourThree,
    /// Two fours, neither of which is straight.
    TwoFours,
    /// A straight four, which can become five at either end.
    OpenFour,
}

pub(crate) fn may_play(board: &Board, side: Stone, point: Coord) -> bool {
    board.has(point)
        && board.stone_at(point).is_none()
        && (side == Stone::White || forbidden(board, point).is_none())
}

pub(crate) fn makes_five(board: &Board, side: Stone, point: Coord) -> bool {
    board.class(side, point) == Class::Five
}

/// True if the side may play on the point and would not make five there.
fn may_play_short_of_five(board: &Board, side: Stone, point: Coord) -> bool {
    may_play(board, side, point) && !makes_five(board, side, point)
}

/// Returns the threats that a stone on the point makes. Returns `None` if the stone makes five, is illegal or
/// makes no threat.
pub fn made(board: &Board, side: Stone, point: Coord) -> Option<Threat> {
    if !may_play_short_of_five(board, side, point) {
        return None;
    }
    let shapes = board.shapes(side, point);
    let fours = shapes.iter().map(|shape| match shape {
        Shape::TwoFours => 2,
        shape => usize::from(shape.is_four()),
    });
    Some(match (fours.sum::<usize>(), open_threes(board, side, point)) {
        _ if shapes.contains(&Shape::OpenFour) => Threat::OpenFour,
        (2.., _) => Threat::TwoFours,
        (1, 1..) => Threat::FourThree,
        (1, 0) => Threat::Four,
        (0, 2..) => Threat::DoubleThree,
        (0, 1) => Threat::Three,
        (0, 0) => return None,
    })
}

/// Returns the number of lines on which one more stone would make a straight four. The engine's own count
/// also includes threes that become two fours on one line, and in renju threes that Black must not extend.
fn open_threes(board: &Board, side: Stone, point: Coord) -> usize {
    let shapes = board.shapes(side, point);
    if !shapes.iter().any(|shape| shape.is_open_three()) {
        return 0;
    }
    let after = after(board, side, point);
    let becomes_straight = |line: usize| {
        [1, -1].into_iter().any(|way| {
            let own = |at: &Coord| after.stone_at(*at) == Some(side);
            let mut along = (1..5).map(|n| board.step(point, line, way * n));
            let end = along.find(|at| !at.is_some_and(|at| own(&at))).flatten();
            end.is_some_and(|end| {
                after.shapes(side, end)[line] == Shape::OpenFour && may_play_short_of_five(&after, side, end)
            })
        })
    };
    let three = |line: &usize| shapes[*line].is_open_three() && becomes_straight(*line);
    (0..4).filter(three).count()
}

/// Returns the points where the side may make a straight four.
fn straight_fours(board: &Board, side: Stone) -> Vec<Coord> {
    let straight = |point: &Coord| {
        board.shapes(side, *point).contains(&Shape::OpenFour) && may_play_short_of_five(board, side, *point)
    };
    board.points().filter(straight).collect()
}

fn after(board: &Board, side: Stone, point: Coord) -> Board {
    let mut after = board.clone();
    after.put(side, point);
    after.set_to_move(side.other());
    after
}

/// The points where a stone of the side makes five.
pub(crate) fn fives(board: &Board, side: Stone) -> Vec<Coord> {
    let five = |point: &Coord| makes_five(board, side, *point);
    board.points().filter(five).collect()
}

/// Returns the side's moves in a win by fours that starts on this point, if one was found.
pub fn wins_by_fours(board: &Board, side: Stone, point: Coord) -> Option<Vec<Coord>> {
    if !may_play_short_of_five(board, side, point) {
        return None;
    }
    let mut after = after(board, side, point);
    if !fives(&after, side.other()).is_empty() {
        return None;
    }
    match fives(&after, side)[..] {
        [] => None,
        [five] if !may_play(&after, side.other(), five) => Some(vec![point, five]),
        [answer] => {
            after.play(answer);
            let rest = vcf(&after, side, FOURS)?;
            Some([point].into_iter().chain(own(&rest)).collect())
        }
        [_, five, ..] => Some(vec![point, five]),
    }
}

/// Returns the side's moves in a win by fours, if one was found. The side moves first.
pub fn fours(board: &Board, side: Stone) -> Option<Vec<Coord>> {
    Some(own(&vcf(board, side, FOURS)?).collect())
}

/// Returns the moves of a line that belong to the side that moves first.
fn own(line: &[Coord]) -> impl Iterator<Item = Coord> {
    line.iter().step_by(2).copied()
}

/// Returns the side's moves in a win by fours that was possible before a stone on this point but is not after
/// it.
pub fn missed_fours(board: &Board, side: Stone, point: Coord) -> Option<Vec<Coord>> {
    let win = fours(board, side)?;
    let kept = makes_five(board, side, point) || wins_by_fours(board, side, point).is_some();
    (may_play(board, side, point) && !kept).then_some(win)
}

/// Returns the opponent's moves in a win by fours or an immediate five after this stone, which must not make
/// five itself.
pub fn lets_win(board: &Board, side: Stone, point: Coord) -> Option<Vec<Coord>> {
    if makes_five(board, side, point) { None } else { fours(&after(board, side, point), side.other()) }
}

/// True if the point was the opponent's only point for five.
pub fn stops_five(board: &Board, side: Stone, point: Coord) -> bool {
    fives(board, side.other()) == [point]
}

/// True if the opponent could make a straight four and no longer can after this stone, which must make
/// neither five nor a four.
pub fn stops_three(board: &Board, side: Stone, point: Coord) -> bool {
    let other = side.other();
    is_no_four(board, side, point)
        && fives(board, other).is_empty()
        && !straight_fours(board, other).is_empty()
        && straight_fours(&after(board, side, point), other).is_empty()
}

/// True if the opponent threatened to win by fours and no longer does after this stone, which must make
/// neither five nor a four.
pub fn stops_fours(board: &Board, side: Stone, point: Coord) -> bool {
    is_no_four(board, side, point)
        && fives(board, side.other()).is_empty()
        && vcf(board, side.other(), FOURS).is_some()
        && has_no_fours(&after(board, side, point), side.other())
}

fn is_no_four(board: &Board, side: Stone, point: Coord) -> bool {
    !board.class(side, point).is_four() && fives(&after(board, side, point), side).is_empty()
}

/// True if a complete search finds no win by fours for the side.
fn has_no_fours(board: &Board, side: Stone) -> bool {
    let (win, tried) = vcf_until(board, side, FOURS, &|| false);
    win.is_none() && tried < FOURS
}

/// True if every other move loses to five or to fours. False if `stop` aborts the search.
pub fn is_only_move(board: &Board, side: Stone, point: Coord, stop: &dyn Fn() -> bool) -> bool {
    let other = side.other();
    if !fives(board, side).is_empty() || fours(board, other).is_none() {
        return false;
    }
    let mut rest: Vec<Coord> = board.points().collect();
    rest.retain(|other| *other != point && may_play(board, side, *other));
    // Try moves with threats first, because they are the most likely to help.
    rest.sort_by_key(|point| std::cmp::Reverse(board.class(side, *point)));
    let loses = |point: &Coord| !stop() && lets_win(board, side, *point).is_some();
    has_no_fours(&after(board, side, point), other) && rest.iter().all(loses)
}
