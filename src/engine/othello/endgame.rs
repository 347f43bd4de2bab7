//! The endgame: what a position is worth when both sides play perfectly to the last disc.
//!
//! This is a principal variation search (NegaScout): the first move of a position is searched for its score, and a null window
//! asks of each other move whether it is better. Everything depends on trying good moves first. A good move leaves the
//! opponent few replies (fastest first) or lies in an odd quadrant; where the tree below is large, a shallow search says which are
//! good.

use super::bitboard::{Board, cell};
use super::cpu::{Cpu, per_cpu, this_cpu};
use super::evaluation::{DISC, Evaluation, INFINITE, shallow_value};
use super::last_empties::{
    QUADRANTS, WORST, five_empties, four_empties, odd_quadrants, score_after_pass,
    up_to_three_empties,
};
use super::move_list::{AllMoves, MoveList, weighted_mobility};
use super::search::Search;
use super::stability::stable;
use super::transposition::{Known, NOWHERE, TranspositionTable};
use crate::games::othello::Cell;

/// With at least this many empties the moves are put in order.
const ORDERED: u32 = 6;

/// With at least this many empties the transposition table is used.
const REMEMBERED: u32 = 8;

/// With at least this many empties the positions after all moves are looked up before one of them is searched (enhanced
/// transposition cutoff).
const ASKED_BEFORE: u32 = 9;

/// With at least this many empties a shallow search says which moves are good.
const LOOKED_AHEAD: u32 = 13;

/// From this alpha on, in discs, it pays to see whether the opponent's stable stones rule a better score out.
const STABILITY: i32 = 10;

/// A move that looks this much worse than another need not be looked at more closely.
const HOPELESS: i32 = 8 * DISC;

/// What a position is worth, and how to play it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// In discs from the view of the player to move, -64 to 64. The empty cells are the winner's.
    pub score: i32,
    /// Best moves of both players to the end, passes left out. Empty when the game is over.
    pub moves: Vec<Cell>,
    /// How many positions were searched.
    pub nodes: u64,
}

/// Plays the position to its end, with a transposition table of this many megabytes.
///
/// Twenty empties take a fraction of a second, and each one more takes two to three times as long.
///
/// ```
/// use qipan::engine::othello::{Board, solve};
/// use qipan::games::stone::Stone;
/// let map = "
///     XXXXXXXX
///     XXXXXXXX
///     XXXXXXXX
///     XXXXXXXX
///     XXXXXXXX
///     XXXXXXXX
///     XXXXXXOO
///     XXXXXXO.".parse().unwrap();
/// let solved = solve(Board::new(&map, Stone::Black), 1);
/// assert_eq!(solved.score, 64);
/// assert_eq!(solved.moves, ["h8".parse().unwrap()]);
/// ```
pub fn solve(board: Board, megabytes: usize) -> Solved {
    let (mut table, evaluation) = (
        TranspositionTable::new(megabytes << 20),
        Evaluation::default(),
    );
    let mut search = Search::new(&mut table, &evaluation, &|| false);
    let score = principal(this_cpu(), &mut search, board, -64, 64).0;
    Solved {
        score,
        moves: best_line(&mut search, board, score),
        nodes: search.nodes,
    }
}

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

/// The best moves of both players from a position that has this score, as far as there was time to find them.
pub(super) fn best_line(search: &mut Search<'_>, mut board: Board, mut score: i32) -> Vec<Cell> {
    let mut moves = Vec::new();
    loop {
        if board.moves() == 0 {
            (board, score) = (board.pass(), -score);
        }
        let (_, square) = principal(this_cpu(), search, board, score - 1, score + 1);
        if search.stopped || square == NOWHERE {
            return moves;
        }
        let best = cell(square.into());
        let Some(after) = board.play(best) else {
            return moves;
        };
        (board, score) = (after, -score);
        moves.push(best);
    }
}

/// Writes the score that a search with this window found.
#[inline(always)]
fn remember(
    search: &mut Search<'_>,
    board: Board,
    empties: u32,
    (alpha, beta): (i32, i32),
    score: i32,
    best: u8,
    before: [u8; 2],
) {
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
    search.table.put(board, known);
}

/// Puts the moves in order: those that were best before, then those that leave the opponent few replies.
#[inline(always)]
fn order<const N: usize, C: Cpu>(
    cpu: C,
    search: &Search<'_>,
    board: Board,
    odd: u64,
    before: [u8; 2],
    moves: &mut MoveList<N>,
) {
    let empties = board.empties();
    let mut least = INFINITE;
    for mv in moves.all() {
        let after = board.after(mv.square as usize, mv.flips);
        let replies = weighted_mobility(cpu.moves(after.own, after.opponent));
        mv.cost = if let Some(place) = before.iter().position(|square| *square == mv.square) {
            place as i32 - 100 * INFINITE
        } else if empties >= LOOKED_AHEAD {
            let depth = 1 + (empties - LOOKED_AHEAD) / 2;
            let enough = least + HOPELESS;
            let value = shallow_value(cpu, search.evaluation, after, -INFINITE, enough, depth);
            least = least.min(value);
            value + replies * DISC / 2
        } else {
            // An odd quadrant is worth a quarter of a reply.
            replies * 4 - (odd >> mv.square & 1) as i32
        };
    }
}

/// The most that the player can still reach, by the opponent's stable stones, when that is no more than `alpha`.
#[inline(always)]
fn ruled_out(board: Board, alpha: i32) -> Option<i32> {
    if alpha < STABILITY {
        return None;
    }
    let most = 64 - 2 * stable(board.opponent, board.own).count_ones() as i32;
    (most <= alpha).then_some(most)
}

#[inline(always)]
fn six_or_seven_empties_on<C: Cpu>(
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
    order(cpu, search, board, odd, [NOWHERE; 2], &mut moves);
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
fn null_window_on<C: Cpu>(
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
        REMEMBERED..=16 => deep::<16, C>(cpu, search, board, alpha, odd),
        _ => deep::<60, C>(cpu, search, board, alpha, odd),
    }
}

/// [`null_window`] with enough empty cells to use the table, and at most `N`: to clear a longer list of moves in each
/// position takes a twentieth of the time.
#[inline(always)]
fn deep<const N: usize, C: Cpu>(
    cpu: C,
    search: &mut Search<'_>,
    board: Board,
    alpha: i32,
    odd: u64,
) -> i32 {
    let empties = board.empties();
    search.nodes += 1;
    if let Some(most) = ruled_out(board, alpha) {
        return most;
    }
    let known = search.table.get(board);
    if let Some((lower, upper)) = known.and_then(|known| known.score(empties)) {
        if lower > alpha {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
    }
    let mut moves = MoveList::<N>::new(cpu, board);
    if moves.is_empty() {
        return score_after_pass(cpu, board, |passed| {
            null_window(cpu, search, passed, -alpha - 1, odd)
        });
    }
    if empties >= ASKED_BEFORE {
        for mv in moves.all() {
            let after = board.after(mv.square as usize, mv.flips);
            if let Some(known) = search.table.get(after)
                && let Some((_, upper)) = known.score(empties - 1)
                && -upper > alpha
            {
                return -upper;
            }
        }
    }
    let before = known.map_or([NOWHERE; 2], |known| known.moves);
    order(cpu, search, board, odd, before, &mut moves);
    let (mut best, mut best_square) = (WORST, NOWHERE);
    while let Some(mv) = moves.next() {
        if search.must_stop() {
            return alpha;
        }
        let square = mv.square as usize;
        let after = board.after(square, mv.flips);
        let score = -null_window(cpu, search, after, -alpha - 1, odd ^ QUADRANTS[square]);
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
        empties,
        (alpha, alpha + 1),
        best,
        best_square,
        before,
    );
    best
}

#[inline(always)]
fn principal_on<C: Cpu>(
    cpu: C,
    search: &mut Search<'_>,
    board: Board,
    alpha: i32,
    beta: i32,
) -> (i32, u8) {
    search.nodes += 1;
    let empties = board.empties();
    let odd = odd_quadrants(board.empty());
    let mut moves = AllMoves::new(cpu, board);
    if moves.is_empty() {
        let score = score_after_pass(cpu, board, |passed| {
            principal(cpu, search, passed, -beta, -alpha).0
        });
        return (score, NOWHERE);
    }
    let known = match empties {
        REMEMBERED.. => search.table.get(board),
        _ => None,
    };
    let before = known.map_or([NOWHERE; 2], |known| known.moves);
    if let Some((lower, upper)) = known.and_then(|known| known.score(empties)) {
        if lower >= beta || lower == upper {
            return (lower, before[0]);
        }
        if upper <= alpha {
            return (upper, before[0]);
        }
    }
    order(cpu, search, board, odd, before, &mut moves);
    let (mut best, mut best_square) = (WORST, NOWHERE);
    while let Some(mv) = moves.next() {
        let square = mv.square as usize;
        let after = board.after(square, mv.flips);
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
        remember(
            search,
            board,
            empties,
            (alpha, beta),
            best,
            best_square,
            before,
        );
    }
    (best, best_square)
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::engine::othello::cpu::{Avx2, Portable};

    #[test]
    fn with_and_without_avx2_the_solver_looks_at_the_same_positions() {
        let Some(avx2) = Avx2::detect() else {
            return;
        };
        let evaluation = Evaluation::default();
        let mut random = StdRng::seed_from_u64(2);
        for _ in 0..50 {
            let occupied = random.random::<u64>() | random.random::<u64>() | random.random::<u64>();
            let own = occupied & random.random::<u64>();
            let opponent = occupied & !own;
            let board = Board { own, opponent };
            let (mut first, mut second) = (TranspositionTable::new(0), TranspositionTable::new(0));
            let mut one = Search::new(&mut first, &evaluation, &|| false);
            let mut other = Search::new(&mut second, &evaluation, &|| false);
            assert_eq!(
                principal(avx2, &mut one, board, -64, 64),
                principal(Portable, &mut other, board, -64, 64),
                "{board:?}"
            );
            assert_eq!(one.nodes, other.nodes, "{board:?}");
        }
    }
}
