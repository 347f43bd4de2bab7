//! The accuracy of an evaluation.

use super::games::Sample;
use mind::engine::othello::evaluation::{DISC, Evaluation};

/// The errors of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Errors {
    pub(crate) positions: usize,
    /// The mean absolute error, in discs.
    pub(crate) mean: f64,
    /// The root mean square error, in discs.
    pub(crate) root_mean_square: f64,
}

impl Errors {
    /// Computes the errors of values, in hundredths of a disc, against the true scores, in discs.
    pub(crate) fn of(values: impl Iterator<Item = (i32, f32)>) -> Errors {
        let (mut positions, mut sum, mut squares) = (0, 0.0, 0.0);
        for (value, score) in values {
            let error = f64::from(value) / f64::from(DISC) - f64::from(score);
            positions += 1;
            sum += error.abs();
            squares += error * error;
        }
        let n = positions.max(1) as f64;
        Errors { positions, mean: sum / n, root_mean_square: (squares / n).sqrt() }
    }

    /// Computes the errors of the evaluation alone, without a search.
    pub(crate) fn at_a_glance<'a>(
        evaluation: &Evaluation,
        samples: impl Iterator<Item = &'a Sample>,
    ) -> Errors {
        Errors::of(samples.map(|sample| (evaluation.evaluate(sample.board), sample.score)))
    }
}
