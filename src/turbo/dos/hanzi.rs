//! Chinese characters of 16x16 pixels: all of GBK, each in two cells of the tall font.

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

/// The characters by picture, without 丨, which looks like a line. Of two characters with the same picture it
/// has the first.
static BY_PICTURE: LazyLock<HashMap<Cells, char>> = LazyLock::new(|| {
    let Pictures { chars, cells } = pictures();
    let pairs = cells.iter().copied().zip(chars.iter().copied());
    pairs.rev().filter(|(_, c)| *c != '丨').collect()
});

/// The pictures of GNU Unifont for the characters of GBK (licence in `hanzi.LICENSE`).
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

/// Unpacks the file: for each character its distance from the one before, then all left cells, then all right
/// cells.
fn unpacked(packed: &[u8]) -> Pictures {
    let mut bytes = Vec::new();
    let mut packed = DeflateDecoder::new(packed);
    packed.read_to_end(&mut bytes).expect("the file is valid");
    let count = bytes.len() / (2 + size_of::<Cells>());
    let (distances, cells) = bytes.split_at(2 * count);
    let chars = distances.as_chunks().0.iter().scan(0, |code, distance| {
        *code += u32::from(u16::from_le_bytes(*distance));
        char::from_u32(*code)
    });
    let (left, right) = cells.as_chunks().0.split_at(count);
    let reversed = |rows: &[u8; 16]| rows.map(u8::reverse_bits);
    let cells = left.iter().zip(right).map(|(left, right)| [left, right].map(reversed));
    Pictures { chars: chars.collect(), cells: cells.collect() }
}

/// Both cells of a character, if the font has it.
pub(crate) fn cells(c: char) -> Option<&'static Cells> {
    // An ASCII character must not cause the file to be unpacked.
    let Pictures { chars, cells } = (c > '\u{7F}').then(pictures)?;
    chars.binary_search(&c).ok().map(|n| &cells[n])
}

/// The file HZK16 of Chinese DOS: the characters of GB 2312 in the order of their codes, 32 bytes each, row by
/// row from the top. The highest bit of a byte is its leftmost pixel.
pub(crate) fn hzk16() -> Vec<u8> {
    let pairs = (0xA1..=0xFE).flat_map(|lead| (0xA1..=0xFE).map(move |trail| [lead, trail]));
    let cells = pairs.map(|pair| gbk::of_pair(pair).and_then(cells).copied().unwrap_or_default());
    cells
        .flat_map(|[left, right]| left.into_iter().zip(right))
        .flat_map(|(l, r)| [l, r].map(u8::reverse_bits))
        .collect()
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
    fn all_hanzi_of_gbk_have_distinct_pictures() {
        let Pictures { chars, cells } = pictures();
        assert_eq!((chars.len(), cells.len()), (21_891, 21_891));
        assert!(chars.is_sorted());
        assert!(('\u{4E00}'..='\u{9FA5}').all(|c| chars.binary_search(&c).is_ok()));
        for (c, cells) in chars.iter().zip(cells) {
            assert_eq!(*cells == [[0; 16]; 2], *c == '\u{3000}');
            // Unifont draws 晩 like 晚.
            if ('\u{4E00}'..='\u{9FFF}').contains(c) && !"丨晩".contains(*c) {
                assert_eq!(char_of(cells), Some(*c));
            }
        }
    }

    #[test]
    fn all_pairs_of_gbk_have_pictures() {
        let pairs = (0x81..=0xFE).flat_map(|lead| (0x40..=0xFE).map(move |trail| [lead, trail]));
        let missing = pairs.filter_map(gbk::of_pair).filter(|c| cells(*c).is_none());
        assert_eq!(missing.collect::<String>(), "");
    }

    #[test]
    fn hzk16_has_the_characters_of_gb2312_in_their_order() {
        let file = hzk16();
        assert_eq!(file.len(), 94 * 94 * 32);
        // 啊 is the first hanzi, B0A1h.
        let at = (0xB0 - 0xA1) * 94 * 32;
        let [left, right] = cells('啊').unwrap();
        let row = |n: usize| [left[n], right[n]].map(u8::reverse_bits);
        assert_eq!(file[at..at + 32], (0..16).map(row).collect::<Vec<_>>().concat());
    }

    #[test]
    fn punctuation_stands_where_mainland_faces_have_it() {
        let columns = |c: char| -> Vec<usize> {
            let rows = drawn(c);
            rows.iter().flat_map(|row| row.match_indices('#').map(|(x, _)| x).collect::<Vec<_>>()).collect()
        };
        for c in "，。、；：？！）”".chars() {
            assert!(columns(c).iter().all(|x| *x < 8), "{c}");
        }
        for c in "（“".chars() {
            assert!(columns(c).iter().all(|x| *x > 7), "{c}");
        }
        for c in "，。、".chars() {
            assert!(drawn(c)[..10].iter().all(|row| !row.contains('#')), "{c}");
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
