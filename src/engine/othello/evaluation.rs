//! What a position is probably worth.

use super::bitboard::Board;
use super::machine::{Machine, on_this_machine};
use super::moves::{AllMoves, CORNERS, weighted_mobility};
use super::stability::stable;

/// The parts of a disc in which values are given.
pub const DISC: i32 = 100;

/// More than any value.
pub(super) const INFINITE: i32 = 65 * DISC;

/// What an evaluation looks at; see [`features`].
const FEATURES: usize = 10;

/// The weights change when so many cells have been filled.
const STAGE: usize = 4;

/// Estimates the result of a game from its position.
///
/// It is a sum of a few things that beginners are taught to look at: mobility, corners and the cells beside them, borders,
/// stable stones, who will drop the last stone. What each of them is worth depends on how many cells are empty.
///
/// ```
/// use qipan::engine::othello::{Board, Evaluation, evaluation::DISC};
/// use qipan::stone::Stone;
/// // Black has a corner and three stones that stay, White the cell across from another corner.
/// let map = "
///     XXX.....
///     .XOO....
///     ..XXOO..
///     .OOXXO..
///     ..OXXO..
///     ..OOOO..
///     ......O.
///     ........".parse().unwrap();
/// let evaluation = Evaluation::default();
/// assert!(evaluation.evaluate(Board::new(&map, Stone::Black)) > 5 * DISC);
/// assert!(evaluation.evaluate(Board::new(&map, Stone::White)) < -5 * DISC);
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: [[i32; FEATURES]; 64 / STAGE],
}

/// The weights were fitted to the results of 9113 tournament games of 2004 by least squares, and made smooth where almost all cells are
/// empty and few things can be told apart.
impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation {
            weights: [
                [426, -142, 8, -48, -53, -53, -38, 113, -8, 218],
                [379, -122, 39, 109, -41, -83, -63, 104, 8, 130],
                [326, -85, 113, 183, -68, -100, -54, 106, 1, 121],
                [280, -57, 157, 229, -101, -115, -36, 116, -12, 115],
                [248, -40, 208, 200, -135, -135, -12, 126, -28, 123],
                [217, -24, 226, 224, -113, -141, 3, 142, -39, 127],
                [182, -10, 164, 223, -95, -136, 18, 164, -49, 119],
                [168, -1, 150, 200, -100, -141, 21, 192, -52, 106],
                [130, 26, 150, 200, -100, -149, 36, 200, -48, 96],
                [115, 26, 150, 200, -100, -154, 52, 200, -52, 102],
                [102, 14, 150, 200, -100, -154, 53, 200, -49, 95],
                [77, 38, 150, 200, -100, -154, 52, 200, -23, 109],
                [50, 44, 150, 200, -100, -154, 52, 200, 0, 102],
                [20, 26, 150, 200, -100, -154, 52, 200, 0, 44],
                [20, 26, 150, 200, -100, -154, 52, 200, 0, 44],
                [20, 26, 150, 200, -100, -154, 52, 200, 0, 44],
            ],
        }
    }
}

impl Evaluation {
    /// The value from the view of the player to move, in hundredths of a disc: -6400 to 6400. That of a game that is over is its
    /// score.
    pub fn evaluate(&self, board: Board) -> i32 {
        on_this_machine!(machine => self.value(machine, board))
    }

    /// [`Evaluation::evaluate`] within a search.
    #[inline(always)]
    pub(super) fn value<M: Machine>(&self, machine: M, board: Board) -> i32 {
        let moves = machine.moves(board.own, board.opponent);
        let replies = machine.moves(board.opponent, board.own);
        if moves | replies == 0 {
            return board.score() * DISC;
        }
        let weights = &self.weights[board.empties() as usize / STAGE % (64 / STAGE)];
        let features = features(board, moves, replies);
        let value: i32 = weights.iter().zip(features).map(|(w, f)| w * f).sum();
        value.clamp(-64 * DISC, 64 * DISC)
    }
}

/// What counts: the player to move has so many more of it than the opponent.
#[inline(always)]
fn features(board: Board, moves: u64, replies: u64) -> [i32; FEATURES] {
    let Board { own, opponent } = board;
    let empty = board.empty();
    let more = |a: u64, b: u64| a.count_ones() as i32 - b.count_ones() as i32;
    let more_on = |cells: u64| more(own & cells, opponent & cells);
    let free = empty & CORNERS;
    let across = beside(free) & 0x0042_0000_0000_4200;
    let along = beside(free) & 0x4281_0000_0000_8142;
    [
        more(moves, replies),
        // Empty cells beside the other's stones: moves of the future.
        more(beside(opponent) & empty, beside(own) & empty),
        more_on(CORNERS),
        more(moves & CORNERS, replies & CORNERS),
        more_on(across),
        more_on(along),
        // The borders without the corners and the cells beside them.
        more_on(0x3C00_8181_8181_003C),
        more(stable(own, opponent), stable(opponent, own)),
        more(own, opponent),
        // Who drops the last stone when nobody passes.
        if empty.count_ones() % 2 == 1 { 1 } else { -1 },
    ]
}

/// These cells and those around them.
#[inline(always)]
fn beside(cells: u64) -> u64 {
    let row = cells | cells << 1 & 0xFEFE_FEFE_FEFE_FEFE | cells >> 1 & 0x7F7F_7F7F_7F7F_7F7F;
    row | row << 8 | row >> 8
}

/// The value of a position when both look so many plies ahead and no further.
#[inline(always)]
pub(super) fn look_ahead<M: Machine>(
    machine: M,
    evaluation: &Evaluation,
    board: Board,
    alpha: i32,
    beta: i32,
    depth: u32,
) -> i32 {
    if depth == 0 {
        return evaluation.value(machine, board);
    }
    let mut moves = AllMoves::new(machine, board);
    if moves.is_empty() {
        return match machine.moves(board.opponent, board.own) {
            0 => board.score() * DISC,
            _ => -machine.look_ahead(evaluation, board.pass(), -beta, -alpha, depth),
        };
    }
    if depth > 1 {
        for mv in moves.all() {
            let after = board.after(mv.square as usize, mv.flips);
            mv.cost = weighted_mobility(machine.moves(after.own, after.opponent));
        }
    }
    let mut best = -INFINITE;
    while let Some(mv) = moves.next() {
        let after = board.after(mv.square as usize, mv.flips);
        let value = -machine.look_ahead(evaluation, after, -beta, -alpha.max(best), depth - 1);
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
}
