//! Boxes in the double frames of DOS's text mode.

use super::panel::{self, write};
use super::theme::{BAR, HOT, Theme};
use games::stone::Stone;
use turbo::dos::Screen;
use turbo::dos::bgi::columns_of;
use turbo::dos::bgi::{BLACK, HEIGHT, WIDTH};
use words::told;

/// Covers everything between the title bar and the line of keys, so that nothing half hidden shows around a large frame.
pub fn cover(screen: &mut Screen) {
    screen.setfillstyle(screen.getpixel(1, 17).unwrap_or(BLACK));
    screen.bar(0, 16, WIDTH - 1, HEIGHT - 17);
}

/// A double frame around `columns` x `rows` characters of 8x16 pixels on a gray ground, with a title in its upper edge
/// and a shadow; (x,y) is the upper left corner of the frame, which adds a character on each side.
pub fn frame(screen: &mut Screen, x: i32, y: i32, columns: usize, rows: usize, title: &str) {
    let (right, bottom) = (x + 8 * (columns as i32 + 2), y + 16 * (rows as i32 + 2));
    screen.setfillstyle(BLACK);
    screen.bar(x + 8, y + 8, right + 7, bottom + 7);
    screen.setfillstyle(BAR);
    screen.bar(x, y, right - 1, bottom - 1);
    let edge = "═".repeat(columns);
    write(screen, x, y, BLACK, &format!("╔{edge}╗"));
    for row in (y + 16..).step_by(16).take(rows) {
        write(screen, x, row, BLACK, "║");
        write(screen, right - 8, row, BLACK, "║");
    }
    write(screen, x, bottom - 16, BLACK, &format!("╚{edge}╝"));
    if !title.is_empty() {
        let title = format!(" {} ", told(title));
        let width = 8 * columns_of(&title) as i32;
        let left = x + (right - x - width) / 16 * 8;
        screen.bar(left, y, left + width - 1, y + 15);
        write(screen, left, y, BLACK, &title);
    }
}

/// The upper left corner, in pixels, of the box beside the board that says who won or asks something, and the characters in a line of it.
pub const BESIDE: (i32, i32, usize) = (panel::LEFT - 16, 328, 20);

/// The box beside the board, from `top` on: two lines, the first behind a stone if it is about one, and room for `rows` more.
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
    let centred =
        |text: &str, width: i32| left + 8 + (160 - width - 8 * columns_of(text) as i32) / 2;
    let x = centred(who, behind);
    if let Some(stone) = stone {
        panel::small_stone_in_box(screen, theme, x + 7, top + 23, stone);
    }
    write(screen, x + behind, top + 16, HOT, who);
    write(screen, centred(what, 0), top + 32, BLACK, what);
}
