//! Looking ahead as deep as asked, in the midgame and to the end of the game.
//!
//! This is a principal variation search (NegaScout): the first move of a position is searched for its value, and a null window
//! asks of each other move whether it is better. Everything depends on trying good moves first.

use super::bitboard::Board;
use super::endgame::{null_window, principal, ruled_out};
use super::evaluation::{DISC, INFINITE, PatternBoard};
use super::last_empties::odd_quadrants;
use super::move_list::{AllMoves, weighted_mobility};
use super::search::Search;
use super::transposition::{Known, NOWHERE, answer};
use super::vector::MoveFinder;
use crate::engine::cpu::per_cpu;

/// With at least this many plies to go the evaluation puts the moves in order.
const EVALUATED: u32 = 3;

/// With at least this many plies to go the positions after all moves are looked up before one of them is searched (enhanced
/// transposition cutoff).
const ASKED_BEFORE: u32 = 5;

/// With at least this many plies to go threads share the moves of a position.
const SHARED: u32 = 10;

/// A move that looks this much worse than another need not be looked at more closely.
const HOPELESS: i32 = 5 * DISC;

/// What a reply less for the opponent is worth when moves are put in order, on the way to the end and before.
const REPLY: i32 = 80;
const REPLY_BEFORE: i32 = 60;

/// With at least this many plies to go, ProbCut may replace the search.
const PROBED: u32 = 3;

/// The standard deviation, in parts of a disc, between the values of two searches of which one looks `plies` further than the
/// `shallow` plies of the other.
///
/// With the trained evaluation it is mostly right within a quarter, for shallow searches of 4 plies in 2800 positions of tournament
/// games and of up to 8 plies in 160. A better evaluation would allow less.
fn deviation(empties: u32, plies: u32, shallow: u32) -> f32 {
    let from_four_plies = (2.9 - 0.045 * empties as f32) * (plies as f32).sqrt();
    from_four_plies * (4.0 / shallow as f32).min(1.0) * DISC as f32
}

/// The same between a search and the end of the game, `plies` further, with this many empties: seven tenths of a fit
/// to the values of deeper and shallower searches in those games. It takes 28 ms with 20 empty cells, where the exact score takes 124,
/// and 75 instead of 634 with 22; with the whole deviation it was 43 and 126 ms.
fn deviation_from_the_end(empties: u32, plies: u32) -> f32 {
    let shallow = (empties - plies).max(1) as f32;
    let one_ply = 2.9 * (1.0 - 0.015 * empties as f32) * shallow.powf(-0.3);
    one_ply * (plies as f32).sqrt() * DISC as f32
}

/// With this many empties or fewer the end is played without evaluation, and exactly even in a selective search.
pub(super) const PLAYED_OUT: u32 = 13;

/// What a shallow search says of a deep one has a random error. For each selectivity of a search, this is by how many standard
/// deviations the shallow search must find a position too good or too bad before the deep one is left out. Selectivity 0 leaves nothing
/// out.
pub(crate) const SURENESS: [f32; 5] = [f32::INFINITY, 2.6, 2.0, 1.5, 1.1];

per_cpu! {
    /// Looks `depth` plies ahead: the value, exact between the bounds, and the best square; [`NOWHERE`] for a player without a move
    /// and for a null window at the end of the game.
    pub(super) fn look_ahead(search: &mut Search<'_>, node: &PatternBoard, alpha: i32, beta: i32, depth: u32) -> (i32, u8) = look_ahead_on;
}

#[inline(always)]
fn look_ahead_on<C: MoveFinder>(
    cpu: C,
    search: &mut Search<'_>,
    node: &PatternBoard,
    alpha: i32,
    beta: i32,
    depth: u32,
) -> (i32, u8) {
    let board = node.board;
    let to_the_end = depth >= board.empties();
    let is_null_window = beta - alpha == 1;
    // Near the end a search without evaluation is quicker than one that thinks about each move.
    if to_the_end && board.empties() <= PLAYED_OUT {
        return play_out(cpu, search, board, alpha, beta);
    }
    search.nodes += 1;
    match depth {
        0 => return (search.evaluation.value(node), NOWHERE),
        1 => return look_at_moves(cpu, search, node, alpha, beta),
        _ => {}
    }
    // Discs that can never be turned bound the score, where the score is what is asked for.
    if to_the_end
        && is_null_window
        && let Some(most) = ruled_out(board, alpha.div_euclid(DISC))
    {
        return (most * DISC, NOWHERE);
    }
    let known = search.table.get(board);
    let before = known.map_or([NOWHERE; 2], |known| known.moves);
    if let Some(known) = known.filter(|known| can_trust(search, known, depth)) {
        let range = (i32::from(known.lower), i32::from(known.upper));
        if let Some(value) = answer(range, alpha, beta) {
            return (value, before[0]);
        }
    }
    let mut moves = AllMoves::new(cpu, board);
    if moves.is_empty() {
        let value = match cpu.moves(board.opponent, board.own) {
            0 => board.score() * DISC,
            _ => -look_ahead(cpu, search, &node.pass(), -beta, -alpha, depth).0,
        };
        return (value, NOWHERE);
    }
    // One reply that is known to be good enough saves the search of all of them.
    if is_null_window && depth >= ASKED_BEFORE {
        for mv in moves.all() {
            let after = board.after(mv.square as usize, mv.flips);
            let known = search.table.get(after);
            let known = known.filter(|known| can_trust(search, known, depth - 1));
            if let Some(known) = known.filter(|known| -i32::from(known.upper) >= beta) {
                return (-i32::from(known.upper), mv.square);
            }
        }
    }
    if is_null_window
        && depth >= PROBED
        && search.selectivity > 0
        && let Some(value) = probcut(cpu, search, node, alpha, depth)
    {
        return (value, before[0]);
    }
    // Where no move is likely to be good enough, their order matters little.
    let hopeless = known.is_some_and(|known| i32::from(known.upper) <= alpha);
    let plies = match to_the_end {
        true => ((board.empties() - PLAYED_OUT) / 3).saturating_sub(u32::from(hopeless)),
        false => 0,
    };
    order(cpu, search, node, depth, before, plies, &mut moves);
    let (mut best, mut best_square) = (-INFINITE, NOWHERE);
    let busy = search.busy.filter(|_| depth >= SHARED);
    while let Some(mv) = moves.next() {
        let after = node.after(mv.square as usize, mv.flips);
        // The first move is searched by all threads: without its value the others would be searched with too wide a window.
        let mark = busy.filter(|_| best > -INFINITE);
        if mark.is_some_and(|busy| busy.is_searched(after.board)) && moves.postpone() {
            continue;
        }
        mark.inspect(|busy| busy.begin(after.board));
        // The first move is probably the best one: the others are only asked whether they are better, and searched again if one is.
        let lower = alpha.max(best);
        let is_narrow = best > -INFINITE && beta - lower > 1;
        let asked = if is_narrow { lower + 1 } else { beta };
        let mut value = -look_ahead(cpu, search, &after, -asked, -lower, depth - 1).0;
        if is_narrow && lower < value && value < beta {
            value = -look_ahead(cpu, search, &after, -beta, -lower, depth - 1).0;
        }
        mark.inspect(|busy| busy.end(after.board));
        if search.must_stop() {
            return (alpha, NOWHERE);
        }
        if value > best {
            (best, best_square) = (value, mv.square);
            if best >= beta {
                break;
            }
        }
    }
    let known = Known {
        lower: if best > alpha { best } else { -64 * DISC } as i16,
        upper: if best < beta { best } else { 64 * DISC } as i16,
        depth: depth as u8,
        selectivity: search.selectivity,
        moves: [best_square, NOWHERE],
    };
    search.table.put(board, known);
    (best, best_square)
}

#[inline(always)]
fn look_at_moves<C: MoveFinder>(
    cpu: C,
    search: &mut Search<'_>,
    node: &PatternBoard,
    alpha: i32,
    beta: i32,
) -> (i32, u8) {
    let board = node.board;
    let mut moves = cpu.moves(board.own, board.opponent);
    if moves == 0 {
        let value = match cpu.moves(board.opponent, board.own) {
            0 => board.score() * DISC,
            _ => -look_ahead(cpu, search, &node.pass(), -beta, -alpha, 1).0,
        };
        return (value, NOWHERE);
    }
    let (mut best, mut best_square) = (-INFINITE, NOWHERE);
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

/// Puts the moves in order: those that were best before, then those after which the opponent is expected to do badly.
///
/// On the way to the end of the game this looks some plies ahead, for the tree below is large.
#[inline(always)]
fn order<C: MoveFinder>(
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
        let place = before.iter().position(|square| *square == mv.square);
        let after = node.after(mv.square as usize, mv.flips);
        let Board { own, opponent } = after.board;
        if let Some(place) = place {
            mv.cost = place as i32 - 100 * INFINITE;
            continue;
        }
        let replies = weighted_mobility(cpu.moves(own, opponent));
        mv.cost = if to_the_end {
            let enough = least + HOPELESS;
            let value = look_ahead(cpu, search, &after, -INFINITE, enough, plies).0;
            least = least.min(value);
            value + replies * REPLY
        } else if depth >= EVALUATED {
            search.evaluation.value(&after) + replies * REPLY_BEFORE
        } else {
            replies
        };
    }
}

/// Is what is known about a position as good as what a search of this depth would find?
#[inline(always)]
fn can_trust(search: &Search<'_>, known: &Known, depth: u32) -> bool {
    u32::from(known.depth) >= depth && known.selectivity <= search.selectivity
}

/// Asks a search of half the depth whether the value is clearly more than `alpha` or clearly not: its bound if so.
///
/// ProbCut (Buro 1995). How far apart the values of two such searches are has been measured: [`deviation`].
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
    let sure = (SURENESS[usize::from(search.selectivity)] * deviation) as i32;
    let at_a_glance = search.evaluation.value(node);
    if at_a_glance > alpha {
        let bound = alpha + 1 + sure;
        let is_more = bound < 64 * DISC
            && look_ahead(cpu, search, node, bound - 1, bound, shallow).0 >= bound;
        is_more.then_some(alpha + 1)
    } else {
        let bound = alpha - sure;
        let is_not = bound > -64 * DISC
            && look_ahead(cpu, search, node, bound, bound + 1, shallow).0 <= bound;
        is_not.then_some(alpha)
    }
}

/// The end of the game for a window in parts of a disc.
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
            (null_window(cpu, search, board, alpha, odd), NOWHERE)
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
    fn with_and_without_avx2_a_search_looks_at_the_same_positions() {
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
                look_ahead(avx2, &mut one, &node, -INFINITE, INFINITE, depth),
                look_ahead(Portable, &mut other, &node, -INFINITE, INFINITE, depth),
                "{:?}",
                node.board
            );
            assert_eq!(one.nodes, other.nodes, "{:?}", node.board);
        }
    }
}
