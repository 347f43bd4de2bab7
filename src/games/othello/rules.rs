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

/// True if the player has a legal move. Databases have millions of positions to check, so this works on bits: one for
/// each cell, row by row.
pub fn can_move(map: &Map, stone: Stone) -> bool {
    // All columns but the first and the last, where a line of discs ends.
    const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;
    let bit =
        |Cell { row, col }: Cell, stone: Stone| u64::from(map[row][col] == stone as u8) << (8 * row + col);
    let discs = |stone| Cell::all().fold(0, |all, cell| all | bit(cell, stone));
    let (own, others) = (discs(stone), discs(stone.other()));
    let empty = !(own | others);
    let leads = |others: u64, shift: &dyn Fn(u64) -> u64| {
        let run = (0..5).fold(shift(own) & others, |run, _| run | shift(run) & others);
        shift(run) & empty != 0
    };
    // The steps along a row, a column and the diagonals.
    [(1, INNER), (8, !0), (7, INNER), (9, INNER)].into_iter().any(|(step, inner)| {
        let others = others & inner;
        leads(others, &|discs| discs << step) || leads(others, &|discs| discs >> step)
    })
}
