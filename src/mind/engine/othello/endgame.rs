//! The endgame: what a position is worth when both sides play perfectly to the last disc.
//!
//! From [`midgame`](super::midgame) it takes over when so few cells are empty that an evaluation costs more than it saves. A good move
//! leaves the opponent few replies (fastest first) or lies in an odd quadrant.

use super::bitboard::Board;
use super::evaluation::{DISC, INFINITE};
use super::last_empties::{
    QUADRANTS, WORST, five_empties, four_empties, odd_quadrants, score_after_pass,
    up_to_three_empties,
};
use super::move_list::{CORNERS, MoveList, weighted_mobility};
use super::search::Search;
use super::stability::stable;
use super::transposition::{Known, NOWHERE, TranspositionTable, answer};
use super::vector::MoveFinder;
use crate::engine::cpu::per_cpu;

/// With at least this many empties the moves are put in order.
const ORDERED: u32 = 6;

/// With at least this many empties the transposition table is used.
const REMEMBERED: u32 = 8;

/// With at least this many empties the positions after all moves are looked up before one of them is searched (enhanced
/// transposition cutoff).
const ASKED_BEFORE: u32 = 9;

/// With this many empties or fewer a small table is used.
///
/// It fits into the second cache of the processor: to wait for the memory of a large one took a fifth of the time.
const NEAR: u32 = 10;

/// From this alpha on, in discs, it pays to see whether the opponent's stable stones rule a better score out.
const STABILITY: i32 = 10;

per_cpu! {
    /// Six or seven empty cells, with a null window as in [`last_empties`](super::last_empties).
    fn six_or_seven_empties(search: &mut Search<'_>, board: Board, alpha: i32, odd: u64) -> i32 = six_or_seven_empties_on;
    /// Any number of empty cells, with a null window as in [`last_empties`](super::last_empties); `odd` are the quadrants with an odd
    /// number of empty cells.
    pub(super) fn null_window(search: &mut Search<'_>, board: Board, alpha: i32, odd: u64) -> i32 = null_window_on;
    /// Any number of empty cells and any window: the score, exact when it is between the bounds, and the best square;
    /// [`NOWHERE`] for a player without a move.
    pub(super) fn principal(search: &mut Search<'_>, board: Board, alpha: i32, beta: i32) -> (i32, u8) = principal_on;
}

/// Where positions with this many empties are remembered.
#[inline(always)]
fn table<'a>(search: &Search<'a>, empties: u32) -> &'a TranspositionTable {
    match empties {
        ..=NEAR => search.near,
        _ => search.table,
    }
}

/// Writes the score that a search with this window found.
#[inline(always)]
fn remember(
    search: &mut Search<'_>,
    board: Board,
    (alpha, beta): (i32, i32),
    (score, best): (i32, u8),
    before: [u8; 2],
) {
    let empties = board.empties();
    let discs = |score: i32| (score * DISC) as i16;
    let known = Known {
        lower: discs(if score > alpha { score } else { -64 }),
        upper: discs(if score < beta { score } else { 64 }),
        depth: empties as u8,
        selectivity: 0,
        // No move was good enough: the one that was best before may reach the known lower bound.
        moves: match before {
            [NOWHERE, _] => [best, NOWHERE],
            _ if score > alpha => [best, NOWHERE],
            _ => before,
        },
    };
    table(search, empties).put(board, known);
}

/// Puts the moves in order: those that were best before, then those that leave the opponent few replies.
#[inline(always)]
fn order<const N: usize, C: MoveFinder>(
    cpu: C,
    board: Board,
    odd: u64,
    before: [u8; 2],
    moves: &mut MoveList<N>,
) {
    for mv in moves.all() {
        let after = board.after(mv.square as usize, mv.flips);
        let replies = weighted_mobility(cpu.moves(after.own, after.opponent));
        mv.cost = if let Some(place) = before.iter().position(|square| *square == mv.square) {
            place as i32 - 100 * INFINITE
        } else {
            // An odd quadrant and a corner are worth half a reply each.
            replies * 2 - (odd >> mv.square & 1) as i32 - (CORNERS >> mv.square & 1) as i32
        };
    }
}

/// The most that the player can still reach, by the opponent's stable stones, when that is no more than `alpha`.
#[inline(always)]
pub(super) fn ruled_out(board: Board, alpha: i32) -> Option<i32> {
    if alpha < STABILITY {
        return None;
    }
    let most = 64 - 2 * stable(board.opponent, board.own).count_ones() as i32;
    (most <= alpha).then_some(most)
}

#[inline(always)]
fn six_or_seven_empties_on<C: MoveFinder>(
    cpu: C,
    search: &mut Search<'_>,
    board: Board,
    alpha: i32,
    odd: u64,
) -> i32 {
    search.nodes += 1;
    if let Some(most) = ruled_out(board, alpha) {
        return most;
    }
    let mut moves = MoveList::<8>::new(cpu, board);
    if moves.is_empty() {
        return score_after_pass(cpu, board, |passed| {
            six_or_seven_empties(cpu, search, passed, -alpha - 1, odd)
        });
    }
    order(cpu, board, odd, [NOWHERE; 2], &mut moves);
    let is_last = board.empties() == ORDERED;
    let mut best = WORST;
    while let Some(mv) = moves.next() {
        let square = mv.square as usize;
        let after = board.after(square, mv.flips);
        let odd = odd ^ QUADRANTS[square];
        let score = match is_last {
            true => -five_empties(cpu, search, after, -alpha - 1, odd),
            false => -six_or_seven_empties(cpu, search, after, -alpha - 1, odd),
        };
        best = best.max(score);
        if best > alpha {
            break;
        }
    }
    best
}

#[inline(always)]
fn null_window_on<C: MoveFinder>(
    cpu: C,
    search: &mut Search<'_>,
    board: Board,
    alpha: i32,
    odd: u64,
) -> i32 {
    match board.empties() {
        0..4 => up_to_three_empties(cpu, search, board, alpha),
        4 => four_empties(cpu, search, board, alpha, odd),
        5 => five_empties(cpu, search, board, alpha, odd),
        ORDERED..REMEMBERED => six_or_seven_empties(cpu, search, board, alpha, odd),
        _ => deep(cpu, search, board, alpha, odd),
    }
}

/// [`null_window`] with enough empty cells to use the table.
#[inline(always)]
fn deep<C: MoveFinder>(cpu: C, search: &mut Search<'_>, board: Board, alpha: i32, odd: u64) -> i32 {
    let empties = board.empties();
    search.nodes += 1;
    if let Some(most) = ruled_out(board, alpha) {
        return most;
    }
    // A bound that was found for another window may answer this question as well.
    let known = table(search, empties).get(board);
    if let Some(range) = known.and_then(|known| known.score(empties))
        && let Some(score) = answer(range, alpha, alpha + 1)
    {
        return score;
    }
    let mut moves = MoveList::<16>::new(cpu, board);
    if moves.is_empty() {
        return score_after_pass(cpu, board, |passed| {
            null_window(cpu, search, passed, -alpha - 1, odd)
        });
    }
    // One reply that is known to be good enough saves the search of all of them.
    if empties >= ASKED_BEFORE {
        for mv in moves.all() {
            let after = board.after(mv.square as usize, mv.flips);
            if let Some(known) = table(search, empties - 1).get(after)
                && let Some((_, upper)) = known.score(empties - 1)
                && -upper > alpha
            {
                return -upper;
            }
        }
    }
    let before = known.map_or([NOWHERE; 2], |known| known.moves);
    order(cpu, board, odd, before, &mut moves);
    let (mut best, mut best_square) = (WORST, NOWHERE);
    while let Some(mv) = moves.next() {
        let square = mv.square as usize;
        let after = board.after(square, mv.flips);
        let score = -null_window(cpu, search, after, -alpha - 1, odd ^ QUADRANTS[square]);
        if search.must_stop() {
            return alpha;
        }
        if score > best {
            (best, best_square) = (score, mv.square);
            if best > alpha {
                break;
            }
        }
    }
    remember(
        search,
        board,
        (alpha, alpha + 1),
        (best, best_square),
        before,
    );
    best
}

#[inline(always)]
fn principal_on<C: MoveFinder>(
    cpu: C,
    search: &mut Search<'_>,
    board: Board,
    alpha: i32,
    beta: i32,
) -> (i32, u8) {
    search.nodes += 1;
    let empties = board.empties();
    let odd = odd_quadrants(board.empty());
    let mut moves = MoveList::<16>::new(cpu, board);
    if moves.is_empty() {
        let score = score_after_pass(cpu, board, |passed| {
            principal(cpu, search, passed, -beta, -alpha).0
        });
        return (score, NOWHERE);
    }
    let known = match empties {
        REMEMBERED.. => table(search, empties).get(board),
        _ => None,
    };
    let before = known.map_or([NOWHERE; 2], |known| known.moves);
    if let Some(range) = known.and_then(|known| known.score(empties))
        && let Some(score) = answer(range, alpha, beta)
    {
        return (score, before[0]);
    }
    order(cpu, board, odd, before, &mut moves);
    let (mut best, mut best_square) = (WORST, NOWHERE);
    while let Some(mv) = moves.next() {
        let square = mv.square as usize;
        let after = board.after(square, mv.flips);
        // The first move is probably the best one: the others are only asked whether they are better, and searched again if one is.
        let lower = alpha.max(best);
        let mut score = match best {
            WORST => beta,
            _ => -null_window(cpu, search, after, -lower - 1, odd ^ QUADRANTS[square]),
        };
        if best == WORST || (lower < score && score < beta) {
            score = -principal(cpu, search, after, -beta, -lower).0;
        }
        if search.must_stop() {
            return (alpha, NOWHERE);
        }
        if score > best {
            (best, best_square) = (score, mv.square);
            if best >= beta {
                break;
            }
        }
    }
    if empties >= REMEMBERED {
        remember(search, board, (alpha, beta), (best, best_square), before);
    }
    (best, best_square)
}
