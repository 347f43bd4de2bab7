//! Carts: PNG pictures that contain a C program. The page for browsers saves them.
//!
//! A text chunk with the keyword `qipan` contains the page's link to the program, `c=` and the packed source:
//! deflated, followed by its CRC-32 in four bytes, in URL-safe base64.

use std::io::Read;

use flate2::read::DeflateDecoder;

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
    let bytes = from_base64(letters)?;
    let (packed, check) = bytes.split_last_chunk()?;
    let mut source = Vec::new();
    DeflateDecoder::new(packed).take(LONGEST).read_to_end(&mut source).ok()?;
    (crc32fast::hash(&source) == u32::from_be_bytes(*check)).then_some(source)
}

/// Decodes URL-safe base64 without padding (RFC 4648, section 5).
fn from_base64(letters: &[u8]) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0, 0);
    for letter in letters {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 & 0xFFFF | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}
