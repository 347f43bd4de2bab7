//! A learner's knowledge, stored in the user's data folder.

use std::io;
use words::say;

use crate::Store;
use crate::journal::{Base, Journal, News, Note};
use crate::{Broken, sealed, unsealed};
use mind::learner::{BadEvent, Effort, Event, LearnerOf, Moves, Role, Skill, Start, StudiedGame, Unreadable};
use turbo::dos::background::yield_now;

#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Stored knowledge that is unreadable.
    #[error("{}", say!("the learner's memory is unreadable: {why}", why = .0))]
    Kept(Unreadable),
    /// An imported file that is not a [`Memory::export`].
    #[error(transparent)]
    File(#[from] Unreadable),
}

/// A learner and its journal. The journal has a record for each game that the learner learns from; at startup
/// the records are replayed.
#[derive(Debug)]
pub struct Memory<S: Skill> {
    learner: LearnerOf<S>,
    journal: Option<Journal>,
    damaged: Vec<String>,
}

/// A finished game to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    pub moves: Moves,
    /// The side that the learner played.
    pub role: Role,
    /// The random seed for the search for better moves.
    pub seed: u64,
}

impl Finished {
    /// Leaves the game in the store without waiting for a lock. The memory of this skill learns from it at
    /// its next read. Once this returns, the game is durable.
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
            Ok(Event::Game(StudiedGame { moves, role, .. })) => {
                Some(Finished { moves, role, seed: u64::from_le_bytes(*seed) })
            }
            _ => None,
        }
    }
}

impl<S: Skill> Memory<S> {
    /// Returns a learner without knowledge or storage.
    pub fn nowhere() -> Self {
        Memory { learner: LearnerOf::default(), journal: None, damaged: Vec::new() }
    }

    /// Returns the learner of this store. Call [`Memory::catch_up`] to read it.
    pub fn of(store: &Store) -> Self {
        Memory { journal: Some(store.journal(S::NAME)), ..Memory::nowhere() }
    }

    pub fn learner(&self) -> &LearnerOf<S> {
        &self.learner
    }

    /// Returns the pending reports of damage, one sentence each, and clears them.
    pub fn damaged(&mut self) -> Vec<String> {
        std::mem::take(&mut self.damaged)
    }

    /// Reads the records that other windows have added, and learns from the games [left](Finished::leave) in
    /// the store. Waits until other programs unlock the journal. Creates no journal.
    pub fn catch_up(&mut self) -> Result<(), MemoryError> {
        match &self.journal {
            Some(journal) if !journal.is_there()? => Ok(()),
            _ => self.record(|_| Vec::new()).map(drop),
        }
    }

    /// Loads the same knowledge as [`Memory::catch_up`] for display, without writing anything. Waits only
    /// while another program writes.
    pub fn look(&mut self) -> Result<(), MemoryError> {
        let Some(journal) = &mut self.journal else {
            return Ok(());
        };
        let mut news = journal.look()?;
        let notes = std::mem::take(&mut news.notes);
        absorb(&mut self.learner, news, &mut self.damaged).map_err(MemoryError::Kept)?;
        for note in notes {
            let events = learned_of(&self.learner, &note);
            events.iter().for_each(|event| self.learner.apply(event));
        }
        Ok(())
    }

    /// Learns from a finished game, with less effort if it was a training game. Returns false if the game is unfinished.
    ///
    /// # Errors
    /// If the game cannot be stored; nothing is then learned from it.
    pub fn learn(&mut self, game: Finished, training: bool) -> Result<bool, MemoryError> {
        self.record(|learner| studied(learner, game, training)).map(|events| events > 0)
    }

    /// Learns from games between other players. Returns the number of finished games among them.
    pub fn learn_all(&mut self, games: Vec<Moves>) -> Result<usize, MemoryError> {
        self.record(|learner| {
            let study = |moves| learner.study(moves, Role::Nobody, false, Effort::PLAY, 0, &|| false);
            games.into_iter().filter_map(study).map(Event::Game).collect()
        })
    }

    /// Replaces all knowledge with that of a new learner.
    pub fn reset(&mut self, start: Start) -> Result<(), MemoryError> {
        self.become_another(LearnerOf::new(start))
    }

    /// Serializes the knowledge for [`Memory::import`].
    pub fn export(&self) -> Vec<u8> {
        sealed(S::NAME, &self.learner.to_bytes())
    }

    /// Returns true if the file looks like a [`Memory::export`].
    pub fn is_export(file: &[u8]) -> bool {
        file.starts_with(format!("qipan {} ", S::NAME).as_bytes())
    }

    /// Replaces all knowledge with the knowledge in an exported file.
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

    /// Catches up, then stores and applies the events that `events` returns. The journal is locked meanwhile.
    /// Returns the number of these events.
    fn record(&mut self, events: impl FnOnce(&LearnerOf<S>) -> Vec<Event>) -> Result<usize, MemoryError> {
        let learner = &mut self.learner;
        let Some(journal) = &mut self.journal else {
            let events = events(learner);
            events.iter().for_each(|event| learner.apply(event));
            return Ok(events.len());
        };
        let (mut held, mut news) = journal.hold()?;
        let notes = std::mem::take(&mut news.notes);
        if let Err(why) = absorb(learner, news, &mut self.damaged) {
            // The learner may be half updated, so read everything again next time.
            drop(held);
            journal.forget();
            return Err(MemoryError::Kept(why));
        }
        for note in notes {
            let events = learned_of(learner, &note);
            held.append(&records(&events), Some(&note))?;
            events.iter().for_each(|event| learner.apply(event));
        }
        let events = events(learner);
        if !events.is_empty() {
            held.append(&records(&events), None)?;
            events.iter().for_each(|event| learner.apply(event));
        }
        if held.is_snapshot_due() {
            // Ignore a failure: the journal already has everything, and a full disk has no room for a
            // snapshot.
            let _ = held.keep_snapshot(&learner.to_bytes());
        }
        Ok(events.len())
    }
}

/// Returns the events of a note; none if the note holds no game for this learner.
fn learned_of<S: Skill>(learner: &LearnerOf<S>, note: &Note) -> Vec<Event> {
    let left = Finished::from_bytes::<S>(&note.bytes);
    left.map_or_else(Vec::new, |game| studied(learner, game, false))
}

/// Returns the events of a finished game: the trial that is due before it, if any, and the game itself. An
/// unfinished game has none.
fn studied<S: Skill>(learner: &LearnerOf<S>, game: Finished, training: bool) -> Vec<Event> {
    let Finished { moves, role, seed } = game;
    let effort = if training { Effort::TRAINING } else { Effort::PLAY };
    let studied = learner.study(moves, role, training, effort, seed, &never);
    let Some(game) = studied else {
        return Vec::new();
    };
    let trial = learner.try_on(seed, &yield_now).map(Event::Trial);
    trial.into_iter().chain([Event::Game(game)]).collect()
}

/// Never cancels. Each call lets other threads run.
fn never() -> bool {
    yield_now();
    false
}

fn records(events: &[Event]) -> Vec<Vec<u8>> {
    events.iter().map(Event::to_bytes).collect()
}

/// Applies the journal's new records to the learner. Skips and reports records that no learner can have
/// written.
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
        yield_now();
        match LearnerOf::<S>::event(&record) {
            Ok(event) => learner.apply(&event),
            Err(BadEvent::Newer) => return Err(Unreadable::Newer),
            Err(why) => damaged.push(say!("Skipped a damaged record of the learner: {why}.", why)),
        }
    }
    Ok(())
}
