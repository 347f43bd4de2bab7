//! The execution of operations.

use std::ops::Range;

use super::calls::LibCall;
use super::code::{
    Binary, BranchSense, Callee, Code, Element, FloatArgs, Op, Pointer, Site, Slot, Test, UNSET,
};
use super::coverage::Way;
use super::history::{Call, Change};
use super::library;
use super::machine::{Look, Machine, PIECES};
use super::memory::{DEEPEST, STACK, Tag, Trap};
use super::message::{Message, Severity};
use super::quick::Quick;
use super::types::{Kind, real};
use super::value::Stop;
use crate::dos::Console;
use words::say;

/// The maximum number of recorded accesses per step.
const MOST_TOUCHED: usize = 1024;
const MOST_WARNINGS: usize = 100;
/// The maximum distance of a pointer before its object, in bytes.
const MOST_BEFORE: i64 = 65_536;
/// A step is interrupted once its work exceeds the limit by this many steps.
const MOST_TOO_MUCH: i64 = 50_000;

impl Machine {
    /// Starts a call whose arguments begin at a cell, and converts them to the parameters' kinds. The cell at
    /// index `to` receives the result.
    pub(super) fn enter(
        &mut self,
        code: &Code,
        number: usize,
        (first, float_args): (usize, FloatArgs),
        back: usize,
        to: usize,
    ) -> Result<(), Trap> {
        let function = &code.functions[number];
        let base = self.memory.cells.len();
        let temporaries = base + function.cells();
        let end = temporaries + function.temporaries;
        let most = self.first_frame() + STACK;
        if self.calls.len() >= DEEPEST || end > most {
            return Err(self.too_deep(&function.name, end - base, most.saturating_sub(base)).into());
        }
        // A bad address of a struct fails before the call begins.
        for ((_, ty), from) in function.parameters.iter().zip(first..) {
            if ty.kind().is_none() {
                self.target(self.memory.cells[from], ty.bytes())?;
            }
        }
        if let Some(history) = &mut self.memory.history
            && self.steps > 0
        {
            history.rare(Change::Entered);
        }
        self.memory.grow(end);
        self.memory.tags[base..temporaries].copy_from_slice(&function.tags);
        let (mut from, mut at) = (first, base);
        for (n, (_, ty)) in function.parameters.iter().enumerate() {
            let given = self.memory.cells[from];
            match ty.kind() {
                // The argument is a pointer to the struct.
                None => {
                    let given = self.target(given, ty.bytes())?;
                    self.memory.copy(at, given, ty.bytes());
                }
                Some(kind) => {
                    self.memory.cells[at] = match (kind.is_real(), float_args >> n & 1 == 1) {
                        // A function without a prototype may get a pointer for a number.
                        (false, false) if kind < Kind::Float && given > u32::MAX.into() => {
                            Kind::Pointer.convert(given, kind)
                        }
                        (false, false) => self.wrap_checked(kind, given),
                        (_, true) => Kind::Double.convert(given, kind),
                        (true, false) => Kind::Long.convert(given, kind),
                    }
                }
            }
            (from, at) = (from + 1, at + ty.bytes());
        }
        if function.named.is_some() {
            // A pointer to the unnamed arguments.
            self.memory.cells[at] = self.memory.cells[from];
        }
        self.calls.push(Call {
            function: number as u32,
            base: base as u32,
            temporaries: temporaries as u32,
            back: back as u32,
            to: to as u32,
        });
        self.at = function.entry.unwrap_or(0) as usize;
        Ok(())
    }

    #[cold]
    fn too_deep(&self, name: &str, needed: usize, free: usize) -> String {
        let depth = self.calls.len();
        match depth >= DEEPEST {
            true => say!(
                "Stack overflow! '{name}' is called {depth} deep: at most {DEEPEST} calls",
                name,
                depth = depth + 1,
                DEEPEST
            ),
            false => say!(
                "Stack overflow! '{name}' needs {needed} cells, but only {free} of {STACK} are free, {depth} calls deep",
                name,
                needed,
                free,
                STACK,
                depth
            ),
        }
    }

    fn leave(&mut self) -> Option<Call> {
        let call = self.calls.pop()?;
        let base = call.base as usize;
        if let Some(history) = &mut self.memory.history {
            for (cell, held) in (base..).zip(&self.memory.cells[base..]) {
                if *held != UNSET {
                    history.cell(cell, *held);
                }
            }
            let own = &self.program.code().functions[call.function as usize].tags;
            let tags = self.memory.tags[base..].iter().enumerate();
            for (n, tag) in tags.filter(|(n, tag)| own.get(*n).unwrap_or(&Tag::BYTE) != *tag) {
                history.tag(base + n, *tag);
            }
            history.rare(Change::Left(call));
        }
        self.memory.truncate(base);
        self.at = call.back as usize;
        Some(call)
    }

    pub(super) fn spaces(&self, code: &Code) -> [usize; 4] {
        let own = |call: &Call| (call.base as usize, call.temporaries as usize);
        let (base, temporaries) = self.calls.last().map_or((0, 0), own);
        [0, base, temporaries, code.memory.cells.len()]
    }

    /// Runs until the work is done, or until `look` halts the machine. `again` is true if the steps are being
    /// replayed.
    pub(super) fn execute(
        &mut self,
        console: &mut dyn Console,
        again: bool,
        look: Option<Look>,
    ) -> Result<Stop, Trap> {
        if self.calls.is_empty() {
            return Ok(Stop::Ended);
        }
        let looks = look.is_some() || self.coverage.is_some();
        let mut never = |_: &mut Machine, _: &mut dyn Console| false;
        let look = look.unwrap_or(&mut never);
        match (self.memory.history.is_some(), looks) {
            (true, true) => self.execute_and_note::<true, true>(console, again, look),
            (true, false) => self.execute_and_note::<true, false>(console, again, look),
            (false, true) => self.execute_and_note::<false, true>(console, again, look),
            (false, false) => self.execute_and_note::<false, false>(console, again, look),
        }
    }

    /// True if the machine was interrupted within a step.
    pub(super) fn within_a_step(&self) -> bool {
        !self.calls.is_empty() && self.program.code().ops[self.at] != Op::Stop
    }

    /// The main loop. Recording and callbacks are compile-time flags, so that the loop need not test them.
    fn execute_and_note<const NOTES: bool, const LOOKS: bool>(
        &mut self,
        console: &mut dyn Console,
        again: bool,
        look: Look,
    ) -> Result<Stop, Trap> {
        let program = self.program.clone();
        let code = program.code();
        let ops = &code.ops[..];
        // `self.at`, the position that a fault reports, is updated only at stop points and after calls.
        let (mut at, mut left, mut spaces) = (self.at, self.left, self.spaces(code));
        let begun = (self.steps, self.at);
        let is_fast = LOOKS && !NOTES && self.coverage.is_none();
        let between_looks = self.between_looks.clone().filter(|_| is_fast);
        loop {
            if !(NOTES || LOOKS) && left > 1 {
                (at, left) = self.run_fast(program.quick(), (at, left));
                spaces = self.spaces(code);
            }
            // A third of all operations are stop points; testing for them first is faster than the dispatch.
            if ops[at] == Op::Stop {
                (self.at, self.left) = (at, left);
                if self.halts_here::<NOTES, LOOKS>(begun, console, &mut *look) {
                    return Ok(Stop::Paused);
                }
                left = self.left;
                self.note_way::<LOOKS>(at, Way::Ran);
                at += 1;
                if let Some(quick) = between_looks.as_ref().filter(|_| left > 1) {
                    (at, left) = self.run_fast(quick, (at, left));
                    spaces = self.spaces(code);
                    continue;
                }
            }
            at += 1;
            let op = &ops[at - 1];
            match *op {
                // Two adjacent stop points.
                Op::Stop => at -= 1,
                Op::Test(test) => {
                    let jumps = self.jumps(test, &spaces);
                    self.note_way::<LOOKS>(at - 1, if jumps { Way::Jumped } else { Way::Fell });
                    if jumps {
                        at = test.to as usize;
                    }
                }
                Op::Jump(to) => at = to as usize,
                Op::Switch(value, table) => {
                    let value = self.read(value.cell(&spaces));
                    at = code.tables[table as usize].target(value);
                    self.note_way::<LOOKS>(at, Way::Chosen);
                }
                Op::Call(to, function, first, float_args) => {
                    let (first, to) = (first.cell(&spaces), to.cell(&spaces));
                    self.enter(code, function as usize, (first, float_args), at, to)?;
                    (at, spaces) = (self.at, self.spaces(code));
                    left -= (self.memory.cells.len() - spaces[1]) as i64 / i64::from(PIECES);
                }
                Op::Return(value) => {
                    let value = self.read(value.cell(&spaces));
                    if !self.return_number::<NOTES>(code, value)? {
                        return Ok(Stop::Ended);
                    }
                    (at, spaces) = (self.at, self.spaces(code));
                }
                Op::CallAt(..) | Op::Library(..) | Op::ReturnBytes(..) | Op::ReturnNone => {
                    (self.at, self.left) = (at - 1, left);
                    let stop = self.call_or_return::<NOTES>((code, *op, &spaces), console, again)?;
                    if let Some(stop) = stop {
                        return Ok(stop);
                    }
                    (at, left, spaces) = (self.at, self.left, self.spaces(code));
                }
                _ => match self.work_on::<NOTES>(op, &spaces) {
                    Ok(work) => left -= work,
                    Err(Trap::BadPointer(pointer)) if pointer.outer_address().is_some() => {
                        (self.at, self.left) = (at, left);
                        self.reach_outside::<NOTES>((*op, pointer), &spaces, console, again)?;
                        left = self.left;
                    }
                    Err(trap) => return Err(trap),
                },
            }
        }
    }

    /// Executes an operation on memory and returns its work in steps.
    #[inline(always)]
    fn work_on<const NOTES: bool>(&mut self, op: &Op, spaces: &[usize; 4]) -> Result<i64, Trap> {
        let (to, value) = match *op {
            Op::Set(to, kind, from) => {
                let value = self.read(from.cell(spaces));
                (to, self.wrap_checked(kind, value))
            }
            Op::Add(to, a, b) => {
                let (a, b) = (self.read(a.cell(spaces)), self.read(b.cell(spaces)));
                (to, self.wrap_checked(Kind::Int, a + b))
            }
            Op::Binary(to, kind, op, a, b) => {
                let (a, b) = (self.read(a.cell(spaces)), self.read(b.cell(spaces)));
                (to, self.eval_checked(kind, op, a, b)?)
            }
            Op::Real(to, op, a, b) => {
                let (a, b) = (self.read(a.cell(spaces)), self.read(b.cell(spaces)));
                (to, op.eval_real(real(a), real(b)).expect("the compiler checked the operator"))
            }
            Op::Convert(to, was, kind, from) => {
                let value = was.convert(self.read(from.cell(spaces)), kind);
                (to, if kind == Kind::Pointer { self.with_object(value) } else { value })
            }
            Op::Address(to, of, bytes) => (to, Pointer::pack(of.cell(spaces), bytes as usize)),
            Op::Move(to, pointer, by, stride) => {
                let pointer = self.read(pointer.cell(spaces));
                let by = self.read(by.cell(spaces)).wrapping_mul(stride.into());
                (to, self.moved(pointer, by)?)
            }
            Op::Element(to, element) => (to, self.element(element, spaces)?),
            Op::Get(to, kind, element) => {
                let pointer = self.element(element, spaces)?;
                (to, self.load::<NOTES>(kind, pointer)?)
            }
            Op::Load(to, kind, pointer) => {
                let pointer = self.read(pointer.cell(spaces));
                (to, self.load::<NOTES>(kind, pointer)?)
            }
            Op::Put(kind, element, value) => {
                let pointer = self.element(element, spaces)?;
                return self.store::<NOTES>((kind, pointer), value, spaces);
            }
            Op::Store(kind, pointer, value) => {
                let pointer = self.read(pointer.cell(spaces));
                return self.store::<NOTES>((kind, pointer), value, spaces);
            }
            _ => return self.handle::<NOTES>(op, spaces),
        };
        self.write::<NOTES>(to.cell(spaces), value);
        Ok(0)
    }

    /// Executes an operation on memory outside the program.
    #[cold]
    fn reach_outside<const NOTES: bool>(
        &mut self,
        (op, pointer): (Op, Pointer),
        spaces: &[usize; 4],
        console: &mut dyn Console,
        again: bool,
    ) -> Result<(), Trap> {
        let (kind, to, value) = match op {
            Op::Load(to, kind, _) | Op::Get(to, kind, _) => (kind, Some(to), 0),
            Op::Store(kind, _, value) | Op::Put(kind, _, value) => {
                (kind, None, self.read(value.cell(spaces)))
            }
            _ => return Err(Trap::BadPointer(pointer)),
        };
        let inside = pointer.offset as usize + kind.bytes() <= pointer.bytes as usize;
        let at = pointer.outer_address().filter(|_| inside).ok_or(Trap::BadPointer(pointer))?;
        self.worked(1024);
        let (a, function) = (Vec::new(), &library::NOTHING);
        let mut call = LibCall { a, float_args: 0, machine: self, console, again, function };
        match to {
            Some(to) => {
                let value = call.read_outside(kind, at)?;
                self.write::<NOTES>(to.cell(spaces), value);
            }
            None => call.write_outside(at, &kind.image(value).to_le_bytes()[..kind.bytes()])?,
        }
        Ok(())
    }

    /// Runs the fast form up to the last step, or to an operation that it does not handle. Returns the next
    /// operation and the number of steps left.
    #[inline(always)]
    fn run_fast(&mut self, quick: &Quick, (at, left): (usize, i64)) -> (usize, i64) {
        // The last step must be recorded in detail.
        let most = (left - 1) as u64;
        let room = self.first_frame() + STACK;
        let (at, less) = quick.run(&mut self.memory, &mut self.calls, room, (at, most));
        if less < most {
            self.steps += most - less;
            self.branch = None;
        }
        self.at = at;
        (at, less as i64 + 1)
    }

    /// Executes a less frequent operation and returns its work in steps.
    fn handle<const NOTES: bool>(&mut self, op: &Op, spaces: &[usize; 4]) -> Result<i64, Trap> {
        match *op {
            Op::Cast(to, kind, from) => {
                let value = self.read(from.cell(spaces));
                self.write::<NOTES>(to.cell(spaces), kind.wrap(value));
            }
            Op::StoreBits(pointer, value, width, shift) => {
                let [pointer, value] = [pointer, value].map(|slot| self.read(slot.cell(spaces)));
                let cell = self.target(pointer, 2)?;
                self.touch::<NOTES>(pointer, true);
                self.memory.store_bits(cell, (width, shift), value);
            }
            Op::Distance(to, a, b, stride) => {
                let [a, b] = [a, b].map(|slot| self.read(slot.cell(spaces)));
                let bytes = distance(a, b)?;
                self.write::<NOTES>(to.cell(spaces), bytes / i64::from(stride.max(1)));
            }
            Op::Copy(to, from, bytes) => {
                let [to, from] = [to, from].map(|slot| self.read(slot.cell(spaces)));
                let [to, from] = [self.target(to, bytes as usize)?, self.target(from, bytes as usize)?];
                self.memory.copy(to, from, bytes as usize);
                return Ok(i64::from(bytes / PIECES));
            }
            Op::Clear(first, bytes) => {
                let first = first.cell(spaces);
                for cell in first..first + bytes as usize {
                    self.write::<NOTES>(cell, 0);
                }
                return Ok(i64::from(bytes / PIECES));
            }
            _ => unreachable!("work_on handles all other operations"),
        }
        Ok(0)
    }

    /// Wraps a number to a kind and reports an overflow.
    #[inline(always)]
    pub(super) fn wrap_checked(&mut self, kind: Kind, n: i64) -> i64 {
        match kind.wrap(n) {
            same if same == n => same,
            wrapped => self.overflow(kind, n, wrapped),
        }
    }

    #[inline(always)]
    fn eval_checked(&mut self, kind: Kind, op: Binary, a: i64, b: i64) -> Result<i64, Trap> {
        let n = op.eval(a, b).ok_or_else(|| Trap::from(say!("Division by zero")))?;
        Ok(match kind.wrap(n) {
            wrapped if wrapped != n && op.is_of_numbers() => self.overflow(kind, n, wrapped),
            wrapped => wrapped,
        })
    }

    /// Executes a call, or a return of anything but a number, and moves the machine to the next operation.
    fn call_or_return<const NOTES: bool>(
        &mut self,
        (code, op, spaces): (&Code, Op, &[usize; 4]),
        console: &mut dyn Console,
        again: bool,
    ) -> Result<Option<Stop>, Trap> {
        let calls = matches!(op, Op::CallAt(..) | Op::Library(..));
        if calls && !NOTES && self.left < -MOST_TOO_MUCH {
            return Ok(Some(Stop::Paused));
        }
        let goes_on = match op {
            Op::CallAt(to, pointer, first, site) => {
                let pointer = self.read(pointer.cell(spaces));
                let site = &code.sites[site as usize];
                let (first, to) = (first.cell(spaces), to.cell(spaces));
                match self.callee(pointer, site)? {
                    Callee::Own(function) => {
                        let back = self.at + 1;
                        self.enter(code, function, (first, site.float_args), back, to)?;
                        let [_, frame, ..] = self.spaces(code);
                        self.worked(self.memory.cells.len() - frame);
                        true
                    }
                    Callee::Library(number) => {
                        let float_args = self.convert_for::<NOTES>(number, first, site);
                        let arguments = first..first + site.arguments.len();
                        let call = (number, arguments, float_args);
                        self.call_library::<NOTES>(console, call, to, again)?
                    }
                }
            }
            Op::Library(to, number, count, first, float_args) => {
                let (first, to) = (first.cell(spaces), to.cell(spaces));
                let call = (number, first..first + usize::from(count), float_args);
                self.call_library::<NOTES>(console, call, to, again)?
            }
            Op::ReturnBytes(pointer, bytes) => {
                let pointer = self.read(pointer.cell(spaces));
                let first = self.target(pointer, bytes as usize)?;
                self.worked(bytes as usize);
                let given = self.memory.taken(first, bytes as usize);
                self.return_numbers::<NOTES>(code, &given)?
            }
            _ => self.return_numbers::<NOTES>(code, &[])?,
        };
        Ok((!goes_on).then_some(Stop::Ended))
    }

    /// Calls a library function with the arguments in these cells. Returns false if the program has ended.
    fn call_library<const NOTES: bool>(
        &mut self,
        console: &mut dyn Console,
        (number, arguments, float_args): (u16, Range<usize>, FloatArgs),
        to: usize,
        again: bool,
    ) -> Result<bool, Trap> {
        let mut a = std::mem::take(&mut self.arguments);
        a.clear();
        a.extend(arguments.map(|cell| self.read(cell)));
        let function = library::numbered(number);
        let mut call = LibCall { a, float_args, machine: self, console, again, function };
        let done = library::call(&mut call);
        let a = call.a;
        self.arguments = a;
        match done {
            Err(Trap::Repeat) => {}
            Err(Trap::Exit(status)) => {
                let outermost = self.calls[0].function as usize;
                while self.leave().is_some() {}
                self.returned = Some(Kind::Int.wrap(status));
                self.end(outermost)?;
            }
            Err(Trap::LongJump(depth, at, value)) => {
                while self.calls.len() > depth {
                    self.leave();
                }
                let program = self.program.clone();
                let spaces = self.spaces(program.code());
                if let Some(to) = { program.code().ops[at] }.result() {
                    self.memory.write(to.cell(&spaces), value);
                }
                self.at = at + 1;
            }
            done => {
                self.write::<NOTES>(to, done?);
                self.at += 1;
            }
        }
        if std::mem::take(&mut self.has_waited)
            && let Some(events) = self.handlers()
        {
            let (program, back) = (self.program.clone(), self.at);
            self.enter(program.code(), events, (to, 0), back, to)?;
        }
        Ok(!self.calls.is_empty())
    }

    /// The function that calls the program's handlers, unless it is running.
    pub(super) fn handlers(&self) -> Option<usize> {
        let events = self.program.code().events?;
        self.calls.iter().all(|call| call.function as usize != events).then_some(events)
    }

    /// Returns true if the machine halts at the current stop point; otherwise begins a step.
    #[inline(always)]
    fn halts_here<const NOTES: bool, const LOOKS: bool>(
        &mut self,
        begun: (u64, usize),
        console: &mut dyn Console,
        look: Look,
    ) -> bool {
        let looked = LOOKS && (self.steps, self.at) != begun && look(self, console);
        if looked || self.left <= 0 {
            return true;
        }
        self.left -= 1;
        self.steps += 1;
        if NOTES && let Some(history) = &mut self.memory.history {
            history.mark(self.at);
            self.touched.clear();
        }
        self.branch = None;
        false
    }

    #[inline(always)]
    fn note_way<const LOOKS: bool>(&mut self, at: usize, way: Way) {
        if LOOKS && let Some(coverage) = &mut self.coverage {
            coverage.note(at, way);
        }
    }

    #[inline(always)]
    fn jumps(&mut self, test: Test, spaces: &[usize; 4]) -> bool {
        let a = self.read(test.a.cell(spaces));
        let b = self.read(test.b.cell(spaces));
        let jumps = test.op.holds(a, b) == test.holds;
        if test.tells != BranchSense::Nothing {
            self.branch = Some(jumps == (test.tells == BranchSense::TrueIfJumps));
        }
        jumps
    }

    /// Passes a value to the calling function. Returns false if the program has ended.
    #[inline(always)]
    fn return_number<const NOTES: bool>(&mut self, code: &Code, value: i64) -> Result<bool, Trap> {
        let Some(call) = self.leave() else { return Ok(false) };
        if self.calls.is_empty() {
            let function = call.function as usize;
            self.returned = match code.functions[function].returns.kind() {
                Some(_) => Some(value),
                None => code.at_end.contains(&function).then_some(self.memory.cells[0]),
            };
            self.returned = self.returned.filter(|n| *n != UNSET);
            return self.end(call.function as usize);
        }
        self.write::<NOTES>(call.to as usize, value);
        Ok(true)
    }

    /// Passes the numbers of a struct to the calling function, or nothing.
    fn return_numbers<const NOTES: bool>(
        &mut self,
        code: &Code,
        numbers: &[(usize, Kind, i64)],
    ) -> Result<bool, Trap> {
        let to = self.calls.last().filter(|_| self.calls.len() > 1).map(|call| call.to as usize);
        let goes_on = self.return_number::<NOTES>(code, UNSET)?;
        if let Some(to) = to {
            numbers.iter().for_each(|(offset, kind, value)| self.memory.store(*kind, to + offset, *value));
        }
        Ok(goes_on)
    }

    #[cold]
    fn end(&mut self, function: usize) -> Result<bool, Trap> {
        let program = self.program.clone();
        let code = program.code();
        let next = code.at_end.iter().position(|at_end| *at_end == function).map_or(0, |n| n + 1);
        let Some(&at_end) = code.at_end.get(next) else { return Ok(false) };
        // Pass the status in cell 0, which only NULL points to.
        self.memory.write(0, self.returned.take().unwrap_or(UNSET));
        self.enter(code, at_end, (0, 0), 0, 0)?;
        Ok(true)
    }

    fn callee(&self, pointer: i64, site: &Site) -> Result<Callee, Trap> {
        let functions = &self.program.code().functions;
        Ok(match Callee::of(pointer) {
            Some(Callee::Own(n)) if n < functions.len() => {
                let f = &functions[n];
                if f.named.is_some() {
                    let text = say!("takes any number of arguments, so call it by its name");
                    return Err(format!("'{}' {text}", f.name).into());
                }
                site.fits(&f.name, &f.parameters, false, &f.returns)?;
                Callee::Own(n)
            }
            Some(Callee::Library(n)) if library::has(n) => {
                let f = library::numbered(n);
                site.fits(f.name, &f.parameters(), f.takes_more(), &f.returns())?;
                Callee::Library(n)
            }
            _ if pointer == 0 => return Err(say!("The program calls a NULL pointer as a function").into()),
            _ => return Err(say!("The program calls a pointer that does not point to a function").into()),
        })
    }

    /// Converts the arguments of a call through a pointer to the parameters of a library function.
    fn convert_for<const NOTES: bool>(&mut self, number: u16, first: usize, site: &Site) -> FloatArgs {
        let mut float_args = site.float_args;
        let parameters = library::numbered(number).parameters();
        for (n, (_, ty)) in parameters.iter().enumerate() {
            let wanted = ty.is_real();
            let from = if float_args >> n & 1 == 1 { Kind::Double } else { Kind::Long };
            if wanted != from.is_real() {
                let to = if wanted { Kind::Double } else { Kind::Long };
                let value = self.read(first + n);
                self.write::<NOTES>(first + n, from.convert(value, to));
                float_args ^= 1 << n;
            }
        }
        float_args
    }

    #[inline(always)]
    fn moved(&mut self, pointer: i64, by: i64) -> Result<i64, Trap> {
        let from = Pointer::unpack(pointer);
        let (offset, size) = (from.signed_offset(), from.size());
        let moved = offset.wrapping_add(by);
        match from.base {
            _ if from.is_number() => {
                let number = Pointer::far(pointer).wrapping_add(by);
                Ok(self.with_object(Pointer::of_number(number as u32)))
            }
            // An offset in a segment has 16 bits.
            _ if from.outer_address().is_some() => Ok(pointer - offset + (moved & 0xFFFF)),
            // A loop that runs down ends before its array.
            base if base > 0 && offset >= 0 && (-MOST_BEFORE..0).contains(&moved) => {
                self.note(before_text());
                Ok(pointer + by)
            }
            base if base > 0 && (0..=size).contains(&moved) => Ok(pointer + by),
            _ => Err(self.unset_pointer(from).unwrap_or_else(|| self.moved_error(from, moved)).into()),
        }
    }

    #[inline(always)]
    fn read(&mut self, cell: usize) -> i64 {
        match self.memory.cells[cell] {
            UNSET => self.unset(cell),
            value => value,
        }
    }

    #[inline(always)]
    fn write<const NOTES: bool>(&mut self, cell: usize, value: i64) {
        if NOTES { self.memory.write(cell, value) } else { self.memory.cells[cell] = value }
    }

    /// Returns the cell of a pointer's target, also if the pointer was made from a number.
    #[inline(always)]
    fn target(&self, pointer: i64, bytes: usize) -> Result<usize, Trap> {
        match self.memory.at(pointer, bytes) {
            Err(Trap::BadPointer(found)) if found.is_number() => {
                self.memory.at(self.with_object(pointer), bytes)
            }
            found => found,
        }
    }

    #[inline(always)]
    fn load<const NOTES: bool>(&mut self, kind: Kind, pointer: i64) -> Result<i64, Trap> {
        let cell = self.target(pointer, kind.bytes())?;
        self.touch::<NOTES>(pointer, false);
        Ok(match self.memory.read(kind, cell) {
            UNSET => self.unset(cell),
            value if kind == Kind::Pointer => self.with_object(value),
            value => value,
        })
    }

    /// Stores a number, which counts as no work.
    #[inline(always)]
    fn store<const NOTES: bool>(
        &mut self,
        (kind, pointer): (Kind, i64),
        value: Slot,
        spaces: &[usize; 4],
    ) -> Result<i64, Trap> {
        let value = self.read(value.cell(spaces));
        let cell = self.target(pointer, kind.bytes())?;
        self.touch::<NOTES>(pointer, true);
        if !self.memory.tags[cell].is(kind) {
            self.note_freed(pointer);
        }
        self.memory.store(kind, cell, value);
        Ok(0)
    }

    #[inline(always)]
    fn touch<const NOTES: bool>(&mut self, pointer: i64, written: bool) {
        let bytes = Pointer::unpack(pointer).bytes;
        if NOTES && bytes > 1 && self.touched.len() < MOST_TOUCHED {
            self.touched.push((pointer, written));
        }
    }

    #[inline(always)]
    fn element(&mut self, element: Element, spaces: &[usize; 4]) -> Result<i64, Trap> {
        let pointer = self.read(element.pointer.cell(spaces));
        let index = self.read(element.index.cell(spaces));
        if index as u64 >= u64::from(element.count) {
            let (count, stride) = (element.count.into(), element.stride.into());
            return Err(self.index_error(pointer, index, count, stride).into());
        }
        Ok(pointer + index * i64::from(element.stride))
    }

    /// Warns about reading an uninitialized cell, once per line and variable, and returns 0.
    #[cold]
    pub(super) fn unset(&mut self, cell: usize) -> i64 {
        self.last_unset = (self.steps, cell);
        let in_heap = self.heap_error(cell).map(str::to_string);
        let text = match self.variable_name(cell).as_str() {
            _ if in_heap.is_some() => in_heap.unwrap_or_default(),
            "?" => say!("The program uses the value of a function that returned none").to_string(),
            name => say!("Possible use of '{name}' before definition", name),
        };
        self.note(text);
        0
    }

    /// Warns about the first overflow after each stop point. Unsigned numbers and characters above 127 wrap
    /// silently.
    #[cold]
    fn overflow(&mut self, kind: Kind, n: i64, became: i64) -> i64 {
        let is_character = kind == Kind::Char && (128..=255).contains(&n);
        // Only a pointer is this large before wrapping.
        let is_pointer = n == UNSET || kind.bytes() < 4 && n.unsigned_abs() > u32::MAX.into();
        let is_meant = kind.is_unsigned() || is_character || is_pointer;
        if !is_meant && !self.overflows.contains_key(&self.at) && self.overflows.len() < MOST_WARNINGS {
            let warning = self.warning(kind.overflowed(n, became));
            self.overflows.insert(self.at, (self.steps, warning));
        }
        became
    }

    /// Warns if a pointer that is written through points to a block that was freed, whose cells have no kind.
    #[cold]
    pub(super) fn note_freed(&mut self, pointer: i64) {
        if self.is_freed(Pointer::unpack(pointer)) {
            self.note(say!("The program writes to memory that was freed"));
        }
    }

    pub(super) fn note(&mut self, text: impl Into<String>) {
        let warning = self.warning(text.into());
        if self.unset.len() < MOST_WARNINGS && self.unset.iter().all(|(_, old)| *old != warning) {
            self.unset.push((self.steps, warning));
        }
    }

    fn warning(&self, text: String) -> Message {
        Message { severity: Severity::Warning, ..self.fault(text) }
    }
}

/// The note for a pointer that was moved before its object.
pub(super) fn before_text() -> &'static str {
    say!("The pointer moves before its object, where it must not be used")
}

fn distance(a: i64, b: i64) -> Result<i64, Trap> {
    let (a, b) = (Pointer::unpack(a), Pointer::unpack(b));
    match a.base == b.base {
        true => Ok(a.signed_offset() - b.signed_offset()),
        false => Err(say!("The two pointers point into different arrays").into()),
    }
}
