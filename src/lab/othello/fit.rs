//! Fitting: finding the weights with which the evaluation comes closest to the values of many positions.

use super::games::Sample;
use mind::engine::othello::weights::{self, PARTS, STAGE, STAGES};
use mind::engine::othello::{Evaluation, Folding, PLACEMENTS};

/// How many empties more or less than those of its stage a position may have and still be fitted: neighbouring stages share
/// positions, so that their weights do not differ by accident.
const OVERLAP: usize = 1;

/// Besides the weights of its patterns, a stage has a value for each number of empties in it and around it.
const AROUND: usize = STAGE + 2 * OVERLAP;

/// How many positions outweigh a weight's tendency to stay as in the stage before. A weight that few positions have is left nearly
/// unchanged.
const PRIOR: f32 = 50.0;

/// What a fit needs to know about a position: the weights whose sum is its value.
type Row = [u32; PLACEMENTS + 1];

/// Weights as fractions, in discs: for each stage those of the patterns, then those of the numbers of empties.
#[derive(Clone, PartialEq, Debug)]
pub struct Model(Vec<Vec<f32>>);

/// The positions of a stage, ready to be fitted.
struct Data {
    rows: Vec<Row>,
    scores: Vec<f32>,
}

impl Data {
    fn new<'a>(folding: &Folding, stage: usize, samples: impl Iterator<Item = &'a Sample>) -> Data {
        let (rows, scores) = samples
            .map(|sample| {
                let mut row = [0; PLACEMENTS + 1];
                row[..PLACEMENTS].copy_from_slice(&folding.of(sample.board));
                let empties = sample.board.empties() as usize + OVERLAP - STAGE * stage;
                row[PLACEMENTS] = (folding.count + empties) as u32;
                (row, sample.score)
            })
            .unzip();
        Data { rows, scores }
    }
}

/// Is a position with this many empties fitted in this stage?
fn belongs(empties: usize, stage: usize) -> bool {
    let first = STAGE * stage;
    (first..first + AROUND).contains(&(empties + OVERLAP))
}

fn sum(weights: &[f32], row: &Row) -> f32 {
    row.iter().map(|i| weights[*i as usize]).sum()
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    let products = a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b));
    products.sum()
}

fn add(a: &mut [f32], factor: f64, b: &[f32]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a += (factor * f64::from(*b)) as f32;
    }
}

/// The weights that minimize the squared errors plus `PRIOR` times the squared distance from `prior`, found from `weights` on by the method
/// of conjugate gradients, each weight in steps of one over the number of positions that have it (Hestenes and Stiefel, 1952, with Jacobi's
/// preconditioner).
fn least_squares(data: &Data, prior: &[f32], mut weights: Vec<f32>, steps: usize) -> Vec<f32> {
    // Minus half the gradient of what is to be minimized.
    let mut gradient: Vec<f32> = prior
        .iter()
        .zip(&weights)
        .map(|(p, w)| PRIOR * (p - w))
        .collect();
    let mut counts = vec![PRIOR; weights.len()];
    for (row, score) in data.rows.iter().zip(&data.scores) {
        let error = score - sum(&weights, row);
        for i in row {
            gradient[*i as usize] += error;
            counts[*i as usize] += 1.0;
        }
    }
    let scaled = |gradient: &[f32]| -> Vec<f32> {
        gradient.iter().zip(&counts).map(|(g, n)| g / n).collect()
    };
    let mut direction = scaled(&gradient);
    let mut slope = dot(&gradient, &direction);
    for _ in 0..steps {
        let mut curve: Vec<f32> = direction.iter().map(|d| PRIOR * d).collect();
        for row in &data.rows {
            let change = sum(&direction, row);
            for i in row {
                curve[*i as usize] += change;
            }
        }
        let curvature = dot(&direction, &curve);
        if curvature <= 0.0 {
            break;
        }
        let step = slope / curvature;
        add(&mut weights, step, &direction);
        add(&mut gradient, -step, &curve);
        let next = scaled(&gradient);
        let next_slope = dot(&gradient, &next);
        let beta = next_slope / slope;
        for (d, n) in direction.iter_mut().zip(next) {
            *d = n + (beta * f64::from(*d)) as f32;
        }
        slope = next_slope;
    }
    weights
}

impl Model {
    /// How many stages there are to fit.
    pub const STAGES: usize = STAGES;

    /// Zero weights: every position is worth 0.
    pub fn zero() -> Model {
        Model(vec![vec![0.0; Folding::default().count + STAGE]; STAGES])
    }

    /// Fits all stages to the positions, the last of the game first, with this many steps of descent each. A stage begins with the
    /// weights of the stage after it and, when it has no positions, keeps them. `progress` is told how many stages are done.
    pub fn fit<'a>(
        samples: impl Iterator<Item = &'a Sample> + Clone,
        steps: usize,
        progress: &mut dyn FnMut(usize),
    ) -> Model {
        let folding = Folding::default();
        let mut weights = vec![0.0; folding.count + AROUND];
        let stages = (0..STAGES).map(|stage| {
            let of_stage = |sample: &&Sample| belongs(sample.board.empties() as usize, stage);
            let data = Data::new(&folding, stage, samples.clone().filter(of_stage));
            if !data.rows.is_empty() {
                weights = least_squares(&data, &weights, weights.clone(), steps);
            }
            progress(stage + 1);
            let (patterns, around) = weights.split_at(folding.count);
            [patterns, &around[OVERLAP..OVERLAP + STAGE]].concat()
        });
        Model(stages.collect())
    }

    /// The weights as whole numbers of parts of a disc.
    fn rounded(&self) -> Vec<i16> {
        let round = |weight: &f32| (weight * PARTS as f32).round() as i16;
        self.0.iter().flatten().map(round).collect()
    }

    /// The evaluation with these weights.
    pub fn evaluation(&self) -> Evaluation {
        Evaluation::new(&Folding::default(), &self.rounded())
    }

    /// The bytes of a file with these weights.
    pub fn bytes(&self) -> Vec<u8> {
        weights::write(&self.rounded())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_that_no_position_has_stays_as_in_the_stage_before() {
        let row = [0; PLACEMENTS + 1];
        let data = Data {
            rows: vec![row; 1000],
            scores: vec![10.0; 1000],
        };
        let found = least_squares(&data, &[0.0, 3.5], vec![0.0, 3.5], 16);
        assert_eq!(found[1], 3.5);
        assert!(
            (found[0] * row.len() as f32 - 10.0).abs() < 0.1,
            "{found:?}"
        );
    }
}
