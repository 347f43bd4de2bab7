//! The file of weights that `qipan tune` writes and the program carries.
//!
//! Numbers are in little-endian order:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `QIPANEVA` |
//! | 2 | the version, [`VERSION`] |
//! | 2 | how many parts a disc has in the weights |
//! | 4 | how many stages the game has |
//! | 4 | how many weights a stage has |
//! | 4 | the CRC-32 of all bytes before and after it |
//! | | the weights, 16 bits each, deflated: first the lower halves of all, then the higher ones |

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use thiserror::Error;

/// The version of the files that this program writes and reads. It changes with their format, the patterns and the stages.
pub const VERSION: u16 = 1;

/// How many parts a disc has in the weights. Rounding to them adds less than a tenth of a disc to an error of several.
pub(super) const PARTS: i32 = 32;

/// How many cells are filled from one stage to the next.
pub(super) const STAGE: usize = 3;

/// How many stages a game has, counted from its end: the first has 0 to 2 empty cells.
pub(super) const STAGES: usize = 20;

/// The stage of a position with this many empties.
#[inline(always)]
pub(super) fn stage_of(empties: usize) -> usize {
    (empties / STAGE).min(STAGES - 1)
}

const MAGIC: &[u8; 8] = b"QIPANEVA";

/// Where the checksum is.
const CHECKSUM: usize = 20;

const HEADER: usize = 24;

/// What is wrong with a file of weights. As text it is one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadWeights {
    /// It does not begin as such files do.
    #[error("this is not a file of weights")]
    Other,
    /// It has this version and not [`VERSION`].
    #[error("the weights have version {0}, but this program reads version {VERSION}")]
    Version(u16),
    /// Its checksum is wrong: a byte was changed, added or lost.
    #[error("the file of weights is damaged")]
    Damaged,
    /// It is undamaged, but the weights are for other patterns or stages.
    #[error("the weights are for patterns other than this program's")]
    Sizes,
}

/// The bytes of a file with the weights of all stages, one stage after the other.
pub(super) fn write(weights: &[i16]) -> Vec<u8> {
    let half = |n: usize| weights.iter().map(move |weight| weight.to_le_bytes()[n]);
    let halves: Vec<u8> = half(0).chain(half(1)).collect();
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = deflate.write_all(&halves).and_then(|()| deflate.finish());
    let body = written.expect("memory takes all that is written to it");
    let mut bytes = header(weights.len() / STAGES);
    let checksum = checksum(&bytes, &body);
    bytes[CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
    bytes.extend(body);
    bytes
}

/// The weights of a file whose stages have `count` weights each.
pub(super) fn read(bytes: &[u8], count: usize) -> Result<Vec<i16>, BadWeights> {
    let (head, body) = bytes.split_at_checked(HEADER).ok_or(BadWeights::Other)?;
    if !head.starts_with(MAGIC) {
        return Err(BadWeights::Other);
    }
    let version = u16::from_le_bytes([head[8], head[9]]);
    if version != VERSION {
        return Err(BadWeights::Version(version));
    }
    if head[CHECKSUM..] != checksum(head, body).to_le_bytes() {
        return Err(BadWeights::Damaged);
    }
    if head[..CHECKSUM] != header(count)[..CHECKSUM] {
        return Err(BadWeights::Sizes);
    }
    let length = 2 * STAGES * count;
    let mut halves = Vec::with_capacity(length + 1);
    let mut inflate = DeflateDecoder::new(body).take(length as u64 + 1);
    if inflate.read_to_end(&mut halves).is_err() || halves.len() != length {
        return Err(BadWeights::Sizes);
    }
    let (low, high) = halves.split_at(length / 2);
    let pairs = low.iter().zip(high);
    Ok(pairs
        .map(|(low, high)| i16::from_le_bytes([*low, *high]))
        .collect())
}

/// A header without its checksum.
fn header(count: usize) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend((PARTS as u16).to_le_bytes());
    header.extend((STAGES as u32).to_le_bytes());
    header.extend((count as u32).to_le_bytes());
    header.extend([0; HEADER - CHECKSUM]);
    header
}

fn checksum(header: &[u8], body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&header[..CHECKSUM]);
    hasher.update(body);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Few weights, so that all bytes of their file can be tried.
    const COUNT: usize = 7;

    fn weights() -> Vec<i16> {
        (0..(STAGES * COUNT) as i16)
            .map(|n| (n - 70) * 300)
            .collect()
    }

    #[test]
    fn weights_that_were_written_are_read() {
        assert_eq!(read(&write(&weights()), COUNT), Ok(weights()));
    }

    #[test]
    fn a_file_that_is_damaged_in_any_byte_is_refused() {
        let good = write(&weights());
        for n in 0..good.len() {
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[n] ^= 1 << bit;
                let expected = match n {
                    0..8 => BadWeights::Other,
                    8..10 => BadWeights::Version(VERSION ^ 1 << (bit + 8 * (n - 8))),
                    _ => BadWeights::Damaged,
                };
                assert_eq!(read(&bad, COUNT), Err(expected), "bit {bit} of byte {n}");
            }
            let expected = match n {
                0..HEADER => BadWeights::Other,
                _ => BadWeights::Damaged,
            };
            assert_eq!(read(&good[..n], COUNT), Err(expected), "cut off at {n}");
        }
        let longer = [&good[..], &[0]].concat();
        assert_eq!(read(&longer, COUNT), Err(BadWeights::Damaged));
    }

    #[test]
    fn weights_of_other_patterns_are_refused() {
        let file = write(&weights());
        assert_eq!(read(&file, COUNT + 1), Err(BadWeights::Sizes));
        let two_too_many = write(&[weights(), vec![0; STAGES]].concat());
        assert_eq!(read(&two_too_many, COUNT), Err(BadWeights::Sizes));
    }
}
