//! The files of numbers that the engines write and the program carries: weights and the opening book.
//!
//! Numbers are in little-endian order:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the name of the kind of file |
//! | 2 | the version of this kind |
//! | | what the numbers are for: each kind has its own |
//! | 4 | the CRC-32 of all bytes before and after it |
//! | | the numbers, deflated |

use std::io::{Read, Write};
use words::say;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use thiserror::Error;

const NAME: usize = 8;
const VERSION: usize = 2;
const CHECKSUM: usize = 4;

/// What is wrong with a file. As text it is one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadFile {
    /// It does not begin as files of this kind do.
    #[error("{}", say!("this is not a file of {why}", why = .0))]
    Other(&'static str),
    /// It has another version than this program reads.
    #[error("{}", say!("the file has version {found}, but this program reads version {read}", found = .found, read = .read))]
    Version {
        /// The file's version.
        found: u16,
        /// The version that this program reads.
        read: u16,
    },
    /// Its checksum is wrong: a byte was changed, added or lost.
    #[error("{}", say!("the file is damaged"))]
    Damaged,
    /// It is undamaged, but made for something else.
    #[error("{}", say!("the {why} in the file are for another version of the engine, or for other rules", why = .0))]
    Sizes(&'static str),
}

/// How files of one kind begin.
pub(super) struct Head {
    /// What is in the file, in the plural.
    pub(crate) what: &'static str,
    pub(crate) name: &'static [u8; NAME],
    pub(crate) version: u16,
    /// What the numbers are for.
    pub(crate) purpose: Vec<u8>,
}

impl Head {
    fn bytes(&self) -> Vec<u8> {
        [self.name, &self.version.to_le_bytes()[..], &self.purpose].concat()
    }

    /// The bytes of a file with these numbers.
    pub(crate) fn write(&self, numbers: &[u8]) -> Vec<u8> {
        let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
        let written = deflate.write_all(numbers).and_then(|()| deflate.finish());
        let body = written.expect("memory takes all that is written to it");
        let mut bytes = self.bytes();
        bytes.extend(checksum(&bytes, &body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The numbers of a file, at most so many bytes.
    pub(crate) fn read(&self, bytes: &[u8], most: usize) -> Result<Vec<u8>, BadFile> {
        let head = NAME + VERSION + self.purpose.len();
        let (head, body) = bytes
            .split_at_checked(head)
            .and_then(|(head, rest)| Some((head, rest.split_at_checked(CHECKSUM)?)))
            .filter(|(head, _)| head.starts_with(self.name))
            .ok_or(BadFile::Other(self.what))?;
        let found = u16::from_le_bytes([head[NAME], head[NAME + 1]]);
        if found != self.version {
            let read = self.version;
            return Err(BadFile::Version { found, read });
        }
        let (stated, body) = body;
        if stated != checksum(head, body).to_le_bytes() {
            return Err(BadFile::Damaged);
        }
        let mut numbers = Vec::new();
        let mut inflate = DeflateDecoder::new(body).take(most as u64 + 1);
        let inflated = inflate.read_to_end(&mut numbers);
        match head == self.bytes() && inflated.is_ok() && numbers.len() <= most {
            true => Ok(numbers),
            false => Err(BadFile::Sizes(self.what)),
        }
    }
}

fn checksum(head: &[u8], body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(body);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> Head {
        Head {
            what: "numbers",
            name: b"QIPANTRY",
            version: 3,
            purpose: vec![7, 0, 9],
        }
    }

    const NUMBERS: [u8; 40] = [5; 40];

    #[test]
    fn a_file_that_is_damaged_in_any_byte_is_refused() {
        let good = head().write(&NUMBERS);
        for n in 0..good.len() {
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[n] ^= 1 << bit;
                let expected = match n {
                    0..8 => BadFile::Other("numbers"),
                    8..10 => BadFile::Version {
                        found: 3 ^ 1 << (bit + 8 * (n - 8)),
                        read: 3,
                    },
                    _ => BadFile::Damaged,
                };
                assert_eq!(
                    head().read(&bad, 40),
                    Err(expected),
                    "bit {bit} of byte {n}"
                );
            }
            assert!(head().read(&good[..n], 40).is_err(), "cut off at {n}");
        }
        let longer = [&good[..], &[0]].concat();
        assert_eq!(head().read(&longer, 40), Err(BadFile::Damaged));
    }

    #[test]
    fn numbers_for_something_else_are_refused() {
        let file = head().write(&NUMBERS);
        let other = Head {
            purpose: vec![7, 0, 8],
            ..head()
        };
        assert_eq!(other.read(&file, 40), Err(BadFile::Sizes("numbers")));
        assert_eq!(head().read(&file, 39), Err(BadFile::Sizes("numbers")));
    }
}
