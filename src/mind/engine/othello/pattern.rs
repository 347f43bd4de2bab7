//! The patterns: groups of cells whose stones together tell what a position is worth.
//!
//! Each pattern lies on the board in every place that turning and mirroring give it, with the same weights in all of
//! them. That patterns do this well, and which ones, comes from Logistello (Buro, *Experiments with Multi-ProbCut and a new
//! high-quality evaluation function for Othello*, 1997).

use super::bitboard::Board;

/// The cells of a pattern in one of its places, as squares 0 to 63. Their order is that of the digits of its number, the
/// lowest first.
struct Pattern {
    squares: [u8; 10],
    size: usize,
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

const SET: [Pattern; KINDS] = [
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

/// How many places all patterns have together.
pub const PLACEMENTS: usize = 46;

/// The numbers of all places side by side; the two that are left over fill the last vector.
pub(super) const LANES: usize = 48;

#[derive(Clone, Copy)]
struct Placement {
    kind: usize,
    squares: [u8; 10],
}

/// The square in one of the eight symmetries.
const fn turned(square: u8, symmetry: u8) -> u8 {
    let (mut row, mut col) = (square / 8, square % 8);
    if symmetry & 1 != 0 {
        col = 7 - col;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        (row, col) = (col, row);
    }
    8 * row + col
}

const fn turned_all(pattern: &Pattern, symmetry: u8) -> [u8; 10] {
    let mut squares = [0; 10];
    let mut i = 0;
    while i < pattern.size {
        squares[i] = turned(pattern.squares[i], symmetry);
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

/// The places of all patterns, those of the same pattern one after the other.
const ALL_PLACEMENTS: [Placement; PLACEMENTS] = {
    let mut places = [Placement {
        kind: 0,
        squares: [0; 10],
    }; PLACEMENTS];
    let (mut n, mut kind) = (0, 0);
    while kind < KINDS {
        let size = SET[kind].size;
        let first = n;
        let mut symmetry = 0;
        while symmetry < 8 {
            let squares = turned_all(&SET[kind], symmetry);
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

/// How many ways there are to fill each pattern: a cell has one of three contents.
const fn fillings(kind: usize) -> usize {
    3_usize.pow(SET[kind].size as u32)
}

/// Where the fillings of each pattern begin in a table of all, and at the end how many there are.
const STARTS: [usize; KINDS + 1] = {
    let mut starts = [0; KINDS + 1];
    let mut kind = 0;
    while kind < KINDS {
        starts[kind + 1] = starts[kind] + fillings(kind);
        kind += 1;
    }
    starts
};

pub(super) const FILLINGS: usize = STARTS[KINDS];

/// The length of a table with an entry for each filling of each pattern. It is longer than it need be, so that any number of
/// 16 bits can be looked up after the start of any pattern without a check.
pub(super) const TABLE_LENGTH: usize = STARTS[KINDS - 1] + (1 << 16);

/// What a stone on each square adds to the numbers of the places.
const ON_SQUARE: [[u16; LANES]; 64] = {
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

/// A number for each place, ready for vectors.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Lanes([u16; LANES]);

/// What the stones in a row add to the numbers of the places, by row and its eight bits.
static IN_ROW: [[Lanes; 256]; 8] = {
    let mut table = [[Lanes([0; LANES]); 256]; 8];
    let mut row = 0;
    while row < 8 {
        let mut stones = 1_usize;
        while stones < 256 {
            let square = 8 * row + stones.trailing_zeros() as usize;
            let mut lane = 0;
            while lane < LANES {
                let others = table[row][stones & (stones - 1)].0[lane];
                table[row][stones].0[lane] = others + ON_SQUARE[square][lane];
                lane += 1;
            }
            stones += 1;
        }
        row += 1;
    }
    table
};

/// The numbers of the places on an empty board: all digits are 1.
const EMPTY: [u16; LANES] = {
    let mut numbers = [0; LANES];
    let mut place = 0;
    while place < PLACEMENTS {
        numbers[place] = (fillings(ALL_PLACEMENTS[place].kind) / 2) as u16;
        place += 1;
    }
    numbers
};

/// [`ON_SQUARE`] once for a stone that is dropped and twice for one that is turned over.
static DROPPED: [Lanes; 64] = times(1);
static TURNED: [Lanes; 64] = times(2);

const fn times(factor: u16) -> [Lanes; 64] {
    let mut table = [Lanes([0; LANES]); 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < LANES {
            table[square].0[lane] = factor.wrapping_mul(ON_SQUARE[square][lane]);
            lane += 1;
        }
        square += 1;
    }
    table
}

/// The number of the filling of each place, in base three: a digit is 0 for a stone of the opponent's, 1 for an empty
/// cell, 2 for one of the player's own. The last two are always 0.
///
/// A search carries them along and adds what a move changes.
#[derive(Clone, Copy)]
pub(super) struct PatternNumbers(Lanes);

impl PatternNumbers {
    #[inline(always)]
    pub(crate) fn new(board: Board) -> PatternNumbers {
        let mut numbers = Lanes(EMPTY);
        for (row, stones) in IN_ROW.iter().enumerate() {
            let own = &stones[(board.own >> (8 * row) & 0xFF) as usize].0;
            let opponent = &stones[(board.opponent >> (8 * row) & 0xFF) as usize].0;
            for lane in 0..LANES {
                numbers.0[lane] = numbers.0[lane]
                    .wrapping_add(own[lane])
                    .wrapping_sub(opponent[lane]);
            }
        }
        PatternNumbers(numbers)
    }

    /// Those of the position after a stone on the square that turns these over, as the opponent sees it.
    #[inline(always)]
    pub(crate) fn after(&self, square: usize, mut flips: u64) -> PatternNumbers {
        let mut numbers = self.pass();
        numbers.subtract(&DROPPED[square]);
        while flips != 0 {
            numbers.subtract(&TURNED[flips.trailing_zeros() as usize]);
            flips &= flips - 1;
        }
        numbers
    }

    /// Those of the same stones with the opponent to move.
    #[inline(always)]
    pub(crate) fn pass(&self) -> PatternNumbers {
        let mut numbers = Lanes(EMPTY);
        for (number, own) in numbers.0.iter_mut().zip(&self.0.0) {
            *number = (2 * *number).wrapping_sub(*own);
        }
        PatternNumbers(numbers)
    }

    #[inline(always)]
    fn subtract(&mut self, others: &Lanes) {
        for lane in 0..LANES {
            self.0.0[lane] = self.0.0[lane].wrapping_sub(others.0[lane]);
        }
    }

    /// The sum of the table's entries for the fillings with these numbers.
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

/// Which fillings share a weight: those that are each other's mirror image.
pub struct Folding {
    /// The number of the weight of each filling of each pattern.
    weights: Vec<u32>,
    /// How many weights there are.
    pub count: usize,
}

/// Numbers the weights.
impl Default for Folding {
    fn default() -> Folding {
        let mut weights = Vec::with_capacity(FILLINGS);
        let mut count = 0;
        for pattern in &SET {
            let mirrored = mirrored(pattern);
            let start = weights.len();
            for (number, mirrored) in mirrored.into_iter().enumerate() {
                let weight = match mirrored < number {
                    true => weights[start + mirrored],
                    false => {
                        count += 1;
                        count - 1
                    }
                };
                weights.push(weight);
            }
        }
        Folding {
            weights,
            count: count as usize,
        }
    }
}

impl Folding {
    /// The weights of a position's places.
    pub fn of(&self, board: Board) -> [u32; PLACEMENTS] {
        let PatternNumbers(numbers) = PatternNumbers::new(board);
        std::array::from_fn(|place| {
            let start = STARTS[ALL_PLACEMENTS[place].kind];
            self.weights[start + usize::from(numbers.0[place])]
        })
    }

    /// A table of the weights for [`PatternNumbers::sum`].
    pub(crate) fn table(&self, weights: &[i16]) -> Box<[i16; TABLE_LENGTH]> {
        let mut table = vec![0; TABLE_LENGTH];
        for (entry, weight) in table.iter_mut().zip(&self.weights) {
            *entry = weights[*weight as usize];
        }
        let table = table.into_boxed_slice().try_into();
        table.expect("the length is that of the table")
    }
}

/// The number of each filling's mirror image: what it looks like after the symmetry that turns the pattern's cells into each
/// other.
fn mirrored(pattern: &Pattern) -> Vec<usize> {
    let squares = &pattern.squares[..pattern.size];
    let cells = bits(&pattern.squares, pattern.size);
    let is_mirror = |symmetry: &u8| {
        let turned = turned_all(pattern, *symmetry);
        bits(&turned, pattern.size) == cells && turned != pattern.squares
    };
    let symmetry = (1..8)
        .find(is_mirror)
        .expect("each pattern has a mirror image of itself");
    let mut mirrored = vec![0];
    for square in squares {
        let image = turned(*square, symmetry);
        let digit = squares.iter().position(|s| *s == image);
        let power = 3_usize.pow(digit.expect("the image is in the pattern") as u32);
        let without = mirrored.clone();
        for content in 1..3 {
            mirrored.extend(without.iter().map(|number| number + content * power));
        }
    }
    mirrored
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha12Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn random_board(random: &mut ChaCha12Rng) -> Board {
        let occupied = random.random::<u64>() | random.random::<u64>();
        let own = occupied & random.random::<u64>();
        Board {
            own,
            opponent: occupied & !own,
        }
    }

    /// The digits of a place's number, read from the board cell by cell.
    fn digit(board: Board, square: u8) -> usize {
        1 + (board.own >> square & 1) as usize - (board.opponent >> square & 1) as usize
    }

    #[test]
    fn the_numbers_are_those_read_cell_by_cell() {
        let random = &mut ChaCha12Rng::seed_from_u64(3);
        for _ in 0..10_000 {
            let board = random_board(random);
            let PatternNumbers(numbers) = PatternNumbers::new(board);
            for (place, number) in ALL_PLACEMENTS.iter().zip(numbers.0) {
                let squares = &place.squares[..SET[place.kind].size];
                let digits = squares.iter().rev();
                let expected = digits.fold(0, |number, square| 3 * number + digit(board, *square));
                assert_eq!(usize::from(number), expected, "{squares:?} of {board:?}");
            }
        }
    }

    #[test]
    fn each_cell_is_in_a_pattern_and_each_place_has_other_cells() {
        let sets: Vec<u64> = ALL_PLACEMENTS
            .iter()
            .map(|place| bits(&place.squares, SET[place.kind].size))
            .collect();
        assert_eq!(sets.iter().fold(0, |all, set| all | set), !0);
        for (n, set) in sets.iter().enumerate() {
            assert!(!sets[..n].contains(set), "{:?}", ALL_PLACEMENTS[n].squares);
        }
    }
}
