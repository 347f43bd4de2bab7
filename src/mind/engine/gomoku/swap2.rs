//! The three stones with which the engine opens a game under the swap2 rule.

use chacha20::ChaCha12Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::coord::Coord;
use crate::engine::symmetry::Symmetry;

/// Balanced openings: the rows and columns of a black, a white and a black stone. The 14 openings were
/// selected from 3000 random ones in 6x6 squares near a corner. On a 15x15 board, searches of 10,000, 100,000
/// and 300,000 nodes give them values within 40, 30 and 30 of 0 under all three rules.
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

/// Chooses an opening of three stones, black, white and black, in a random orientation. The opening is
/// balanced on a 15x15 board. The same seed gives the same opening.
///
/// # Panics
/// If the size is not from 5 to 20.
pub fn opening(size: usize, seed: u64) -> [Coord; 3] {
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    let fits = |opening: &&[(usize, usize); 3]| {
        let mut points = opening.iter();
        points.all(|(row, col)| *row < size && *col < size)
    };
    let fitting: Vec<_> = OPENINGS.iter().filter(fits).collect();
    let opening = fitting.choose(&mut random);
    let symmetry = Symmetry::all(size)[usize::from(random.random_range(0..8_u8))];
    opening.unwrap_or_else(|| panic!("no board of size {size}")).map(|square| {
        let (row, col) = symmetry.image(square);
        Coord::new(row, col)
    })
}
