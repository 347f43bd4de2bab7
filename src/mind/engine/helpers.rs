//! Helper threads of a search.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

/// Runs `lead` while each helper runs `help` on its own thread, until `lead` is done. Returns the result of
/// `lead` and the number of nodes that the helpers searched.
///
/// `help` gets a function that returns true when it must stop. If the system refuses to start a thread, the
/// search runs with fewer threads.
pub(super) fn search_with_helpers<H: Send, T>(
    helpers: impl Iterator<Item = H>,
    help: impl Fn(H, &dyn Fn() -> bool) -> u64 + Sync,
    lead: impl FnOnce() -> T,
) -> (T, u64) {
    let (done, help) = (&AtomicBool::new(false), &help);
    thread::scope(|scope| {
        let start = |helper| {
            let run = move || help(helper, &|| done.load(Relaxed));
            thread::Builder::new().spawn_scoped(scope, run).ok()
        };
        let running: Vec<_> = helpers.filter_map(start).collect();
        let result = lead();
        done.store(true, Relaxed);
        let nodes = running.into_iter().map(|helper| helper.join().expect("a search does not panic"));
        (result, nodes.sum())
    })
}
