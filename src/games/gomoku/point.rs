//! The points of the board.

use std::fmt;
use std::ops::RangeInclusive;

use crate::stone::Stone;

/// The standard size of the board: the number of rows, which is also the number of columns.
pub const SIZE: usize = 15;
pub const LARGEST: usize = 20;
pub const SIZES: RangeInclusive<usize> = 5..=LARGEST;

/// A step along a line: the change in the row and the change in the column.
pub(super) type Line = (isize, isize);

/// The four lines through a point.
pub(super) const LINES: [Line; 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A point on a board of at most 20x20 points.
///
/// [`fmt::Display`] writes a point as in a game record: a digit for its column and a digit for its row. The
/// digits after 9 are letters: up to e on the standard board, up to j on the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    col: u8,
    row: u8,
}

impl Point {
    /// The point at a row from the top and a column from the left, both counted from 0.
    ///
    /// # Panics
    /// If the row or column is 20 or more.
    pub fn new(row: usize, col: usize) -> Point {
        assert!(row < LARGEST && col < LARGEST, "no row {row}, column {col}");
        let (col, row) = (col as u8, row as u8);
        Point { col, row }
    }

    /// All points of a board, column by column.
    pub fn all(size: usize) -> impl Iterator<Item = Point> {
        (0..size).flat_map(move |col| (0..size).map(move |row| Point::new(row, col)))
    }

    /// The inverse of [`Point::number`].
    pub fn of_number(p: usize, size: usize) -> Point {
        Point::new(p % size, p / size)
    }

    /// The number of the point as defined in the Gomoku text, p = 15 * column + row, but with `size` instead
    /// of 15.
    pub fn number(self, size: usize) -> usize {
        size * self.col() + self.row()
    }

    /// The row, from 0 at the top.
    pub fn row(self) -> usize {
        self.row.into()
    }

    /// The column, from 0 at the left.
    pub fn col(self) -> usize {
        self.col.into()
    }

    /// The row and the column.
    pub fn place(self) -> (usize, usize) {
        (self.row(), self.col())
    }

    /// Returns the point `n` steps away along a line, or `None` if that point is off the board.
    pub(super) fn along(self, size: usize, (down, right): Line, n: isize) -> Option<Point> {
        let row = self.row().checked_add_signed(n * down)?;
        let col = self.col().checked_add_signed(n * right)?;
        (row < size && col < size).then(|| Point::new(row, col))
    }

    /// The point in players' notation: a letter for its column, then the number of its row from the bottom.
    pub fn name(self, size: usize) -> String {
        let column = char::from(b'a' + self.col);
        format!("{column}{}", size - self.row())
    }
}

/// The digit for a row or column: 0 to 9, then a to j.
pub fn digit(n: usize) -> char {
    char::from_digit(n as u32, 36).unwrap_or('?')
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", digit(self.col()), digit(self.row()))
    }
}

/// Writes a board row by row: `X` for black, `O` for white and `.` for a free point.
pub fn write_board(
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
