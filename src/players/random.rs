//! The computer of the Reversi text: any legal move.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use crate::game::Game;
use crate::gomoku::{self, Point, SIZE};
use crate::othello::rules::legal_moves;

/// How far from a stone a point may be, in rows and columns, to be near it.
const NEAR: usize = 2;

/// The row and column of a move that chance chooses, or `None` where there is no move.
pub fn choose(game: &Game, seed: u64) -> Option<(usize, usize)> {
    let mut random = StdRng::seed_from_u64(seed);
    let moves: Vec<(usize, usize)> = match game {
        Game::Othello(game) => game
            .to_move()
            .into_iter()
            .flat_map(|stone| legal_moves(game.map(), stone))
            .map(|cell| (cell.row, cell.col))
            .collect(),
        Game::Gomoku(game) => Point::all()
            .filter(|point| is_near(game, *point))
            .map(|point| (point.row(), point.col()))
            .collect(),
    };
    moves.choose(&mut random).copied()
}

/// Is the point empty and near a stone? On an empty board that is the centre.
fn is_near(game: &gomoku::Game, point: Point) -> bool {
    let near =
        |p: &Point| p.row().abs_diff(point.row()) <= NEAR && p.col().abs_diff(point.col()) <= NEAR;
    match game.pieces() {
        [] => point == Point::new(SIZE / 2, SIZE / 2),
        pieces => game.stone_at(point).is_none() && pieces.iter().any(near),
    }
}
