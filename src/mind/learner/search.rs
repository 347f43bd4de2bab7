//! The learner's Othello search: looks a few plies ahead with the learner's own evaluation, and solves
//! endgames exactly.

use chacha20::ChaCha12Rng;
use rand::seq::IndexedRandom;

use super::weights::Weights;
use crate::engine::othello::bitboard::cell;
use crate::engine::othello::evaluation::DISC;
use crate::engine::othello::{Board, solve};
use games::othello::Cell;

const INFINITE: i32 = 65 * DISC;

/// The depth to which the learner searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The number of plies, at least 1.
    pub plies: u32,
    /// The maximum number of empty cells with which the game is solved exactly.
    pub exact: u32,
}

impl Effort {
    /// The effort in training games.
    pub const TRAINING: Effort = Effort { plies: 1, exact: 8 };
    /// The effort in games against a person. A move takes a few hundredths of a second.
    pub const PLAY: Effort = Effort { plies: 4, exact: 12 };
}

/// The resources of a search.
pub struct SearchContext<'a> {
    pub(crate) effort: Effort,
    pub(crate) random: &'a mut ChaCha12Rng,
    /// Once this function returns true, the search should end and may return any result.
    pub(crate) stop: &'a dyn Fn() -> bool,
}

/// A move with its value for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuedMove {
    pub square: u8,
    /// The value in hundredths of a disc.
    pub value: i32,
}

/// Finds the best of these moves, and chooses among equals at random. Returns `None` if there are none. Ends
/// early if `stop` returns true.
pub(crate) fn best(
    weights: &Weights,
    board: Board,
    among: u64,
    context: &mut SearchContext<'_>,
) -> Option<ValuedMove> {
    let effort = context.effort;
    let mut best = -INFINITE;
    let mut equals: Vec<u8> = Vec::new();
    for move_to in Board::cells(among & board.moves()) {
        let Some(after) = board.play(move_to) else {
            continue;
        };
        if (context.stop)() {
            break;
        }
        let value = match board.empties() <= effort.exact {
            true => -DISC * solve(after, 0).score,
            // Make the window one unit wider, to recognize moves of equal value.
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
    equals.choose(context.random).map(|square| ValuedMove { square: *square, value: best })
}

/// Evaluates a position by a plain alpha-beta search (fail-soft) of `plies` plies.
pub fn look_ahead(weights: &Weights, board: Board, alpha: i32, beta: i32, plies: u32) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        return match board.pass().moves() {
            0 => board.score() * DISC,
            _ => -look_ahead(weights, board.pass(), -beta, -alpha, plies),
        };
    }
    if plies == 0 {
        return weights.value(board);
    }
    let mut best = -INFINITE;
    for move_to in Board::cells(moves) {
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

pub(crate) fn square(cell: Cell) -> u8 {
    (cell.row * 8 + cell.col) as u8
}

/// Returns the position after a move, from the point of view of the next player who can move, and whether
/// that player is the opponent. If the game is over, the point of view is the opponent's. Returns `None` if
/// the move is illegal.
pub fn next(board: Board, square: u8) -> Option<(Board, bool)> {
    Some(of_next_player(board.play(cell(square.into()))?))
}

/// Passes for the player to move if only the opponent has a legal move. Returns a position and a flag, like
/// [`next`].
pub(super) fn of_next_player(after: Board) -> (Board, bool) {
    match after.moves() == 0 && after.pass().moves() != 0 {
        true => (after.pass(), false),
        false => (after, true),
    }
}
