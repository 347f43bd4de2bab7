//! The numbers that the laboratory learns, and the files that it keeps them in: what the [network](super::network) is made of.
//!
//! These are some of the engines' [files](super::super::packed). Their numbers are for so many sides with weights of their own (2 bytes): 1, or
//! 2 in renju; then come the weights, 16 bits each.

use super::evaluation::THREATS;
use super::pattern::Shape;
use crate::engine::packed::{BadFile, Head};
use games::gomoku::Rules;
use games::stone::Stone;

/// The version of the files that this program writes and reads. It changes with their format and with the shapes.
pub(crate) const VERSION: u16 = 2;

/// The value at which a side wins 73 of 100 games: the logistic function of 1.
pub const UNIT: f32 = 200.0;

/// How many numbers a point has in the network: as many of 16 bits as AVX2 adds at once.
pub const WIDTH: usize = 16;

/// A number of a point is at most this, so that the sum over the largest board has 16 bits.
pub const MOST: i16 = 160;

/// How many neurons the layer above them has.
pub const HIDDEN: usize = 16;

/// How many pairs of shapes a line has at a point, one shape of each side.
pub(crate) const PAIRS: usize = Shape::ALL.len() * Shape::ALL.len();

/// The number of a pair of shapes: that of the side to move, and that of the other.
fn pair(own: usize, other: usize) -> usize {
    own * Shape::ALL.len() + other
}

/// Where the weights begin of what a line adds to the numbers of its point, when this side is to move: the line has these shapes, black's
/// in the low four bits.
pub fn line(shapes: u8, side: Stone) -> usize {
    let (black, white) = (usize::from(shapes & 15), usize::from(shapes >> 4));
    WIDTH
        * match side {
            Stone::Black => pair(black, white),
            Stone::White => pair(white, black),
        }
}

/// Where the weights of a move's likelihood begin. Before them stands what each pair of shapes on a line adds to the numbers of its
/// point, [`WIDTH`] for each pair.
pub const LIKELY: usize = PAIRS * WIDTH;
/// Where the weights of the sums begin.
pub const VALUE: usize = LIKELY + WIDTH;
/// Where those begin that the sums add to each neuron.
pub const NEURONS: usize = VALUE + WIDTH;
/// Where those begin that each neuron begins with.
pub const BEGINNING: usize = NEURONS + WIDTH * HIDDEN;
/// Where those begin that each neuron adds to the value.
pub const OUT: usize = BEGINNING + HIDDEN;
/// Where those of the threats begin.
pub const WORTH: usize = OUT + HIDDEN;
/// How many weights there are.
pub const COUNT: usize = WORTH + THREATS;

/// How many parts a number of a point has in the files.
pub const POINT_PARTS: f32 = 128.0;
/// How many parts the other weights have in the files.
pub(crate) const PARTS: f32 = 2048.0;

/// By how much the sums of all points are divided before the layer of neurons sees them.
pub const SPREAD: f32 = 20.0;

/// The weights of one side, as whole numbers of the parts above.
pub type Weights = Vec<i16>;

/// Simple weights made by hand, with which the training begins, in whole units: two of the numbers of a point are what the shapes of either side are
/// worth there, each shape by itself.
pub fn by_hand() -> Vec<f32> {
    const SHAPES: [f32; Shape::ALL.len()] = [
        0.0, 1.0, 4.0, 5.0, 14.0, 17.0, 20.0, 18.0, 50.0, 60.0, 64.0, 150.0, 150.0, 0.0, 150.0,
    ];
    let mut weights = vec![0.0; COUNT];
    for (own, worth) in SHAPES.iter().enumerate() {
        for (other, worth_to_other) in SHAPES.iter().enumerate() {
            weights[pair(own, other) * WIDTH] = worth / POINT_PARTS;
            weights[pair(own, other) * WIDTH + 1] = worth_to_other / POINT_PARTS;
        }
    }
    [weights[LIKELY], weights[LIKELY + 1]] = [5.0, 4.0];
    [weights[VALUE], weights[VALUE + 1]] = [0.8, -0.8];
    weights
}

/// The weights as they stand in a file.
pub fn rounded(weights: &[f32]) -> Weights {
    let round = |(n, weight): (usize, &f32)| {
        let parts = if n < LIKELY { POINT_PARTS } else { PARTS };
        (weight * parts).round().clamp(-32_000.0, 32_000.0) as i16
    };
    weights.iter().enumerate().map(round).collect()
}

/// Those that the program carries, of black and white.
pub(super) fn of(rules: Rules) -> [Weights; 2] {
    let bytes: &[u8] = match rules {
        Rules::Freestyle => include_bytes!("weights/freestyle.bin"),
        Rules::Standard => include_bytes!("weights/standard.bin"),
        Rules::Renju => include_bytes!("weights/renju.bin"),
    };
    read(bytes, rules).expect("the program carries good weights")
}

/// How many sides have weights of their own under these rules.
pub fn sides(rules: Rules) -> usize {
    match rules {
        Rules::Freestyle | Rules::Standard => 1,
        Rules::Renju => 2,
    }
}

/// The bytes of a file with the weights of black and white; where both have the same, they are written once.
pub fn write(weights: &[Weights; 2], rules: Rules) -> Vec<u8> {
    let numbers = weights[..sides(rules)].iter().flatten();
    let numbers: Vec<u8> = numbers.copied().flat_map(i16::to_le_bytes).collect();
    head(rules).write(&numbers)
}

/// The weights of black and white in a file for these rules.
pub(super) fn read(bytes: &[u8], rules: Rules) -> Result<[Weights; 2], BadFile> {
    let (head, length) = (head(rules), 2 * sides(rules) * COUNT);
    let numbers = head.read(bytes, length)?;
    if numbers.len() != length {
        return Err(BadFile::Sizes(head.what));
    }
    let numbers: Vec<i16> = numbers
        .chunks_exact(2)
        .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    Ok([&numbers[..COUNT], &numbers[numbers.len() - COUNT..]].map(<[i16]>::to_vec))
}

/// How a file of weights for these rules begins.
fn head(rules: Rules) -> Head {
    Head {
        what: "weights for gomoku",
        name: b"QIPANGOM",
        version: VERSION,
        purpose: (sides(rules) as u16).to_le_bytes().to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_were_written_are_read() {
        let black = rounded(&by_hand());
        let mut white = black.clone();
        white[WORTH + 7] = -30_000;
        let both = [black.clone(), white];
        assert_eq!(read(&write(&both, Rules::Renju), Rules::Renju), Ok(both));
        let same = [black.clone(), black];
        let file = write(&same, Rules::Freestyle);
        assert_eq!(read(&file, Rules::Standard), Ok(same));
        assert_eq!(
            read(&file, Rules::Renju),
            Err(BadFile::Sizes("weights for gomoku"))
        );
    }
}
