//! The box beside the board that says what an exercise asks, and what came of it.

use super::frame::{BESIDE, frame};
use super::panel::{wrapped, write};
use crate::dos::Screen;
use crate::dos::bgi::BLACK;

/// The upper edge of the box in pixels, and its lines.
const BOX: (i32, usize) = (280, 9);

/// Draws the box.
pub fn draw(screen: &mut Screen, title: &str, text: &str) {
    let ((top, rows), (left, _, columns)) = (BOX, BESIDE);
    frame(screen, left, top, columns, rows, title);
    let lines = wrapped(text, columns - 1).into_iter().take(rows);
    for (line, y) in lines.zip((top + 16..).step_by(16)) {
        write(screen, left + 12, y, BLACK, &line);
    }
}
