//! Chinese characters of 16x16 pixels, as UCDOS had them: all of GB2312, each in two cells of the tall face.

use std::collections::HashMap;
use std::io::Read;
use std::sync::LazyLock;

use encoding_rs::GBK;
use flate2::read::DeflateDecoder;

/// The left and the right cell of a character, each of sixteen rows from the top; bit 0 is the leftmost pixel.
pub(crate) type Cells = [[u8; 16]; 2];

/// GNU Unifont's pictures of the characters in GB2312's rows of GBK, in the order of Unicode; its licence stands beside them.
static PICTURES: LazyLock<HashMap<char, Cells>> = LazyLock::new(|| {
    let mut bytes = Vec::new();
    let mut packed = DeflateDecoder::new(&include_bytes!("hanzi.bin")[..]);
    packed.read_to_end(&mut bytes).expect("the file is whole");
    let (glyphs, _) = bytes.as_chunks::<16>();
    let (cells, _) = glyphs.as_chunks::<2>();
    let pictures = cells
        .iter()
        .map(|cells| cells.map(|rows| rows.map(u8::reverse_bits)));
    characters().into_iter().zip(pictures).collect()
});

/// The characters by their pictures, but for one that is no more than a line of a frame or of a board.
static BY_PICTURE: LazyLock<HashMap<Cells, char>> = LazyLock::new(|| {
    let told_apart = PICTURES.iter().filter(|(c, _)| **c != '丨');
    told_apart.map(|(c, cells)| (*cells, *c)).collect()
});

/// The signs of GB2312 and its hanzi, in the order of Unicode.
fn characters() -> Vec<char> {
    let leads = (0xA1..=0xA9).chain(0xB0..=0xF7);
    let pairs = leads.flat_map(|lead| (0xA1..=0xFE).map(move |trail| [lead, trail]));
    let mut chars: Vec<char> = pairs.filter_map(of_pair).collect();
    chars.sort_unstable();
    chars
}

/// The character that two bytes are in GBK.
pub(crate) fn of_pair(pair: [u8; 2]) -> Option<char> {
    let text = GBK.decode_without_bom_handling_and_without_replacement(&pair)?;
    let mut chars = text.chars();
    // The standard gives places that nothing stands at to whoever wants them.
    let private = '\u{E000}'..='\u{F8FF}';
    let c = chars.next().filter(|c| !private.contains(c))?;
    chars.next().is_none().then_some(c)
}

/// Both cells of a character of GB2312.
pub(crate) fn cells(c: char) -> Option<&'static Cells> {
    // What no Chinese text holds does not unpack the file.
    (c > '\u{7F}').then(|| PICTURES.get(&c)).flatten()
}

/// The character with this picture.
pub(crate) fn char_of(cells: &Cells) -> Option<char> {
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
        assert_eq!(PICTURES.len(), 7491);
        let hanzi = |c: &&char| ('\u{4E00}'..='\u{9FFF}').contains(*c);
        assert_eq!(PICTURES.keys().filter(hanzi).count(), 6763);
        let blank = |c: &&char| PICTURES[*c] == [[0; 16]; 2];
        assert_eq!(
            PICTURES.keys().filter(blank).collect::<Vec<_>>(),
            [&'\u{3000}']
        );
        for c in PICTURES.keys().filter(hanzi).filter(|c| **c != '丨') {
            assert_eq!(char_of(&PICTURES[c]), Some(*c));
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
