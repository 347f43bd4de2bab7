
use std::collections::{BTreeMap, BTreeSet};

use crate::play::tutor::At;
use turbo::c::Breakpoint;

/// The state of the debugger while the user edits the text.
#[derive(Default)]
pub(super) struct Stepped {
    /// The debugged program.
    pub(super) at: Option<At>,
    /// The breakpoints by line.
    pub(super) breakpoints: BTreeMap<usize, Breakpoint>,
    pub(super) watches: Vec<String>,
}

impl Stepped {
    /// The line that runs next, if a program with this source is being debugged.
    pub(super) fn line(&self, source: &str) -> Option<usize> {
        let at = self.at.as_ref()?;
        let program = at.stepper.machine().program();
        program
            .source()
            .starts_with(source)
            .then(|| at.stepper.line())?
    }

    pub(super) fn toggle_breakpoint(&mut self, line: usize) {
        if self.breakpoints.remove(&line).is_none() {
            let plain = Breakpoint {
                line,
                ..Breakpoint::default()
            };
            self.breakpoints.insert(line, plain);
        }
    }

    pub(super) fn stops(&self) -> BTreeSet<usize> {
        self.breakpoints.keys().copied().collect()
    }

    /// Moves the breakpoints below a line, after `by` lines were inserted or deleted there.
    pub(super) fn shift(&mut self, line: usize, by: isize) {
        let moved = |(_, mut at): (usize, Breakpoint)| {
            if at.line > line {
                at.line = at.line.saturating_add_signed(by).max(1);
            }
            (at.line, at)
        };
        let breakpoints = std::mem::take(&mut self.breakpoints);
        self.breakpoints = breakpoints.into_iter().map(moved).collect();
    }
}
