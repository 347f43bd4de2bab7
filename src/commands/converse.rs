//! The engines in conversation with another program: what the protocols leave to them, the clock and a thread that reads
//! standard input while the engine thinks.

use std::io::{self, BufRead};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::engine::gomoku;
use crate::engine::othello::{Board, Limits, Report, Searcher, evaluation::DISC};
use crate::games::othello::Position;
use crate::protocol::Answer;
use crate::protocol::gomocup::{self, Gomocup};
use crate::protocol::gtp::{self, Gtp};
use crate::protocol::nboard::{self, NBoard, Variation};

use super::{Failure, print};

/// The size of the search's table, in megabytes.
const MEGABYTES: usize = 64;
/// How deep the engine looks by GTP when there are no clocks, in plies.
const DEPTH: u8 = 12;
/// How many empties more than the depth there may be for the end of the game to be played out, and for the probable end to be
/// looked for.
const ENDS: [u8; 2] = [4, 10];
/// What looks hopeless is left out: that is how the engine plays best.
const SELECTIVITY: u8 = 3;

/// For how long the engine goes on thinking when its input has ended: whoever sent the question may still read the answer, or may
/// be gone.
const AFTER_THE_END: Duration = Duration::from_secs(1);

/// The lines of standard input, read in a thread of its own, and how many of those that stop the thinking wait.
struct Lines {
    lines: Receiver<(String, Instant)>,
    stops: Arc<AtomicUsize>,
    /// How many of these wait for which nobody wants an answer any more.
    calls_off: Arc<AtomicUsize>,
    /// When the input ended.
    ended: Arc<OnceLock<Instant>>,
    stops_thinking: fn(&str) -> bool,
    calls_thinking_off: fn(&str) -> bool,
}

impl Lines {
    fn read(stops_thinking: fn(&str) -> bool, calls_thinking_off: fn(&str) -> bool) -> Lines {
        let (send, lines) = channel();
        let stops = Arc::new(AtomicUsize::new(0));
        let calls_off = Arc::new(AtomicUsize::new(0));
        let ended = Arc::new(OnceLock::new());
        let (counted, counted_off, end) = (stops.clone(), calls_off.clone(), ended.clone());
        std::thread::spawn(move || {
            for line in io::stdin().lock().split(b'\n') {
                let Ok(line) = line else { break };
                let line = String::from_utf8_lossy(&line).into_owned();
                // In this order: whoever sees the stop knows whether it calls the thinking off.
                counted_off.fetch_add(usize::from(calls_thinking_off(&line)), Ordering::Release);
                counted.fetch_add(usize::from(stops_thinking(&line)), Ordering::Release);
                if send.send((line, Instant::now())).is_err() {
                    return;
                }
            }
            end.get_or_init(Instant::now);
        });
        Lines {
            lines,
            stops,
            calls_off,
            ended,
            stops_thinking,
            calls_thinking_off,
        }
    }

    fn next(&self) -> Option<String> {
        Some(self.next_with_time()?.0)
    }

    /// The next line, and when it was read.
    fn next_with_time(&self) -> Option<(String, Instant)> {
        let (line, read) = self.lines.recv().ok()?;
        self.stops
            .fetch_sub(usize::from((self.stops_thinking)(&line)), Ordering::Relaxed);
        self.calls_off.fetch_sub(
            usize::from((self.calls_thinking_off)(&line)),
            Ordering::Relaxed,
        );
        Some((line, read))
    }

    /// Is there a line after which nobody wants the answer to the one before?
    fn called_off(&self) -> bool {
        self.calls_off.load(Ordering::Acquire) > 0
    }

    /// Does the thinking that began then have to stop: for a line, or because the input has ended long enough ago?
    fn stop(&self, began: Instant) -> bool {
        let ended = self.ended.get();
        let stopped = self.stops.load(Ordering::Acquire) > 0;
        stopped || ended.is_some_and(|ended| began.max(*ended).elapsed() >= AFTER_THE_END)
    }
}

fn othello_searcher() -> Searcher {
    Searcher::new(MEGABYTES)
        .with_selectivity(SELECTIVITY)
        .with_memory()
}

/// This many plies deep, and to the end of the game from where that takes about as long as searching `like` plies.
fn limits(depth: u8, like: u8) -> Limits {
    let [exact_from, probable_from] = ENDS.map(|more| like.saturating_add(more));
    Limits {
        depth,
        exact_from,
        probable_from,
    }
}

/// `qipan engine nboard`: a new question, position or depth ends the thinking about the one before.
pub fn nboard() -> Result<(), Failure> {
    let lines = Lines::read(nboard::stops_thinking, nboard::stops_thinking);
    let mut nboard = NBoard::default();
    let mut searcher = othello_searcher();
    while let Some(line) = lines.next() {
        match nboard.line(&line) {
            Answer::Nothing => {}
            Answer::Say(text) => print(&text)?,
            Answer::End(_) => break,
            Answer::Think(task) => think_for_nboard(&mut searcher, &task, &lines)?,
        }
    }
    Ok(())
}

fn think_for_nboard(
    searcher: &mut Searcher,
    task: &nboard::Request,
    lines: &Lines,
) -> Result<(), Failure> {
    let began = Instant::now();
    let limits = limits(task.depth, task.depth);
    let stop = || lines.stop(began);
    let board = board(&task.position);
    let nodes = match task.hints {
        None => {
            let report = searcher.search(board, limits, &stop, &mut |_| ());
            if !lines.called_off() {
                print(&nboard::chosen(
                    &variation(&report),
                    began.elapsed().as_secs_f64(),
                ))?;
            }
            report.nodes
        }
        Some(hints) => {
            let mut printed = Ok(());
            let reports = searcher.values(board, limits, &stop, &mut |_, report| {
                if printed.is_ok() && !lines.called_off() {
                    printed = print(&nboard::hint(&variation(report)));
                }
            });
            printed?;
            // The best ones once more, so that they stand last.
            for report in reports
                .iter()
                .take(hints)
                .rev()
                .filter(|_| !lines.called_off())
            {
                print(&nboard::hint(&variation(report)))?;
            }
            reports.iter().map(|report| report.nodes).max().unwrap_or(0)
        }
    };
    print(&format!(
        "nodestats {nodes} {:.3}",
        began.elapsed().as_secs_f64()
    ))
}

/// `qipan engine gtp`: one command after the other; only `quit` is obeyed while the engine thinks.
pub fn gtp() -> Result<(), Failure> {
    let lines = Lines::read(
        |line| line.split_whitespace().any(|word| word == "quit"),
        |_| false,
    );
    let mut gtp = Gtp::default();
    let mut searcher = othello_searcher();
    while let Some(line) = lines.next() {
        match gtp.line(&line) {
            Answer::Nothing => {}
            Answer::Say(text) => print(&text)?,
            Answer::End(text) => return print(&text),
            Answer::Think(task) => {
                let report = think_for_gtp(&mut searcher, &task, &lines);
                if let Some(cell) = report.best {
                    print(&gtp.played(&task, cell))?;
                }
            }
        }
    }
    Ok(())
}

fn think_for_gtp(searcher: &mut Searcher, task: &gtp::Request, lines: &Lines) -> Report {
    let began = Instant::now();
    let depth = if task.ms.is_some() { 60 } else { DEPTH };
    let until = task.ms.map(Duration::from_millis);
    // A clock that runs for ages is none.
    let until = until.and_then(|time| began.checked_add(time));
    let stop = || lines.stop(began) || until.is_some_and(|until| Instant::now() >= until);
    searcher.search(
        board(&task.position),
        limits(depth, DEPTH),
        &stop,
        &mut |_| (),
    )
}

/// `qipan engine gomocup`: STOP and INFO end the thinking, and the move is played. A new game or position and END call it off.
pub fn gomocup() -> Result<(), Failure> {
    let lines = Lines::read(gomocup::stops_thinking, gomocup::calls_off);
    let mut gomocup = Gomocup::default();
    let mut searcher: Option<gomoku::Searcher> = None;
    while let Some((line, read)) = lines.next_with_time() {
        match gomocup.line(&line) {
            Answer::Nothing => {}
            Answer::Say(text) => print(&text)?,
            Answer::End(_) => break,
            Answer::Think(task) => {
                let searcher =
                    searcher.get_or_insert_with(|| gomoku::Searcher::new(megabytes(&task)));
                // The time runs from when the line was there, not from when the engine came to it.
                let until = read + task.time;
                let began = Instant::now();
                let stop = || lines.stop(began) || Instant::now() >= until;
                let report =
                    searcher.search(&task.board, &gomoku::Limits::NONE, &stop, &mut |_| ());
                if lines.called_off() {
                    continue;
                }
                print(&gomocup::message(&report))?;
                print(&gomocup.played(&task, report.best, report.value))?;
            }
        }
    }
    Ok(())
}

/// The table may take half of the memory that a manager allows.
fn megabytes(task: &gomocup::Request) -> usize {
    match task.memory {
        None => MEGABYTES,
        Some(bytes) => MEGABYTES.min((bytes >> 21) as usize),
    }
}

fn board(position: &Position) -> Board {
    Board::new(&position.map, position.to_move)
}

fn variation(report: &Report) -> Variation {
    Variation {
        line: report.line.clone(),
        value: report.value as f32 / DISC as f32,
        depth: report.depth,
        exact: report.exact,
    }
}
