//! The player that learns: chooses moves, studies a game that is over, and remembers what it found.

use std::fmt::Debug;
use std::ops::Range;
use words::say;

use chacha20::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use super::book::{Book, BookPosition, Fact};
use super::bytes::Bytes;
use super::event::{BadEvent, Event, StudiedGame, Trial};
use super::history::History;
use super::line::{Line, Moves, Role};
use super::position::{Position, Set};
use super::search::{Effort, ValuedMove};
use super::weights::Start;

const TRIALS: usize = 400;

/// What a learner can do besides its book: how it plays where the book ends, and what else changes with each game.
pub trait Skill: Clone + Debug + PartialEq + Send + 'static {
    /// The positions of its game.
    type Position: Position;

    /// The opponents it can be trained against.
    type Rival: Copy;

    /// The name under which the learner is kept.
    const NAME: &'static str;

    /// The version of [`LearnerOf::to_bytes`].
    const VERSION: u8;

    /// How many random moves a training game against itself begins with.
    const OPENING: Range<u32>;

    /// The skill of a learner that has learned nothing.
    fn new(start: Start) -> Self;

    /// Is the position searched to the end of the game, whatever the book says?
    fn is_exact(_position: Self::Position, _effort: Effort) -> bool {
        false
    }

    /// A move without the book, or `None` when there is none. Once `stop` says so, the result means nothing.
    fn choose(
        &self,
        position: Self::Position,
        effort: Effort,
        random: &mut ChaCha12Rng,
        stop: &dyn Fn() -> bool,
    ) -> Option<u8>;

    /// The best of these moves, or `None` when there are none. Once `stop` says so, the result means nothing.
    fn best(
        &self,
        position: Self::Position,
        among: <Self::Position as Position>::Set,
        effort: Effort,
        random: &mut ChaCha12Rng,
        stop: &dyn Fn() -> bool,
    ) -> Option<ValuedMove>;

    /// What a search finds out about the positions of a game in which the learner had this role: proven results, and when the
    /// learner lost, the moves to try next time. Once `stop` says so, the result means nothing.
    fn facts(
        &self,
        book: &Book<Self::Position>,
        line: &Line<Self::Position>,
        role: Role,
        effort: Effort,
        random: &mut ChaCha12Rng,
        stop: &dyn Fn() -> bool,
    ) -> Vec<(usize, Fact)>;

    /// A random move at the beginning of a training game.
    fn opening_move(position: Self::Position, random: &mut ChaCha12Rng) -> Option<u8>;

    /// A move of the rival.
    fn rival_move(
        rival: Self::Rival,
        position: Self::Position,
        random: &mut ChaCha12Rng,
    ) -> Option<u8>;

    /// The positions of the book that show the commonest openings, the commonest first.
    fn openings(_book: &Book<Self::Position>) -> Vec<BookPosition<Self::Position>> {
        Vec::new()
    }

    /// Learns from a game.
    fn learn(&mut self, _line: &Line<Self::Position>) {}

    /// The next piece of the trial that is due before the next game, if one is. `so_far` holds what the pieces before it found and is empty
    /// for the first.
    fn try_on(&self, _history: &History, _seed: u64, _so_far: &[u8]) -> Option<Piece> {
        None
    }

    /// Keeps the new weights or brings back the old ones, as a trial decided.
    fn settle(&mut self, _trial: &Trial) {}

    /// Appends the skill to the bytes.
    fn write(&self, bytes: &mut Vec<u8>);

    /// Reads what [`Skill::write`] wrote.
    fn read(bytes: &mut Bytes<'_>) -> Option<Self>;
}

/// What a piece of a trial has led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The trial goes on: the results so far, for the next piece.
    SoFar(Vec<u8>),
    /// It was the last piece, and this is the trial.
    Done(Trial),
}

/// What there is to show of a learner.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary<P> {
    /// What has happened so far.
    pub history: History,
    /// How many positions the book holds.
    pub positions: usize,
    /// Positions of the book that show the commonest openings, the commonest first.
    pub openings: Vec<BookPosition<P>>,
}

/// Why bytes are not what a learner knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// They are not a learner's.
    #[error("{}", say!("this is not the memory of a learner"))]
    Foreign,
    /// They are not what was written.
    #[error("{}", say!("it is damaged"))]
    Damaged,
    /// A newer qipan wrote them.
    #[error("{}", say!("it was written by a newer qipan"))]
    Newer,
}

/// A player that learns.
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
    /// A player that has learned nothing.
    pub fn new(start: Start) -> Self {
        LearnerOf::with_room(start, S::Position::ROOM)
    }

    /// A player that has learned nothing, with a book of at most this many positions.
    pub fn with_room(start: Start, positions: usize) -> Self {
        LearnerOf {
            book: Book::new(positions),
            skill: S::new(start),
            history: History::default(),
        }
    }

    /// Its book.
    pub fn book(&self) -> &Book<S::Position> {
        &self.book
    }

    /// What has happened so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// What there is to show of it.
    pub fn summary(&self) -> Summary<S::Position> {
        Summary {
            history: self.history.clone(),
            positions: self.book.positions(),
            openings: S::openings(&self.book),
        }
    }

    /// The square of a move, or `None` when there is none.
    ///
    /// It comes from the book, if the position is there: one of the best moves at random, and a move that is proven to lose only when all
    /// of them are. Otherwise it comes from a search, which also finds an alternative when everything that was played has lost.
    pub fn choose(&self, position: S::Position, effort: Effort, seed: u64) -> Option<u8> {
        self.choose_until(position, effort, seed, &|| false)
    }

    /// [`LearnerOf::choose`], but soon after `stop` says that nobody wants the move any more it returns `None` or any move.
    pub fn choose_until(
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
        let search = |among, random: &mut ChaCha12Rng| {
            self.skill.best(position, among, effort, random, stop)
        };
        let chosen = match S::is_exact(position, effort) {
            true => None,
            false => self.book.choose(position, random, search),
        };
        chosen.or_else(|| self.skill.choose(position, effort, random, stop))
    }

    /// What there is to learn from a game, or `None` when the game is not finished.
    pub fn study(
        &self,
        moves: Moves,
        role: Role,
        training: bool,
        effort: Effort,
        seed: u64,
    ) -> Option<StudiedGame> {
        self.study_until(moves, role, training, effort, seed, &|| false)
    }

    /// [`LearnerOf::study`], but `None` soon after `stop` says that nobody wants it any more.
    pub fn study_until(
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
            _ => (self.skill).facts(&self.book, &line, role, effort, random, stop),
        };
        (!stop()).then_some(StudiedGame {
            moves,
            role,
            training,
            facts,
        })
    }

    /// The next piece of the trial that is due before the next game, if one is, see [`Skill::try_on`]. An interrupted trial goes on with
    /// the seed that it began with.
    pub fn try_on(&self, seed: u64, so_far: &[u8]) -> Option<Piece> {
        self.skill.try_on(&self.history, seed, so_far)
    }

    /// Learns from an event.
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
                    // Every second trial is enough to draw the same chart.
                    let mut n = 0;
                    trials.retain(|_| {
                        n += 1;
                        n % 2 == 1
                    });
                }
            }
        }
    }

    /// Plays a training game against itself or a rival. Returns the moves, and who the learner was.
    ///
    /// Against itself the game begins with some random moves, so that the games differ.
    pub fn practise(&self, against: Option<S::Rival>, seed: u64) -> (Moves, Role) {
        let random = &mut ChaCha12Rng::seed_from_u64(seed);
        let (role, opening) = match (against, seed % 2) {
            (None, _) => (Role::Both, random.random_range(S::OPENING)),
            (Some(_), 0) => (Role::Black, 0),
            (Some(_), _) => (Role::White, 0),
        };
        let (mut position, mut side, mut squares) = (S::Position::START, 1, Vec::new());
        while !position.moves().is_empty() {
            let square = match against {
                Some(rival) if !role.plays(side) => S::rival_move(rival, position, random),
                _ if squares.len() < opening as usize => S::opening_move(position, random),
                _ => self.choose(position, Effort::TRAINING, random.random()),
            };
            let Some((after, other)) = square.and_then(|square| position.next(square)) else {
                break;
            };
            squares.extend(square);
            position = after;
            side = if other { -side } else { side };
        }
        (Moves::from_squares(squares), role)
    }

    /// Reads what [`Event::to_bytes`] wrote about a game of this learner's kind.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn event(bytes: &[u8]) -> Result<Event, BadEvent> {
        Event::from_bytes::<S::Position>(bytes)
    }

    /// What it knows, as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![S::VERSION];
        self.skill.write(&mut bytes);
        self.history.write(&mut bytes);
        self.book.write(&mut bytes);
        bytes
    }

    /// Reads what [`LearnerOf::to_bytes`] wrote.
    ///
    /// # Errors
    /// Why the bytes cannot be read.
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
        let skill = S::read(bytes)?;
        let history = History::read::<S::Position>(bytes)?;
        let book = Book::read(bytes, S::Position::ROOM)?;
        bytes.0.is_empty().then_some(LearnerOf {
            book,
            skill,
            history,
        })
    }
}
