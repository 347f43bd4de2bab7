//! The bench on which a function is tried: its variables are set, it is called, and what it did is noted.

use super::case::{Case, End, Seen, filled, fits, flatten};
use super::exams::{Exam, Sees};
use turbo::c::{Halt, Machine, Message, Program, Stop, Value};
use turbo::dos::Console;
use turbo::dos::unattended::Unattended;

/// Why a function cannot be tried. As text it is half a sentence with its full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// There is none of this name.
    #[error("there is no function {0}.")]
    NoFunction(&'static str),
    /// It has another number of parameters than ours.
    #[error("it takes {takes} parameters, and ours {ours}.")]
    Parameters {
        /// How many it has.
        takes: usize,
        /// How many ours has.
        ours: usize,
    },
    /// It needs a global variable that is not there.
    #[error("there is no global variable {0}.")]
    NoGlobal(&'static str),
    /// A global variable has other sizes than ours.
    #[error("{name} is not {name}{sizes}.")]
    OtherGlobal {
        /// The variable.
        name: &'static str,
        /// The sizes that ours has, in brackets.
        sizes: String,
    },
    /// The machine cannot make the call.
    #[error("{0}")]
    Fault(String),
}

pub(crate) struct Bench {
    program: Program,
    exam: &'static Exam,
    /// The machine of the last call, which is used again: it is large.
    machine: Option<Machine>,
    /// The global variables as they are at first.
    first: Vec<(String, Value)>,
    pub(crate) desk: Unattended,
}

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
        if takes != exam.parameters {
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
        })
    }

    /// Sets a machine up for a case: the variables, the screen, the call.
    pub(crate) fn lay(&mut self, case: &Case, machine: &mut Machine) -> Result<(), Unfit> {
        for (name, value) in &self.first {
            let set = case.of(name);
            let value = match set {
                Some(numbers) => &filled(value, &mut numbers.iter().copied()),
                None => value,
            };
            // What is set must fit. What is not set, and cannot be, is a pointer of the program's own.
            if let Err(why) = machine.set_global(name, value)
                && set.is_some()
            {
                return Err(Unfit::Fault(without_file(&why)));
            }
        }
        self.desk.forget_keys();
        (self.exam.ground)(self.desk.screen(), case);
        let called = machine.call(self.exam.function, &case.arguments);
        called.map_err(|why| Unfit::Fault(without_file(&why)))
    }

    /// Makes the call of a case.
    pub fn run(&mut self, case: &Case) -> Seen {
        // A call that did not end leaves its machine useless.
        let used = self.machine.take().filter(|machine| machine.depth() == 0);
        let mut machine = used.unwrap_or_else(|| Machine::without_history(&self.program));
        let seen = self.run_on(case, &mut machine);
        self.machine = Some(machine);
        seen
    }

    fn run_on(&mut self, case: &Case, machine: &mut Machine) -> Seen {
        let mut seen = Seen {
            end: End::Over,
            returned: None,
            states: Vec::new(),
            screen: 0,
        };
        if let Err(why) = self.lay(case, machine) {
            seen.end = End::Fault(why.to_string());
            return seen;
        }
        let mut keys = case.keys.iter();
        loop {
            seen.end = match machine.run(&mut self.desk, self.exam.limit) {
                Ok(Stop::Over) => End::Over,
                Ok(Stop::At) => End::Endless,
                Err(Halt::Fault(fault)) => End::Fault(without_file(&fault)),
                Err(Halt::Quit(_)) => match keys.next() {
                    Some(key) => {
                        seen.states.push(self.state(machine));
                        self.desk.type_key(*key);
                        continue;
                    }
                    None => End::Waits,
                },
            };
            break;
        }
        seen.returned = machine.returned().and_then(|n| Some(self.exam.returns?(n)));
        seen.states.push(self.state(machine));
        seen.screen = match self.exam.sees {
            Sees::Nothing => 0,
            Sees::Stones => {
                let centre = |n: i32| 120 + 40 * n;
                let rows = (0..8).flat_map(|row| (0..8).map(move |col| (centre(col), centre(row))));
                let pixels = rows.filter_map(|(x, y)| self.desk.picture().getpixel(x, y));
                crc32fast::hash(&pixels.collect::<Vec<u8>>())
            }
            Sees::Pen => {
                let (color, fill, fill_color) = machine.pen();
                crc32fast::hash(&[&[color, fill_color][..], &fill].concat())
            }
            Sees::Screen => crc32fast::hash(self.desk.picture().pixels()),
        };
        (self.exam.tidy)(case, &mut seen);
        seen
    }

    fn state(&self, machine: &Machine) -> Vec<i32> {
        let mut state = Vec::new();
        for (name, sizes) in self.exam.watched() {
            let mut numbers = Vec::new();
            if let Some(value) = machine.variable(name) {
                flatten(&value, &mut numbers);
            }
            numbers.resize(sizes.iter().product(), i32::MIN);
            state.extend(numbers);
        }
        state
    }
}

/// The text of a message without its file: that is known.
fn without_file(message: &Message) -> String {
    match message.line {
        0 => message.text.clone(),
        line => format!("line {line}: {}", message.text),
    }
}
