//! `qipan engine gomocup`: the engine as another program's player. This is the part with the clock and the thread: it reads
//! lines while the search runs, so that END and STOP are obeyed at once.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use lexopt::prelude::*;
use qipan::engine::gomoku::{Limits, Searcher};
use qipan::protocol::gomocup::{Answer, Gomocup, Task};

use super::{Failure, print, usage};

/// The transposition table's size where the manager sets no limit.
const TABLE_MEGABYTES: usize = 64;

/// `qipan engine PROTOCOL`.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let mut protocol = None;
    while let Some(arg) = args.next()? {
        match arg {
            Value(name) if protocol.is_none() => protocol = Some(name.string()?),
            arg => return Err(arg.unexpected().into()),
        }
    }
    match protocol.as_deref() {
        Some("gomocup") => gomocup(),
        Some(name) => Err(usage(format!(
            "no protocol is named '{}'; there is gomocup",
            name.escape_debug()
        ))),
        None => Err(usage("engine needs a protocol: gomocup")),
    }
}

/// What the thread that reads standard input tells the one that thinks.
#[derive(Default)]
struct Heard {
    /// STOPs that were read and not yet dealt with.
    stops: AtomicUsize,
    /// END was read, or the input has ended.
    end: AtomicBool,
}

fn gomocup() -> Result<(), Failure> {
    let heard = Arc::new(Heard::default());
    let lines = read(Arc::clone(&heard));
    let mut gomocup = Gomocup::default();
    let mut searcher: Option<Searcher> = None;
    for (line, read_at) in lines {
        if line.trim().eq_ignore_ascii_case("STOP") {
            heard.stops.fetch_sub(1, Ordering::Relaxed);
        }
        match gomocup.line(&line) {
            Answer::Nothing => {}
            Answer::Say(text) => print(&text)?,
            Answer::End => return Ok(()),
            Answer::Think(task) => {
                let searcher = searcher.get_or_insert_with(|| Searcher::new(megabytes(&task)));
                let until = read_at + task.time;
                let stop = || {
                    heard.stops.load(Ordering::Relaxed) > 0
                        || heard.end.load(Ordering::Relaxed)
                        || Instant::now() >= until
                };
                let report = searcher.search(&task.board, &Limits::NONE, &stop, &mut |_| ());
                let depth = report.depth;
                print(&format!(
                    "MESSAGE depth {depth} value {} nodes {}",
                    report.value, report.nodes
                ))?;
                print(&gomocup.played(&task, report.best, report.value))?;
            }
        }
    }
    Ok(())
}

/// The table may take half of the memory that is allowed.
fn megabytes(task: &Task) -> usize {
    match task.memory {
        None => TABLE_MEGABYTES,
        Some(bytes) => TABLE_MEGABYTES.min((bytes >> 21) as usize),
    }
}

/// Reads standard input line by line in a thread of its own, with the time at which each was read.
fn read(heard: Arc<Heard>) -> Receiver<(String, Instant)> {
    let (send, lines) = channel();
    std::thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n') {
            let Ok(line) = line else { break };
            let line = String::from_utf8_lossy(&line).into_owned();
            match line.trim() {
                word if word.eq_ignore_ascii_case("STOP") => {
                    heard.stops.fetch_add(1, Ordering::Relaxed);
                }
                word if word.eq_ignore_ascii_case("END") => {
                    heard.end.store(true, Ordering::Relaxed);
                }
                _ => {}
            }
            if send.send((line, Instant::now())).is_err() {
                break;
            }
        }
        heard.end.store(true, Ordering::Relaxed);
    });
    lines
}
