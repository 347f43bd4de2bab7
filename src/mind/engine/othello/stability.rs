//! Stable discs: discs that can never be flipped again.

use std::sync::LazyLock;

use super::bitboard::INNER;

/// The number of states of a line of eight cells. Each cell is empty, the player's own or the opponent's.
const LINES: usize = 3_usize.pow(8);

/// The player's stable discs on an edge. The index is that of the edge's state (see [`line`]).
static EDGES: LazyLock<Box<[u8; LINES]>> = LazyLock::new(edges);

/// Returns the index of a line's state: a number in base three with a digit for each cell.
#[inline(always)]
fn line(own: u8, opponent: u8) -> usize {
    usize::from(BASE_THREE[usize::from(own)]) + 2 * usize::from(BASE_THREE[usize::from(opponent)])
}

/// The number in base three whose digits are the bits of a byte.
static BASE_THREE: [u16; 256] = {
    let mut numbers = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        numbers[byte] = 3 * numbers[byte / 2] + (byte % 2) as u16;
        byte += 1;
    }
    numbers
};

/// Computes [`EDGES`]. A disc is stable if no sequence of moves on the edge's empty cells flips it. All moves
/// are assumed to be legal, because their legality depends on the rest of the board.
fn edges() -> Box<[u8; LINES]> {
    let mut stable = Box::new([0; LINES]);
    // Process lines with fewer empty cells first, because the others depend on them.
    let mut lines: Vec<(u8, u8)> = (0..=255_u8)
        .flat_map(|own| (0..=255_u8).map(move |opponent| (own, opponent)))
        .filter(|(own, opponent)| own & opponent == 0)
        .collect();
    lines.sort_by_key(|(own, opponent)| (own | opponent).count_zeros());
    for (own, opponent) in lines {
        let mut stays = own;
        for cell in (0..8).filter(|cell| (own | opponent) & 1 << cell == 0) {
            let flips = line_flips(own, opponent, cell);
            stays &= stable[line(own | flips | 1 << cell, opponent & !flips)];
            let flips = line_flips(opponent, own, cell);
            stays &= stable[line(own & !flips, opponent | flips | 1 << cell)];
        }
        stable[line(own, opponent)] = stays;
    }
    stable
}

/// Returns the opponent's discs that a move to the cell flips within the line.
fn line_flips(own: u8, opponent: u8, cell: usize) -> u8 {
    let towards = |cells: &mut dyn Iterator<Item = usize>| {
        let mut walked = 0;
        for cell in cells {
            match 1 << cell {
                bit if opponent & bit != 0 => walked |= bit,
                bit if own & bit != 0 => return walked,
                _ => return 0,
            }
        }
        0
    };
    towards(&mut (cell + 1..8)) | towards(&mut (0..cell).rev())
}

const COLUMN: u64 = 0x0101_0101_0101_0101;

/// A factor that maps the first column of discs to the last row by multiplication, if the rest of the board
/// is empty.
const DIAGONAL: u64 = 0x0102_0408_1020_4080;

/// Returns discs of `own` that are stable. Not all stable discs are found.
///
/// A disc is found if each of the four lines through it is full, ends at the disc, or has a stable disc of
/// the same player next to the disc. A table supplies the stable discs on the edges.
#[inline(always)]
pub fn stable(own: u64, opponent: u64) -> u64 {
    let edges = &**EDGES;
    let column = |bits: u64, shift: u32| ((bits >> shift & COLUMN).wrapping_mul(DIAGONAL) >> 56) as u8;
    let row = |bits: u64, shift: u32| (bits >> shift) as u8;
    let to_column = |byte: u8, shift: u32| {
        ((u64::from(byte & 0x7F).wrapping_mul(0x0002_0408_1020_4081) & COLUMN) | u64::from(byte >> 7) << 56)
            << shift
    };
    let mut stable = u64::from(edges[line(row(own, 0), row(opponent, 0))])
        | u64::from(edges[line(row(own, 56), row(opponent, 56))]) << 56
        | to_column(edges[line(column(own, 0), column(opponent, 0))], 0)
        | to_column(edges[line(column(own, 7), column(opponent, 7))], 7);

    let [row, down_left, column, down_right] = full_lines(own | opponent);
    stable |= own & row & down_left & column & down_right;
    if stable == 0 {
        return 0;
    }
    let inner = own & INNER & INNER_ROWS;
    loop {
        let beside = |step: u32| stable << step | stable >> step;
        let more = inner
            & (row | beside(1))
            & (down_left | beside(7))
            & (column | beside(8))
            & (down_right | beside(9))
            & !stable;
        if more == 0 {
            return stable;
        }
        stable |= more;
    }
}

const INNER_ROWS: u64 = 0x00FF_FFFF_FFFF_FF00;

/// Returns the cells of full lines: rows, diagonals down to the left, columns, and diagonals down to the
/// right.
#[inline(always)]
fn full_lines(occupied: u64) -> [u64; 4] {
    let mut row = occupied & occupied >> 4;
    row &= row >> 2;
    row &= row >> 1;
    let row = (row & COLUMN).wrapping_mul(0xFF);

    let mut column = occupied & occupied.rotate_right(32);
    column &= column.rotate_right(16);
    column &= column.rotate_right(8);

    // The cells beyond the edge count as full.
    let diagonal = |step: u32, beyond_up: [u64; 3], beyond_down: [u64; 3]| {
        let (mut up, mut down) = (occupied, occupied);
        for (n, distance) in [1, 2, 4].into_iter().enumerate() {
            up &= up << (step * distance) | beyond_up[n];
            down &= down >> (step * distance) | beyond_down[n];
        }
        up & down
    };
    [row, diagonal(7, BEYOND[0], BEYOND[1]), column, diagonal(9, BEYOND[2], BEYOND[3])]
}

/// The cells from which one, two or four steps lead off the board, for steps of -7, 7, -9 and 9.
const BEYOND: [[u64; 3]; 4] = {
    let mut beyond = [[0; 3]; 4];
    let steps = [(-1, 1), (1, -1), (-1, -1), (1, 1)];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (down, right) = steps[direction];
            let mut n = 0;
            while n < 3 {
                let row = square / 8 + (down << n);
                let col = square % 8 + (right << n);
                if row < 0 || row > 7 || col < 0 || col > 7 {
                    beyond[direction][n] |= 1 << square;
                }
                n += 1;
            }
            direction += 1;
        }
        square += 1;
    }
    beyond
};
