//! Breakpoints with a condition and a count.

use std::collections::BTreeMap;

use super::scene_view::SceneView;
use crate::play::dialog;
use crate::play::session::Session;
use turbo::c::Breakpoint;
use turbo::dos::Quit;
use words::say;

impl SceneView {
    /// Replaces all breakpoints and watches. Lines without code get no breakpoint.
    pub(crate) fn take(&mut self, breakpoints: &BTreeMap<usize, Breakpoint>, watches: &[String]) {
        for line in self.stepper.lines().clone() {
            self.stepper.remove_breakpoint(line);
        }
        let refused = breakpoints.values().filter_map(|breakpoint| {
            let set = self.stepper.set_breakpoint(breakpoint.clone());
            set.err().map(|message| dialog::sentence(&message.text))
        });
        self.note = refused.last().or(self.note.take());
        self.watches = watches.to_vec();
    }

    /// Returns the current breakpoints and watches.
    pub(crate) fn kept(&self) -> (BTreeMap<usize, Breakpoint>, Vec<String>) {
        let lines = self.stepper.lines().iter();
        let set = lines.filter_map(|line| Some((*line, self.stepper.breakpoint(*line)?.clone())));
        (set.collect(), self.watches.clone())
    }

    /// Toggles the breakpoint on the cursor's line.
    pub(super) fn toggle_breakpoint(&mut self) {
        if !self.stepper.remove_breakpoint(self.line) {
            let breakpoint = Breakpoint { line: self.line, ..Breakpoint::default() };
            let set = self.stepper.set_breakpoint(breakpoint);
            self.noted(set);
        }
    }

    /// Asks for the condition and the count of the breakpoint on the cursor's line.
    pub(super) fn ask_when_to_stop(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let console = &mut session.console;
        let line = self.line;
        let set = self.stepper.breakpoint(line).cloned().unwrap_or_default();
        let title = say!("Stop on line {line} only if", line);
        let hint =
            say!("A C expression such as n == 3 or Map[row][col] != 0. Leave it empty to stop always.");
        let condition = dialog::ask_text(console, &title, &set.condition, hint, say!("Next"))?;
        let Some(condition) = condition else {
            return Ok(());
        };
        let times = match set.count {
            0 => String::new(),
            count => count.to_string(),
        };
        let title = say!("Pass count for line {line}", line);
        let hint = say!(
            "3 stops the third time the line is reached with the condition true. Leave it empty to stop every time."
        );
        let Some(typed) = dialog::ask_text(console, &title, &times, hint, say!("Set"))? else {
            return Ok(());
        };
        match typed.trim().parse() {
            Err(_) if !typed.trim().is_empty() => {
                self.note = Some(say!("The pass count must be a number.").to_string());
            }
            count => {
                let (condition, count) = (condition.trim().to_string(), count.unwrap_or(0));
                let breakpoint = Breakpoint { line, condition, count };
                let set = self.stepper.set_breakpoint(breakpoint);
                self.noted(set);
            }
        }
        Ok(())
    }

    /// Describes the condition and the count of the breakpoint on the cursor's line, if the program is on
    /// another line.
    pub(super) fn stops_here(&self) -> Option<String> {
        let Breakpoint { line, condition, count } = self.stepper.breakpoint(self.line)?;
        let is_plain = condition.is_empty() && *count == 0;
        if is_plain || self.stepper.line().is_none_or(|at| at == *line) {
            return None;
        }
        Some(match (condition.as_str(), count) {
            ("", _) => say!("It stops on line {line} at pass {count}.", line, count),
            (condition, 0) => say!("It stops on line {line} if {condition}.", line, condition),
            (condition, _) => {
                say!("It stops on line {line} at pass {count} of {condition}.", line, count, condition)
            }
        })
    }
}
