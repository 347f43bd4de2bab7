//! What a book has to know about a game.

use std::fmt::Debug;
use std::hash::Hash;

use super::bytes::Bytes;
use super::line::{Line, Moves, THROWN_AWAY, Turn};
use super::search::{next, of_next_player};
use crate::engine::othello::Board;

/// A set of squares, each a number from 0 on.
pub trait Set: Copy + Eq + Debug {
    /// The empty set.
    const EMPTY: Self;

    /// Is the square in it?
    fn has(&self, square: u8) -> bool;

    /// Adds the square.
    fn insert(&mut self, square: u8);

    /// The squares that are not in the other set.
    fn without(self, other: Self) -> Self;

    /// Its squares, the smallest first.
    fn squares(self) -> impl Iterator<Item = u8>;

    /// Appends it to the bytes.
    fn write(self, bytes: &mut Vec<u8>);

    /// Reads what [`Set::write`] wrote.
    fn read(bytes: &mut Bytes<'_>) -> Option<Self>;

    /// Removes the square.
    fn remove(&mut self, square: u8) {
        let mut one = Self::EMPTY;
        one.insert(square);
        *self = self.without(one);
    }

    /// Is it empty?
    fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }
}

/// Each word holds 64 squares.
impl<const WORDS: usize> Set for [u64; WORDS] {
    const EMPTY: [u64; WORDS] = [0; WORDS];

    fn has(&self, square: u8) -> bool {
        self[usize::from(square / 64)] >> (square % 64) & 1 == 1
    }

    fn insert(&mut self, square: u8) {
        self[usize::from(square / 64)] |= 1 << (square % 64);
    }

    fn without(self, other: [u64; WORDS]) -> [u64; WORDS] {
        std::array::from_fn(|n| self[n] & !other[n])
    }

    fn squares(self) -> impl Iterator<Item = u8> {
        self.into_iter()
            .zip((0..).step_by(64))
            .flat_map(|(mut word, first)| {
                std::iter::from_fn(move || {
                    let bit = (word != 0).then(|| word.trailing_zeros() as u8)?;
                    word &= word - 1;
                    Some(first + bit)
                })
            })
    }

    fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.into_iter().flat_map(u64::to_le_bytes));
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<[u64; WORDS]> {
        let mut words = [0; WORDS];
        for word in &mut words {
            *word = bytes.u64()?;
        }
        Some(words)
    }
}

/// A position of a game for two, as the player to move sees it.
pub trait Position: Copy + Ord + Hash + Debug + Send + 'static {
    /// Squares of the board.
    type Set: Set;

    /// The number of squares, which is greater than the number of any move.
    const SQUARES: u8;

    /// The number that stands among the squares of a game for a turn that was thrown away although there was a move.
    const THROWN_AWAY: Option<u8> = None;

    /// The number of empties before the first move.
    const EMPTIES: u32;

    /// How many positions a learner's book holds, if nobody sets another limit.
    const ROOM: usize;

    /// The position before the first move.
    const START: Self;

    /// The smallest of its symmetries.
    fn canonical(self) -> Self;

    /// The number of empties. Each move fills one.
    fn empties(self) -> u32;

    /// Where the player can drop a stone.
    fn moves(self) -> Self::Set;

    /// The position after a stone on the square, as the next player sees it, and whether that is the other player. `None` when the square
    /// is not one of the [moves](Position::moves), unless the game is over.
    fn next(self, square: u8) -> Option<(Self, bool)>;

    /// The result for the player to move when the game is over, from -64 to 64.
    fn score(self) -> i32;

    /// The game after the last turn that was thrown away. `None` when a move is illegal or the game is not over.
    fn line(moves: &Moves) -> Option<Line<Self>> {
        let (mut board, mut side) = (Self::START, 1);
        let mut turns = Vec::with_capacity(moves.squares().len());
        for square in moves.squares() {
            if board.moves().is_empty() {
                return None;
            }
            let (after, other) = board.next(*square)?;
            // What came before a turn that was thrown away teaches nothing.
            match Some(*square) == Self::THROWN_AWAY {
                true => turns.clear(),
                false => turns.push(Turn {
                    board,
                    square: *square,
                    side,
                }),
            }
            board = after;
            side = if other { -side } else { side };
        }
        board.moves().is_empty().then(|| Line {
            turns,
            end: board,
            result: side * board.score(),
        })
    }

    /// Appends it to the bytes.
    fn write(self, bytes: &mut Vec<u8>);

    /// Reads what [`Position::write`] wrote, or `None` when it is not a position.
    fn read(bytes: &mut Bytes<'_>) -> Option<Self>;
}

impl Position for Board {
    type Set = [u64; 1];
    const SQUARES: u8 = 64;
    const THROWN_AWAY: Option<u8> = Some(THROWN_AWAY);
    const EMPTIES: u32 = 60;
    const ROOM: usize = 1_000_000;
    const START: Board = Board::START;

    fn canonical(self) -> Board {
        Board::canonical(self)
    }

    fn empties(self) -> u32 {
        Board::empties(self)
    }

    fn moves(self) -> [u64; 1] {
        [Board::moves(self)]
    }

    fn next(self, square: u8) -> Option<(Board, bool)> {
        match square {
            0..64 => next(self, square),
            THROWN_AWAY => Some(of_next_player(self.pass())),
            _ => None,
        }
    }

    fn score(self) -> i32 {
        Board::score(self)
    }

    fn write(self, bytes: &mut Vec<u8>) {
        [self.own, self.opponent].write(bytes);
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<Board> {
        let [own, opponent] = Set::read(bytes)?;
        (own & opponent == 0).then_some(Board { own, opponent })
    }
}

/// The moves of a position that lead to this one, not counting turning and mirroring.
pub fn leading_to<P: Position>(position: P, after: P) -> impl Iterator<Item = u8> {
    let leads = move |square: &u8| {
        position
            .next(*square)
            .is_some_and(|(p, _)| p.canonical() == after)
    };
    position.moves().squares().filter(leads)
}

/// The moves of a position, but only the first of those that lead to the same position, not counting turning and mirroring.
pub fn different_moves<P: Position>(position: P) -> P::Set {
    let (mut first, mut seen) = (P::Set::EMPTY, Vec::new());
    for square in position.moves().squares() {
        if let Some((after, _)) = position.next(square)
            && let after = after.canonical()
            && !seen.contains(&after)
        {
            seen.push(after);
            first.insert(square);
        }
    }
    first
}
