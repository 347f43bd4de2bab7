//! Training the evaluation: games of the engine against itself, and weights that tell how they end.
//!
//! A generation plays games with the weights of the one before ([`Teacher`]) and fits new ones to them ([`Model`]). The first
//! has none: chance plays until the solver can take over, so it learns the end of the game from exact scores. The
//! second looks ahead to that and learns what comes before it, and so on towards the opening.

mod fit;
mod games;

use super::evaluation::{DISC, Evaluation};

pub use fit::Model;
pub use games::{Sample, Teacher};

/// A part of the training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// How many games it plays.
    pub games: usize,
    /// How many plies its games look ahead.
    pub depth: u8,
    /// How much the next position says about the one before it, from 0 to 1; the rest is what looking ahead says. How
    /// a game ends is the truth, but with the chance of all its later mistakes: the better a generation sees by itself, the less it
    /// needs that. With 0.6, 0.85 and 0.95 in a last generation of the same 250,000 games the weights won 1.6, 1.1 and 0.5 discs
    /// a game from those before, in 300 games each, give or take 1.
    pub trust: f32,
}

/// The generations of a training with so many games altogether: the later ones, whose teachers are better, play more of them.
pub fn generations(games: usize) -> [Generation; 5] {
    let part = |percent: usize, depth, trust| Generation {
        games: (games * percent / 100).max(1),
        depth,
        trust,
    };
    [
        part(8, 0, 0.95),
        part(12, 2, 0.95),
        part(20, 3, 0.9),
        part(28, 4, 0.6),
        part(32, 4, 0.6),
    ]
}

/// How far an evaluation is from the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// How many positions were looked at.
    pub positions: usize,
    /// The mean of the errors without their signs, in discs.
    pub mean: f64,
    /// The root of the mean of the squared errors, in discs.
    pub root_mean_square: f64,
}

impl Errors {
    /// The errors of values, each in hundredths of a disc, of positions that are worth so many discs.
    pub fn of(values: impl Iterator<Item = (i32, f32)>) -> Errors {
        let (mut positions, mut sum, mut squares) = (0, 0.0, 0.0);
        for (value, score) in values {
            let error = f64::from(value) / f64::from(DISC) - f64::from(score);
            positions += 1;
            sum += error.abs();
            squares += error * error;
        }
        let n = positions.max(1) as f64;
        Errors {
            positions,
            mean: sum / n,
            root_mean_square: (squares / n).sqrt(),
        }
    }

    /// The errors of the evaluation itself, without looking ahead.
    pub fn at_a_glance<'a>(
        evaluation: &Evaluation,
        samples: impl Iterator<Item = &'a Sample>,
    ) -> Errors {
        Errors::of(samples.map(|sample| (evaluation.evaluate(sample.board), sample.score)))
    }
}
