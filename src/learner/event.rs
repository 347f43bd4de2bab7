//! What there is to learn from a game, and how it is written down.

use super::arena::Tally;
use super::book::Fact;
use super::bytes::Bytes;
use super::line::{Moves, Role};
use super::position::Position;
use super::search::ValuedMove;

/// A finished game and what was found out about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudiedGame {
    /// The moves.
    pub moves: Moves,
    /// Who the learner was.
    pub role: Role,
    /// Was it a training game?
    pub training: bool,
    /// What a search has found out about its positions, each with the number of its turn in [`Moves::line`].
    pub facts: Vec<(usize, Fact)>,
}

/// The weights were tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// How many games were learned from before it.
    pub games: u32,
    /// The points of the weights against those of the trial before, in thousandths.
    pub guard: u16,
    /// Were they good enough to be kept? Otherwise those of the trial before were taken back.
    pub kept: bool,
    /// The points of the weights that were kept against each [`Rival`](super::arena::Rival), in thousandths.
    pub points: [u16; 3],
}

/// What a learner's memory is made of. What an event does to it depends on the memory and the event alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A game was learned from.
    Game(StudiedGame),
    /// The weights were tried.
    Trial(Trial),
}

const GAME: u8 = 1;
const TRIAL: u8 = 2;
const SOLVED: u8 = 1;
const ALTERNATIVE: u8 = 2;

impl Event {
    /// The event as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            Event::Game(studied) => {
                let role = Role::ALL.iter().position(|role| *role == studied.role);
                bytes.extend([GAME, role.unwrap_or(3) as u8, studied.training.into()]);
                bytes.push(studied.moves.squares().len() as u8);
                bytes.extend(studied.moves.squares());
                for (n, fact) in &studied.facts {
                    let (kind, square, value) = match fact {
                        Fact::Solved(score) => (SOLVED, 0, i16::from(*score)),
                        Fact::Alternative(found) => (ALTERNATIVE, found.square, found.value as i16),
                    };
                    bytes.extend([*n as u8, kind, square]);
                    bytes.extend(value.to_le_bytes());
                }
            }
            Event::Trial(trial) => {
                bytes.extend([TRIAL, trial.kept.into()]);
                trial.write(&mut bytes);
            }
        }
        bytes
    }

    /// Reads what [`Event::to_bytes`] wrote of a game of `P`; `None` for anything else.
    pub fn from_bytes<P: Position>(bytes: &[u8]) -> Option<Event> {
        let mut bytes = Bytes(bytes);
        let event = match bytes.u8()? {
            GAME => {
                let role = *Role::ALL.get(usize::from(bytes.u8()?))?;
                let training = bytes.u8()? != 0;
                let count = bytes.u8()?.into();
                let moves = Moves::from_squares(bytes.take(count)?.to_vec());
                let turns = P::line(&moves)?.turns.len();
                let mut facts = Vec::new();
                while !bytes.0.is_empty() {
                    let (n, kind, square) = (bytes.u8()?.into(), bytes.u8()?, bytes.u8()?);
                    let value = bytes.i16()?;
                    let fact = match kind {
                        SOLVED => Fact::Solved(i8::try_from(value).ok()?),
                        ALTERNATIVE if square < P::SQUARES => Fact::Alternative(ValuedMove {
                            square,
                            value: value.into(),
                        }),
                        _ => return None,
                    };
                    if n >= turns {
                        return None;
                    }
                    facts.push((n, fact));
                }
                Event::Game(StudiedGame {
                    moves,
                    role,
                    training,
                    facts,
                })
            }
            TRIAL => {
                let kept = bytes.u8()? != 0;
                Event::Trial(Trial::read(&mut bytes, kept)?)
            }
            _ => return None,
        };
        bytes.0.is_empty().then_some(event)
    }
}

impl Trial {
    /// All but whether the weights were kept.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.games.to_le_bytes());
        for number in [self.guard, self.points[0], self.points[1], self.points[2]] {
            bytes.extend(number.to_le_bytes());
        }
    }

    pub(super) fn read(bytes: &mut Bytes<'_>, kept: bool) -> Option<Trial> {
        Some(Trial {
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
