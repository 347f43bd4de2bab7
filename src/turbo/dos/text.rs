//! The text on the screen and its positions. The page reads it aloud and uses it to find the target of a tap.

use super::font;

/// Adjacent characters of one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRun {
    /// The left edge in pixels.
    pub x: i32,
    /// The top edge in pixels.
    pub y: i32,
    /// The colour of the characters.
    pub ink: u8,
    /// The background colour.
    pub ground: u8,
    /// The characters. A Chinese character is 16 pixels wide, any other character 8.
    pub text: String,
}

/// The size of a cell of the tall font in pixels.
const CELL: (i32, i32) = (8, 16);
/// The number of cells in a row and in a column of the screen.
const CELLS: (i32, i32) = (80, 30);
/// The first row of a cell that the cursor may cover.
const UNDERLINE: usize = 14;
/// The size of the screen in pixels.
const SIZE: (i32, i32) = (CELL.0 * CELLS.0, CELL.1 * CELLS.1);

/// A character and its upper left corner.
#[derive(Clone, Copy)]
struct Letter {
    x: i32,
    y: i32,
    c: char,
}

/// The last character written in each cell of a grid. A character belongs to the cell that contains its upper
/// left corner.
///
/// Drawing over a character does not remove it. Instead, [`runs`](TextLayer::runs) skips characters that the
/// pixels no longer show.
#[derive(Clone)]
pub(super) struct TextLayer(Vec<Option<Letter>>);

impl Default for TextLayer {
    fn default() -> TextLayer {
        TextLayer(vec![None; (CELLS.0 * CELLS.1) as usize])
    }
}

/// Treats all layers as equal, because screens with equal pixels show the same text.
impl PartialEq for TextLayer {
    fn eq(&self, _: &TextLayer) -> bool {
        true
    }
}

impl Eq for TextLayer {}

impl TextLayer {
    /// Records a character with its upper left corner at (x,y). Blanks, box-drawing characters and characters
    /// beyond the edge of the screen are ignored.
    pub(super) fn write(&mut self, x: i32, y: i32, c: char) {
        let is_inside = (0..=SIZE.0 - CELL.0).contains(&x) && (0..=SIZE.1 - CELL.1).contains(&y);
        if is_inside && !c.is_whitespace() && !matches!(font::narrow(c), '\u{2500}'..='\u{259F}') {
            let cell = y / CELL.1 * CELLS.0 + x / CELL.0;
            self.0[cell as usize] = Some(Letter { x, y, c });
        }
    }

    /// Copies the characters in a rectangle to the rectangle with its upper left corner at (x,y).
    pub(super) fn copy(&mut self, [left, top, right, bottom]: [i32; 4], (x, y): (i32, i32)) {
        let is_inside =
            |letter: &Letter| (left..=right).contains(&letter.x) && (top..=bottom).contains(&letter.y);
        let copied: Vec<Letter> = self.0.iter().flatten().copied().filter(is_inside).collect();
        for letter in copied {
            self.write(letter.x - left + x, letter.y - top + y, letter.c);
        }
    }

    /// The text that is visible in the pixels of a screen, from top to bottom and from left to right.
    pub(super) fn runs(&self, pixels: &[u8]) -> Vec<TextRun> {
        let shown = self.0.iter().flatten().filter_map(|l| Some((*l, colors(pixels, *l)?)));
        let mut shown: Vec<(Letter, (u8, u8))> = shown.collect();
        shown.sort_by_key(|(letter, _)| (letter.y, letter.x));
        let end_of = |letter: Letter| letter.x + CELL.0 * font::columns(letter.c) as i32;
        let are_close = |pair: &[(Letter, _)]| {
            let (left, right) = (pair[0].0, pair[1].0);
            left.y == right.y && right.x - end_of(left) <= CELL.0
        };
        let mut runs: Vec<TextRun> = Vec::new();
        let mut end = (0, 0);
        for (n, (letter, (ink, ground))) in shown.iter().copied().enumerate() {
            let (Letter { x, y, .. }, c) = (letter, font::narrow(letter.c));
            // A symbol without neighbours is part of a frame.
            let neighbours = &shown[n.saturating_sub(1)..shown.len().min(n + 2)];
            if !c.is_alphanumeric() && !"{}".contains(c) && !neighbours.windows(2).any(are_close) {
                continue;
            }
            let is_gap = end == (x - CELL.0, y);
            let is_next = is_gap || end == (x, y);
            let mut before = runs.last_mut().filter(|last| is_next && last.ground == ground);
            if let Some(last) = &mut before {
                last.text.extend(is_gap.then_some(' '));
            }
            match before.filter(|last| last.ink == ink) {
                Some(last) => last.text.push(c),
                None => runs.push(TextRun { x, y, ink, ground, text: c.to_string() }),
            }
            end = (end_of(letter), y);
        }
        runs
    }
}

/// The colours of a character and of its background, or `None` if the pixels do not show it.
fn colors(pixels: &[u8], Letter { x, y, c }: Letter) -> Option<(u8, u8)> {
    let (mut ink, mut ground) = (None, None);
    for (cell, left) in font::tall_cells(c).iter().zip((x..).step_by(CELL.0 as usize)) {
        for (n, (bits, y)) in cell.iter().zip(y..).enumerate() {
            let row = pixels.get((y * SIZE.0 + left) as usize..)?.get(..CELL.0 as usize)?;
            // The cursor underlines a character.
            let is_cursor = n >= UNDERLINE && row.iter().all(|pixel| *pixel == row[0]);
            if is_cursor && *bits != 0xFF && ground.is_some_and(|ground| ground != row[0]) {
                continue;
            }
            for (n, pixel) in row.iter().enumerate() {
                let color = if bits >> n & 1 == 1 { &mut ink } else { &mut ground };
                if *color.get_or_insert(*pixel) != *pixel {
                    return None;
                }
            }
        }
    }
    ink.zip(ground).filter(|(ink, ground)| ink != ground)
}
