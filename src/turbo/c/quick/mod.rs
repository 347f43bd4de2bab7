//! Fused fast-path opcodes, which account for most of a long run.
//!
//! Each fast step has the same index as the operation that it replaces, and may include the operations after
//! it. Unusual cases (uninitialized cells, overflows, bad indices, library calls) fall back to the plain
//! operation before anything has changed.

mod maker;
mod step;

use std::sync::Arc;

use super::code::{Code, FunctionCode, Op, UNSET};
use super::history::Call;
use super::memory::{DEEPEST, Memory, Tag};
use super::types::Kind;
use step::{FRAME, Form, FusedOp, Operand, Step, run};

/// The size, in cells, from which the plain operation must create a frame, because it counts the work.
const LARGE_FRAME: usize = 128;

/// The fast form of a program: a step per operation, and data for calls.
#[derive(Clone, Debug)]
pub(crate) struct Quick {
    all: Vec<Step>,
    functions: Vec<Option<Entry>>,
}

/// A function whose call only fills a frame with numbers and pointers.
#[derive(Clone, Debug)]
struct Entry {
    /// The first operation.
    at: u32,
    /// The number of cells in the frame.
    cells: usize,
    /// The tags of the variables.
    variables: Box<[Tag]>,
    /// The kinds of the parameters, with their offsets in the frame.
    parameters: Box<[(Kind, usize)]>,
}

impl Quick {
    pub(crate) fn new(code: &Code) -> Quick {
        Quick { all: maker::all(code), functions: code.functions.iter().map(Entry::of).collect() }
    }

    /// Builds a fast form that leaves some operations and stop points to the plain form.
    pub(crate) fn leaving(code: &Code, leaves: impl Fn(usize, Op) -> bool) -> Arc<Quick> {
        let mut rest = code.clone();
        for (_, op) in rest.ops.iter_mut().enumerate().filter(|(at, op)| leaves(*at, **op)) {
            // No fast step replaces this operation.
            *op = Op::ReturnNone;
        }
        Arc::new(Quick::new(&rest))
    }

    /// Runs fast steps until an unusual case or the step limit. Returns the next operation and the number of
    /// steps left. Memory may grow to `room` cells.
    pub(crate) fn run(
        &self,
        memory: &mut Memory,
        calls: &mut Vec<Call>,
        room: usize,
        (mut at, mut left): (usize, u64),
    ) -> (usize, u64) {
        loop {
            let frame = calls.last().map_or(0, |call| call.base as usize);
            // Spare cells stay behind the last frame until the fast steps end, so only the tags tell its end.
            let end = memory.tags.len();
            if memory.cells.len() < frame + FRAME {
                memory.cells.resize(frame + FRAME, UNSET);
            }
            (at, left) = run(&self.all, (&mut memory.cells, &memory.tags), (frame, end), (at, left));
            // If stop points precede the next operation, too few steps are left for them.
            let next = self.all.get(at).filter(|step| step.stops == 0);
            let goes_on = next.and_then(|step| match step.form {
                Form::Any(FusedOp::Call(to, first, function)) => {
                    let entry = self.functions[function as usize].as_ref();
                    let entry = entry.filter(|_| calls.len() < DEEPEST)?;
                    let call = Call {
                        function,
                        base: end as u32,
                        temporaries: (end + entry.variables.len()) as u32,
                        back: at as u32 + 1,
                        to: to.in_memory(frame) as u32,
                    };
                    entry.begin(memory, first.in_memory(frame), room - end.min(room))?;
                    calls.push(call);
                    Some(entry.at)
                }
                Form::Any(FusedOp::Return(value)) => leave(memory, calls, value.in_memory(frame)),
                _ => None,
            });
            let Some(next) = goes_on else {
                memory.cells.truncate(memory.tags.len());
                return (at, left);
            };
            at = next as usize;
        }
    }
}

impl Entry {
    fn of(function: &FunctionCode) -> Option<Entry> {
        let cells = function.cells() + function.temporaries;
        let mut end = 0;
        let parameters = function.parameters.iter().map(|(_, ty)| {
            end += ty.bytes();
            Some((ty.kind()?, end - ty.bytes()))
        });
        let parameters: Box<[(Kind, usize)]> = parameters.collect::<Option<_>>()?;
        let plain = function.named.is_none() && !parameters.iter().any(|(kind, _)| kind.is_real());
        Some(Entry {
            at: function.entry.filter(|_| plain && cells < LARGE_FRAME)?,
            cells,
            variables: function.tags.as_slice().into(),
            parameters,
        })
    }

    /// Pushes a frame, if memory allows and the arguments fit.
    fn begin(&self, memory: &mut Memory, first: usize, free: usize) -> Option<()> {
        let given = memory.cells.get(first..first + self.parameters.len())?;
        let mut pairs = given.iter().zip(&self.parameters);
        if self.cells > free || pairs.any(|(n, (kind, _))| kind.wrap(*n) != *n) {
            return None;
        }
        let base = memory.tags.len();
        let end = base + self.cells;
        memory.tags.extend_from_slice(&self.variables);
        memory.tags.resize(end, Tag::BYTE);
        memory.cells.resize(end.max(memory.cells.len()), UNSET);
        memory.cells[base..end].fill(UNSET);
        for (n, (_, at)) in self.parameters.iter().enumerate() {
            memory.cells[base + at] = memory.cells[first + n];
        }
        Some(())
    }
}

/// Pops the innermost call, unless it is the only one, and returns the operation to continue at.
fn leave(memory: &mut Memory, calls: &mut Vec<Call>, value: usize) -> Option<u32> {
    let value = *memory.cells.get(value).filter(|value| **value != UNSET)?;
    let call = *calls.last().filter(|_| calls.len() > 1)?;
    *memory.cells.get_mut(call.to as usize)? = value;
    memory.tags.truncate(call.base as usize);
    calls.pop();
    Some(call.back)
}
