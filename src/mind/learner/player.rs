//! The learning player for any game: it chooses moves, studies finished games and learns from them.

use std::fmt::Debug;
use std::ops::Range;
use words::say;

use chacha20::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use super::book::{Book, BookPosition, Fact};
use super::event::{BadEvent, Event, StudiedGame, Trial};
use super::history::History;
use super::position::{Line, Moves, Position, Role, Set};
use super::search::{Effort, SearchContext, ValuedMove};
use super::weights::Start;
use crate::bytes::{Bytes, Encoded};

const TRIALS: usize = 400;

/// The abilities of a learner apart from its book: how it plays outside the book, and what else it learns.
pub trait Skill: Clone + Debug + PartialEq + Encoded + Send + 'static {
    type Position: Position;

    /// The opponents in training games.
    type Rival: Copy;

    /// The file name of the learner's memory.
    const NAME: &'static str;

    /// The version of the encoding by [`LearnerOf::to_bytes`].
    const VERSION: u8;

    /// The number of random moves at the start of a training game against itself.
    const OPENING: Range<u32>;

    fn new(start: Start) -> Self;

    /// Returns true if a search solves the position exactly, in which case the learner ignores its book.
    fn is_exact(_position: Self::Position, _effort: Effort) -> bool {
        false
    }

    /// Chooses a move without the book.
    fn choose(&self, position: Self::Position, context: &mut SearchContext<'_>) -> Option<u8> {
        let best = self.best(position, position.moves(), context);
        best.map(|found| found.square)
    }

    /// Finds the best of these moves. Returns `None` if the set is empty.
    fn best(
        &self,
        position: Self::Position,
        among: <Self::Position as Position>::Set,
        context: &mut SearchContext<'_>,
    ) -> Option<ValuedMove>;

    /// Searches the positions of a game in which the learner played this role. Looks for proven results and,
    /// after a loss, for the moves to try next time. Returns each fact with the index of its turn.
    fn facts(
        &self,
        book: &Book<Self::Position>,
        line: &Line<Self::Position>,
        role: Role,
        context: &mut SearchContext<'_>,
    ) -> Vec<(usize, Fact)>;

    /// Chooses a random move for the start of a training game.
    fn opening_move(position: Self::Position, random: &mut ChaCha12Rng) -> Option<u8>;

    fn rival_move(rival: Self::Rival, position: Self::Position, random: &mut ChaCha12Rng) -> Option<u8>;

    /// Returns the positions of the book after the most frequent openings, most frequent first.
    fn openings(_book: &Book<Self::Position>) -> Vec<BookPosition<Self::Position>> {
        Vec::new()
    }

    fn learn(&mut self, _line: &Line<Self::Position>) {}

    /// Runs a trial, if one is due, in about a second. Calls `rest` often, which lets other tasks run.
    fn try_on(&self, _history: &History, _seed: u64, _rest: &dyn Fn()) -> Option<Trial> {
        None
    }

    /// Keeps the new weights or restores the old ones, according to the trial.
    fn settle(&mut self, _trial: &Trial) {}
}

/// A summary of a learner's data, for display.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary<P> {
    pub history: History,
    /// The number of positions in the book.
    pub positions: usize,
    pub openings: Vec<BookPosition<P>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("{}", say!("this is not the memory of a learner"))]
    Foreign,
    #[error("{}", say!("it is damaged"))]
    Damaged,
    #[error("{}", say!("it was written by a newer qipan"))]
    Newer,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LearnerOf<S: Skill> {
    pub(super) book: Book<S::Position>,
    pub(super) skill: S,
    pub(super) history: History,
}

impl<S: Skill> Default for LearnerOf<S> {
    fn default() -> Self {
        LearnerOf::new(Start::Nothing)
    }
}

impl<S: Skill> LearnerOf<S> {
    pub fn new(start: Start) -> Self {
        LearnerOf::with_room(start, S::Position::ROOM)
    }

    /// Creates a player with a book of at most this many positions.
    pub fn with_room(start: Start, positions: usize) -> Self {
        LearnerOf { book: Book::new(positions), skill: S::new(start), history: History::default() }
    }

    pub fn book(&self) -> &Book<S::Position> {
        &self.book
    }

    pub fn history(&self) -> &History {
        &self.history
    }

    pub fn summary(&self) -> Summary<S::Position> {
        Summary {
            history: self.history.clone(),
            positions: self.book.positions(),
            openings: S::openings(&self.book),
        }
    }

    /// Chooses a move. Returns `None` if there is none.
    ///
    /// If the position is in the book, chooses one of the best moves there at random, but never a move that
    /// is proven to lose unless all are. Otherwise, or if all moves played so far have lost, a search chooses
    /// the move.
    ///
    /// Returns early with any result if `stop` returns true.
    pub fn choose(
        &self,
        position: S::Position,
        effort: Effort,
        seed: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<u8> {
        if position.moves().is_empty() {
            return None;
        }
        let random = &mut ChaCha12Rng::seed_from_u64(seed);
        let context = &mut SearchContext { effort, random, stop };
        let chosen = match S::is_exact(position, effort) {
            true => None,
            false => self
                .book
                .choose(position, context, |among, context| self.skill.best(position, among, context)),
        };
        chosen.or_else(|| self.skill.choose(position, context))
    }

    /// Searches the positions of a game. Returns `None` if the game is not finished or `stop` returns true.
    pub fn study(
        &self,
        moves: Moves,
        role: Role,
        training: bool,
        effort: Effort,
        seed: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<StudiedGame> {
        let line = S::Position::line(&moves)?;
        let random = &mut ChaCha12Rng::seed_from_u64(seed);
        let facts = match role {
            Role::Nobody => Vec::new(),
            _ => {
                let context = &mut SearchContext { effort, random, stop };
                self.skill.facts(&self.book, &line, role, context)
            }
        };
        (!stop()).then_some(StudiedGame { moves, role, training, facts })
    }

    /// Runs a trial, if one is due; see [`Skill::try_on`].
    pub fn try_on(&self, seed: u64, rest: &dyn Fn()) -> Option<Trial> {
        self.skill.try_on(&self.history, seed, rest)
    }

    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Game(studied) => {
                let Some(line) = S::Position::line(&studied.moves) else {
                    return;
                };
                let positions = self.book.positions();
                self.book.add(&line, &studied.facts);
                let new_positions = self.book.positions().saturating_sub(positions);
                self.skill.learn(&line);
                self.history.add(studied, &line, new_positions, &self.book);
            }
            Event::Trial(trial) => {
                self.skill.settle(trial);
                let trials = &mut self.history.trials;
                trials.push(*trial);
                if trials.len() > TRIALS {
                    // Keep only every second trial, which is enough for the chart.
                    *trials = trials.iter().copied().step_by(2).collect();
                }
            }
        }
    }

    /// Plays a training game against a rival, or against itself after random first moves. Returns the moves
    /// and the learner's role.
    pub fn practise(&self, against: Option<S::Rival>, seed: u64) -> (Moves, Role) {
        let random = &mut ChaCha12Rng::seed_from_u64(seed);
        let (role, opening) = match (against, seed % 2) {
            (None, _) => (Role::Both, random.random_range(S::OPENING)),
            (Some(_), 0) => (Role::Black, 0),
            (Some(_), _) => (Role::White, 0),
        };
        let line = S::Position::play_out(|position, side, n| match against {
            Some(rival) if !role.plays(side) => S::rival_move(rival, position, random),
            _ if n < opening => S::opening_move(position, random),
            _ => self.choose(position, Effort::TRAINING, random.random(), &|| false),
        });
        (Moves::from_squares(line.turns.iter().map(|turn| turn.square).collect()), role)
    }

    pub fn event(bytes: &[u8]) -> Result<Event, BadEvent> {
        Event::from_bytes::<S::Position>(bytes)
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![S::VERSION];
        self.skill.write(&mut bytes);
        self.history.write(&mut bytes);
        self.book.write(&mut bytes);
        bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Unreadable> {
        match bytes.split_first() {
            Some((version, rest)) if *version == S::VERSION => {
                LearnerOf::read(&mut Bytes(rest)).ok_or(Unreadable::Damaged)
            }
            Some((version, _)) if *version > S::VERSION => Err(Unreadable::Newer),
            _ => Err(Unreadable::Foreign),
        }
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<Self> {
        let skill = bytes.read()?;
        let history = History::read::<S::Position>(bytes)?;
        let book = Book::read(bytes, S::Position::ROOM)?;
        bytes.0.is_empty().then_some(LearnerOf { book, skill, history })
    }
}
