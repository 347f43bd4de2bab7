//! The computer player of reverse Othello, in which fewer discs win.

use std::cmp::Reverse;

use games::othello::Cell;
use mind::engine::othello::Board;
use mind::engine::othello::evaluation::DISC;

use super::insight::{Insight, Value};

/// The cost of a corner and the worth of each move more than the opponent has, in hundredths of a disc.
const CORNER: i32 = 6 * DISC;
const MOBILITY: i32 = DISC / 2;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The number of empty cells from which the search goes on to the end.
const EXACT: u32 = 10;
/// The maximum search depth in plies.
const DEPTH: u8 = 7;

/// Returns the values of all moves in hundredths of a disc for the player to move, searched to this depth in
/// plies. `stop` ends the search early.
pub(super) fn values(board: Board, depth: u8, stop: &dyn Fn() -> bool) -> Vec<(Cell, i32)> {
    let depth = if is_exact(board) { u8::MAX } else { depth.clamp(1, DEPTH) };
    let after = Board::cells(board.moves()).filter_map(|cell| Some((cell, board.play(cell)?)));
    after.map(|(cell, after)| (cell, -search(after, depth - 1, -i32::MAX, i32::MAX, stop))).collect()
}

/// Returns the values of all moves as insights, the best first.
pub(super) fn insights(board: Board, depth: u8, stop: &dyn Fn() -> bool) -> Vec<Insight> {
    let mut values = values(board, depth, stop);
    values.sort_by_key(|(_, value)| Reverse(*value));
    let insight = |(cell, value): (Cell, i32)| Insight {
        depth: depth.clamp(1, DEPTH).into(),
        value: Value::Discs(value as f32 / DISC as f32),
        exact: is_exact(board),
        line: vec![cell.place()],
    };
    values.into_iter().map(insight).collect()
}

fn is_exact(board: Board) -> bool {
    board.empties() <= EXACT
}

/// Returns the value of a position for the player to move.
fn search(board: Board, depth: u8, mut lowest: i32, highest: i32, stop: &dyn Fn() -> bool) -> i32 {
    let moves = board.moves();
    if moves == 0 && board.pass().moves() == 0 {
        return -DISC * board.score();
    }
    if depth == 0 || depth > 2 && stop() {
        return evaluate(board);
    }
    if moves == 0 {
        return -search(board.pass(), depth, -highest, -lowest, stop);
    }
    for cell in Board::cells(moves) {
        let after = board.play(cell).expect("the move is legal");
        lowest = lowest.max(-search(after, depth - 1, -highest, -lowest, stop));
        if lowest >= highest {
            break;
        }
    }
    lowest
}

/// Estimates a position: nobody can flip a disc in a corner, and a player with few moves has little choice.
fn evaluate(board: Board) -> i32 {
    let lead = |own: u64, other: u64| own.count_ones() as i32 - other.count_ones() as i32;
    MOBILITY * lead(board.moves(), board.pass().moves())
        - CORNER * lead(board.own & CORNERS, board.opponent & CORNERS)
}
