//! The games that the engine plays against itself, and what their positions were worth.

use std::sync::Arc;

use chacha20::ChaCha12Rng;
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

/// How many random stones a game begins with: at least and at most.
const RANDOM_STONES: [usize; 2] = [2, 14];

/// How many positions the search looks at to see whether the random stones have decided the game already.
const LOOK: u64 = 300;

/// The memory of the search, in megabytes.
const MEGABYTES: usize = 2;

/// How much less a result counts for each ply until the end of the game, because much can happen until then.
const LATER: f32 = 0.94;

/// How the games of a part of the training are played, and what is learned from them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// The percentage of all games that are played in it.
    pub share: usize,
    /// How many positions the search looks at for a move.
    pub nodes: u64,
    /// How much the value that the search finds counts for a position, from 0 to 1; the rest is how the game ends.
    pub searched: f32,
    /// How many times the fit looks at a position.
    pub times: usize,
    /// How many generations, the latest ones, have their games fitted.
    pub fitted_to: usize,
}

impl Generation {
    /// A generation that learns from the results of its games, and in part from what the search found.
    const fn new(share: usize, nodes: u64, fitted_to: usize) -> Generation {
        Generation {
            share,
            nodes,
            searched: 0.5,
            times: 8,
            fitted_to,
        }
    }
}

/// The generations of a training. The first two do not know yet what a value means.
pub const GENERATIONS: [Generation; 8] = [
    Generation {
        searched: 0.0,
        times: 16,
        ..Generation::new(8, 400, 1)
    },
    Generation {
        searched: 0.0,
        times: 10,
        ..Generation::new(8, 500, 1)
    },
    Generation::new(10, 600, 1),
    Generation::new(12, 700, 2),
    Generation::new(14, 800, 3),
    Generation::new(15, 900, 3),
    Generation::new(16, 1000, 3),
    Generation::new(17, 1000, 3),
];

/// Plays games with one set of weights.
pub struct Teacher {
    rules: Rules,
    tables: Arc<Tables>,
    searcher: Searcher,
    generation: Generation,
}

impl Teacher {
    /// A teacher that plays by these rules with the model's weights, as the generation wants it.
    pub fn new(rules: Rules, model: &Model, generation: Generation) -> Teacher {
        Teacher {
            rules,
            tables: Arc::new(Tables::new(rules, &model.weights())),
            searcher: Searcher::new(MEGABYTES),
            generation,
        }
    }

    /// Plays the game with this seed. Returns its positions from the random opening on.
    pub fn play(&mut self, seed: u64) -> Vec<Sample> {
        let mut random = ChaCha12Rng::seed_from_u64(seed);
        self.searcher.forget();
        let mut board = self.opening(&mut random);
        let mut found = Vec::new();
        let limits = Limits {
            nodes: self.generation.nodes,
            ..Limits::NONE
        };
        let winner = loop {
            if board.is_full() {
                break None;
            }
            let me = board.to_move();
            let report = self
                .searcher
                .search(&board, &limits, &|| false, &mut |_| ());
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
            // The loop goes back from the end, so the result counts for less at each position.
            counts *= LATER;
            positions.extend(position.map(|mut position| {
                position.result = match position.mover {
                    Stone::Black => result,
                    Stone::White => 1.0 - result,
                };
                let result = 0.5 + counts * (position.result - 0.5);
                position.target = searched * chance + (1.0 - searched) * result;
                position
            }));
        }
        positions
    }

    /// A board with some random stones that do not decide the game.
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
            let limits = Limits {
                nodes: LOOK,
                ..Limits::NONE
            };
            if board.winner().is_none() {
                let report = self
                    .searcher
                    .search(&board, &limits, &|| false, &mut |_| ());
                if report.win_in.is_none() {
                    return board;
                }
            }
        }
    }
}

/// A random point near the stones; likely moves are drawn more often.
fn likely(board: &Board, random: &mut impl Rng) -> Option<Coord> {
    let side = board.to_move();
    let points: Vec<Coord> = board.near_stones().iter().collect();
    // The likelihood of a point is made flatter, so that moves that nobody would play are tried, too.
    let weight = |point: &Coord| {
        (board.urgency(side, *point) as f32 / UNIT / 2.0)
            .min(8.0)
            .exp()
    };
    let weights: Vec<f32> = points.iter().map(weight).collect();
    let mut rest = random.random_range(0.0..weights.iter().sum::<f32>().max(f32::MIN_POSITIVE));
    let chosen = weights.iter().position(|weight| {
        rest -= weight;
        rest < 0.0
    });
    let point = points[chosen.unwrap_or(points.len() - 1)];
    let refused = side == Stone::Black && forbidden(board, point).is_some();
    (!refused).then_some(point)
}
