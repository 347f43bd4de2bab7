//! A progress bar for long commands, and a function that writes their files.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use store::files::write_file;

use super::Failure;
use super::failure::cannot;
use words::say;

/// The interval between updates.
const REFRESH: Duration = Duration::from_millis(200);

/// The width of a full bar in characters.
const WIDTH: usize = 20;

/// Writes a file that the command line names.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_file(path, bytes).map_err(|error| cannot(say!("write"), path, error))
}

/// A progress bar on standard error, if that is a terminal.
pub struct Progress {
    what: String,
    unit: &'static str,
    total: usize,
    start: Instant,
    is_watched: bool,
    drawn: Option<Instant>,
    pub done: usize,
    /// The length of the longest line so far.
    longest: usize,
}

impl Progress {
    /// Starts a task of `total` units, such as games.
    pub fn new(what: impl Into<String>, unit: &'static str, total: usize) -> Progress {
        Progress {
            what: what.into(),
            unit,
            total,
            start: Instant::now(),
            is_watched: io::stderr().is_terminal(),
            drawn: None,
            done: 0,
            longest: 0,
        }
    }

    /// Shows the number of units done.
    pub fn show(&mut self, done: usize) {
        self.done = done;
        let is_due = self.drawn.is_none_or(|drawn| drawn.elapsed() >= REFRESH);
        if is_due && self.is_watched {
            self.draw();
        }
    }

    /// Like [`Progress::show`], with a new description.
    pub fn show_as(&mut self, what: String, done: usize) {
        self.what = what;
        self.show(done);
    }

    fn draw(&mut self) {
        let line = self.line(self.start.elapsed());
        self.drawn = Some(Instant::now());
        self.longest = self.longest.max(line.len());
        let _ = write!(io::stderr(), "\r{line:width$}", width = self.longest);
    }

    /// Formats a line such as `[##########..........] training: 50 of 100 games, 12.5/s, 0:04 left`.
    pub fn line(&self, elapsed: Duration) -> String {
        let Progress { what, unit, total, done, .. } = self;
        let full = WIDTH * done / total.max(&1);
        let (bar, rest) = ("#".repeat(full), ".".repeat(WIDTH - full));
        let line = say!("[{bar}{rest}] {what}: {done} of {total} {unit}", bar, rest, what, done, total, unit);
        if *done == 0 {
            return line;
        }
        let rate = *done as f64 / elapsed.as_secs_f64().max(0.001);
        let left = ((total - done) as f64 / rate).ceil() as u64;
        say!(
            "{line}, {rate}/s, {left}:{left_2} left",
            line,
            rate = format_args!("{:.1}", rate),
            left = left / 60,
            left_2 = format_args!("{:02}", left % 60)
        )
    }

    /// Shows the last count and ends the line.
    pub fn finish(mut self) {
        if self.is_watched {
            self.draw();
            let _ = writeln!(io::stderr());
        }
    }
}
