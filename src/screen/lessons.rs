//! The list of lessons in groups, with ticks for finished lessons and solved tasks.

use super::frame::frame;
use super::marks::tick;
use super::panel::{self, write};
use super::theme::{HOT, Theme};
use super::tutor::miniature;
use turbo::dos::Screen;
use turbo::dos::bgi::{BLACK, DARKGRAY, GREEN};
use words::say;

#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The page of the list, from 0.
    pub page: usize,
    pub group: &'a str,
    pub title: &'a str,
    pub done: bool,
    pub solved: bool,
}

/// The upper left corner of the frame in pixels, and its number of characters per line.
const FRAME: (i32, i32, usize) = (16, 28, 72);
const ROWS: usize = 24;
/// The distance between the two columns, in characters.
const COLUMN: usize = 36;

/// Returns the position of each line: its column, and its distance from the top in half lines. Each page has
/// two columns. Each group has a heading before its first line.
fn places(lines: &[Row<'_>]) -> Vec<(usize, usize)> {
    let (mut column, mut above) = (0, 0);
    let mut places = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        if n == 0 || lines[n - 1].group != line.group {
            let group = lines.iter().filter(|other| other.group == line.group);
            // The heading takes a line, with half a line before it.
            let gap = usize::from(above > 0);
            if column < 2 * line.page {
                (column, above) = (2 * line.page, 0);
            } else if above + gap + 2 * (1 + group.count()) > 2 * ROWS {
                (column, above) = (column + 1, 0);
            } else {
                above += gap;
            }
            above += 2;
        }
        places.push((column, above));
        above += 2;
    }
    places
}

/// Returns the index of the line beside line `chosen` in the column at a distance of `by` columns, which may
/// be on another page.
pub fn beside(lines: &[Row<'_>], chosen: usize, by: isize) -> usize {
    let places = places(lines);
    let (column, row) = places[chosen];
    let mut columns: Vec<usize> = places.iter().map(|place| place.0).collect();
    columns.dedup();
    let at = columns.iter().position(|other| *other == column).unwrap_or_default();
    let column = columns[(at + columns.len()).saturating_add_signed(by) % columns.len()];
    let others = places.iter().enumerate().filter(|(_, place)| place.0 == column);
    others.min_by_key(|(_, place)| place.1.abs_diff(row)).map_or(chosen, |(n, _)| n)
}

/// Returns the index of the first line on the page after that of line `chosen`.
pub fn on_next_page(lines: &[Row<'_>], chosen: usize) -> usize {
    let page = lines[chosen].page;
    lines.iter().position(|line| line.page == page + 1).unwrap_or_default()
}

/// Returns the lines on the page of line `chosen`, with their indices and hot letters.
fn lettered<'a>(lines: &'a [Row<'a>], chosen: usize) -> impl Iterator<Item = (usize, &'a Row<'a>, char)> {
    let page = lines[chosen].page;
    let shown = lines.iter().enumerate().filter(move |(_, line)| line.page == page);
    shown.zip(('a'..='z').chain('1'..='9')).map(|((n, line), hot)| (n, line, hot))
}

/// Returns the index of the line with this hot letter on the page of line `chosen`.
pub fn row_of(lines: &[Row<'_>], chosen: usize, letter: char) -> Option<usize> {
    lettered(lines, chosen).find(|(.., hot)| *hot == letter).map(|(n, ..)| n)
}

/// Draws the page of line `chosen`. The picture is that of the chosen lesson, if the page has room for it.
pub fn draw(
    screen: &mut Screen,
    theme: &Theme,
    lines: &[Row<'_>],
    (chosen, student): (usize, &str),
    picture: Option<&Screen>,
) {
    panel::ground(screen, theme, say!("Tutor"));
    let (left, top, columns) = FRAME;
    let title = match student {
        "" => say!("Lessons").to_string(),
        name => say!("Lessons: {name}", name),
    };
    frame(screen, left, top, columns, ROWS, &title);
    if let Some(picture) = picture {
        miniature(screen, theme, picture, (left + 16 + 8 * COLUMN as i32, top + 48));
    }
    let places = places(lines);
    for (n, line, hot) in lettered(lines, chosen) {
        let (column, above) = places[n];
        let x = left + 16 + 8 * (COLUMN * (column % 2)) as i32;
        let y = top + 16 + 8 * above as i32;
        if n == 0 || lines[n - 1].group != line.group {
            write(screen, x, y - 16, BLACK, line.group);
        }
        if n == chosen {
            panel::fill(screen, GREEN, [x, y, x + 8 * (COLUMN as i32 - 2) - 1, y + 15]);
        }
        if line.done {
            tick(screen, x + 6, y + 8, BLACK);
        }
        if line.solved {
            let color = if n == chosen { BLACK } else { DARKGRAY };
            tick(screen, x + 14, y + 8, color);
        }
        let color = if n == chosen { BLACK } else { HOT };
        write(screen, x + 24, y, color, &hot.to_string());
        write(screen, x + 40, y, BLACK, line.title);
    }
    let keys = [
        ("↑↓←→", say!("Choose")),
        ("Enter", say!("Begin")),
        ("PgDn", say!("More lessons")),
        ("F1", say!("Help")),
        ("F2", say!("Name")),
        ("Esc", say!("Menu")),
    ];
    panel::key_line(screen, &keys);
}
