//! Lines at which a program stops, under a condition or the n-th time.

use std::collections::{BTreeMap, BTreeSet};

use super::evaluate::Expression;
use super::machine::{Machine, PIECES};
use super::message::Message;
use super::program::Program;
use crate::dos::Console;
use words::say;

/// A line at which the program stops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breakpoint {
    /// The line, from 1.
    pub line: usize,
    /// It stops there only where this is true, and not where it has no value; empty for always.
    pub condition: String,
    /// It stops there only the n-th time, counted from the program's first step; 0 for every time. A time is each statement or
    /// condition that begins on the line, where the condition is true.
    pub count: u64,
}

/// What a condition takes, in pieces of work.
const CONDITION: usize = 16 * PIECES as usize;

struct Set {
    breakpoint: Breakpoint,
    condition: Option<Expression>,
    /// How often the program has come here up to this step, and the step at which it did for the n-th time.
    times: u64,
    up_to: u64,
    found: Option<u64>,
}

impl Set {
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

    /// Must it be known how often the program has come here?
    fn counts(&self) -> bool {
        self.breakpoint.count > 0 && self.found.is_none()
    }
}

pub(crate) struct Breakpoints {
    sets: BTreeMap<usize, Set>,
    pub(crate) lines: BTreeSet<usize>,
    /// The line of the stop at each operation; 0 where there is none.
    line_at: Vec<u32>,
}

impl Breakpoints {
    pub(crate) fn new(program: &Program) -> Breakpoints {
        let code = program.code();
        let mut line_at = vec![0; code.ops.len()];
        for stop in &code.stops {
            line_at[stop.at as usize] = stop.line;
        }
        Breakpoints {
            sets: BTreeMap::new(),
            lines: BTreeSet::new(),
            line_at,
        }
    }

    /// The line at which a machine stands still.
    pub(crate) fn line(&self, machine: &Machine) -> usize {
        self.line_at[machine.at] as usize
    }

    pub(crate) fn get(&self, line: usize) -> Option<&Breakpoint> {
        self.sets.get(&line).map(|set| &set.breakpoint)
    }

    pub(crate) fn remove(&mut self, line: usize) -> bool {
        self.lines.remove(&line);
        self.sets.remove(&line).is_some()
    }

    pub(crate) fn set(&mut self, breakpoint: Breakpoint, machine: &Machine) -> Result<(), Message> {
        let line = breakpoint.line;
        let mut stops = machine.program().code().stops.iter();
        let Some(stop) = stops.find(|stop| stop.line as usize == line) else {
            let text = say!("Nothing begins on line {line}: it cannot stop there", line);
            return Err(Message::complaint(text));
        };
        let condition = match breakpoint.condition.trim() {
            "" => None,
            text => {
                let at = stop.at as usize;
                Some(Expression::condition(machine, stop.function, at, text)?)
            }
        };
        self.lines.insert(line);
        let set = Set {
            breakpoint,
            condition,
            times: 0,
            up_to: 0,
            found: None,
        };
        self.sets.insert(line, set);
        Ok(())
    }

    /// Does the program stop where it has come to?
    pub(crate) fn stop(&mut self, machine: &mut Machine, console: &mut dyn Console) -> bool {
        if self.sets.is_empty() {
            return false;
        }
        let line = self.line(machine);
        let set = self.sets.get_mut(&line);
        set.is_some_and(|set| set.stops(machine, console))
    }

    /// From which step on the times have not been counted; `None` if none are to be.
    pub(crate) fn counted(&self) -> Option<u64> {
        let counting = self.sets.values().filter(|set| set.counts());
        counting.map(|set| set.up_to).min()
    }

    /// All times up to a step have been counted.
    pub(crate) fn have_counted(&mut self, step: u64) {
        for set in self.sets.values_mut().filter(|set| set.counts()) {
            set.up_to = set.up_to.max(step);
        }
    }

    /// Forgets what was counted behind a step.
    pub(crate) fn forget(&mut self, step: u64) {
        for set in self.sets.values_mut() {
            if set.up_to > step {
                (set.times, set.up_to, set.found) = (0, 0, None);
            }
        }
    }
}
