//! The patterns of the evaluation: groups of cells. Each configuration of a pattern, which is a combination
//! of the cells' contents, has a weight.
//!
//! The rotations and reflections of a pattern share its weights. The patterns are those of Logistello (Buro,
//! *Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello*, 1997).

use super::bitboard::Board;
use crate::engine::symmetry::Symmetry;

/// A pattern in one of its placements. The squares are in the order of the digits of the pattern's index,
/// lowest digit first.
pub struct Pattern {
    squares: [u8; 10],
    pub size: usize,
}

const fn pattern(cells: &str) -> Pattern {
    let bytes = cells.as_bytes();
    let mut squares = [0; 10];
    let size = bytes.len().div_ceil(3);
    let mut i = 0;
    while i < size {
        squares[i] = bytes[3 * i] - b'a' + 8 * (bytes[3 * i + 1] - b'1');
        i += 1;
    }
    Pattern { squares, size }
}

const KINDS: usize = 12;

pub const SET: [Pattern; KINDS] = [
    pattern("a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    pattern("a5 a4 a3 a2 a1 b2 b1 c1 d1 e1"),
    pattern("b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"),
    pattern("a1 c1 d1 c2 d2 e2 f2 e1 f1 h1"),
    pattern("a2 b2 c2 d2 e2 f2 g2 h2"),
    pattern("a3 b3 c3 d3 e3 f3 g3 h3"),
    pattern("a4 b4 c4 d4 e4 f4 g4 h4"),
    pattern("a1 b2 c3 d4 e5 f6 g7 h8"),
    pattern("a2 b3 c4 d5 e6 f7 g8"),
    pattern("a3 b4 c5 d6 e7 f8"),
    pattern("a4 b5 c6 d7 e8"),
    pattern("a5 b6 c7 d8"),
];

pub const PLACEMENTS: usize = 46;

/// The number of placements, rounded up to fill the last vector.
pub(super) const LANES: usize = 48;

#[derive(Clone, Copy)]
pub struct Placement {
    pub kind: usize,
    pub squares: [u8; 10],
}

const fn image(square: u8, symmetry: u8) -> u8 {
    let square = (square as usize / 8, square as usize % 8);
    let (row, col) = Symmetry::number(8, symmetry).image(square);
    (8 * row + col) as u8
}

const fn images(pattern: &Pattern, symmetry: u8) -> [u8; 10] {
    let mut squares = [0; 10];
    let mut i = 0;
    while i < pattern.size {
        squares[i] = image(pattern.squares[i], symmetry);
        i += 1;
    }
    squares
}

const fn bits(squares: &[u8; 10], size: usize) -> u64 {
    let (mut bits, mut i) = (0, 0);
    while i < size {
        bits |= 1 << squares[i];
        i += 1;
    }
    bits
}

/// The placements of all patterns, grouped by pattern.
pub const ALL_PLACEMENTS: [Placement; PLACEMENTS] = {
    let mut places = [Placement { kind: 0, squares: [0; 10] }; PLACEMENTS];
    let (mut n, mut kind) = (0, 0);
    while kind < KINDS {
        let size = SET[kind].size;
        let first = n;
        let mut symmetry = 0;
        while symmetry < 8 {
            let squares = images(&SET[kind], symmetry);
            let mut i = first;
            while i < n && bits(&places[i].squares, size) != bits(&squares, size) {
                i += 1;
            }
            if i == n {
                places[n] = Placement { kind, squares };
                n += 1;
            }
            symmetry += 1;
        }
        kind += 1;
    }
    assert!(n == PLACEMENTS);
    places
};

/// The number of configurations of a pattern. Each cell is empty, the player's own or the opponent's.
const fn configurations(kind: usize) -> usize {
    3_usize.pow(SET[kind].size as u32)
}

/// The index of each pattern's first configuration in a table of all configurations, and the length of that
/// table.
const STARTS: [usize; KINDS + 1] = {
    let mut starts = [0; KINDS + 1];
    let mut kind = 0;
    while kind < KINDS {
        starts[kind + 1] = starts[kind] + configurations(kind);
        kind += 1;
    }
    starts
};

pub(super) const CONFIGURATIONS: usize = STARTS[KINDS];

/// The length of a padded table of all configurations. The padding ensures that the start of any pattern plus
/// any 16-bit index stays within the table, so a lookup needs no bounds check.
pub(super) const TABLE_LENGTH: usize = STARTS[KINDS - 1] + (1 << 16);

/// The place value of each square's digit in the index of each placement.
const POWERS: [[u16; LANES]; 64] = {
    let mut table = [[0; LANES]; 64];
    let mut place = 0;
    while place < PLACEMENTS {
        let Placement { kind, squares } = ALL_PLACEMENTS[place];
        let (mut i, mut power) = (0, 1_u16);
        while i < SET[kind].size {
            table[squares[i] as usize][place] = power;
            power = power.wrapping_mul(3);
            i += 1;
        }
        place += 1;
    }
    table
};

/// A number for each placement, aligned for vectors.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub struct Lanes(pub [u16; LANES]);

/// The sum of the place values of the discs in a row, indexed by the row and by its discs as eight bits.
static ROW_SUMS: [[Lanes; 256]; 8] = {
    let mut table = [[Lanes([0; LANES]); 256]; 8];
    let mut row = 0;
    while row < 8 {
        let mut discs = 1_usize;
        while discs < 256 {
            let square = 8 * row + discs.trailing_zeros() as usize;
            let mut lane = 0;
            while lane < LANES {
                let others = table[row][discs & (discs - 1)].0[lane];
                table[row][discs].0[lane] = others + POWERS[square][lane];
                lane += 1;
            }
            discs += 1;
        }
        row += 1;
    }
    table
};

/// The indices of the placements on an empty board: all digits are 1.
const EMPTY: [u16; LANES] = {
    let mut numbers = [0; LANES];
    let mut place = 0;
    while place < PLACEMENTS {
        numbers[place] = (configurations(ALL_PLACEMENTS[place].kind) / 2) as u16;
        place += 1;
    }
    numbers
};

/// The changes in the indices when a disc is played on each square.
static PLAYED: [Lanes; 64] = times(1);
/// The changes in the indices when a disc is flipped on each square.
static FLIPPED: [Lanes; 64] = times(2);

const fn times(factor: u16) -> [Lanes; 64] {
    let mut table = [Lanes([0; LANES]); 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < LANES {
            table[square].0[lane] = factor.wrapping_mul(POWERS[square][lane]);
            lane += 1;
        }
        square += 1;
    }
    table
}

/// The indices of all placements' configurations. A search updates them move by move.
///
/// An index is a number in base three. Each digit is 0 for an opponent's disc, 1 for an empty cell and 2 for
/// the player's own disc.
#[derive(Clone, Copy)]
pub struct PatternIndices(pub Lanes);

impl PatternIndices {
    #[inline(always)]
    pub fn new(board: Board) -> PatternIndices {
        let mut numbers = Lanes(EMPTY);
        for (row, sums) in ROW_SUMS.iter().enumerate() {
            let own = &sums[(board.own >> (8 * row) & 0xFF) as usize].0;
            let opponent = &sums[(board.opponent >> (8 * row) & 0xFF) as usize].0;
            for lane in 0..LANES {
                numbers.0[lane] = numbers.0[lane].wrapping_add(own[lane]).wrapping_sub(opponent[lane]);
            }
        }
        PatternIndices(numbers)
    }

    /// Returns the indices after a move that flips these discs, with the opponent to move.
    #[inline(always)]
    pub(crate) fn after(&self, square: usize, mut flips: u64) -> PatternIndices {
        let mut numbers = self.pass();
        numbers.subtract(&PLAYED[square]);
        while flips != 0 {
            numbers.subtract(&FLIPPED[flips.trailing_zeros() as usize]);
            flips &= flips - 1;
        }
        numbers
    }

    #[inline(always)]
    pub(crate) fn pass(&self) -> PatternIndices {
        let mut numbers = Lanes(EMPTY);
        for (number, own) in numbers.0.iter_mut().zip(&self.0.0) {
            *number = (2 * *number).wrapping_sub(*own);
        }
        PatternIndices(numbers)
    }

    #[inline(always)]
    fn subtract(&mut self, others: &Lanes) {
        for lane in 0..LANES {
            self.0.0[lane] = self.0.0[lane].wrapping_sub(others.0[lane]);
        }
    }

    /// Returns the sum of the table entries for these configurations.
    #[inline(always)]
    pub(crate) fn sum(&self, table: &[i16; TABLE_LENGTH]) -> i32 {
        let mut sum = 0;
        for place in 0..PLACEMENTS {
            let start = STARTS[ALL_PLACEMENTS[place].kind];
            sum += i32::from(table[start + usize::from(self.0.0[place])]);
        }
        sum
    }
}

/// Maps configurations to weights. Configurations that are mirror images of each other share a weight.
pub struct Folding {
    /// The index of each configuration's weight.
    weights: Vec<u32>,
    pub count: usize,
}

impl Default for Folding {
    fn default() -> Folding {
        let mut weights = Vec::with_capacity(CONFIGURATIONS);
        let mut count = 0;
        for pattern in &SET {
            let start = weights.len();
            for (number, mirrored) in mirrored(pattern).into_iter().enumerate() {
                if mirrored < number {
                    weights.push(weights[start + mirrored]);
                } else {
                    weights.push(count);
                    count += 1;
                }
            }
        }
        Folding { weights, count: count as usize }
    }
}

impl Folding {
    /// Returns the index of each placement's weight in this position.
    pub fn of(&self, board: Board) -> [u32; PLACEMENTS] {
        let PatternIndices(numbers) = PatternIndices::new(board);
        std::array::from_fn(|place| {
            let start = STARTS[ALL_PLACEMENTS[place].kind];
            self.weights[start + usize::from(numbers.0[place])]
        })
    }

    /// Expands the weights into a table for [`PatternIndices::sum`].
    pub(crate) fn table(&self, weights: &[i16]) -> Box<[i16; TABLE_LENGTH]> {
        let mut table = vec![0; TABLE_LENGTH];
        for (entry, weight) in table.iter_mut().zip(&self.weights) {
            *entry = weights[*weight as usize];
        }
        let table = table.into_boxed_slice().try_into();
        table.expect("the vector has the table's length")
    }
}

/// Returns the index of each configuration's mirror image under the symmetry that maps the pattern to itself.
fn mirrored(pattern: &Pattern) -> Vec<usize> {
    let squares = &pattern.squares[..pattern.size];
    let cells = bits(&pattern.squares, pattern.size);
    let is_mirror = |symmetry: &u8| {
        let images = images(pattern, *symmetry);
        bits(&images, pattern.size) == cells && images != pattern.squares
    };
    let symmetry = (1..8).find(is_mirror).expect("each pattern is symmetric");
    let mut mirrored = vec![0];
    for square in squares {
        let image = image(*square, symmetry);
        let digit = squares.iter().position(|s| *s == image);
        let power = 3_usize.pow(digit.expect("the image is in the pattern") as u32);
        let without = mirrored.clone();
        for content in 1..3 {
            mirrored.extend(without.iter().map(|number| number + content * power));
        }
    }
    mirrored
}
