//! Fitting: the weights with which the evaluation foretells best who wins, and the order of moves which one is played.
//!
//! What four shapes are worth together is the sum of what each is worth, each two of them, and the four as such. The last of these is held
//! near 0, so that a code which few positions have takes its worth from the shapes that it is made of.

use super::position::Position;
use crate::engine::gomoku::evaluation::{CODES, KINDS, THREATS, code};
use crate::engine::gomoku::weights::{self, PARTS, UNIT, Weights};
use crate::games::gomoku::Rules;

/// How many numbers the worth of a code is made from: shapes, pairs of shapes, and codes.
const PARAMETERS: usize = KINDS + KINDS * KINDS + CODES;

/// What holds the numbers of shapes and pairs near 0, and those of codes and threats: so many positions outweigh it.
const HELD: [f32; 2] = [5.0, 60.0];

/// The step of the descent in its beginning, for a number that counts once in a position, and how it takes older gradients into account (Adam: D. Kingma and J. Ba, 2014).
const STEP: f32 = 0.06;
const MOMENTUM: f32 = 0.9;
const SQUARES: f32 = 0.98;

/// Weights with fractions, in logarithms of odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    rules: Rules,
    /// By side.
    value: [Vec<f32>; 2],
    moves: [Vec<f32>; 2],
    by_hand: bool,
}

/// How well weights foretell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// How many positions were looked at.
    pub positions: usize,
    /// The mean of the logarithmic loss of the result, in bits: 1 for one who knows nothing.
    pub result: f64,
    /// The mean and the standard deviation of the evaluation, in its own units.
    pub mean: f64,
    /// See `mean`.
    pub deviation: f64,
    /// How many of a hundred best moves have the highest score.
    pub first: f64,
    /// The mean of the logarithmic loss of the move, in bits.
    pub moves: f64,
}

/// The worth of all codes of one kind, made from the parameters.
struct Codes {
    /// The parameters of each code.
    parts: Vec<[u16; 11]>,
}

impl Codes {
    fn new() -> Codes {
        let mut parts = vec![[0; 11]; CODES];
        for n in 0..KINDS.pow(4) {
            let kinds = [0, 1, 2, 3].map(|digit| n / KINDS.pow(digit) % KINDS);
            if !kinds.is_sorted() {
                continue;
            }
            let [a, b, c, d] = kinds;
            let pair = |low: usize, high: usize| KINDS + KINDS * high + low;
            let code = code(kinds);
            let all = [
                a,
                b,
                c,
                d,
                pair(a, b),
                pair(a, c),
                pair(a, d),
                pair(b, c),
                pair(b, d),
                pair(c, d),
            ];
            for (part, n) in parts[code].iter_mut().zip(all) {
                *part = n as u16;
            }
            parts[code][10] = (KINDS + KINDS * KINDS + code) as u16;
        }
        Codes { parts }
    }

    fn worth(&self, parameters: &[f32]) -> Vec<f32> {
        let sum = |parts: &[u16; 11]| parts.iter().map(|n| parameters[usize::from(*n)]).sum();
        self.parts.iter().map(sum).collect()
    }

    /// Hands the gradient by codes on to the parameters.
    fn hand_on(&self, by_code: &[f32], gradient: &mut [f32]) {
        for (parts, slope) in self.parts.iter().zip(by_code) {
            for n in parts {
                gradient[usize::from(*n)] += slope;
            }
        }
    }
}

/// The descent of one set of numbers.
struct Descent {
    numbers: Vec<f32>,
    /// How long the steps of each are: the oftener a number counts in a position, the shorter.
    lengths: Vec<f32>,
    mean: Vec<f32>,
    squares: Vec<f32>,
}

impl Descent {
    /// `counts` is how often each number counts in a position, on average.
    fn new(counts: &[f32]) -> Descent {
        Descent {
            numbers: vec![0.0; counts.len()],
            lengths: counts.iter().map(|count| 1.0 / (1.0 + count)).collect(),
            mean: vec![0.0; counts.len()],
            squares: vec![0.0; counts.len()],
        }
    }

    /// A step against the gradient of so many positions, which holds the numbers back; `step` counts from 1 to `steps`. The steps
    /// go ever less far, to nothing.
    fn step(&mut self, mut gradient: Vec<f32>, positions: usize, step: usize, steps: usize) {
        let positions = positions.max(1) as f32;
        let size = STEP * (steps - step + 1) as f32 / steps as f32;
        for (n, slope) in gradient.iter_mut().enumerate() {
            // The parameters of both kinds of codes stand one after the other, and then the threats.
            let code = n >= 2 * PARAMETERS || n % PARAMETERS >= KINDS + KINDS * KINDS;
            *slope = (*slope + HELD[usize::from(code)] * self.numbers[n]) / positions;
            self.mean[n] += (1.0 - MOMENTUM) * (*slope - self.mean[n]);
            self.squares[n] += (1.0 - SQUARES) * (*slope * *slope - self.squares[n]);
            let mean = self.mean[n] / (1.0 - MOMENTUM.powi(step as i32));
            let squares = self.squares[n] / (1.0 - SQUARES.powi(step as i32));
            self.numbers[n] -= size * self.lengths[n] * mean / (squares.sqrt() + 1e-6);
        }
    }
}

pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

impl Model {
    /// The simple weights with which the training begins.
    pub fn by_hand(rules: Rules) -> Model {
        Model {
            rules,
            value: [Vec::new(), Vec::new()],
            moves: [Vec::new(), Vec::new()],
            by_hand: true,
        }
    }

    /// Fits weights to the positions, with this many steps of descent. `progress` is told how many are done.
    pub fn fit<'a>(
        rules: Rules,
        positions: impl Iterator<Item = &'a Position>,
        steps: usize,
        progress: &mut dyn FnMut(usize),
    ) -> Model {
        let all: Vec<&Position> = positions.collect();
        let sides = weights::sides(rules);
        let mut done = 0;
        let mut fit = |side: usize| {
            let of_side = |position: &&&Position| sides == 1 || position.mover as usize - 1 == side;
            let positions: Vec<&Position> = all.iter().filter(of_side).copied().collect();
            let mut tell = || {
                done += 1;
                progress(done);
            };
            (
                fit_value(&positions, steps, &mut tell),
                fit_moves(&positions, steps, &mut tell),
            )
        };
        let (value, moves) = fit(0);
        let (other_value, other_moves) = match sides {
            1 => (value.clone(), moves.clone()),
            _ => fit(1),
        };
        Model {
            rules,
            value: [value, other_value],
            moves: [moves, other_moves],
            by_hand: false,
        }
    }

    /// How many steps [`Model::fit`] tells of.
    pub fn steps(rules: Rules, steps: usize) -> usize {
        2 * steps * weights::sides(rules)
    }

    /// The weights as whole numbers.
    pub(super) fn weights(&self) -> [Weights; 2] {
        if self.by_hand {
            return [Weights::by_hand(), Weights::by_hand()];
        }
        // A position is worth to the mover what its points are by the mover's weights, less what the other's points are by the
        // same weights: those of the side that waits belong to the other side's file.
        [0, 1].map(|side| {
            let round = |numbers: &[f32], factor: f32| -> Vec<i16> {
                let round =
                    |number: &f32| (number * factor).round().clamp(-30_000.0, 30_000.0) as i16;
                numbers.iter().map(round).collect()
            };
            let value = &self.value[side];
            let waiting = &self.value[1 - side];
            let moves = &self.moves[side];
            let others = &self.moves[1 - side];
            Weights {
                mover: round(&value[..CODES], UNIT * PARTS as f32),
                waiter: round(&waiting[CODES..2 * CODES], -UNIT * PARTS as f32),
                own: round(&moves[..CODES], UNIT),
                other: round(&others[CODES..2 * CODES], UNIT),
                threats: round(&value[2 * CODES..], UNIT),
            }
        })
    }

    /// The bytes of a file with these weights.
    pub fn bytes(&self) -> Vec<u8> {
        weights::write(&self.weights(), self.rules)
    }

    /// How well the weights foretell the results and moves of positions.
    pub fn errors<'a>(&self, positions: impl Iterator<Item = &'a Position>) -> Errors {
        let weights = self.weights();
        let mut errors = Errors::default();
        let (mut sum, mut squares, mut first) = (0.0, 0.0, 0);
        for position in positions {
            let side = position.mover as usize - 1;
            let (mine, yours) = (&weights[side], &weights[1 - side]);
            let points: i32 = position
                .codes
                .iter()
                .map(|(code, count)| {
                    let (code, count) = (usize::from(*code), i32::from(*count));
                    match code.checked_sub(CODES) {
                        None => count * i32::from(mine.mover[code]),
                        Some(code) => -count * i32::from(yours.waiter[code]),
                    }
                })
                .sum();
            let threats = i32::from(mine.threats[usize::from(position.threats)]);
            let value = f64::from(points / PARTS + threats);
            let chance = 1.0 / (1.0 + (-value / f64::from(UNIT)).exp());
            let chance = chance.clamp(1e-6, 1.0 - 1e-6);
            let result = f64::from(position.result);
            errors.result -= result * chance.log2() + (1.0 - result) * (1.0 - chance).log2();
            sum += value;
            squares += value * value;
            let score = |(own, other): &(u16, u16)| {
                i32::from(mine.own[usize::from(*own)]) + i32::from(yours.other[usize::from(*other)])
            };
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

/// Fits the evaluation: the worth of all codes to the mover, then to the other side, then of all threats.
fn fit_value(positions: &[&Position], steps: usize, tell: &mut dyn FnMut()) -> Vec<f32> {
    let codes = Codes::new();
    let share = 1.0 / positions.len().max(1) as f32;
    let mut seen = vec![0.0; 2 * CODES];
    for (code, count) in positions.iter().flat_map(|position| &position.codes) {
        seen[usize::from(*code)] += share * f32::from(*count);
    }
    let mut counts = vec![0.0; 2 * PARAMETERS + THREATS];
    codes.hand_on(&seen[..CODES], &mut counts[..PARAMETERS]);
    codes.hand_on(&seen[CODES..], &mut counts[PARAMETERS..2 * PARAMETERS]);
    let mut descent = Descent::new(&counts);
    let worth = |numbers: &[f32]| {
        let mut worth = codes.worth(&numbers[..PARAMETERS]);
        worth.extend(codes.worth(&numbers[PARAMETERS..2 * PARAMETERS]));
        worth.extend(&numbers[2 * PARAMETERS..]);
        worth
    };
    for step in 1..=steps {
        let now = worth(&descent.numbers);
        let mut slopes = vec![0.0; 2 * CODES + THREATS];
        for position in positions {
            let threats = 2 * CODES + usize::from(position.threats);
            let codes = position.codes.iter();
            let sum: f32 = codes
                .map(|(code, count)| now[usize::from(*code)] * f32::from(*count))
                .sum();
            let error = logistic(sum + now[threats]) - position.target;
            for (code, count) in &position.codes {
                slopes[usize::from(*code)] += error * f32::from(*count);
            }
            slopes[threats] += error;
        }
        let mut gradient = vec![0.0; descent.numbers.len()];
        codes.hand_on(&slopes[..CODES], &mut gradient[..PARAMETERS]);
        codes.hand_on(
            &slopes[CODES..2 * CODES],
            &mut gradient[PARAMETERS..2 * PARAMETERS],
        );
        gradient[2 * PARAMETERS..].copy_from_slice(&slopes[2 * CODES..]);
        descent.step(gradient, positions.len(), step, steps);
        tell();
    }
    worth(&descent.numbers)
}

/// Fits the order of moves: the worth of all codes of the mover on the point of a move, then of those of the other side.
fn fit_moves(positions: &[&Position], steps: usize, tell: &mut dyn FnMut()) -> Vec<f32> {
    let codes = Codes::new();
    // A move has four shapes and six pairs, and each likelihood counts against all others.
    let mut descent = Descent::new(&[1.0; 2 * PARAMETERS]);
    let worth = |numbers: &[f32]| {
        let mut worth = codes.worth(&numbers[..PARAMETERS]);
        worth.extend(codes.worth(&numbers[PARAMETERS..]));
        worth
    };
    let mut chances = Vec::new();
    for step in 1..=steps {
        let now = worth(&descent.numbers);
        let mut slopes = vec![0.0; 2 * CODES];
        for position in positions {
            let score = |(own, other): &(u16, u16)| {
                now[usize::from(*own)] + now[CODES + usize::from(*other)]
            };
            chances.clear();
            chances.extend(position.moves.iter().map(|codes| score(codes).exp()));
            let all: f32 = chances.iter().sum();
            for (n, ((own, other), chance)) in position.moves.iter().zip(&chances).enumerate() {
                let error = chance / all - f32::from(u8::from(n == usize::from(position.played)));
                slopes[usize::from(*own)] += error;
                slopes[CODES + usize::from(*other)] += error;
            }
        }
        let mut gradient = vec![0.0; descent.numbers.len()];
        codes.hand_on(&slopes[..CODES], &mut gradient[..PARAMETERS]);
        codes.hand_on(&slopes[CODES..], &mut gradient[PARAMETERS..]);
        descent.step(gradient, positions.len(), step, steps);
        tell();
    }
    worth(&descent.numbers)
}
