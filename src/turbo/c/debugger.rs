//! A program that is run step by step, forwards and back, and where to stop on the way.

use std::collections::BTreeSet;
use std::ops::Range;

use super::breakpoints::{Breakpoint, Breakpoints};
use super::evaluate::{Expression, May};
use super::machine::{Halt, Look, Machine};
use super::message::Message;
use super::program::Program;
use super::timeline::{NOTED, Scan, Stage, Timeline, Way};
use super::value::Value;
use super::watch::Watch;
use crate::dos::headless::Headless;
use crate::dos::{Console, Key};
use words::say;

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
    /// Of these cells of memory: see [`Debugger::place_of`].
    Cells(Range<usize>),
    /// Of the pixel in this column and row of the picture.
    Pixel(i32, i32),
}

/// A run on its way. It can be dropped at any time; one that goes back leaves the program where it stood until it is there.
pub struct Run {
    aim: Aim,
    back: bool,
    heeds_breakpoints: bool,
    /// How many functions were running when it began.
    depth: usize,
    /// Where it looks in what has been, and what it found there last.
    scan: Option<Scan>,
    found: Option<u64>,
    /// Where it counts how often breakpoints were come to.
    counting: Option<Scan>,
}

enum Aim {
    Goal(Goal),
    Written(Watch),
}

impl Aim {
    fn goal(&self) -> Option<Goal> {
        match self {
            Aim::Goal(goal) => Some(*goal),
            Aim::Written(_) => None,
        }
    }
}

impl Goal {
    /// Is it reached so many calls deep at a line, if the run began so deep?
    fn holds(self, now: usize, began: usize, line: impl FnOnce() -> usize) -> bool {
        match self {
            Goal::Over => now <= began,
            Goal::Out => now < began,
            Goal::Line(wanted) => line() == wanted,
            Goal::Into | Goal::Step(_) | Goal::Breakpoint | Goal::End => false,
        }
    }
}

impl Run {
    /// The same, past all breakpoints.
    pub fn past_breakpoints(self) -> Run {
        Run {
            heeds_breakpoints: false,
            ..self
        }
    }

    /// Begins to look in another stretch.
    fn begin_stretch(&mut self, scan: &mut Scan, breakpoints: &Breakpoints, first: u64) {
        let Stage { machine, desk, .. } = &mut scan.stage;
        match &mut self.aim {
            Aim::Written(watch) => watch.begin(machine, desk),
            // Nobody comes to the very first stop.
            Aim::Goal(goal) if machine.steps() == first => {
                let line = || breakpoints.line(machine);
                if goal.holds(machine.depth(), self.depth, line) {
                    self.found = Some(first);
                }
            }
            Aim::Goal(_) => {}
        }
    }

    /// Looks at a stop in a stretch.
    fn look(
        &mut self,
        machine: &mut Machine,
        console: &mut dyn Console,
        breakpoints: &mut Breakpoints,
        first: u64,
    ) {
        let steps = machine.steps();
        match &mut self.aim {
            Aim::Written(watch) => {
                if watch.is_new(machine) {
                    self.found = None;
                }
                if watch.changed(machine, console) && steps > first {
                    self.found = Some(steps - 1);
                }
            }
            Aim::Goal(goal) => {
                let stops = self.heeds_breakpoints && breakpoints.stop(machine, console);
                let (now, line) = (machine.depth(), || breakpoints.line(machine));
                if steps >= first && (stops || goal.holds(now, self.depth, line)) {
                    self.found = Some(steps);
                }
            }
        }
    }
}

/// A running program with its own screen and keyboard, which goes in both directions.
///
/// Of a long run it keeps snapshots at distances that grow with the run. To go back it restores the last one before, and runs on
/// from there; so a step back takes some ms after a hundred million steps, and the memory does not grow with them.
///
/// ```
/// use turbo::c::{Breakpoint, Debugger, Goal, Program, Stopped, Watched};
///
/// let source = "
/// int Map[8][8];
/// main()
/// {
///   int row, col;
///   for (row = 0; row < 8; row++)
///     for (col = 0; col < 8; col++)
///       Map[row][col] = row * col;
///   Map[3][4] = 0;
/// }
/// ";
/// let program = Program::compile("MAP.C", source).unwrap();
/// let mut debugger = Debugger::new(&program).unwrap();
/// let only_there = Breakpoint {
///     line: 8,
///     condition: "row * col == 12".to_string(),
///     count: 2,
/// };
/// debugger.set_breakpoint(only_there).unwrap();
/// assert_eq!(debugger.go_to(Goal::Breakpoint, false), Stopped::There);
/// assert_eq!(debugger.evaluate("row", 0).unwrap().to_string(), "3");
///
/// assert_eq!(debugger.go_to(Goal::End, false), Stopped::Over);
/// let cell = Watched::Expression("Map[3][4]".to_string(), 0);
/// assert!(debugger.who_wrote(&cell).unwrap().is_some());
/// assert_eq!(debugger.line(), Some(9));
/// assert!(debugger.who_wrote(&cell).unwrap().is_some());
/// assert_eq!(debugger.line(), Some(8));
/// assert_eq!(debugger.evaluate("col", 0).unwrap().to_string(), "4");
/// ```
pub struct Debugger {
    timeline: Timeline,
    breakpoints: Breakpoints,
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
        Ok(Debugger::of(machine, Headless::default()))
    }

    /// A machine on which a call was laid, and its screen and keyboard.
    pub fn of(machine: Machine, desk: Headless) -> Debugger {
        Debugger {
            breakpoints: Breakpoints::new(machine.program()),
            first: machine.steps(),
            timeline: Timeline::new(machine, desk),
            least: 0,
            fault: None,
        }
    }

    /// From now on, this is the beginning. When fewer than `least` functions run, it is over.
    pub fn begin_here(&mut self, least: usize) {
        (self.first, self.least) = (self.timeline.steps(), least);
    }

    /// The machine, for what it holds.
    pub fn machine(&self) -> &Machine {
        &self.timeline.here.machine
    }

    /// The program's own screen and keyboard.
    pub fn desk(&self) -> &Headless {
        &self.timeline.here.desk
    }

    /// How many steps were made since the beginning.
    pub fn n(&self) -> u64 {
        self.timeline.steps() - self.first
    }

    /// Is it over: by the end of the program or of what is watched, or by an error?
    pub fn is_over(&self) -> bool {
        self.machine().depth() < self.least.max(1) || self.fault.is_some()
    }

    /// What the program did wrong, if it cannot go on.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The line that runs next.
    pub fn line(&self) -> Option<usize> {
        self.machine().place().map(|place| place.line)
    }

    /// Types a key for the program.
    pub fn type_key(&mut self, key: Key) {
        self.timeline.here.desk.type_key(key);
    }

    /// The lines at which it stops.
    pub fn lines(&self) -> &BTreeSet<usize> {
        &self.breakpoints.lines
    }

    /// The breakpoint on a line.
    pub fn breakpoint(&self, line: usize) -> Option<&Breakpoint> {
        self.breakpoints.get(line)
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
        self.breakpoints.remove(line)
    }

    /// Sets a breakpoint, in the place of one that the line had.
    ///
    /// # Errors
    /// Nothing begins on the line, or the condition cannot be read there.
    pub fn set_breakpoint(&mut self, breakpoint: Breakpoint) -> Result<(), Message> {
        let machine = &self.timeline.here.machine;
        self.breakpoints.set(breakpoint, machine)
    }

    /// What a C expression is worth in a call, counted from the innermost one on: `score[1] - score[2]`, `Map[3]`, `p->next`. It
    /// changes nothing, so it calls none of the program's functions, and of the library's only those that just say something.
    ///
    /// # Errors
    /// It cannot be read, names nothing that is seen from there, or does what C leaves undefined.
    pub fn evaluate(&self, text: &str, frame: usize) -> Result<Value, Message> {
        let mut still = self.machine().still();
        let mut expression = Expression::compile(&still, frame, text, May::Look)?;
        let outcome = expression.run(&mut still, frame, &mut self.desk().clone())?;
        Ok(outcome.value)
    }

    /// Evaluates an expression that changes something, `Map[3][4] = 2`, and goes on with what it left: what came after this step
    /// is forgotten. Going back before the step and on again makes the change again.
    ///
    /// # Errors
    /// Those of [`evaluate`](Debugger::evaluate).
    pub fn assign(&mut self, text: &str, frame: usize) -> Result<Value, Message> {
        let mut still = self.machine().still();
        let mut expression = Expression::compile(&still, frame, text, May::Change)?;
        let outcome = expression.run(&mut still, frame, &mut self.desk().clone())?;
        let held = &self.machine().memory.cells;
        let changed = held.iter().zip(&still.memory.cells).enumerate();
        let changed = changed.filter(|(_, (old, new))| old != new);
        let changed: Vec<(usize, i64)> = changed.map(|(cell, (_, new))| (cell, *new)).collect();
        if !changed.is_empty() {
            self.timeline.assign(changed);
            self.breakpoints.forget(self.timeline.steps());
            self.fault = None;
        }
        Ok(outcome.value)
    }

    /// A run to this goal, on or back.
    pub fn begin(&self, goal: Goal, back: bool) -> Run {
        self.run(Aim::Goal(goal), back)
    }

    fn run(&self, aim: Aim, back: bool) -> Run {
        let goal = aim.goal();
        let may_pass = |goal| !matches!(goal, Goal::End | Goal::Step(_) | Goal::Into);
        Run {
            heeds_breakpoints: goal.is_some_and(may_pass),
            aim,
            back,
            // Over the last line of all is over what led to it.
            depth: self.machine().depth().max(self.least).max(1),
            scan: None,
            found: None,
            counting: None,
        }
    }

    /// Where in memory that lies which an expression names in a call, counted from the innermost one on. Other calls may name
    /// something else so, or nothing; the place stays the same.
    ///
    /// # Errors
    /// The expression cannot be read, or names no place in memory.
    pub fn place_of(&self, text: &str, frame: usize) -> Result<Watched, Message> {
        let mut still = self.machine().still();
        let mut expression = Expression::compile(&still, frame, text, May::Look)?;
        let outcome = expression.run(&mut still, frame, &mut self.desk().clone())?;
        match outcome.cells.is_empty() {
            true => {
                let text = say!("'{text}' has no place in memory", text);
                Err(Message::complaint(text))
            }
            false => Ok(Watched::Cells(outcome.cells)),
        }
    }

    /// A run back to where the program stands before the step that last changed something; from there, to the one before.
    ///
    /// # Errors
    /// Those of [`place_of`](Debugger::place_of), or the place belongs to a call that has not begun yet.
    pub fn begin_who_wrote(&self, watched: &Watched) -> Result<Run, Message> {
        let watch = match watched {
            Watched::Pixel(x, y) => Watch::pixel(*x, *y),
            Watched::Expression(text, frame) => {
                return self.begin_who_wrote(&self.place_of(text, *frame)?);
            }
            Watched::Cells(cells) if cells.end > self.machine().memory.cells.len() => {
                let text =
                    say!("Nobody wrote it before: the call to which it belongs has not begun yet");
                return Err(Message::complaint(text.to_string()));
            }
            Watched::Cells(cells) => Watch::cells(cells.clone(), self.machine()),
        };
        Ok(self.run(Aim::Written(watch), true))
    }

    /// Goes on with a run, and does at most about as much work as `most` steps are.
    pub fn go(&mut self, run: &mut Run, most: u32) -> Stopped {
        let mut work = most.into();
        if run.heeds_breakpoints && !self.count(run, &mut work) {
            return Stopped::Running;
        }
        match run.back {
            true => self.go_back(run, work),
            false => self.go_on(run, work),
        }
    }

    /// Counts how often the breakpoints were come to before this. True when it is known.
    fn count(&mut self, run: &mut Run, work: &mut u64) -> bool {
        let now = self.timeline.steps();
        while let Some(counted) = self.breakpoints.counted().filter(|counted| *counted < now) {
            let scan = run
                .counting
                .get_or_insert_with(|| self.timeline.scan(counted + 1, now));
            let breakpoints = &mut self.breakpoints;
            let done = self.timeline.go_on(scan, work, &mut |machine, console| {
                breakpoints.stop(machine, console);
                false
            });
            if !done {
                return false;
            }
            self.breakpoints.have_counted(now);
        }
        run.counting = None;
        true
    }

    fn go_on(&mut self, run: &Run, work: u64) -> Stopped {
        let steps = self.timeline.steps();
        let (goal, depth, least) = (run.aim.goal(), run.depth, self.least);
        let to = match goal {
            Some(Goal::Step(n)) => self.first.saturating_add(n),
            Some(Goal::Into) => steps + 1,
            _ => u64::MAX,
        };
        if to <= steps {
            return Stopped::There;
        }
        if self.is_over() {
            return Stopped::Over;
        }
        if matches!(goal, Some(Goal::Step(_) | Goal::End)) {
            self.timeline.ahead(to);
        }
        let heeds = run.heeds_breakpoints;
        // A run that nothing can stop on its way is quicker if nobody looks at its steps.
        let looks = heeds && !self.breakpoints.lines.is_empty()
            || self.least > 0
            || matches!(goal, Some(Goal::Over | Goal::Out | Goal::Line(_)));
        // What the last steps did is to be known, wherever it stops.
        let parts = match work > 4 * NOTED {
            true => [(NOTED, true), (work - 2 * NOTED, false), (NOTED, true)],
            false => [(work, true), (0, true), (0, true)],
        };
        for (work, notes) in parts {
            self.timeline.note(notes);
            let breakpoints = &mut self.breakpoints;
            let look: Look = &mut |machine: &mut Machine, console: &mut dyn Console| {
                let stops = heeds && breakpoints.stop(machine, console);
                let now = machine.depth();
                stops
                    || now < least
                    || goal.is_some_and(|goal| goal.holds(now, depth, || breakpoints.line(machine)))
            };
            let way = self.timeline.on(to, work, looks.then_some(look));
            let steps = self.timeline.steps();
            if heeds {
                self.breakpoints.have_counted(steps);
            }
            if way != Ok(Way::Made) || steps >= to {
                self.timeline.to(steps);
                return self.stopped(way.err());
            }
        }
        Stopped::Running
    }

    /// What it is to stand still on the way forwards.
    fn stopped(&mut self, halt: Option<Halt>) -> Stopped {
        match halt {
            Some(Halt::Quit(_)) => Stopped::NeedsKey,
            Some(Halt::Fault(fault)) => {
                self.fault = Some(fault.to_string());
                Stopped::Fault(fault.to_string())
            }
            None if self.is_over() => Stopped::Over,
            None => Stopped::There,
        }
    }

    fn go_back(&mut self, run: &mut Run, mut work: u64) -> Stopped {
        let now = self.timeline.steps();
        // From a fault it is a step back to where it happened.
        let before = match self.fault {
            Some(_) => Some(now),
            None => now.checked_sub(1),
        };
        let before = before.filter(|before| *before >= self.first);
        let found = match (run.aim.goal(), before) {
            (Some(_), None) => None,
            (Some(Goal::Into), before) => before,
            (Some(Goal::End), _) => None,
            (Some(Goal::Step(n)), _) => Some(self.first.saturating_add(n).min(now)),
            _ => match self.look_back(run, before.unwrap_or(now), now, &mut work) {
                Some(found) => found,
                None => return Stopped::Running,
            },
        };
        if found.is_none() && run.aim.goal().is_none() {
            return Stopped::Start;
        }
        self.fault = None;
        self.timeline.to(found.unwrap_or(self.first));
        match found {
            Some(_) => Stopped::There,
            None => Stopped::Start,
        }
    }

    /// The last step after which a run back could stop; `Some(None)` if there is none, `None` if it is not known yet.
    fn look_back(
        &mut self,
        run: &mut Run,
        before: u64,
        now: u64,
        work: &mut u64,
    ) -> Option<Option<u64>> {
        let mut scan = match run.scan.take() {
            Some(scan) => scan,
            None => {
                let end = if run.aim.goal().is_some() {
                    before
                } else {
                    now
                };
                let mut scan = self.timeline.scan(end, end);
                run.begin_stretch(&mut scan, &self.breakpoints, self.first);
                scan
            }
        };
        let first = self.first;
        loop {
            let breakpoints = &mut self.breakpoints;
            let look = &mut |machine: &mut Machine, console: &mut dyn Console| {
                run.look(machine, console, breakpoints, first);
                false
            };
            if !self.timeline.go_on(&mut scan, work, look) {
                run.scan = Some(scan);
                return None;
            }
            let born = matches!(&run.aim, Aim::Written(watch) if watch.born);
            if run.found.is_some() || born || scan.begun <= first {
                return Some(run.found);
            }
            let end = scan.begun;
            self.timeline.stretch(&mut scan, end, end);
            run.begin_stretch(&mut scan, &self.breakpoints, first);
        }
    }

    /// Goes where the goal is, however long it takes.
    pub fn go_to(&mut self, goal: Goal, back: bool) -> Stopped {
        let mut run = self.begin(goal, back);
        self.finish(&mut run)
    }

    /// Goes back to the step that last changed something, however long it takes: after how many steps it is made, or `None` if
    /// there is no such step.
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

    /// Hands over the machine as it was before the last step; `None` at the beginning.
    pub fn before<T>(&mut self, see: impl FnOnce(&Machine) -> T) -> Option<T> {
        let steps = self.timeline.steps();
        let before = steps.checked_sub(1)?;
        if before < self.first {
            return None;
        }
        self.timeline.to(before);
        let seen = see(self.machine());
        self.timeline.to(steps);
        Some(seen)
    }

    /// Makes the steps from `n` on once more on a copy, up to where the program stands, and hands over the copy after each.
    pub fn again(&self, n: u64, mut see: impl FnMut(&Machine)) {
        let (from, now) = (self.first + n, self.timeline.steps());
        let mut scan = self.timeline.scan(from + 1, now);
        scan.note();
        self.timeline.finish(&mut scan, |machine| {
            if machine.steps() > from {
                see(machine);
            }
        });
    }

    /// After how many steps, less than `n`, a machine was last so; `None` if it never was since the beginning.
    pub fn last(&self, n: u64, mut so: impl FnMut(&Machine) -> bool) -> Option<u64> {
        let mut end = (self.first + n).checked_sub(1)?;
        let mut scan = self.timeline.scan(end, end);
        loop {
            let mut found = so(&scan.stage.machine).then_some(scan.begun);
            self.timeline.finish(&mut scan, |machine| {
                if so(machine) {
                    found = Some(machine.steps());
                }
            });
            if found.is_some() || scan.begun <= self.first {
                let found = found.filter(|found| *found >= self.first);
                return found.map(|found| found - self.first);
            }
            end = scan.begun;
            self.timeline.stretch(&mut scan, end, end);
        }
    }

    /// The memory that the way back takes, in bytes: snapshots, what the last steps changed, and the answers from outside.
    pub fn bytes(&self) -> usize {
        self.timeline.bytes()
    }
}
