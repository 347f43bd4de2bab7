//! The bench on which a function is tried: its variables are set, it is called, and what it did is noted.

use std::fmt;

use super::case::{Case, End, Moment, Outcome, filled, fits, flatten};
use super::exams::Exam;
use turbo::c::{Halt, Machine, Message, Program, Stop, Value};
use turbo::dos::bgi::PALETTE;
use turbo::dos::unattended::Unattended;
use turbo::dos::{Console, Screen};
use words::say;

/// Why a function cannot be tried. The message is the end of a sentence, with its full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// There is no function of this name.
    NoFunction(&'static str),
    /// It does not have as many parameters as ours.
    Parameters {
        /// How many it has.
        takes: usize,
        /// How many ours has.
        ours: usize,
    },
    /// It needs a global variable that is not there.
    NoGlobal(&'static str),
    /// A global variable has other sizes than ours.
    OtherGlobal {
        /// The variable.
        name: &'static str,
        /// The sizes that ours has, in brackets.
        sizes: String,
    },
    /// The program divides the work among its functions differently, and does all of it.
    Otherwise,
    /// The machine cannot make the call.
    Fault(String),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Unfit::NoFunction(name) => say!("there is no function {name}.", name),
            Unfit::Parameters { takes, ours } => {
                say!("it takes {takes} parameters, and ours {ours}.", takes, ours)
            }
            Unfit::NoGlobal(name) => say!("there is no global variable {name}.", name),
            Unfit::OtherGlobal { name, sizes } => {
                say!("{name} is not {name}{sizes}.", name, sizes)
            }
            Unfit::Otherwise => {
                say!("it does other work than ours, and the whole program is right.").to_string()
            }
            Unfit::Fault(fault) => fault.clone(),
        })
    }
}

impl std::error::Error for Unfit {}

pub(crate) struct Bench {
    program: Program,
    pub(crate) exam: &'static Exam,
    /// The machine of the last call, which is used again: it is large.
    machine: Option<Machine>,
    /// The global variables as they are at first.
    first: Vec<(String, Value)>,
    pub(crate) desk: Unattended,
    /// Does the picture matter?
    pub(crate) looks: bool,
    /// Is the picture with which a call begins drawn?
    draws_ground: bool,
    /// Is the first index of the board its column?
    pub(crate) column_first: bool,
}

/// Every this many steps the bench asks whether the program only waits for a key.
const SLICE: u64 = 1000;
/// A program that looks for a key this often in that many steps does nothing else.
const MANY_LOOKS: u64 = 50;

impl Bench {
    /// Lays a program on the bench.
    ///
    /// # Errors
    /// The function does not fit.
    pub fn new(program: &Program, exam: &'static Exam) -> Result<Bench, Unfit> {
        let function = program
            .function(exam.function)
            .ok_or(Unfit::NoFunction(exam.function))?;
        let takes = function.parameters.len();
        // The arguments of `main` come from DOS and do not matter.
        if takes != exam.parameters && exam.function != "main" {
            let ours = exam.parameters;
            return Err(Unfit::Parameters { takes, ours });
        }
        let machine = Machine::without_history(program);
        let globals = machine.globals();
        let first: Vec<(String, Value)> = globals
            .into_iter()
            .map(|variable| (variable.name, variable.value))
            .collect();
        for (name, sizes) in exam.globals {
            let found = first.iter().find(|(global, _)| global == name);
            let Some((_, value)) = found else {
                return Err(Unfit::NoGlobal(name));
            };
            if !fits(value, sizes) {
                let sizes: String = sizes.iter().map(|size| format!("[{size}]")).collect();
                return Err(Unfit::OtherGlobal { name, sizes });
            }
        }
        Ok(Bench {
            program: program.clone(),
            exam,
            machine: Some(machine),
            first,
            desk: Unattended::default(),
            looks: true,
            draws_ground: true,
            column_first: false,
        })
    }

    /// Sets whether the pictures of the next calls are compared. If not, nothing is drawn before the calls, unless the program may read it.
    pub(crate) fn look(&mut self, looks: bool) {
        let reads = |name| self.program.source().contains(name);
        self.draws_ground = looks || ["getpixel", "getimage"].into_iter().any(reads);
        self.looks = looks;
    }

    /// Sets a machine up for a case: the variables, the screen, the call.
    pub(crate) fn lay(&mut self, case: &Case, machine: &mut Machine) -> Result<(), Unfit> {
        for (name, value) in &self.first {
            let set = case.of(name).map(|numbers| self.turned(name, numbers));
            let value = match &set {
                Some(numbers) => &filled(value, &mut numbers.iter().copied()),
                None => value,
            };
            // A variable that the case sets must fit. One that it does not set may be a pointer of the program's own, which cannot be set.
            if let Err(why) = machine.set_global(name, value)
                && set.is_some()
            {
                return Err(Unfit::Fault(without_file(&why)));
            }
        }
        self.desk.forget_keys();
        if self.draws_ground {
            (self.exam.ground)(self.desk.screen(), case);
        }
        let called = machine.call(self.exam.function, &case.arguments);
        called.map_err(|why| Unfit::Fault(without_file(&why)))
    }

    /// Makes the call of a case.
    pub fn run(&mut self, case: &Case) -> Outcome {
        // A call that did not end leaves its machine useless, and a whole program leaves its static variables behind.
        let used = self.machine.take();
        let used = used.filter(|machine| machine.depth() == 0 && machine.warnings().is_empty());
        let used = used.filter(|_| case.keys.is_empty());
        let mut machine = used.unwrap_or_else(|| Machine::without_history(&self.program));
        let mut outcome = Outcome {
            end: End::Over,
            returned: None,
            moments: Vec::new(),
            pen: None,
        };
        match self.lay(case, &mut machine) {
            Ok(()) => self.run_on(case, &mut machine, &mut outcome),
            Err(why) => outcome.end = End::Fault(why.to_string()),
        }
        outcome.moments.push(self.moment(&machine));
        (self.exam.tidy)(case, &mut outcome);
        self.machine = Some(machine);
        outcome
    }

    fn run_on(&mut self, case: &Case, machine: &mut Machine, outcome: &mut Outcome) {
        for key in &case.keys {
            outcome.end = self.run_to_a_wait(machine);
            if outcome.end != End::Waits {
                break;
            }
            outcome.moments.push(self.moment(machine));
            self.desk.type_key(*key);
        }
        if matches!(outcome.end, End::Over | End::Waits) && machine.depth() > 0 {
            outcome.end = self.run_to_a_wait(machine);
        }
        outcome.returned = machine.returned().and_then(|n| Some(self.exam.returns?(n)));
        outcome.pen = self.exam.pen.then(|| machine.pen());
    }

    /// Runs on to the end, or to the next wait for a key.
    pub(crate) fn run_to_a_wait(&mut self, machine: &mut Machine) -> End {
        let mut left = self.exam.limit;
        loop {
            let (slice, looks) = (left.min(SLICE), self.desk.looks());
            let stop = machine.run(&mut self.desk, slice);
            if let Some(warning) = machine.warnings().first() {
                return End::Fault(without_file(warning));
            }
            left -= slice;
            match stop {
                Ok(Stop::Over) => return End::Over,
                Err(Halt::Fault(fault)) => return End::Fault(without_file(&fault)),
                Err(Halt::Quit(_)) => return End::Waits,
                // A program that asks for a key again and again is waiting, too.
                Ok(Stop::At) if self.desk.looks() - looks > MANY_LOOKS => return End::Waits,
                Ok(Stop::At) if left == 0 => return End::Endless,
                Ok(Stop::At) => {}
            }
        }
    }

    fn moment(&self, machine: &Machine) -> Moment {
        Moment {
            state: self.state(machine),
            picture: self.looks.then(|| sum(self.desk.picture())),
        }
    }

    /// What the last call has printed.
    pub(crate) fn printed(&self) -> String {
        let machine = self.machine.as_ref();
        machine.map_or(String::new(), |machine| machine.output().to_string())
    }

    /// The number in a local variable of a function whose call has not ended.
    pub(crate) fn local(&self, function: &str, name: &str) -> Option<i32> {
        let frames = self.machine.as_ref()?.frames();
        let frame = frames
            .into_iter()
            .find(|frame| frame.function == function)?;
        let mut variables = frame.variables.into_iter();
        variables
            .find(|variable| variable.name == name)?
            .value
            .number()
    }

    /// The board's elements in the order that the program uses.
    pub(crate) fn turned(&self, name: &str, numbers: &[i32]) -> Vec<i32> {
        match name {
            "Map" if self.column_first && numbers.len() == 64 => {
                (0..64).map(|n| numbers[n % 8 * 8 + n / 8]).collect()
            }
            _ => numbers.to_vec(),
        }
    }

    fn state(&self, machine: &Machine) -> Vec<i32> {
        let mut state = Vec::new();
        for (name, sizes) in self.exam.watched() {
            let mut numbers = Vec::new();
            if let Some(value) = machine.variable(name) {
                flatten(&value, &mut numbers);
            }
            numbers.resize(sizes.iter().product(), i32::MIN);
            state.extend(self.turned(name, &numbers));
        }
        state
    }
}

/// A checksum of what a person sees.
fn sum(screen: &Screen) -> u32 {
    let looks = screen.palette();
    if looks == PALETTE {
        return crc32fast::hash(screen.pixels());
    }
    let pixels = screen.pixels().iter();
    let seen = pixels.map(|color| {
        PALETTE
            .iter()
            .position(|c| *c == looks[usize::from(*color)])
    });
    let seen: Vec<u8> = seen.map(|color| color.unwrap_or(0) as u8).collect();
    crc32fast::hash(&seen)
}

/// The text of a message without the name of its file, which is known.
fn without_file(message: &Message) -> String {
    match message.line {
        0 => message.text.clone(),
        line => say!("line {line}: {message}", line, message = message.text),
    }
}
