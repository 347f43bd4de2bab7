//! The opening book: positions with the value of each move.
//!
//! If a move leads to another position of the book, the value of the move is the value of the best reply in
//! that position. For all other moves, a search supplies the value, so a tree of searches judges the first
//! moves. `qipan-lab book grow` builds the book without any recorded games. The cost of a line is the number
//! of discs that both players give away, plus 0.3 discs per ply; the book always adds the cheapest position
//! with at least 34 empty cells next. The bundled book has 6000 positions.

use std::collections::HashMap;
use std::sync::OnceLock;

use rand::Rng;
use rand::seq::IndexedRandom;

use super::bitboard::Board;
use super::evaluation::DISC;
use crate::bytes::{Bytes, Encoded};
use crate::engine::bundled::BundledFile;
use crate::engine::packed::{BadFile, Header};
use games::othello::Cell;
use words::phrase;

pub(crate) const VERSION: u16 = 1;

pub const MOST_POSITIONS: usize = 1 << 20;

const MOST_MOVES: usize = 34;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// The [canonical](Board::canonical) positions, each with the values, for the player to move, of the
    /// moves to its [`children`].
    pub positions: HashMap<Board, Vec<i16>>,
}

impl Book {
    /// Returns the program's own book. The first call decodes the book.
    pub fn bundled() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BundledFile::OthelloBook
            .get_or_parse(&BOOK, |bytes| Book::read(bytes).expect("a test reads the bundled book"))
    }

    /// Returns the moves of a position with their values for the player to move, in hundredths of a disc,
    /// best first. Returns `None` if the position is not in the book.
    pub fn moves(&self, board: Board) -> Option<Vec<(Cell, i32)>> {
        let values = self.positions.get(&board.canonical())?;
        let children = children(board);
        let value = |cell: Cell| {
            let child = board.play(cell)?.canonical();
            let n = children.binary_search(&child).ok()?;
            Some((cell, i32::from(*values.get(n)?)))
        };
        let mut moves: Vec<(Cell, i32)> = Board::cells(board.moves()).filter_map(value).collect();
        moves.sort_by_key(|(_, value)| -value);
        Some(moves)
    }

    /// Chooses a move at random from the best move and the moves that are worse by at most `error` hundredths
    /// of a disc. Returns the move with its value.
    pub fn choose(&self, board: Board, error: i32, random: &mut impl Rng) -> Option<(Cell, i32)> {
        let moves = self.moves(board)?;
        let best = moves.first()?.1;
        let good = moves.partition_point(|(_, value)| best - value <= error);
        moves[..good].choose(random).copied()
    }

    /// Returns the best moves of both players until the book ends.
    pub fn line(&self, mut board: Board) -> Vec<Cell> {
        let mut line = Vec::new();
        while let Some(best) = self.moves(board).and_then(|moves| Some(moves.first()?.0)) {
            line.push(best);
            board = board.play(best).expect("a move of the book is legal");
        }
        line
    }

    /// Encodes the book: for each position, its two bitboards, the number of its moves, and the moves'
    /// values.
    pub fn write(&self) -> Vec<u8> {
        let mut sorted: Vec<_> = self.positions.iter().collect();
        sorted.sort_unstable();
        let mut bytes = Vec::new();
        for (board, values) in sorted {
            board.write(&mut bytes);
            bytes.push(values.len() as u8);
            values.iter().for_each(|value| value.write(&mut bytes));
        }
        HEADER.write(&bytes)
    }

    pub fn read(bytes: &[u8]) -> Result<Book, BadFile> {
        let bytes = HEADER.read(bytes, MOST_POSITIONS * (17 + 2 * MOST_MOVES))?;
        let (mut rest, mut positions) = (Bytes(&bytes), HashMap::new());
        while !rest.0.is_empty() {
            let position = read_position(&mut rest);
            let (board, values) = position.ok_or(BadFile::Sizes(HEADER.contents))?;
            positions.insert(board, values);
        }
        Ok(Book { positions })
    }
}

const HEADER: Header =
    Header { contents: phrase!("opening moves"), name: b"QIPANBOK", version: VERSION, tag: Vec::new() };

/// Decodes a position and the values of its children. Returns `None` if the position is not canonical or a
/// value is impossible.
fn read_position(bytes: &mut Bytes<'_>) -> Option<(Board, Vec<i16>)> {
    let board: Board = bytes.read()?;
    let values = 0..bytes.read::<u8>()?;
    let values: Vec<i16> = values.map(|_| bytes.read()).collect::<Option<_>>()?;
    let is_possible = |value: &i16| (-64 * DISC..=64 * DISC).contains(&i32::from(*value));
    let is_canonical = board == board.canonical() && values.len() == children(board).len();
    (is_canonical && values.iter().all(is_possible)).then_some((board, values))
}

/// Returns the [canonical](Board::canonical) positions after all moves, sorted and without duplicates.
pub fn children(board: Board) -> Vec<Board> {
    let after = |cell| Some(board.play(cell)?.canonical());
    let mut children: Vec<Board> = Board::cells(board.moves()).filter_map(after).collect();
    children.sort_unstable();
    children.dedup();
    children
}
