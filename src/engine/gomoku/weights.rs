//! The numbers that `qipan tune --gomoku` learns, and the files that it keeps them in: what the shapes through an empty point are worth,
//! and how likely a stone there is the best move.
//!
//! Numbers in a file are in little-endian order:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `QIPANGOM` |
//! | 2 | the version, [`VERSION`] |
//! | 2 | how many sides have weights of their own: 1, or 2 in renju |
//! | 4 | the CRC-32 of all bytes before and after it |
//! | | the weights, 16 bits each, deflated |

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use thiserror::Error;

use super::evaluation::{CODES, KINDS, THREATS};
use crate::games::gomoku::Rules;

/// The version of the files that this program writes and reads. It changes with their format and with the shapes.
pub const VERSION: u16 = 1;

const MAGIC: &[u8; 8] = b"QIPANGOM";
const CHECKSUM: usize = 12;
const HEADER: usize = 16;

/// How many parts a unit of the evaluation has in the sums of weights.
pub(super) const PARTS: i32 = 16;

/// The value at which a side wins 73 of 100 games: the logistic function of 1.
pub(super) const UNIT: f32 = 200.0;

/// What is wrong with a file of weights. As text it is one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadWeights {
    /// It does not begin as such files do.
    #[error("this is not a file of weights for gomoku")]
    Other,
    /// It has this version, which this program does not read.
    #[error("the weights have version {0}, but this program reads version {VERSION}")]
    Version(u16),
    /// Its checksum is wrong: a byte was changed, added or lost.
    #[error("the file of weights is damaged")]
    Damaged,
    /// It is undamaged, but the weights are for other rules or shapes.
    #[error("the weights are for rules or shapes other than these")]
    Sizes,
}

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
    let sides = sides(rules);
    let numbers = weights[..sides].iter().flat_map(Weights::numbers);
    let numbers: Vec<u8> = numbers.flat_map(i16::to_le_bytes).collect();
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = deflate.write_all(&numbers).and_then(|()| deflate.finish());
    let body = written.expect("memory takes all that is written to it");
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((sides as u16).to_le_bytes());
    bytes.extend(checksum(&bytes, &body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// The weights of black and white in a file for these rules.
pub(super) fn read(bytes: &[u8], rules: Rules) -> Result<[Weights; 2], BadWeights> {
    let (head, body) = bytes.split_at_checked(HEADER).ok_or(BadWeights::Other)?;
    if !head.starts_with(MAGIC) {
        return Err(BadWeights::Other);
    }
    let version = u16::from_le_bytes([head[8], head[9]]);
    if version != VERSION {
        return Err(BadWeights::Version(version));
    }
    if head[CHECKSUM..] != checksum(&head[..CHECKSUM], body).to_le_bytes() {
        return Err(BadWeights::Damaged);
    }
    let sides = sides(rules);
    let length = 2 * sides * Weights::COUNT;
    let mut numbers = Vec::with_capacity(length + 1);
    let inflated = DeflateDecoder::new(body)
        .take(length as u64 + 1)
        .read_to_end(&mut numbers);
    let right = usize::from(u16::from_le_bytes([head[10], head[11]])) == sides;
    if inflated.is_err() || numbers.len() != length || !right {
        return Err(BadWeights::Sizes);
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

fn checksum(header: &[u8], body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header);
    hasher.update(body);
    hasher.finalize()
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
        assert_eq!(read(&file, Rules::Renju), Err(BadWeights::Sizes));
    }

    #[test]
    fn a_file_that_is_damaged_in_any_byte_is_refused() {
        let weights = [Weights::by_hand(), Weights::by_hand()];
        let good = write(&weights, Rules::Freestyle);
        for n in 0..good.len() {
            let mut bad = good.clone();
            bad[n] ^= 4;
            let expected = match n {
                0..8 => BadWeights::Other,
                8..10 => BadWeights::Version(VERSION ^ 4 << (8 * (n - 8))),
                _ => BadWeights::Damaged,
            };
            assert_eq!(read(&bad, Rules::Freestyle), Err(expected), "byte {n}");
            let short = read(&good[..n], Rules::Freestyle);
            assert!(short.is_err(), "cut off at {n}");
        }
    }
}
