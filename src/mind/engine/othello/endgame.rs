//! Solves endgames exactly, from about 13 empty cells on, without the evaluation.
//!
//! [`midgame`](super::midgame) calls this module for positions with so few empty cells that an evaluation
//! costs more than it saves. Moves are sorted by the number of replies that they leave (fewest first) and by
//! the parity of their quadrant.

use super::bitboard::Board;
use super::evaluation::{DISC, INFINITE};
use super::last_empties::{
    QUADRANTS, WORST, five_empties, four_empties, odd_quadrants, score_after_pass, up_to_three_empties,
};
use super::move_list::{CORNERS, MoveList, weighted_mobility};
use super::search::Search;
use super::stability::stable;
use super::transposition::{Entry, NO_MOVE, TranspositionTable, cutoff};
use super::vector::MoveFinder;
use crate::engine::cpu::per_cpu;

/// The minimum number of empties with which moves are sorted.
const SORTED: u32 = 6;

/// The minimum number of empties with which the transposition table is used.
const HASHED: u32 = 8;

/// The minimum number of empties with which the table is probed for all replies before one is searched
/// (enhanced transposition cutoff).
const ETC: u32 = 9;

/// The maximum number of empties with which the small table is used. The small table fits into the
/// processor's second-level cache. With only the large table, the search spent a fifth of its time waiting
/// for memory.
const NEAR: u32 = 10;

/// The lowest alpha, in discs, at which the search counts the opponent's stable discs.
const STABILITY: i32 = 10;

/// Returns the table for positions with this many empties.
#[inline(always)]
fn table<'a>(search: &Search<'a>, empties: u32) -> &'a TranspositionTable {
    match empties {
        ..=NEAR => search.near,
        _ => search.table,
    }
}

/// Stores the score that a search with this window found. `before` has the best moves of the entry that is
/// replaced.
#[inline(always)]
fn store(
    search: &mut Search<'_>,
    board: Board,
    (alpha, beta): (i32, i32),
    (score, best): (i32, u8),
    before: [u8; 2],
) {
    let empties = board.empties();
    let discs = |score: i32| (score * DISC) as i16;
    let entry = Entry {
        lower: discs(if score > alpha { score } else { -64 }),
        upper: discs(if score < beta { score } else { 64 }),
        depth: empties as u8,
        selectivity: 0,
        // After a fail-low, keep the old best move, which may be the one that reaches the old lower bound.
        moves: match before {
            [NO_MOVE, _] => [best, NO_MOVE],
            _ if score > alpha => [best, NO_MOVE],
            _ => before,
        },
    };
    table(search, empties).put(board, entry);
}

/// Sets the costs so that the table's moves come first, then the moves that leave the opponent few replies.
#[inline(always)]
fn sort<const N: usize, C: MoveFinder>(
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
            // An odd quadrant and a corner count half a reply each.
            replies * 2 - (odd >> mv.square & 1) as i32 - (CORNERS >> mv.square & 1) as i32
        };
    }
}

/// Returns the best score that the opponent's stable discs allow, if this score is at most `alpha`.
#[inline(always)]
pub(super) fn stability_cutoff(board: Board, alpha: i32) -> Option<i32> {
    if alpha < STABILITY {
        return None;
    }
    let most = 64 - 2 * stable(board.opponent, board.own).count_ones() as i32;
    (most <= alpha).then_some(most)
}

per_cpu! {
    fn six_or_seven_empties<C: MoveFinder>(
        cpu: C, search: &mut Search<'_>, board: Board, alpha: i32, odd: u64,
    ) -> i32 {
        search.nodes += 1;
        if let Some(most) = stability_cutoff(board, alpha) {
            return most;
        }
        let mut moves = MoveList::<8>::new(cpu, board);
        if moves.is_empty() {
            return score_after_pass(cpu, board, |passed| {
                six_or_seven_empties(cpu, search, passed, -alpha - 1, odd)
            });
        }
        sort(cpu, board, odd, [NO_MOVE; 2], &mut moves);
        let is_last = board.empties() == SORTED;
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
}

per_cpu! {
    /// Solves a position with any number of empty cells, with a null window, as defined in
    /// [`last_empties`](super::last_empties). `odd` is the result of [`odd_quadrants`].
    pub(super) fn null_window<C: MoveFinder>(
        cpu: C, search: &mut Search<'_>, board: Board, alpha: i32, odd: u64,
    ) -> i32 {
        match board.empties() {
            0..4 => up_to_three_empties(cpu, search, board, alpha),
            4 => four_empties(cpu, search, board, alpha, odd),
            5 => five_empties(cpu, search, board, alpha, odd),
            SORTED..HASHED => six_or_seven_empties(cpu, search, board, alpha, odd),
            _ => deep(cpu, search, board, alpha, odd),
        }
    }
}

per_cpu! {
    /// Solves a position with any number of empty cells and any window. Returns the score, which is exact if
    /// it lies between the bounds, and the best square, which is [`NO_MOVE`] if the player must pass.
    pub(super) fn principal<C: MoveFinder>(
        cpu: C, search: &mut Search<'_>, board: Board, alpha: i32, beta: i32,
    ) -> (i32, u8) {
        search.nodes += 1;
        let empties = board.empties();
        let odd = odd_quadrants(board.empty());
        let mut moves = MoveList::<16>::new(cpu, board);
        if moves.is_empty() {
            let score = score_after_pass(cpu, board, |passed| {
                principal(cpu, search, passed, -beta, -alpha).0
            });
            return (score, NO_MOVE);
        }
        let entry = match empties {
            HASHED.. => table(search, empties).get(board),
            _ => None,
        };
        let before = entry.map_or([NO_MOVE; 2], |entry| entry.moves);
        if let Some(range) = entry.and_then(|entry| entry.score(empties))
            && let Some(score) = cutoff(range, alpha, beta)
        {
            return (score, before[0]);
        }
        sort(cpu, board, odd, before, &mut moves);
        let (mut best, mut best_square) = (WORST, NO_MOVE);
        while let Some(mv) = moves.next() {
            let square = mv.square as usize;
            let after = board.after(square, mv.flips);
            // Principal variation search: search the first move with the whole window and the other moves
            // with a null window. Search a move again if it turns out to be better.
            let lower = alpha.max(best);
            let mut score = match best {
                WORST => beta,
                _ => -null_window(cpu, search, after, -lower - 1, odd ^ QUADRANTS[square]),
            };
            if best == WORST || (lower < score && score < beta) {
                score = -principal(cpu, search, after, -beta, -lower).0;
            }
            if search.must_stop() {
                return (alpha, NO_MOVE);
            }
            if score > best {
                (best, best_square) = (score, mv.square);
                if best >= beta {
                    break;
                }
            }
        }
        if empties >= HASHED {
            store(search, board, (alpha, beta), (best, best_square), before);
        }
        (best, best_square)
    }
}

/// Solves a position with at least [`HASHED`] empty cells, with a null window.
#[inline(always)]
fn deep<C: MoveFinder>(cpu: C, search: &mut Search<'_>, board: Board, alpha: i32, odd: u64) -> i32 {
    let empties = board.empties();
    search.nodes += 1;
    if let Some(most) = stability_cutoff(board, alpha) {
        return most;
    }
    let entry = table(search, empties).get(board);
    if let Some(range) = entry.and_then(|entry| entry.score(empties))
        && let Some(score) = cutoff(range, alpha, alpha + 1)
    {
        return score;
    }
    let mut moves = MoveList::<16>::new(cpu, board);
    if moves.is_empty() {
        return score_after_pass(cpu, board, |passed| null_window(cpu, search, passed, -alpha - 1, odd));
    }
    if empties >= ETC {
        for mv in moves.all() {
            let after = board.after(mv.square as usize, mv.flips);
            if let Some(entry) = table(search, empties - 1).get(after)
                && let Some((_, upper)) = entry.score(empties - 1)
                && -upper > alpha
            {
                return -upper;
            }
        }
    }
    let before = entry.map_or([NO_MOVE; 2], |entry| entry.moves);
    sort(cpu, board, odd, before, &mut moves);
    let (mut best, mut best_square) = (WORST, NO_MOVE);
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
    store(search, board, (alpha, alpha + 1), (best, best_square), before);
    best
}
