//! Failures for tests: each call of the store to the file system can be made the one that fails.

use std::cell::Cell;
use std::io;

/// How a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is an error, and does nothing. Later calls work.
    Error,
    /// The same, but a call that writes has written half.
    Torn,
    /// It and all that follow are errors, as if the program ended there; a call that writes has written half.
    End,
    /// The process ends there, without a word.
    Death,
}

#[derive(Clone, Copy)]
struct Plan {
    fault: Fault,
    at: u64,
    calls: u64,
}

thread_local! {
    static PLAN: Cell<Option<Plan>> = const { Cell::new(None) };
}

/// Does this with the call of this number failing in this thread, the first being 0. What it comes to, and how many calls were made.
pub fn with<T>(fault: Fault, at: u64, act: impl FnOnce() -> T) -> (T, u64) {
    let calls = 0;
    PLAN.set(Some(Plan { fault, at, calls }));
    let result = act();
    let plan = PLAN.take();
    (result, plan.map_or(0, |plan| plan.calls))
}

/// A call to the file system begins.
pub(super) fn pass() -> io::Result<()> {
    let Some(plan) = PLAN.get() else {
        return Ok(());
    };
    let calls = plan.calls + 1;
    PLAN.set(Some(Plan { calls, ..plan }));
    let strikes = plan.calls == plan.at;
    match plan.fault {
        Fault::Death if strikes => std::process::abort(),
        Fault::Error | Fault::Torn if strikes => Err(io::Error::other("a fault of the test")),
        Fault::End if plan.calls >= plan.at => Err(io::Error::other("the end of the test")),
        _ => Ok(()),
    }
}

/// Has the call that has just failed written half?
pub(super) fn tears() -> bool {
    PLAN.get().is_some_and(|plan| match plan.fault {
        Fault::Error | Fault::Death => false,
        Fault::Torn | Fault::End => plan.calls == plan.at + 1,
    })
}
