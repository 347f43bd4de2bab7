//! The midgame: looking ahead as deep as asked, and to the end of the game when that is near.

use super::bitboard::Board;
use super::cpu::{Cpu, per_cpu};
use super::endgame::{null_window, principal};
use super::evaluation::{DISC, INFINITE};
use super::last_empties::odd_quadrants;
use super::move_list::{AllMoves, weighted_mobility};
use super::search::Search;
use super::transposition::{Known, NOWHERE};

/// With at least this many plies to go the evaluation puts the moves in order.
const EVALUATED: u32 = 3;

/// With at least this many plies to go the transposition table is used.
const REMEMBERED: u32 = 2;

/// With at least this many plies to go, ProbCut may replace the search.
const PROBED: u32 = 3;

/// The standard deviation, in parts of a disc, between the values of two searches of which one looks `plies` further.
///
/// With the trained evaluation it is mostly right within a quarter, for depths from 4 to 9 in 2800 positions of
/// tournament games. A better evaluation would allow less.
fn deviation(empties: u32, plies: u32) -> f32 {
    (2.9 - 0.045 * empties as f32) * (plies as f32).sqrt() * DISC as f32
}

/// The same between a search and the end of the game, `plies` further, with this many empties: seven tenths of a fit
/// to the values of deeper and shallower searches in those games. It takes 28 ms with 20 empty cells, where the exact score takes 124,
/// and 75 instead of 634 with 22; with the whole deviation it was 43 and 126 ms.
fn deviation_from_the_end(empties: u32, plies: u32) -> f32 {
    let shallow = (empties - plies).max(1) as f32;
    let one_ply = 2.9 * (1.0 - 0.015 * empties as f32) * shallow.powf(-0.3);
    one_ply * (plies as f32).sqrt() * DISC as f32
}

/// With this many empties or fewer even a selective search plays the end exactly.
const PLAYED_OUT: u32 = 12;

/// What a shallow search says of a deep one has a random error. For each selectivity of a search, this is by how many standard
/// deviations the shallow search must find a position too good or too bad before the deep one is left out. Selectivity 0 leaves nothing
/// out.
pub const SURENESS: [f32; 5] = [f32::INFINITY, 2.6, 2.0, 1.5, 1.1];

per_cpu! {
    /// Looks `depth` plies ahead: the value, exact between the bounds, and the best square; [`NOWHERE`] for a player without a move
    /// and for a null window at the end of the game.
    pub(super) fn look_ahead(search: &mut Search<'_>, board: Board, alpha: i32, beta: i32, depth: u32) -> (i32, u8) = look_ahead_on;
}

#[inline(always)]
fn look_ahead_on<C: Cpu>(
    cpu: C,
    search: &mut Search<'_>,
    board: Board,
    alpha: i32,
    beta: i32,
    depth: u32,
) -> (i32, u8) {
    let empties = board.empties();
    if depth >= empties && (empties <= PLAYED_OUT || !search.probable_end) {
        return play_out(cpu, search, board, alpha, beta);
    }
    search.nodes += 1;
    if depth == 0 {
        return (search.evaluation.value(board), NOWHERE);
    }
    let known = match depth {
        REMEMBERED.. => search.table.get(board),
        _ => None,
    };
    let before = known.map_or([NOWHERE; 2], |known| known.moves);
    if let Some(known) = known.filter(|known| can_trust(search, known, depth)) {
        let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
        if lower >= beta || lower == upper {
            return (lower, before[0]);
        }
        if upper <= alpha {
            return (upper, before[0]);
        }
    }
    let mut moves = AllMoves::new(cpu, board);
    if moves.is_empty() {
        let value = match cpu.moves(board.opponent, board.own) {
            0 => board.score() * DISC,
            _ => -look_ahead(cpu, search, board.pass(), -beta, -alpha, depth).0,
        };
        return (value, NOWHERE);
    }
    if beta - alpha == 1
        && depth >= PROBED
        && search.selectivity > 0
        && let Some(value) = probcut(cpu, search, board, alpha, depth)
    {
        return (value, before[0]);
    }
    if depth > 1 {
        for mv in moves.all() {
            let after = board.after(mv.square as usize, mv.flips);
            mv.cost = match before.iter().position(|square| *square == mv.square) {
                Some(place) => place as i32 - 100 * INFINITE,
                None if depth >= EVALUATED => search.evaluation.value(after),
                None => weighted_mobility(cpu.moves(after.own, after.opponent)),
            };
        }
    }
    let (mut best, mut best_square) = (-INFINITE, NOWHERE);
    while let Some(mv) = moves.next() {
        let after = board.after(mv.square as usize, mv.flips);
        let lower = alpha.max(best);
        let is_narrow = best > -INFINITE && beta - lower > 1;
        let asked = if is_narrow { lower + 1 } else { beta };
        let mut value = -look_ahead(cpu, search, after, -asked, -lower, depth - 1).0;
        if is_narrow && lower < value && value < beta {
            value = -look_ahead(cpu, search, after, -beta, -lower, depth - 1).0;
        }
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
    if depth >= REMEMBERED {
        let known = Known {
            lower: if best > alpha { best } else { -64 * DISC } as i16,
            upper: if best < beta { best } else { 64 * DISC } as i16,
            depth: depth as u8,
            selectivity: search.selectivity,
            moves: [best_square, NOWHERE],
        };
        search.table.put(board, known);
    }
    (best, best_square)
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
fn probcut<C: Cpu>(
    cpu: C,
    search: &mut Search<'_>,
    board: Board,
    alpha: i32,
    depth: u32,
) -> Option<i32> {
    let shallow = depth / 4 * 2 + depth % 2;
    let (empties, plies) = (board.empties(), depth - shallow);
    let deviation = match depth >= empties {
        true => deviation_from_the_end(empties, plies),
        false => deviation(empties, plies),
    };
    let sure = (SURENESS[usize::from(search.selectivity)] * deviation) as i32;
    let at_a_glance = search.evaluation.value(board);
    if at_a_glance > alpha {
        let bound = alpha + 1 + sure;
        let is_more = bound < 64 * DISC
            && look_ahead(cpu, search, board, bound - 1, bound, shallow).0 >= bound;
        is_more.then_some(alpha + 1)
    } else {
        let bound = alpha - sure;
        let is_not = bound > -64 * DISC
            && look_ahead(cpu, search, board, bound, bound + 1, shallow).0 <= bound;
        is_not.then_some(alpha)
    }
}

/// The end of the game for a window in parts of a disc.
#[inline(always)]
fn play_out<C: Cpu>(
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
