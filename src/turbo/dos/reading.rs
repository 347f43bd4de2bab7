//! Reads text off the screen, as a person does: by the pictures of its characters. So whatever a program draws can be read aloud, and
//! no program has to say it twice.

use super::Screen;
use super::bgi::{HEIGHT, WIDTH};
use super::font::{self, TallGlyph};
use super::hanzi;

/// Characters of one colour in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its upper left corner, in pixels.
    pub x: i32,
    /// Its upper edge.
    pub y: i32,
    /// The colour of the characters.
    pub ink: u8,
    /// The colour behind them.
    pub ground: u8,
    /// The characters.
    pub text: String,
}

/// The size of a character in VGA's text mode.
const ACROSS: usize = 8;
const DOWN: usize = 16;

/// What stands in the second cell of a hanzi.
const COVERED: char = '\0';

/// A character where it stands.
#[derive(Clone, Copy)]
struct Cell {
    c: char,
    ink: u8,
    ground: u8,
}

/// The text of the tall face on the screen: from the top down, and from the left to the right. Frames are no text.
pub fn read(screen: &Screen) -> Vec<Piece> {
    let pixels = screen.shown();
    let tops = 0..=HEIGHT as usize - DOWN;
    let mut runs: Vec<Run> = tops.flat_map(|y| runs_at(&pixels, y)).collect();
    // The longest are the surest: a piece of a character may look like another one.
    runs.sort_by_key(|run| std::cmp::Reverse(run.sure()));
    let mut taken: Vec<Run> = Vec::new();
    for run in runs {
        if taken.iter().all(|other| !run.touches(other)) {
            taken.push(run);
        }
    }
    taken.sort_by_key(|run| (run.y, run.x));
    taken.iter().flat_map(Run::pieces).collect()
}

/// Characters side by side, in any colours.
struct Run {
    x: usize,
    y: usize,
    cells: Vec<Cell>,
}

impl Run {
    fn sure(&self) -> usize {
        self.cells.iter().filter(|cell| is_text(cell.c)).count()
    }

    /// Lines on a board look like `_`. A character alone may be a piece of anything, unless it is a letter, a digit or a brace.
    fn is_text(&self) -> bool {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '{' | '}');
        match self.sure() {
            0 => false,
            1 => self.cells.iter().any(|cell| plain(cell.c)),
            _ => self
                .cells
                .iter()
                .any(|cell| is_text(cell.c) && cell.c != '_'),
        }
    }

    fn touches(&self, other: &Run) -> bool {
        let end = |run: &Run| run.x + ACROSS * run.cells.len();
        self.y.abs_diff(other.y) < DOWN && self.x < end(other) && other.x < end(self)
    }

    /// The run, cut where the colours change.
    fn pieces(&self) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        for (cell, x) in self.cells.iter().zip((self.x..).step_by(ACROSS)) {
            let c = if is_text(cell.c) { cell.c } else { ' ' };
            match pieces.last_mut() {
                _ if cell.c == COVERED => {}
                // A space has no colour of its own.
                Some(last) if last.ground == cell.ground && (c == ' ' || last.ink == cell.ink) => {
                    last.text.push(c);
                }
                _ => pieces.push(Piece {
                    x: x as i32,
                    y: self.y as i32,
                    ink: cell.ink,
                    ground: cell.ground,
                    text: c.to_string(),
                }),
            }
        }
        pieces.retain(|piece| !piece.text.trim().is_empty());
        pieces
    }
}

fn is_text(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, COVERED | '\u{2500}'..='\u{259F}')
}

/// The runs in the rows of pixels from `y` on, wherever they begin.
fn runs_at(pixels: &[u8], y: usize) -> Vec<Run> {
    let mut runs = Vec::new();
    for phase in 0..ACROSS {
        let starts = (phase..=WIDTH as usize - ACROSS).step_by(ACROSS);
        let dots: Vec<Option<Dots>> = starts.map(|x| dots(pixels, x, y)).collect();
        let mut cells = Vec::new();
        // One place more ends the last run.
        for (n, cell) in (0..).zip(cells_of(&dots).into_iter().chain([None])) {
            let gap = cells.last().is_some_and(|last: &Cell| last.c == ' ');
            match cell {
                Some(cell) if !(cell.c == ' ' && (gap || cells.is_empty())) => cells.push(cell),
                _ => {
                    let run = Run {
                        x: phase + ACROSS * (n - cells.len()),
                        y,
                        cells: std::mem::take(&mut cells),
                    };
                    if run.is_text() {
                        runs.push(run);
                    }
                }
            }
        }
    }
    runs
}

/// The characters that dots side by side show: each one, or two together as a hanzi.
fn cells_of(dots: &[Option<Dots>]) -> Vec<Option<Cell>> {
    let mut cells: Vec<Option<Cell>> = dots.iter().map(|dots| dots.as_ref()?.cell()).collect();
    for n in 1..dots.len() {
        let (Some(left), Some(right)) = (&dots[n - 1], &dots[n]) else {
            continue;
        };
        // The ends of 一 look like pieces of a frame.
        let unsure = [cells[n - 1], cells[n]]
            .into_iter()
            .any(|cell| cell.is_none_or(|cell| cell.c != ' ' && !is_text(cell.c)));
        if unsure && let Some(cell) = left.together(right) {
            cells[n - 1] = Some(cell);
            cells[n] = Some(Cell { c: COVERED, ..cell });
        }
    }
    cells
}

/// What stands in a cell that has two colours at most.
#[derive(Clone)]
struct Dots {
    picture: TallGlyph,
    ink: u8,
    ground: u8,
}

impl Dots {
    fn cell(&self) -> Option<Cell> {
        let (ink, ground) = (self.ink, self.ground);
        let c = match ink == ground {
            true => ' ',
            false => font::char_of(&self.picture)?,
        };
        Some(Cell { c, ink, ground })
    }

    /// The hanzi that both cells show.
    fn together(&self, right: &Dots) -> Option<Cell> {
        // The dot in a cell's corner may be ink.
        [self.clone(), self.inverted()].iter().find_map(|left| {
            let same = |right: &Dots| {
                let is_blank = right.ink == right.ground || left.ink == left.ground;
                right.ground == left.ground && (is_blank || right.ink == left.ink)
            };
            let right = [right.clone(), right.inverted()].into_iter().find(same)?;
            let c = hanzi::char_of(&[left.picture, right.picture])?;
            let (inks, ground) = ([left.ink, right.ink], left.ground);
            let ink = inks.into_iter().find(|ink| *ink != ground)?;
            Some(Cell { c, ink, ground })
        })
    }

    /// The same with the ink for the ground, where there are both.
    fn inverted(&self) -> Dots {
        match self.ink == self.ground {
            true => self.clone(),
            false => Dots {
                picture: self.picture.map(|row| !row),
                ink: self.ground,
                ground: self.ink,
            },
        }
    }
}

/// The dots of a cell; `None` where there are more than two colours.
fn dots(pixels: &[u8], x: usize, y: usize) -> Option<Dots> {
    // A colour has four bits, so eight of them can be compared at once.
    const ONES: u64 = 0x0101_0101_0101_0101;
    let row = |n: usize| {
        let (dots, _) = pixels[(y + n) * WIDTH as usize + x..].as_chunks::<ACROSS>();
        u64::from_le_bytes(dots[0])
    };
    let ground = pixels[y * WIDTH as usize + x];
    let differs = |n: usize| row(n) ^ (ONES * u64::from(ground));
    let mut picture: TallGlyph = [0; DOWN];
    let first = (0..DOWN).map(differs).find(|row| *row != 0);
    let Some(first) = first else {
        let ink = ground;
        return Some(Dots {
            picture,
            ink,
            ground,
        });
    };
    let ink = (first >> (first.trailing_zeros() / 8 * 8)) as u8;
    for (n, bits) in picture.iter_mut().enumerate() {
        let row = differs(n);
        let dots = (row | row >> 1 | row >> 2 | row >> 3) & ONES;
        if dots * u64::from(ink) != row {
            return None;
        }
        // The lowest bits of the eight bytes, side by side.
        *bits = (dots.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    }
    let ink = ink ^ ground;
    Some(Dots {
        picture,
        ink,
        ground,
    })
}
