//! The accuracy of an evaluation.

use super::games::Sample;
use mind::engine::othello::evaluation::{DISC, Evaluation};

/// The errors of an evaluation without a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Errors {
    pub(crate) positions: usize,
    /// The mean absolute error, in discs.
    pub(crate) mean: f64,
    /// The root mean square error, in discs.
    pub(crate) root_mean_square: f64,
}

impl Errors {
    pub(crate) fn of<'a>(evaluation: &Evaluation, samples: impl Iterator<Item = &'a Sample>) -> Errors {
        let (mut positions, mut sum, mut squares) = (0, 0.0, 0.0);
        for sample in samples {
            let value = evaluation.evaluate(sample.board);
            let error = f64::from(value) / f64::from(DISC) - f64::from(sample.score);
            positions += 1;
            sum += error.abs();
            squares += error * error;
        }
        let n = positions.max(1) as f64;
        Errors { positions, mean: sum / n, root_mean_square: (squares / n).sqrt() }
    }
}
