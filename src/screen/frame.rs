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
        let title = format!(" {} ", translate(title));
        let width = 8 * columns_of(&title) as i32;
        let left = x + (right - x - width) / 16 * 8;
        screen.bar(left, y, left + width - 1, y + 15);
        write(screen, left, y, BLACK, &title);
    }
}

/// The upper left corner of the box beside the board in pixels, and its number of characters per line.
pub const BESIDE: (i32, i32, usize) = (panel::LEFT - 16, 328, 20);

/// Draws the box beside the board: two lines, the first with an optional stone, and room for `rows` more.
pub fn beside(
    screen: &mut Screen,
    theme: &Theme,
    (title, top): (&str, i32),
    [who, what]: [&str; 2],
    stone: Option<Stone>,
    rows: usize,
) {
    let (left, _, columns) = BESIDE;
    frame(screen, left, top, columns, 2 + rows, title);
    let behind = if stone.is_some() { 24 } else { 0 };
    let cut = |text, room: i32| panel::fitting(text, columns - room as usize / 8);
    let (who, what) = (cut(who, behind), cut(what, 0));
    let centred = |text: &str, width: i32| left + 8 + (160 - width - 8 * columns_of(text) as i32) / 2;
    let x = centred(who, behind);
    if let Some(stone) = stone {
        panel::small_stone_in_box(screen, theme, x + 7, top + 23, stone);
    }
    write(screen, x + behind, top + 16, HOT, who);
    write(screen, centred(what, 0), top + 32, BLACK, what);
}
