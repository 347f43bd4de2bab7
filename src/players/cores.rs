//! The number of search threads.

use std::num::NonZeroUsize;

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
