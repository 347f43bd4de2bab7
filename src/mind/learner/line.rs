//! Games as a learner sees them: their moves, and the positions that these pass through.

use super::search::square;
use crate::engine::othello::Board;
use crate::engine::othello::bitboard::cell;
use games::othello::Ply;

/// A move of a game with the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn<P = Board> {
    pub board: P,
    pub square: u8,
    /// 1 for black, -1 for white.
    pub side: i32,
}

/// A game, or its last part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<P = Board> {
    pub turns: Vec<Turn<P>>,
    pub end: P,
    /// In discs for black.
    pub result: i32,
}

/// Marks a voluntary pass among the squares of a game: the player had a legal move.
pub(super) const THROWN_AWAY: u8 = 64;

/// The moves of a game as squares. Forced passes are omitted.
///
/// The DOS program lets a player pass although there is a legal move. The learner learns only from the moves after the last such pass. Of more
/// than three voluntary passes in a row two or three remain, because every two leave the position unchanged. So no finished game has more than
/// [`Moves::MOST`] moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves(Vec<u8>);

impl Moves {
    /// The maximum number of moves of a finished game: 60 discs with three voluntary passes before and after each. Gomoku has at most 225.
    pub const MOST: usize = 60 + 61 * 3;

    /// Converts a game of Othello at the board.
    pub fn new(plies: &[Ply]) -> Moves {
        let (mut board, mut squares) = (Board::START, Vec::new());
        for ply in plies {
            match ply {
                Ply::Drop(cell) => {
                    squares.push(square(*cell));
                    board = board.play(*cell).unwrap_or(board);
                }
                Ply::Pass => {
                    if board.moves() != 0 {
                        squares.push(THROWN_AWAY);
                    }
                    board = board.pass();
                }
            }
        }
        Moves::from_squares(squares)
    }

    /// Creates a game from its squares. Shortens runs of voluntary passes.
    pub fn from_squares(squares: Vec<u8>) -> Moves {
        let mut short = Vec::with_capacity(squares.len().min(Moves::MOST));
        for run in squares.chunk_by(|a, b| (*a, *b) == (THROWN_AWAY, THROWN_AWAY)) {
            let length = match run.len() {
                n @ 0..=3 => n,
                n => 2 + n % 2,
            };
            short.extend(&run[..length]);
        }
        Moves(short)
    }

    pub fn squares(&self) -> &[u8] {
        &self.0
    }

    /// The first `count` moves as a transcript such as `f5d6c3`.
    pub fn transcript(&self, count: usize) -> String {
        let name = |square: &u8| match *square {
            THROWN_AWAY => "--".to_string(),
            square => cell(square.into()).to_string(),
        };
        self.0.iter().take(count).map(name).collect()
    }
}

/// The sides that the learner played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Black,
    White,
    Both,
    Nobody,
}

impl Role {
    pub(super) const ALL: [Role; 4] = [Role::Black, Role::White, Role::Both, Role::Nobody];

    /// Returns whether the learner played this side, 1 for black and -1 for white.
    pub fn plays(self, side: i32) -> bool {
        match self {
            Role::Black => side == 1,
            Role::White => side == -1,
            Role::Both => true,
            Role::Nobody => false,
        }
    }
}
