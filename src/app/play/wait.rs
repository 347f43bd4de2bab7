//! Waiting for what takes its time, while the window lives and Esc works.

use std::time::Duration;

use super::writer::Reply;
use crate::players::job::News;
use crate::screen::frame::frame;
use crate::screen::panel::{self, write};
use turbo::dos::bgi::BLACK;
use turbo::dos::{Console, Key, Quit};

/// How long nothing is said, in ms: most answers come at once.
const SILENT: u32 = 150;
/// How often one looks for the answer, in ms.
const LOOK: u32 = 5;
/// How long a script waits, which has no Esc to stop it.
const SCRIPT: Duration = Duration::from_secs(10);

/// The answer, or none when the user stops waiting with Esc. Meanwhile a box tells what is going on.
pub(crate) fn for_answer<T>(
    console: &mut dyn Console,
    what: &str,
    asked: &Reply<T>,
) -> Result<Option<T>, Quit> {
    if !console.real_time() {
        return Ok(asked.wait(SCRIPT));
    }
    if let Some(found) = silently(console, SILENT, asked)? {
        return Ok(found);
    }
    let under = console.screen().clone();
    let screen = console.screen();
    frame(screen, 64, 176, 62, 1, "");
    write(screen, 80, 192, BLACK, what);
    panel::key_line(screen, &[("Esc", "Do not wait")]);
    let answer = loop {
        if let Some(answer) = look(asked) {
            break answer;
        }
        if console.key_within(LOOK)? == Some(Key::Esc) {
            break None;
        }
    };
    *console.screen() = under;
    Ok(answer)
}

/// The answer if it comes within so many ms. Keys wait in the keyboard buffer meanwhile.
pub(crate) fn briefly<T>(
    console: &mut dyn Console,
    ms: u32,
    asked: &Reply<T>,
) -> Result<Option<T>, Quit> {
    match console.real_time() {
        true => Ok(silently(console, ms, asked)?.flatten()),
        false => Ok(asked.wait(SCRIPT)),
    }
}

/// The outer option is empty when nothing has come within so many ms, the inner one when nothing will come.
fn silently<T>(
    console: &mut dyn Console,
    ms: u32,
    asked: &Reply<T>,
) -> Result<Option<Option<T>>, Quit> {
    let mut found = None;
    until(console, ms, || {
        found = look(asked);
        found.is_some()
    })?;
    Ok(found)
}

fn look<T>(asked: &Reply<T>) -> Option<Option<T>> {
    match asked.look() {
        News::Found(answer) => Some(Some(answer)),
        News::Done => Some(None),
        News::NotYet => None,
    }
}

/// Shows the screen until this is so, or so many ms have passed. Keys wait in the keyboard buffer meanwhile.
pub(crate) fn until(
    console: &mut dyn Console,
    ms: u32,
    mut is_so: impl FnMut() -> bool,
) -> Result<(), Quit> {
    let end = console.now() + u64::from(ms);
    while !is_so() && console.now() < end {
        console.delay(LOOK)?;
    }
    Ok(())
}

/// What this work finds in a thread of its own, or none as above.
pub(crate) fn for_work<T: Send + 'static>(
    console: &mut dyn Console,
    what: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>, Quit> {
    for_answer(console, what, &Reply::of(work))
}
