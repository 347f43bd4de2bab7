//! The learners at the board, in a thread of their own.
//!
//! A memory can be busy for a second, when much is read or forgotten, and another program can hold its journal for any time. So one
//! thread has both memories and does what it is asked, one thing after the other. Whoever asks goes on at once and looks for the
//! answer between two keys.

use std::io;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};
use words::say;

use super::clerk::{Clerk, State};
use super::job::{Stop, wait_for};
use store::memory::{Finished, Memory, MemoryError};
use store::Store;
use mind::engine::othello::Board;
use mind::learner::gomoku::{ByEngine, Stones};
use mind::learner::{Effort, LearnedWeights, LearnerOf, Skill, Summary};
use turbo::dos::beside::HAS_THREADS;

/// How often a player who thinks looks whether it is still wanted.
const TICK: Duration = Duration::from_millis(1);

/// How long the end of the program waits for a game to be written that is to be learned. It takes milliseconds, unless the disk hangs.
const LEAVING: Duration = Duration::from_secs(5);

pub(super) struct Memories {
    pub(crate) othello: Memory<LearnedWeights>,
    pub(crate) gomoku: Memory<ByEngine>,
    messages: Messages,
}

impl State for Memories {
    /// What it learns takes a second now and then. The game that it learns from is safe before that.
    const AT_ONCE: bool = false;
}

type Of<S> = fn(&mut Memories) -> &mut Memory<S>;

/// Messages for the player. The lock is held only while one is added or taken.
#[derive(Clone, Default)]
struct Messages(Arc<Mutex<Vec<String>>>);

impl Messages {
    fn lock(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note<S: Skill>(&self, memory: &mut Memory<S>, done: Result<(), MemoryError>) {
        let mut messages = self.lock();
        messages.extend(memory.damaged());
        if let Err(why) = done {
            messages.push(say!("The learner cannot learn: {why}.", why));
        }
    }
}

/// What the thread answers, once it has come to it.
pub struct Pending<T> {
    from: Receiver<T>,
    answer: Option<T>,
}

impl<T> Pending<T> {
    /// The answer, if it is there already or this `waits` for it. `None` forever when the thread has failed.
    pub fn get(&mut self, waits: bool) -> Option<&T> {
        if self.answer.is_none() {
            self.answer = match waits {
                true => wait_for(&self.from, Duration::MAX),
                false => self.from.try_recv().ok(),
            };
        }
        self.answer.as_ref()
    }
}

/// Why the learner has no move to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMove {
    /// Its memory was not there in time.
    #[error("{}", say!("The learner cannot read its memory: another program holds it."))]
    Busy,
    /// Its thread has failed.
    #[error("{}", say!("The learner has stopped thinking."))]
    Failed,
}

/// The learners of both games that the windows' players share.
#[derive(Clone, Default)]
pub struct Learners(Arc<Shared>);

#[derive(Default)]
struct Shared {
    store: Option<Store>,
    /// Who has the memories, when they were asked for before.
    clerk: OnceLock<Clerk<Memories>>,
    messages: Messages,
    leaving: Leaving,
}

/// Games that are being written; each closes when its game is safe.
#[derive(Default)]
struct Leaving(Mutex<Vec<Receiver<()>>>);

impl Learners {
    /// The learners of this store. Those without one know nothing at first, and are forgotten when the program ends.
    pub fn of(store: &Store) -> Learners {
        Learners(Arc::new(Shared {
            store: Some(store.clone()),
            ..Shared::default()
        }))
    }

    /// The next message for the player.
    pub fn message(&self) -> Option<String> {
        self.0.messages.lock().pop()
    }

    /// What the learner of Othello knows now, to be shown.
    pub fn look(&self) -> Pending<Summary<Board>> {
        self.ask_about(|memories| &mut memories.othello, LearnerOf::summary)
    }

    /// The same of gomoku.
    pub fn look_at_gomoku(&self) -> Pending<Summary<Stones>> {
        self.ask_about(|memories| &mut memories.gomoku, LearnerOf::summary)
    }

    /// The number of the place where it drops its stone, or `None` when it has no move, or soon after `stop` is set.
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
        let answer = self.ask_about(of, move |learner| {
            learner.choose_until(position, Effort::PLAY, seed, &|| stopped.is_set())
        });
        let until = Instant::now() + Duration::from_millis(ms.into());
        loop {
            match answer.from.try_recv() {
                Ok(square) => return Ok(square),
                Err(TryRecvError::Disconnected) => return Err(NoMove::Failed),
                Err(TryRecvError::Empty) => sleep(TICK),
            }
            let stops = stop.is_set();
            if stops || Instant::now() >= until {
                unwanted.set();
                return if stops { Ok(None) } else { Err(NoMove::Busy) };
            }
        }
    }

    /// The game is written where the memory finds it, without waiting for the memory or its journal, and then learned. So it is safe in
    /// a moment, and the program can end long before it is learned: it is learned when the memory is read next.
    pub(super) fn learn<S: Skill>(&self, of: Of<S>, finished: Finished, beside: bool) {
        let (store, clerk) = (self.0.store.clone(), self.clerk().clone());
        let (safe, is_safe) = channel();
        let (done, is_done) = channel();
        let work = move || {
            let left = store.map(|store| finished.leave::<S>(&store));
            drop::<Sender<()>>(safe);
            clerk.order(move |memories| {
                let messages = memories.messages.clone();
                let memory = of(memories);
                let learned = learn_left(memory, finished, left);
                messages.note(memory, learned);
                let _ = done.send(());
            });
        };
        if beside && HAS_THREADS {
            self.0.leaving.lock().push(is_safe);
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
    ) -> Pending<T> {
        let (answer, answered) = channel();
        self.clerk().order(move |memories| {
            let messages = memories.messages.clone();
            let memory = of(memories);
            let caught_up = memory.catch_up();
            messages.note(memory, caught_up);
            // Whoever asked may be gone.
            let _ = answer.send(about(memory.learner()));
        });
        Pending {
            from: answered,
            answer: None,
        }
    }

    fn clerk(&self) -> &Clerk<Memories> {
        self.0.clerk.get_or_init(|| {
            let (store, messages) = (self.0.store.clone(), self.0.messages.clone());
            Clerk::start(move || Memories {
                othello: store.as_ref().map_or_else(Memory::nowhere, Memory::of),
                gomoku: store.as_ref().map_or_else(Memory::nowhere, Memory::of),
                messages,
            })
        })
    }
}

/// Learns a game that was left in the store; and one that could not be left, or where there is no store, as long as the program lives.
fn learn_left<S: Skill>(
    memory: &mut Memory<S>,
    Finished { moves, role, seed }: Finished,
    left: Option<io::Result<()>>,
) -> Result<(), MemoryError> {
    match left {
        Some(Ok(())) => memory.catch_up(),
        Some(Err(_)) | None => memory
            .learn(moves, role, false, Effort::PLAY, seed)
            .map(drop),
    }
}

impl Leaving {
    fn lock(&self) -> MutexGuard<'_, Vec<Receiver<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The window is gone. A game that was played to its end is written before the program ends, if the disk lets it; the thread is not
/// waited for.
impl Drop for Leaving {
    fn drop(&mut self) {
        let until = Instant::now() + LEAVING;
        for game in self.lock().drain(..) {
            let left = until.saturating_duration_since(Instant::now());
            let _ = game.recv_timeout(left);
        }
    }
}
