//! Chinese characters of 16x16 pixels: all of GB 2312, each in two cells of the tall font.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Read;
use std::sync::{LazyLock, OnceLock};

use flate2::read::DeflateDecoder;

use super::gbk;

/// The left and the right cell of a character: sixteen rows from the top, in which bit 0 is the leftmost
/// pixel.
pub(crate) type Cells = [[u8; 16]; 2];

/// The characters of the font in Unicode order, and their pictures.
struct Pictures {
    chars: Vec<char>,
    cells: Vec<Cells>,
}

static PICTURES: OnceLock<Pictures> = OnceLock::new();

/// The characters by picture, without 丨, which looks like a line.
static BY_PICTURE: LazyLock<HashMap<Cells, char>> = LazyLock::new(|| {
    let Pictures { chars, cells } = pictures();
    let pairs = cells.iter().copied().zip(chars.iter().copied());
    pairs.filter(|(_, c)| *c != '丨').collect()
});

/// The pictures of GNU Unifont for the characters in the rows of GB 2312 (licence in `hanzi.LICENSE`).
fn pictures() -> &'static Pictures {
    if let Some(pictures) = PICTURES.get() {
        return pictures;
    }
    // In a browser page other tasks run while this one waits for the file, so it reads the file before it
    // locks the cell.
    let packed = packed();
    PICTURES.get_or_init(|| unpacked(&packed))
}

#[cfg(not(target_family = "wasm"))]
fn packed() -> Cow<'static, [u8]> {
    Cow::Borrowed(include_bytes!("hanzi.bin"))
}

/// Waits for the file, which a page downloads after it has shown the first picture.
#[cfg(target_family = "wasm")]
fn packed() -> Cow<'static, [u8]> {
    loop {
        match std::fs::read("/carried/hanzi.bin") {
            Ok(bytes) => return bytes.into(),
            Err(_) => std::thread::sleep(std::time::Duration::from_millis(20)),
        }
    }
}

fn unpacked(packed: &[u8]) -> Pictures {
    let mut bytes = Vec::new();
    let mut packed = DeflateDecoder::new(packed);
    packed.read_to_end(&mut bytes).expect("the file is valid");
    let (cells, _) = bytes.as_chunks::<16>().0.as_chunks::<2>();
    let reversed = cells.iter().map(|cells| cells.map(|rows| rows.map(u8::reverse_bits)));
    Pictures { chars: characters(), cells: reversed.collect() }
}

/// The characters in the file, in Unicode order.
fn characters() -> Vec<char> {
    let leads = (0xA1..=0xA9).chain(0xB0..=0xF7);
    let pairs = leads.flat_map(|lead| (0xA1..=0xFE).map(move |trail| [lead, trail]));
    let mut chars: Vec<char> = pairs.filter_map(gbk::of_pair).collect();
    chars.sort_unstable();
    chars
}

/// Both cells of a character, if the font has it.
pub(crate) fn cells(c: char) -> Option<&'static Cells> {
    // An ASCII character must not cause the file to be unpacked.
    let Pictures { chars, cells } = (c > '\u{7F}').then(pictures)?;
    chars.binary_search(&c).ok().map(|n| &cells[n])
}

/// The character with this picture.
pub(crate) fn char_of(cells: &Cells) -> Option<char> {
    BY_PICTURE.get(cells).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a character's picture as text.
    fn drawn(c: char) -> Vec<String> {
        let [left, right] = cells(c).unwrap();
        let dots = |row: u8| (0..8).map(move |n| if row >> n & 1 == 1 { '#' } else { '.' });
        let rows = left.iter().zip(right);
        rows.map(|(l, r)| dots(*l).chain(dots(*r)).collect()).collect()
    }

    #[test]
    fn all_of_gb2312_has_distinct_pictures() {
        let Pictures { chars, cells } = pictures();
        assert_eq!((chars.len(), cells.len()), (7491, 7491));
        let is_hanzi = |c: char| ('\u{4E00}'..='\u{9FFF}').contains(&c);
        assert_eq!(chars.iter().filter(|c| is_hanzi(**c)).count(), 6763);
        for (c, cells) in chars.iter().zip(cells) {
            assert_eq!(*cells == [[0; 16]; 2], *c == '\u{3000}');
            if is_hanzi(*c) && *c != '丨' {
                assert_eq!(char_of(cells), Some(*c));
            }
        }
    }

    #[test]
    fn characters_are_upright_and_frame_lines_meet() {
        let zhong = drawn('中');
        assert!(zhong.iter().all(|row| row.len() == 16));
        assert!(zhong[5..11].iter().all(|row| &row[7..8] == "#" || &row[8..9] == "#"));
        let line = drawn('─');
        assert_eq!(line.iter().filter(|row| **row == "#".repeat(16)).count(), 1);
        let upright = drawn('│');
        assert!(upright.iter().all(|row| *row == upright[0]));
    }
}
