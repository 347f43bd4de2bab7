//! Detects changes of memory cells or of a pixel.

use std::ops::Range;

use super::code::UNSET;
use super::machine::Machine;
use crate::dos::Console;

enum What {
    Cells(Range<usize>),
    Pixel(i32, i32),
}

pub(crate) struct Watch {
    what: What,
    /// The call depth at which the object exists; 0 for one that always exists.
    depth: usize,
    held: Vec<i64>,
    /// Whether the search passed the beginning of the call that owns the object.
    pub(crate) born: bool,
}

impl Watch {
    pub(crate) fn pixel(x: i32, y: i32) -> Watch {
        Watch::new(What::Pixel(x, y), 0)
    }

    pub(crate) fn cells(cells: Range<usize>, machine: &Machine) -> Watch {
        let around = |call: &super::history::Call| call.base as usize <= cells.start;
        let depth = machine.calls.partition_point(around);
        Watch::new(What::Cells(cells), depth)
    }

    fn new(what: What, depth: usize) -> Watch {
        Watch {
            what,
            depth,
            held: Vec::new(),
            born: false,
        }
    }

    /// Records the current value.
    pub(crate) fn begin(&mut self, machine: &Machine, console: &mut dyn Console) {
        self.held.clear();
        match &self.what {
            What::Cells(cells) => match machine.memory.cells.get(cells.clone()) {
                Some(held) if machine.calls.len() >= self.depth => self.held.extend(held),
                _ => self.held.resize(cells.len(), UNSET),
            },
            What::Pixel(x, y) => {
                let looks = console.screen().looks(*x, *y);
                self.held.extend(looks.map(i64::from));
            }
        }
    }

    /// Whether the last step entered the call that owns the object.
    pub(crate) fn is_new(&self, machine: &Machine) -> bool {
        self.depth > 0 && machine.calls.len() == self.depth && machine.enters()
    }

    /// Whether the last step changed the object.
    pub(crate) fn changed(&mut self, machine: &Machine, console: &mut dyn Console) -> bool {
        if self.is_new(machine) {
            self.held.fill(UNSET);
            self.born = true;
        }
        let same = match &self.what {
            What::Cells(_) if machine.calls.len() < self.depth => true,
            What::Cells(cells) => {
                let now = machine.memory.cells.get(cells.clone());
                now.is_none_or(|now| now == self.held)
            }
            What::Pixel(x, y) => {
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
