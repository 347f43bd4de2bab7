//! Detects changes of memory cells or of a pixel.

use std::ops::Range;

use super::code::UNSET;
use super::machine::Machine;
use crate::dos::Console;

enum Target {
    Cells(Range<usize>),
    Pixel(i32, i32),
}

pub(crate) struct Watch {
    target: Target,
    /// The call depth at which the object exists; 0 for one that always exists.
    depth: usize,
    held: Vec<i64>,
    /// True if the search passed the beginning of the call that owns the object.
    pub(crate) entered_scope: bool,
}

impl Watch {
    pub(crate) fn pixel(x: i32, y: i32) -> Watch {
        Watch::new(Target::Pixel(x, y), 0)
    }

    pub(crate) fn cells(cells: Range<usize>, machine: &Machine) -> Watch {
        let around = |call: &super::history::Call| call.base as usize <= cells.start;
        let depth = machine.calls.partition_point(around);
        Watch::new(Target::Cells(cells), depth)
    }

    fn new(target: Target, depth: usize) -> Watch {
        Watch { target, depth, held: Vec::new(), entered_scope: false }
    }

    pub(crate) fn begin(&mut self, machine: &Machine, console: &mut dyn Console) {
        self.held.clear();
        match &self.target {
            Target::Cells(cells) => match machine.memory.cells.get(cells.clone()) {
                Some(held) if machine.calls.len() >= self.depth => self.held.extend(held),
                _ => self.held.resize(cells.len(), UNSET),
            },
            Target::Pixel(x, y) => {
                self.held.extend(console.screen().looks(*x, *y).map(i64::from));
            }
        }
    }

    /// True if the last step entered the call that owns the object.
    pub(crate) fn is_entered(&self, machine: &Machine) -> bool {
        self.depth > 0 && machine.calls.len() == self.depth && machine.enters()
    }

    pub(crate) fn changed(&mut self, machine: &Machine, console: &mut dyn Console) -> bool {
        if self.is_entered(machine) {
            self.held.fill(UNSET);
            self.entered_scope = true;
        }
        let same = match &self.target {
            Target::Cells(_) if machine.calls.len() < self.depth => true,
            Target::Cells(cells) => {
                let now = machine.memory.cells.get(cells.clone());
                now.is_none_or(|now| now == self.held)
            }
            Target::Pixel(x, y) => {
                let looks = console.screen().looks(*x, *y).map(i64::from);
                self.held.first().copied() == looks
            }
        };
        if !same {
            self.begin(machine, console);
        }
        !same
    }
}
