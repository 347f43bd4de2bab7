//! How good an evaluation is.

use super::games::Sample;
use mind::engine::othello::evaluation::{DISC, Evaluation};

/// How far an evaluation is from the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Errors {
    pub(crate) positions: usize,
    /// The mean of the absolute errors, in discs.
    pub(crate) mean: f64,
    /// The root of the mean of the squared errors, in discs.
    pub(crate) root_mean_square: f64,
}

impl Errors {
    /// The errors of values, each in hundredths of a disc, of positions with their true scores in discs.
    pub(crate) fn of(values: impl Iterator<Item = (i32, f32)>) -> Errors {
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
    pub(crate) fn at_a_glance<'a>(
        evaluation: &Evaluation,
        samples: impl Iterator<Item = &'a Sample>,
    ) -> Errors {
        Errors::of(samples.map(|sample| (evaluation.evaluate(sample.board), sample.score)))
    }
}
