//! The number of threads, and work that all cores share.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use turbo::dos::background;

/// Returns one thread per core.
pub fn all() -> NonZeroUsize {
    background::threads()
}

/// Returns the number of threads for a search. In the background, it is one per core except the window's
/// core, and at least one. Otherwise it is one, so that the same seed gives the same moves.
pub fn of_work(is_beside: bool) -> NonZeroUsize {
    let of_window = usize::from(background::HAS_THREADS);
    let left = NonZeroUsize::new(all().get() - of_window).filter(|_| is_beside);
    left.unwrap_or(NonZeroUsize::MIN)
}

/// Calls `work` for each item on all cores. Returns the results in the order of the items.
pub fn on_all<I: Sync, T: Send>(items: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    let cores = all().get();
    // With one core, start no threads, because the system may not have any.
    if cores == 1 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            match items.get(n) {
                Some(item) => done.push((n, work(item))),
                None => return done,
            }
        }
    };
    let mut all: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores.min(items.len())).map(|_| scope.spawn(worker)).collect();
        let done = workers.into_iter();
        done.flat_map(|worker| worker.join().expect("the work does not panic")).collect()
    });
    all.sort_by_key(|(n, _)| *n);
    all.into_iter().map(|(_, result)| result).collect()
}
