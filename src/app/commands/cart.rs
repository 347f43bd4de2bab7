//! Links of the page for browsers that contain a C program, and carts: PNG pictures with such a link, which the page saves.
//!
//! A text chunk with the keyword `qipan` contains the page's link to the program, `c=` and the packed source:
//! deflated, followed by its CRC-32 in four bytes, in URL-safe base64.

use std::io::Read;

use data_encoding::BASE64URL_NOPAD;
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1A\n";
const TEXT: &[u8] = b"tEXtqipan\0c=";
/// The maximum length of a source in bytes.
const LONGEST: u64 = 1 << 20;

pub(super) fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// Returns the program in a cart, or `None` if the picture contains none or it is damaged.
pub(super) fn program(png: &[u8]) -> Option<Vec<u8>> {
    let mut rest = png.strip_prefix(SIGNATURE)?;
    loop {
        let (length, after) = rest.split_first_chunk()?;
        let length = u32::from_be_bytes(*length) as usize;
        let chunk = after.get(..length.checked_add(4)?)?;
        if let Some(link) = chunk.strip_prefix(TEXT) {
            let end = link.iter().position(|byte| *byte == b'&').unwrap_or(link.len());
            return unpacked(&link[..end]);
        }
        rest = after.get(length + 8..)?;
    }
}

/// Unpacks the source in a link.
fn unpacked(letters: &[u8]) -> Option<Vec<u8>> {
    let bytes = BASE64URL_NOPAD.decode(letters).ok()?;
    let (packed, check) = bytes.split_last_chunk()?;
    let mut source = Vec::new();
    DeflateDecoder::new(packed).take(LONGEST).read_to_end(&mut source).ok()?;
    (crc32fast::hash(&source) == u32::from_be_bytes(*check)).then_some(source)
}

/// Packs a source into the part of a link after #.
pub(super) fn link(source: &[u8]) -> String {
    let mut bytes = Vec::new();
    // Reading from memory cannot fail.
    let _ = DeflateEncoder::new(source, Compression::best()).read_to_end(&mut bytes);
    bytes.extend(crc32fast::hash(source).to_be_bytes());
    format!("c={}", BASE64URL_NOPAD.encode(&bytes))
}
