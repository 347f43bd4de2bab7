//! A C program that is run step by step, forwards and back: the machine, its own screen and keyboard, and where to stop.

use std::collections::BTreeSet;

use turbo::c::{Access, Frame, Halt, Machine, PlaceKind};
use turbo::dos::Key;
use turbo::dos::unattended::Unattended;

/// Where a run is to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// At the next statement or condition.
    Into,
    /// The same, but functions that are called on the way run to their end.
    Over,
    /// Where the running function has come back to its caller; backwards, where it is called.
    Out,
    /// At this line.
    Line(usize),
    /// After this many steps.
    Step(u64),
    /// At a breakpoint, or at the end.
    Breakpoint,
    /// At the end, or the beginning.
    End,
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// Where it was to stop, or at a breakpoint before.
    There,
    /// The program is over.
    Over,
    /// There is nothing before this.
    Start,
    /// The program waits for a key, and there is none.
    NeedsKey,
    /// The program made an error: file, line and sentence.
    Fault(String),
    /// Nowhere yet: it goes on when it is asked again.
    Running,
}

/// A run on its way.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    goal: Goal,
    back: bool,
    /// How many functions were running when it began.
    depth: usize,
}

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
    /// After how many steps it had been done.
    pub(crate) step: u64,
    pub(crate) index: Vec<usize>,
    pub(crate) written: bool,
}

/// A running program that can be stepped through in both directions.
pub struct Stepper {
    machine: Machine,
    desk: Unattended,
    /// For each step, how many functions were running before it.
    depths: Vec<u16>,
    /// Where the program stood before the last step.
    stood: Option<Stood>,
    /// The array whose elements are noted, and those that were read or written.
    stones: &'static str,
    touched: Vec<Touched>,
    breakpoints: BTreeSet<usize>,
    first: u64,
    /// With fewer functions on the call stack it is over.
    least: usize,
    fault: Option<String>,
    /// The functions that ran before the last step: those to be shown when the program is over.
    last: Vec<Frame>,
}

impl Stepper {
    /// A machine on which a call was laid, and its screen and keyboard. `stones` is the array whose elements are noted.
    pub(crate) fn new(machine: Machine, desk: Unattended, stones: &'static str) -> Stepper {
        Stepper {
            machine,
            desk,
            depths: Vec::new(),
            stood: None,
            stones,
            touched: Vec::new(),
            breakpoints: BTreeSet::new(),
            first: 0,
            least: 0,
            fault: None,
            last: Vec::new(),
        }
    }

    /// From now on, this is the beginning. When fewer than `least` functions run, it is over.
    pub(crate) fn begin_here(&mut self, least: usize) {
        (self.first, self.least) = (self.steps(), least);
    }

    /// The machine, for what it holds.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The program's own screen and keyboard.
    pub fn desk(&self) -> &Unattended {
        &self.desk
    }

    /// How many steps were made since the scene began.
    pub fn n(&self) -> u64 {
        self.steps() - self.first
    }

    fn steps(&self) -> u64 {
        self.depths.len() as u64
    }

    /// Is it over: by the end of the program or of what is watched, or by an error?
    pub fn is_over(&self) -> bool {
        self.machine.depth() < self.least.max(1) || self.fault.is_some()
    }

    /// What the program did wrong, if it cannot go on.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The functions that run, the innermost first; when the program is over, those that ran before the last step.
    pub fn frames(&self) -> Vec<Frame> {
        match self.machine.place() {
            Some(_) => self.machine.frames(),
            None => self.last.clone(),
        }
    }

    /// The line that runs next.
    pub fn line(&self) -> Option<usize> {
        self.machine.place().map(|place| place.line)
    }

    /// The lines at which it stops.
    pub fn breakpoints(&self) -> &BTreeSet<usize> {
        &self.breakpoints
    }

    /// Sets a breakpoint, or takes it away. False where nothing begins on the line.
    pub fn toggle_breakpoint(&mut self, line: usize) -> bool {
        if self.breakpoints.remove(&line) {
            return true;
        }
        let stops = self.machine.program().stops_at(line);
        if stops {
            self.breakpoints.insert(line);
        }
        stops
    }

    /// Types a key for the program.
    pub fn type_key(&mut self, key: Key) {
        self.desk.type_key(key);
    }

    pub(crate) fn keys_taken(&self) -> usize {
        self.desk.taken()
    }

    /// A run to this goal, on or back.
    pub fn begin(&self, goal: Goal, back: bool) -> Run {
        Run {
            goal,
            back,
            depth: self.machine.depth(),
        }
    }

    /// Makes at most `most` steps of a run.
    pub fn go(&mut self, run: &mut Run, most: u32) -> Stopped {
        let mut stopped = Stopped::Running;
        for _ in 0..most {
            if matches!(run.goal, Goal::Step(n) if n == self.n()) {
                stopped = Stopped::There;
                break;
            }
            let made = match run.back {
                true => self.back(),
                false => self.on(),
            };
            if made != Stopped::There {
                stopped = made;
                break;
            }
            if self.is_reached(run) {
                stopped = Stopped::There;
                break;
            }
        }
        self.look_back();
        stopped
    }

    /// Goes on until something is so, and does not look at breakpoints. Says what stopped it before.
    pub(crate) fn skip_until(&mut self, mut there: impl FnMut(&Stepper) -> bool) -> Stopped {
        let mut stopped = Stopped::There;
        while stopped == Stopped::There && !there(self) {
            stopped = self.on();
        }
        self.look_back();
        stopped
    }

    /// Has the last step led to the beginning of this function?
    pub(crate) fn has_entered(&self, function: &str) -> bool {
        let before = self.depths.last().copied().unwrap_or(0);
        let deeper = self.machine.depth() > usize::from(before);
        deeper
            && self
                .machine
                .place()
                .is_some_and(|place| place.kind == PlaceKind::Enter && place.function == function)
    }

    /// Finds out where the program stood before the last step: it is cheaper to make that step twice than to look at every one.
    fn look_back(&mut self) {
        self.stood = None;
        if self.steps() == 0 || !self.machine.back(&mut self.desk) {
            return;
        }
        let depth = self.machine.depth() as u16;
        self.stood = self.machine.place().map(|place| Stood {
            line: place.line as u32,
            columns: (place.columns.start as u16, place.columns.end as u16),
            depth,
            kind: place.kind,
        });
        self.last = self.machine.frames();
        let again = self.machine.step(&mut self.desk);
        debug_assert!(again.is_ok(), "a step that was made can be made again");
    }

    /// Goes where the goal is, however long it takes.
    pub fn go_to(&mut self, goal: Goal, back: bool) -> Stopped {
        let mut run = self.begin(goal, back);
        loop {
            let stopped = self.go(&mut run, u32::MAX);
            if stopped != Stopped::Running {
                return stopped;
            }
        }
    }

    /// Goes on to look ahead, at most a few million steps. The way back leads to where it was before.
    pub(crate) fn peek(&mut self, goal: Goal) -> Stopped {
        const FAR: u32 = 3_000_000;
        let breakpoints = std::mem::take(&mut self.breakpoints);
        let mut run = self.begin(goal, false);
        let stopped = self.go(&mut run, FAR);
        self.breakpoints = breakpoints;
        stopped
    }

    fn is_reached(&self, run: &Run) -> bool {
        let depth = self.machine.depth();
        let reached = match run.goal {
            Goal::Into => true,
            Goal::Over => depth <= run.depth,
            Goal::Out => depth < run.depth,
            Goal::Line(line) => self.line() == Some(line),
            Goal::Step(n) => self.n() == n,
            Goal::Breakpoint | Goal::End => false,
        };
        let stops = !matches!(run.goal, Goal::End | Goal::Step(_))
            && !self.breakpoints.is_empty()
            && self
                .line()
                .is_some_and(|line| self.breakpoints.contains(&line));
        reached || stops
    }

    fn on(&mut self) -> Stopped {
        if self.is_over() {
            return Stopped::Over;
        }
        let depth = self.machine.depth() as u16;
        let made = self.machine.step(&mut self.desk);
        match made {
            Err(Halt::Quit(_)) => return Stopped::NeedsKey,
            Err(Halt::Fault(fault)) => {
                self.fault = Some(fault.to_string());
                return Stopped::Fault(fault.to_string());
            }
            Ok(_) => {}
        }
        self.depths.push(depth);
        let step = self.steps();
        let touched = self.machine.touched().into_iter();
        let noted = touched.filter(|touch| touch.name == self.stones);
        self.touched.extend(noted.map(|touch| Touched {
            step,
            index: touch.indices,
            written: touch.access == Access::Write,
        }));
        match self.is_over() {
            true => Stopped::Over,
            false => Stopped::There,
        }
    }

    /// A step back. Those before the scene begins are not taken back.
    fn back(&mut self) -> Stopped {
        if self.fault.take().is_some() {
            return Stopped::There;
        }
        if self.steps() <= self.first {
            return Stopped::Start;
        }
        if !self.machine.back(&mut self.desk) {
            return Stopped::Start;
        }
        self.depths.pop();
        let steps = self.steps();
        let noted = self.touched.partition_point(|touch| touch.step <= steps);
        self.touched.truncate(noted);
        Stopped::There
    }

    /// Where the program stood before the last step, unless the scene begins here.
    pub fn before(&self) -> Option<Stood> {
        self.stood.filter(|_| self.n() > 0)
    }

    /// After how many steps the function that runs at this depth began: 1 for the outermost.
    pub(crate) fn began(&self, depth: usize) -> u64 {
        let shallower = |before: &u16| usize::from(*before) < depth;
        let before = self.depths.iter().rposition(shallower);
        before.map_or(0, |n| n as u64 + 1)
    }

    /// After how many steps the last call from this depth began.
    pub(crate) fn last_call(&self, depth: usize) -> u64 {
        let deeper = |before: &u16| usize::from(*before) > depth;
        let end = self.depths.iter().rposition(deeper).map_or(0, |n| n + 1);
        let before = self.depths[..end].iter().rposition(|n| !deeper(n));
        before.map_or(0, |n| n as u64 + 1)
    }

    /// The elements of the stones' array that were read or written after this many steps.
    pub(crate) fn touched_since(&self, step: u64) -> &[Touched] {
        let from = self.touched.partition_point(|touch| touch.step <= step);
        &self.touched[from..]
    }

    /// The elements of the stones' array that were read or written after this step of the scene.
    pub(crate) fn touched_after(&self, n: u64) -> &[Touched] {
        self.touched_since(self.first + n)
    }

    /// How often elements of the stones' array were read since the scene began.
    pub fn looks(&self) -> usize {
        let since = self.touched_since(self.first).iter();
        since.filter(|touch| !touch.written).count()
    }

    /// Did the last step read or write an element of the stones' array?
    pub(crate) fn touched_now(&self) -> &[Touched] {
        match self.steps() {
            0 => &[],
            steps => self.touched_since(steps - 1),
        }
    }
}
