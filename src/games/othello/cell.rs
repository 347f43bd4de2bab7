//! Cells and plies in players' notation.

use std::fmt;
use std::str::FromStr;
use words::say;

/// A cell of the board.
///
/// The name of a cell is its column, a to h from the left, and its row, 1 to 8 from the top. The parser
/// accepts capitals too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, 0 to 7 from the top.
    pub row: usize,
    /// The column, 0 to 7 from the left.
    pub col: usize,
}

impl Cell {
    /// All cells, row by row.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..64).map(|n| Cell { row: n / 8, col: n % 8 })
    }

    /// The row and the column.
    pub fn place(self) -> (usize, usize) {
        (self.row, self.col)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.col as u8) as char, self.row + 1)
    }
}

/// The error for a text that is not the name of a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("'{value}' is not a cell; use a1 to h8", value = .0.escape_debug()))]
pub struct BadCell(String);

impl FromStr for Cell {
    type Err = BadCell;

    fn from_str(text: &str) -> Result<Cell, BadCell> {
        match text.to_ascii_lowercase().as_bytes() {
            [col @ b'a'..=b'h', row @ b'1'..=b'8'] => {
                Ok(Cell { row: usize::from(row - b'1'), col: usize::from(col - b'a') })
            }
            _ => Err(BadCell(text.to_string())),
        }
    }
}

/// A player's action in one turn. A pass is written `--`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ply {
    Drop(Cell),
    Pass,
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ply::Drop(cell) => cell.fmt(f),
            Ply::Pass => f.write_str("--"),
        }
    }
}

impl FromStr for Ply {
    type Err = BadCell;

    fn from_str(text: &str) -> Result<Ply, BadCell> {
        match text {
            "--" => Ok(Ply::Pass),
            cell => cell.parse().map(Ply::Drop),
        }
    }
}
