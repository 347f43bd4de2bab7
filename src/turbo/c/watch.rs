//! Something whose changes are looked for: cells of memory, or a pixel.

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
    /// How many calls there are while it exists; 0 if it always does.
    depth: usize,
    held: Vec<i64>,
    /// Has the call begun in which it exists?
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

    /// Notes what it is like where a machine stands.
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

    /// Has the last step made it exist, in another call than before?
    pub(crate) fn is_new(&self, machine: &Machine) -> bool {
        self.depth > 0 && machine.calls.len() == self.depth && machine.enters()
    }

    /// Did the last step change it?
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
