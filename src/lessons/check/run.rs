//! Runs cases. For each case, sets the variables, makes the call, types the keys and records the effects.

use std::borrow::Cow;

use super::case::{Case, End, Moment, Outcome, fill, has_shape};
use super::exams::Exam;
use super::matter::{EndedCall, Fact, Matter};
use crate::tutor::numbers_in;
use crate::tutor::scene::{self, Scene, Stuck};
use crate::tutor::shows::Shows;
use turbo::c::{Access, Halt, Machine, Program, Stop, Value};
use turbo::dos::bgi::PALETTE;
use turbo::dos::headless::Headless;
use turbo::dos::{Console, Screen};
use words::say;

/// The reason why a function cannot be tested. The message can end a sentence and includes the full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    #[error("{}", say!("there is no function {name}.", name = .0))]
    NoFunction(&'static str),
    #[error("{}", say!("it takes {takes} parameters, and ours {ours}.", takes, ours))]
    Parameters { takes: usize, ours: usize },
    #[error("{}", say!("there is no global variable {name}.", name = .0))]
    NoGlobal(&'static str),
    /// A global variable whose sizes differ from ours. `sizes` has our sizes, in brackets.
    #[error("{}", say!("{name} is not {name}{sizes}.", name, sizes))]
    OtherGlobal { name: &'static str, sizes: String },
    /// The function does different work, but the whole program is right.
    #[error("{}", say!("it does other work than ours, and the whole program is right."))]
    OtherWork,
    #[error("{0}")]
    Fault(String),
}

pub(crate) struct Runner {
    program: Program,
    pub(crate) exam: &'static Exam,
    /// The machine from the last call. The next call reuses it, because it is large.
    machine: Option<Machine>,
    globals: Vec<(String, Value)>,
    pub(crate) desk: Headless,
    /// True if pictures are compared. If not, no screen is drawn before a call, except when the program may
    /// read it.
    pub(crate) compares_pictures: bool,
    /// True if the program may read the screen.
    reads_screen: bool,
    /// True if the first index of the program's board selects the column.
    pub(crate) column_first: bool,
    called: Cow<'static, str>,
    reads: Vec<(String, Vec<usize>)>,
}

/// The number of steps between checks of the program's state.
const SLICE: u64 = 1000;
/// The number of polls for a key, in one slice of steps, above which a program counts as waiting.
const MANY_LOOKS: u64 = 50;

impl Runner {
    /// Creates a runner for a program.
    ///
    /// # Errors
    /// If the function does not fit the exam.
    pub(crate) fn new(program: &Program, exam: &'static Exam, column_first: bool) -> Result<Runner, Unfit> {
        let name = exam.function;
        if !name.is_empty() {
            let function = program.function(name).ok_or(Unfit::NoFunction(name))?;
            let takes = function.parameters.len();
            // Do not compare the parameters of `main`, because DOS supplies its arguments.
            let ours = scene::program(exam.source);
            let ours = ours.function(name).filter(|_| name != "main");
            let ours = ours.map_or(takes, |ours| ours.parameters.len());
            if takes != ours {
                return Err(Unfit::Parameters { takes, ours });
            }
        }
        let machine = Machine::without_history(program);
        let globals = globals(&machine);
        for (name, sizes) in exam.globals() {
            let found = globals.iter().find(|(global, _)| global == name);
            let (_, value) = found.ok_or(Unfit::NoGlobal(name))?;
            if !has_shape(value, sizes) {
                let sizes = sizes.iter().map(|size| format!("[{size}]")).collect();
                return Err(Unfit::OtherGlobal { name, sizes });
            }
        }
        Ok(Runner {
            program: program.clone(),
            exam,
            machine: Some(machine),
            globals,
            desk: Headless::default(),
            compares_pictures: true,
            reads_screen: ["getpixel", "getimage"].into_iter().any(|name| program.source().contains(name)),
            column_first,
            called: exam.function.into(),
            reads: Vec::new(),
        })
    }

    /// Prepares a machine for a case: sets the variables, draws the screen and begins the call.
    pub(crate) fn begin(&mut self, case: &Case, machine: &mut Machine) -> Result<(), Stuck> {
        for (name, first) in &self.globals {
            let set = self.value_in(case, name, first);
            // A variable that the case does not set may be a pointer, whose first value cannot be set.
            machine
                .set_global(name, set.as_ref().unwrap_or(first))
                .or_else(|why| if set.is_some() { Err(why) } else { Ok(()) })?;
        }
        self.called.clone_from(&case.function);
        self.desk.clear_keys();
        if self.compares_pictures || self.reads_screen {
            (self.exam.ground)(self.desk.screen(), case);
        }
        scene::run_calls(machine, &mut self.desk, &case.before)?;
        Ok(machine.call(&case.function, &case.arguments)?)
    }

    /// Returns the value that a case gives to a variable, in the order of indices that the program uses.
    fn value_in(&self, case: &Case, name: &str, first: &Value) -> Option<Value> {
        let numbers = self.reordered(name, case.value_of(name)?);
        let mut value = first.clone();
        let has_rows = matches!(first, Value::Array(rows) if matches!(rows[..], [Value::Array(_), ..]));
        if has_rows && numbers_in(first).len() != numbers.len() {
            // The machine will reject this value and report why.
            return Some(Value::Array(numbers.into_iter().map(Value::Int).collect()));
        }
        fill(&mut value, &mut numbers.into_iter());
        Some(value)
    }

    pub(crate) fn run(&mut self, case: &Case) -> Outcome {
        let traces = case.matters.iter().any(Matter::is_traced);
        // Do not reuse a machine after an unfinished call, or after a whole program, because its output is
        // still there.
        let used = self.machine.take();
        let used = used.filter(|machine| machine.depth() == 0 && machine.warnings().is_empty());
        let used = used.filter(|_| case.keys.is_empty() && case.matters.is_empty());
        let mut machine = match used {
            Some(machine) => machine,
            None if traces => Machine::new(&self.program),
            None => Machine::without_history(&self.program),
        };
        self.reads.clear();
        let mut moments = Vec::new();
        let mut end = self.begin(case, &mut machine).map_or_else(End::Stuck, |()| End::Waits);
        let mut keys = case.keys.iter();
        while end == End::Waits {
            end = self.run_to_a_wait(&mut machine, traces);
            let key = keys.next().filter(|_| end == End::Waits);
            let Some(key) = key else { break };
            moments.push(self.moment(&machine));
            self.desk.type_key(*key);
        }
        moments.push(self.moment(&machine));
        let returned = machine.returned();
        let mut outcome = Outcome {
            facts: self.facts(case, &machine, end == End::Over),
            end,
            returned: returned.and_then(|n| Some(self.exam.returns?(n))),
            moments,
            pen: self.exam.pen.then(|| machine.drawing_colors()),
        };
        (self.exam.tidy)(case, &mut outcome);
        self.machine = Some(machine);
        outcome
    }

    /// Runs a case until it waits after its first `keys` keys.
    pub(crate) fn run_to(&mut self, case: &Case, keys: usize) {
        let mut case = case.clone();
        case.keys.truncate(keys);
        self.run(&case);
    }

    fn facts(&self, case: &Case, machine: &Machine, over: bool) -> Vec<Fact> {
        let ended = EndedCall {
            function: &case.function,
            machine,
            screen: self.desk.picture(),
            over,
            reads: &self.reads,
            variable: &|name| {
                let mut value = machine.variable(name)?;
                let numbers = self.reordered(name, &numbers_in(&value));
                fill(&mut value, &mut numbers.into_iter());
                Some(value)
            },
        };
        case.matters.iter().flat_map(|matter| matter.facts(&ended)).collect()
    }

    /// Runs to the end or to the next wait for a key. If `traces` is true, also records which elements the
    /// program reads.
    pub(crate) fn run_to_a_wait(&mut self, machine: &mut Machine, traces: bool) -> End {
        let mut left = self.exam.limit;
        loop {
            let looks = self.desk.empty_polls();
            let stop = match traces {
                true => self.trace(machine, left.min(SLICE)),
                false => machine.run(&mut self.desk, left.min(SLICE)),
            };
            if let Some(warning) = machine.warnings().first() {
                return End::Stuck(warning.clone().into());
            }
            left -= left.min(SLICE);
            match stop {
                Ok(Stop::Ended) => return End::Over,
                Err(Halt::Fault(fault)) => return End::Stuck(fault.into()),
                Err(Halt::Quit(_)) => return End::Waits,
                // A program that keeps polling for a key is waiting, too.
                Ok(Stop::Paused) if self.desk.empty_polls() - looks > MANY_LOOKS => return End::Waits,
                Ok(Stop::Paused) if left == 0 => {
                    return End::Stuck(Stuck::Endless(self.called.to_string()));
                }
                Ok(Stop::Paused) => {}
            }
        }
    }

    fn trace(&mut self, machine: &mut Machine, steps: u64) -> Result<Stop, Halt> {
        for _ in 0..steps {
            let stop = machine.step(&mut self.desk);
            let read = machine.touched().into_iter().filter(|touch| touch.access == Access::Read);
            self.reads.extend(read.map(|touch| (touch.name, touch.indices)));
            if !matches!(stop, Ok(Stop::Paused)) {
                return stop;
            }
        }
        Ok(Stop::Paused)
    }

    fn moment(&self, machine: &Machine) -> Moment {
        let mut state = Vec::new();
        for (name, sizes) in self.exam.watched {
            let value = machine.variable(name);
            let mut numbers = value.map_or(Vec::new(), |value| numbers_in(&value));
            numbers.resize(sizes.iter().product(), i32::MIN);
            state.extend(self.reordered(name, &numbers));
        }
        Moment { state, picture: self.compares_pictures.then(|| checksum(self.desk.picture())) }
    }

    /// Returns a board transposed if the program's first index selects the column. Returns other variables
    /// unchanged.
    fn reordered(&self, name: &str, numbers: &[i32]) -> Vec<i32> {
        match self.column_first && name == "Map" && numbers.len() == 64 {
            true => (0..64).map(|n| numbers[n % 8 * 8 + n / 8]).collect(),
            false => numbers.to_vec(),
        }
    }

    pub(crate) fn printed(&self) -> String {
        let machine = self.machine.as_ref();
        machine.map_or(String::new(), |machine| machine.output().to_string())
    }

    pub(crate) fn local(&self, function: &str, name: &str) -> Option<i32> {
        let frames = self.machine.as_ref()?.frames();
        let frame = frames.into_iter().find(|frame| frame.function == function)?;
        let mut variables = frame.variables.into_iter();
        variables.find(|variable| variable.name == name)?.value.number()
    }

    /// Converts a case to a scene that a student can step through in the program.
    ///
    /// # Errors
    /// If the program cannot begin the call.
    pub(crate) fn scene(&mut self, case: &Case, text: String, shows: &'static Shows) -> Result<Scene, Stuck> {
        self.begin(case, &mut Machine::without_history(&self.program))?;
        let mut scene = Scene::new(text, self.program.clone(), ("", Vec::new()), shows);
        let set = self.globals.iter().filter_map(|(name, first)| {
            let value = self.value_in(case, name, first)?;
            Some((name.clone().into(), value))
        });
        scene.globals = set.collect();
        (self.exam.ground)(scene.ground.screen(), case);
        scene.then.clone_from(&case.before);
        scene.call = (case.function.clone(), case.arguments.clone());
        scene.keys.clone_from(&case.keys);
        Ok(scene)
    }
}

/// Returns the names and values of a program's global variables.
pub(crate) fn globals(machine: &Machine) -> Vec<(String, Value)> {
    machine.globals().into_iter().map(|variable| (variable.name, variable.value)).collect()
}

/// Returns a checksum of the picture as a person sees it, with the current palette.
fn checksum(screen: &Screen) -> u32 {
    let palette = screen.palette();
    if palette == PALETTE {
        return crc32fast::hash(screen.pixels());
    }
    let seen = screen.pixels().iter().map(|color| {
        let shown = palette[usize::from(*color)];
        PALETTE.iter().position(|color| *color == shown).unwrap_or(0) as u8
    });
    crc32fast::hash(&seen.collect::<Vec<u8>>())
}
