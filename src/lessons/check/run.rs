//! Runs cases. For each case, sets the variables, makes the call, types the keys and records the effects.

use std::borrow::Cow;

use super::case::{Case, End, Moment, Outcome, fill, has_shape};
use super::exams::Exam;
use super::matter::{EndedCall, Fact, Matter};
use super::shown::Area;
use crate::tutor::numbers_in;
use crate::tutor::scene::{self, Scene, Stuck};
use crate::tutor::shows::Shows;
use turbo::c::{Access, Halt, Machine, Program, Stop, Value};
use turbo::dos::bgi::{BLACK, PALETTE};
use turbo::dos::headless::Headless;
use turbo::dos::{Console, Key, Screen};
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
    #[error("{}", say!("it does different work than ours, but the whole program is right."))]
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
    /// True if the program only prints, unless it is in graphics mode.
    only_prints: bool,
    transcript: Transcript,
    /// The areas in which pictures may differ.
    ignored: Vec<Area>,
    /// The picture at each moment, if they are recorded.
    frames: Option<Vec<Screen>>,
    called: Cow<'static, str>,
    /// The number of steps without a key after which a call counts as never returning.
    pub(crate) limit: u64,
    reads: Vec<(String, Vec<usize>)>,
}

/// The text that a program has printed, without the echo of typed keys.
#[derive(Default)]
struct Transcript {
    text: String,
    /// The length of the output so far, and the number of typed characters in it.
    read: (usize, usize),
}

impl Transcript {
    /// Adds the output since the last call, which is called after at most one key.
    fn read(&mut self, machine: &Machine) {
        let (output, typed) = (machine.output(), machine.typed_characters());
        let (from, before) = self.read;
        let new = output.get(from..).unwrap_or_default();
        let on_new_line = self.text.is_empty() || self.text.ends_with('\n');
        // The echo of Enter ends a line, but does not add an empty one.
        let is_echo = |c| typed > before && (c != '\n' || on_new_line);
        self.text += new.strip_prefix(is_echo).unwrap_or(new);
        self.read = (output.len(), typed);
    }

    fn trimmed(&self) -> String {
        let lines: Vec<&str> = self.text.lines().map(str::trim_end).collect();
        lines.join("\n").trim_end().to_string()
    }
}

/// The functions that place or colour text.
const PLACES_TEXT: [&str; 9] =
    ["gotoxy", "clrscr", "textcolor", "textbackground", "textattr", "clreol", "window", "system", "puttext"];

/// The time after which a program that polls for a key waits in its delays, in milliseconds.
const PATIENCE: u64 = 1000;

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
        let mut desk = Headless::default();
        if exam.fair {
            desk.wait_in_delays(PATIENCE);
        }
        let uses = |names: &[&str]| names.iter().any(|name| program.source().contains(name));
        Ok(Runner {
            program: program.clone(),
            exam,
            machine: Some(machine),
            globals,
            desk,
            compares_pictures: true,
            reads_screen: uses(&["getpixel", "getimage"]),
            column_first,
            only_prints: exam.fair && !uses(&PLACES_TEXT),
            transcript: Transcript::default(),
            ignored: Vec::new(),
            frames: None,
            called: exam.function.into(),
            limit: exam.limit,
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
        self.ignored.clone_from(&case.ignored);
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
        let mut outcome = self.run_keys(case);
        if self.exam.fair && outcome.end == End::Waits {
            outcome.pauses = self.ends_with_enter(&outcome);
        }
        outcome
    }

    /// True if the program ends with one more key, without showing anything else.
    fn ends_with_enter(&mut self, outcome: &Outcome) -> bool {
        let (Some(mut machine), Some(before)) = (self.machine.take(), outcome.moments.last()) else {
            return false;
        };
        self.desk.type_key(Key::Enter);
        let over = self.run_to_a_wait(&mut machine, false) == End::Over;
        over && self.last_moment(&machine, Some(before)).is_like(before)
    }

    fn run_keys(&mut self, case: &Case) -> Outcome {
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
        self.transcript = Transcript::default();
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
        moments.push(match end {
            End::Over => self.last_moment(&machine, moments.last()),
            _ => self.moment(&machine),
        });
        let returned = machine.returned();
        let mut outcome = Outcome {
            facts: self.facts(case, &machine, end == End::Over),
            end,
            steps: machine.steps(),
            pauses: false,
            fair: self.exam.fair,
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
        self.run_keys(&case);
    }

    /// The current picture, with the ignored areas black.
    pub(crate) fn picture(&self) -> Cow<'_, Screen> {
        without(self.desk.picture(), &self.ignored)
    }

    /// Runs a case until it waits after its first `keys` keys. Returns the picture at each wait and at the
    /// end.
    pub(crate) fn frames(&mut self, case: &Case, keys: usize) -> Vec<Screen> {
        self.frames = Some(Vec::new());
        self.run_to(case, keys);
        self.frames.take().unwrap_or_default()
    }

    fn facts(&self, case: &Case, machine: &Machine, over: bool) -> Vec<Fact> {
        let ended = EndedCall {
            function: &case.function,
            machine,
            screen: self.desk.picture(),
            over,
            printed: &self.transcript.trimmed(),
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
        let mut left = self.limit;
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

    /// Returns the moment at the end of a program. A picture that `closegraph` cleared counts as the one
    /// before, because nobody sees the difference.
    fn last_moment(&mut self, machine: &Machine, before: Option<&Moment>) -> Moment {
        let mut moment = self.moment(machine);
        let blank = || self.desk.picture().pixels().iter().all(|pixel| *pixel == 0);
        if let Some(before) = before.filter(|before| self.exam.fair && before.in_graphics)
            && !moment.in_graphics
            && blank()
        {
            (moment.picture, moment.text) = (before.picture, None);
            (moment.in_graphics, moment.closed) = (true, true);
        }
        moment
    }

    fn moment(&mut self, machine: &Machine) -> Moment {
        let in_graphics = machine.is_in_graphics_mode();
        let by_text = self.only_prints && !in_graphics && self.called == "main";
        if self.exam.fair {
            self.transcript.read(machine);
        }
        if let Some(frames) = &mut self.frames {
            frames.push(without(self.desk.picture(), &self.ignored).into_owned());
        }
        let mut state = Vec::new();
        for (name, sizes) in self.exam.watched {
            let value = machine.variable(name);
            let mut numbers = value.map_or(Vec::new(), |value| numbers_in(&value));
            numbers.resize(sizes.iter().product(), i32::MIN);
            state.extend(self.reordered(name, &numbers));
        }
        Moment {
            state,
            picture: self.compares_pictures.then(|| checksum(&self.picture())),
            text: by_text.then(|| self.transcript.trimmed()),
            in_graphics,
            closed: false,
        }
    }

    /// Returns a board transposed if the program's first index selects the column. Returns other variables
    /// unchanged.
    fn reordered(&self, name: &str, numbers: &[i32]) -> Vec<i32> {
        match self.column_first && name == "Map" && numbers.len() == 64 {
            true => (0..64).map(|n| numbers[n % 8 * 8 + n / 8]).collect(),
            false => numbers.to_vec(),
        }
    }

    /// The printed text, without the echo of typed keys if the exam is fair.
    pub(crate) fn printed(&self) -> String {
        match &self.machine {
            Some(machine) if !self.exam.fair => machine.output().to_string(),
            _ => self.transcript.trimmed(),
        }
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

/// A picture with some areas black.
fn without<'a>(picture: &'a Screen, areas: &[Area]) -> Cow<'a, Screen> {
    let mut picture = Cow::Borrowed(picture);
    for [left, top, right, bottom] in areas {
        let picture = picture.to_mut();
        picture.setfillstyle(BLACK);
        picture.bar(*left, *top, *right, *bottom);
    }
    picture
}

/// Returns a checksum of the picture as a person sees it, with the current palette.
fn checksum(screen: &Screen) -> u32 {
    let palette = screen.palette();
    if palette == PALETTE {
        return crc32fast::hash(screen.pixels());
    }
    let seen = screen.pixels().iter().map(|color| {
        let shown = palette[usize::from(*color & 15)];
        PALETTE.iter().position(|color| *color == shown).unwrap_or(0) as u8
    });
    crc32fast::hash(&seen.collect::<Vec<u8>>())
}
