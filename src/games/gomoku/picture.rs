//! The stones on a board as lines of text.

use std::fmt;

use super::point::Point;
use crate::stone::Stone;

/// Writes a board as `size` lines of `size` signs: `X` for black, `O` for white, `.` for a free point.
///
/// # Errors
/// Those of the formatter.
pub fn write(
    f: &mut fmt::Formatter<'_>,
    size: usize,
    stone_at: impl Fn(Point) -> Option<Stone>,
) -> fmt::Result {
    for row in 0..size {
        for col in 0..size {
            f.write_str(match stone_at(Point::new(row, col)) {
                Some(Stone::Black) => "X",
                Some(Stone::White) => "O",
                None => ".",
            })?;
        }
        writeln!(f)?;
    }
    Ok(())
}
