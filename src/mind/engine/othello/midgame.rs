//! Searches to a given depth, or to the end of the game.
//!
//! This is a principal variation search (NegaScout): the first move of a position is searched with the whole
//! window, and the others with a null window, which tests whether they are better. The speed depends on good
//! move ordering.

use super::bitboard::Board;
use super::endgame::{null_window, principal, stability_cutoff};
use super::evaluation::{DISC, INFINITE, PatternBoard};
use super::last_empties::odd_quadrants;
use super::move_list::{AllMoves, weighted_mobility};
use super::search::Search;
use super::transposition::{Entry, NO_MOVE, cutoff};
use super::vector::MoveFinder;
use crate::engine::cpu::per_cpu;

/// The smallest depth at which the evaluation sorts the moves.
const SORT_BY_VALUE: u32 = 3;

/// The smallest depth at which the table is probed for all replies before one is searched (enhanced
/// transposition cutoff).
const ETC: u32 = 5;

/// The smallest depth at which threads share the moves of a position.
const SHARED: u32 = 10;

/// The margin by which a move must look worse than another before its exact value stops mattering for
/// sorting.
const HOPELESS: i32 = 5 * DISC;

/// The cost of each reply of the opponent when sorting for a search to the end of the game.
const REPLY: i32 = 80;
/// The cost of each reply of the opponent when sorting for a shorter search.
const REPLY_MIDGAME: i32 = 60;

/// The smallest depth at which ProbCut may replace the full search.
const PROBCUT: u32 = 3;

/// The standard deviation, in hundredths of a disc, of the difference between two search values: one from
/// `shallow` plies, the other from `plies` more.
///
/// The formula mostly agrees with measured deviations within a quarter. They were measured with shallow
/// searches of 4 plies in 2800 positions of tournament games and of up to 8 plies in 160 positions. With a
/// better evaluation the deviations would be smaller.
fn deviation(empties: u32, plies: u32, shallow: u32) -> f32 {
    let from_four_plies = (2.9 - 0.045 * empties as f32) * (plies as f32).sqrt();
    from_four_plies * (4.0 / shallow as f32).min(1.0) * DISC as f32
}

/// The standard deviation, in hundredths of a disc, of the difference between a search value and the final
/// score, which is `plies` plies deeper.
///
/// It is seven tenths of the deviation fitted to the same games. With 20 empty cells, a search then takes 28
/// ms instead of the 124 ms for the exact score, and with 22 empty cells 75 ms instead of 634 ms. With the
/// whole deviation it took 43 and 126 ms.
fn deviation_from_the_end(empties: u32, plies: u32) -> f32 {
    let shallow = (empties - plies).max(1) as f32;
    let one_ply = 2.9 * (1.0 - 0.015 * empties as f32) * shallow.powf(-0.3);
    one_ply * (plies as f32).sqrt() * DISC as f32
}

/// The maximum number of empties with which [`endgame`](super::endgame) searches to the end of the game. That
/// search is exact even in a selective search.
pub(super) const PLAYED_OUT: u32 = 13;

/// The confidence of ProbCut for each selectivity, in standard deviations. A deep search is skipped if the
/// value of the shallow search is outside the window by this many deviations. Selectivity 0 skips nothing.
pub(crate) const CONFIDENCE: [f32; 5] = [f32::INFINITY, 2.6, 2.0, 1.5, 1.1];

per_cpu! {
    /// Searches `depth` plies. Returns the value, which is exact if it lies between the bounds, and the best
    /// square, which is [`NO_MOVE`] if the player must pass or if a null-window search reached the end of the
    /// game.
    pub(super) fn search_node<C: MoveFinder>(
        cpu: C, search: &mut Search<'_>, node: &PatternBoard, alpha: i32, beta: i32, depth: u32,
    ) -> (i32, u8) {
        let board = node.board;
        let to_the_end = depth >= board.empties();
        let is_null_window = beta - alpha == 1;
        if to_the_end && board.empties() <= PLAYED_OUT {
            return play_out(cpu, search, board, alpha, beta);
        }
        search.nodes += 1;
        match depth {
            0 => return (search.evaluation.value(node), NO_MOVE),
            1 => return evaluate_moves(cpu, search, node, alpha, beta),
            _ => {}
        }
        if to_the_end
            && is_null_window
            && let Some(most) = stability_cutoff(board, alpha.div_euclid(DISC))
        {
            return (most * DISC, NO_MOVE);
        }
        let entry = search.table.get(board);
        let before = entry.map_or([NO_MOVE; 2], |entry| entry.moves);
        if let Some(entry) = entry.filter(|entry| can_trust(search, entry, depth)) {
            let range = (i32::from(entry.lower), i32::from(entry.upper));
            if let Some(value) = cutoff(range, alpha, beta) {
                return (value, before[0]);
            }
        }
        let mut moves = AllMoves::new(cpu, board);
        if moves.is_empty() {
            return pass(cpu, search, node, (alpha, beta), depth);
        }
        if is_null_window && depth >= ETC {
            for mv in moves.all() {
                let after = board.after(mv.square as usize, mv.flips);
                if let Some(entry) = search.table.get(after)
                    && can_trust(search, &entry, depth - 1)
                    && -i32::from(entry.upper) >= beta
                {
                    return (-i32::from(entry.upper), mv.square);
                }
            }
        }
        if is_null_window
            && depth >= PROBCUT
            && search.selectivity > 0
            && let Some(value) = probcut(cpu, search, node, alpha, depth)
        {
            return (value, before[0]);
        }
        // If all moves will probably fail low, their order matters little.
        let hopeless = entry.is_some_and(|entry| i32::from(entry.upper) <= alpha);
        let plies = match to_the_end {
            true => ((board.empties() - PLAYED_OUT) / 3).saturating_sub(u32::from(hopeless)),
            false => 0,
        };
        sort(cpu, search, node, depth, before, plies, &mut moves);
        let (mut best, mut best_square) = (-INFINITE, NO_MOVE);
        let in_progress = search.in_progress.filter(|_| depth >= SHARED);
        while let Some(mv) = moves.next() {
            let after = node.after(mv.square as usize, mv.flips);
            // All threads search the first move, because without its value the window for the other moves
            // would be too wide.
            let shared = in_progress.filter(|_| best > -INFINITE);
            if shared.is_some_and(|others| others.contains(after.board)) && moves.postpone() {
                continue;
            }
            shared.inspect(|others| others.insert(after.board));
            let lower = alpha.max(best);
            let is_narrow = best > -INFINITE && beta - lower > 1;
            let upper = if is_narrow { lower + 1 } else { beta };
            let mut value = -search_node(cpu, search, &after, -upper, -lower, depth - 1).0;
            if is_narrow && lower < value && value < beta {
                value = -search_node(cpu, search, &after, -beta, -lower, depth - 1).0;
            }
            shared.inspect(|others| others.remove(after.board));
            if search.must_stop() {
                return (alpha, NO_MOVE);
            }
            if value > best {
                (best, best_square) = (value, mv.square);
                if best >= beta {
                    break;
                }
            }
        }
        let entry = Entry {
            lower: if best > alpha { best } else { -64 * DISC } as i16,
            upper: if best < beta { best } else { 64 * DISC } as i16,
            depth: depth as u8,
            selectivity: search.selectivity,
            moves: [best_square, NO_MOVE],
        };
        search.table.put(board, entry);
        (best, best_square)
    }
}

/// Returns the value after a pass, or the final score if the opponent cannot move either.
#[inline(always)]
fn pass<C: MoveFinder>(
    cpu: C,
    search: &mut Search<'_>,
    node: &PatternBoard,
    (alpha, beta): (i32, i32),
    depth: u32,
) -> (i32, u8) {
    let Board { own, opponent } = node.board;
    let value = match cpu.moves(opponent, own) {
        0 => node.board.score() * DISC,
        _ => -search_node(cpu, search, &node.pass(), -beta, -alpha, depth).0,
    };
    (value, NO_MOVE)
}

/// Searches one ply, without the table.
#[inline(always)]
fn evaluate_moves<C: MoveFinder>(
    cpu: C,
    search: &mut Search<'_>,
    node: &PatternBoard,
    alpha: i32,
    beta: i32,
) -> (i32, u8) {
    let board = node.board;
    let mut moves = cpu.moves(board.own, board.opponent);
    if moves == 0 {
        return pass(cpu, search, node, (alpha, beta), 1);
    }
    let (mut best, mut best_square) = (-INFINITE, NO_MOVE);
    while moves != 0 && best < beta {
        let square = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        let flips = cpu.flips(board.own, board.opponent, square);
        search.nodes += 1;
        let value = -search.evaluation.value(&node.after(square, flips));
        if value > best {
            (best, best_square) = (value, square as u8);
        }
    }
    (best, best_square)
}

/// Sets the costs so that the table's moves come first, then the moves that are worst for the opponent. In a
/// search to the end of the game, a search of `plies` plies judges this; otherwise the evaluation or the
/// number of replies does.
#[inline(always)]
fn sort<C: MoveFinder>(
    cpu: C,
    search: &mut Search<'_>,
    node: &PatternBoard,
    depth: u32,
    before: [u8; 2],
    plies: u32,
    moves: &mut AllMoves,
) {
    let to_the_end = depth >= node.board.empties();
    let mut least = INFINITE;
    for mv in moves.all() {
        if let Some(place) = before.iter().position(|square| *square == mv.square) {
            mv.cost = place as i32 - 100 * INFINITE;
            continue;
        }
        let after = node.after(mv.square as usize, mv.flips);
        let Board { own, opponent } = after.board;
        let replies = weighted_mobility(cpu.moves(own, opponent));
        mv.cost = if to_the_end {
            let enough = least + HOPELESS;
            let value = search_node(cpu, search, &after, -INFINITE, enough, plies).0;
            least = least.min(value);
            value + replies * REPLY
        } else if depth >= SORT_BY_VALUE {
            search.evaluation.value(&after) + replies * REPLY_MIDGAME
        } else {
            replies
        };
    }
}

/// Returns true if a table entry is as reliable as a search of this depth.
#[inline(always)]
fn can_trust(search: &Search<'_>, entry: &Entry, depth: u32) -> bool {
    u32::from(entry.depth) >= depth && entry.selectivity <= search.selectivity
}

/// Searches to half the depth. Returns a bound if the result shows that the value is clearly above or clearly
/// below `alpha` (ProbCut, Buro 1995).
#[inline(always)]
fn probcut<C: MoveFinder>(
    cpu: C,
    search: &mut Search<'_>,
    node: &PatternBoard,
    alpha: i32,
    depth: u32,
) -> Option<i32> {
    let shallow = depth / 4 * 2 + depth % 2;
    let (empties, plies) = (node.board.empties(), depth - shallow);
    let deviation = match depth >= empties {
        true => deviation_from_the_end(empties, plies),
        false => deviation(empties, plies, shallow),
    };
    let margin = (CONFIDENCE[usize::from(search.selectivity)] * deviation) as i32;
    if search.evaluation.value(node) > alpha {
        let bound = alpha + 1 + margin;
        let is_more =
            bound < 64 * DISC && search_node(cpu, search, node, bound - 1, bound, shallow).0 >= bound;
        is_more.then_some(alpha + 1)
    } else {
        let bound = alpha - margin;
        let is_not =
            bound > -64 * DISC && search_node(cpu, search, node, bound, bound + 1, shallow).0 <= bound;
        is_not.then_some(alpha)
    }
}

/// Solves the rest of the game; the window and the result are in hundredths of a disc.
#[inline(always)]
fn play_out<C: MoveFinder>(
    cpu: C,
    search: &mut Search<'_>,
    board: Board,
    alpha: i32,
    beta: i32,
) -> (i32, u8) {
    let (alpha, beta) = (alpha.div_euclid(DISC), -(-beta).div_euclid(DISC));
    let (score, square) = match beta - alpha {
        1 => {
            let odd = odd_quadrants(board.empty());
            (null_window(cpu, search, board, alpha, odd), NO_MOVE)
        }
        _ => principal(cpu, search, board, alpha, beta),
    };
    (score * DISC, square)
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use chacha20::ChaCha12Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::engine::cpu::{Portable, this_cpu};
    use crate::engine::othello::evaluation::Evaluation;
    use crate::engine::othello::transposition::TranspositionTable;

    #[test]
    fn a_search_visits_the_same_nodes_with_and_without_avx2() {
        let Some(avx2) = this_cpu() else {
            return;
        };
        let evaluation = Evaluation::default();
        let mut random = ChaCha12Rng::seed_from_u64(2);
        for depth in [60, 60, 5].repeat(20) {
            let occupied = random.random::<u64>() | random.random::<u64>() | random.random::<u64>();
            let own = occupied & random.random::<u64>();
            let opponent = occupied & !own;
            let node = PatternBoard::new(Board { own, opponent });
            let tables = [(); 4].map(|()| TranspositionTable::new(0));
            let [first, first_near, second, second_near] = &tables;
            let mut one = Search::new(first, first_near, &evaluation, &|| false);
            let mut other = Search::new(second, second_near, &evaluation, &|| false);
            assert_eq!(
                search_node(avx2, &mut one, &node, -INFINITE, INFINITE, depth),
                search_node(Portable, &mut other, &node, -INFINITE, INFINITE, depth),
                "{:?}",
                node.board
            );
            assert_eq!(one.nodes, other.nodes, "{:?}", node.board);
        }
    }
}
