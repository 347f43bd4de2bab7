//! The file of weights that the laboratory writes and the program carries.
//!
//! It is one of the engines' [files](super::super::packed). Its numbers are for so many parts of a disc (2 bytes), stages of the game (4 bytes)
//! and weights of a stage (4 bytes); then come the weights, 16 bits each, first the lower halves of all, then the higher ones.

use crate::engine::packed::{BadFile, Head};

/// The version of the files that this program writes and reads. It changes with their format, the patterns and the stages.
pub(crate) const VERSION: u16 = 1;

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
    let half = |n: usize| weights.iter().map(move |weight| weight.to_le_bytes()[n]);
    let halves: Vec<u8> = half(0).chain(half(1)).collect();
    head(weights.len() / STAGES).write(&halves)
}

/// The weights of a file whose stages have `count` weights each.
pub(super) fn read(bytes: &[u8], count: usize) -> Result<Vec<i16>, BadFile> {
    let (head, length) = (head(count), 2 * STAGES * count);
    let halves = head.read(bytes, length)?;
    if halves.len() != length {
        return Err(BadFile::Sizes(head.what));
    }
    let (low, high) = halves.split_at(length / 2);
    let pairs = low.iter().zip(high);
    Ok(pairs
        .map(|(low, high)| i16::from_le_bytes([*low, *high]))
        .collect())
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
    fn weights_of_other_patterns_are_refused() {
        let refused = Err(BadFile::Sizes("weights for Othello"));
        let file = write(&weights());
        assert_eq!(read(&file, COUNT + 1), refused);
        let two_too_many = write(&[weights(), vec![0; STAGES]].concat());
        assert_eq!(read(&two_too_many, COUNT), refused);
    }
}
