//! A learner's history: counts, results and trials.

use std::collections::VecDeque;

use super::arena::Tally;
use super::book::Book;
use super::bytes::Bytes;
use super::event::{Event, StudiedGame, Trial};
use super::line::{Line, Moves, Role};
use super::position::Position;

const RESULTS: usize = 400;

/// The last game that a learner learned from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Last {
    pub moves: Moves,
    pub role: Role,
    /// In discs for black.
    pub result: i32,
    /// The number of positions new to the book.
    pub new_positions: usize,
    /// After a loss: the index of the first move that the learner will play differently, and the new move. `None` if it did not lose or has no
    /// better move.
    pub next_time: Option<(usize, u8)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The number of games at the board.
    pub played: u32,
    /// The number of training games.
    pub trained: u32,
    /// The number of games between others.
    pub read: u32,
    /// The results of the games in which the learner played one side.
    pub results: Tally,
    /// The last of these results in discs for the learner, latest last.
    pub recent: VecDeque<i8>,
    pub trials: Vec<Trial>,
    pub last: Option<Last>,
}

impl History {
    pub fn games(&self) -> u32 {
        [self.played, self.trained, self.read].into_iter().fold(0, u32::saturating_add)
    }

    pub(super) fn add<P: Position>(
        &mut self,
        studied: &StudiedGame,
        line: &Line<P>,
        new_positions: usize,
        book: &Book<P>,
    ) {
        let first = studied.moves.squares().len() - line.turns.len();
        let next_time = line.turns.iter().enumerate().find_map(|(n, turn)| {
            let lost = studied.role.plays(turn.side) && turn.side * line.result < 0;
            let now = book.prefers(turn.board).filter(|_| lost)?;
            let after = |square| turn.board.next(square).map(|(after, _)| after.canonical());
            (after(now) != after(turn.square)).then_some((first + n, now))
        });
        let count = match (studied.role, studied.training) {
            (Role::Nobody, _) => &mut self.read,
            (_, true) => &mut self.trained,
            (_, false) => &mut self.played,
        };
        *count = count.saturating_add(1);
        let plays = |side| i32::from(studied.role.plays(side));
        if let side @ (1 | -1) = plays(1) - plays(-1) {
            self.results.add(side * line.result);
            self.recent.push_back((side * line.result) as i8);
            if self.recent.len() > RESULTS {
                self.recent.pop_front();
            }
        }
        self.last = Some(Last {
            moves: studied.moves.clone(),
            role: studied.role,
            result: line.result,
            new_positions,
            next_time,
        });
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        for number in [self.played, self.trained, self.read] {
            bytes.extend(number.to_le_bytes());
        }
        self.results.write(bytes);
        bytes.extend((self.recent.len() as u16).to_le_bytes());
        bytes.extend(self.recent.iter().map(|result| *result as u8));
        bytes.extend((self.trials.len() as u16).to_le_bytes());
        for trial in &self.trials {
            bytes.push(trial.kept.into());
            trial.write(bytes);
        }
        let last = self.last.as_ref().map(Last::to_bytes).unwrap_or_default();
        bytes.extend((last.len() as u16).to_le_bytes());
        bytes.extend(last);
    }

    pub(super) fn read<P: Position>(bytes: &mut Bytes<'_>) -> Option<History> {
        let (played, trained, read) = (bytes.u32()?, bytes.u32()?, bytes.u32()?);
        let results = Tally::read(bytes)?;
        let recent = bytes.u16()?.into();
        let recent = bytes.take(recent)?.iter().map(|byte| *byte as i8);
        let recent: VecDeque<i8> = recent.collect();
        if !recent.iter().all(|result| (-64..=64).contains(result)) {
            return None;
        }
        let mut trials = Vec::new();
        for _ in 0..bytes.u16()? {
            let kept = bytes.u8()? != 0;
            trials.push(Trial::read(bytes, kept)?);
        }
        let last = bytes.u16()?.into();
        let last = bytes.take(last)?;
        Some(History {
            played,
            trained,
            read,
            results,
            recent,
            trials,
            last: match last {
                [] => None,
                last => Some(Last::from_bytes::<P>(last)?),
            },
        })
    }
}

impl Last {
    /// Encodes the game as `next_time`, `new_positions` and an event without facts.
    fn to_bytes(&self) -> Vec<u8> {
        let (after, square) = self.next_time.map_or((u8::MAX, 0), |(n, s)| (n as u8, s));
        let mut bytes = vec![after, square];
        bytes.extend((self.new_positions as u16).to_le_bytes());
        let studied = StudiedGame {
            moves: self.moves.clone(),
            role: self.role,
            training: false,
            facts: Vec::new(),
        };
        bytes.extend(Event::Game(studied).to_bytes());
        bytes
    }

    fn from_bytes<P: Position>(bytes: &[u8]) -> Option<Last> {
        let mut bytes = Bytes(bytes);
        let (after, square, new_positions) = (bytes.u8()?, bytes.u8()?, bytes.u16()?.into());
        let Event::Game(StudiedGame { moves, role, .. }) = Event::from_bytes::<P>(bytes.0).ok()?
        else {
            return None;
        };
        let result = P::line(&moves)?.result;
        let at = usize::from(after);
        let next_time = (at < moves.squares().len() && square < P::SQUARES).then_some((at, square));
        Some(Last {
            moves,
            role,
            result,
            new_positions,
            next_time,
        })
    }
}
