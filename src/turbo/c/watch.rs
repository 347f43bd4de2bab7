//! Detects changes of memory cells or of a pixel.

use std::ops::Range;
use std::sync::Arc;

use super::code::{Element, Op, Pointer, Slot, Space, UNSET};
use super::machine::Machine;
use super::quick::Quick;
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

    /// Returns the fast form between the operations that could change the object or begin the call that owns
    /// it. No fast form can draw: it leaves library calls and memory outside the program to the plain form.
    pub(crate) fn between_writes(&self, machine: &Machine) -> Arc<Quick> {
        let code = machine.program().code();
        let Target::Cells(cells) = &self.target else { return machine.program().quick().clone() };
        let owner = self.depth.checked_sub(1).map(|n| machine.calls[n]);
        let is_owner = |function: u32| owner.is_some_and(|call| call.function == function);
        let is_watched = |at: usize, slot: Slot| match (slot.space(), owner) {
            (Space::Global, _) => cells.contains(&slot.number()),
            (Space::Local, Some(call)) => {
                cells.contains(&(call.base as usize + slot.number()))
                    && is_owner(code.stop_before(at).function)
            }
            _ => false,
        };
        let may_point_there = |pointer: Slot| match pointer.space() {
            Space::Constant => {
                let object = Pointer::unpack(code.constants[pointer.number()]);
                let first = object.base as usize;
                first < cells.end && cells.start < first + object.bytes as usize
            }
            _ => true,
        };
        let mut ops = code.ops.iter().enumerate();
        let is_result =
            ops.any(|(at, op)| matches!(*op, Op::Call(to, ..) | Op::CallAt(to, ..) if is_watched(at, to)));
        Quick::leaving(code, |at, mut op| match op {
            Op::Call(_, function, ..) => is_owner(function),
            Op::Return(_) => is_result,
            Op::Store(_, pointer, _) | Op::Put(_, Element { pointer, .. }, _) => may_point_there(pointer),
            _ => op.result().is_some_and(|to| is_watched(at, *to)),
        })
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
