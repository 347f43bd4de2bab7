//! Waits for work in the background while the window stays responsive and Esc works.

use std::time::Duration;
use words::{say, translate};

use players::job::{Job, Poll, Reply};
use screen::frame::frame;
use screen::panel::{self, write};
use turbo::dos::bgi::BLACK;
use turbo::dos::{Console, Key, Quit, Screen};

/// The time before the box appears, in ms. Most answers arrive sooner.
const SILENT: u32 = 150;
/// The polling interval for the answer, in ms.
const LOOK: u32 = 5;
/// The maximum time to wait in a scripted run, where Esc does not stop the wait.
const SCRIPT: Duration = Duration::from_secs(10);

/// The polling interval for a job, in ms.
const LOOK_AT_JOB: u32 = 50;

/// Waits for the answer, with a box that describes the work. Returns `None` if the user stops waiting with
/// Esc.
pub(crate) fn for_answer<T>(
    console: &mut dyn Console,
    what: &str,
    asked: &Reply<T>,
) -> Result<Option<T>, Quit> {
    let mut news = briefly(console, SILENT, asked)?;
    if matches!(news, Poll::NotYet) {
        let under = console.screen().clone();
        let screen = console.screen();
        frame(screen, 64, 176, 62, 1, "");
        write(screen, 80, 192, BLACK, translate(what));
        panel::key_line(screen, &[("Esc", say!("Do not wait"))]);
        news = until_esc(console, LOOK, || asked.look(), |_| ())?;
        *console.screen() = under;
    }
    Ok(news.found())
}

/// Waits for the answer, for at most this many ms. Keys stay in the keyboard buffer.
pub(crate) fn briefly<T>(console: &mut dyn Console, ms: u32, asked: &Reply<T>) -> Result<Poll<T>, Quit> {
    if !console.real_time() {
        return Ok(asked.wait(SCRIPT).map_or(Poll::Done, Poll::Found));
    }
    let mut news = Poll::NotYet;
    until(console, ms, || {
        news = asked.look();
        !matches!(news, Poll::NotYet)
    })?;
    Ok(news)
}

/// Waits for the next result of a job and calls `show` meanwhile. Returns `NotYet` if the user stops waiting
/// with Esc.
pub(crate) fn for_job<T: Send + 'static>(
    console: &mut dyn Console,
    job: &Job<T>,
    show: impl FnMut(&mut Screen),
) -> Result<Poll<T>, Quit> {
    until_esc(console, LOOK_AT_JOB, || job.look(), show)
}

fn until_esc<T>(
    console: &mut dyn Console,
    ms: u32,
    look: impl Fn() -> Poll<T>,
    mut show: impl FnMut(&mut Screen),
) -> Result<Poll<T>, Quit> {
    loop {
        match look() {
            Poll::NotYet => show(console.screen()),
            news => return Ok(news),
        }
        if console.key_within(ms)? == Some(Key::Esc) {
            return Ok(Poll::NotYet);
        }
    }
}

/// Waits until the condition holds, for at most this many ms. Keys stay in the keyboard buffer.
pub(crate) fn until(console: &mut dyn Console, ms: u32, mut is_so: impl FnMut() -> bool) -> Result<(), Quit> {
    let end = console.now() + u64::from(ms);
    while !is_so() && console.now() < end {
        console.delay(LOOK)?;
    }
    Ok(())
}

/// Runs the work in a thread and waits for it as [`for_answer`] does.
pub(crate) fn for_work<T: Send + 'static>(
    console: &mut dyn Console,
    what: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>, Quit> {
    for_answer(console, what, &Reply::of(work))
}
