//! How many threads search.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

/// One for each core.
pub fn all() -> NonZeroUsize {
    available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// What is left when the window has one, and at least one.
pub fn beside_the_window() -> NonZeroUsize {
    NonZeroUsize::new(all().get() - 1).unwrap_or(NonZeroUsize::MIN)
}
