//! A C source in a Turbo C window, with the next line, the breakpoints and the cursor.

use std::collections::BTreeSet;

use super::panel::{self, write};
use lessons::text::column_behind;
use turbo::c::is_keyword;
use turbo::dos::Screen;
use turbo::dos::bgi::{BLACK, BLUE, CYAN, Font, LIGHTCYAN, LIGHTGRAY, RED, WHITE, YELLOW, cells_of};

/// The number of visible lines.
pub const LINES: usize = 22;
/// The number of visible columns.
pub const COLUMNS: usize = 50;
const PITCH: i32 = 16;
/// The edges of the window in pixels: left, top, right, bottom.
pub(crate) const WINDOW: (i32, i32, i32, i32) = (222, 24, 633, 388);
const TEXT: (i32, i32) = (230, 31);

#[derive(Clone, Copy, Debug)]
pub struct Code<'a> {
    pub file: &'a str,
    pub source: &'a str,
    /// The first visible line, from 1.
    pub top: usize,
    pub cursor: usize,
    /// The line that runs next, and the range of bytes in it to highlight.
    pub next: Option<(usize, (usize, usize))>,
    pub breakpoints: &'a BTreeSet<usize>,
}

/// Returns the top line of a window that shows `line`: `top` if the line is already visible, otherwise one
/// that puts the line `middle` in the centre.
pub fn top_for(line: usize, middle: usize, top: usize, lines: usize) -> usize {
    let last = lines.saturating_sub(LINES) + 1;
    let inside = top + 1..top + LINES - 1;
    let top = if inside.contains(&line) { top } else { middle.saturating_sub(LINES / 2) };
    top.clamp(1, last.max(1))
}

pub(crate) fn draw(screen: &mut Screen, code: &Code<'_>) {
    let (left, top, right, bottom) = WINDOW;
    panel::fill(screen, BLUE, [left, top, right, bottom]);
    panel::outline(screen, WHITE, [left, top, right, bottom]);
    title(screen, code.file);
    let source = || code.source.lines();
    // Scroll left if the highlighted part ends beyond the window.
    let shift = code.next.map_or(0, |(line, (from, to))| {
        let text = source().nth(line - 1).unwrap_or_default();
        let over = column(text, to).saturating_sub(COLUMNS);
        over.min(column(text, from))
    });
    let mut comment = false;
    for (text, n) in source().zip(1..) {
        let colours = colours(&text.chars().collect::<Vec<_>>(), &mut comment, false);
        if !(code.top..code.top + LINES).contains(&n) {
            continue;
        }
        let y = TEXT.1 + PITCH * (n - code.top) as i32;
        let next = code.next.filter(|(line, _)| *line == n);
        let ground = match (next, code.breakpoints.contains(&n)) {
            (Some(_), _) => CYAN,
            (None, true) => RED,
            _ => BLUE,
        };
        if ground != BLUE {
            panel::fill(screen, ground, [left + 1, y, right - 1, y + PITCH - 1]);
        }
        if let Some((_, (from, to))) = next {
            let x = |byte: usize| {
                let seen = column(text, byte).saturating_sub(shift).min(COLUMNS);
                TEXT.0 + 8 * seen as i32
            };
            panel::fill(screen, LIGHTCYAN, [x(from), y, x(to) - 1, y + PITCH - 1]);
            // Keep the breakpoint visible on the highlighted line.
            if code.breakpoints.contains(&n) {
                panel::fill(screen, RED, [right - 8, y + 4, right - 2, y + 11]);
            }
        }
        for ((byte, c), colour) in text.char_indices().zip(colours) {
            let colour = match ground {
                BLUE => colour,
                CYAN => BLACK,
                _ => WHITE,
            };
            let seen = column(text, byte).checked_sub(shift);
            let fits = |column: &usize| *column + cells_of(c) <= COLUMNS && c != '\t';
            if let Some(column) = seen.filter(fits) {
                let x = TEXT.0 + 8 * column as i32;
                write(screen, x, y, colour, c.encode_utf8(&mut [0; 4]));
            }
        }
        if n == code.cursor {
            cursor(screen, left + 2, y + 8);
        }
    }
}

/// Returns the screen column of the character at byte offset `byte` of a line.
fn column(text: &str, byte: usize) -> usize {
    let before = text.char_indices().take_while(|(at, _)| *at < byte);
    before.fold(0, |column, (_, c)| column_behind(column, &c))
}

/// Draws a small triangle that points to the line from the left.
fn cursor(screen: &mut Screen, x: i32, y: i32) {
    screen.setcolor(WHITE);
    for dx in 0..5 {
        screen.line(x + dx, y - 4 + dx, x + dx, y + 4 - dx);
    }
}

pub(crate) fn title(screen: &mut Screen, file: &str) {
    let (left, top, right, _) = WINDOW;
    screen.settextstyle(Font::Small, 1);
    let width = screen.textwidth(file) + 16;
    let middle = (left + right - width) / 2;
    panel::fill(screen, BLUE, [middle, top - 5, middle + width, top + 4]);
    screen.setcolor(WHITE);
    screen.outtextxy(middle + 8, top - 4, file);
}

/// Returns the colour of each character of a line. `comment` tells whether the line starts inside a comment,
/// and is updated for the next line. Keywords are white if `keywords` is true.
pub(crate) fn colours(line: &[char], comment: &mut bool, keywords: bool) -> Vec<u8> {
    let is_part = |c: &&char| c.is_ascii_alphanumeric() || **c == '_';
    let mut colours = Vec::with_capacity(line.len());
    while let rest @ [first, ..] = &line[colours.len()..] {
        let (length, colour) = match rest {
            _ if *comment => {
                let end = rest.windows(2).position(|two| two == ['*', '/']);
                *comment = end.is_none();
                (end.map_or(rest.len(), |n| n + 2), LIGHTGRAY)
            }
            ['/', '*', ..] => {
                *comment = true;
                (2, LIGHTGRAY)
            }
            ['/', '/', ..] => (rest.len(), LIGHTGRAY),
            ['"' | '\'', behind @ ..] => {
                let mut escaped = false;
                let end = behind.iter().position(|c| {
                    let ends = c == first && !escaped;
                    escaped = *c == '\\' && !escaped;
                    ends
                });
                (end.map_or(rest.len(), |n| n + 2), YELLOW)
            }
            _ => {
                let length = rest.iter().take_while(is_part).count();
                let is_white = keywords && is_keyword(&rest[..length].iter().collect::<String>());
                (length.max(1), if is_white { WHITE } else { YELLOW })
            }
        };
        colours.resize(colours.len() + length, colour);
    }
    colours
}
