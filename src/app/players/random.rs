//! The computer of the Reversi text: any legal move.

use chacha20::ChaCha12Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;

use games::gomoku;
use games::{Game, Place};

/// How far from a stone a point may be, in rows and columns, to be near it.
const NEAR: usize = 2;

/// A move that chance chooses, or `None` where there is no move. In gomoku it is near the stones.
pub fn choose(game: &dyn Game, seed: u64) -> Option<Place> {
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    let mut moves = game.moves();
    if let Some(gomoku) = game.of::<gomoku::Game>() {
        let near: Vec<Place> = moves
            .iter()
            .copied()
            .filter(|p| is_near(gomoku, *p))
            .collect();
        if !near.is_empty() {
            moves = near;
        }
    }
    moves.choose(&mut random).copied()
}

/// Is the place near a stone? On an empty board that is the centre.
fn is_near(game: &gomoku::Game, (row, col): Place) -> bool {
    let near = |p: &gomoku::Point| p.row().abs_diff(row) <= NEAR && p.col().abs_diff(col) <= NEAR;
    match game.pieces() {
        [] => (row, col) == (game.size() / 2, game.size() / 2),
        pieces => pieces.iter().any(near),
    }
}
