//! Games as a learner sees them: their moves, and the line of positions that these lead through.

use super::search::square;
use crate::engine::othello::Board;
use crate::engine::othello::bitboard::cell;
use games::othello::Ply;

/// A turn of a game in which a stone was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn<P = Board> {
    /// The position in which it was played.
    pub board: P,
    /// Where the stone was dropped.
    pub square: u8,
    /// 1 when Black moved, -1 when White did.
    pub side: i32,
}

/// A game from some position to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<P = Board> {
    /// Its turns.
    pub turns: Vec<Turn<P>>,
    /// The position in which nobody can move.
    pub end: P,
    /// The result for Black, in discs.
    pub result: i32,
}

/// Stands among the squares of a game for a turn that was thrown away although there was a move.
pub(super) const THROWN_AWAY: u8 = 64;

/// The moves of a game of Othello, one square each. Turns without a move are left out.
///
/// By the rules of the DOS program a player can throw a turn away. There is nothing to learn from that turn, nor from what came before it:
/// only the rest of the game counts. Where more than three turns in a row are thrown away, two or three of them stand for all, because
/// every two leave the position as it was. So no finished game has more than [`Moves::MOST`] moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves(Vec<u8>);

impl Moves {
    /// The most moves of a finished game: 60 stones with three thrown-away turns before and after each. Gomoku has 225.
    pub const MOST: usize = 60 + 61 * 3;

    /// The moves of a game at the board.
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

    /// A game of these squares, from the start.
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

    /// The squares.
    pub fn squares(&self) -> &[u8] {
        &self.0
    }

    /// The first `count` moves as a transcript: `f5d6c3`.
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
    /// Black.
    Black,
    /// White.
    White,
    /// Both: it played itself.
    Both,
    /// Neither: it was a game between others.
    Nobody,
}

impl Role {
    pub(super) const ALL: [Role; 4] = [Role::Black, Role::White, Role::Both, Role::Nobody];

    /// Did the learner play this side, 1 for black and -1 for white?
    pub fn plays(self, side: i32) -> bool {
        match self {
            Role::Black => side == 1,
            Role::White => side == -1,
            Role::Both => true,
            Role::Nobody => false,
        }
    }
}
