//! The machine that runs a program from one stop point to the next, and back.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::code::{Code, FunctionCode, Pointer, float_args};
use super::coverage::Coverage;
use super::devices::{Devices, InputLog, Inputs};
use super::disk::{self, Files, Folder};
use super::execute::before_text;
use super::graphics;
use super::history::{Call, Change, History};
use super::memory::{HEAP, Memory, Trap};
use super::message::{Message, is_nearly};
use super::program::Program;
use super::quick::Quick;
use super::types::{Kind, Type};
use super::value::{Access, Argument, Place, Stop, Touch, Value};
use crate::dos::{Console, Quit};
use words::say;

/// The number of cells, bytes or pixels that count as one step of work.
pub(super) const PIECES: u32 = 64;

/// A running program with its memory, calls, devices and undo log.
#[derive(Clone)]
pub struct Machine {
    pub(super) program: Program,
    pub(super) memory: Memory,
    pub(super) calls: Vec<Call>,
    pub(super) at: usize,
    pub(super) steps: u64,
    pub(super) devices: Devices,
    pub(super) inputs: Inputs,
    pub(super) output: String,
    /// The lines typed for `scanf` and similar functions.
    pub(super) typed: Vec<u8>,
    pub(super) files: Files,
    /// The start time in seconds since 1970, shared by all copies of the same run.
    pub(super) begun: Arc<OnceLock<i64>>,
    pub(super) returned: Option<i64>,
    pub(super) left: i64,
    pub(super) branch: Option<bool>,
    /// The array elements that the last step accessed: a pointer to each, and whether the step wrote it.
    pub(super) touched: Vec<(i64, bool)>,
    /// Warnings about reads of uninitialized variables, with their steps.
    pub(super) unset: Vec<(u64, Message)>,
    /// The last step that read a cell without a value, and the cell.
    pub(super) last_unset: (u64, usize),
    /// Warnings about overflows with their steps, indexed by the last stop point before the overflow.
    pub(super) overflows: BTreeMap<usize, (u64, Message)>,
    pub(super) arrays: Vec<(String, Type, usize)>,
    /// A reused buffer for the arguments of library calls.
    pub(super) arguments: Vec<i64>,
    /// The recorded library calls, if recording is on.
    pub(super) library: Option<Vec<String>>,
    /// True if the library has waited or looked for a key since the program's handlers last ran.
    pub(super) has_waited: bool,
    pub(super) coverage: Option<Coverage>,
    /// The fast form that runs between the stop points at which a callback must look.
    pub(super) between_looks: Option<Arc<Quick>>,
}

/// A callback that returns true at a stop point to halt there.
pub(super) type Look<'a> = &'a mut dyn FnMut(&mut Machine, &mut dyn Console) -> bool;

/// The reason why a step failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// An action that C leaves undefined. The program stays before the failing statement and cannot continue.
    Fault(Message),
    /// A closed console, or one that has no key. The step can be retried later.
    Quit(Quit),
}

/// The maximum number of elements in an array passed to a call.
const MOST_ELEMENTS: usize = 16_384;

impl Machine {
    /// Creates a machine that can go back, with initialized global variables and no call.
    pub fn new(program: &Program) -> Machine {
        Machine::with(program, Some(History::default()))
    }

    /// Creates a machine that cannot go back, which is faster.
    pub fn without_history(program: &Program) -> Machine {
        Machine::with(program, None)
    }

    /// From now on, the machine notes what each step reads and writes, and can go back to here.
    pub fn record(&mut self) {
        self.memory.history.get_or_insert_default();
    }

    /// From now on, the machine notes what the program reaches.
    pub fn cover(&mut self) {
        self.coverage = Some(Coverage::of(&self.program));
    }

    /// Returns the parts that the program has reached since [`cover`](Machine::cover); `None` without that call.
    pub fn coverage(&self) -> Option<&Coverage> {
        self.coverage.as_ref()
    }

    fn with(program: &Program, history: Option<History>) -> Machine {
        let code = program.code();
        Machine {
            program: program.clone(),
            inputs: Inputs(history.is_some().then(InputLog::default)),
            memory: Memory { history, ..first_memory(code) },
            calls: Vec::new(),
            at: 0,
            steps: 0,
            devices: Devices { random: 1, ..Devices::default() },
            output: String::new(),
            typed: Vec::new(),
            files: Files::default(),
            begun: Arc::default(),
            returned: None,
            left: 0,
            branch: None,
            touched: Vec::new(),
            unset: Vec::new(),
            last_unset: (0, 0),
            overflows: BTreeMap::new(),
            arrays: Vec::new(),
            arguments: Vec::new(),
            library: None,
            has_waited: false,
            coverage: None,
            between_looks: None,
        }
    }

    /// Seeds `rand`, as `srand` does.
    pub fn seed(&mut self, seed: u32) {
        self.devices.random = seed;
    }

    /// Lets the program read the files of a folder.
    pub fn open_folder(&mut self, folder: Arc<dyn Folder>) {
        self.files.folder = Some(folder);
    }

    /// The files that the program changed: name and content, or `None` for a removed file.
    pub fn written_files(&self) -> impl Iterator<Item = (&str, Option<&[u8]>)> {
        let written =
            self.files.files.iter().filter(|file| file.changed && disk::device(&file.name).is_none());
        written.map(|file| (&*file.name, (!file.removed).then_some(&*file.bytes)))
    }

    pub(super) fn error<T>(&self, text: String) -> Result<T, Message> {
        Err(message(&self.program, 0, None, text))
    }

    /// Starts a call on the empty call stack and clears the undo log.
    ///
    /// # Errors
    /// If a call is in progress, the function does not exist, or the arguments do not match its parameters.
    pub fn call(&mut self, function: &str, arguments: &[Argument]) -> Result<(), Message> {
        let program = self.program.clone();
        let mut functions = program.code().functions.iter();
        let found = functions.position(|f| f.name == function && f.entry.is_some());
        let Some(number) = found else {
            let mut known = program.code().functions.iter();
            let meant = known.find(|f| f.entry.is_some() && is_nearly(&f.name, function));
            let meant = meant.map_or(String::new(), |f| say!(": is '{f}' meant?", f = f.name));
            return self.error(say!("There is no function '{function}'{meant}", function, meant));
        };
        if !self.calls.is_empty() {
            let text = say!("cannot be called before the last call has ended");
            return self.error(format!("'{function}' {text}"));
        }
        let called = &program.code().functions[number];
        self.memory.truncate(self.first_frame());
        self.arrays.clear();
        let values = match (function, arguments) {
            ("main", []) => self.main_arguments(&called.parameters),
            _ => self.values(called, arguments)?,
        };
        if let Some(history) = &mut self.memory.history {
            *history = History::default();
            self.inputs = Inputs(Some(InputLog::default()));
        }
        let devices = &mut self.devices;
        (devices.keys, devices.looks, devices.times, devices.mouse.looks) = (0, 0, 0, 0);
        (self.steps, self.returned, self.branch) = (0, None, None);
        self.touched.clear();
        self.overflows.clear();
        let first = self.memory.cells.len();
        // There are no unnamed arguments.
        self.memory.cells.extend(values.into_iter().chain(called.named.map(|_| Pointer::pack(first, 0))));
        self.memory.grow(self.memory.cells.len());
        let float_args = float_args(called.parameters.iter().map(|(_, ty)| ty));
        let entered = self.enter(program.code(), number, (first, float_args), 0, 0);
        entered.map_err(|trap| message(&program, called.first_line, Some(&called.name), self.trap_text(trap)))
    }

    fn values(&mut self, called: &FunctionCode, arguments: &[Argument]) -> Result<Vec<i64>, Message> {
        let (takes, given) = (called.parameters.len(), arguments.len());
        if takes != given {
            let name = &called.name;
            return self.error(say!(
                "Wrong number of arguments for '{name}': {given} instead of {takes}",
                name,
                takes,
                given
            ));
        }
        let mut values = Vec::new();
        for (argument, (name, ty)) in arguments.iter().zip(&called.parameters) {
            values.push(match (argument, ty) {
                (Argument::Int(n), Type::Number(kind)) => Kind::Long.convert((*n).into(), *kind),
                (Argument::Array(elements), Type::Pointer(of)) => {
                    let count = elements.len();
                    let kind = of.element().kind().unwrap_or(Kind::Int);
                    if count == 0
                        || count > MOST_ELEMENTS
                        || !count.is_multiple_of(of.bytes() / kind.bytes().max(1))
                    {
                        return self.error(say!("The array for '{name}' has {count} elements", name, count));
                    }
                    let numbers = elements.iter().map(|n| kind.wrap((*n).into())).collect();
                    self.array(name, of, numbers)
                }
                _ => {
                    let text = say!("The argument for '{name}' does not fit its type", name);
                    return self.error(text);
                }
            });
        }
        Ok(values)
    }

    fn array(&mut self, parameter: &str, of: &Type, numbers: Vec<i64>) -> i64 {
        let base = self.memory.cells.len();
        let kind = of.element().kind().unwrap_or(Kind::Int);
        numbers.into_iter().for_each(|n| self.memory.push(kind, n));
        let bytes = self.memory.cells.len() - base;
        let ty = Type::Array(Box::new(of.clone()), bytes / of.bytes());
        self.arrays.push((parameter.to_string(), ty, base));
        Pointer::pack(base, bytes)
    }

    /// Creates the arguments of `main`: an `argv` with only the program's name, and an empty environment.
    fn main_arguments(&mut self, parameters: &[(String, Type)]) -> Vec<i64> {
        let mut values = Vec::new();
        for (n, (parameter, ty)) in parameters.iter().enumerate() {
            values.push(match (n, ty) {
                (0, Type::Number(kind)) => Kind::Int.convert(1, *kind),
                (1, Type::Pointer(of)) if matches!(**of, Type::Pointer(_)) => {
                    let name = Path::new(self.program.file()).with_extension("exe");
                    let name = name.file_name().unwrap_or_default().to_string_lossy();
                    let name = name.to_ascii_uppercase();
                    let text = Pointer::pack(self.memory.cells.len(), name.len() + 1);
                    let letters = name.bytes().chain([0]);
                    letters.for_each(|letter| self.memory.push(Kind::Char, (letter as i8).into()));
                    self.array(parameter, of, vec![text, 0])
                }
                (_, Type::Pointer(of)) if of.kind().is_some() => self.array(parameter, of, vec![0]),
                _ => 0,
            });
        }
        values
    }

    /// The first cell after the global variables, the constants and the heap.
    pub(super) fn first_frame(&self) -> usize {
        let code = self.program.code();
        code.memory.cells.len() + code.constants.len() + heap_of(code)
    }

    /// Runs to the next stop point: before a statement or condition, at the head of a function or at its
    /// closing brace.
    ///
    /// # Errors
    /// If the step fails; see [`Halt`].
    pub fn step(&mut self, console: &mut dyn Console) -> Result<Stop, Halt> {
        self.run(console, 1)
    }

    /// Runs `limit` steps, or fewer if the call ends.
    ///
    /// # Errors
    /// If a step fails; see [`Halt`].
    pub fn run(&mut self, console: &mut dyn Console, limit: u64) -> Result<Stop, Halt> {
        let end = self.steps.saturating_add(limit);
        loop {
            let stop = self.run_slice(console, end - self.steps)?;
            if stop == Stop::Ended || self.steps == end && !self.within_a_step() {
                return Ok(stop);
            }
        }
    }

    /// Does as much work as `steps` steps, or less if the call ends. Long library calls count as several
    /// steps, which keeps slices short. A machine without history may also stop within a step.
    ///
    /// # Errors
    /// If a step fails; see [`Halt`].
    pub fn run_slice(&mut self, console: &mut dyn Console, steps: u64) -> Result<Stop, Halt> {
        self.seek(console, steps, false, None)
    }

    /// Runs with a budget of `steps` steps, but stops early at the first stop point where `look` returns true.
    /// `again` is true if the steps are being replayed.
    pub(super) fn seek(
        &mut self,
        console: &mut dyn Console,
        steps: u64,
        again: bool,
        look: Option<Look>,
    ) -> Result<Stop, Halt> {
        self.left = i64::try_from(steps).unwrap_or(i64::MAX);
        let done = self.execute(console, again, look);
        done.map_err(|trap| self.halt(trap, console))
    }

    pub(super) fn worked(&mut self, pieces: usize) {
        self.left -= pieces as i64 / i64::from(PIECES);
    }

    fn halt(&mut self, trap: Trap, console: &mut dyn Console) -> Halt {
        if let Trap::BadPointer(pointer) = &trap
            && pointer.signed_offset() < 0
        {
            let steps = self.steps;
            self.unset.retain(|(step, note)| *step != steps || note.text != before_text());
        }
        let halt = match trap {
            Trap::Quit(quit) => Halt::Quit(quit),
            trap => Halt::Fault(self.fault(self.trap_text(trap))),
        };
        if self.memory.history.is_some() {
            self.undo(console);
        }
        halt
    }

    pub(super) fn trap_text(&self, trap: Trap) -> String {
        match trap {
            Trap::Fault(text) => text,
            Trap::BadPointer(pointer) => {
                self.unset_pointer(pointer).unwrap_or_else(|| self.pointer_error(pointer))
            }
            Trap::Quit(quit) => quit.to_string(),
            Trap::Exit(_) | Trap::LongJump(..) | Trap::Repeat => unreachable!("the library call handles it"),
        }
    }

    /// Returns the message for a NULL that the current step read from a pointer without a value.
    pub(super) fn unset_pointer(&self, pointer: Pointer) -> Option<String> {
        let (step, cell) = self.last_unset;
        let is_pointer = self.memory.tags.get(cell).is_some_and(|tag| tag.is(Kind::Pointer));
        let is_it = is_pointer && step == self.steps && pointer.base == 0 && !pointer.is_number();
        is_it.then(|| say!("The pointer '{name}' was never set", name = self.variable_name(cell)))
    }

    pub(super) fn fault(&self, text: String) -> Message {
        let code = self.program.code();
        // A fault inside a library helper is reported at its caller.
        let seen = self.call_sites().find(|(call, _)| !code.functions[call.function as usize].is_hidden());
        let stop = code.stop_before(seen.map_or(self.at, |(_, at)| at));
        let function = &code.functions[stop.function as usize].name;
        message(&self.program, stop.line as usize, Some(function), text)
    }

    /// Undoes one step, including its drawing. Returns false at the beginning. The program will read the same
    /// keys again.
    pub fn step_back(&mut self, console: &mut dyn Console) -> bool {
        if !self.undo(console) {
            return false;
        }
        self.touched.clear();
        self.branch = None;
        // Repeat the previous step to record which elements it accessed.
        if self.undo(console) {
            self.left = 1;
            let made = self.execute(console, true, None);
            debug_assert!(made.is_ok(), "replaying a step succeeds");
        }
        true
    }

    pub(super) fn undo(&mut self, console: &mut dyn Console) -> bool {
        let Some(mut history) = self.memory.history.take() else { return false };
        while let Some(change) = history.undo() {
            match change {
                Change::Cell(cell, old) => self.memory.cells[cell] = old,
                Change::Tag(cell, old) => self.memory.tags[cell] = old,
                Change::Entered => {
                    if let Some(call) = self.calls.pop() {
                        self.memory.truncate(call.base as usize);
                    }
                }
                Change::Left(call) => {
                    // Uninitialized cells become uninitialized again; the log restores the others.
                    let function = &self.program.code().functions[call.function as usize];
                    let base = call.base as usize;
                    let temporaries = base + function.cells();
                    self.memory.grow(temporaries + function.temporaries);
                    self.memory.tags[base..temporaries].copy_from_slice(&function.tags);
                    self.calls.push(call);
                }
                Change::Devices(devices) => {
                    self.devices = *devices;
                    self.output.truncate(devices.printed);
                    devices.show(console.screen());
                }
                Change::Files(change) => self.files.undo(*change),
                Change::Pixels(runs) => graphics::restore(console.screen(), &runs),
                Change::Drew => console.screen().forget_drawing(),
            }
        }
        let at = history.unmark();
        self.memory.history = Some(history);
        let Some(at) = at else { return false };
        self.at = at;
        self.returned = None;
        self.steps -= 1;
        let steps = self.steps;
        self.unset.retain(|(step, _)| *step <= steps);
        self.overflows.retain(|_, (step, _)| *step <= steps);
        true
    }

    /// The number of steps since [`call`](Machine::call), minus the undone ones.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The source location of the next statement; `None` when the call has ended.
    pub fn place(&self) -> Option<Place<'_>> {
        (!self.calls.is_empty()).then(|| self.program.place_at(self.at))
    }

    /// True if the machine is at the first stop point of the innermost call.
    pub(super) fn enters(&self) -> bool {
        let entry = |call: &Call| self.program.code().functions[call.function as usize].entry;
        self.calls.last().and_then(entry) == Some(self.at as u32)
    }

    /// The number of calls in progress.
    pub fn depth(&self) -> usize {
        self.calls.len()
    }

    /// The return value of the call that ended; `None` for a void function.
    pub fn returned(&self) -> Option<i32> {
        self.returned.map(|value| value as i32)
    }

    /// The return value of the call that ended, with its C type: `'C'` for a `char`, 2.5 for a `double`.
    pub fn returned_value(&self, function: &str) -> Option<Value> {
        let mut functions = self.program.code().functions.iter();
        let ty = &functions.find(|f| f.name == function)?.returns;
        Some(self.scalar(ty, self.returned?))
    }

    /// The array elements that the last step read or wrote, in order; empty without history.
    pub fn touched(&self) -> Vec<Touch> {
        let touch = |(pointer, written): &(i64, bool)| {
            let (name, indices) = self.element_of(Pointer::unpack(*pointer))?;
            let access = if *written { Access::Write } else { Access::Read };
            Some(Touch { name, indices, access })
        };
        self.touched.iter().filter_map(touch).collect()
    }

    /// The result of the condition that the last step tested.
    pub fn condition_result(&self) -> Option<bool> {
        self.branch
    }

    /// The text that the program has printed.
    pub fn output(&self) -> &str {
        &self.output
    }

    /// The number of characters typed for `scanf` and similar functions. Each of them is echoed in
    /// [`output`](Machine::output).
    pub fn typed_characters(&self) -> usize {
        self.devices.typed
    }

    /// True between `initgraph` and `closegraph`.
    pub fn is_in_graphics_mode(&self) -> bool {
        self.devices.graphics.begun
    }

    /// Warnings about reads of uninitialized local variables.
    pub fn warnings(&self) -> Vec<Message> {
        self.unset.iter().map(|(_, warning)| warning.clone()).collect()
    }

    /// The texts of the warnings that the last step gave.
    pub fn warned_now(&self) -> impl Iterator<Item = &str> {
        let all = self.unset.iter().chain(self.overflows.values());
        all.filter(|(step, _)| *step == self.steps).map(|(_, warning)| &*warning.text)
    }

    /// Warnings about numbers that overflowed and wrapped, one per line. Turbo C wraps silently, and many
    /// programs rely on it.
    pub fn overflows(&self) -> Vec<Message> {
        let mut noted: Vec<&(u64, Message)> = self.overflows.values().collect();
        noted.sort_by_key(|(step, _)| *step);
        let mut lines = HashSet::new();
        noted.retain(|(_, message)| lines.insert((&message.file, message.line)));
        noted.into_iter().map(|(_, message)| message.clone()).collect()
    }

    /// Starts recording library calls for [`library_calls`](Machine::library_calls).
    pub fn note_library_calls(&mut self) {
        self.library.get_or_insert_default();
    }

    /// The recorded library calls with their arguments, such as `bar 101 61 139 99`. Going back does not
    /// remove any.
    pub fn library_calls(&self) -> &[String] {
        self.library.as_deref().unwrap_or_default()
    }

    /// The current colour, fill pattern and fill colour.
    pub fn drawing_colors(&self) -> (u8, [u8; 8], u8) {
        let graphics = &self.devices.graphics;
        (graphics.color, graphics.fill, graphics.fill_color)
    }

    /// True if the program has asked for the mouse.
    pub fn uses_mouse(&self) -> bool {
        self.devices.mouse.looks > 0
    }

    /// The program being run.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The number of steps that can be undone: all steps, unless they need more than 96 MB.
    pub fn steps_back(&self) -> usize {
        self.memory.history.as_ref().map_or(0, History::len)
    }

    /// The size of the undo log, in bytes.
    pub fn history_bytes(&self) -> usize {
        self.memory.history.as_ref().map_or(0, History::bytes)
    }
}

fn message(program: &Program, line: usize, function: Option<&str>, text: String) -> Message {
    let (file, line) = program.place(line);
    let file = if file.is_empty() { program.file() } else { file }.to_string();
    let function = function.map(str::to_string);
    Message { file, line, function, ..Message::without_line(text) }
}

fn heap_of(code: &Code) -> usize {
    if code.allocates { HEAP } else { 0 }
}

fn first_memory(code: &Code) -> Memory {
    let mut memory = code.memory.clone();
    memory.cells.extend_from_slice(&code.constants);
    memory.grow(memory.cells.len() + heap_of(code));
    memory
}
