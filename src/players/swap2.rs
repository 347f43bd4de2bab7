//! How the computer plays the opening Swap2.

use std::sync::atomic::AtomicBool;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::level::{self, Level};
use super::{Player, Seats};
use crate::games::gomoku::{Game, Opening, Point, SIZE};

/// Rows and columns of three stones, black, white and black, after which neither side is ahead: those of 700, drawn by chance in
/// squares of 6 x 6 points, to which searches of 10,000, 100,000 and 300,000 positions give values within 40, 25 and 9 of 0 by
/// each of the three rules.
const OPENINGS: [[(usize, usize); 3]; 9] = [
    [(4, 2), (7, 5), (7, 4)],
    [(0, 3), (1, 0), (1, 4)],
    [(1, 5), (1, 7), (1, 4)],
    [(5, 8), (5, 7), (2, 5)],
    [(2, 3), (3, 3), (5, 2)],
    [(5, 5), (3, 2), (0, 2)],
    [(2, 5), (2, 3), (5, 1)],
    [(1, 5), (2, 4), (2, 6)],
    [(4, 5), (5, 4), (3, 2)],
];

/// The point of the next of the first three stones, which the computer puts; the same seed gives the same opening. It is turned
/// or mirrored by chance. `None` in another opening, and when somebody else has begun with other stones.
pub(super) fn open(game: &Game, seed: u64) -> Option<Point> {
    if game.setup().opening() != Opening::Swap2 {
        return None;
    }
    let mut random = StdRng::seed_from_u64(seed);
    let opening = OPENINGS.choose(&mut random)?;
    let symmetry: u8 = random.random_range(0..8);
    let points = opening.map(|(row, col)| {
        let flip = |n: usize, bit: u8| if symmetry & bit == 0 { n } else { SIZE - 1 - n };
        let (row, col) = (flip(row, 1), flip(col, 2));
        match symmetry & 4 {
            0 => Point::new(row, col),
            _ => Point::new(col, row),
        }
    });
    let put = game.pieces().len();
    (points.get(..put)? == game.pieces()).then(|| points.get(put).copied())?
}

/// The numbers of the choices: to take white, or black.
const WHITE: usize = 0;
const BLACK: usize = 1;

/// What the computer decides about the colours: it takes the side that the engine of a level prefers.
///
/// It never puts two more stones. Whatever they are, the other player then takes the better side, so that by the engine's own
/// values they gain nothing. The player who plays at random decides at random.
pub(super) fn decide(player: &Player, game: &Game, seats: &Seats, stop: &AtomicBool) -> usize {
    if *player == Player::Random {
        let mut random = StdRng::seed_from_u64(seats.seed_of(game.t()));
        return random.random_range(0..game.possible_decisions().len());
    }
    let level = match player {
        Player::Level(level) => *level,
        _ => Level::DEFAULT,
    };
    match level::look(level, game, seats, stop, &mut |_| ()).value {
        0.. => WHITE,
        _ => BLACK,
    }
}
