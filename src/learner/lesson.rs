//! What there is to learn from a game, and how it is written down.

use super::arena::Tally;
use super::book::{Fact, Line, Step};
use super::bytes::Bytes;
use super::position::Position;
use super::search::{Found, next, square};
use crate::engine::othello::Board;
use crate::engine::othello::bitboard::cell;
use crate::games::othello::Ply;

/// A turn that was thrown away although there was a move, among the squares of a game.
const THROWN_AWAY: u8 = 64;

/// The moves of a game of Othello: a square each. Turns without a move are left out.
///
/// By the rules of the DOS program a player can throw a turn away. Nothing is to be learned from a position that came about so, nor
/// from what came before it: the part after it counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves(Vec<u8>);

impl Moves {
    /// Of a game at the board.
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
        Moves(squares)
    }

    /// These squares, from the start on.
    pub fn from_squares(squares: Vec<u8>) -> Moves {
        Moves(squares)
    }

    /// The squares.
    pub fn squares(&self) -> &[u8] {
        &self.0
    }

    /// The game after the last turn that was thrown away. `None` when a move is illegal or the game is not over.
    pub fn line(&self) -> Option<Line> {
        let (mut board, mut side) = (Board::START, 1);
        let mut steps = Vec::with_capacity(self.0.len());
        for square in &self.0 {
            if *square == THROWN_AWAY {
                steps.clear();
                board = board.pass();
                side = -side;
                if board.moves() == 0 {
                    board = board.pass();
                    side = -side;
                }
                continue;
            }
            if *square > THROWN_AWAY {
                return None;
            }
            let (after, other) = next(board, *square)?;
            steps.push(Step {
                board,
                square: *square,
                side,
            });
            board = after;
            side = if other { -side } else { side };
        }
        board.is_over().then(|| Line {
            steps,
            end: board,
            result: side * board.score(),
        })
    }

    /// The first so many moves as a transcript: `f5d6c3`.
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
    /// None: the game of others.
    Nobody,
}

impl Role {
    const ALL: [Role; 4] = [Role::Black, Role::White, Role::Both, Role::Nobody];

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

/// A finished game and what was found out about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The moves.
    pub moves: Moves,
    /// Who the learner was.
    pub role: Role,
    /// Was it played to learn? Else it was a game at the board.
    pub training: bool,
    /// What a search has found out about its positions, each with the number of its step in [`Moves::line`].
    pub facts: Vec<(usize, Fact)>,
}

/// The weights were tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Review {
    /// How many games were learned from before it.
    pub games: u32,
    /// The points of the weights against those of the review before, in thousandths.
    pub guard: u16,
    /// Were they good enough to be kept? Else those of the review before were taken again.
    pub kept: bool,
    /// The points of the weights that were kept against each [`Rival`](super::arena::Rival), in thousandths.
    pub points: [u16; 3],
}

/// What a learner's memory is made of: each event changes it in one way only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A game was learned from.
    Lesson(Lesson),
    /// The weights were tried.
    Review(Review),
}

const LESSON: u8 = 1;
const REVIEW: u8 = 2;
const SOLVED: u8 = 1;
const ALTERNATIVE: u8 = 2;

impl Event {
    /// The event as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            Event::Lesson(lesson) => {
                let role = Role::ALL.iter().position(|role| *role == lesson.role);
                bytes.extend([LESSON, role.unwrap_or(3) as u8, lesson.training.into()]);
                bytes.push(lesson.moves.0.len() as u8);
                bytes.extend(&lesson.moves.0);
                for (n, fact) in &lesson.facts {
                    let (kind, square, value) = match fact {
                        Fact::Solved(score) => (SOLVED, 0, i16::from(*score)),
                        Fact::Alternative(found) => (ALTERNATIVE, found.square, found.value as i16),
                    };
                    bytes.extend([*n as u8, kind, square]);
                    bytes.extend(value.to_le_bytes());
                }
            }
            Event::Review(review) => {
                bytes.extend([REVIEW, review.kept.into()]);
                review.write(&mut bytes);
            }
        }
        bytes
    }

    /// Reads what [`Event::to_bytes`] wrote of a game of `P`, or `None` when that cannot be.
    pub fn from_bytes<P: Position>(bytes: &[u8]) -> Option<Event> {
        let mut bytes = Bytes(bytes);
        let event = match bytes.u8()? {
            LESSON => {
                let role = *Role::ALL.get(usize::from(bytes.u8()?))?;
                let training = bytes.u8()? != 0;
                let count = bytes.u8()?.into();
                let moves = Moves(bytes.take(count)?.to_vec());
                let steps = P::line(&moves)?.steps.len();
                let mut facts = Vec::new();
                while !bytes.0.is_empty() {
                    let (n, kind, square) = (bytes.u8()?.into(), bytes.u8()?, bytes.u8()?);
                    let value = bytes.i16()?;
                    let fact = match kind {
                        SOLVED => Fact::Solved(i8::try_from(value).ok()?),
                        ALTERNATIVE if square < P::SQUARES => Fact::Alternative(Found {
                            square,
                            value: value.into(),
                        }),
                        _ => return None,
                    };
                    if n >= steps {
                        return None;
                    }
                    facts.push((n, fact));
                }
                Event::Lesson(Lesson {
                    moves,
                    role,
                    training,
                    facts,
                })
            }
            REVIEW => {
                let kept = bytes.u8()? != 0;
                Event::Review(Review::read(&mut bytes, kept)?)
            }
            _ => return None,
        };
        bytes.0.is_empty().then_some(event)
    }
}

impl Review {
    /// All but whether the weights were kept.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.games.to_le_bytes());
        for number in [self.guard, self.points[0], self.points[1], self.points[2]] {
            bytes.extend(number.to_le_bytes());
        }
    }

    pub(super) fn read(bytes: &mut Bytes<'_>, kept: bool) -> Option<Review> {
        Some(Review {
            games: bytes.u32()?,
            kept,
            guard: bytes.u16()?,
            points: [bytes.u16()?, bytes.u16()?, bytes.u16()?],
        })
    }
}

impl Tally {
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        for number in [self.won, self.drawn, self.lost] {
            bytes.extend(number.to_le_bytes());
        }
    }

    pub(super) fn read(bytes: &mut Bytes<'_>) -> Option<Tally> {
        Some(Tally {
            won: bytes.u32()?,
            drawn: bytes.u32()?,
            lost: bytes.u32()?,
        })
    }
}
