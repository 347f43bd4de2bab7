//! The learners of both games, in a thread of their own.
//!
//! A memory can be busy for a second when it reads or forgets a lot, and another program can lock its journal
//! for any length of time. So one thread owns both memories and executes orders one by one. Callers do not
//! wait: they poll for the answer between keystrokes.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};
use words::say;

use super::actor::{Actor, State};
use super::job::{Poll, Reply, Stop};
use mind::engine::othello::Board;
use mind::learner::gomoku::{ByEngine, Stones};
use mind::learner::{Effort, LearnedWeights, LearnerOf, Skill, Summary};
use store::Store;
use store::memory::{Finished, Memory, MemoryError};
use turbo::dos::background::HAS_THREADS;
use turbo::dos::parallel::wait_for;

/// The interval at which the wait for a move polls.
const TICK: Duration = Duration::from_millis(1);

/// The maximum time that the program waits at exit for a finished game to be saved. Saving takes milliseconds
/// unless the disk hangs.
const LEAVING: Duration = Duration::from_secs(5);

pub(super) struct Memories {
    pub(crate) othello: Memory<LearnedWeights>,
    pub(crate) gomoku: Memory<ByEngine>,
}

impl State for Memories {
    /// Learning can take a second, so it does not run at once. The game itself is saved before learning
    /// starts.
    const AT_ONCE: bool = false;
}

type Of<S> = fn(&mut Memories) -> &mut Memory<S>;

/// Messages for the player. The lock is held only while a message is added or taken.
type Messages = Arc<Mutex<Vec<String>>>;

fn note<S: Skill>(messages: &Messages, memory: &mut Memory<S>, done: Result<(), MemoryError>) {
    let mut messages = locked(messages);
    messages.extend(memory.damaged());
    if let Err(why) = done {
        messages.push(say!("The learner cannot learn: {why}.", why));
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMove {
    #[error("{}", say!("The learner cannot read its memory: another program holds it."))]
    Busy,
    #[error("{}", say!("The learner has stopped thinking."))]
    Failed,
}

/// A shared handle to the learners of both games.
#[derive(Clone, Default)]
pub struct Learners(Arc<Shared>);

#[derive(Default)]
struct Shared {
    store: Option<Store>,
    /// The actor that owns both memories. It is started on first use.
    actor: OnceLock<Actor<Memories>>,
    messages: Messages,
    leaving: Leaving,
}

/// A channel for each game that is being saved. The channel closes when the game is on disk.
#[derive(Default)]
struct Leaving(Mutex<Vec<Receiver<()>>>);

impl Learners {
    /// Creates learners that keep their memory in this store. Learners from [`Learners::default`] forget
    /// everything at exit.
    pub fn of(store: &Store) -> Learners {
        Learners(Arc::new(Shared { store: Some(store.clone()), ..Shared::default() }))
    }

    /// Returns and removes the next message for the player.
    pub fn message(&self) -> Option<String> {
        locked(&self.0.messages).pop()
    }

    /// Requests a summary of the learner's knowledge of Othello.
    pub fn look(&self) -> Reply<Summary<Board>> {
        self.ask_about(|memories| &mut memories.othello, LearnerOf::summary)
    }

    /// Requests a summary of the learner's knowledge of gomoku.
    pub fn look_at_gomoku(&self) -> Reply<Summary<Stones>> {
        self.ask_about(|memories| &mut memories.gomoku, LearnerOf::summary)
    }

    /// Returns the number of the square of the learner's move. Returns `Ok(None)` if there is no move, or
    /// soon after `stop` is set.
    pub(super) fn square<S: Skill>(
        &self,
        of: Of<S>,
        position: S::Position,
        seed: u64,
        ms: u32,
        stop: &Stop,
    ) -> Result<Option<u8>, NoMove> {
        let unwanted = Arc::new(Stop::default());
        let stopped = unwanted.clone();
        let answer = self
            .ask_about(of, move |learner| learner.choose(position, Effort::PLAY, seed, &|| stopped.is_set()));
        let until = Instant::now() + Duration::from_millis(ms.into());
        loop {
            match answer.look() {
                Poll::Found(square) => return Ok(square),
                Poll::Done => return Err(NoMove::Failed),
                Poll::NotYet => sleep(TICK),
            }
            let stops = stop.is_set();
            if stops || Instant::now() >= until {
                unwanted.set();
                return if stops { Ok(None) } else { Err(NoMove::Busy) };
            }
        }
    }

    /// Saves a finished game without waiting for the memory or its journal, then learns from it. If the
    /// program exits before it has learned from the game, the memory learns from it when it is next read.
    pub(super) fn learn<S: Skill>(&self, of: Of<S>, finished: Finished, beside: bool) {
        let (store, actor) = (self.0.store.clone(), self.actor().clone());
        let messages = self.0.messages.clone();
        let (safe, is_safe) = channel();
        let (done, is_done) = channel();
        let work = move || {
            let left = store.map(|store| finished.leave::<S>(&store));
            drop::<Sender<()>>(safe);
            actor.order(move |memories| {
                let memory = of(memories);
                let learned = match left {
                    // The memory learns from all saved games.
                    Some(Ok(())) => memory.catch_up(),
                    // This knowledge is lost when the program exits.
                    Some(Err(_)) | None => memory.learn(finished, false).map(drop),
                };
                note(&messages, memory, learned);
                let _ = done.send(());
            });
        };
        if beside && HAS_THREADS {
            locked(&self.0.leaving.0).push(is_safe);
            thread::spawn(work);
            return;
        }
        work();
        if !beside {
            wait_for(&is_done, Duration::MAX);
        }
    }

    fn ask_about<S: Skill, T: Send + 'static>(
        &self,
        of: Of<S>,
        about: impl FnOnce(&LearnerOf<S>) -> T + Send + 'static,
    ) -> Reply<T> {
        let (answer, answered) = Reply::pending();
        let messages = self.0.messages.clone();
        self.actor().order(move |memories| {
            let memory = of(memories);
            let caught_up = memory.catch_up();
            note(&messages, memory, caught_up);
            // Fails if the receiver is gone.
            let _ = answer.send(about(memory.learner()));
        });
        answered
    }

    fn actor(&self) -> &Actor<Memories> {
        self.0.actor.get_or_init(|| {
            let store = self.0.store.clone();
            Actor::start(move || Memories {
                othello: store.as_ref().map_or_else(Memory::nowhere, Memory::of),
                gomoku: store.as_ref().map_or_else(Memory::nowhere, Memory::of),
            })
        })
    }
}

/// Waits until finished games are saved, but not until the learner has learned from them.
impl Drop for Leaving {
    fn drop(&mut self) {
        let until = Instant::now() + LEAVING;
        for game in locked(&self.0).drain(..) {
            let left = until.saturating_duration_since(Instant::now());
            let _ = game.recv_timeout(left);
        }
    }
}
