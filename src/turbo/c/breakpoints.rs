//! Breakpoints: lines at which a program stops, optionally with a condition or a hit count.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::code::Code;
use super::evaluate::Expression;
use super::machine::{Machine, PIECES};
use super::message::Message;
use super::program::Program;
use super::quick::Quick;
use crate::dos::Console;
use words::say;

/// A line at which the program stops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breakpoint {
    /// The line, from 1.
    pub line: usize,
    /// A C expression; the program stops only if the expression is true. An empty string means always. An
    /// expression that fails or has no value counts as false.
    pub condition: String,
    /// The number of the hit at which the program stops, counted from the program's first step; 0 means every
    /// hit. A hit is a statement or condition that begins on the line while the breakpoint's condition holds.
    pub count: u64,
}

/// The cost of checking a condition: the work of 16 steps.
const CONDITION: usize = 16 * PIECES as usize;

struct State {
    breakpoint: Breakpoint,
    condition: Option<Expression>,
    times: u64,
    up_to: u64,
    found: Option<u64>,
}

impl State {
    fn stops(&mut self, machine: &mut Machine, console: &mut dyn Console) -> bool {
        let steps = machine.steps();
        if self.breakpoint.count > 0 && (self.found.is_some() || steps <= self.up_to) {
            return self.found == Some(steps);
        }
        if let Some(condition) = &mut self.condition {
            let outcome = condition.run(machine, 0, console);
            machine.worked(CONDITION);
            if !outcome.is_ok_and(|outcome| outcome.number.is_some_and(|n| n != 0)) {
                return false;
            }
        }
        self.times += 1;
        self.up_to = steps;
        let there = [0, self.times].contains(&self.breakpoint.count);
        if there && self.breakpoint.count > 0 {
            self.found = Some(steps);
        }
        there
    }

    fn is_counting(&self) -> bool {
        self.breakpoint.count > 0 && self.found.is_none()
    }
}

pub(crate) struct Breakpoints {
    states: BTreeMap<usize, State>,
    pub(crate) lines: BTreeSet<usize>,
    /// The line of the stop point at each operation; 0 for operations that are not stop points.
    line_at: Vec<u32>,
}

impl Breakpoints {
    pub(crate) fn new(program: &Program) -> Breakpoints {
        let code = program.code();
        let mut line_at = vec![0; code.ops.len()];
        for stop in &code.stops {
            line_at[stop.at as usize] = stop.line;
        }
        Breakpoints { states: BTreeMap::new(), lines: BTreeSet::new(), line_at }
    }

    pub(crate) fn line(&self, machine: &Machine) -> usize {
        self.line_at[machine.at] as usize
    }

    pub(crate) fn get(&self, line: usize) -> Option<&Breakpoint> {
        self.states.get(&line).map(|state| &state.breakpoint)
    }

    pub(crate) fn remove(&mut self, line: usize) -> bool {
        self.lines.remove(&line);
        self.states.remove(&line).is_some()
    }

    pub(crate) fn set(&mut self, breakpoint: Breakpoint, machine: &Machine) -> Result<(), Message> {
        let line = breakpoint.line;
        let mut stops = machine.program().code().stops.iter();
        let Some(stop) = stops.find(|stop| stop.line as usize == line) else {
            let text = say!("No statement begins on line {line}, so the program cannot stop there", line);
            return Err(Message::without_line(text));
        };
        let condition = match breakpoint.condition.trim() {
            "" => None,
            text => {
                let at = stop.at as usize;
                Some(Expression::condition(machine, stop.function, at, text)?)
            }
        };
        self.lines.insert(line);
        self.states.insert(line, State { breakpoint, condition, times: 0, up_to: 0, found: None });
        Ok(())
    }

    /// Counts any hit at the current stop point. Returns true if a breakpoint stops the program there.
    pub(crate) fn stop(&mut self, machine: &mut Machine, console: &mut dyn Console) -> bool {
        if self.states.is_empty() {
            return false;
        }
        let line = self.line(machine);
        self.states.get_mut(&line).is_some_and(|state| state.stops(machine, console))
    }

    /// Returns the fast form between stop points on the breakpoints' lines, and on one more line.
    pub(crate) fn between_lines(&self, code: &Code, line: usize) -> Arc<Quick> {
        Quick::leaving(code, |at, _| match self.line_at[at] as usize {
            0 => false,
            here => here == line || self.lines.contains(&here),
        })
    }

    /// Returns the last step up to which all hits are counted; `None` if no breakpoint is still counting.
    pub(crate) fn uncounted_from(&self) -> Option<u64> {
        let counting = self.states.values().filter(|state| state.is_counting());
        counting.map(|state| state.up_to).min()
    }

    pub(crate) fn mark_counted(&mut self, step: u64) {
        for set in self.states.values_mut().filter(|state| state.is_counting()) {
            set.up_to = set.up_to.max(step);
        }
    }

    /// Resets the counts that include hits after a step.
    pub(crate) fn forget(&mut self, step: u64) {
        for set in self.states.values_mut() {
            if set.up_to > step {
                (set.times, set.up_to, set.found) = (0, 0, None);
            }
        }
    }
}
