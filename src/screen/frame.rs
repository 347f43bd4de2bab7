//! Boxes in the double frames of DOS's text mode.

use super::panel::{self, write};
use crate::dos::Screen;
use crate::dos::bgi::{BLACK, LIGHTGRAY, RED};
use crate::games::stone::Outcome;

/// A double frame around `columns` x `rows` characters of 8x16 pixels on a gray ground, with a title in its upper edge
/// and a shadow; (x,y) is the upper left corner of the frame, which adds a character on each side.
pub fn frame(screen: &mut Screen, x: i32, y: i32, columns: usize, rows: usize, title: &str) {
    let (right, bottom) = (x + 8 * (columns as i32 + 2), y + 16 * (rows as i32 + 2));
    screen.setfillstyle(BLACK);
    screen.bar(x + 8, y + 8, right + 7, bottom + 7);
    screen.setfillstyle(LIGHTGRAY);
    screen.bar(x, y, right - 1, bottom - 1);
    let edge = "═".repeat(columns);
    write(screen, x, y, BLACK, &format!("╔{edge}╗"));
    for row in (y + 16..).step_by(16).take(rows) {
        write(screen, x, row, BLACK, "║");
        write(screen, right - 8, row, BLACK, "║");
    }
    write(screen, x, bottom - 16, BLACK, &format!("╚{edge}╝"));
    if !title.is_empty() {
        let title = format!(" {title} ");
        let width = 8 * title.chars().count() as i32;
        let left = x + (right - x - width) / 16 * 8;
        screen.bar(left, y, left + width - 1, y + 15);
        write(screen, left, y, BLACK, &title);
    }
}

/// The upper left corner, in pixels, of the box beside the board that says who won or asks something, and the characters in a line of it.
pub const BESIDE: (i32, i32, usize) = (panel::LEFT - 16, 344, 20);

/// The box beside the board: two lines, and room for `rows` more.
pub fn beside(screen: &mut Screen, title: &str, [who, what]: [&str; 2], rows: usize) {
    let (left, top, columns) = BESIDE;
    frame(screen, left, top, columns, 2 + rows, title);
    let centred = |text: &str| left + 8 + (160 - 8 * text.chars().count() as i32) / 2;
    write(screen, centred(who), top + 16, RED, who);
    write(screen, centred(what), top + 32, BLACK, what);
}

/// Says beside the board who won and how, and leaves room for `rows` more lines.
pub fn result(screen: &mut Screen, outcome: Outcome, how: &str, rows: usize) {
    let who = match outcome {
        Outcome::Won(stone) => format!("{} wins", stone.name()),
        Outcome::Draw => "Draw".to_string(),
    };
    beside(screen, "Game over", [&who, how], rows);
}
