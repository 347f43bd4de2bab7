//! `qipan engine`: runs an engine for another program. A thread reads standard input while the engine thinks.

use std::cell::Cell;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use games::gomoku::Rules;
use games::othello::Position;
use mind::engine::gomoku;
use mind::engine::othello::{Board, Limits, Report, Searcher, evaluation::DISC};
use players::cores;
use players::protocol::Answer;
use players::protocol::gomocup::{self, Gomocup};
use players::protocol::gtp::{self, Gtp};
use players::protocol::nboard::{self, NBoard, Variation};

use crate::commands::input::{self, LONGEST_LINE, Line};
use crate::commands::{Failure, complain, print};
use words::say;

/// The size of the transposition table, in megabytes.
const MEGABYTES: usize = 64;
/// The maximum size of the gomoku transposition table, in megabytes. An hour of searching does not fill it.
const MOST_MEGABYTES: usize = 4096;
/// The search depth in GTP without clocks, in plies.
const DEPTH: u8 = 12;
/// The number of empty cells above the search depth from which the endgame is searched exactly, and the
/// number from which it is searched selectively. They apply to depths up to [`DEEP`].
const ENDS: [u8; 2] = [4, 10];
/// Above this depth in plies, every second ply reduces [`ENDS`] by one: an additional empty cell multiplies
/// the cost by 2.3, an additional ply by 1.4.
const DEEP: u8 = 14;
/// The selectivity with which the engine plays best.
const SELECTIVITY: u8 = 4;

/// The number of unprocessed lines at which the reading thread blocks.
const WAITING: usize = 1000;

/// The maximum search time after the end of the input, because the other program may still read the answer or
/// may be gone.
const AFTER_THE_END: Duration = Duration::from_secs(1);

/// The lines of standard input, read by a thread, with counts of the unprocessed lines that interrupt a
/// search.
struct Lines {
    lines: Receiver<(String, Instant)>,
    stops: Arc<AtomicUsize>,
    /// The number of unprocessed lines that cancel the search and its answer.
    calls_off: Arc<AtomicUsize>,
    ended: Arc<OnceLock<Instant>>,
    stops_thinking: fn(&str) -> bool,
    calls_thinking_off: fn(&str) -> bool,
}

impl Lines {
    fn read(stops_thinking: fn(&str) -> bool, calls_thinking_off: fn(&str) -> bool) -> Lines {
        let (send, lines) = sync_channel(WAITING);
        let stops = Arc::new(AtomicUsize::new(0));
        let calls_off = Arc::new(AtomicUsize::new(0));
        let ended = Arc::new(OnceLock::new());
        let (counted, counted_off, end) = (stops.clone(), calls_off.clone(), ended.clone());
        std::thread::spawn(move || {
            for line in input::lines(io::stdin().lock()) {
                let line = match line {
                    Ok(Line::Text(line)) => line,
                    // No protocol has lines this long.
                    Ok(Line::TooLong) => {
                        let long = say!("a line of more than {LONGEST_LINE} bytes is left out", LONGEST_LINE);
                        complain(&long);
                        continue;
                    }
                    Err(_) => break,
                };
                // Count the cancellation first, so that a thread that sees the stop also sees the
                // cancellation.
                counted_off.fetch_add(usize::from(calls_thinking_off(&line)), Ordering::Release);
                counted.fetch_add(usize::from(stops_thinking(&line)), Ordering::Release);
                if send.send((line, Instant::now())).is_err() {
                    return;
                }
            }
            end.get_or_init(Instant::now);
        });
        Lines { lines, stops, calls_off, ended, stops_thinking, calls_thinking_off }
    }

    /// Returns the next line and the time when it was read.
    fn next(&self) -> Option<(String, Instant)> {
        let (line, read) = self.lines.recv().ok()?;
        self.stops.fetch_sub(usize::from((self.stops_thinking)(&line)), Ordering::Relaxed);
        self.calls_off.fetch_sub(usize::from((self.calls_thinking_off)(&line)), Ordering::Relaxed);
        Some((line, read))
    }

    /// True if an unprocessed line cancels the answer.
    fn called_off(&self) -> bool {
        self.calls_off.load(Ordering::Acquire) > 0
    }

    /// True if a search must stop, because an unprocessed line interrupts it or the input ended
    /// [`AFTER_THE_END`] ago.
    fn stop(&self, began: Instant) -> bool {
        let ended = self.ended.get();
        let stopped = self.stops.load(Ordering::Acquire) > 0;
        stopped || ended.is_some_and(|ended| began.max(*ended).elapsed() >= AFTER_THE_END)
    }
}

fn othello_searcher(threads: NonZeroUsize) -> Searcher {
    Searcher::new(MEGABYTES).with_threads(threads).with_selectivity(SELECTIVITY).with_memory()
}

/// Returns the limits for a search to a depth in plies. The exact endgame search begins as soon as it costs
/// about as much as a search to `like` plies.
fn limits(depth: u8, like: u8) -> Limits {
    let less = like.saturating_sub(DEEP) / 2;
    let [exact_from, probable_from] = ENDS.map(|more| like.saturating_add(more) - less);
    Limits { depth, exact_from, probable_from }
}

/// `qipan engine nboard`: a new question, position or depth interrupts the search.
pub(crate) fn nboard(threads: NonZeroUsize) -> Result<(), Failure> {
    let lines = Lines::read(nboard::stops_thinking, nboard::stops_thinking);
    let mut nboard = NBoard::default();
    let mut searcher = othello_searcher(threads);
    while let Some((line, _)) = lines.next() {
        match nboard.line(&line) {
            Answer::Nothing => {}
            Answer::Say(text) => print(&text)?,
            Answer::End(_) => break,
            Answer::Think(task) => think_for_nboard(&mut searcher, &task, &lines)?,
        }
    }
    Ok(())
}

fn think_for_nboard(searcher: &mut Searcher, task: &nboard::Request, lines: &Lines) -> Result<(), Failure> {
    let began = Instant::now();
    let limits = limits(task.depth, task.depth);
    let stop = || lines.stop(began);
    let board = board(&task.position);
    let nodes = match task.hints {
        None => {
            let report = searcher.search(board, limits, &stop, &mut |_| ());
            if !lines.called_off() {
                print(&nboard::chosen(&variation(&report), began.elapsed().as_secs_f64()))?;
            }
            report.nodes
        }
        Some(hints) => {
            let mut printed = Ok(());
            let reports = searcher.values(board, limits, &stop, &mut |reports| {
                for report in reports {
                    if printed.is_ok() && !lines.called_off() {
                        printed = print(&nboard::hint(&variation(report)));
                    }
                }
            });
            printed?;
            // Repeat the best moves, so that they come last.
            for report in reports.iter().take(hints).rev().filter(|_| !lines.called_off()) {
                print(&nboard::hint(&variation(report)))?;
            }
            reports.iter().map(|report| report.nodes).max().unwrap_or(0)
        }
    };
    print(&format!("nodestats {nodes} {:.3}", began.elapsed().as_secs_f64()))
}

/// `qipan engine gtp`: handles one command after another; only `quit` interrupts a search.
pub(crate) fn gtp(threads: NonZeroUsize) -> Result<(), Failure> {
    let lines = Lines::read(|line| line.split_whitespace().any(|word| word == "quit"), |_| false);
    let mut gtp = Gtp::default();
    let mut searcher = othello_searcher(threads);
    while let Some((line, _)) = lines.next() {
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
    // No limit if the time exceeds the clock's range.
    let until = until.and_then(|time| began.checked_add(time));
    let stop = || lines.stop(began) || until.is_some_and(|until| Instant::now() >= until);
    searcher.search(board(&task.position), limits(depth, DEPTH), &stop, &mut |_| ())
}

/// `qipan engine gomocup`: STOP and INFO end the search and play the move. A new game or position, END or the
/// end of the input cancels the move.
pub(crate) fn gomocup(threads: NonZeroUsize) -> Result<(), Failure> {
    let lines = Lines::read(gomocup::stops_thinking, gomocup::calls_off);
    let mut gomocup = Gomocup::default();
    let mut searcher = gomoku::Searcher::new(1);
    let mut made_for = (1, threads);
    while let Some((line, read)) = lines.next() {
        let answer = gomocup.line(&line);
        // Build the slow tables before the first move, for all rules, because a manager may set the rules
        // only after START.
        if gomocup.has_started() {
            Rules::ALL.into_iter().for_each(gomoku::prepare);
            let asked = gomocup.threads.map(|asked| asked.min(cores::all()));
            let wanted = (megabytes(gomocup.memory), asked.unwrap_or(threads));
            if wanted != made_for {
                searcher = gomoku::Searcher::new(wanted.0).with_threads(wanted.1);
                made_for = wanted;
            }
        }
        match answer {
            Answer::Nothing => {}
            Answer::Say(text) => print(&text)?,
            Answer::End(_) => break,
            Answer::Think(task) => {
                let report = think_for_gomocup(&mut searcher, &task, &lines, read);
                if lines.called_off() || lines.ended.get().is_some() {
                    continue;
                }
                print(&gomocup::message(&report))?;
                print(&gomocup.played(&task, report.best, report.value))?;
                gomocup.has_thought(read.elapsed());
            }
        }
    }
    Ok(())
}

/// Searches for a move. The time limit counts from `read`, the time at which the request was read.
fn think_for_gomocup(
    searcher: &mut gomoku::Searcher,
    task: &gomocup::Request,
    lines: &Lines,
    read: Instant,
) -> gomoku::Report {
    let until = read.checked_add(task.time);
    let enough = Cell::new(false);
    let stop = || {
        enough.get()
            || lines.stops.load(Ordering::Acquire) > 0
            || lines.ended.get().is_some()
            || until.is_some_and(|until| Instant::now() >= until)
    };
    let limits = gomoku::Limits { nodes: task.nodes.unwrap_or(u64::MAX), ..gomoku::Limits::NONE };
    let (mut best, mut stayed) = (None, 0);
    searcher.search(&task.board, &limits, &stop, &mut |report| {
        stayed = if best == Some(report.best) { stayed + 1 } else { 0 };
        best = Some(report.best);
        // A stable best move needs less time, a new one needs more. The next depth takes about as long as all
        // depths before it.
        let tenths = match stayed {
            0 => 10,
            1..4 => 7,
            4..8 => 5,
            _ => 4,
        };
        let spared = task.usual < task.time;
        enough.set(spared && read.elapsed() * 10 > task.usual * tenths);
    })
}

/// Returns the table size in megabytes: half of the manager's memory limit, but at most [`MOST_MEGABYTES`].
fn megabytes(memory: Option<u64>) -> usize {
    memory.map_or(MEGABYTES, |bytes| MOST_MEGABYTES.min((bytes >> 21) as usize))
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
