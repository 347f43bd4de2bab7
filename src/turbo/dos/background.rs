//! Background tasks as threads. `background_page.rs` replaces this file where the system has no threads.

use std::num::NonZeroUsize;
use std::thread::{JoinHandle, available_parallelism, spawn};

/// True if background tasks are threads.
pub const HAS_THREADS: bool = true;

/// The number of threads that can run at once.
pub fn threads() -> NonZeroUsize {
    available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// True if background tasks can run at all.
pub fn is_available() -> bool {
    true
}

/// Starts a background task, and returns its thread if it has one.
pub fn start(work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    Some(spawn(work))
}

/// Lets other tasks run where only one can run at a time. Long tasks should call this often.
pub fn yield_now() {}
