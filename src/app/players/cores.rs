//! How many threads search.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

/// One for each core.
pub fn all() -> NonZeroUsize {
    available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// For work beside the window what is left when the window has one, and at least one. For work that a script waits for one, so that
/// the same seed gives the same moves.
pub(crate) fn of_work(beside: bool) -> NonZeroUsize {
    let left = NonZeroUsize::new(all().get() - 1).filter(|_| beside);
    left.unwrap_or(NonZeroUsize::MIN)
}
