//! The rules as the original has them, cell by cell: where a stone may be dropped, and what turns over.

use super::cell::Cell;
use crate::stone::Stone;
use original;
pub use original::{Map, do_score, qp_change};

/// Drops the stone of turn `t` on an empty cell. Returns the stones that turned over; nothing changes when there are none.
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
