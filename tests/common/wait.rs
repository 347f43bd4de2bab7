//! Waiting for what other threads and programs do.

use std::thread::sleep;
use std::time::{Duration, Instant};

/// Polls until this is so, for at most 30 seconds.
#[track_caller]
pub fn wait_until(is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < Duration::from_secs(30), "it never happens");
        sleep(Duration::from_millis(5));
    }
}
