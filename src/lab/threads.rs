//! Parallel work.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use app::commands::progress::Progress;

/// Calls a function for each number below `count`, in parallel, and returns the results in order. Each thread
/// calls `worker` once to create its own function. The results must not depend on which thread computes them.
pub(crate) fn in_threads<T: Send, W: FnMut(usize) -> T>(
    count: usize,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    progress: Option<&mut Progress>,
) -> Vec<T> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let (mut work, mut found) = (worker(), Vec::new());
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= count {
                return found;
            }
            found.push((n, work(n)));
            done.fetch_add(1, Ordering::Relaxed);
        }
    };
    let mut all: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        if let Some(progress) = progress {
            progress.watch(&done, || workers.iter().all(|worker| worker.is_finished()));
        }
        let found = workers.into_iter().map(|worker| worker.join());
        found.flat_map(|found| found.expect("a thread that works does not panic")).collect()
    });
    all.sort_unstable_by_key(|(n, _)| *n);
    all.into_iter().map(|(_, found)| found).collect()
}
