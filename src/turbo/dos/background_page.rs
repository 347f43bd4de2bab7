//! Background tasks in a browser page, where the program has no threads of its own. Each task has its own
//! stack, and only one task runs at a time. Only searches can use threads, if the page may share memory with
//! them.
//!
//! The browser can suspend one call into the program and resume another one (JSPI). So the program resumes
//! when a task [yields](yield_now), and a task resumes when the program waits for a key. The browser saves
//! only its own part of a suspended call; the stack in memory belongs to the program, and the page sets the
//! stack pointer when it resumes a call.

use std::cell::Cell;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The functions that the page provides.
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// True if the page can suspend the program.
        pub(super) safe fn can_suspend() -> bool;
        /// The number of threads for searches.
        pub(super) safe fn helpers() -> usize;
        /// Makes the page call [`run_next_task`](super::run_next_task) soon, on the stack that ends at this
        /// address and grows down.
        pub(super) safe fn start_task(top: usize);
        /// Handles events and runs other tasks.
        pub(super) safe fn yield_now();
    }
}

/// True if background tasks are threads.
pub const HAS_THREADS: bool = false;

/// The size of a task's stack in bytes, equal to the size of the program's own stack.
const STACK: usize = 1 << 20;
/// The time that a task runs before it yields.
const SLICE: Duration = Duration::from_millis(8);

/// A stack, aligned to 16 bytes.
type Stack = Box<[u128]>;
type Work = Box<dyn FnOnce() + Send>;

/// The tasks that have not started.
static WAITING: Mutex<VecDeque<(Work, Stack)>> = Mutex::new(VecDeque::new());
/// The stacks of finished tasks.
static FREE: Mutex<Vec<Stack>> = Mutex::new(Vec::new());

thread_local! {
    static YIELDED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// The number of threads that can run at once, including the program's own thread. Starting another thread
/// may still fail.
pub fn threads() -> NonZeroUsize {
    NonZeroUsize::MIN.saturating_add(page::helpers())
}

/// True if background tasks can run at all.
pub fn is_available() -> bool {
    page::can_suspend()
}

/// Starts a background task, or runs it at once if the page cannot suspend the program. Always returns
/// `None`, because the task has no thread.
pub fn start(work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    if !page::can_suspend() {
        work();
        return None;
    }
    let free = FREE.lock().ok()?.pop();
    let stack = free.unwrap_or_else(|| vec![0; STACK / size_of::<u128>()].into_boxed_slice());
    let top = stack.as_ptr_range().end as usize;
    WAITING.lock().ok()?.push_back((Box::new(work), stack));
    page::start_task(top);
    None
}

/// Runs the task that has waited longest. The page calls this on the task's stack.
#[unsafe(no_mangle)]
extern "C" fn run_next_task() {
    let next = WAITING.lock().ok().and_then(|mut waiting| waiting.pop_front());
    if let Some((work, stack)) = next {
        work();
        // No other task runs before this function returns.
        if let Ok(mut free) = FREE.lock() {
            free.push(stack);
        }
    }
}

/// Lets other tasks run where only one can run at a time. Long tasks should call this often.
pub fn yield_now() {
    let is_early = |yielded: Instant| yielded.elapsed() < SLICE;
    if !YIELDED.get().is_some_and(is_early) {
        page::yield_now();
        YIELDED.set(Some(Instant::now()));
    }
}
