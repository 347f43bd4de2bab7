//! The end of the game played out: what a position is worth when both make no mistake to the last stone.
//!
//! The search is a principal variation search (NegaScout): the first move of a position is searched for its score, of
//! each other one is asked with a null window whether it is better. All depends on trying good moves first. A move is good that
//! leaves the opponent few replies (fastest first), that is in an odd quadrant, or, where there is much below it, that
//! a look a few plies ahead finds good.

use super::bitboard::{Board, cell};
use super::evaluation::{DISC, Evaluation, INFINITE};
use super::last::{QUADRANTS, WORST, odd_quadrants, pass};
use super::machine::{Compiled, Machine, on_this_machine};
use super::moves::{AllMoves, Moves, weighted_mobility};
use super::search::Search;
use super::stability::stable;
use super::table::{Known, NOWHERE, Table};
use crate::games::othello::Cell;

/// With at least so many empty cells the moves are put in order.
const ORDERED: u32 = 6;

/// With at least so many empty cells the table is asked.
const REMEMBERED: u32 = 8;

/// With at least so many empty cells the table is asked about the positions after all moves before one is searched.
const ASKED_BEFORE: u32 = 9;

/// With at least so many empty cells a look ahead decides which moves are good.
const LOOKED_AHEAD: u32 = 13;

/// From this alpha on, in discs, it is worth looking whether the opponent's stable stones rule a better score out.
const STABILITY: i32 = 10;

/// A move that looks so much worse than another need not be looked at more closely.
const HOPELESS: i32 = 8 * DISC;

/// What a position is worth, and how to play it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// In discs from the view of the player to move, -64 to 64. The empty cells are the winner's.
    pub score: i32,
    /// Best moves of both players to the end, passes left out. Empty when the game is over.
    pub moves: Vec<Cell>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// Plays the position to its end, with a table of so many megabytes.
///
/// It takes the longer the more cells are empty: twenty take a fraction of a second, each one more makes it two to three times as much.
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
    let (mut table, evaluation) = (Table::new(megabytes << 20), Evaluation::default());
    let mut search = Search::new(&mut table, &evaluation, &|| false);
    let score = search.solve(board, -64, 64).0;
    Solved {
        score,
        moves: search.line(board, score),
        nodes: search.nodes,
    }
}

impl Search<'_> {
    /// The score, exact when it is between the bounds, and the best square; [`NOWHERE`] for a player without a move.
    pub fn solve(&mut self, board: Board, alpha: i32, beta: i32) -> (i32, u8) {
        on_this_machine!(machine => machine.principal(self, board, alpha, beta))
    }

    /// The best moves of both players from a position that has this score, as far as there was time to find them.
    pub fn line(&mut self, mut board: Board, mut score: i32) -> Vec<Cell> {
        let mut moves = Vec::new();
        loop {
            if board.moves() == 0 {
                (board, score) = (board.pass(), -score);
            }
            let (_, square) = self.solve(board, score - 1, score + 1);
            if self.stopped || square == NOWHERE {
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
        &mut self,
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
            // No move was good enough: the one that was best before may reach the lower bound that is known.
            moves: match before {
                [NOWHERE, _] => [best, NOWHERE],
                _ if score > alpha => [best, NOWHERE],
                _ => before,
            },
        };
        self.table.put(board, known);
    }

    /// Puts the moves in order: those that were best before, then those that leave the opponent few replies.
    #[inline(always)]
    fn order<const N: usize, M: Machine>(
        &self,
        machine: M,
        board: Board,
        odd: u64,
        before: [u8; 2],
        moves: &mut Moves<N>,
    ) {
        let empties = board.empties();
        let mut least = INFINITE;
        for mv in moves.all() {
            let after = board.after(mv.square as usize, mv.flips);
            let replies = weighted_mobility(machine.moves(after.own, after.opponent));
            mv.cost = if let Some(place) = before.iter().position(|square| *square == mv.square) {
                place as i32 - 100 * INFINITE
            } else if empties >= LOOKED_AHEAD {
                let depth = 1 + (empties - LOOKED_AHEAD) / 2;
                let enough = least + HOPELESS;
                let value = machine.look_ahead(self.evaluation, after, -INFINITE, enough, depth);
                least = least.min(value);
                value + replies * DISC / 2
            } else {
                // An odd quadrant is worth a quarter of a reply.
                replies * 4 - (odd >> mv.square & 1) as i32
            };
        }
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

/// Six or seven empty cells, with a null window as in [`last`](super::last).
#[inline(always)]
pub(super) fn shallow<M: Machine>(
    machine: M,
    search: &mut Search<'_>,
    board: Board,
    alpha: i32,
    odd: u64,
) -> i32 {
    search.nodes += 1;
    if let Some(most) = ruled_out(board, alpha) {
        return most;
    }
    let mut moves = Moves::<8>::new(machine, board);
    if moves.is_empty() {
        return pass(machine, board, |passed| {
            machine.shallow(search, passed, -alpha - 1, odd)
        });
    }
    search.order(machine, board, odd, [NOWHERE; 2], &mut moves);
    let is_last = board.empties() == ORDERED;
    let mut best = WORST;
    while let Some(mv) = moves.next() {
        let square = mv.square as usize;
        let after = board.after(square, mv.flips);
        let odd = odd ^ QUADRANTS[square];
        let score = match is_last {
            true => -machine.five(search, after, -alpha - 1, odd),
            false => -machine.shallow(search, after, -alpha - 1, odd),
        };
        best = best.max(score);
        if best > alpha {
            break;
        }
    }
    best
}

/// Any number of empty cells, with a null window as in [`last`](super::last); `odd` are the quadrants with an odd
/// number of empty cells.
#[inline(always)]
pub(super) fn null_window<M: Machine>(
    machine: M,
    search: &mut Search<'_>,
    board: Board,
    alpha: i32,
    odd: u64,
) -> i32 {
    match board.empties() {
        0..4 => machine.fewer(search, board, alpha),
        4 => machine.four(search, board, alpha, odd),
        5 => machine.five(search, board, alpha, odd),
        ORDERED..REMEMBERED => machine.shallow(search, board, alpha, odd),
        REMEMBERED..=16 => deep::<16, M>(machine, search, board, alpha, odd),
        _ => deep::<60, M>(machine, search, board, alpha, odd),
    }
}

/// [`null_window`] with enough empty cells to use the table, and at most `N`: to clear a longer list of moves in each
/// position takes a twentieth of the time.
#[inline(always)]
fn deep<const N: usize, M: Machine>(
    machine: M,
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
    let mut moves = Moves::<N>::new(machine, board);
    if moves.is_empty() {
        return pass(machine, board, |passed| {
            machine.null_window(search, passed, -alpha - 1, odd)
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
    search.order(machine, board, odd, before, &mut moves);
    let (mut best, mut best_square) = (WORST, NOWHERE);
    while let Some(mv) = moves.next() {
        if search.must_stop() {
            return alpha;
        }
        let square = mv.square as usize;
        let after = board.after(square, mv.flips);
        let score = -machine.null_window(search, after, -alpha - 1, odd ^ QUADRANTS[square]);
        if score > best {
            (best, best_square) = (score, mv.square);
            if best > alpha {
                break;
            }
        }
    }
    search.remember(
        board,
        empties,
        (alpha, alpha + 1),
        best,
        best_square,
        before,
    );
    best
}

/// Any number of empty cells and any window: the score, exact when it is between the bounds, and the best square.
#[inline(always)]
pub(super) fn principal<M: Machine>(
    machine: M,
    search: &mut Search<'_>,
    board: Board,
    alpha: i32,
    beta: i32,
) -> (i32, u8) {
    search.nodes += 1;
    let empties = board.empties();
    let odd = odd_quadrants(board.empty());
    let mut moves = AllMoves::new(machine, board);
    if moves.is_empty() {
        let score = pass(machine, board, |passed| {
            machine.principal(search, passed, -beta, -alpha).0
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
    search.order(machine, board, odd, before, &mut moves);
    let (mut best, mut best_square) = (WORST, NOWHERE);
    while let Some(mv) = moves.next() {
        let square = mv.square as usize;
        let after = board.after(square, mv.flips);
        let lower = alpha.max(best);
        let mut score = match best {
            WORST => beta,
            _ => -machine.null_window(search, after, -lower - 1, odd ^ QUADRANTS[square]),
        };
        if best == WORST || (lower < score && score < beta) {
            score = -machine.principal(search, after, -beta, -lower).0;
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
        search.remember(board, empties, (alpha, beta), best, best_square, before);
    }
    (best, best_square)
}
