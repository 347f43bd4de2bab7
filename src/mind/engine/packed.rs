//! The format of the engines' data files: weights and the opening book.
//!
//! All numbers are little-endian:
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | the name of the file type |
//! | 2 | the version of the file type |
//! | | a tag: the sizes that the numbers were made for; its length depends on the file type |
//! | 4 | the CRC-32 of all other bytes |
//! | | the numbers, deflated |

use std::io::{Read, Write};
use words::{say, translate};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use thiserror::Error;

const NAME: usize = 8;
const VERSION: usize = 2;
const CHECKSUM: usize = 4;

/// An error in a data file. The message is one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadFile {
    #[error("{}", say!("this is not a file of {why}", why = translate(.0)))]
    Other(&'static str),
    #[error("{}", say!("the file has version {found}, but this program reads version {read}", found = .found, read = .read))]
    Version { found: u16, read: u16 },
    #[error("{}", say!("the file is damaged"))]
    Damaged,
    /// The tag or the amount of data does not match the program.
    #[error("{}", say!("the {why} in the file are for another version of the engine, or for other rules", why = translate(.0)))]
    Sizes(&'static str),
}

/// The header of one file type.
pub struct Header {
    /// A plural noun for the contents of the file, for error messages.
    pub contents: &'static str,
    pub name: &'static [u8; NAME],
    pub version: u16,
    pub tag: Vec<u8>,
}

impl Header {
    fn bytes(&self) -> Vec<u8> {
        [self.name, &self.version.to_le_bytes()[..], &self.tag].concat()
    }

    /// Encodes a file that contains these numbers.
    pub fn write(&self, numbers: &[u8]) -> Vec<u8> {
        let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
        let written = deflate.write_all(numbers).and_then(|()| deflate.finish());
        let body = written.expect("writing to memory does not fail");
        let mut bytes = self.bytes();
        bytes.extend(checksum(&bytes, &body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Decodes a file whose numbers take exactly this many bytes.
    pub fn read_exactly(&self, bytes: &[u8], length: usize) -> Result<Vec<u8>, BadFile> {
        let numbers = self.read(bytes, length)?;
        match numbers.len() == length {
            true => Ok(numbers),
            false => Err(BadFile::Sizes(self.contents)),
        }
    }

    /// Decodes a file whose numbers take at most this many bytes.
    pub fn read(&self, bytes: &[u8], most: usize) -> Result<Vec<u8>, BadFile> {
        let (head, checked) = bytes
            .split_at_checked(NAME + VERSION + self.tag.len())
            .filter(|(head, _)| head.starts_with(self.name))
            .ok_or(BadFile::Other(self.contents))?;
        let (stated, body) = checked.split_at_checked(CHECKSUM).ok_or(BadFile::Other(self.contents))?;
        let found = u16::from_le_bytes([head[NAME], head[NAME + 1]]);
        if found != self.version {
            let read = self.version;
            return Err(BadFile::Version { found, read });
        }
        if stated != checksum(head, body).to_le_bytes() {
            return Err(BadFile::Damaged);
        }
        let mut numbers = Vec::new();
        let mut inflate = DeflateDecoder::new(body).take(most as u64 + 1);
        let inflated = inflate.read_to_end(&mut numbers);
        match head == self.bytes() && inflated.is_ok() && numbers.len() <= most {
            true => Ok(numbers),
            false => Err(BadFile::Sizes(self.contents)),
        }
    }
}

fn checksum(head: &[u8], body: &[u8]) -> u32 {
    crc32fast::hash(&[head, body].concat())
}
