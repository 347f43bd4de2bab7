//! Hershey's alphabets: characters that are drawn with lines. Their terms stand beside the file.

use std::sync::LazyLock;

/// From the top of a capital to the line that it stands on.
pub(crate) const CAPITAL: i32 = 21;

/// The characters of a face: those from the space on.
const CHARACTERS: usize = 96;

/// A face of the file, in the file's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Face {
    Triplex,
    Simplex,
    Gothic,
}

/// How far it is to the next character, and the lines through points that begin at the left end of the top of a capital.
pub(crate) struct Strokes {
    pub(crate) width: i32,
    pub(crate) lines: Vec<Vec<(i32, i32)>>,
}

static STROKES: LazyLock<Vec<Strokes>> =
    LazyLock::new(|| include_str!("hershey.jhf").lines().map(read).collect());

/// Reads a character: its number and the count of its points, both ends of its width, its points. Each is a pair of letters that stand
/// for their distance from R; `" R"` lifts the pen.
fn read(line: &str) -> Strokes {
    let (pairs, _) = line.as_bytes()[8..].as_chunks::<2>();
    let [left, right] = pairs[0].map(i32::from);
    let lines = pairs[1..].split(|pair| pair == b" R");
    let point = |[x, y]: &[u8; 2]| (i32::from(*x) - left, i32::from(*y) - i32::from(b'F'));
    Strokes {
        width: right - left,
        lines: lines.map(|line| line.iter().map(point).collect()).collect(),
    }
}

/// A character of a face, or the question mark where the face has none.
pub(crate) fn strokes(face: Face, c: char) -> &'static Strokes {
    let place = |c: char| (c as usize).wrapping_sub(' ' as usize);
    let known = Some(place(c)).filter(|place| *place < CHARACTERS);
    &STROKES[face as usize * CHARACTERS + known.unwrap_or(place('?'))]
}
