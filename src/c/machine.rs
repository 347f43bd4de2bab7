//! The machine that runs a program: one operation after the other, from stop to stop, and back.

use super::calls::{Trouble, World};
use super::code::{Code, Op, Pointer, UNSET};
use super::devices::{Devices, Outside};
use super::expr::{Binary, reckon};
use super::graphics;
use super::history::{Call, Change, History};
use super::inspect;
use super::memory::Memory;
use super::message::{Message, Severity};
use super::program::Program;
use super::types::{Kind, Type};
use super::value::{Access, Argument, Frame, Place, Stop, Touch, Value, Variable};
use crate::dos::{Console, Quit};

/// A running program: its memory, its calls, what it drew with, and the way back.
#[derive(Clone)]
pub struct Machine {
    program: Program,
    memory: Memory,
    calls: Vec<Call>,
    /// The operands of the operations.
    stack: Vec<i64>,
    /// The next operation.
    at: usize,
    steps: u64,
    devices: Devices,
    outside: Outside,
    output: String,
    returned: Option<i64>,
    branch: Option<bool>,
    /// The elements that the last step read or wrote: a pointer to each, and whether it was written.
    touched: Vec<(Pointer, bool)>,
    /// What was read before it had a value: the step and the sentence.
    unset: Vec<(u64, Message)>,
    /// The arrays that were made for the call: name, type and first cell.
    arrays: Vec<(String, Type, usize)>,
}

/// Why a step was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The program did what C leaves undefined. It stands before that statement and cannot go on.
    Fault(Message),
    /// The console was closed or has no key. The step can be made again later.
    Quit(Quit),
}

/// Turbo C's stack would have been full before.
const DEEPEST: usize = 8000;
/// More elements than these are not kept of a step.
const MOST_TOUCHED: usize = 1024;
const MOST_WARNINGS: usize = 100;

impl Machine {
    /// A machine that can go back. Global variables have their first values, and nothing is called.
    pub fn new(program: &Program) -> Machine {
        Machine::with(program, Some(History::default()))
    }

    /// A machine that cannot go back, and is quicker.
    pub fn without_history(program: &Program) -> Machine {
        Machine::with(program, None)
    }

    fn with(program: &Program, history: Option<History>) -> Machine {
        Machine {
            program: program.clone(),
            outside: Outside::new(history.is_some()),
            memory: Memory::new(&program.code().memory, history),
            calls: Vec::new(),
            stack: Vec::new(),
            at: 0,
            steps: 0,
            devices: Devices::default(),
            output: String::new(),
            returned: None,
            branch: None,
            touched: Vec::new(),
            unset: Vec::new(),
            arrays: Vec::new(),
        }
    }

    /// Lays a call on the empty call stack. The way back begins here.
    ///
    /// # Errors
    /// A call has not ended yet, there is no such function, or the arguments do not fit its parameters.
    pub fn call(&mut self, function: &str, arguments: &[Argument]) -> Result<(), Message> {
        let program = self.program.clone();
        let complain = |text: String| Err(message(&program, 0, None, text));
        let functions = &program.code().functions;
        let found = functions
            .iter()
            .position(|f| f.name == function && f.entry.is_some());
        let Some(number) = found else {
            return complain(format!("There is no function '{function}'"));
        };
        if !self.calls.is_empty() {
            return complain(format!(
                "'{function}' cannot be called before the last call has ended"
            ));
        }
        let called = &functions[number];
        if called.parameters.len() != arguments.len() {
            let (takes, given) = (called.parameters.len(), arguments.len());
            return complain(format!(
                "'{function}' takes {takes} arguments and got {given}"
            ));
        }
        self.memory.top = program.code().memory.len();
        self.arrays.clear();
        let mut values = Vec::new();
        for (argument, (name, ty)) in arguments.iter().zip(&called.parameters) {
            values.push(match (argument, ty) {
                (Argument::Int(n), ty) if ty.target().is_none() => i64::from(*n),
                (Argument::Array(elements), Type::Pointer(of)) => {
                    let base = self.memory.top;
                    let kind = of.element().kind().unwrap_or(Kind::Int);
                    let room = self.memory.cells.len() - base;
                    if elements.is_empty()
                        || elements.len() > room / 2
                        || !elements.len().is_multiple_of(of.cells())
                    {
                        return complain(format!(
                            "The array for '{name}' has {} elements",
                            elements.len()
                        ));
                    }
                    for (cell, n) in (base..).zip(elements) {
                        self.memory.cells[cell] = kind.wrap((*n).into());
                    }
                    self.memory.top += elements.len();
                    let array = Type::Array(of.clone(), elements.len() / of.cells());
                    self.arrays.push((name.clone(), array, base));
                    Pointer::new(base, elements.len()).pack()
                }
                _ => return complain(format!("The argument for '{name}' does not fit its type")),
            });
        }
        if let Some(history) = &mut self.memory.history {
            *history = History::default();
        }
        self.outside = Outside::new(self.memory.history.is_some());
        self.devices.answers = 0;
        (self.steps, self.returned, self.branch) = (0, None, None);
        self.touched.clear();
        self.stack.clear();
        self.stack.extend(values);
        self.enter(number, arguments.len(), 0).map_err(|text| {
            message(
                &program,
                called.first_line,
                Some(&called.name),
                text.to_string(),
            )
        })
    }

    /// Runs to the next stop: there is one before each statement and each condition, one at the head of a function and one at
    /// its closing brace.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn step(&mut self, console: &mut dyn Console) -> Result<Stop, Halt> {
        self.run(console, 1)
    }

    /// Makes `limit` steps, fewer if the call ends before.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn run(&mut self, console: &mut dyn Console, limit: u64) -> Result<Stop, Halt> {
        let program = self.program.clone();
        self.execute(program.code(), console, limit, false)
            .map_err(|trouble| self.halt(trouble, console))
    }

    /// What a trouble is to who runs the program. A step that was not made leaves nothing behind.
    fn halt(&mut self, trouble: Trouble, console: &mut dyn Console) -> Halt {
        let halt = match trouble {
            Trouble::Quit(quit) => Halt::Quit(quit),
            Trouble::Fault(text) => Halt::Fault(self.fault(text)),
            Trouble::Astray(astray) => {
                let text = self.names().astray(&astray);
                Halt::Fault(self.fault(text))
            }
            Trouble::Exit(_) => unreachable!("exit ends the call"),
        };
        if self.memory.history.is_some() {
            self.undo(console);
        }
        halt
    }

    fn fault(&self, text: String) -> Message {
        let stop = inspect::stop_before(self.program.code(), self.at);
        let stop = &self.program.code().stops[stop];
        let function = &self.program.code().functions[stop.function as usize];
        message(
            &self.program,
            stop.line as usize,
            Some(&function.name),
            text,
        )
    }

    fn names(&self) -> inspect::Names<'_> {
        inspect::Names {
            code: self.program.code(),
            memory: &self.memory,
            calls: &self.calls,
            arrays: &self.arrays,
        }
    }

    /// Begins a call whose arguments are on the stack.
    fn enter(&mut self, number: usize, arguments: usize, back: usize) -> Result<(), &'static str> {
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
    fn execute(
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
            let op = ops[self.at];
            match op {
                Op::Stop(_) => {
                    if limit == 0 {
                        return Ok(Stop::At);
                    }
                    limit -= 1;
                    self.steps += 1;
                    if let Some(history) = &mut self.memory.history {
                        history.mark(self.at as u32, self.stack.len());
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
                    if index as u64 >= u64::from(count) {
                        return Err(Trouble::Fault(
                            self.names().index(pointer, index, count, stride),
                        ));
                    }
                    push!(pointer + index * i64::from(stride));
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
                    self.at = to as usize;
                    continue;
                }
                Op::IfZero(to) => {
                    if pop!() == 0 {
                        self.at = to as usize;
                        continue;
                    }
                }
                Op::IfNotZero(to) => {
                    if pop!() != 0 {
                        self.at = to as usize;
                        continue;
                    }
                }
                Op::Branch(to) => {
                    let holds = pop!() != 0;
                    self.branch = Some(holds);
                    if !holds {
                        self.at = to as usize;
                        continue;
                    }
                }
                Op::Switch(table) => {
                    let (value, table) = (pop!(), &code.tables[table as usize]);
                    let case = table.cases.iter().find(|(n, _)| *n == value);
                    self.at = case.map_or(table.otherwise, |(_, to)| *to) as usize;
                    continue;
                }
                Op::Call {
                    function,
                    arguments,
                } => {
                    self.enter(function as usize, arguments as usize, self.at + 1)
                        .map_err(|text| Trouble::Fault(text.to_string()))?;
                    base = self.calls.last().map_or(0, |call| call.base as usize);
                    continue;
                }
                Op::Library { call, arguments } => {
                    let first = self.stack.len() - arguments as usize;
                    let mut world = World {
                        memory: &mut self.memory,
                        devices: &mut self.devices,
                        outside: &mut self.outside,
                        output: &mut self.output,
                        console: &mut *console,
                        again,
                    };
                    match world.call(call, &self.stack[first..]) {
                        Ok(value) => {
                            self.stack.truncate(first);
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
                    continue;
                }
            }
            self.at += 1;
        }
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

    /// Goes one step back, and the screen with it; false at the beginning. Keys that were read will be read again.
    pub fn back(&mut self, console: &mut dyn Console) -> bool {
        if !self.undo(console) {
            return false;
        }
        self.touched.clear();
        self.branch = None;
        // What the step before did is found out by making it once more.
        if self.undo(console) {
            let program = self.program.clone();
            let made = self.execute(program.code(), console, 1, true);
            debug_assert!(made.is_ok(), "a step that was made can be made again");
        }
        true
    }

    /// Takes the last step back.
    fn undo(&mut self, console: &mut dyn Console) -> bool {
        let Some(mut history) = self.memory.history.take() else {
            return false;
        };
        while let Some(change) = history.undo() {
            match change {
                Change::Cell(cell, old) => self.memory.cells[cell] = old,
                Change::Operand(at, old) => {
                    if self.stack.len() <= at {
                        self.stack.resize(at + 1, 0);
                    }
                    self.stack[at] = old;
                }
                Change::Entered => {
                    if let Some(call) = self.calls.pop() {
                        self.memory.top = call.base as usize;
                    }
                }
                Change::Left(call) => {
                    let cells = self.program.code().functions[call.function as usize].cells;
                    self.memory.top = call.base as usize + cells;
                    // What had no value has none again; the others follow.
                    self.memory.cells[call.base as usize..self.memory.top].fill(UNSET);
                    self.calls.push(call);
                }
                Change::Devices(devices) => {
                    self.devices = devices;
                    self.output.truncate(devices.printed);
                    devices.pen.show_palette(console.screen());
                }
                Change::Pixels(runs) => graphics::restore(console.screen(), &runs),
            }
        }
        let mark = history.unmark();
        self.memory.history = Some(history);
        let Some(mark) = mark else { return false };
        self.at = mark.at as usize;
        self.stack.resize(mark.operands as usize, 0);
        self.returned = None;
        self.steps -= 1;
        let steps = self.steps;
        self.unset.retain(|(step, _)| *step <= steps);
        true
    }

    /// How many steps have been made since [`call`](Machine::call), less those gone back.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Where it stands; `None` when the call is over.
    pub fn place(&self) -> Option<Place<'_>> {
        (!self.calls.is_empty()).then(|| inspect::place(&self.program, self.at))
    }

    /// How many calls have not ended.
    pub fn depth(&self) -> usize {
        self.calls.len()
    }

    /// The calls that have not ended, the innermost first.
    pub fn frames(&self) -> Vec<Frame> {
        self.names().frames(self.at)
    }

    /// The global variables, in the order of the source.
    pub fn globals(&self) -> Vec<Variable> {
        self.names().globals()
    }

    /// What a name stands for where the program stands: a variable of the innermost call, or else a global one.
    pub fn variable(&self, name: &str) -> Option<Value> {
        self.names().variable(self.at, name)
    }

    /// Sets a global variable. Arrays are set whole.
    ///
    /// # Errors
    /// A call has not ended yet, there is no such variable, or the value does not fit it.
    pub fn set_global(&mut self, name: &str, value: &Value) -> Result<(), Message> {
        let program = self.program.clone();
        let complain = |text: String| Err(message(&program, 0, None, text));
        if !self.calls.is_empty() {
            return complain(format!(
                "'{name}' cannot be set before the last call has ended"
            ));
        }
        let globals = &program.code().globals;
        let Some(variable) = globals.iter().find(|variable| variable.name == name) else {
            return complain(format!("There is no global variable '{name}'"));
        };
        let mut cells = Vec::new();
        if !inspect::cells(&variable.ty, value, &mut cells) {
            return complain(format!("The value for '{name}' does not fit its type"));
        }
        self.memory.cells[variable.cell..variable.cell + cells.len()].copy_from_slice(&cells);
        Ok(())
    }

    /// What the call returned, once it is over.
    pub fn returned(&self) -> Option<i32> {
        self.returned.map(|value| value as i32)
    }

    /// Which elements of arrays the last step read or wrote, in order. A machine without a history does not know.
    pub fn touched(&self) -> Vec<Touch> {
        let touch = |(pointer, written): &(Pointer, bool)| {
            let (name, indices) = self.names().element(*pointer)?;
            let access = if *written {
                Access::Write
            } else {
                Access::Read
            };
            Some(Touch {
                name,
                indices,
                access,
            })
        };
        self.touched.iter().filter_map(touch).collect()
    }

    /// What the condition gave that the last step looked at.
    pub fn branch(&self) -> Option<bool> {
        self.branch
    }

    /// What the program has printed.
    pub fn output(&self) -> &str {
        &self.output
    }

    /// What was noticed while running: local variables that were read before they had a value.
    pub fn warnings(&self) -> Vec<Message> {
        self.unset
            .iter()
            .map(|(_, warning)| warning.clone())
            .collect()
    }

    /// The program that it runs.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// How many steps can be gone back: all, as long as they take no more than 96 MB.
    pub fn steps_back(&self) -> usize {
        self.memory.history.as_ref().map_or(0, History::len)
    }

    /// The memory that the way back takes, in bytes.
    pub fn history_bytes(&self) -> usize {
        self.memory.history.as_ref().map_or(0, History::bytes)
    }
}

fn message(program: &Program, line: usize, function: Option<&str>, text: String) -> Message {
    Message {
        severity: Severity::Error,
        file: program.file().to_string(),
        line,
        text,
        function: function.map(str::to_string),
    }
}
