//! A C program that runs step by step, forwards and back: the debugger, and what its steps did to the stones.

use std::collections::BTreeSet;

use turbo::c::{Access, Debugger, Frame, Machine, PlaceKind};
use turbo::dos::Key;
use turbo::dos::unattended::Unattended;

pub use turbo::c::{Goal, Run, Stopped};

/// Where the program stood before a step.
#[derive(Clone, Copy, Debug)]
pub struct Stood {
    /// The line, from 1.
    pub line: u32,
    /// The line's bytes that the step ran: the first, and the one after the last.
    pub(crate) columns: (u16, u16),
    /// How many functions were running.
    pub(crate) depth: u16,
    pub(crate) kind: PlaceKind,
}

/// An element of the stones' array that a step read or wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Touched {
    pub(crate) index: Vec<usize>,
    pub(crate) written: bool,
}

/// A running program that can be stepped through in both directions.
pub struct Stepper {
    debugger: Debugger,
    /// Where the program stood before the last step.
    stood: Option<Stood>,
    /// The array whose elements are noted, and those that the last step read or wrote.
    stones: &'static str,
    touched: Vec<Touched>,
    /// The functions that ran before the last step: those to be shown when the program is over.
    last: Vec<Frame>,
}

impl Stepper {
    /// A stepper for a machine that is ready to make a call, and its screen and keyboard. `stones` is the array whose elements are noted.
    pub(crate) fn new(machine: Machine, desk: Unattended, stones: &'static str) -> Stepper {
        Stepper {
            debugger: Debugger::of(machine, desk),
            stood: None,
            stones,
            touched: Vec::new(),
            last: Vec::new(),
        }
    }

    /// Makes this the beginning. The scene is over when fewer than `least` functions run.
    pub(crate) fn begin_here(&mut self, least: usize) {
        self.debugger.begin_here(least);
        self.look_back();
    }

    /// The debugger, for questions.
    pub fn debugger(&self) -> &Debugger {
        &self.debugger
    }

    /// The debugger, for its breakpoints and assignments.
    pub fn debugger_mut(&mut self) -> &mut Debugger {
        &mut self.debugger
    }

    /// The machine, for what it holds.
    pub fn machine(&self) -> &Machine {
        self.debugger.machine()
    }

    /// The program's own screen and keyboard.
    pub fn desk(&self) -> &Unattended {
        self.debugger.desk()
    }

    /// How many steps were made since the scene began.
    pub fn n(&self) -> u64 {
        self.debugger.n()
    }

    /// Is it over, because the program or the watched call has ended or because of an error?
    pub fn is_over(&self) -> bool {
        self.debugger.is_over()
    }

    /// What the program did wrong, if it cannot go on.
    pub fn fault(&self) -> Option<&str> {
        self.debugger.fault()
    }

    /// The functions that run, the innermost first; when the program is over, those that ran before the last step.
    pub fn frames(&self) -> Vec<Frame> {
        match self.machine().place() {
            Some(_) => self.machine().frames(),
            None => self.last.clone(),
        }
    }

    /// The line that runs next; `None` when the program is over.
    pub fn line(&self) -> Option<usize> {
        self.debugger.line()
    }

    /// The lines with breakpoints.
    pub fn breakpoints(&self) -> &BTreeSet<usize> {
        self.debugger.lines()
    }

    /// Sets a breakpoint, or takes it away. False where nothing begins on the line.
    pub fn toggle_breakpoint(&mut self, line: usize) -> bool {
        self.debugger.toggle_breakpoint(line)
    }

    /// Types a key for the program.
    pub fn type_key(&mut self, key: Key) {
        self.debugger.type_key(key);
    }

    pub(crate) fn keys_taken(&self) -> usize {
        self.desk().taken()
    }

    /// A run to this goal, forwards or back.
    pub fn begin(&self, goal: Goal, back: bool) -> Run {
        self.debugger.begin(goal, back)
    }

    /// Goes on with a run and does at most about the work of `most` steps.
    pub fn go(&mut self, run: &mut Run, most: u32) -> Stopped {
        let stopped = self.debugger.go(run, most);
        self.look_back();
        stopped
    }

    /// Steps on until `there` holds, without regard to breakpoints. Returns what stopped it earlier, if anything did.
    pub(crate) fn skip_until(&mut self, mut there: impl FnMut(&Stepper) -> bool) -> Stopped {
        let mut stopped = Stopped::There;
        while stopped == Stopped::There && !there(self) {
            stopped = self.debugger.go_to(Goal::Into, false);
        }
        self.look_back();
        stopped
    }

    /// Has the last step led to the beginning of this function?
    pub(crate) fn has_entered(&self, function: &str) -> bool {
        let place = self.machine().place();
        place.is_some_and(|at| at.kind == PlaceKind::Enter && at.function == function)
    }

    /// Finds out where the program stood before the last step, and what that step did.
    fn look_back(&mut self) {
        let before = self.debugger.before(|machine| {
            let stood = machine.place().map(|place| Stood {
                line: place.line as u32,
                columns: (place.columns.start as u16, place.columns.end as u16),
                depth: machine.depth() as u16,
                kind: place.kind,
            });
            (stood, machine.frames())
        });
        (self.stood, self.last) = before.unwrap_or_default();
        self.touched.clear();
        let machine = self.debugger.machine();
        touched(machine, self.stones, &mut self.touched);
    }

    /// Goes to the goal, however long it takes.
    pub fn go_to(&mut self, goal: Goal, back: bool) -> Stopped {
        let stopped = self.debugger.go_to(goal, back);
        self.look_back();
        stopped
    }

    /// Goes on to look ahead, at most a few million steps and past breakpoints. A step back leads to where it was before.
    pub(crate) fn peek(&mut self, goal: Goal) -> Stopped {
        const FAR: u32 = 3_000_000;
        let mut run = self.begin(goal, false).past_breakpoints();
        self.go(&mut run, FAR)
    }

    /// Where the program stood before the last step, unless the scene begins here.
    pub fn before(&self) -> Option<Stood> {
        self.stood
    }

    /// After how many steps the function that runs at this depth began: 0 for the outermost.
    pub(crate) fn began(&self, depth: usize) -> u64 {
        let shallower = |machine: &Machine| machine.depth() < depth;
        let before = self.debugger.last(self.n(), shallower);
        before.map_or(0, |n| n + 1)
    }

    /// After how many steps the last call from this depth began.
    pub(crate) fn last_call(&self, depth: usize) -> u64 {
        let deeper = |machine: &Machine| machine.depth() > depth;
        let end = self.debugger.last(self.n(), deeper).map_or(0, |n| n + 1);
        let before = self.debugger.last(end, |machine| !deeper(machine));
        before.map_or(0, |n| n + 1)
    }

    /// The elements of the stones' array that were read or written after this step of the scene.
    pub(crate) fn touched_since(&self, n: u64) -> Vec<Touched> {
        let mut all = Vec::new();
        self.debugger
            .again(n, |machine| touched(machine, self.stones, &mut all));
        all
    }

    /// How often elements of the stones' array were read since the scene began.
    pub fn looks(&self) -> usize {
        let all = self.touched_since(0);
        all.iter().filter(|touch| !touch.written).count()
    }

    /// The elements of the stones' array that the last step read or wrote.
    pub(crate) fn touched_now(&self) -> &[Touched] {
        &self.touched
    }
}

/// What the last step of a machine did to the elements of an array.
fn touched(machine: &Machine, array: &str, all: &mut Vec<Touched>) {
    let touched = machine.touched().into_iter();
    let noted = touched.filter(|touch| touch.name == array);
    all.extend(noted.map(|touch| Touched {
        index: touch.indices,
        written: touch.access == Access::Write,
    }));
}
