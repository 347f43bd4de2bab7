//! The program that the user debugs while the editor is open.

use std::collections::{BTreeMap, BTreeSet};

use crate::play::tutor::SceneView;
use lessons::text::Text;
use turbo::c::Breakpoint;

/// The state of the debugger while the user edits the text.
#[derive(Default)]
pub(super) struct Stepped {
    /// The debugged program.
    pub(super) view: Option<SceneView>,
    /// The breakpoints by line.
    pub(super) breakpoints: BTreeMap<usize, Breakpoint>,
    pub(super) watches: Vec<String>,
}

impl Stepped {
    /// Returns the line that runs next, if a program with this source is being debugged.
    pub(super) fn line(&self, source: &Text) -> Option<usize> {
        let view = self.view.as_ref()?;
        let program = view.stepper.machine().program();
        program.source().starts_with(&source.text()).then(|| view.stepper.line())?
    }

    pub(super) fn stops(&self) -> BTreeSet<usize> {
        self.breakpoints.keys().copied().collect()
    }

    /// Moves the breakpoints below a line by `by` lines, after lines were inserted or deleted there.
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
