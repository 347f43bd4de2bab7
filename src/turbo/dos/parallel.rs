//! Work on several threads, with results in order.

use std::collections::BTreeMap;
use std::iter::from_fn;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use super::background;

/// Calls a function for each number below `count`, and passes the results to `tell` in order. Each thread
/// calls `worker` once to create its own function, and ends when that returns `None`.
///
/// With one thread, or where the system starts no others, the current thread does the work.
pub fn in_order<T: Send, W: FnMut(usize) -> Option<T>>(
    count: usize,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    mut tell: impl FnMut(T),
) {
    let next = &AtomicUsize::new(0);
    let results = &|| {
        let mut work = worker();
        from_fn(move || {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n < count { Some((n, work(n)?)) } else { None }
        })
    };
    let (send, receive) = sync_channel(threads.max(1));
    thread::scope(|scope| {
        let begins = |_: &usize| {
            let send = send.clone();
            // The receiver outlives the threads.
            let all = move || results().for_each(|result| drop(send.send(result)));
            thread::Builder::new().spawn_scoped(scope, all).is_ok()
        };
        let others = if threads > 1 { threads.min(count) } else { 0 };
        if (0..others).filter(begins).count() == 0 {
            return results().for_each(|(_, result)| tell(result));
        }
        drop(send);
        let (mut told, mut early) = (0, BTreeMap::new());
        while let Some((n, result)) = wait_for(&receive, Duration::MAX) {
            early.insert(n, result);
            while let Some(result) = early.remove(&told) {
                tell(result);
                told += 1;
            }
        }
    });
}

/// Waits for a value. Returns `None` if the sender is gone or `longest` has passed.
pub fn wait_for<T>(from: &Receiver<T>, longest: Duration) -> Option<T> {
    if background::HAS_THREADS {
        return from.recv_timeout(longest).ok();
    }
    // Sleep between polls, so that the sender can run.
    let until = Instant::now().checked_add(longest);
    loop {
        match from.try_recv() {
            Ok(sent) => return Some(sent),
            Err(TryRecvError::Empty) if until.is_none_or(|until| Instant::now() < until) => sleep(TICK),
            Err(_) => return None,
        }
    }
}

/// The polling interval.
const TICK: Duration = Duration::from_millis(5);
