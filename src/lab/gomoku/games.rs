//! The engine's self-play games and the values of their positions.

use std::sync::Arc;

use chacha20::ChaCha12Rng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};

use super::fit::{Model, logistic};
use super::sample::Sample;
use games::gomoku::Rules;
use games::stone::Stone;
use mind::engine::gomoku::forbidden::forbidden;
use mind::engine::gomoku::tables::Tables;
use mind::engine::gomoku::weights::UNIT;
use mind::engine::gomoku::{Board, Coord};
use mind::engine::gomoku::{Limits, Searcher};

/// The smallest and largest number of random stones at the start of a game.
const RANDOM_STONES: [usize; 2] = [2, 14];

/// The node limit of the search that rejects decided openings.
const LOOK: u64 = 300;

/// The size of the transposition table, in megabytes.
const MEGABYTES: usize = 2;

/// The factor by which the weight of the result shrinks for each ply before the end of the game.
const LATER: f32 = 0.94;

/// The settings of a generation: how it plays its games and learns from them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// The percentage of all games that this generation plays.
    pub share: usize,
    /// The number of positions searched per move.
    pub nodes: u64,
    /// The weight of the search value in the target, from 0 to 1. The result has the remaining weight.
    pub searched: f32,
    /// The number of epochs.
    pub times: usize,
    /// The number of generations, counted back from this one, whose games are used for the fit.
    pub fitted_to: usize,
}

impl Generation {
    /// Creates a generation that gives equal weight to results and search values.
    const fn new(share: usize, nodes: u64, fitted_to: usize) -> Generation {
        Generation { share, nodes, searched: 0.5, times: 8, fitted_to }
    }
}

/// The generations of a training run. In the first two, the search values have no meaning yet.
pub const GENERATIONS: [Generation; 8] = [
    Generation { searched: 0.0, times: 16, ..Generation::new(8, 400, 1) },
    Generation { searched: 0.0, times: 10, ..Generation::new(8, 500, 1) },
    Generation::new(10, 600, 1),
    Generation::new(12, 700, 2),
    Generation::new(14, 800, 3),
    Generation::new(15, 900, 3),
    Generation::new(16, 1000, 3),
    Generation::new(17, 1000, 3),
];

/// Plays the training games with one set of weights.
pub struct Teacher {
    rules: Rules,
    tables: Arc<Tables>,
    searcher: Searcher,
    generation: Generation,
}

impl Teacher {
    pub fn new(rules: Rules, model: &Model, generation: Generation) -> Teacher {
        Teacher {
            rules,
            tables: Arc::new(Tables::new(rules, &model.weights())),
            searcher: Searcher::new(MEGABYTES),
            generation,
        }
    }

    /// Plays the game with this seed. Returns its positions, without those of the random opening.
    pub fn play(&mut self, seed: u64) -> Vec<Sample> {
        let mut random = ChaCha12Rng::seed_from_u64(seed);
        self.searcher.forget();
        let mut board = self.opening(&mut random);
        let mut found = Vec::new();
        let limits = Limits { nodes: self.generation.nodes, ..Limits::NONE };
        let winner = loop {
            if board.is_full() {
                break None;
            }
            let me = board.to_move();
            let report = self.searcher.search(&board, &limits, &|| false, &mut |_| ());
            let chance = logistic(report.value as f32 / UNIT);
            found.push((Sample::of(&board, report.best), chance));
            if let Some(plies) = report.win_in {
                break Some(if plies > 0 { me } else { me.other() });
            }
            board.play(report.best);
        };
        let result = match winner {
            None => 0.5,
            Some(Stone::Black) => 1.0,
            Some(Stone::White) => 0.0,
        };
        let mut counts = 1.0;
        let mut positions = Vec::new();
        let searched = self.generation.searched;
        for (position, chance) in found.into_iter().rev() {
            // The loop runs backwards through the game, so the result counts less for earlier positions.
            counts *= LATER;
            positions.extend(position.map(|mut position| {
                position.result = if position.mover == Stone::Black { result } else { 1.0 - result };
                let result = 0.5 + counts * (position.result - 0.5);
                position.target = searched * chance + (1.0 - searched) * result;
                position
            }));
        }
        positions
    }

    /// Returns a board with random stones that do not decide the game.
    fn opening(&mut self, random: &mut ChaCha12Rng) -> Board {
        let [least, most] = RANDOM_STONES;
        loop {
            let stones = random.random_range(least..=most);
            let mut board = Board::with_tables(15, self.rules, self.tables.clone());
            let mut line = || random.random_range(4..=10);
            let first = Coord::new(line(), line());
            board.play(first);
            while board.count() < stones && board.winner().is_none() {
                match likely(&board, random) {
                    Some(point) => board.play(point),
                    None => break,
                }
            }
            let limits = Limits { nodes: LOOK, ..Limits::NONE };
            if board.winner().is_none() {
                let report = self.searcher.search(&board, &limits, &|| false, &mut |_| ());
                if report.win_in.is_none() {
                    return board;
                }
            }
        }
    }
}

/// Chooses a random point near the stones. Likely moves have a higher probability. Returns `None` if the
/// point is forbidden.
fn likely(board: &Board, random: &mut impl Rng) -> Option<Coord> {
    let side = board.to_move();
    let points: Vec<Coord> = board.near_stones().iter().collect();
    // Flatten the distribution so that unusual moves occur too.
    let weight = |point: &Coord| (board.urgency(side, *point) as f32 / UNIT / 2.0).min(8.0).exp();
    let point = *points.choose_weighted(random, weight).expect("there are points near the first stone");
    let refused = side == Stone::Black && forbidden(board, point).is_some();
    (!refused).then_some(point)
}
