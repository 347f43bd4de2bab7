//! Fits the evaluation's weights to the values of many positions.

use super::games::Sample;
use mind::engine::othello::weights::{self, PARTS, STAGE, STAGES};
use mind::engine::othello::{Evaluation, Folding, PLACEMENTS};

/// The number of empties by which a stage's training positions extend beyond the stage on each side.
/// Neighbouring stages share positions so that their weights do not differ by chance.
const OVERLAP: usize = 1;

/// The number of constants in the fit of a stage: one for each number of empties.
const AROUND: usize = STAGE + 2 * OVERLAP;

/// The number of positions that outweigh the pull of a weight towards its value in the stage fitted before.
/// Weights with few positions hardly change from that value.
const PRIOR: f32 = 50.0;

/// The indices of the weights whose sum is a position's value.
type Row = [u32; PLACEMENTS + 1];

/// Model weights in floating point, in discs. Each stage has its pattern weights, followed by its constants.
#[derive(Clone, PartialEq, Debug)]
pub struct Model(Vec<Vec<f32>>);

/// The positions of a stage, prepared for the fit.
pub struct Data {
    pub rows: Vec<Row>,
    pub scores: Vec<f32>,
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

/// Returns true if positions with this many empties belong to a stage.
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

/// Minimizes the sum of squared errors plus `PRIOR` times the squared distance from `prior`, starting from
/// `weights`. Uses the conjugate gradient method with Jacobi's preconditioner (Hestenes and Stiefel, 1952).
pub fn least_squares(data: &Data, prior: &[f32], mut weights: Vec<f32>, steps: usize) -> Vec<f32> {
    // Minus half the gradient of the objective function.
    let mut gradient: Vec<f32> = prior.iter().zip(&weights).map(|(p, w)| PRIOR * (p - w)).collect();
    let mut counts = vec![PRIOR; weights.len()];
    for (row, score) in data.rows.iter().zip(&data.scores) {
        let error = score - sum(&weights, row);
        for i in row {
            gradient[*i as usize] += error;
            counts[*i as usize] += 1.0;
        }
    }
    let scaled =
        |gradient: &[f32]| -> Vec<f32> { gradient.iter().zip(&counts).map(|(g, n)| g / n).collect() };
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
    pub const STAGES: usize = STAGES;

    /// Creates a model in which all weights are zero, so every position has the value 0.
    pub fn zero() -> Model {
        Model(vec![vec![0.0; Folding::default().count + STAGE]; STAGES])
    }

    /// Fits all stages, from the end of the game backwards, with this many steps each. A stage starts with
    /// the weights of the stage fitted before, and keeps them if it has no positions. `progress` gets the
    /// number of stages done.
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

    /// Rounds the weights to integers, in units of 1/[`PARTS`] disc.
    fn rounded(&self) -> Vec<i16> {
        let round = |weight: &f32| (weight * PARTS as f32).round() as i16;
        self.0.iter().flatten().map(round).collect()
    }

    pub fn evaluation(&self) -> Evaluation {
        Evaluation::new(&Folding::default(), &self.rounded())
    }

    /// Encodes the weights as a file.
    pub fn bytes(&self) -> Vec<u8> {
        weights::write(&self.rounded())
    }
}
