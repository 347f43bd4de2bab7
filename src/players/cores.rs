//! The number of threads, and work that all cores share.

use std::num::NonZeroUsize;

use turbo::dos::background;
pub use turbo::dos::parallel::in_order;

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
    let mut results = Vec::new();
    in_order(items.len(), all().get(), || |n: usize| Some(work(&items[n])), |result| results.push(result));
    results
}
