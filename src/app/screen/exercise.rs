//! The box beside the board that says what an exercise asks, and what came of it.

use super::frame::{BESIDE, frame};
use super::panel::{wrapped, write};
use turbo::dos::Screen;
use turbo::dos::bgi::BLACK;

/// The lines of the box.
const ROWS: usize = 6;

/// Draws the box. Of a text that is too long the beginning is seen.
pub fn draw(screen: &mut Screen, title: &str, text: &str) {
    let (left, top, columns) = BESIDE;
    frame(screen, left, top, columns, ROWS, title);
    let lines = wrapped(text, columns - 1).into_iter().take(ROWS);
    for (line, y) in lines.zip((top + 16..).step_by(16)) {
        write(screen, left + 12, y, BLACK, &line);
    }
}
