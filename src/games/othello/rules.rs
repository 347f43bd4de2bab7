//! The rules as the original has them, cell by cell: where a stone may be dropped, and what turns over.

use std::fmt;
use std::str::FromStr;

use crate::games::stone::Stone;
use crate::original;
pub use crate::original::{Map, do_score, qp_change};

/// A cell of the board.
///
/// Written as players do: the column a to h from the left, then the row 1 to 8 from the top.
///
/// ```
/// use qipan::games::othello::rules::Cell;
/// let cell: Cell = "d3".parse().unwrap();
/// assert_eq!(cell, Cell { row: 2, col: 3 });
/// assert_eq!(cell.to_string(), "d3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// 0 to 7 from the top.
    pub row: usize,
    /// 0 to 7 from the left.
    pub col: usize,
}

impl Cell {
    /// All 64 cells, row by row.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..64).map(|n| Cell {
            row: n / 8,
            col: n % 8,
        })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.col as u8) as char, self.row + 1)
    }
}

/// A text that names no cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a cell; use a1 to h8", .0.escape_debug())]
pub struct BadCell(String);

/// Reads `d3` or `D3`.
impl FromStr for Cell {
    type Err = BadCell;

    fn from_str(text: &str) -> Result<Cell, BadCell> {
        match text.to_ascii_lowercase().as_bytes() {
            [col @ b'a'..=b'h', row @ b'1'..=b'8'] => Ok(Cell {
                row: usize::from(row - b'1'),
                col: usize::from(col - b'a'),
            }),
            _ => Err(BadCell(text.to_string())),
        }
    }
}

/// Drops the stone of turn `t` on an empty cell: the stones that turned over. Nothing changes where there are none.
pub fn turn_over(map: &mut Map, cell: Cell, t: usize) -> Vec<Cell> {
    let before = *map;
    qp_change(map, cell.row, cell.col, t);
    let turned = |c: &Cell| before[c.row][c.col] != map[c.row][c.col] && *c != cell;
    Cell::all().filter(turned).collect()
}

/// The cells where the player could drop a stone, row by row.
pub fn legal_moves(map: &Map, stone: Stone) -> impl Iterator<Item = Cell> {
    let t = stone as usize;
    Cell::all().filter(move |cell| is_legal(map, *cell, t))
}

/// Could the stone of turn `t` be dropped on the cell?
pub fn is_legal(map: &Map, Cell { row, col }: Cell, t: usize) -> bool {
    map[row][col] == 0 && qp_change(&mut map.clone(), row, col, t) == 1
}

/// Is there a cell where the player could drop a stone?
pub fn can_move(map: &Map, stone: Stone) -> bool {
    original::can_move(map, stone as usize)
}
