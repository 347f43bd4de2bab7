//! Background work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};
use turbo::dos::background;
use turbo::dos::parallel::wait_for;
use words::say;

/// A flag that asks background work to stop.
#[derive(Debug, Default)]
pub struct Stop(AtomicBool);

impl Stop {
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true if the work should stop. On systems without threads, this also lets other work run for a
    /// moment.
    pub fn is_set(&self) -> bool {
        background::yield_now();
        self.0.load(Ordering::Relaxed)
    }
}

/// Background work that sends its results one by one. When the job is dropped, the work is asked to stop.
pub struct Job<T> {
    found: Receiver<T>,
    stop: Arc<Stop>,
    thread: Option<JoinHandle<()>>,
}

impl<T> std::fmt::Debug for Job<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(say!("Job"))
    }
}

/// The result of [`Job::look`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Poll<T> {
    Found(T),
    NotYet,
    /// The work has ended, so no more results will come.
    Done,
}

impl<T> Poll<T> {
    pub fn found(self) -> Option<T> {
        match self {
            Poll::Found(thing) => Some(thing),
            Poll::NotYet | Poll::Done => None,
        }
    }
}

impl<T: Send + 'static> Job<T> {
    /// Starts work in the background. If `beside` is false or there are no threads, does the work before
    /// returning. The work gets a stop flag, and a function that sends a result.
    pub fn start(beside: bool, work: impl FnOnce(&Stop, &mut dyn FnMut(T)) + Send + 'static) -> Job<T> {
        let (send, found) = channel();
        let stop = Arc::new(Stop::default());
        let stopped = stop.clone();
        let run = move || {
            work(&stopped, &mut |thing| {
                // Fails if the job has been dropped.
                let _ = send.send(thing);
            });
        };
        let thread = match beside {
            true => background::start(run),
            false => {
                run();
                None
            }
        };
        Job { found, stop, thread }
    }

    /// Starts work that gets a function to poll, which returns true when the work should stop. Work that is
    /// not in the background should also stop after `ms` milliseconds.
    pub fn within(
        beside: bool,
        ms: u32,
        work: impl FnOnce(&(dyn Fn() -> bool + Sync), &mut dyn FnMut(T)) + Send + 'static,
    ) -> Job<T> {
        let until = Instant::now() + Duration::from_millis(ms.into());
        let somebody_waits = !(beside && background::is_available());
        Job::start(beside, move |stop, tell| {
            let late = || somebody_waits && Instant::now() >= until;
            work(&|| stop.is_set() || late(), tell);
        })
    }

    /// Returns the next result without waiting.
    pub fn look(&self) -> Poll<T> {
        poll(&self.found)
    }
}

fn poll<T>(from: &Receiver<T>) -> Poll<T> {
    match from.try_recv() {
        Ok(thing) => Poll::Found(thing),
        Err(TryRecvError::Empty) => Poll::NotYet,
        Err(TryRecvError::Disconnected) => Poll::Done,
    }
}

/// The pending answer to a request.
pub struct Reply<T>(Receiver<T>);

impl<T> Reply<T> {
    /// Returns a reply, and the sender of its answer.
    pub fn pending() -> (Sender<T>, Reply<T>) {
        let (send, asked) = channel();
        (send, Reply(asked))
    }

    /// Returns a reply whose answer is known already.
    pub fn known(answer: T) -> Reply<T> {
        let (send, asked) = Reply::pending();
        let _ = send.send(answer);
        asked
    }

    /// Runs the work in a thread of its own where the platform has threads. The thread may hang on a file
    /// forever; nothing waits for it to end.
    pub fn of(work: impl FnOnce() -> T + Send + 'static) -> Reply<T>
    where
        T: Send + 'static,
    {
        let (send, asked) = Reply::pending();
        background::start(move || {
            // The receiver may be gone.
            let _ = send.send(work());
        });
        asked
    }

    /// Returns the answer if it has arrived, without waiting.
    pub fn look(&self) -> Poll<T> {
        poll(&self.0)
    }

    /// Waits for the answer. Returns `None` if the thread fails or the time runs out.
    pub fn wait(&self, longest: Duration) -> Option<T> {
        wait_for(&self.0, longest)
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.stop.set();
        if let Some(thread) = self.thread.take() {
            let mut ending = ENDING.lock().unwrap_or_else(PoisonError::into_inner);
            ending.retain(|thread| !thread.is_finished());
            ending.push(thread);
        }
    }
}

/// The threads of dropped jobs. They end soon, and only [`end_all`] waits for them.
static ENDING: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// Waits for the threads of dropped jobs, for example those that end engines. Waits for at most `longest`.
pub fn end_all(longest: Duration) {
    let until = Instant::now() + longest;
    let ending = std::mem::take(&mut *ENDING.lock().unwrap_or_else(PoisonError::into_inner));
    while !ending.iter().all(JoinHandle::is_finished) && Instant::now() < until {
        sleep(TICK);
    }
}

/// The polling interval.
const TICK: Duration = Duration::from_millis(5);
