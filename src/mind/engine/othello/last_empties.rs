//! Solves positions with at most five empty cells.
//!
//! Most nodes of a search are here, so these functions use no table and sort moves by quadrant parity alone.
//! They count the flips of the last disc without playing it.
//!
//! Each function is a *null-window* search, which tests whether the score is more than `alpha`. A result of
//! at most `alpha` is an upper bound on the score; a higher result is a lower bound (fail-soft).

use super::bitboard::{Board, RAYS};
use super::search::Search;
use super::vector::MoveFinder;
use crate::engine::cpu::per_cpu;

/// A value below any score: the best score of a position before any move has been searched.
pub(super) const WORST: i32 = -65;

/// The 16 cells of the quadrant that contains each square.
pub(super) static QUADRANTS: [u64; 64] = {
    let mut quadrants = [0; 64];
    let mut square = 0;
    while square < 64 {
        quadrants[square] = 0x0F0F_0F0F << (square / 32 * 32 + square % 8 / 4 * 4);
        square += 1;
    }
    quadrants
};

/// Returns all cells of the quadrants with an odd number of empty cells. A player who moves in such a
/// quadrant can hope to make the last move there too (parity).
#[inline]
pub(super) fn odd_quadrants(empty: u64) -> u64 {
    let mut odd = 0;
    for corner in [0, 7, 56, 63] {
        let quadrant = QUADRANTS[corner];
        if (empty & quadrant).count_ones() % 2 == 1 {
            odd |= quadrant;
        }
    }
    odd
}

/// The cells next to each square. A move is legal only next to a disc of the opponent.
static NEIGHBOURS: [u64; 64] = {
    const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1 << square;
        let in_row = bit | (bit << 1 & NOT_A) | (bit & NOT_A) >> 1;
        neighbours[square] = (in_row | in_row << 8 | in_row >> 8) & !bit;
        square += 1;
    }
    neighbours
};

/// The number of discs that a move flips in a line of eight cells that is full except for the move's cell.
/// Indexed by that cell and by the player's discs.
static LINE_FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut cell = 0;
    while cell < 8 {
        let mut own = 0;
        while own < 256 {
            let (mut up, mut down) = (cell + 1, cell - 1);
            while up < 8 && own >> up & 1 == 0 {
                up += 1;
            }
            while down >= 0 && own >> down & 1 == 0 {
                down -= 1;
            }
            let mut flips = 0;
            if up < 8 {
                flips += up - cell - 1;
            }
            if down >= 0 {
                flips += cell - down - 1;
            }
            table[cell as usize][own] = flips as u8;
            own += 1;
        }
        cell += 1;
    }
    table
};

/// The two diagonals through each square, without the square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let rays = &RAYS[square];
        diagonals[square] = [rays[1] | rays[5], rays[3] | rays[7]];
        square += 1;
    }
    diagonals
};

/// Counts the discs that a move on the last empty square flips. A multiplication gathers the discs of each
/// line into a byte.
#[inline(always)]
fn last_flips(own: u64, square: usize) -> i32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    let (row, col) = (square / 8, square % 8);
    let [falling, rising] = DIAGONALS[square];
    let along_falling = (own & falling).wrapping_mul(COLUMN) >> 56;
    let along_rising = (own & rising).wrapping_mul(COLUMN) >> 56;
    let along_column = (own >> col & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let along_row = own >> (row * 8) & 0xFF;
    let in_col = &LINE_FLIPS[col];
    i32::from(in_col[along_row as usize])
        + i32::from(LINE_FLIPS[row][along_column as usize])
        + i32::from(in_col[along_falling as usize])
        + i32::from(in_col[along_rising as usize])
}

#[inline(always)]
fn one_empty(own: u64, square: usize) -> i32 {
    let discs = own.count_ones() as i32;
    let flips = last_flips(own, square);
    if flips > 0 {
        return 2 * (discs + flips + 1) - 64;
    }
    let flips = last_flips(!own & !(1 << square), square);
    if flips > 0 {
        return 2 * (discs - flips) - 64;
    }
    let difference = 2 * discs - 63;
    difference + difference.signum()
}

per_cpu! {
    fn two_empties<C: MoveFinder>(
        cpu: C, search: &mut Search<'_>, board: Board, alpha: i32, squares: [usize; 2],
    ) -> i32 {
        search.nodes += 1;
        let [x, y] = squares;
        let mut best = WORST;
        for (square, last) in [(x, y), (y, x)] {
            if let Some(after) = after_drop(cpu, board, square) {
                search.nodes += 1;
                best = best.max(-one_empty(after.own, last));
                if best > alpha {
                    return best;
                }
            }
        }
        match best {
            WORST => score_after_pass(cpu, board, |passed| {
                two_empties(cpu, search, passed, -alpha - 1, squares)
            }),
            _ => best,
        }
    }
}

per_cpu! {
    fn three_empties<C: MoveFinder>(
        cpu: C, search: &mut Search<'_>, board: Board, alpha: i32, squares: [usize; 3],
    ) -> i32 {
        search.nodes += 1;
        let [x, y, z] = squares;
        let mut best = WORST;
        for (square, rest) in [(x, [y, z]), (y, [x, z]), (z, [x, y])] {
            if let Some(after) = after_drop(cpu, board, square) {
                best = best.max(-two_empties(cpu, search, after, -alpha - 1, rest));
                if best > alpha {
                    return best;
                }
            }
        }
        match best {
            WORST => score_after_pass(cpu, board, |passed| {
                three_empties(cpu, search, passed, -alpha - 1, squares)
            }),
            _ => best,
        }
    }
}

per_cpu! {
    /// Solves a position with four empty cells. `odd` is the result of [`odd_quadrants`].
    pub(super) fn four_empties<C: MoveFinder>(
        cpu: C, search: &mut Search<'_>, board: Board, alpha: i32, odd: u64,
    ) -> i32 {
        search.nodes += 1;
        let empty = board.empty();
        let mut squares = [0; 4];
        let mut n = 0;
        for mut group in [empty & odd, empty & !odd] {
            while group != 0 {
                squares[n % 4] = group.trailing_zeros() as usize;
                group &= group - 1;
                n += 1;
            }
        }
        let [w, x, y, z] = squares;
        let mut best = WORST;
        for (square, rest) in [
            (w, [x, y, z]),
            (x, [w, y, z]),
            (y, [w, x, z]),
            (z, [w, x, y]),
        ] {
            if let Some(after) = after_drop(cpu, board, square) {
                best = best.max(-three_empties(cpu, search, after, -alpha - 1, rest));
                if best > alpha {
                    return best;
                }
            }
        }
        match best {
            WORST => score_after_pass(cpu, board, |passed| {
                four_empties(cpu, search, passed, -alpha - 1, odd)
            }),
            _ => best,
        }
    }
}

per_cpu! {
    /// Solves a position with five empty cells. `odd` is the result of [`odd_quadrants`].
    pub(super) fn five_empties<C: MoveFinder>(
        cpu: C, search: &mut Search<'_>, board: Board, alpha: i32, odd: u64,
    ) -> i32 {
        search.nodes += 1;
        let moves = cpu.moves(board.own, board.opponent);
        if moves == 0 {
            return score_after_pass(cpu, board, |passed| {
                five_empties(cpu, search, passed, -alpha - 1, odd)
            });
        }
        let mut best = WORST;
        for mut group in [moves & odd, moves & !odd] {
            while group != 0 {
                let square = group.trailing_zeros() as usize;
                group &= group - 1;
                let after = board.after(square, cpu.flips(board.own, board.opponent, square));
                let odd = odd ^ QUADRANTS[square];
                best = best.max(-four_empties(cpu, search, after, -alpha - 1, odd));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }
}

per_cpu! {
    pub(super) fn up_to_three_empties<C: MoveFinder>(
        cpu: C, search: &mut Search<'_>, board: Board, alpha: i32,
    ) -> i32 {
        let mut squares = [0; 3];
        for (n, cell) in Board::cells(board.empty()).enumerate() {
            squares[n] = cell.row * 8 + cell.col;
        }
        let [x, y, _] = squares;
        match board.empties() {
            0 => board.score(),
            1 => one_empty(board.own, x),
            2 => two_empties(cpu, search, board, alpha, [x, y]),
            _ => three_empties(cpu, search, board, alpha, squares),
        }
    }
}

/// Returns the position after a move to an empty square, or `None` if the move is illegal.
#[inline(always)]
fn after_drop<C: MoveFinder>(cpu: C, board: Board, square: usize) -> Option<Board> {
    if NEIGHBOURS[square] & board.opponent == 0 {
        return None;
    }
    let flips = cpu.flips(board.own, board.opponent, square);
    (flips != 0).then(|| board.after(square, flips))
}

/// Returns the score of a position in which the player has no legal move. `play` searches the position after
/// the pass, and is not called if the game is over.
#[inline(always)]
pub(super) fn score_after_pass<C: MoveFinder>(cpu: C, board: Board, play: impl FnOnce(Board) -> i32) -> i32 {
    match cpu.moves(board.opponent, board.own) {
        0 => board.score(),
        _ => -play(board.pass()),
    }
}
