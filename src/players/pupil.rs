//! The learner at the board: its memory in the user's data folder, and the thread in which it learns.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Seats;
use super::job::Job;
use crate::engine::othello::Board;
use crate::engine::othello::bitboard::cell;
use crate::games::stone::Stone;
use crate::games::{self, Game, othello};
use crate::learner::gomoku::{self, Stones};
use crate::learner::{Effort, Event, Learner, Moves, Role, Start, Student};
use crate::store::Store;
use crate::store::ledger::{Base, Ledger, News, Seal, sealed, unsealed};

use super::Player;

/// A journal of so many bytes, some 500 games, becomes a snapshot.
const JOURNAL: u64 = 64 << 10;

/// Does a game begin with the usual position, by the usual rules? The learner knows no others.
pub fn begins_as_usual(game: &dyn Game) -> bool {
    let othello = game.of::<othello::Game>().map(othello::Game::start);
    let gomoku = game.of::<games::gomoku::Game>();
    othello == Some(Default::default())
        || gomoku.is_some_and(|game| game.setup() == Default::default())
}

/// A learner, and the ledger that keeps what it knows: a game that is learned is a record of it, so that whatever ends the program,
/// the games that were learned are learned again when it starts.
#[derive(Debug)]
pub struct Notebook<L> {
    learner: L,
    ledger: Option<Ledger>,
    /// What was damaged, to be told.
    damaged: Vec<String>,
}

/// The notebook of the learner of Othello.
pub type Memory = Notebook<Learner>;

/// The notebook of the learner of gomoku.
pub type GomokuMemory = Notebook<gomoku::Learner>;

impl<L: Student> Notebook<L> {
    /// A learner that knows nothing, and forgets at the end.
    pub fn nowhere() -> Self {
        Notebook {
            learner: L::new(Start::Nothing),
            ledger: None,
            damaged: Vec::new(),
        }
    }

    /// The learner of this store. Nothing is read before [`Notebook::catch_up`].
    pub fn of(store: &Store) -> Self {
        Notebook {
            ledger: Some(store.ledger(L::NAME)),
            ..Notebook::nowhere()
        }
    }

    /// What it knows.
    pub fn learner(&self) -> &L {
        &self.learner
    }

    /// What was damaged and is set aside, a sentence each, once.
    pub fn damaged(&mut self) -> Vec<String> {
        std::mem::take(&mut self.damaged)
    }

    /// Learns what other windows have learned, or everything at first.
    ///
    /// # Errors
    /// It cannot be read; the text says why.
    pub fn catch_up(&mut self) -> Result<(), String> {
        self.record(|_| Vec::new())
    }

    /// Learns from a finished game. False when it is not a finished game, and nothing is learned.
    ///
    /// # Errors
    /// It cannot be kept, and is not learned; the text says why.
    pub fn learn(
        &mut self,
        moves: Moves,
        role: Role,
        training: bool,
        effort: Effort,
        seed: u64,
    ) -> Result<bool, String> {
        let mut learned = false;
        self.record(|learner| {
            let lesson = learner.study(moves, role, training, effort, seed);
            learned = lesson.is_some();
            let review = if learned {
                learner.review_due(seed)
            } else {
                None
            };
            review
                .into_iter()
                .chain(lesson.map(Event::Lesson))
                .collect()
        })?;
        Ok(learned)
    }

    /// Learns from games of others. How many of them were finished.
    ///
    /// # Errors
    /// They cannot be kept, and none is learned; the text says why.
    pub fn learn_all(&mut self, games: Vec<Moves>) -> Result<usize, String> {
        let mut learned = 0;
        self.record(|learner| {
            let study = |moves| learner.study(moves, Role::Nobody, false, Effort::PLAY, 0);
            let lessons: Vec<Event> = games
                .into_iter()
                .filter_map(study)
                .map(Event::Lesson)
                .collect();
            learned = lessons.len();
            lessons
        })?;
        Ok(learned)
    }

    /// Forgets everything and begins anew.
    ///
    /// # Errors
    /// It cannot be written; the text says why.
    pub fn reset(&mut self, start: Start) -> Result<(), String> {
        self.become_another(L::new(start))
    }

    /// What it knows as a file, for [`Notebook::import`].
    pub fn export(&self) -> Vec<u8> {
        sealed(L::NAME, &self.learner.to_bytes())
    }

    /// Does the file look like one of [`Notebook::export`]?
    pub fn is_export(file: &[u8]) -> bool {
        file.starts_with(format!("qipan {} ", L::NAME).as_bytes())
    }

    /// Forgets everything and knows what the file holds.
    ///
    /// # Errors
    /// It is not such a file, or cannot be kept; the text says why.
    pub fn import(&mut self, file: Vec<u8>) -> Result<(), String> {
        let bytes = unsealed(L::NAME, file).map_err(|why| match why {
            Seal::Newer => "a newer qipan wrote it",
            Seal::Broken => "it is damaged",
        })?;
        self.become_another(L::from_bytes(&bytes)?)
    }

    fn become_another(&mut self, learner: L) -> Result<(), String> {
        if let Some(ledger) = &mut self.ledger {
            let replaced = ledger
                .hold()
                .and_then(|mut held| held.replace(&learner.to_bytes()));
            replaced.map_err(|error| error.to_string())?;
        }
        self.learner = learner;
        Ok(())
    }

    /// Catches up, and then keeps and applies what the events are to be. Nobody else learns meanwhile.
    fn record(&mut self, events: impl FnOnce(&L) -> Vec<Event>) -> Result<(), String> {
        let Some(ledger) = &mut self.ledger else {
            let events = events(&self.learner);
            events.iter().for_each(|event| self.learner.apply(event));
            return Ok(());
        };
        let mut held = ledger.hold().map_err(|error| error.to_string())?;
        let news = held.news().map_err(|error| error.to_string())?;
        self.damaged.extend(news.damaged.iter().cloned());
        let known = absorb(&mut self.learner, news);
        if let Err(why) = known {
            // Half of it may be known: the next time all is read again.
            drop(held);
            ledger.forget();
            return Err(why);
        }
        let events = events(&self.learner);
        if !events.is_empty() {
            let records: Vec<Vec<u8>> = events.iter().map(Event::to_bytes).collect();
            held.append(&records).map_err(|error| error.to_string())?;
            events.iter().for_each(|event| self.learner.apply(event));
        }
        if held.journal_size() > JOURNAL {
            // What is in the journal is kept already; on a full disk it stays there.
            let _ = held.compact(&self.learner.to_bytes());
        }
        Ok(())
    }
}

/// Makes the learner what the ledger says.
fn absorb<L: Student>(learner: &mut L, news: News) -> Result<(), String> {
    let unclear = |why: &str| format!("what the learner knows cannot be used: {why}");
    match news.base {
        Base::Same => {}
        Base::Empty => *learner = L::new(Start::Nothing),
        Base::Snapshot(bytes) => *learner = L::from_bytes(&bytes).map_err(unclear)?,
    }
    for record in news.records {
        let event = L::event(&record);
        learner.apply(&event.ok_or_else(|| unclear("a newer qipan wrote it"))?);
    }
    Ok(())
}

/// The learners that the windows' players share: memories that learn beside the program.
#[derive(Clone, Debug, Default)]
pub struct Pupil {
    othello: Arc<Mutex<Memory>>,
    gomoku: Arc<Mutex<GomokuMemory>>,
    /// What there is to tell.
    messages: Arc<Mutex<Vec<String>>>,
    /// The last game, as long as it is being learned. The program does not end before that.
    work: Arc<Mutex<Option<Job<()>>>>,
}

/// One that knows nothing, and forgets at the end.
impl<L: Student> Default for Notebook<L> {
    fn default() -> Self {
        Notebook::nowhere()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pupil {
    /// The learners of this store.
    pub fn of(store: &Store) -> Pupil {
        Pupil {
            othello: Arc::new(Mutex::new(Notebook::of(store))),
            gomoku: Arc::new(Mutex::new(Notebook::of(store))),
            ..Pupil::default()
        }
    }

    /// What there is to say to the player, once.
    pub fn message(&self) -> Option<String> {
        lock(&self.messages).pop()
    }

    /// Lets somebody look at what it knows of Othello now. A game that is being learned is awaited.
    pub fn look<T>(&self, at: impl FnOnce(&Learner) -> T) -> T {
        self.look_into(&self.othello, at)
    }

    /// The same of gomoku.
    pub fn look_at_gomoku<T>(&self, at: impl FnOnce(&gomoku::Learner) -> T) -> T {
        self.look_into(&self.gomoku, at)
    }

    fn look_into<L: Student, T>(&self, memory: &Mutex<Notebook<L>>, at: impl FnOnce(&L) -> T) -> T {
        let mut memory = lock(memory);
        let caught_up = memory.catch_up();
        self.note(&mut memory, caught_up);
        at(memory.learner())
    }

    /// The row and column of its move, or `None` when it has none.
    pub fn choose(&self, game: &dyn Game, seed: u64) -> Option<(usize, usize)> {
        if let Some(game) = game.of::<othello::Game>() {
            let board = Board::new(game.map(), game.to_move()?);
            let square = self.look(|learner| learner.choose(board, Effort::PLAY, seed))?;
            let cell = cell(square.into());
            return Some((cell.row, cell.col));
        }
        let game = game.of::<games::gomoku::Game>()?;
        let stones = Stones::after(&gomoku::moves(game.pieces()))?;
        let chosen = self.look_at_gomoku(|learner| learner.choose(stones, Effort::PLAY, seed));
        let point = gomoku::point(chosen?)?;
        Some((point.row(), point.col()))
    }

    /// Learns from a game in which it sat at the board, if it began as usual and is over on the board: beside the program or before
    /// this returns.
    pub fn game_over(&self, game: &dyn Game, seats: &Seats, beside: bool) {
        let plays = |stone| *seats.of(stone) == Player::Learner;
        let role = match (plays(Stone::Black), plays(Stone::White)) {
            (true, true) => Role::Both,
            (true, false) => Role::Black,
            (false, true) => Role::White,
            (false, false) => return,
        };
        if !begins_as_usual(game) || game.outcome().is_none() || game.lost().is_some() {
            return;
        }
        let pupil = Pupil {
            work: Arc::default(),
            ..self.clone()
        };
        let seed = seats.seed;
        let job = if let Some(game) = game.of::<othello::Game>() {
            let moves = Moves::new(game.plies());
            learning(beside, move || {
                pupil.learn(&pupil.othello, moves, role, seed)
            })
        } else if let Some(game) = game.of::<games::gomoku::Game>() {
            let moves = gomoku::moves(game.pieces());
            learning(beside, move || {
                pupil.learn(&pupil.gomoku, moves, role, seed)
            })
        } else {
            return;
        };
        *lock(&self.work) = Some(job);
    }

    fn learn<L: Student>(&self, memory: &Mutex<Notebook<L>>, moves: Moves, role: Role, seed: u64) {
        let mut memory = lock(memory);
        let learned = memory.learn(moves, role, false, Effort::PLAY, seed);
        self.note(&mut memory, learned.map(drop));
    }

    fn note<L: Student>(&self, memory: &mut Notebook<L>, done: Result<(), String>) {
        let mut messages = lock(&self.messages);
        messages.extend(memory.damaged());
        if let Err(why) = done {
            messages.push(format!("The learner cannot learn: {why}."));
        }
    }
}

fn learning(beside: bool, learn: impl FnOnce() + Send + 'static) -> Job<()> {
    Job::start(beside, move |_: &_, _: &mut dyn FnMut(())| learn())
}
