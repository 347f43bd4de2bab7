//! How the learner looks ahead: a few plies by its own evaluation, the end of the game exactly.

use chacha20::ChaCha12Rng;
use rand::seq::IndexedRandom;

use super::weights::Weights;
use crate::engine::othello::bitboard::cell;
use crate::engine::othello::evaluation::DISC;
use crate::engine::othello::{Board, solve};
use games::othello::Cell;

const INFINITE: i32 = 65 * DISC;

/// How far the learner looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many plies it looks ahead before it estimates, from 1.
    pub plies: u32,
    /// With this many empty cells or fewer the game is searched to its end.
    pub exact: u32,
}

impl Effort {
    /// For training, which plays many games.
    pub const TRAINING: Effort = Effort { plies: 1, exact: 8 };
    /// For games against a person: a few hundredths of a second for a move.
    pub const PLAY: Effort = Effort {
        plies: 4,
        exact: 12,
    };
}

/// A move and what it is worth to its player, in hundredths of a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuedMove {
    /// Where the stone is dropped.
    pub square: u8,
    /// What it is worth, in hundredths of a disc.
    pub value: i32,
}

/// The best of these moves, a random one among equals, or `None` when there are none. Once `stop` says so, no other move is looked at.
pub(crate) fn best(
    weights: &Weights,
    board: Board,
    among: u64,
    effort: Effort,
    random: &mut ChaCha12Rng,
    stop: &dyn Fn() -> bool,
) -> Option<ValuedMove> {
    let mut best = -INFINITE;
    let mut equals: Vec<u8> = Vec::new();
    for move_to in Board::cells(among & board.moves()) {
        let Some(after) = board.play(move_to) else {
            continue;
        };
        if stop() {
            break;
        }
        let value = match board.empties() <= effort.exact {
            true => -DISC * solve(after, 0).score,
            // The window is one wider, so that another move of the same value is recognised.
            false => {
                let plies = effort.plies - 1;
                -look_ahead(weights, after, -INFINITE, 1 - best, plies)
            }
        };
        if value > best {
            best = value;
            equals.clear();
        }
        if value == best {
            equals.push(square(move_to));
        }
    }
    equals.choose(random).map(|square| ValuedMove {
        square: *square,
        value: best,
    })
}

/// The value of a position by a plain alpha-beta search `plies` plies deep. It is exact between
/// `alpha` and `beta`; outside it says only that the value is no more, or no less.
pub fn look_ahead(weights: &Weights, board: Board, alpha: i32, beta: i32, plies: u32) -> i32 {
    let moves = board.moves();
    let mut best = -INFINITE;
    if moves == 0 {
        best = match board.pass().moves() {
            0 => board.score() * DISC,
            _ => -look_ahead(weights, board.pass(), -beta, -alpha, plies),
        };
    } else if plies == 0 {
        best = weights.value(board);
    }
    let looked_at = if plies == 0 { 0 } else { moves };
    for move_to in Board::cells(looked_at) {
        let Some(after) = board.play(move_to) else {
            continue;
        };
        let alpha = alpha.max(best);
        let value = -look_ahead(weights, after, -beta, -alpha, plies - 1);
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
}

/// The square of a cell, 0 to 63.
pub(crate) fn square(cell: Cell) -> u8 {
    (cell.row * 8 + cell.col) as u8
}

/// The position after a stone on the square, as seen by the next player who can move, or by the opponent when
/// the game is over; and whether that is the other player.
pub fn next(board: Board, square: u8) -> Option<(Board, bool)> {
    Some(of_next_player(board.play(cell(square.into()))?))
}

/// A position after a move as seen by the next player who can move, and whether that is the other player.
pub(super) fn of_next_player(after: Board) -> (Board, bool) {
    match after.moves() == 0 && after.pass().moves() != 0 {
        true => (after.pass(), false),
        false => (after, true),
    }
}
