//! The bench on which a function is tried: its variables are set, it is called, and what it did is noted.

use std::collections::VecDeque;

use super::case::{Case, End, Seen, filled, fits, flatten};
use super::exams::{Exam, Sees};
use crate::c::{Halt, Machine, Message, Program, Stop, Value};
use crate::dos::{Console, Key, Quit, Screen};

/// A program on the bench.
pub struct Bench {
    program: Program,
    exam: &'static Exam,
    /// The machine of the last call, which is used again: it is large.
    machine: Option<Machine>,
    /// The global variables as they are at first.
    first: Vec<(String, Value)>,
    /// The screen and the keys.
    pub machinery: Machinery,
}

impl Bench {
    /// Lays a program on the bench.
    ///
    /// # Errors
    /// The function does not fit: a sentence says why.
    pub fn new(program: &Program, exam: &'static Exam) -> Result<Bench, String> {
        let function = program
            .function(exam.function)
            .ok_or_else(|| format!("there is no function {}.", exam.function))?;
        let takes = function.parameters.len();
        if takes != exam.parameters {
            let wanted = exam.parameters;
            return Err(format!("it takes {takes} parameters, and ours {wanted}."));
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
                return Err(format!("there is no global variable {name}."));
            };
            if !fits(value, sizes) {
                let sizes: String = sizes.iter().map(|size| format!("[{size}]")).collect();
                return Err(format!("{name} is not {name}{sizes}."));
            }
        }
        Ok(Bench {
            program: program.clone(),
            exam,
            machine: Some(machine),
            first,
            machinery: Machinery::default(),
        })
    }

    /// Sets a machine up for a case: the variables, the screen, the call.
    ///
    /// # Errors
    /// The call does not fit: a sentence says why.
    pub fn lay(&mut self, case: &Case, machine: &mut Machine) -> Result<(), String> {
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
                return Err(without_file(&why));
            }
        }
        self.machinery.keys.clear();
        (self.exam.ground)(&mut self.machinery.screen, case);
        let called = machine.call(self.exam.function, &case.arguments);
        called.map_err(|why| without_file(&why))
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
            seen.end = End::Fault(why);
            return seen;
        }
        let mut keys = case.keys.iter();
        loop {
            seen.end = match machine.run(&mut self.machinery, self.exam.limit) {
                Ok(Stop::Over) => End::Over,
                Ok(Stop::At) => End::Endless,
                Err(Halt::Fault(fault)) => End::Fault(without_file(&fault)),
                Err(Halt::Quit(_)) => match keys.next() {
                    Some(key) => {
                        seen.states.push(self.state(machine));
                        self.machinery.keys.push_back(*key);
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
                let pixels = rows.filter_map(|(x, y)| self.machinery.screen.getpixel(x, y));
                crc32fast::hash(&pixels.collect::<Vec<u8>>())
            }
            Sees::Pen => {
                let (color, fill, fill_color) = machine.pen();
                crc32fast::hash(&[&[color, fill_color][..], &fill].concat())
            }
            Sees::Screen => crc32fast::hash(self.machinery.screen.pixels()),
        };
        (self.exam.tidy)(case, &mut seen);
        seen
    }

    /// The variables that matter.
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

/// A screen and a keyboard for a program that nobody watches.
#[derive(Default)]
pub struct Machinery {
    pub screen: Screen,
    pub keys: VecDeque<Key>,
    now: u64,
}

impl Console for Machinery {
    fn screen(&mut self) -> &mut Screen {
        &mut self.screen
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        self.keys.pop_front().ok_or(Quit::Closed)
    }

    fn key_within(&mut self, _: u32) -> Result<Option<Key>, Quit> {
        self.getkey().map(Some)
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        self.now += u64::from(ms);
        Ok(())
    }

    fn now(&self) -> u64 {
        self.now
    }

    fn kbhit(&mut self) -> bool {
        false
    }

    fn sound(&mut self, _: u32, _: u32) {}

    fn real_time(&self) -> bool {
        false
    }
}
