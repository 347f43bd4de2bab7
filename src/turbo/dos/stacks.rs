//! Work beside the program in a page, where it has no thread of its own: each work has a stack, and one of them runs at a time. Only a search
//! may be helped by threads, where the page may share memory with them.
//!
//! The browser can suspend a call of the program and go on with another (JSPI). So the program goes on when work [breathes](breathe), and
//! work when the program waits for a key. A suspended call keeps what WebAssembly itself knows of it, but the part of the stack that lies in
//! memory is ours: the page sets its pointer whenever it goes on with another call.

use std::cell::Cell;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What the page does for work beside the program.
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Can it suspend the program?
        pub(super) safe fn suspends() -> bool;
        /// How many threads can help.
        pub(super) safe fn helpers() -> usize;
        /// Soon calls [`go_on_beside`](super::go_on_beside) on the stack in memory that begins here and grows down.
        pub(super) safe fn beside(top: usize);
        /// Does what has come meanwhile: keys, time that is up, other work.
        pub(super) safe fn breathe();
    }
}

/// Has work a thread of its own?
pub const HAS_THREADS: bool = false;

/// The size of a stack, as the linker makes the program's own.
const STACK: usize = 1 << 20;
/// How long work goes on before others may.
const SLICE: Duration = Duration::from_millis(8);

/// So that it begins at a multiple of 16 bytes.
type Stack = Box<[u128]>;
type Work = Box<dyn FnOnce() + Send>;

/// The work that has not begun yet.
static WAITING: Mutex<VecDeque<(Work, Stack)>> = Mutex::new(VecDeque::new());
/// Stacks whose work is done.
static FREE: Mutex<Vec<Stack>> = Mutex::new(Vec::new());

thread_local! {
    static BREATHED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// How many threads can work at once: the program's own, and those that help. A thread that is asked for may still be denied.
pub fn threads() -> NonZeroUsize {
    NonZeroUsize::MIN.saturating_add(page::helpers())
}

/// Can anything go on beside the program?
pub fn is_possible() -> bool {
    page::suspends()
}

/// Begins work beside the program, or does it at once where nothing can go on beside it. The end of the program waits for none.
pub fn start(work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    if !page::suspends() {
        work();
        return None;
    }
    let free = FREE.lock().ok()?.pop();
    let stack = free.unwrap_or_else(|| vec![0; STACK / size_of::<u128>()].into_boxed_slice());
    let top = stack.as_ptr_range().end as usize;
    WAITING.lock().ok()?.push_back((Box::new(work), stack));
    page::beside(top);
    None
}

/// The page goes on here, on the stack of the work that has waited longest.
#[unsafe(no_mangle)]
extern "C" fn go_on_beside() {
    let next = WAITING
        .lock()
        .ok()
        .and_then(|mut waiting| waiting.pop_front());
    if let Some((work, stack)) = next {
        work();
        // Nothing else runs before this returns.
        if let Ok(mut free) = FREE.lock() {
            free.push(stack);
        }
    }
}

/// Lets others go on, where only one can at a time. Work that takes long calls this now and then.
pub fn breathe() {
    let is_early = |breathed: Instant| breathed.elapsed() < SLICE;
    if !BREATHED.get().is_some_and(is_early) {
        page::breathe();
        BREATHED.set(Some(Instant::now()));
    }
}
