//! The three stones with which the engine opens a game by Swap2.

use chacha20::ChaCha12Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::coord::Coord;

/// Rows and columns of three stones, black, white and black, after which neither side is ahead: fourteen of 3000 that were drawn by
/// chance in squares of 6 x 6 points near a corner. Searches of 10,000, 100,000 and 300,000 positions give them values within 40, 30
/// and 30 of 0 by each of the three sets of rules, on a board of 15 x 15.
const OPENINGS: [[(usize, usize); 3]; 14] = [
    [(2, 4), (4, 3), (4, 2)],
    [(2, 3), (4, 3), (5, 4)],
    [(1, 5), (2, 4), (3, 5)],
    [(4, 3), (3, 3), (3, 2)],
    [(3, 6), (2, 7), (1, 6)],
    [(3, 4), (2, 3), (2, 1)],
    [(3, 2), (2, 1), (3, 1)],
    [(5, 3), (4, 3), (4, 2)],
    [(4, 1), (3, 3), (3, 4)],
    [(8, 2), (7, 1), (4, 1)],
    [(2, 4), (4, 6), (4, 2)],
    [(1, 3), (5, 2), (3, 5)],
    [(2, 9), (2, 7), (1, 8)],
    [(4, 0), (3, 0), (5, 1)],
];

/// Three stones, black, white and black, that leave neither side ahead on a board of 15 x 15; turned or mirrored by chance. The
/// same seed gives the same ones. On a board of another size they are as near to a corner, which may be less even; on a small board
/// only the openings that fit are taken.
///
/// ```
/// use mind::engine::gomoku::swap2::opening;
/// assert_eq!(opening(15, 7), opening(15, 7));
/// assert!(opening(5, 7).iter().all(|point| point.row() < 5 && point.col() < 5));
/// ```
///
/// # Panics
/// When the size is not from 5 to 20.
pub fn opening(size: usize, seed: u64) -> [Coord; 3] {
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    let fits = |opening: &&[(usize, usize); 3]| {
        let mut points = opening.iter();
        points.all(|(row, col)| *row < size && *col < size)
    };
    let fitting: Vec<_> = OPENINGS.iter().filter(fits).collect();
    let opening = fitting.choose(&mut random);
    let symmetry: u8 = random.random_range(0..8);
    opening
        .unwrap_or_else(|| panic!("no board of size {size}"))
        .map(|(row, col)| {
            let flip = |n: usize, bit: u8| if symmetry & bit == 0 { n } else { size - 1 - n };
            let (row, col) = (flip(row, 1), flip(col, 2));
            match symmetry & 4 {
                0 => Coord::new(row, col),
                _ => Coord::new(col, row),
            }
        })
}
