//! Steps a C program forwards and back. Combines the debugger with a record of the board elements that each
//! step read or wrote.

use std::ops::{Deref, DerefMut};

use turbo::c::{Access, Debugger, Frame, Machine, PlaceKind};
use turbo::dos::headless::Headless;

pub use turbo::c::{Goal, Run, Stopped};

/// The place in the program before a step.
#[derive(Clone, Copy, Debug)]
pub struct Stood {
    pub line: u32,
    /// The columns of the step's code in its line, as bytes: the first byte, and the byte after the last.
    pub(crate) columns: (u16, u16),
    pub(crate) depth: u16,
    pub(crate) kind: PlaceKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Touched {
    pub(crate) index: Vec<usize>,
    pub(crate) written: bool,
}

pub struct Stepper {
    debugger: Debugger,
    /// The place before the last step, or `None` at the beginning of the scene.
    pub before: Option<Stood>,
    /// The name of the board's array.
    stones: &'static str,
    /// The elements of the board's array that the last step read or wrote.
    pub(crate) touched_now: Vec<Touched>,
    /// The call that [`find_arguments`](Stepper::find_arguments) found.
    pub(crate) call: Option<String>,
    /// The functions that were running before the last step. They are shown when the program is over.
    last: Vec<Frame>,
}

impl Stepper {
    /// Creates a stepper for a machine that is about to make a call. `stones` is the name of the board's
    /// array.
    pub(crate) fn new(machine: Machine, desk: Headless, stones: &'static str) -> Stepper {
        Stepper {
            debugger: Debugger::with_machine(machine, desk),
            before: None,
            stones,
            touched_now: Vec::new(),
            call: None,
            last: Vec::new(),
        }
    }

    /// Begins the scene at the current step. The scene is over when fewer than `least` functions are running.
    pub(crate) fn begin_here(&mut self, least: usize) {
        self.debugger.begin_here(least);
        self.look_back();
    }

    /// Returns the running functions, innermost first. If the program is over, returns those that ran before
    /// the last step.
    pub fn frames(&self) -> Vec<Frame> {
        match self.machine().place() {
            Some(_) => self.machine().frames(),
            None => self.last.clone(),
        }
    }

    /// Continues a run for about `most` steps at the most.
    pub fn go(&mut self, run: &mut Run, most: u32) -> Stopped {
        let stopped = self.debugger.go(run, most);
        self.look_back();
        stopped
    }

    /// Steps past breakpoints until `there` returns true or something stops the program.
    pub(crate) fn skip_until(&mut self, mut there: impl FnMut(&Stepper) -> bool) -> Stopped {
        let mut stopped = Stopped::Reached;
        while stopped == Stopped::Reached && !there(self) {
            stopped = self.debugger.go_to(Goal::Into, false);
        }
        self.look_back();
        stopped
    }

    /// Determines the place before the last step, and the board elements that the step read or wrote.
    fn look_back(&mut self) {
        let before = self.debugger.with_previous(|machine| {
            let stood = machine.place().map(|place| Stood {
                line: place.line as u32,
                columns: (place.columns.start as u16, place.columns.end as u16),
                depth: machine.depth() as u16,
                kind: place.kind,
            });
            (stood, machine.frames())
        });
        (self.before, self.last) = before.unwrap_or_default();
        self.touched_now.clear();
        self.call = None;
        let machine = self.debugger.machine();
        touched(machine, self.stones, &mut self.touched_now);
    }

    pub fn go_to(&mut self, goal: Goal, back: bool) -> Stopped {
        let stopped = self.debugger.go_to(goal, back);
        self.look_back();
        stopped
    }

    /// Runs ahead to the goal, past breakpoints, for at most a few million steps. The caller must then step
    /// back.
    pub(crate) fn peek(&mut self, goal: Goal) -> Stopped {
        const FAR: u32 = 3_000_000;
        let mut run = self.begin(goal, false).past_breakpoints();
        self.go(&mut run, FAR)
    }

    /// Finds the values of the arguments if the last step was a call of a library function.
    pub fn find_arguments(&mut self) {
        let statement = self.before.filter(|stood| stood.kind == PlaceKind::Statement);
        let Some(stood) = statement.filter(|_| self.call.is_none()) else { return };
        let code = self.code(stood);
        let Some((name, arguments)) = code.split_once('(').filter(|_| code.ends_with(')')) else { return };
        let is_name = !name.is_empty() && name.chars().all(super::is_letter);
        if !is_name || self.machine().program().function(name).is_some() {
            return;
        }
        let arguments = &arguments[..arguments.len() - 1];
        if let Some(given) = self.debugger.arguments_before(arguments) {
            self.call = Some(format!("{name}({given})"));
        }
    }

    /// Returns the code at a place, without a semicolon, from up to four lines.
    pub(crate) fn code(&self, stood: Stood) -> String {
        let program = self.machine().program();
        let number = stood.line as usize;
        let line = program.line(number);
        let (from, to) = (usize::from(stood.columns.0), usize::from(stood.columns.1));
        let piece = line.get(from..to.min(line.len())).unwrap_or(line);
        let mut code = piece.trim().to_string();
        // If the code continues on the following lines, it ends with a semicolon or an unmatched closing
        // parenthesis.
        if to >= line.trim_end().len() && stood.kind != PlaceKind::Enter {
            for more in 1..=3 {
                if end(&code).is_some() || code.ends_with([';', '}']) {
                    break;
                }
                code = format!("{code} {}", program.line(number + more).trim());
            }
        }
        code.truncate(end(&code).unwrap_or(code.len()));
        code.trim_end_matches(';').to_string()
    }

    /// Returns the code of the next step, without a semicolon, if it is on one line.
    pub fn next_code(&self) -> Option<&str> {
        let place = self.machine().place()?;
        let code = self.machine().program().line(place.line).get(place.columns)?;
        Some(code.trim().trim_end_matches(';'))
    }

    /// Returns the number of steps before the function at the given depth began. It is 0 for the outermost
    /// function.
    pub(crate) fn began(&self, depth: usize) -> u64 {
        let shallower = |machine: &Machine| machine.depth() < depth;
        let before = self.debugger.last_step_where(self.steps(), shallower);
        before.map_or(0, |n| n + 1)
    }

    /// Returns the number of steps before the last call that was made from the given depth.
    pub(crate) fn last_call(&self, depth: usize) -> u64 {
        let deeper = |machine: &Machine| machine.depth() > depth;
        let end = self.debugger.last_step_where(self.steps(), deeper).map_or(0, |n| n + 1);
        let before = self.debugger.last_step_where(end, |machine| !deeper(machine));
        before.map_or(0, |n| n + 1)
    }

    /// Returns the board elements that the program has read or written since step `n` of the scene.
    pub(crate) fn touched_since(&self, n: u64) -> Vec<Touched> {
        let mut all = Vec::new();
        self.debugger.replay_from(n, |machine| touched(machine, self.stones, &mut all));
        all
    }

    /// Returns the number of times that the program has read a board element since the scene began.
    pub fn looks(&self) -> usize {
        let all = self.touched_since(0);
        all.iter().filter(|touch| !touch.written).count()
    }
}

impl Deref for Stepper {
    type Target = Debugger;

    fn deref(&self) -> &Debugger {
        &self.debugger
    }
}

impl DerefMut for Stepper {
    fn deref_mut(&mut self) -> &mut Debugger {
        &mut self.debugger
    }
}

/// Appends to `all` the elements of an array that the last step read or wrote.
fn touched(machine: &Machine, array: &str, all: &mut Vec<Touched>) {
    let touched = machine.touched().into_iter();
    let noted = touched.filter(|touch| touch.name == array);
    all.extend(noted.map(|touch| Touched { index: touch.indices, written: touch.access == Access::Write }));
}

/// The end of a piece of code, which is its first unmatched closing parenthesis.
fn end(code: &str) -> Option<usize> {
    let mut open = 0;
    code.char_indices().find_map(|(at, c)| {
        open += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        (open < 0).then_some(at)
    })
}
