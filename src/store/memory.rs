//! What a learner knows, kept in the user's data folder.

use std::io;
use words::say;

use crate::Store;
use crate::journal::{Base, Held, Journal, News, Note};
use crate::{Broken, sealed, unsealed};
use mind::learner::{
    BadEvent, Effort, Event, LearnerOf, Moves, Piece, Role, Skill, Start, StudiedGame, Trial,
    Unreadable,
};
use turbo::dos::beside::breathe;

/// Why a memory cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    /// The folder, or a file in it, cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// What is in the folder cannot be used.
    #[error("{}", say!("what the learner knows cannot be used: {why}", why = .0))]
    Kept(Unreadable),
    /// The file is not one of `Memory::export`.
    #[error(transparent)]
    File(#[from] Unreadable),
}

/// A learner, and the journal that keeps what it knows. Each game that it learns is a record there, and is learned again when the
/// program starts, however it ended.
#[derive(Debug)]
pub struct Memory<S: Skill> {
    learner: LearnerOf<S>,
    journal: Option<Journal>,
    damaged: Vec<String>,
}

/// A game at the board that is over, and is to be learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its moves.
    pub moves: Moves,
    /// Who the learner was.
    pub role: Role,
    /// What is left to chance in the search for what to learn.
    pub seed: u64,
}

impl Finished {
    /// Leaves it in the store for the memory of this skill, which learns it when it is read next. Nobody is waited for, and when this
    /// returns the game is safe.
    pub fn leave<S: Skill>(&self, store: &Store) -> io::Result<()> {
        let game = Event::Game(StudiedGame {
            moves: self.moves.clone(),
            role: self.role,
            training: false,
            facts: Vec::new(),
        });
        let seed = self.seed.to_le_bytes();
        let journal = store.journal(S::NAME);
        journal.leave(&[&seed[..], &game.to_bytes()].concat())
    }

    fn from_bytes<S: Skill>(bytes: &[u8]) -> Option<Finished> {
        let (seed, game) = bytes.split_first_chunk()?;
        match Event::from_bytes::<S::Position>(game) {
            Ok(Event::Game(StudiedGame { moves, role, .. })) => Some(Finished {
                moves,
                role,
                seed: u64::from_le_bytes(*seed),
            }),
            _ => None,
        }
    }
}

impl<S: Skill> Memory<S> {
    /// A learner that knows nothing, and is forgotten when the program ends.
    pub fn nowhere() -> Self {
        Memory {
            learner: LearnerOf::default(),
            journal: None,
            damaged: Vec::new(),
        }
    }

    /// The learner of this store. Nothing is read before [`Memory::catch_up`].
    pub fn of(store: &Store) -> Self {
        Memory {
            journal: Some(store.journal(S::NAME)),
            ..Memory::nowhere()
        }
    }

    /// What it knows.
    pub fn learner(&self) -> &LearnerOf<S> {
        &self.learner
    }

    /// What was damaged and is set aside, a sentence each, once.
    pub fn damaged(&mut self) -> Vec<String> {
        std::mem::take(&mut self.damaged)
    }

    /// Learns what other windows have learned and the games that were [left](Finished::leave), or everything at first. It waits
    /// as long as another program holds the journal. Where there is no journal none is made.
    pub fn catch_up(&mut self) -> Result<(), MemoryError> {
        match &self.journal {
            Some(journal) if !journal.is_there()? => Ok(()),
            _ => self.record(|_, _| Vec::new()),
        }
    }

    /// Knows what [`Memory::catch_up`] would make of the journal, to be shown: nothing is written, and only a program that writes is
    /// waited for.
    pub fn look(&mut self) -> Result<(), MemoryError> {
        let Some(journal) = &mut self.journal else {
            return Ok(());
        };
        let mut news = journal.look()?;
        let notes = std::mem::take(&mut news.notes);
        absorb(&mut self.learner, news, &mut self.damaged).map_err(MemoryError::Kept)?;
        for note in notes {
            let events = learned_of(&self.learner, None, &note);
            events.iter().for_each(|event| self.learner.apply(event));
        }
        Ok(())
    }

    /// Learns from a finished game. False when it is not a finished game, and nothing is learned.
    ///
    /// # Errors
    /// It cannot be kept, and is not learned.
    pub fn learn(
        &mut self,
        moves: Moves,
        role: Role,
        training: bool,
        effort: Effort,
        seed: u64,
    ) -> Result<bool, MemoryError> {
        let mut learned = false;
        self.record(|learner, held| {
            let events = studied(learner, held, moves, role, training, effort, seed);
            learned = !events.is_empty();
            events
        })?;
        Ok(learned)
    }

    /// Learns from games of others. How many of them were finished.
    pub fn learn_all(&mut self, games: Vec<Moves>) -> Result<usize, MemoryError> {
        let mut learned = 0;
        self.record(|learner, _| {
            let study = |moves| learner.study(moves, Role::Nobody, false, Effort::PLAY, 0);
            let games: Vec<Event> = games
                .into_iter()
                .filter_map(study)
                .map(Event::Game)
                .collect();
            learned = games.len();
            games
        })?;
        Ok(learned)
    }

    /// Forgets everything and begins anew.
    pub fn reset(&mut self, start: Start) -> Result<(), MemoryError> {
        self.become_another(LearnerOf::new(start))
    }

    /// What it knows as a file, for [`Memory::import`].
    pub fn export(&self) -> Vec<u8> {
        sealed(S::NAME, &self.learner.to_bytes())
    }

    /// Does the file look like one of `Memory::export`?
    pub fn is_export(file: &[u8]) -> bool {
        file.starts_with(format!("qipan {} ", S::NAME).as_bytes())
    }

    /// Forgets everything and knows what the file holds.
    pub fn import(&mut self, file: Vec<u8>) -> Result<(), MemoryError> {
        let bytes = unsealed(S::NAME, file).map_err(|why| match why {
            Broken::Newer => Unreadable::Newer,
            Broken::Damaged => Unreadable::Damaged,
        })?;
        self.become_another(LearnerOf::from_bytes(&bytes)?)
    }

    fn become_another(&mut self, learner: LearnerOf<S>) -> Result<(), MemoryError> {
        if let Some(journal) = &mut self.journal {
            journal.replace(&learner.to_bytes())?;
        }
        self.learner = learner;
        Ok(())
    }

    /// Catches up, and then keeps and applies what the events are to be. Nobody else learns meanwhile.
    fn record(
        &mut self,
        events: impl FnOnce(&LearnerOf<S>, Option<&Held<'_>>) -> Vec<Event>,
    ) -> Result<(), MemoryError> {
        let learner = &mut self.learner;
        let Some(journal) = &mut self.journal else {
            let events = events(learner, None);
            events.iter().for_each(|event| learner.apply(event));
            return Ok(());
        };
        let (mut held, mut news) = journal.hold()?;
        let notes = std::mem::take(&mut news.notes);
        if let Err(why) = absorb(learner, news, &mut self.damaged) {
            // Half of it may be known: the next time all is read again.
            drop(held);
            journal.forget();
            return Err(MemoryError::Kept(why));
        }
        for note in notes {
            let events = learned_of(learner, Some(&held), &note);
            held.append(&records(&events), Some(&note))?;
            events.iter().for_each(|event| learner.apply(event));
        }
        let events = events(learner, Some(&held));
        if !events.is_empty() {
            held.append(&records(&events), None)?;
            events.iter().for_each(|event| learner.apply(event));
        }
        if held.is_snapshot_due() {
            // What it would say is in the journal already; on a full disk there is none.
            let _ = held.keep_snapshot(&learner.to_bytes());
        }
        Ok(())
    }
}

/// What there is to learn from a note. One that is no game of this learner's teaches nothing.
fn learned_of<S: Skill>(
    learner: &LearnerOf<S>,
    held: Option<&Held<'_>>,
    note: &Note,
) -> Vec<Event> {
    let left = Finished::from_bytes::<S>(&note.bytes);
    left.map_or_else(Vec::new, |Finished { moves, role, seed }| {
        studied(learner, held, moves, role, false, Effort::PLAY, seed)
    })
}

/// What there is to learn from a game, if it is a finished one: the trial that is due before it, and the game.
fn studied<S: Skill>(
    learner: &LearnerOf<S>,
    held: Option<&Held<'_>>,
    moves: Moves,
    role: Role,
    training: bool,
    effort: Effort,
    seed: u64,
) -> Vec<Event> {
    let studied = learner.study_until(moves, role, training, effort, seed, &never);
    let Some(game) = studied else {
        return Vec::new();
    };
    let trial = tried(learner, held, seed).map(Event::Trial);
    trial.into_iter().chain([Event::Game(game)]).collect()
}

/// Is what was begun not wanted any more? What is learned always is, and others go on meanwhile.
fn never() -> bool {
    breathe();
    false
}

/// The trial that is due, if one is. Each piece of it is kept, so that it goes on there however often it is interrupted.
fn tried<S: Skill>(learner: &LearnerOf<S>, held: Option<&Held<'_>>, seed: u64) -> Option<Trial> {
    let mut so_far = held.map(Held::progress).unwrap_or_default();
    loop {
        so_far = match learner.try_on(seed, &so_far)? {
            Piece::Done(trial) => return Some(trial),
            Piece::SoFar(bytes) => bytes,
        };
        if let Some(held) = held {
            held.keep_progress(&so_far);
        }
        breathe();
    }
}

fn records(events: &[Event]) -> Vec<Vec<u8>> {
    events.iter().map(Event::to_bytes).collect()
}

/// Makes the learner what the journal says. A record that no learner can have written is left out, and named.
fn absorb<S: Skill>(
    learner: &mut LearnerOf<S>,
    news: News,
    damaged: &mut Vec<String>,
) -> Result<(), Unreadable> {
    damaged.extend(news.damaged);
    match news.base {
        Base::Same => {}
        Base::Empty => *learner = LearnerOf::default(),
        Base::State(bytes) => *learner = LearnerOf::from_bytes(&bytes)?,
    }
    for record in news.records {
        breathe();
        match LearnerOf::<S>::event(&record) {
            Ok(event) => learner.apply(&event),
            Err(BadEvent::Newer) => return Err(Unreadable::Newer),
            Err(why) => damaged.push(say!("A record of the learner is left out: {why}.", why)),
        }
    }
    Ok(())
}
