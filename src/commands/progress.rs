//! What commands that work for hours share: the progress that they show, and the file that they write.

use std::path::Path;
use std::time::Instant;

use crate::store::files::write_file;

use super::Failure;
use super::failure::{cannot, end_progress, is_watched, show_progress};

/// Writes a file that the command line names.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_file(path, bytes).map_err(|error| cannot("write", path, error))
}

/// The progress of a long task, on standard error: a bar that is redrawn on a terminal, otherwise a line for each tenth.
pub(super) struct Progress {
    what: String,
    unit: &'static str,
    total: usize,
    start: Instant,
    is_terminal: bool,
    /// When the bar was drawn last.
    drawn: Option<Instant>,
    /// How many tenths have been reported.
    tenths: usize,
}

impl Progress {
    /// How many characters a full bar has.
    const WIDTH: usize = 20;

    pub fn new(what: String, unit: &'static str, total: usize) -> Progress {
        Progress {
            what,
            unit,
            total,
            start: Instant::now(),
            is_terminal: is_watched(),
            drawn: None,
            tenths: 0,
        }
    }

    /// This many are done.
    pub fn show(&mut self, done: usize) {
        let due = match self.is_terminal {
            true => self
                .drawn
                .is_none_or(|drawn| drawn.elapsed().as_millis() >= 200),
            false => done * 10 / self.total > self.tenths,
        };
        if due {
            self.drawn = Some(Instant::now());
            self.tenths = done * 10 / self.total;
            self.draw(done);
        }
    }

    fn draw(&self, done: usize) {
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = done as f64 / seconds.max(0.001);
        let left = (self.total - done) as f64 / rate.max(0.001);
        let text = format!(
            "{}: {done} of {} {}, {rate:.0}/s, {}:{:02} left",
            self.what,
            self.total,
            self.unit,
            left as u64 / 60,
            left as u64 % 60
        );
        match self.is_terminal {
            true => {
                let full = Progress::WIDTH * done / self.total;
                let (full, rest) = ("#".repeat(full), ".".repeat(Progress::WIDTH - full));
                show_progress(&format!("[{full}{rest}] {text} "));
            }
            false => show_progress(&text),
        }
    }

    /// All are done.
    pub fn finish(mut self) {
        if self.is_terminal || self.tenths < 10 {
            self.draw(self.total);
            self.tenths = 10;
        }
        end_progress();
    }
}
