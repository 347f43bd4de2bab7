//! Work that goes on beside the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::JoinHandle;

/// Work that tells what it finds, one thing after the other. It stops when this is dropped.
pub struct Job<T> {
    found: Receiver<T>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl<T> std::fmt::Debug for Job<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Job")
    }
}

/// What [`Job::look`] sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen<T> {
    /// The next thing that was found.
    Found(T),
    /// Nothing yet.
    Nothing,
    /// Nothing, and nothing will come: the work is done.
    Done,
}

impl<T: Send + 'static> Job<T> {
    /// Begins: in a thread of its own when that is `beside` the program, else it is done when this returns. The work is
    /// handed a flag that is set when nobody wants it any more, and where to put what it finds.
    pub fn start(
        beside: bool,
        work: impl FnOnce(&AtomicBool, &mut dyn FnMut(T)) + Send + 'static,
    ) -> Job<T> {
        let (send, found) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let run = move || {
            work(&stopped, &mut |thing| {
                // Nobody looks any more when the job was dropped meanwhile.
                let _ = send.send(thing);
            });
        };
        let thread = match beside {
            true => Some(std::thread::spawn(run)),
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

    /// What was found next, without waiting for it.
    pub fn look(&self) -> Seen<T> {
        match self.found.try_recv() {
            Ok(thing) => Seen::Found(thing),
            Err(TryRecvError::Empty) => Seen::Nothing,
            Err(TryRecvError::Disconnected) => Seen::Done,
        }
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // What it uses, another program for one, is to have ended before this program does.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
