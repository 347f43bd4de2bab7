//! The weights of the [network](super::network), and their file format.
//!
//! A weights file is a [data file](super::super::packed). Its tag, of 2 bytes, is the number of sides that
//! have their own weights: 2 in renju, otherwise 1. The weights follow, with 16 bits each.
//!
//! `qipan-lab tune --gomoku` trained them on 60,000 games of the engine against itself, in eight generations.
//! The target value of a position is the mean of its search value and the result of the game. Each generation
//! starts from the weights of the previous one.

use super::evaluation::THREATS;
use super::pattern::Shape;
use crate::engine::packed::{BadFile, Header};
use games::gomoku::Rules;
use games::stone::Stone;
use words::phrase;

/// The version of the file format. It must also change if the shapes change.
pub(crate) const VERSION: u16 = 2;

/// The number of evaluation units in one unit of log-odds. A side that is ahead by this value wins 73% of its
/// games.
pub const UNIT: f32 = 200.0;

/// The number of features of a point. Each takes a 16-bit lane of an AVX2 register.
pub const WIDTH: usize = 16;

/// The maximum of each feature of a point. With it, the sum over the largest board fits in 16 bits.
pub const CLIP: i16 = 160;

pub const HIDDEN: usize = 16;

const PAIRS: usize = Shape::ALL.len() * Shape::ALL.len();

/// Returns the index of a pair of shapes: the shape for the side to move and the shape for the opponent.
fn pair(own: usize, other: usize) -> usize {
    own * Shape::ALL.len() + other
}

/// Returns the index of the weights for a line with these shapes, for the given side to move. Black's shape
/// is in the low four bits.
pub fn line(shapes: u8, side: Stone) -> usize {
    let (black, white) = (usize::from(shapes & 15), usize::from(shapes >> 4));
    WIDTH
        * match side {
            Stone::Black => pair(black, white),
            Stone::White => pair(white, black),
        }
}

// The weights of a side begin with WIDTH numbers for each pair of shapes. The groups below follow.

/// The index of the first policy weight.
pub const POLICY: usize = PAIRS * WIDTH;
/// The index of the first weight that connects the feature sums directly to the value.
pub const VALUE: usize = POLICY + WIDTH;
/// The index of the first input weight of the neurons.
pub const NEURONS: usize = VALUE + WIDTH;
/// The index of the first bias of the neurons.
pub const BIASES: usize = NEURONS + WIDTH * HIDDEN;
/// The index of the first output weight of the neurons.
pub const OUT: usize = BIASES + HIDDEN;
/// The index of the first value of a combination of threats.
pub const THREAT_VALUES: usize = OUT + HIDDEN;
/// The number of weights of a side.
pub const COUNT: usize = THREAT_VALUES + THREATS;

/// The integer that represents 1.0 in a file, for the weights that make up a point's features.
pub const POINT_PARTS: f32 = 128.0;
/// The integer that represents 1.0 in a file, for all other weights.
pub(crate) const PARTS: f32 = 2048.0;

/// The divisor of the feature sums before they enter the hidden layer.
pub const SPREAD: f32 = 20.0;

/// The weights of one side, in the integer units of the files.
pub type Weights = Vec<i16>;

/// Returns simple hand-made weights, from which training starts. Only two features of a point are used: the
/// value of each side's shapes.
pub fn by_hand() -> Vec<f32> {
    const SHAPES: [f32; Shape::ALL.len()] =
        [0.0, 1.0, 4.0, 5.0, 14.0, 17.0, 20.0, 18.0, 50.0, 60.0, 64.0, 150.0, 150.0, 0.0, 150.0];
    let mut weights = vec![0.0; COUNT];
    for (own, worth) in SHAPES.iter().enumerate() {
        for (other, worth_to_other) in SHAPES.iter().enumerate() {
            weights[pair(own, other) * WIDTH] = worth / POINT_PARTS;
            weights[pair(own, other) * WIDTH + 1] = worth_to_other / POINT_PARTS;
        }
    }
    [weights[POLICY], weights[POLICY + 1]] = [5.0, 4.0];
    [weights[VALUE], weights[VALUE + 1]] = [0.8, -0.8];
    weights
}

/// Rounds weights to the integer units of the files.
pub fn rounded(weights: &[f32]) -> Weights {
    let round = |(n, weight): (usize, &f32)| {
        let parts = if n < POLICY { POINT_PARTS } else { PARTS };
        (weight * parts).round().clamp(-32_000.0, 32_000.0) as i16
    };
    weights.iter().enumerate().map(round).collect()
}

/// The bundled weights of black and white.
pub(super) fn of(rules: Rules) -> [Weights; 2] {
    let bytes: &[u8] = match rules {
        Rules::Freestyle => include_bytes!("weights/freestyle.bin"),
        Rules::Standard => include_bytes!("weights/standard.bin"),
        Rules::Renju => include_bytes!("weights/renju.bin"),
    };
    read(bytes, rules).expect("a test reads the bundled weights")
}

pub fn sides(rules: Rules) -> usize {
    match rules {
        Rules::Freestyle | Rules::Standard => 1,
        Rules::Renju => 2,
    }
}

/// Encodes a file with the weights of black and white. Weights that both sides share are stored once.
pub fn write(weights: &[Weights; 2], rules: Rules) -> Vec<u8> {
    let numbers = weights[..sides(rules)].iter().flatten();
    let numbers: Vec<u8> = numbers.copied().flat_map(i16::to_le_bytes).collect();
    header(rules).write(&numbers)
}

pub fn read(bytes: &[u8], rules: Rules) -> Result<[Weights; 2], BadFile> {
    let numbers = header(rules).read_exactly(bytes, 2 * sides(rules) * COUNT)?;
    let (pairs, _) = numbers.as_chunks();
    let numbers: Vec<i16> = pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
    Ok([&numbers[..COUNT], &numbers[numbers.len() - COUNT..]].map(<[i16]>::to_vec))
}

fn header(rules: Rules) -> Header {
    Header {
        contents: phrase!("weights for gomoku"),
        name: b"QIPANGOM",
        version: VERSION,
        tag: (sides(rules) as u16).to_le_bytes().to_vec(),
    }
}
