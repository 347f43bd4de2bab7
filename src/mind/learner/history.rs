//! A learner's history: counts, results and trials.

use std::collections::VecDeque;

use super::arena::Tally;
use super::book::Book;
use super::event::{Event, StudiedGame, Trial};
use super::position::{Line, Moves, Position, Role};
use crate::bytes::{Bytes, Encoded};

const RESULTS: usize = 400;

/// The last game that a learner learned from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Last {
    pub moves: Moves,
    pub role: Role,
    /// The result for black, in discs.
    pub result: i32,
    /// The number of positions new to the book.
    pub new_positions: usize,
    /// After a loss, the index of the first move that the learner will play differently, and the new move.
    /// `None` if the learner did not lose or knows no better move.
    pub next_time: Option<(usize, u8)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The number of games that the learner played outside training.
    pub played: u32,
    pub trained: u32,
    /// The number of games between other players that the learner has read.
    pub read: u32,
    /// The results of the games in which the learner played one side.
    pub results: Tally,
    /// The most recent of these results, in discs for the learner, oldest first.
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
            (turn.board.after(now) != turn.board.after(turn.square)).then_some((first + n, now))
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
        [self.played, self.trained, self.read].write(bytes);
        self.results.write(bytes);
        (self.recent.len() as u16).write(bytes);
        self.recent.iter().for_each(|result| result.write(bytes));
        (self.trials.len() as u16).write(bytes);
        self.trials.iter().for_each(|trial| trial.write(bytes));
        let last = self.last.as_ref().map(Last::to_bytes).unwrap_or_default();
        (last.len() as u16).write(bytes);
        bytes.extend(last);
    }

    pub(super) fn read<P: Position>(bytes: &mut Bytes<'_>) -> Option<History> {
        let [played, trained, read] = bytes.read()?;
        let results = bytes.read()?;
        let recent = 0..bytes.read::<u16>()?;
        let recent: VecDeque<i8> = recent.map(|_| bytes.read()).collect::<Option<_>>()?;
        let trials = 0..bytes.read::<u16>()?;
        let trials = trials.map(|_| bytes.read()).collect::<Option<_>>()?;
        let last: u16 = bytes.read()?;
        let last = bytes.take(last.into())?;
        let valid = recent.iter().all(|result| (-64..=64).contains(result));
        valid.then_some(History {
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
        (self.new_positions as u16).write(&mut bytes);
        let studied =
            StudiedGame { moves: self.moves.clone(), role: self.role, training: false, facts: Vec::new() };
        bytes.extend(Event::Game(studied).to_bytes());
        bytes
    }

    fn from_bytes<P: Position>(bytes: &[u8]) -> Option<Last> {
        let mut bytes = Bytes(bytes);
        let [after, square] = bytes.read()?;
        let new_positions = usize::from(bytes.read::<u16>()?);
        let Event::Game(StudiedGame { moves, role, .. }) = Event::from_bytes::<P>(bytes.0).ok()? else {
            return None;
        };
        let result = P::line(&moves)?.result;
        let at = usize::from(after);
        let next_time = (at < moves.squares().len() && square < P::SQUARES).then_some((at, square));
        Some(Last { moves, role, result, new_positions, next_time })
    }
}
