//! The opening book: positions with the value of each of their moves, found by the engine and by nothing else.
//!
//! A move that leads to a position of the book is worth what its best answer there is worth, and so on to the ends of the book, where a
//! search says it. So the first move is judged by a tree of searches that no single search could make. The laboratory grows the tree.

use std::collections::HashMap;
use std::sync::OnceLock;

use rand::Rng;
use rand::seq::IndexedRandom;

use super::bitboard::Board;
use super::evaluation::DISC;
use crate::engine::carried::Carried;
use crate::engine::packed::{BadFile, Head};
use games::othello::Cell;

/// The version of the files that this program writes and reads.
pub(crate) const VERSION: u16 = 1;

/// No book has more positions.
pub const MOST_POSITIONS: usize = 1 << 20;

const MOST_MOVES: usize = 34;

/// Positions with the values of their moves.
///
/// ```
/// use mind::engine::othello::{Board, book::Book};
/// let book = Book::carried();
/// let moves = book.moves(Board::START).unwrap();
/// // All four first moves are the same but for turning and mirroring.
/// assert_eq!(moves.len(), 4);
/// assert!(moves.iter().all(|(_, value)| *value == moves[0].1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// [Canonical](Board::canonical) positions, and the values of the moves to their [`children`], for the player to move.
    pub positions: HashMap<Board, Vec<i16>>,
}

impl Book {
    /// The one that the program carries. It is unpacked at the first call.
    pub fn carried() -> &'static Book {
        static CARRIED: OnceLock<Book> = OnceLock::new();
        Carried::OthelloBook.once(&CARRIED, |bytes| {
            Book::read(bytes).expect("a test reads the program's own book")
        })
    }

    /// The moves of a position with their values for the player to move, in hundredths of a disc, the best first; `None` where it is not in
    /// the book.
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

    /// One of the moves that give away no more than so many hundredths of a disc against the best one, and its value.
    pub fn choose(&self, board: Board, error: i32, random: &mut impl Rng) -> Option<(Cell, i32)> {
        let moves = self.moves(board)?;
        let best = moves.first()?.1;
        let good: Vec<(Cell, i32)> = moves
            .into_iter()
            .take_while(|(_, value)| best - value <= error)
            .collect();
        good.choose(random).copied()
    }

    /// The best moves of both players for as long as the book goes.
    pub fn line(&self, mut board: Board) -> Vec<Cell> {
        let mut line = Vec::new();
        while let Some(best) = self.moves(board).and_then(|moves| Some(moves.first()?.0)) {
            line.push(best);
            board = board.play(best).expect("a move of the book is legal");
        }
        line
    }

    /// The bytes of a file with the book: for each position its two bit boards, the number of moves, and their values.
    pub fn write(&self) -> Vec<u8> {
        let mut sorted: Vec<_> = self.positions.iter().collect();
        sorted.sort_unstable();
        let mut bytes = Vec::new();
        for (board, values) in sorted {
            bytes.extend(board.own.to_le_bytes());
            bytes.extend(board.opponent.to_le_bytes());
            bytes.push(values.len() as u8);
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
        HEAD.write(&bytes)
    }

    /// The book in a file, of which these are the bytes.
    ///
    /// # Errors
    /// One of [`BadFile`], whichever byte is changed, added or missing.
    pub fn read(bytes: &[u8]) -> Result<Book, BadFile> {
        let bytes = HEAD.read(bytes, MOST_POSITIONS * (17 + 2 * MOST_MOVES))?;
        let (mut rest, mut positions) = (&bytes[..], HashMap::new());
        while let Some((position, after)) = rest.split_first_chunk::<17>() {
            let [own, opponent] = [0, 8].map(|n| {
                let half = position[n..n + 8].try_into();
                u64::from_le_bytes(half.expect("eight bytes"))
            });
            let count = usize::from(position[16]);
            let values = after.split_at_checked(2 * count);
            let (values, after) = values.ok_or(BadFile::Damaged)?;
            let values = values
                .chunks_exact(2)
                .map(|two| i16::from_le_bytes([two[0], two[1]]));
            positions.insert(Board { own, opponent }, values.collect());
            rest = after;
        }
        match rest.is_empty() && positions.iter().all(is_whole) {
            true => Ok(Book { positions }),
            false => Err(BadFile::Sizes(HEAD.what)),
        }
    }
}

const HEAD: Head = Head {
    what: "opening moves",
    name: b"QIPANBOK",
    version: VERSION,
    purpose: Vec::new(),
};

/// Is it a position with a value that can be for each of its moves?
fn is_whole((board, values): (&Board, &Vec<i16>)) -> bool {
    let range = -64 * DISC..=64 * DISC;
    board.own & board.opponent == 0
        && *board == board.canonical()
        && values.len() == children(*board).len()
        && values
            .iter()
            .all(|value| range.contains(&i32::from(*value)))
}

/// The positions after each move, [canonical](Board::canonical), in their order, and each once.
pub fn children(board: Board) -> Vec<Board> {
    let after = |cell| Some(board.play(cell)?.canonical());
    let mut children: Vec<Board> = Board::cells(board.moves()).filter_map(after).collect();
    children.sort_unstable();
    children.dedup();
    children
}
