//! The numbers that `qipan tune --gomoku` learns, and the files that it keeps them in: what the shapes through an empty point are worth,
//! and how likely a stone there is the best move.
//!
//! These are some of the engines' [files](super::super::packed). Their numbers are for so many sides with weights of their own (2 bytes): 1, or
//! 2 in renju; then come the weights, 16 bits each.

use super::evaluation::{CODES, KINDS, THREATS};
use crate::engine::packed::{BadFile, Head};
use crate::games::gomoku::Rules;

/// The version of the files that this program writes and reads. It changes with their format and with the shapes.
pub const VERSION: u16 = 1;

/// How many parts a unit of the evaluation has in the sums of weights.
pub(super) const PARTS: i32 = 16;

/// The value at which a side wins 73 of 100 games: the logistic function of 1.
pub(super) const UNIT: f32 = 200.0;

/// The weights of one side, all by the codes of four shapes but the last ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// What a point is worth to the side when it moves next, in [`PARTS`].
    pub mover: Vec<i16>,
    /// The same when the other side moves next.
    pub waiter: Vec<i16>,
    /// How likely a stone of the side there is the best move: the logarithm, in units of 1 / [`UNIT`].
    pub own: Vec<i16>,
    /// The same for a stone of the other side, which takes the point away.
    pub other: Vec<i16>,
    /// What threats are worth to the side when it moves next, in units of the evaluation.
    pub threats: Vec<i16>,
}

impl Weights {
    /// How many numbers there are.
    const COUNT: usize = 4 * CODES + THREATS;

    /// Simple ones made by hand, with which the training begins: shapes are worth something each.
    pub fn by_hand() -> Weights {
        const WORTH: [i16; KINDS] = [0, 1, 4, 5, 14, 17, 20, 18, 50, 60, 64, 300];
        let mut worth = vec![0; CODES];
        for n in 0..KINDS.pow(4) {
            let mut kinds = [0, 1, 2, 3].map(|digit| n / KINDS.pow(digit) % KINDS);
            kinds.sort_unstable();
            let each = kinds.map(|kind| WORTH[kind]);
            // Two good shapes are worth more than their sum.
            worth[super::evaluation::code(kinds)] =
                each.iter().sum::<i16>() + each[2].min(40) * each[3].min(60) / 24;
        }
        let times = |factor: i16| worth.iter().map(|worth| worth * factor).collect();
        Weights {
            mover: times(1),
            waiter: times(1),
            own: times(8),
            other: times(6),
            threats: vec![0; THREATS],
        }
    }

    /// Those that the program carries, of black and white.
    pub fn of(rules: Rules) -> [Weights; 2] {
        let bytes: &[u8] = match rules {
            Rules::Freestyle => include_bytes!("weights/freestyle.bin"),
            Rules::Standard => include_bytes!("weights/standard.bin"),
            Rules::Renju => include_bytes!("weights/renju.bin"),
        };
        read(bytes, rules).expect("the program carries good weights")
    }

    fn numbers(&self) -> impl Iterator<Item = i16> {
        let parts = [
            &self.mover,
            &self.waiter,
            &self.own,
            &self.other,
            &self.threats,
        ];
        parts.into_iter().flatten().copied()
    }

    fn of_numbers(numbers: &[i16]) -> Weights {
        let part = |n: usize| numbers[n * CODES..(n + 1) * CODES].to_vec();
        Weights {
            mover: part(0),
            waiter: part(1),
            own: part(2),
            other: part(3),
            threats: numbers[4 * CODES..].to_vec(),
        }
    }
}

/// How many sides have weights of their own under these rules.
pub(super) fn sides(rules: Rules) -> usize {
    match rules {
        Rules::Freestyle | Rules::Standard => 1,
        Rules::Renju => 2,
    }
}

/// The bytes of a file with the weights of black and white; where both have the same, they are written once.
pub(super) fn write(weights: &[Weights; 2], rules: Rules) -> Vec<u8> {
    let sides = &weights[..sides(rules)];
    let numbers = sides.iter().flat_map(Weights::numbers);
    let numbers: Vec<u8> = numbers.flat_map(i16::to_le_bytes).collect();
    head(rules).write(&numbers)
}

/// The weights of black and white in a file for these rules.
pub(super) fn read(bytes: &[u8], rules: Rules) -> Result<[Weights; 2], BadFile> {
    let (head, length) = (head(rules), 2 * sides(rules) * Weights::COUNT);
    let numbers = head.read(bytes, length)?;
    if numbers.len() != length {
        return Err(BadFile::Sizes(head.what));
    }
    let numbers: Vec<i16> = numbers
        .chunks_exact(2)
        .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    let (black, white) = (
        &numbers[..Weights::COUNT],
        &numbers[numbers.len() - Weights::COUNT..],
    );
    Ok([black, white].map(Weights::of_numbers))
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
        let (black, mut white) = (Weights::by_hand(), Weights::by_hand());
        white.threats[7] = -30_000;
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
