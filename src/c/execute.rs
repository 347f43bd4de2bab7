//! The operations, one after the other.

use super::calls::{Trouble, World};
use super::code::{Code, Op, Pointer, UNSET};
use super::expr::{Binary, reckon};
use super::history::Call;
use super::machine::Machine;
use super::message::Severity;
use super::types::Kind;
use super::value::Stop;
use crate::dos::Console;

/// Turbo C's stack would have been full before.
const DEEPEST: usize = 8000;
/// More elements than these are not kept of a step.
const MOST_TOUCHED: usize = 1024;
const MOST_WARNINGS: usize = 100;

impl Machine {
    /// Begins a call whose arguments are on the stack.
    pub(super) fn enter(
        &mut self,
        number: usize,
        arguments: usize,
        back: usize,
    ) -> Result<(), &'static str> {
        let function = &self.program.code().functions[number];
        let base = self.memory.top;
        if self.calls.len() >= DEEPEST
            || base + function.cells + arguments > self.memory.cells.len()
        {
            return Err("Stack overflow!");
        }
        let first = self.stack.len() - arguments;
        self.memory.cells[base..base + function.cells].fill(UNSET);
        for (n, (value, (_, ty))) in self
            .stack
            .drain(first..)
            .zip(&function.parameters)
            .enumerate()
        {
            self.memory.cells[base + n] = ty.kind().unwrap_or(Kind::Int).wrap(value);
        }
        self.memory.top = base + function.cells;
        self.calls.push(Call {
            function: number as u32,
            base: base as u32,
            back: back as u32,
            operands: first as u32,
        });
        if let Some(history) = &mut self.memory.history
            && self.calls.len() > 1
        {
            history.entered();
        }
        self.at = function.entry.unwrap_or(0) as usize;
        Ok(())
    }

    /// Ends the innermost call. Its cells and the operands that wait for its value can be brought back.
    fn leave(&mut self) {
        let Some(call) = self.calls.pop() else { return };
        let base = call.base as usize;
        if let Some(history) = &mut self.memory.history {
            for cell in base..self.memory.top {
                if self.memory.cells[cell] != UNSET {
                    history.cell(cell, self.memory.cells[cell]);
                }
            }
            history.left(call);
        }
        self.memory.top = base;
        self.at = call.back as usize;
    }

    /// Runs so many steps; `again` if they were made before.
    pub(super) fn execute(
        &mut self,
        code: &Code,
        console: &mut dyn Console,
        mut limit: u64,
        again: bool,
    ) -> Result<Stop, Trouble> {
        if self.calls.is_empty() {
            return Ok(Stop::Over);
        }
        let ops = &code.ops[..];
        // Where a fault is told from is known at each stop, and behind each call.
        let mut at = self.at;
        let keeps = self.memory.history.is_some();
        let mut base = self.calls.last().map_or(0, |call| call.base as usize);
        macro_rules! pop {
            () => {
                self.stack.pop().unwrap_or(0)
            };
        }
        macro_rules! push {
            ($value:expr) => {{
                let value = $value;
                self.stack.push(value);
            }};
        }
        macro_rules! two {
            (|$a:ident, $b:ident| $result:expr) => {{
                let $b = pop!();
                let $a = pop!();
                push!($result);
            }};
        }
        macro_rules! touch {
            ($pointer:expr, $written:expr) => {
                if keeps && $pointer.cells > 1 && self.touched.len() < MOST_TOUCHED {
                    self.touched.push(($pointer, $written));
                }
            };
        }
        loop {
            let op = ops[at];
            match op {
                Op::Stop(_) => {
                    self.at = at;
                    if limit == 0 {
                        return Ok(Stop::At);
                    }
                    limit -= 1;
                    self.steps += 1;
                    if let Some(history) = &mut self.memory.history {
                        history.mark(at as u32, self.stack.len());
                        self.touched.clear();
                    }
                    self.branch = None;
                }
                Op::Push(n) => push!(n),
                Op::Drop => drop(self.stack.pop()),
                Op::Dup => {
                    let top = self.stack.last().copied().unwrap_or(0);
                    push!(top);
                }
                Op::Local(slot) => {
                    let value = self.memory.cells[base + slot as usize];
                    push!(if value == UNSET {
                        self.unset(base + slot as usize)
                    } else {
                        value
                    });
                }
                Op::Global(cell) => push!(self.memory.cells[cell as usize]),
                Op::SetLocal(slot, kind) => {
                    let value = kind.wrap(pop!());
                    self.memory.write(base + slot as usize, value);
                    push!(value);
                }
                Op::PutLocal(slot, kind) => {
                    let value = kind.wrap(pop!());
                    self.memory.write(base + slot as usize, value);
                }
                Op::SetGlobal(cell, kind) => {
                    let value = kind.wrap(pop!());
                    self.memory.write(cell as usize, value);
                    push!(value);
                }
                Op::AddLocal(slot, by, kind) => {
                    let cell = base + slot as usize;
                    let old = self.memory.cells[cell];
                    let old = if old == UNSET { self.unset(cell) } else { old };
                    self.memory.write(cell, kind.wrap(old + i64::from(by)));
                }
                Op::Frame { slot, cells } => {
                    push!(Pointer::new(base + slot as usize, cells as usize).pack())
                }
                Op::Index { count, stride } => {
                    let (index, pointer) = (pop!(), pop!());
                    push!(self.element(pointer, index, count, stride)?);
                }
                Op::IndexLocal {
                    slot,
                    count,
                    stride,
                } => {
                    let index = self.memory.cells[base + slot as usize];
                    let index = if index == UNSET {
                        self.unset(base + slot as usize)
                    } else {
                        index
                    };
                    let pointer = pop!();
                    push!(self.element(pointer, index, count, stride)?);
                }
                Op::IndexLoad { count, stride } => {
                    let (index, pointer) = (pop!(), pop!());
                    let pointer = Pointer::unpack(self.element(pointer, index, count, stride)?);
                    let cell = self.memory.at(pointer)?;
                    let value = self.memory.cells[cell];
                    touch!(pointer, false);
                    push!(if value == UNSET {
                        self.unset(cell)
                    } else {
                        value
                    });
                }
                Op::AddLocals(a, b, kind) => {
                    let [a, b] = [a, b].map(|slot| base + slot as usize);
                    let (mut x, mut y) = (self.memory.cells[a], self.memory.cells[b]);
                    if x == UNSET {
                        x = self.unset(a);
                    }
                    if y == UNSET {
                        y = self.unset(b);
                    }
                    push!(kind.wrap(x + y));
                }
                Op::Move { stride } => {
                    let (n, pointer) = (pop!(), pop!());
                    push!(self.moved(pointer, n.wrapping_mul(stride.into()))?);
                }
                Op::Member(cells) => {
                    let pointer = pop!();
                    push!(pointer + i64::from(cells));
                }
                Op::Distance { stride } => {
                    let (b, a) = (Pointer::unpack(pop!()), Pointer::unpack(pop!()));
                    if a.base != b.base {
                        return Err(Trouble::Fault(
                            "The two pointers point into different arrays".to_string(),
                        ));
                    }
                    push!((i64::from(a.offset) - i64::from(b.offset)) / i64::from(stride.max(1)));
                }
                Op::Load => {
                    let pointer = Pointer::unpack(pop!());
                    let cell = self.memory.at(pointer)?;
                    let value = self.memory.cells[cell];
                    touch!(pointer, false);
                    push!(if value == UNSET {
                        self.unset(cell)
                    } else {
                        value
                    });
                }
                Op::Store(kind) => {
                    let value = kind.wrap(pop!());
                    let pointer = Pointer::unpack(pop!());
                    let cell = self.memory.at(pointer)?;
                    touch!(pointer, true);
                    self.memory.write(cell, value);
                    push!(value);
                }
                Op::Add1 { by, kind, after } => {
                    let pointer = Pointer::unpack(pop!());
                    let cell = self.memory.at(pointer)?;
                    let old = self.memory.cells[cell];
                    let old = if old == UNSET { self.unset(cell) } else { old };
                    let new = match kind {
                        Kind::Pointer => self.moved(old, by.into())?,
                        kind => kind.wrap(old + i64::from(by)),
                    };
                    touch!(pointer, true);
                    self.memory.write(cell, new);
                    push!(if after { old } else { new });
                }
                Op::Copy(cells) => {
                    let (from, to) = (pop!(), pop!());
                    for n in 0..cells {
                        let [from, to] =
                            [from, to].map(|pointer| Pointer::unpack(pointer + i64::from(n)));
                        let (from, to) = (self.memory.at(from)?, self.memory.at(to)?);
                        self.memory.write(to, self.memory.cells[from]);
                    }
                    push!(to);
                }
                Op::Add(kind) => two!(|a, b| kind.wrap(a.wrapping_add(b))),
                Op::Sub(kind) => two!(|a, b| kind.wrap(a.wrapping_sub(b))),
                Op::Mul(kind) => two!(|a, b| kind.wrap(a.wrapping_mul(b))),
                Op::Div(kind) | Op::Rem(kind) => {
                    let binary = if let Op::Div(_) = op {
                        Binary::Div
                    } else {
                        Binary::Rem
                    };
                    let (b, a) = (pop!(), pop!());
                    match reckon(binary, a, b) {
                        Some(n) => push!(kind.wrap(n)),
                        None => return Err(Trouble::Fault("Division by zero".to_string())),
                    }
                }
                Op::Shl(kind) => two!(|a, b| kind.wrap(reckon(Binary::Shl, a, b).unwrap_or(0))),
                Op::Shr => two!(|a, b| reckon(Binary::Shr, a, b).unwrap_or(0)),
                Op::And => two!(|a, b| a & b),
                Op::Or => two!(|a, b| a | b),
                Op::Xor => two!(|a, b| a ^ b),
                Op::Less => two!(|a, b| i64::from(a < b)),
                Op::LessEqual => two!(|a, b| i64::from(a <= b)),
                Op::Equal => two!(|a, b| i64::from(a == b)),
                Op::Different => two!(|a, b| i64::from(a != b)),
                Op::Negate(kind) => {
                    let a = pop!();
                    push!(kind.wrap(a.wrapping_neg()));
                }
                Op::Invert(kind) => {
                    let a = pop!();
                    push!(kind.wrap(!a));
                }
                Op::Not => {
                    let a = pop!();
                    push!(i64::from(a == 0));
                }
                Op::Truth => {
                    let a = pop!();
                    push!(i64::from(a != 0));
                }
                Op::Wrap(kind) => {
                    let a = pop!();
                    push!(kind.wrap(a));
                }
                Op::Jump(to) => {
                    at = to as usize;
                    continue;
                }
                Op::IfZero(to) => {
                    if pop!() == 0 {
                        at = to as usize;
                        continue;
                    }
                }
                Op::BothOrJump(to) => {
                    if self.stack.last() == Some(&0) {
                        at = to as usize;
                        continue;
                    }
                    self.stack.pop();
                }
                Op::EitherOrJump(to) => {
                    if pop!() != 0 {
                        push!(1);
                        at = to as usize;
                        continue;
                    }
                }
                Op::Branch(to) => {
                    let holds = pop!() != 0;
                    self.branch = Some(holds);
                    if !holds {
                        at = to as usize;
                        continue;
                    }
                }
                Op::Switch(table) => {
                    let (value, table) = (pop!(), &code.tables[table as usize]);
                    let case = table.cases.iter().find(|(n, _)| *n == value);
                    at = case.map_or(table.otherwise, |(_, to)| *to) as usize;
                    continue;
                }
                Op::Call {
                    function,
                    arguments,
                } => {
                    self.enter(function as usize, arguments as usize, at + 1)
                        .map_err(|text| Trouble::Fault(text.to_string()))?;
                    base = self.calls.last().map_or(0, |call| call.base as usize);
                    at = self.at;
                    continue;
                }
                Op::Library { call, arguments } => {
                    self.at = at;
                    let first = self.stack.len() - arguments as usize;
                    let mut world = World {
                        memory: &mut self.memory,
                        devices: &mut self.devices,
                        outside: &mut self.outside,
                        output: &mut self.output,
                        console: &mut *console,
                        again,
                    };
                    let written =
                        (self.library.as_ref()).map(|_| world.written(call, &self.stack[first..]));
                    match world.call(call, &self.stack[first..]) {
                        Ok(value) => {
                            self.stack.truncate(first);
                            if let (Some(calls), Some(written)) = (&mut self.library, written) {
                                calls.push(written);
                            }
                            push!(value);
                        }
                        Err(Trouble::Exit(status)) => {
                            while !self.calls.is_empty() {
                                self.keep_operands();
                                self.leave();
                            }
                            self.stack.clear();
                            self.returned = Some(Kind::Int.wrap(status));
                            return Ok(Stop::Over);
                        }
                        Err(trouble) => return Err(trouble),
                    }
                }
                Op::Return => {
                    if keeps {
                        self.keep_operands();
                    }
                    self.leave();
                    let Some(call) = self.calls.last() else {
                        self.returned = Some(pop!());
                        return Ok(Stop::Over);
                    };
                    base = call.base as usize;
                    at = self.at;
                    continue;
                }
            }
            at += 1;
        }
    }

    /// A pointer to an element of an array.
    #[inline(always)]
    fn element(&self, pointer: i64, index: i64, count: u32, stride: u32) -> Result<i64, Trouble> {
        if index as u64 >= u64::from(count) {
            let text = self.names().index(pointer, index, count, stride);
            return Err(Trouble::Fault(text));
        }
        Ok(pointer + index * i64::from(stride))
    }

    /// Where a pointer points so many cells further on.
    #[inline(always)]
    fn moved(&self, pointer: i64, cells: i64) -> Result<i64, Trouble> {
        let from = Pointer::unpack(pointer);
        let to = i64::from(from.offset).wrapping_add(cells);
        if to < 0 || to > i64::from(from.cells) {
            let text = self.names().moved(from, to);
            return Err(Trouble::Fault(text));
        }
        Ok(pointer + cells)
    }

    /// The caller's operands wait for the value of a call, and are gone when it has come.
    fn keep_operands(&mut self) {
        let [.., caller, called] = &self.calls[..] else {
            return;
        };
        if let Some(history) = &mut self.memory.history {
            for at in caller.operands as usize..called.operands as usize {
                history.operand(at, self.stack[at]);
            }
        }
    }

    /// A cell is read that was given no value: says so, once for each step, and takes 0.
    #[cold]
    fn unset(&mut self, cell: usize) -> i64 {
        if self.unset.len() < MOST_WARNINGS {
            let name = self.names().name(cell);
            let mut warning = self.fault(format!("Possible use of '{name}' before definition"));
            warning.severity = Severity::Warning;
            if self.unset.iter().all(|(_, old)| *old != warning) {
                self.unset.push((self.steps, warning));
            }
        }
        0
    }
}
