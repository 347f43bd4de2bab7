//! A program that is run step by step, forwards and back, and where to stop on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::evaluate::{Expression, May};
use super::machine::{Halt, Machine};
use super::message::Message;
use super::program::Program;
use super::value::{Frame, Value};
use crate::dos::Key;
use crate::dos::unattended::Unattended;

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
    /// There is nothing before this. Where it was asked who wrote something, nobody has, and the program stands where it stood.
    Start,
    /// The program waits for a key, and there is none.
    NeedsKey,
    /// The program made an error: file, line and sentence.
    Fault(String),
    /// Nowhere yet: it goes on when it is asked again.
    Running,
}

/// Whose last change is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watched {
    /// Of what an expression names in a call, counted from the innermost one on: `Map[3][4]`, `p->next`, `Map`.
    Expression(String, usize),
    /// Of the pixel in this column and row of the picture.
    Pixel(i32, i32),
}

/// A line at which the program stops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breakpoint {
    /// The line, from 1.
    pub line: usize,
    /// It stops there only where this is true; empty for always.
    pub condition: String,
    /// It stops there only this time, counted from the program's first step: 1 for the first. 0 for every time.
    pub count: u64,
}

/// A run on its way. It can be dropped at any time.
pub struct Run {
    goal: Aim,
    back: bool,
    /// How many functions were running when it began.
    depth: usize,
}

enum Aim {
    Goal(Goal),
    Written(Range<usize>),
    Pixel(i32, i32),
}

/// A running program with its own screen and keyboard, which goes in both directions.
pub struct Debugger {
    machine: Machine,
    desk: Unattended,
    breakpoints: BTreeMap<usize, (Breakpoint, Option<Expression>)>,
    lines: BTreeSet<usize>,
    first: u64,
    /// With fewer functions on the call stack it is over.
    least: usize,
    fault: Option<String>,
}

impl Debugger {
    /// A program before the first step of its `main`, with a black screen and no keys.
    ///
    /// # Errors
    /// It has no `main`, or one that takes something.
    pub fn new(program: &Program) -> Result<Debugger, Message> {
        let mut machine = Machine::new(program);
        machine.call("main", &[])?;
        Ok(Debugger::of(machine, Unattended::default()))
    }

    /// A machine on which a call was laid, and its screen and keyboard.
    pub fn of(machine: Machine, desk: Unattended) -> Debugger {
        Debugger {
            machine,
            desk,
            breakpoints: BTreeMap::new(),
            lines: BTreeSet::new(),
            first: 0,
            least: 0,
            fault: None,
        }
    }

    /// From now on, this is the beginning. When fewer than `least` functions run, it is over.
    pub fn begin_here(&mut self, least: usize) {
        (self.first, self.least) = (self.machine.steps(), least);
    }

    /// The machine, for what it holds.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The program's own screen and keyboard.
    pub fn desk(&self) -> &Unattended {
        &self.desk
    }

    /// How many steps were made since the beginning.
    pub fn n(&self) -> u64 {
        self.machine.steps() - self.first
    }

    /// Is it over: by the end of the program or of what is watched, or by an error?
    pub fn is_over(&self) -> bool {
        self.machine.depth() < self.least.max(1) || self.fault.is_some()
    }

    /// What the program did wrong, if it cannot go on.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The line that runs next.
    pub fn line(&self) -> Option<usize> {
        self.machine.place().map(|place| place.line)
    }

    /// Types a key for the program.
    pub fn type_key(&mut self, key: Key) {
        self.desk.type_key(key);
    }

    /// The lines at which it stops.
    pub fn lines(&self) -> &BTreeSet<usize> {
        &self.lines
    }

    /// The breakpoint on a line.
    pub fn breakpoint(&self, line: usize) -> Option<&Breakpoint> {
        self.breakpoints
            .get(&line)
            .map(|(breakpoint, _)| breakpoint)
    }

    /// Sets a breakpoint that stops always, or takes the one on this line away. False where nothing begins on the line.
    pub fn toggle_breakpoint(&mut self, line: usize) -> bool {
        if self.remove_breakpoint(line) {
            return true;
        }
        let plain = Breakpoint {
            line,
            ..Breakpoint::default()
        };
        self.set_breakpoint(plain).is_ok()
    }

    /// Takes the breakpoint on this line away; false if there was none.
    pub fn remove_breakpoint(&mut self, line: usize) -> bool {
        self.lines.remove(&line);
        self.breakpoints.remove(&line).is_some()
    }

    /// Sets a breakpoint, in the place of one that the line had.
    ///
    /// # Errors
    /// Nothing begins on the line, or the condition cannot be read there.
    pub fn set_breakpoint(&mut self, breakpoint: Breakpoint) -> Result<(), Message> {
        let line = breakpoint.line;
        let mut stops = self.machine.program().code().stops.iter();
        let Some(stop) = stops.find(|stop| stop.line as usize == line) else {
            let text = format!("Nothing begins on line {line}: it cannot stop there");
            return Err(Message::complaint(text));
        };
        let condition = match breakpoint.condition.trim() {
            "" => None,
            text => {
                let (function, at) = (stop.function, stop.at as usize);
                Some(Expression::condition(&self.machine, function, at, text)?)
            }
        };
        self.lines.insert(line);
        self.breakpoints.insert(line, (breakpoint, condition));
        Ok(())
    }

    /// What a C expression is worth in a call, counted from the innermost one on: `score[1] - score[2]`, `Map[3]`, `p->next`. It
    /// changes nothing, so it calls none of the program's functions, and of the library's only those that just say something.
    ///
    /// # Errors
    /// It cannot be read, names nothing that is seen from there, or does what C leaves undefined.
    pub fn evaluate(&self, text: &str, frame: usize) -> Result<Value, Message> {
        let mut still = self.machine.still();
        let mut expression = Expression::compile(&still, frame, text, May::Look)?;
        let outcome = expression.run(&mut still, frame, &mut self.desk.clone())?;
        Ok(outcome.value)
    }

    /// Evaluates an expression that changes something, `Map[3][4] = 2`, and goes on with what it left: what came after this step
    /// is forgotten. Going back before the step and on again makes the change again.
    ///
    /// # Errors
    /// Those of [`evaluate`](Debugger::evaluate).
    pub fn assign(&mut self, text: &str, frame: usize) -> Result<Value, Message> {
        let mut still = self.machine.still();
        let mut expression = Expression::compile(&still, frame, text, May::Change)?;
        let outcome = expression.run(&mut still, frame, &mut self.desk.clone())?;
        let changed = self.machine.memory.cells.iter().zip(&still.memory.cells);
        let changed = changed.enumerate().filter(|(_, (old, new))| old != new);
        let changed: Vec<(usize, i64)> = changed.map(|(cell, (_, new))| (cell, *new)).collect();
        for (cell, value) in changed {
            self.machine.memory.write(cell, value);
        }
        Ok(outcome.value)
    }

    /// A run to this goal, on or back.
    pub fn begin(&self, goal: Goal, back: bool) -> Run {
        Run {
            goal: Aim::Goal(goal),
            back,
            depth: self.machine.depth(),
        }
    }

    /// A run back to where the program stands before the step that last changed something; from there, to the one before.
    ///
    /// # Errors
    /// The expression cannot be read, or names no place in memory.
    pub fn begin_who_wrote(&self, watched: &Watched) -> Result<Run, Message> {
        let goal = match watched {
            Watched::Pixel(x, y) => Aim::Pixel(*x, *y),
            Watched::Expression(text, frame) => {
                let mut still = self.machine.still();
                let mut expression = Expression::compile(&still, *frame, text, May::Look)?;
                let outcome = expression.run(&mut still, *frame, &mut self.desk.clone())?;
                if outcome.cells.is_empty() {
                    let text = format!("'{text}' has no place in memory");
                    return Err(Message::complaint(text));
                }
                Aim::Written(outcome.cells)
            }
        };
        Ok(Run {
            goal,
            back: true,
            depth: self.machine.depth(),
        })
    }

    /// Makes at most `most` steps of a run.
    pub fn go(&mut self, run: &mut Run, most: u32) -> Stopped {
        for _ in 0..most {
            if matches!(run.goal, Aim::Goal(Goal::Step(n)) if n == self.n()) {
                return Stopped::There;
            }
            let before = self.looked_at(run);
            let made = match run.back {
                true => self.back(),
                false => self.on(),
            };
            if made != Stopped::There {
                return made;
            }
            if self.is_reached(run) || before != self.looked_at(run) {
                return Stopped::There;
            }
        }
        Stopped::Running
    }

    fn looked_at(&self, run: &Run) -> Vec<i64> {
        match &run.goal {
            Aim::Goal(_) => Vec::new(),
            Aim::Written(cells) => {
                let cells = self.machine.memory.cells.get(cells.clone());
                cells.unwrap_or_default().to_vec()
            }
            Aim::Pixel(x, y) => self
                .desk
                .picture()
                .getpixel(*x, *y)
                .map(i64::from)
                .into_iter()
                .collect(),
        }
    }

    /// Goes where the goal is, however long it takes.
    pub fn go_to(&mut self, goal: Goal, back: bool) -> Stopped {
        let mut run = self.begin(goal, back);
        self.finish(&mut run)
    }

    /// Goes back to the step that last changed something, however long it takes: its number, or `None` if there is none.
    ///
    /// # Errors
    /// Those of [`begin_who_wrote`](Debugger::begin_who_wrote).
    pub fn who_wrote(&mut self, watched: &Watched) -> Result<Option<u64>, Message> {
        let mut run = self.begin_who_wrote(watched)?;
        Ok((self.finish(&mut run) == Stopped::There).then(|| self.n()))
    }

    fn finish(&mut self, run: &mut Run) -> Stopped {
        loop {
            let stopped = self.go(run, u32::MAX);
            if stopped != Stopped::Running {
                return stopped;
            }
        }
    }

    fn is_reached(&mut self, run: &Run) -> bool {
        let Aim::Goal(goal) = run.goal else {
            return false;
        };
        let depth = self.machine.depth();
        let reached = match goal {
            Goal::Into => true,
            Goal::Over => depth <= run.depth,
            Goal::Out => depth < run.depth,
            Goal::Line(line) => self.line() == Some(line),
            Goal::Step(n) => self.n() == n,
            Goal::Breakpoint | Goal::End => false,
        };
        reached || !matches!(goal, Goal::End | Goal::Step(_)) && self.at_breakpoint()
    }

    fn at_breakpoint(&mut self) -> bool {
        let line = self.line();
        let Some((_, condition)) = line.and_then(|line| self.breakpoints.get_mut(&line)) else {
            return false;
        };
        match condition {
            None => true,
            Some(condition) => {
                let outcome = condition.run(&mut self.machine, 0, &mut self.desk);
                outcome.is_ok_and(|outcome| outcome.number.is_some_and(|n| n != 0))
            }
        }
    }

    fn on(&mut self) -> Stopped {
        if self.is_over() {
            return Stopped::Over;
        }
        match self.machine.step(&mut self.desk) {
            Err(Halt::Quit(_)) => return Stopped::NeedsKey,
            Err(Halt::Fault(fault)) => {
                self.fault = Some(fault.to_string());
                return Stopped::Fault(fault.to_string());
            }
            Ok(_) => {}
        }
        match self.is_over() {
            true => Stopped::Over,
            false => Stopped::There,
        }
    }

    /// A step back. Those before the beginning are not taken back.
    fn back(&mut self) -> Stopped {
        if self.fault.take().is_some() {
            return Stopped::There;
        }
        if self.n() == 0 || !self.machine.back(&mut self.desk) {
            return Stopped::Start;
        }
        Stopped::There
    }

    /// The functions that run, the innermost first.
    pub fn frames(&self) -> Vec<Frame> {
        self.machine.frames()
    }
}
