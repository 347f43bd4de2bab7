//! The positions for the exams: real games from the World Championships, random games and random boards.
//! Fixed seeds ensure that every program gets the same positions.

pub(crate) mod gomoku;
pub(crate) mod helpers;
pub(crate) mod othello;
pub(crate) mod scripts;

use chacha20::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use crate::check::case::Case;
use crate::tutor::course::positions::{ALL_1982, ALL_1997, FULL_1987, FULL_1992};
use games::Game as _;
use games::othello::{Cell, Game, Rules};
use original::Map;

pub(crate) const FINALS: [&str; 4] = [ALL_1982, FULL_1987, FULL_1992, ALL_1997];

pub(crate) fn random(seed: u64) -> ChaCha12Rng {
    ChaCha12Rng::seed_from_u64(seed)
}

pub(crate) fn cells(moves: &str) -> Vec<Cell> {
    let plies = moves.as_bytes().chunks(2);
    plies.filter_map(|ply| std::str::from_utf8(ply).ok()?.parse().ok()).collect()
}

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

/// A board with random discs, on which nearly every move encloses some discs.
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

pub(crate) fn set_map(map: &Map) -> (&'static str, Vec<i32>) {
    let cells = Cell::all().map(|Cell { row, col }| i32::from(map[row][col]));
    ("Map", cells.collect())
}

pub fn map(case: &Case) -> Map {
    let mut map = Map::EMPTY;
    for (Cell { row, col }, n) in Cell::all().zip(case.value_of("Map").unwrap_or_default()) {
        map[row][col] = *n as u8;
    }
    map
}
