//! Work beside the program: a thread of its own. Where the system has no threads, `stacks.rs` stands here.

use std::num::NonZeroUsize;
use std::thread::{JoinHandle, available_parallelism, spawn};

/// Has work a thread of its own?
pub const HAS_THREADS: bool = true;

/// How many threads can work at once: one for each core.
pub fn threads() -> NonZeroUsize {
    available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Can anything go on beside the program?
pub fn is_possible() -> bool {
    true
}

/// Begins work beside the program. Its thread, where it has one that the end of the program may wait for.
pub fn start(work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    Some(spawn(work))
}

/// Lets others go on, where only one can at a time. Work that takes long calls this now and then.
pub fn breathe() {}
