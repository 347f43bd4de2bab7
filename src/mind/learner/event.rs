//! The events that a learner learns from, and their encoding.

use super::book::Fact;
use super::position::{Moves, Position, Role, Set};
use super::search::ValuedMove;
use crate::bytes::{Bytes, Encoded};
use words::say;

/// A finished game with the facts that a search found about its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudiedGame {
    pub moves: Moves,
    pub role: Role,
    pub training: bool,
    /// The facts, each with the index of its turn in [`Position::line`](super::Position::line).
    pub facts: Vec<(usize, Fact)>,
}

/// A test of the weights by matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The number of games learned from before the trial.
    pub games: u32,
    /// The score of the new weights against the weights of the last trial, in thousandths.
    pub(crate) guard: u16,
    /// True if the new weights are kept, false if the weights of the last trial are restored.
    pub kept: bool,
    /// The scores of the weights in use after the trial against each [`Rival`](super::arena::Rival), in
    /// thousandths.
    pub points: [u16; 3],
}

/// A change to a learner's memory. The same events always give the same memory, so a journal of events can
/// rebuild it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Game(StudiedGame),
    Trial(Trial),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEvent {
    #[error("{}", say!("a newer qipan wrote it"))]
    Newer,
    #[error("{}", say!("its length is wrong"))]
    Length,
    #[error("{}", say!("it names no side"))]
    Role,
    #[error("{}", say!("its moves are not a finished game"))]
    Moves,
    /// The index of a turn whose fact is impossible.
    #[error("{}", say!("what it says about turn {why} is impossible", why = .0))]
    Fact(usize),
    #[error("{}", say!("it is not a trial"))]
    Trial,
}

const GAME: u8 = 1;
const TRIAL: u8 = 2;
const SOLVED: u8 = 1;
const ALTERNATIVE: u8 = 2;

impl Event {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            Event::Game(studied) => {
                bytes.extend([GAME, studied.role as u8, studied.training.into()]);
                let squares = studied.moves.squares();
                // A longer game is not finished, and its beginning is not finished either, so truncating it
                // is harmless.
                let squares = &squares[..squares.len().min(u8::MAX.into())];
                bytes.push(squares.len() as u8);
                bytes.extend(squares);
                for (n, fact) in &studied.facts {
                    let short = |value: i32| value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                    let (kind, square, value) = match fact {
                        Fact::Solved(score) => (SOLVED, 0, i16::from(*score)),
                        Fact::Alternative(found) => (ALTERNATIVE, found.square, short(found.value)),
                    };
                    bytes.extend([*n as u8, kind, square]);
                    value.write(&mut bytes);
                }
            }
            Event::Trial(trial) => {
                bytes.push(TRIAL);
                trial.write(&mut bytes);
            }
        }
        bytes
    }

    /// Decodes an event of a learner whose positions have the type `P`.
    pub fn from_bytes<P: Position>(bytes: &[u8]) -> Result<Event, BadEvent> {
        let mut bytes = Bytes(bytes);
        match bytes.read().ok_or(BadEvent::Length)? {
            GAME => StudiedGame::read::<P>(bytes.0).map(Event::Game),
            TRIAL => {
                let trial = bytes.read().ok_or(BadEvent::Trial)?;
                let is_whole = bytes.0.is_empty();
                is_whole.then_some(Event::Trial(trial)).ok_or(BadEvent::Length)
            }
            _ => Err(BadEvent::Newer),
        }
    }
}

impl StudiedGame {
    fn read<P: Position>(bytes: &[u8]) -> Result<StudiedGame, BadEvent> {
        let [role, training, count, rest @ ..] = bytes else {
            return Err(BadEvent::Length);
        };
        let role = *Role::ALL.get(usize::from(*role)).ok_or(BadEvent::Role)?;
        let (squares, facts) = rest.split_at_checked((*count).into()).ok_or(BadEvent::Length)?;
        let moves = Moves::from_squares(squares.to_vec());
        let turns = P::line(&moves).ok_or(BadEvent::Moves)?.turns;
        let (facts, rest) = facts.as_chunks::<5>();
        if !rest.is_empty() {
            return Err(BadEvent::Length);
        }
        let read = |[n, kind, square, low, high]: &[u8; 5]| {
            let (n, value) = (usize::from(*n), i16::from_le_bytes([*low, *high]));
            let turn = turns.get(n).ok_or(BadEvent::Fact(n))?;
            let fact = match *kind {
                SOLVED if (-64..=64).contains(&value) => Fact::Solved(value as i8),
                ALTERNATIVE if *square < P::SQUARES && turn.board.moves().has(*square) => {
                    Fact::Alternative(ValuedMove { square: *square, value: value.into() })
                }
                _ => return Err(BadEvent::Fact(n)),
            };
            Ok((n, fact))
        };
        Ok(StudiedGame {
            facts: facts.iter().map(read).collect::<Result<_, _>>()?,
            moves,
            role,
            training: *training != 0,
        })
    }
}

impl Encoded for Trial {
    fn write(&self, bytes: &mut Vec<u8>) {
        u8::from(self.kept).write(bytes);
        self.games.write(bytes);
        self.guard.write(bytes);
        self.points.write(bytes);
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<Trial> {
        let trial = Trial {
            kept: bytes.read::<u8>()? != 0,
            games: bytes.read()?,
            guard: bytes.read()?,
            points: bytes.read()?,
        };
        let most = trial.points.into_iter().fold(trial.guard, u16::max);
        (most <= 1000).then_some(trial)
    }
}
