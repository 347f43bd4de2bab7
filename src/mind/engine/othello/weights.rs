//! The file format of the evaluation's weights.
//!
//! The weights are in a [data file](super::super::packed). Its tag holds the number of units in a disc (2
//! bytes), the number of stages (4 bytes) and the number of weights in a stage (4 bytes). Each weight is
//! stored as its difference from the corresponding weight in the previous stage, or from 0 in the first
//! stage. Most differences are small, so the file is half as large as one with plain weights. A difference
//! has 16 bits, zigzag-encoded. The low bytes of all differences come before the high bytes.

use crate::engine::packed::{BadFile, Header};
use words::phrase;

/// The version of the file format. It must also change if the patterns or the stages change.
pub(crate) const VERSION: u16 = 2;

/// The number of weight units in a disc. The rounding error is less than a tenth of a disc, while the
/// evaluation's own error is several discs.
pub const PARTS: i32 = 32;

/// The number of moves that a stage covers.
pub const STAGE: usize = 3;

/// The number of stages. They are numbered from the end of the game: the first one covers 0 to 2 empty cells.
pub const STAGES: usize = 20;

#[inline(always)]
pub(super) fn stage_of(empties: usize) -> usize {
    (empties / STAGE).min(STAGES - 1)
}

/// Encodes a file with the weights of all stages, one stage after the other.
pub fn write(weights: &[i16]) -> Vec<u8> {
    let count = weights.len() / STAGES;
    let before = std::iter::repeat_n(&0, count).chain(weights);
    let differences: Vec<u16> =
        weights.iter().zip(before).map(|(weight, before)| zigzag(weight.wrapping_sub(*before))).collect();
    let half = |n: usize| differences.iter().map(move |d| d.to_le_bytes()[n]);
    let halves: Vec<u8> = half(0).chain(half(1)).collect();
    header(count).write(&halves)
}

/// Decodes a file whose stages have `count` weights each.
pub fn read(bytes: &[u8], count: usize) -> Result<Vec<i16>, BadFile> {
    let halves = header(count).read_exactly(bytes, 2 * STAGES * count)?;
    let (low, high) = halves.split_at(halves.len() / 2);
    let mut weights = Vec::with_capacity(low.len());
    for (n, (low, high)) in low.iter().zip(high).enumerate() {
        let before = n.checked_sub(count).map_or(0, |n| weights[n]);
        weights.push(unzigzag(u16::from_le_bytes([*low, *high])).wrapping_add(before));
    }
    Ok(weights)
}

/// Maps signed numbers to unsigned ones by moving the sign to the lowest bit: 0, -1, 1, -2, 2 become 0 to 4.
fn zigzag(number: i16) -> u16 {
    (number << 1 ^ number >> 15) as u16
}

fn unzigzag(number: u16) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

fn header(count: usize) -> Header {
    let mut tag = (PARTS as u16).to_le_bytes().to_vec();
    tag.extend((STAGES as u32).to_le_bytes());
    tag.extend((count as u32).to_le_bytes());
    Header { contents: phrase!("weights for Othello"), name: b"QIPANEVA", version: VERSION, tag }
}
