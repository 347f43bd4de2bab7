//! How many threads search.

use std::num::NonZeroUsize;

use turbo::dos::beside;

/// One for each core.
pub fn all() -> NonZeroUsize {
    beside::threads()
}

/// For work beside the window what is left when the window has one, and at least one; in a page they share one. For work that a script waits
/// for one, so that the same seed gives the same moves.
pub fn of_work(is_beside: bool) -> NonZeroUsize {
    let of_window = usize::from(beside::HAS_THREADS);
    let left = NonZeroUsize::new(all().get() - of_window).filter(|_| is_beside);
    left.unwrap_or(NonZeroUsize::MIN)
}
