//! Boxes with double frames, as in the text mode of DOS.

use super::panel::{self, write};
use super::theme::{BAR, HOT, Theme};
use games::stone::Stone;
use turbo::dos::Screen;
use turbo::dos::bgi::columns_of;
use turbo::dos::bgi::{BLACK, HEIGHT, WIDTH};
use words::translate;

/// Clears the area between the title bar and the key line, so that nothing shows around a large box.
pub fn cover(screen: &mut Screen) {
    panel::fill(screen, screen.getpixel(1, 17).unwrap_or(BLACK), [0, 16, WIDTH - 1, HEIGHT - 17]);
}

/// Draws a box with a shadow and a title, with room for `columns` x `rows` characters of 8x16 pixels. The
/// frame adds a character on each side; (x,y) is its upper left corner.
pub fn frame(screen: &mut Screen, x: i32, y: i32, columns: usize, rows: usize, title: &str) {
    let (right, bottom) = (x + 8 * (columns as i32 + 2), y + 16 * (rows as i32 + 2));
    panel::fill(screen, BLACK, [x + 8, y + 8, right + 7, bottom + 7]);
    panel::fill(screen, BAR, [x, y, right - 1, bottom - 1]);
    let edge = "═".repeat(columns);
    write(screen, x, y, BLACK, &format!("╔{edge}╗"));
    for row in (y + 16..).step_by(16).take(rows) {
        write(screen, x, row, BLACK, "║");
        write(screen, right - 8, row, BLACK, "║");
    }
    write(screen, x, bottom - 16, BLACK, &format!("╚{edge}╝"));
    if !title.is_empty() {
        let title = translate(title);
        let blank = if columns_of(title) + 2 > columns { "" } else { " " };
        let title = format!("{blank}{title}{blank}");
        let width = 8 * columns_of(&title) as i32;
        let left = x + (right - x - width) / 16 * 8;
        screen.bar(left, y, left + width - 1, y + 15);
        write(screen, left, y, BLACK, &title);
    }
}

/// Draws arrows in the right edge of a [`frame`] whose list goes on above or below.
pub fn arrows(screen: &mut Screen, x: i32, y: i32, columns: usize, rows: usize, goes_on: [bool; 2]) {
    let right = x + 8 * (columns as i32 + 1);
    for (arrow, row, goes_on) in [("↑", 1, goes_on[0]), ("↓", rows as i32, goes_on[1])] {
        if goes_on {
            panel::fill(screen, BAR, [right, y + 16 * row, right + 7, y + 16 * row + 15]);
            write(screen, right, y + 16 * row, BLACK, arrow);
        }
    }
}

/// The upper left corner of the box beside the board in pixels, and its number of characters per line.
pub const BESIDE: (i32, i32, usize) = (panel::LEFT - 16, 328, 20);

/// Draws the box beside the board: the lines, the first with an optional stone, and room for `rows` more.
/// Returns the top edge of the first of these rows.
pub fn beside(
    screen: &mut Screen,
    theme: &Theme,
    (title, top): (&str, i32),
    lines: &[&str],
    stone: Option<Stone>,
    rows: usize,
) -> i32 {
    let (left, _, columns) = BESIDE;
    frame(screen, left, top, columns, lines.len() + rows, title);
    let mut y = top + 16;
    for (n, line) in lines.iter().enumerate() {
        let stone = stone.filter(|_| n == 0);
        let room = if stone.is_some() { 24 } else { 0 };
        let line = panel::fitting(line, columns - room as usize / 8);
        let x = left + 8 + (160 - room - 8 * columns_of(line) as i32) / 2;
        if let Some(stone) = stone {
            panel::small_stone_in_box(screen, theme, x + 7, y + 7, stone);
        }
        write(screen, x + room, y, if n == 0 { HOT } else { BLACK }, line);
        y += 16;
    }
    y
}
