//! The rules of Othello for cells, built on the C program's functions.

use super::cell::Cell;
use crate::stone::Stone;
pub use original::{Map, do_score, qp_change};

/// Drops the disc of turn `t` on an empty cell. Returns the discs that were turned over. If there are none,
/// nothing changes.
pub fn turn_over(map: &mut Map, cell: Cell, t: usize) -> Vec<Cell> {
    let before = *map;
    qp_change(map, cell.row, cell.col, t);
    let turned = |c: &Cell| before[c.row][c.col] != map[c.row][c.col] && *c != cell;
    Cell::all().filter(turned).collect()
}

/// The player's legal moves, row by row.
pub fn legal_moves(map: &Map, stone: Stone) -> impl Iterator<Item = Cell> {
    let t = stone as usize;
    Cell::all().filter(move |cell| is_legal(map, *cell, t))
}

/// True if the player of turn `t` may drop a disc on the cell.
pub fn is_legal(map: &Map, Cell { row, col }: Cell, t: usize) -> bool {
    map[row][col] == 0 && qp_change(&mut map.clone(), row, col, t) == 1
}

pub fn can_move(map: &Map, stone: Stone) -> bool {
    original::can_move(map, stone as usize)
}
