//! The engines in conversation with another program: what the protocols leave to them, the clock and a thread that reads
//! standard input while the engine thinks.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::engine::gomoku;
use crate::engine::othello::{Board, Limits, Report, Searcher, evaluation::DISC};
use crate::games::othello::Position;
use crate::protocol::Answer;
use crate::protocol::gomocup::{self, Gomocup};
use crate::protocol::gtp::{self, Gtp};
use crate::protocol::nboard::{self, Found, NBoard};

use super::{Failure, print};

/// The size of the search's table, in megabytes.
const MEGABYTES: usize = 64;
/// How deep the engine looks by GTP when there are no clocks, in plies.
const DEPTH: u8 = 12;
/// By how many empty cells more than the depth the end of the game is played out, and looked to at all.
const ENDS: [u8; 2] = [4, 10];
/// What looks hopeless is left out: that is how the engine plays best.
const SELECTIVITY: u8 = 3;

/// The lines of standard input, read in a thread of its own, and how many of those that stop the thinking wait.
struct Lines {
    lines: Receiver<(String, Instant)>,
    stops: Arc<AtomicUsize>,
    stops_thinking: fn(&str) -> bool,
}

impl Lines {
    fn read(stops_thinking: fn(&str) -> bool) -> Lines {
        let (send, lines) = channel();
        let stops = Arc::new(AtomicUsize::new(0));
        let counted = stops.clone();
        std::thread::spawn(move || {
            for line in io::stdin().lock().split(b'\n') {
                let Ok(line) = line else { break };
                let line = String::from_utf8_lossy(&line).into_owned();
                counted.fetch_add(usize::from(stops_thinking(&line)), Ordering::Relaxed);
                if send.send((line, Instant::now())).is_err() {
                    return;
                }
            }
            // Nobody waits for an answer when the input has ended.
            counted.fetch_add(1, Ordering::Relaxed);
        });
        Lines {
            lines,
            stops,
            stops_thinking,
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
        Some((line, read))
    }

    /// Is there a line, or the end of the input, for which the thinking has to stop?
    fn stop(&self) -> bool {
        self.stops.load(Ordering::Relaxed) > 0
    }
}

fn othello_searcher() -> Searcher {
    Searcher::new(MEGABYTES)
        .with_selectivity(SELECTIVITY)
        .with_memory()
}

/// So deep, and to the end of the game from where it takes about as long to look there as so many plies.
fn limits(depth: u8, like: u8) -> Limits {
    let [exact_from, probable_from] = ENDS.map(|more| like.saturating_add(more));
    Limits {
        depth,
        exact_from,
        probable_from,
    }
}

/// `qipan engine nboard`: every line of NBoard's ends the thinking about the one before.
pub fn nboard() -> Result<(), Failure> {
    let lines = Lines::read(|line| !line.trim().is_empty());
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
    task: &nboard::Task,
    lines: &Lines,
) -> Result<(), Failure> {
    let began = Instant::now();
    let limits = limits(task.depth, task.depth);
    let stop = || lines.stop();
    let board = board(&task.position);
    let nodes = match task.hints {
        None => {
            let report = searcher.search(board, limits, &stop, &mut |_| ());
            if !lines.stop() {
                print(&nboard::chosen(
                    &found(&report),
                    began.elapsed().as_secs_f64(),
                ))?;
            }
            report.nodes
        }
        Some(hints) => {
            let mut printed = Ok(());
            let reports = searcher.values(board, limits, &stop, &mut |_, report| {
                if printed.is_ok() && !lines.stop() {
                    printed = print(&nboard::hint(&found(report)));
                }
            });
            printed?;
            // The best ones once more, so that they stand last.
            for report in reports.iter().take(hints).rev().filter(|_| !lines.stop()) {
                print(&nboard::hint(&found(report)))?;
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
    let lines = Lines::read(|line| line.split_whitespace().any(|word| word == "quit"));
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

fn think_for_gtp(searcher: &mut Searcher, task: &gtp::Task, lines: &Lines) -> Report {
    let until = task.ms.map(|ms| Instant::now() + Duration::from_millis(ms));
    let depth = if until.is_some() { 60 } else { DEPTH };
    let stop = || lines.stop() || until.is_some_and(|until| Instant::now() >= until);
    searcher.search(
        board(&task.position),
        limits(depth, DEPTH),
        &stop,
        &mut |_| (),
    )
}

/// `qipan engine gomocup`: STOP and END are obeyed while the engine thinks.
pub fn gomocup() -> Result<(), Failure> {
    let lines = Lines::read(|line| {
        let line = line.trim();
        line.eq_ignore_ascii_case("STOP") || line.eq_ignore_ascii_case("END")
    });
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
                let stop = || lines.stop() || Instant::now() >= until;
                let report =
                    searcher.search(&task.board, &gomoku::Limits::NONE, &stop, &mut |_| ());
                print(&gomocup::message(&report))?;
                print(&gomocup.played(&task, report.best, report.value))?;
            }
        }
    }
    Ok(())
}

/// The table may take half of the memory that a manager allows.
fn megabytes(task: &gomocup::Task) -> usize {
    match task.memory {
        None => MEGABYTES,
        Some(bytes) => MEGABYTES.min((bytes >> 21) as usize),
    }
}

fn board(position: &Position) -> Board {
    Board::new(&position.map, position.to_move)
}

fn found(report: &Report) -> Found {
    Found {
        line: report.line.clone(),
        value: report.value as f32 / DISC as f32,
        depth: report.depth,
        exact: report.exact,
    }
}
