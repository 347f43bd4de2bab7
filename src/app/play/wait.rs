//! Waiting for what takes its time, while the window lives and Esc works.

use std::time::Duration;
use words::{say, told};

use super::writer::Reply;
use players::job::{Job, News};
use screen::frame::frame;
use screen::panel::{self, write};
use turbo::dos::bgi::BLACK;
use turbo::dos::{Console, Key, Quit, Screen};

/// How long nothing is said, in ms: most answers come at once.
const SILENT: u32 = 150;
/// How often one looks for the answer, in ms.
const LOOK: u32 = 5;
/// How long a script waits, which has no Esc to stop it.
const SCRIPT: Duration = Duration::from_secs(10);

/// How often one looks what the computer has found, in ms.
const LOOK_AT_JOB: u32 = 50;

/// The answer, or none when the user stops waiting with Esc. Meanwhile a box tells what is going on.
pub(crate) fn for_answer<T>(
    console: &mut dyn Console,
    what: &str,
    asked: &Reply<T>,
) -> Result<Option<T>, Quit> {
    let mut news = briefly(console, SILENT, asked)?;
    if matches!(news, News::NotYet) {
        let under = console.screen().clone();
        let screen = console.screen();
        frame(screen, 64, 176, 62, 1, "");
        write(screen, 80, 192, BLACK, told(what));
        panel::key_line(screen, &[("Esc", say!("Do not wait"))]);
        news = until_esc(console, LOOK, || asked.look(), |_| ())?;
        *console.screen() = under;
    }
    Ok(news.found())
}

/// The answer if it comes within so many ms. Keys wait in the keyboard buffer meanwhile.
pub(crate) fn briefly<T>(
    console: &mut dyn Console,
    ms: u32,
    asked: &Reply<T>,
) -> Result<News<T>, Quit> {
    if !console.real_time() {
        return Ok(asked.wait(SCRIPT).map_or(News::Done, News::Found));
    }
    let mut news = News::NotYet;
    until(console, ms, || {
        news = asked.look();
        !matches!(news, News::NotYet)
    })?;
    Ok(news)
}

/// The next thing that a job finds. Meanwhile this is shown; `NotYet` when the user stops waiting with Esc.
pub(crate) fn for_job<T: Send + 'static>(
    console: &mut dyn Console,
    job: &Job<T>,
    show: impl FnMut(&mut Screen),
) -> Result<News<T>, Quit> {
    until_esc(console, LOOK_AT_JOB, || job.look(), show)
}

fn until_esc<T>(
    console: &mut dyn Console,
    ms: u32,
    look: impl Fn() -> News<T>,
    mut show: impl FnMut(&mut Screen),
) -> Result<News<T>, Quit> {
    loop {
        match look() {
            News::NotYet => show(console.screen()),
            news => return Ok(news),
        }
        if console.key_within(ms)? == Some(Key::Esc) {
            return Ok(News::NotYet);
        }
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
