//! Work that goes on beside the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};
use turbo::dos::beside;
use words::say;

/// Work is told here that nobody wants it any more.
#[derive(Debug, Default)]
pub struct Stop(AtomicBool);

impl Stop {
    /// Nobody wants it any more.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Does nobody want it any more? Where there are no threads, whoever could say so goes on meanwhile.
    pub fn is_set(&self) -> bool {
        beside::breathe();
        self.0.load(Ordering::Relaxed)
    }
}

/// Work that tells what it finds, one thing after the other. It stops when this is dropped.
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

/// What [`Job::look`] finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News<T> {
    /// The next thing that was found.
    Found(T),
    NotYet,
    /// Nothing more will come: the work is done.
    Done,
}

impl<T> News<T> {
    /// What was found, if anything was.
    pub fn found(self) -> Option<T> {
        match self {
            News::Found(thing) => Some(thing),
            News::NotYet | News::Done => None,
        }
    }
}

impl<T: Send + 'static> Job<T> {
    /// Begins: `beside` the program where that is possible, else it is done when this returns. The work is handed what tells it to stop,
    /// and where to put what it finds.
    pub fn start(
        beside: bool,
        work: impl FnOnce(&Stop, &mut dyn FnMut(T)) + Send + 'static,
    ) -> Job<T> {
        let (send, found) = channel();
        let stop = Arc::new(Stop::default());
        let stopped = stop.clone();
        let run = move || {
            work(&stopped, &mut |thing| {
                // Nobody looks any more when the job was dropped meanwhile.
                let _ = send.send(thing);
            });
        };
        let thread = match beside {
            true => beside::start(run),
            false => {
                run();
                None
            }
        };
        Job {
            found,
            stop,
            thread,
        }
    }

    /// The same, for work that asks whether to stop. What is not done `beside` the program stops after so many ms as well.
    pub fn within(
        beside: bool,
        ms: u32,
        work: impl FnOnce(&(dyn Fn() -> bool + Sync), &mut dyn FnMut(T)) + Send + 'static,
    ) -> Job<T> {
        let until = Instant::now() + Duration::from_millis(ms.into());
        let somebody_waits = !(beside && beside::is_possible());
        Job::start(beside, move |stop, tell| {
            let late = || somebody_waits && Instant::now() >= until;
            work(&|| stop.is_set() || late(), tell);
        })
    }

    /// What was found next, without waiting for it.
    pub fn look(&self) -> News<T> {
        match self.found.try_recv() {
            Ok(thing) => News::Found(thing),
            Err(TryRecvError::Empty) => News::NotYet,
            Err(TryRecvError::Disconnected) => News::Done,
        }
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

/// The threads of work that nobody wants any more. They end soon, and nobody waits for them but the [end](end_all) of the program.
static ENDING: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// The program ends. What it uses, another program for one, is to have ended before it does, but it waits no longer than this.
pub fn end_all(longest: Duration) {
    let until = Instant::now() + longest;
    let ending = std::mem::take(&mut *ENDING.lock().unwrap_or_else(PoisonError::into_inner));
    while !ending.iter().all(JoinHandle::is_finished) && Instant::now() < until {
        sleep(TICK);
    }
}

/// Waits for what somebody beside the program sends. `None` when nobody will, or after so long.
pub fn wait_for<T>(from: &Receiver<T>, longest: Duration) -> Option<T> {
    if beside::HAS_THREADS {
        return from.recv_timeout(longest).ok();
    }
    // Whoever sends goes on while this sleeps.
    let until = Instant::now().checked_add(longest);
    loop {
        match from.try_recv() {
            Ok(sent) => return Some(sent),
            Err(TryRecvError::Empty) if until.is_none_or(|until| Instant::now() < until) => {
                sleep(TICK);
            }
            Err(_) => return None,
        }
    }
}

/// How often one looks whether somebody has sent something, and the end of the program whether all have ended.
const TICK: Duration = Duration::from_millis(5);
