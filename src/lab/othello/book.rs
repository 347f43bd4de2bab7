//! Grows the opening book.
//!
//! The book grows along likely lines. The cost of a line is the number of discs that both players give away,
//! plus a little for each ply, and the cheapest line is extended next (Lincke, *Strategies for the automatic
//! construction of opening books*, 2000). All moves of a new position are searched, and then the values of
//! the positions before it are recomputed.

use std::cmp::Reverse;
use std::collections::HashMap;

use mind::engine::othello::book::{Book, children};
use mind::engine::othello::{Board, Limits, Searcher};
use players::cores::in_order;

/// The cost of a ply in hundredths of a disc. Without this cost, a line without mistakes would grow to its
/// end before any other line.
const PLY: i32 = 30;

/// The minimum number of empties in a book position. With fewer, a search is reliable enough.
const LAST_EMPTIES: u32 = 34;

/// The number of positions searched between updates of the book's values. It is fixed so that the book does
/// not depend on the number of threads.
pub(crate) const BATCH: usize = 32;

/// The size of the transposition table, in megabytes.
const MEGABYTES: usize = 16;

const SELECTIVITY: u8 = 3;

/// Returns the cheapest positions that are not in the book, at most `BATCH` of them.
pub fn wanted(book: &Book) -> Vec<Board> {
    // The costs of the cheapest lines. Each move fills a cell, so the lines to a position come before it.
    let mut costs = HashMap::from([(Board::START.canonical(), 0)]);
    let mut boards: Vec<Board> = book.positions.keys().copied().collect();
    boards.sort_unstable_by_key(|board| Reverse(board.empties()));
    for board in boards {
        let Some(cost) = costs.get(&board).copied() else { continue };
        for (child, cost) in onward(book, board, cost) {
            let known = costs.entry(child).or_insert(cost);
            *known = cost.min(*known);
        }
    }
    costs.retain(|board, _| {
        board.empties() >= LAST_EMPTIES && board.moves() != 0 && !book.positions.contains_key(board)
    });
    let mut wanted: Vec<(i32, Board)> = costs.into_iter().map(|(board, cost)| (cost, board)).collect();
    wanted.sort_unstable();
    wanted.into_iter().take(BATCH).map(|(_, board)| board).collect()
}

/// Returns the positions one move after a book position, with the costs of their lines. `cost` is the cost of
/// the line to the book position.
fn onward(book: &Book, board: Board, cost: i32) -> impl Iterator<Item = (Board, i32)> {
    let values = &book.positions[&board];
    let best = i32::from(values.iter().max().copied().unwrap_or_default());
    let onward = children(board).into_iter().zip(values);
    onward.map(move |(child, value)| (child, cost + PLY + best - i32::from(*value)))
}

/// Adds positions with the values of their moves, and recomputes the values of the positions before them.
pub fn add(book: &mut Book, found: impl IntoIterator<Item = (Board, Vec<i16>)>) {
    book.positions.extend(found);
    let mut order: Vec<Board> = book.positions.keys().copied().collect();
    order.sort_unstable_by_key(|board| board.empties());
    for board in order {
        for (n, child) in children(board).iter().enumerate() {
            if let Some(value) = value(book, child)
                && let Some(values) = book.positions.get_mut(&board)
            {
                values[n] = -value;
            }
        }
    }
}

/// Returns the value of a book position for the player to move.
fn value(book: &Book, canonical: &Board) -> Option<i16> {
    book.positions.get(canonical)?.iter().max().copied()
}

/// Searches all moves of these positions to this depth in plies.
pub fn search(boards: &[Board], depth: u8, threads: usize) -> Vec<(Board, Vec<i16>)> {
    let worker = || {
        let mut searcher = Searcher::new(MEGABYTES).with_selectivity(SELECTIVITY);
        move |n: usize| Some((boards[n], values(&mut searcher, boards[n], depth)))
    };
    let mut found = Vec::new();
    in_order(boards.len(), threads, worker, |values| found.push(values));
    found
}

/// Returns the values of the moves that lead to the [`children`].
fn values(searcher: &mut Searcher, board: Board, depth: u8) -> Vec<i16> {
    let limits = Limits::plies(depth);
    let reports = searcher.values(board, limits, &|| false, &mut |_| ());
    let value = |child: Board| {
        let leads = |cell| board.play(cell).map(Board::canonical) == Some(child);
        let reports = reports.iter();
        let values = reports.filter(|report| report.best.is_some_and(leads));
        values.map(|report| report.value).max().unwrap_or_default() as i16
    };
    children(board).into_iter().map(value).collect()
}
