//! The points of the board.

use std::fmt;

/// The number of points in a row, and of rows.
pub const SIZE: usize = 15;

/// A point of the board, as the number p from 0 to 224 that the Gomoku text gives it: p = 15 * column + row.
///
/// Written as in the record string: two hexadecimal digits, the column and the row, each 0 to e.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    /// The point in this row from the top and this column from the left, 0 to 14 each.
    pub fn new(row: usize, col: usize) -> Point {
        assert!(row < SIZE && col < SIZE, "no row {row}, column {col}");
        Point((col * SIZE + row) as u8)
    }

    /// All 225 points, column by column.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..225).map(Point)
    }

    /// The point of this p, from 0 to 224.
    pub fn of_number(p: usize) -> Point {
        assert!(p < SIZE * SIZE, "no point {p}");
        Point(p as u8)
    }

    /// p, from 0 to 224.
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    /// p % 15: 0 to 14 from the top.
    pub fn row(self) -> usize {
        self.number() % SIZE
    }

    /// p / 15: 0 to 14 from the left.
    pub fn col(self) -> usize {
        self.number() / SIZE
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}{:x}", self.col(), self.row())
    }
}
