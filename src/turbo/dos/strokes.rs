//! Hershey's stroke fonts (licence in `hershey.LICENSE`).

use std::sync::LazyLock;

/// The height of a capital letter above the baseline.
pub(crate) const CAPITAL: i32 = 21;

/// The number of characters in a font, which starts with the space.
const CHARACTERS: usize = 96;

/// The fonts in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Face {
    Triplex,
    Simplex,
    Gothic,
}

/// A character: its advance width, and the lines that draw it, each a list of points. The origin is the upper
/// left corner of a capital letter.
pub(crate) struct Strokes {
    pub(crate) width: i32,
    pub(crate) lines: Vec<Vec<(i32, i32)>>,
}

static STROKES: LazyLock<Vec<Strokes>> =
    LazyLock::new(|| include_str!("hershey.jhf").lines().map(read).collect());

/// Parses a line of the file: a number, a count, the left and right edges, and the points.
///
/// A coordinate is a letter that encodes its distance from R. The pair `" R"` starts a new line.
fn read(line: &str) -> Strokes {
    let (pairs, _) = line.as_bytes()[8..].as_chunks::<2>();
    let [left, right] = pairs[0].map(i32::from);
    let lines = pairs[1..].split(|pair| pair == b" R");
    let point = |[x, y]: &[u8; 2]| (i32::from(*x) - left, i32::from(*y) - i32::from(b'F'));
    Strokes { width: right - left, lines: lines.map(|line| line.iter().map(point).collect()).collect() }
}

/// The strokes of a character in a font, or those of the question mark if the font lacks the character.
pub(crate) fn strokes(face: Face, c: char) -> &'static Strokes {
    let place = |c: char| (c as usize).wrapping_sub(' ' as usize);
    let known = Some(place(c)).filter(|place| *place < CHARACTERS);
    &STROKES[face as usize * CHARACTERS + known.unwrap_or(place('?'))]
}
