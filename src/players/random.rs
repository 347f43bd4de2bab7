//! The computer of the Reversi text: any legal move.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use crate::games::Game;
use crate::games::gomoku::{self, Point, SIZE};
use crate::games::othello::rules::legal_moves;

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
        Game::Gomoku(gomoku) => {
            let forbidden = game.all_forbidden();
            let free = Point::all().filter(|point| gomoku.stone_at(*point).is_none());
            let free = free.map(|point| (point.row(), point.col()));
            let (near, far): (Vec<_>, Vec<_>) = free
                .filter(|place| !forbidden.contains(place))
                .partition(|place| is_near(gomoku, *place));
            if near.is_empty() { far } else { near }
        }
    };
    moves.choose(&mut random).copied()
}

/// Is the place near a stone? On an empty board that is the centre.
fn is_near(game: &gomoku::Game, (row, col): (usize, usize)) -> bool {
    let near = |p: &Point| p.row().abs_diff(row) <= NEAR && p.col().abs_diff(col) <= NEAR;
    match game.pieces() {
        [] => (row, col) == (SIZE / 2, SIZE / 2),
        pieces => pieces.iter().any(near),
    }
}
