//! Boards of Othello to ask about: those of the world championships, of games at random, and boards at random.

use chacha20::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use crate::check::case::Case;
use games::Game as _;
use games::othello::{Cell, Game, Rules};
use original::Map;

/// The last games of four world championships: 1982, 1987, 1992 and 1997.
pub(crate) const FINALS: [&str; 4] = [
    "f5f4e3d6f3g5f6g4e6d7g6h6e7f7g3d3h4d2h5h3e8f8g8g7f2e1d8e2f1g1c8c7h8h7h2g2b7b8a8a7c6b6a6c5c4b5a5b3b4a4c3h1c2d1",
    "f5d6c5f4e3c6d3f6e6d7g3c4b4b3g5c3d2a3a5b5a6b6f7e7e8c2d8e1c1h5g4c7a4g6a2b7e2d1f1c8h4h3h6h7g7h8b1b2a7a8a1b8g8h2f3f8g2g1h1f2",
    "f5d6c3d3c4f4c5b4b5c6f3e6e3g6a4b3b6a5a6a3a2g4c7f2d7e7f6g5e2c2f7d1d2c1h6f8f1e1b1h5e8d8c8b8g1b7g7h7g3h2h4h3h8g8h1g2a8a7a1b2",
    "f5f4e3f6d3c4f3c5g4e2d1h4c3f2g3c2g1h3e6d6g5h5c6c7d2c1b1f1e1b2a1b4b3a3a2b5a6a4a5b6a7c8b8a8b7d7e7d8e8g6g7h7f7h8g8f8h6g2h2",
];

pub(crate) fn random(seed: u64) -> ChaCha12Rng {
    ChaCha12Rng::seed_from_u64(seed)
}

/// The cells of a transcript; passes need no mark.
pub(crate) fn cells(transcript: &str) -> Vec<Cell> {
    let pairs = transcript.as_bytes().chunks_exact(2);
    let cell = |pair: &[u8]| Cell {
        row: usize::from(pair[1] - b'1'),
        col: usize::from(pair[0] - b'a'),
    };
    pairs.map(cell).collect()
}

/// The positions of a game and the turn in each.
fn played(moves: &mut dyn FnMut(&Game) -> Option<Cell>) -> Vec<(Map, usize)> {
    let mut game = Game::new(Rules::Standard);
    let mut positions = vec![(*game.map(), game.t())];
    while game.outcome().is_none() {
        let Some(cell) = moves(&game) else { break };
        game.drop(cell);
        positions.push((*game.map(), game.t()));
    }
    positions
}

pub(crate) fn finals() -> Vec<(Map, usize)> {
    let games = FINALS.iter().flat_map(|transcript| {
        let mut cells = cells(transcript).into_iter();
        played(&mut |_| cells.next())
    });
    games.collect()
}

pub(crate) fn random_games(games: usize, random: &mut ChaCha12Rng) -> Vec<(Map, usize)> {
    let games = (0..games).flat_map(|_| {
        played(&mut |game: &Game| {
            let moves = game.legal_moves();
            (!moves.is_empty()).then(|| moves[random.random_range(0..moves.len())])
        })
    });
    games.collect()
}

/// A board with stones at random, on which nearly everything encloses something.
pub(crate) fn random_board(random: &mut ChaCha12Rng) -> Map {
    let mut map = Map::EMPTY;
    let empty = random.random_range(1..8);
    for Cell { row, col } in Cell::all() {
        map[row][col] = match random.random_range(0..8) {
            n if n < empty => 0,
            n => 1 + n % 2,
        };
    }
    map
}

/// The board as the C program has it.
pub(crate) fn set_map(map: &Map) -> (&'static str, Vec<i32>) {
    let cells = Cell::all().map(|Cell { row, col }| i32::from(map[row][col]));
    ("Map", cells.collect())
}

/// The board of a case.
pub fn map(case: &Case) -> Map {
    let mut map = Map::EMPTY;
    for (Cell { row, col }, n) in Cell::all().zip(case.of("Map").unwrap_or_default()) {
        map[row][col] = *n as u8;
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_finals_are_games_with_legal_moves_only() {
        for transcript in FINALS {
            let mut game = Game::new(Rules::Standard);
            for cell in cells(transcript) {
                assert!(game.legal_moves().contains(&cell), "{cell}\n{}", game.map());
                game.drop(cell);
            }
        }
    }
}
