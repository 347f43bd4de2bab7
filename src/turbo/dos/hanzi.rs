//! Chinese characters of 16x16 pixels, as UCDOS had them: all of GB2312, each in two cells of the tall face.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Read;
use std::sync::{LazyLock, OnceLock};

use flate2::read::DeflateDecoder;

use super::gbk;

/// The left and the right cell of a character, each of sixteen rows from the top; bit 0 is the leftmost pixel.
pub(crate) type Cells = [[u8; 16]; 2];

/// What [`pictures`] has read.
static PICTURES: OnceLock<HashMap<char, Cells>> = OnceLock::new();

/// The characters by their pictures, but for one that is no more than a line of a frame or of a board.
static BY_PICTURE: LazyLock<HashMap<Cells, char>> = LazyLock::new(|| {
    let told_apart = pictures().iter().filter(|(c, _)| **c != '丨');
    told_apart.map(|(c, cells)| (*cells, *c)).collect()
});

/// GNU Unifont's pictures of the characters in GB2312's rows of GBK, in the order of Unicode; its licence stands beside them.
fn pictures() -> &'static HashMap<char, Cells> {
    if let Some(there) = PICTURES.get() {
        return there;
    }
    // In a page others go on while the file is waited for, so it is not waited for under the lock of the cell.
    let packed = packed();
    PICTURES.get_or_init(|| unpacked(&packed))
}

#[cfg(not(target_family = "wasm"))]
fn packed() -> Cow<'static, [u8]> {
    Cow::Borrowed(include_bytes!("hanzi.bin"))
}

/// In a page the file lies beside the program, and comes behind the first picture.
#[cfg(target_family = "wasm")]
fn packed() -> Cow<'static, [u8]> {
    loop {
        match std::fs::read("/carried/hanzi.bin") {
            Ok(bytes) => return bytes.into(),
            Err(_) => std::thread::sleep(std::time::Duration::from_millis(20)),
        }
    }
}

fn unpacked(packed: &[u8]) -> HashMap<char, Cells> {
    let mut bytes = Vec::new();
    let mut packed = DeflateDecoder::new(packed);
    packed.read_to_end(&mut bytes).expect("the file is whole");
    let (glyphs, _) = bytes.as_chunks::<16>();
    let (cells, _) = glyphs.as_chunks::<2>();
    let pictures = cells
        .iter()
        .map(|cells| cells.map(|rows| rows.map(u8::reverse_bits)));
    characters().into_iter().zip(pictures).collect()
}

/// The signs of GB2312 and its hanzi, in the order of Unicode.
fn characters() -> Vec<char> {
    let leads = (0xA1..=0xA9).chain(0xB0..=0xF7);
    let pairs = leads.flat_map(|lead| (0xA1..=0xFE).map(move |trail| [lead, trail]));
    let mut chars: Vec<char> = pairs.filter_map(gbk::of_pair).collect();
    chars.sort_unstable();
    chars
}

/// Both cells of a character of GB2312.
pub(crate) fn cells(c: char) -> Option<&'static Cells> {
    // What no Chinese text holds does not unpack the file.
    (c > '\u{7F}').then(|| pictures().get(&c)).flatten()
}

/// The character with this picture.
pub(crate) fn char_of(cells: &Cells) -> Option<char> {
    // As long as the file has not come to a page none was drawn there, and whoever reads its screen need not wait.
    if cfg!(target_family = "wasm") && PICTURES.get().is_none() {
        return None;
    }
    BY_PICTURE.get(cells).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture, a row a line.
    fn drawn(c: char) -> Vec<String> {
        let [left, right] = cells(c).unwrap();
        let dots = |row: u8| (0..8).map(move |n| if row >> n & 1 == 1 { '#' } else { '.' });
        let rows = left.iter().zip(right);
        rows.map(|(l, r)| dots(*l).chain(dots(*r)).collect())
            .collect()
    }

    #[test]
    fn all_of_gb2312_has_pictures_and_each_is_its_own() {
        assert_eq!(pictures().len(), 7491);
        let hanzi = |c: &&char| ('\u{4E00}'..='\u{9FFF}').contains(*c);
        assert_eq!(pictures().keys().filter(hanzi).count(), 6763);
        let blank = |c: &&char| pictures()[*c] == [[0; 16]; 2];
        assert_eq!(
            pictures().keys().filter(blank).collect::<Vec<_>>(),
            [&'\u{3000}']
        );
        for c in pictures().keys().filter(hanzi).filter(|c| **c != '丨') {
            assert_eq!(char_of(&pictures()[c]), Some(*c));
        }
    }

    #[test]
    fn a_hanzi_stands_upright_and_lines_of_tables_meet() {
        let zhong = drawn('中');
        assert!(zhong.iter().all(|row| row.len() == 16));
        assert!(
            zhong[5..11]
                .iter()
                .all(|row| &row[7..8] == "#" || &row[8..9] == "#")
        );
        let line = drawn('─');
        assert_eq!(line.iter().filter(|row| **row == "#".repeat(16)).count(), 1);
        let upright = drawn('│');
        assert!(upright.iter().all(|row| *row == upright[0]));
    }
}
