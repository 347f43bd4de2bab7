//! The box beside the board with the task of an exercise and its result.

use super::frame::{BESIDE, frame};
use super::panel::{wrapped, write_lines};
use turbo::dos::Screen;
use turbo::dos::bgi::BLACK;

const ROWS: usize = 6;

/// Draws the box, and cuts off text that does not fit.
pub fn draw(screen: &mut Screen, title: &str, text: &str) {
    let (left, top, columns) = BESIDE;
    frame(screen, left, top, columns, ROWS, title);
    let lines = wrapped(text, columns - 1).into_iter().take(ROWS);
    write_lines(screen, (left + 12, top + 16), BLACK, lines);
}
