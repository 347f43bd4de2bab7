//! The file of weights that the laboratory writes and the program carries.
//!
//! It is one of the engines' [files](super::super::packed). Its numbers are for so many parts of a disc (2 bytes), stages of the game (4 bytes)
//! and weights of a stage (4 bytes). Then comes, for each weight, how much it differs from the same one of the stage before; of the first
//! stage, from 0. Most differences are small, so the file has half the bytes that it would have with the weights themselves. A difference
//! has 16 bits: its sign in the lowest bit, and above it its size, less 1 for a negative one. The lower halves of all stand before the higher ones.

use crate::engine::packed::{BadFile, Head};

/// The version of the files that this program writes and reads. It changes with their format, the patterns and the stages.
pub(crate) const VERSION: u16 = 2;

/// How many parts a disc has in the weights. Rounding to them adds less than a tenth of a disc to an error of several.
pub const PARTS: i32 = 32;

/// How many cells are filled from one stage to the next.
pub const STAGE: usize = 3;

/// How many stages a game has, counted from its end: the first has 0 to 2 empty cells.
pub const STAGES: usize = 20;

#[inline(always)]
pub(super) fn stage_of(empties: usize) -> usize {
    (empties / STAGE).min(STAGES - 1)
}

/// The bytes of a file with the weights of all stages, one stage after the other.
pub fn write(weights: &[i16]) -> Vec<u8> {
    let count = weights.len() / STAGES;
    let before = std::iter::repeat_n(&0, count).chain(weights);
    let differences: Vec<u16> = weights
        .iter()
        .zip(before)
        .map(|(weight, before)| folded(weight.wrapping_sub(*before)))
        .collect();
    let half = |n: usize| differences.iter().map(move |d| d.to_le_bytes()[n]);
    let halves: Vec<u8> = half(0).chain(half(1)).collect();
    head(count).write(&halves)
}

/// The weights of a file whose stages have `count` weights each.
pub(super) fn read(bytes: &[u8], count: usize) -> Result<Vec<i16>, BadFile> {
    let (head, length) = (head(count), 2 * STAGES * count);
    let halves = head.read(bytes, length)?;
    if halves.len() != length {
        return Err(BadFile::Sizes(head.what));
    }
    let (low, high) = halves.split_at(length / 2);
    let mut weights = Vec::with_capacity(low.len());
    for (n, (low, high)) in low.iter().zip(high).enumerate() {
        let before = n.checked_sub(count).map_or(0, |n| weights[n]);
        weights.push(unfolded(u16::from_le_bytes([*low, *high])).wrapping_add(before));
    }
    Ok(weights)
}

/// A number with its sign in the lowest bit, so that the higher bits of a small one are 0: 0, -1, 1, -2, 2 become 0 to 4.
fn folded(number: i16) -> u16 {
    (number << 1 ^ number >> 15) as u16
}

fn unfolded(folded: u16) -> i16 {
    (folded >> 1) as i16 ^ -((folded & 1) as i16)
}

/// How a file begins whose stages have so many weights.
fn head(count: usize) -> Head {
    let mut purpose = (PARTS as u16).to_le_bytes().to_vec();
    purpose.extend((STAGES as u32).to_le_bytes());
    purpose.extend((count as u32).to_le_bytes());
    Head {
        what: "weights for Othello",
        name: b"QIPANEVA",
        version: VERSION,
        purpose,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: usize = 7;

    fn weights() -> Vec<i16> {
        (0..(STAGES * COUNT) as i16)
            .map(|n| (n - 70) * 300)
            .collect()
    }

    #[test]
    fn all_weights_are_read_as_they_were_written() {
        let mut weights = weights();
        (weights[3], weights[3 + COUNT]) = (i16::MIN, i16::MAX);
        assert_eq!(read(&write(&weights), COUNT), Ok(weights));
    }

    #[test]
    fn weights_of_other_patterns_are_refused() {
        let refused = Err(BadFile::Sizes("weights for Othello"));
        let file = write(&weights());
        assert_eq!(read(&file, COUNT + 1), refused);
        let two_too_many = write(&[weights(), vec![0; STAGES]].concat());
        assert_eq!(read(&two_too_many, COUNT), refused);
    }
}
