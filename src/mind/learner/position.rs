//! The interface between the learner and a game: positions, sets of squares, and games as lines of positions.

use std::fmt::Debug;
use std::hash::Hash;

use super::search::{next, of_next_player, square};
use crate::bytes::{Bytes, Encoded};
use crate::engine::othello::Board;
use crate::engine::othello::bitboard::cell;
use games::othello::Ply;

/// A set of squares, which are numbers from 0.
pub trait Set: Copy + Eq + Debug + Encoded {
    const EMPTY: Self;

    fn has(&self, square: u8) -> bool;

    fn insert(&mut self, square: u8);

    fn without(self, other: Self) -> Self;

    /// The squares in ascending order.
    fn squares(self) -> impl Iterator<Item = u8>;

    fn remove(&mut self, square: u8) {
        let mut one = Self::EMPTY;
        one.insert(square);
        *self = self.without(one);
    }

    fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }
}

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
        self.into_iter().zip((0..).step_by(64)).flat_map(|(mut word, first)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as u8)?;
                word &= word - 1;
                Some(first + bit)
            })
        })
    }
}

/// A position of a two-player game from the point of view of the player to move.
pub trait Position: Copy + Ord + Hash + Debug + Encoded + Send + 'static {
    type Set: Set;

    const SQUARES: u8;

    /// The number that marks a voluntary pass among the squares of a game.
    const THROWN_AWAY: Option<u8> = None;

    /// The number of empty squares in the start position.
    const EMPTIES: u32;

    /// The default capacity of a book, in positions.
    const ROOM: usize;

    const START: Self;

    /// The smallest of the position's rotations and reflections.
    fn canonical(self) -> Self;

    /// The number of empty squares. Each move fills one.
    fn empties(self) -> u32;

    /// The legal moves; none if the game is over.
    fn moves(self) -> Self::Set;

    /// Returns the position after a move, from the point of view of the next player, and whether that player
    /// is the opponent. Returns `None` if the move is not one of the [moves](Position::moves). After the end
    /// of the game, the result is unspecified.
    fn next(self, square: u8) -> Option<(Self, bool)>;

    /// The result of a finished game for the player to move, from -64 to 64.
    fn score(self) -> i32;

    /// Returns the canonical position after a move; `None` if the move is illegal.
    fn after(self, square: u8) -> Option<Self> {
        Some(self.next(square)?.0.canonical())
    }

    /// Plays a game until it is over or a move is illegal. `choose` gets the position, the side to move and the
    /// number of moves before it.
    fn play_out(mut choose: impl FnMut(Self, i32, u32) -> Option<u8>) -> Line<Self> {
        let (mut board, mut side, mut turns) = (Self::START, 1, Vec::new());
        while !board.moves().is_empty()
            && let Some(square) = choose(board, side, turns.len() as u32)
            && let Some((after, other)) = board.next(square)
        {
            turns.push(Turn { board, square, side });
            board = after;
            side = if other { -side } else { side };
        }
        Line { turns, end: board, result: side * board.score() }
    }

    /// Replays a game. The line begins after the last voluntary pass. Returns `None` if a move is illegal or
    /// the game is not over.
    fn line(moves: &Moves) -> Option<Line<Self>> {
        let mut squares = moves.squares().iter();
        let mut line = Self::play_out(|_, _, _| squares.next().copied());
        let passed = line.turns.iter().rposition(|turn| Some(turn.square) == Self::THROWN_AWAY);
        line.turns.drain(..passed.map_or(0, |n| n + 1));
        (squares.len() == 0 && line.end.moves().is_empty()).then_some(line)
    }
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
}

impl Encoded for Board {
    fn write(&self, bytes: &mut Vec<u8>) {
        [self.own, self.opponent].write(bytes);
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<Board> {
        let [own, opponent] = bytes.read()?;
        (own & opponent == 0).then_some(Board { own, opponent })
    }
}

/// Iterates over the moves that lead from a position to this canonical position.
pub fn leading_to<P: Position>(position: P, after: P) -> impl Iterator<Item = u8> {
    position.moves().squares().filter(move |square| position.after(*square) == Some(after))
}

/// Returns the moves of a position. If several moves lead to the same canonical position, the set contains
/// only the first.
pub fn different_moves<P: Position>(position: P) -> P::Set {
    let (mut first, mut seen) = (P::Set::EMPTY, Vec::new());
    for square in position.moves().squares() {
        if let Some(after) = position.after(square)
            && !seen.contains(&after)
        {
            seen.push(after);
            first.insert(square);
        }
    }
    first
}

/// A move of a game, and the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn<P = Board> {
    pub board: P,
    pub square: u8,
    /// The side that moves: 1 for black, -1 for white.
    pub side: i32,
}

/// A game, or its last part, as positions with moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<P = Board> {
    pub turns: Vec<Turn<P>>,
    pub end: P,
    /// The result for black, in discs.
    pub result: i32,
}

/// A square number that stands for a voluntary pass: the player had a legal move.
pub(super) const THROWN_AWAY: u8 = 64;

/// The moves of a game as squares. Forced passes are omitted.
///
/// The DOS program lets a player pass even if there is a legal move. The learner learns only from the moves
/// after the last such pass. A run of more than three voluntary passes is shortened to two or three, because
/// two passes leave the position unchanged. So no finished game has more than [`Moves::MOST`] moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves(Vec<u8>);

impl Moves {
    /// The maximum number of moves in a finished game: 60 discs, with three voluntary passes before each of
    /// them and after the last. A gomoku game has at most 225 moves.
    pub const MOST: usize = 60 + 61 * 3;

    /// Converts the plies of an Othello game.
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

    /// Returns the first `count` moves as a transcript such as `f5d6c3`.
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

    /// Returns true if the learner played this side, which is 1 for black and -1 for white.
    pub fn plays(self, side: i32) -> bool {
        match self {
            Role::Black => side == 1,
            Role::White => side == -1,
            Role::Both => true,
            Role::Nobody => false,
        }
    }
}
