//! Evaluates expressions in a stopped program: compiles them like the program and runs them in its memory.

use std::ops::Range;

use super::code::{Declared, Op, Slot, UNSET};
use super::compiler::{Compiler, Parsed, Symbol};
use super::history::Call;
use super::library;
use super::machine::Machine;
use super::memory::Tag;
use super::message::{Message, Severity};
use super::preprocessor;
use super::sources::Sources;
use super::tree::Expr;
use super::types::Type;
use super::value::Value;
use crate::dos::Console;
use words::say;

/// The number of cells by which memory may grow before the expression must be recompiled.
const MORE_CELLS: usize = 256;

/// The side effects that an expression may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effects {
    ReadOnly,
    MayAssign,
}

pub(crate) struct Expression {
    text: String,
    effects: Effects,
    /// A machine with the expression appended to its program. It owns memory only during evaluation.
    machine: Machine,
    /// The function and the operation whose scope the expression sees; `None` if no function is running.
    seen_from: (Option<u32>, usize),
    /// The first memory cell of the expression's own constants, which follow the program's memory.
    base: usize,
    entry: usize,
    /// The cell of the value, or of a pointer to the object.
    slot: Slot,
    is_place: bool,
    ty: Type,
}

pub(crate) struct Outcome {
    pub(crate) value: Value,
    /// The number or pointer; `None` for an array, a struct, or an uninitialized value.
    pub(crate) number: Option<i64>,
    pub(crate) cells: Range<usize>,
}

type VisibleCall = Option<(Call, usize)>;

impl Machine {
    /// Copies the memory and the calls into a new machine without history or output.
    pub(crate) fn detached_copy(&self) -> Machine {
        let mut copy = Machine::without_history(&self.program);
        copy.memory.cells.clone_from(&self.memory.cells);
        copy.memory.tags.clone_from(&self.memory.tags);
        copy.calls.clone_from(&self.calls);
        copy.arrays.clone_from(&self.arrays);
        (copy.at, copy.devices) = (self.at, self.devices);
        copy
    }

    fn visible_call(&self, frame: usize) -> VisibleCall {
        self.own_calls().nth(frame).map(|(call, at)| (*call, at))
    }
}

impl Expression {
    pub(crate) fn compile(
        machine: &Machine,
        frame: usize,
        text: &str,
        effects: Effects,
    ) -> Result<Expression, Message> {
        let visible = machine.visible_call(frame);
        let seen_from = visible.map_or((None, 0), |(call, at)| (Some(call.function), at));
        let read = Expression::read(machine, text, effects, seen_from);
        read.map_err(|error| match visible {
            Some(_) => error,
            None => Message::without_line(say!("{error} (no function is running)", error = error.text)),
        })
    }

    /// Compiles a condition in the scope of one of a function's operations.
    pub(crate) fn condition(
        machine: &Machine,
        function: u32,
        at: usize,
        text: &str,
    ) -> Result<Expression, Message> {
        let condition = Expression::read(machine, text, Effects::ReadOnly, (Some(function), at))?;
        match condition.ty.kind() {
            Some(_) => Ok(condition),
            None => Err(Message::without_line(say!("Not an allowed type"))),
        }
    }

    fn read(
        of: &Machine,
        text: &str,
        effects: Effects,
        seen_from: (Option<u32>, usize),
    ) -> Result<Expression, Message> {
        let base = of.memory.cells.len() + MORE_CELLS;
        let (mut program, scope) = (of.program.clone(), of.program.scope(seen_from.1));
        let tokens = preprocessor::expression(text, &scope.macros).map_err(Message::without_line)?;
        let sources = Sources::default();
        let mut compiler = Compiler::new(&sources);
        compiler.begin(tokens);
        compiler.code = program.code().clone();
        compiler.code.memory.cells.resize(base, 0);
        compiler.code.memory.tags.resize(base, Tag::BYTE);
        compiler.code.constants.clear();
        compiler.scopes = vec![scope.symbols.clone()];
        compiler.structs.clone_from(&scope.structs);
        compiler.look_from(seen_from);
        let entry = compiler.code.ops.len();
        let read = compiler.whole(effects);
        let (Ok((slot, is_place, ty)), 0) = (read, compiler.errors()) else {
            let mut errors = compiler.into_messages().into_iter();
            let first = errors.find(|m| m.severity == Severity::Error);
            return Err(Message::without_line(first.map_or_else(String::new, |first| first.text)));
        };
        *program.code_mut() = compiler.code;
        let mut machine = Machine::without_history(&program);
        machine.memory.truncate(0);
        machine.arrays.clone_from(&of.arrays);
        Ok(Expression {
            text: text.to_string(),
            effects,
            machine,
            seen_from,
            base,
            entry,
            slot,
            is_place,
            ty,
        })
    }

    /// Evaluates the expression in the memory of a machine. Memory stays unchanged unless the expression may
    /// assign.
    pub(crate) fn run(
        &mut self,
        of: &mut Machine,
        frame: usize,
        console: &mut dyn Console,
    ) -> Result<Outcome, Message> {
        let kept = of.memory.cells.len();
        if kept > self.base {
            *self = Expression::read(of, &self.text, self.effects, self.seen_from)?;
        }
        let memory = &mut self.machine.memory;
        memory.cells = std::mem::take(&mut of.memory.cells);
        memory.tags = std::mem::take(&mut of.memory.tags);
        memory.grow(self.base);
        let code = self.machine.program.code_mut();
        memory.cells.extend_from_slice(&code.memory.cells[self.base..]);
        memory.tags.extend_from_slice(&code.memory.tags[self.base..]);
        memory.cells.extend_from_slice(&code.constants);
        let call = of.visible_call(frame).map(|(call, _)| call);
        let base = call.map_or(kept, |call| call.base as usize);
        let own = code.functions.len() - 1;
        let temporaries = memory.cells.len() as u32;
        memory.grow(memory.cells.len() + code.functions[own].temporaries);
        let around = of.calls.partition_point(|around| (around.base as usize) < base);
        self.machine.calls.clear();
        self.machine.calls.extend_from_slice(&of.calls[..around]);
        self.machine.calls.push(Call {
            function: own as u32,
            base: base as u32,
            temporaries,
            back: 0,
            to: 0,
        });
        self.machine.devices = of.devices;
        (self.machine.at, self.machine.left) = (self.entry, 0);
        self.machine.unset.clear();
        let outcome = self.outcome(console);
        of.memory.cells = std::mem::take(&mut self.machine.memory.cells);
        of.memory.tags = std::mem::take(&mut self.machine.memory.tags);
        of.memory.truncate(kept);
        outcome
    }

    fn outcome(&mut self, console: &mut dyn Console) -> Result<Outcome, Message> {
        let machine = &mut self.machine;
        if let Err(trap) = machine.execute(console, true, None) {
            return Err(Message::without_line(machine.trap_text(trap)));
        }
        if let Some((_, unset)) = machine.unset.first() {
            return Err(Message::without_line(unset.text.clone()));
        }
        let spaces = machine.spaces(machine.program.code());
        let slot = self.slot.cell(&spaces);
        let mut cells = slot..slot;
        if self.is_place {
            let pointer = machine.memory.cells[slot];
            let rest = machine.memory.rest(pointer, self.ty.bytes());
            let (first, _) = rest.map_err(|trap| Message::without_line(machine.trap_text(trap)))?;
            cells = first..first + self.ty.bytes();
        }
        let (held, value) = match self.is_place {
            true => (machine.held(&self.ty, cells.start), machine.value_at(&self.ty, cells.start)),
            false => (machine.memory.cells[slot], machine.scalar(&self.ty, machine.memory.cells[slot])),
        };
        Ok(Outcome { value, number: (self.ty.kind().is_some() && held != UNSET).then_some(held), cells })
    }
}

impl Compiler<'_> {
    /// Opens a new function with the variables of `function` that are in scope at an operation.
    fn look_from(&mut self, (function, at): (Option<u32>, usize)) {
        let seen = function.map(|n| &self.code.functions[n as usize]);
        let variables = seen.map_or_else(Vec::new, |seen| seen.variables.clone());
        let at = at as u32;
        let visible = variables.iter().filter(|v| v.from <= at && at < v.to);
        let symbol = |v: &Declared| {
            (v.name.clone(), Symbol::Variable { slot: v.slot, ty: v.ty.clone(), constant: false })
        };
        self.scopes.push(visible.map(symbol).collect());
        let own = self.new_function(0, "", Type::Void);
        self.code.functions[own].variables = variables;
        self.function = Some(own);
    }

    /// Compiles the whole text as one expression. Returns the cell of its value, or of a pointer to its
    /// object.
    fn whole(&mut self, effects: Effects) -> Parsed<(Slot, bool, Type)> {
        let from = self.here() as usize;
        let expr = self.expression()?;
        if !self.ended() {
            return self.fail(say!("Expression syntax"));
        }
        let is_place = expr.is_place();
        let ty = expr.ty.clone();
        let expr: Expr = if is_place { expr.address() } else { self.scalar(expr)? };
        let slot = self.value(&expr);
        for op in &self.code.ops[from..] {
            let text = match *op {
                Op::Call(_, n, ..) => {
                    let name = &self.code.functions[n as usize].name;
                    say!("'{name}' is a function of the program, which cannot be called here", name)
                }
                Op::CallAt(..) => say!("A function cannot be called through a pointer here").to_string(),
                Op::Library(_, n, ..) => {
                    let function = library::numbered(n);
                    if function.is_pure {
                        continue;
                    }
                    say!("'{name}' has side effects, so it cannot be called here", name = function.name)
                }
                op if effects == Effects::ReadOnly && op.writes() => {
                    say!("This would change a value").to_string()
                }
                _ => continue,
            };
            return self.fail(text);
        }
        self.emit(Op::Stop);
        Ok((slot, is_place, ty))
    }
}
