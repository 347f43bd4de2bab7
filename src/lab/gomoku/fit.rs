//! Fits the network so that its evaluation predicts the winner and its move order predicts the best move.
//!
//! Training uses backpropagation in small batches and the Adam optimizer (D. Kingma and J. Ba, 2014).

use chacha20::ChaCha12Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::sample::Sample;
use games::gomoku::Rules;
use games::stone::Stone;
use mind::engine::gomoku::network::Network;
use mind::engine::gomoku::pattern::Pairs;
use mind::engine::gomoku::weights::{
    self, BIASES, CLIP, COUNT, HIDDEN, NEURONS, OUT, POINT_PARTS, POLICY, SPREAD, THREAT_VALUES, UNIT, VALUE,
    WIDTH, Weights, line,
};

/// The batch size.
const TOGETHER: usize = 256;

/// The initial learning rate, which decays to zero.
const STEP: f32 = 0.005;
const MOMENTUM: f32 = 0.9;
const SQUARES: f32 = 0.999;

/// The weight of the move loss relative to the value loss.
const MOVES: f32 = 0.3;

/// The largest feature value; larger ones are clipped.
const CUT: f32 = CLIP as f32 / POINT_PARTS;

type PointNumbers = [f32; WIDTH];

/// Model weights in floating point, for training.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    rules: Rules,
    /// The weights of each side.
    weights: [Vec<f32>; 2],
    /// True if the weights are hand-made and not trained yet.
    by_hand: bool,
}

/// The accuracy of a set of weights.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    pub(crate) positions: usize,
    /// The mean log loss of the predicted result, in bits. Random guessing has a loss of 1.
    pub result: f64,
    /// The mean evaluation, in the evaluation's units.
    pub(crate) mean: f64,
    /// The standard deviation of the evaluation, in the evaluation's units.
    pub(crate) deviation: f64,
    /// The percentage of positions in which the best move has the highest policy.
    pub(crate) first: f64,
    /// The mean log loss of the predicted move, in bits.
    pub moves: f64,
}

pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

impl Model {
    /// Returns simple hand-made weights, from which training starts.
    pub fn by_hand(rules: Rules) -> Model {
        Model { rules, weights: [weights::by_hand(), weights::by_hand()], by_hand: true }
    }

    /// Fits the weights to the positions in `times` epochs. If the model is already trained, training
    /// continues from its weights. `progress` gets the number of positions processed.
    pub fn fit<'a>(
        &self,
        positions: impl Iterator<Item = &'a Sample>,
        times: usize,
        progress: &mut dyn FnMut(usize),
    ) -> Model {
        let all: Vec<&Sample> = positions.collect();
        let sides = weights::sides(self.rules);
        let mut done = 0;
        let mut fit = |side: Stone| {
            let of_side = |position: &&&Sample| sides == 1 || position.mover == side;
            let positions = all.iter().filter(of_side).copied().collect();
            let learned = (!self.by_hand).then(|| self.weights[side as usize - 1].clone());
            fit_side(learned, positions, times, &mut |more| {
                done += more;
                progress(done);
            })
        };
        let black = fit(Stone::Black);
        let white = if sides == 1 { black.clone() } else { fit(Stone::White) };
        Model { rules: self.rules, weights: [black, white], by_hand: false }
    }

    pub(crate) fn weights(&self) -> [Weights; 2] {
        [0, 1].map(|side: usize| weights::rounded(&self.weights[side]))
    }

    /// Encodes the weights as a file.
    pub fn bytes(&self) -> Vec<u8> {
        weights::write(&self.weights(), self.rules)
    }

    /// Measures the accuracy on these positions.
    pub fn errors<'a>(&self, positions: impl Iterator<Item = &'a Sample>) -> Errors {
        let networks = Network::of_both(&self.weights());
        let mut errors = Errors::default();
        let (mut sum, mut squares, mut first) = (0.0, 0.0, 0);
        for position in positions {
            let network = &networks[position.mover as usize - 1];
            let points = position.points.iter().copied();
            let value = f64::from(network.value_of(points, usize::from(position.threats)));
            let chance = 1.0 / (1.0 + (-value / f64::from(UNIT)).exp());
            let chance = chance.clamp(1e-6, 1.0 - 1e-6);
            let result = f64::from(position.result);
            errors.result -= result * chance.log2() + (1.0 - result) * (1.0 - chance).log2();
            sum += value;
            squares += value * value;
            let score = |kind: &u8| network.policy(position.points[usize::from(*kind)].0);
            let scores: Vec<i32> = position.moves.iter().map(score).collect();
            let played = scores[usize::from(position.played)];
            first += usize::from(scores.iter().all(|score| *score <= played));
            let likelihood = |score: i32| f64::from(score - played) / f64::from(UNIT);
            let all: f64 = scores.iter().map(|score| likelihood(*score).exp()).sum();
            errors.moves += all.log2();
            errors.positions += 1;
        }
        let n = errors.positions.max(1) as f64;
        errors.result /= n;
        errors.moves /= n;
        errors.mean = sum / n;
        errors.deviation = (squares / n - errors.mean * errors.mean).max(0.0).sqrt();
        errors.first = 100.0 * first as f64 / n;
        errors
    }
}

fn fit_side(
    learned: Option<Vec<f32>>,
    mut positions: Vec<&Sample>,
    times: usize,
    tell: &mut dyn FnMut(usize),
) -> Vec<f32> {
    let mut random = ChaCha12Rng::seed_from_u64(1);
    let begin = learned.unwrap_or_else(|| beginning(&mut random));
    let mut descent = Descent::new(begin);
    let steps = times * positions.len().div_ceil(TOGETHER);
    for _ in 0..times {
        positions.shuffle(&mut random);
        for some in positions.chunks(TOGETHER) {
            for position in some {
                descent.learn(position);
            }
            descent.step(some.len(), steps);
            tell(some.len());
        }
    }
    descent.weights
}

/// Returns small random initial weights. Neurons with equal weights would stay equal.
fn beginning(random: &mut ChaCha12Rng) -> Vec<f32> {
    let mut any = |most: f32| random.random_range(-most..most);
    let mut weights = vec![0.0; COUNT];
    weights[..POLICY].fill_with(|| any(0.15) + 0.0125);
    weights[POLICY..VALUE].fill_with(|| any(0.3));
    weights[VALUE..NEURONS].fill_with(|| any(0.1));
    weights[NEURONS..BIASES].fill_with(|| any(0.3));
    weights[OUT..THREAT_VALUES].fill_with(|| any(0.3));
    weights
}

/// The state of the gradient descent for one side's weights.
struct Descent {
    weights: Vec<f32>,
    gradient: Vec<f32>,
    mean: Vec<f32>,
    squares: Vec<f32>,
    done: usize,
    /// The features of the points in the last position.
    points: Vec<PointNumbers>,
}

/// Returns the index of the first weight of each line through a point.
fn lines(pairs: Pairs, mover: Stone) -> [usize; 4] {
    pairs.map(|shapes| line(shapes, mover))
}

fn product(a: &[f32], b: &PointNumbers) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f32], numbers: &[f32], factor: f32) {
    for (sum, number) in to.iter_mut().zip(numbers) {
        *sum += factor * number;
    }
}

impl Descent {
    fn new(weights: Vec<f32>) -> Descent {
        let none = vec![0.0; weights.len()];
        Descent {
            weights,
            gradient: none.clone(),
            mean: none.clone(),
            squares: none,
            done: 0,
            points: Vec::new(),
        }
    }

    fn learn(&mut self, position: &Sample) {
        let weights = &self.weights;
        let mut sums = [0.0; WIDTH];
        self.points.clear();
        for (pairs, count) in &position.points {
            let mut numbers = [0.0; WIDTH];
            for line in lines(*pairs, position.mover) {
                add(&mut numbers, &weights[line..line + WIDTH], 1.0);
            }
            numbers.iter_mut().for_each(|number| *number = number.clamp(0.0, CUT));
            add(&mut sums, &numbers, f32::from(*count) / SPREAD);
            self.points.push(numbers);
        }
        let of_sums = self.learn_value(position, &sums);
        let of_points = self.learn_moves(position);
        let weights = &self.weights;
        for (n, (pairs, count)) in position.points.iter().enumerate() {
            let mut slopes = [0.0; WIDTH];
            add(&mut slopes, &of_sums, f32::from(*count) / SPREAD);
            add(&mut slopes, &weights[POLICY..VALUE], of_points[n]);
            for (slope, number) in slopes.iter_mut().zip(&self.points[n]) {
                let cut_off = *number <= 0.0 || *number >= CUT;
                *slope = if cut_off { 0.0 } else { *slope };
            }
            for line in lines(*pairs, position.mover) {
                add(&mut self.gradient[line..line + WIDTH], &slopes, 1.0);
            }
        }
    }

    /// Adds the gradient of the value loss. Returns the gradient with respect to the feature sums.
    fn learn_value(&mut self, position: &Sample, sums: &PointNumbers) -> PointNumbers {
        let (weights, gradient) = (&self.weights, &mut self.gradient);
        let threats = THREAT_VALUES + usize::from(position.threats);
        let mut value = weights[threats] + product(&weights[VALUE..NEURONS], sums);
        let mut neurons = [0.0; HIDDEN];
        for (k, neuron) in neurons.iter_mut().enumerate() {
            let mut of_neuron = weights[BIASES + k];
            for (i, sum) in sums.iter().enumerate() {
                of_neuron += sum * weights[NEURONS + i * HIDDEN + k];
            }
            *neuron = of_neuron.max(0.0);
            value += *neuron * weights[OUT + k];
        }
        let error = logistic(value) - position.target;
        gradient[threats] += error;
        add(&mut gradient[VALUE..NEURONS], sums, error);
        let mut slopes = [0.0; WIDTH];
        add(&mut slopes, &weights[VALUE..NEURONS], error);
        for (k, neuron) in neurons.iter().enumerate() {
            gradient[OUT + k] += error * neuron;
            if *neuron <= 0.0 {
                continue;
            }
            let slope = error * weights[OUT + k];
            gradient[BIASES + k] += slope;
            for (i, sum) in sums.iter().enumerate() {
                gradient[NEURONS + i * HIDDEN + k] += slope * sum;
                slopes[i] += slope * weights[NEURONS + i * HIDDEN + k];
            }
        }
        slopes
    }

    /// Adds the gradient of the move loss. Returns the gradient with respect to the policy of each group of
    /// points.
    fn learn_moves(&mut self, position: &Sample) -> Vec<f32> {
        let likely = &self.weights[POLICY..VALUE];
        let scores: Vec<f32> = self.points.iter().map(|n| product(likely, n)).collect();
        let score = |kind: &u8| scores[usize::from(*kind)];
        let highest = position.moves.iter().map(score).fold(f32::MIN, f32::max);
        let chance = |kind: &u8| (score(kind) - highest).exp();
        let all: f32 = position.moves.iter().map(chance).sum();
        let mut slopes = vec![0.0; scores.len()];
        for kind in &position.moves {
            slopes[usize::from(*kind)] += MOVES * chance(kind) / all;
        }
        slopes[usize::from(position.moves[usize::from(position.played)])] -= MOVES;
        for (numbers, slope) in self.points.iter().zip(&slopes) {
            add(&mut self.gradient[POLICY..VALUE], numbers, *slope);
        }
        slopes
    }

    /// Performs one of `steps` gradient steps. The gradient was summed over this many positions.
    fn step(&mut self, positions: usize, steps: usize) {
        let size = STEP * (steps - self.done) as f32 / steps as f32;
        self.done += 1;
        let (mean_seen, squares_seen) =
            (1.0 - MOMENTUM.powi(self.done as i32), 1.0 - SQUARES.powi(self.done as i32));
        for (n, weight) in self.weights.iter_mut().enumerate() {
            let slope = std::mem::take(&mut self.gradient[n]) / positions as f32;
            self.mean[n] += (1.0 - MOMENTUM) * (slope - self.mean[n]);
            self.squares[n] += (1.0 - SQUARES) * (slope * slope - self.squares[n]);
            let (mean, squares) = (self.mean[n] / mean_seen, self.squares[n] / squares_seen);
            *weight -= size * mean / (squares.sqrt() + 1e-8);
        }
    }
}
