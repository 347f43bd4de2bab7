//! The points of the board.

use std::fmt;
use std::ops::RangeInclusive;

/// The usual size of the board: the number of points in a row, and of rows.
pub const SIZE: usize = 15;
/// The size of the largest board.
pub const LARGEST: usize = 20;
/// The sizes of board that can be played on.
pub const SIZES: RangeInclusive<usize> = 5..=LARGEST;

/// One step along a line: the rows down and the columns to the right.
pub(super) type Line = (isize, isize);

/// The four lines through a point.
pub(super) const LINES: [Line; 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A point of a board of up to 20 x 20.
///
/// Displayed as in the record string: two digits, the column and the row. On 15 x 15 points they are hexadecimal, 0 to e; on larger boards
/// they go on with the letters, up to j.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    col: u8,
    row: u8,
}

impl Point {
    /// The point in this row from the top and this column from the left, 0 to 19 each.
    ///
    /// # Panics
    /// When one of them is 20 or more.
    pub fn new(row: usize, col: usize) -> Point {
        assert!(row < LARGEST && col < LARGEST, "no row {row}, column {col}");
        let (col, row) = (col as u8, row as u8);
        Point { col, row }
    }

    /// All points of a board, column by column.
    pub fn all(size: usize) -> impl Iterator<Item = Point> {
        (0..size).flat_map(move |col| (0..size).map(move |row| Point::new(row, col)))
    }

    /// The point whose [`Point::number`] is p, on a board of `size` x `size` points.
    pub fn of_number(p: usize, size: usize) -> Point {
        Point::new(p % size, p / size)
    }

    /// The p that the Gomoku text gives a point of its board: p = 15 * column + row, and likewise with other sizes.
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

    /// The point `n` steps along a line, or `None` off a board of this size.
    pub(super) fn along(self, size: usize, (down, right): Line, n: isize) -> Option<Point> {
        let row = self.row().checked_add_signed(n * down)?;
        let col = self.col().checked_add_signed(n * right)?;
        (row < size && col < size).then(|| Point::new(row, col))
    }

    /// What players call it on a board of this size: the column as a letter, and the row as a number from the bottom.
    ///
    /// ```
    /// use games::gomoku::Point;
    /// assert_eq!(Point::new(7, 7).name(15), "h8");
    /// assert_eq!(Point::new(0, 14).name(15), "o15");
    /// ```
    pub fn name(self, size: usize) -> String {
        let column = char::from(b'a' + self.col);
        format!("{column}{}", size - self.row())
    }

    pub(crate) fn is_within(self, size: usize) -> bool {
        self.row() < size && self.col() < size
    }
}

/// The digit of a row or column, 0 to 9 and then a to j.
pub fn digit(n: usize) -> char {
    char::from_digit(n as u32, 36).unwrap_or('?')
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", digit(self.col()), digit(self.row()))
    }
}
