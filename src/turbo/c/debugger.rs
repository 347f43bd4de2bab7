//! The debugger: runs a program forwards and backwards to a goal.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::breakpoints::{Breakpoint, Breakpoints};
use super::evaluate::{Effects, Expression, Outcome};
use super::machine::{Halt, Look, Machine};
use super::message::Message;
use super::program::Program;
use super::quick::Quick;
use super::timeline::{Playback, Progress, RECORDED_STEPS, Scan, Timeline};
use super::value::Value;
use super::watch::Watch;
use super::why_not::WhyNot;
use crate::dos::headless::Headless;
use crate::dos::{Console, Key};
use words::say;

/// The point at which a run stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The next statement or condition.
    Into,
    /// The next statement or condition in this function or in a caller. Functions called before it run to
    /// their end.
    Over,
    /// The return to the caller; backwards, the point where the caller calls the current function.
    Out,
    /// A source line.
    Line(usize),
    /// The step with this number, counted from the beginning.
    Step(u64),
    /// A breakpoint, or the end of the program.
    Breakpoint,
    /// The end of the program; backwards, its beginning.
    End,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The run reached its goal, or a breakpoint before it.
    Reached,
    /// The program has ended.
    Over,
    /// The run reached the beginning; or it searched for the last write, found none, and did not move the
    /// program.
    Start,
    /// The program waits for a key and none is available.
    NeedsKey,
    /// The program failed; the text contains the file, the line and the error.
    Fault(String),
    /// The run is not finished; call [`Debugger::go`] again.
    Running,
}

/// An object whose last change the debugger can find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watched {
    /// The object that an expression names (`Map[3][4]`, `p->next`, `Map`) in a stack frame; frame 0 is the
    /// innermost.
    Expression(String, usize),
    /// A range of memory cells; [`Debugger::place_of`] returns one.
    Cells(Range<usize>),
    /// The pixel at this column and row of the screen.
    Pixel(i32, i32),
}

/// A run in progress. Dropping it cancels the run; a backward run moves the program only at its goal. It stops at
/// the breakpoints that were set when it began.
pub struct Run {
    aim: Aim,
    back: bool,
    heeds_breakpoints: bool,
    depth: usize,
    /// The fast form between the stop points to look at; `None` to look at all of them.
    between_looks: Option<Arc<Quick>>,
    /// The position of the backward search.
    scan: Option<Scan>,
    /// The last match in the current segment.
    found: Option<u64>,
    /// The position of the pass that counts breakpoint hits.
    counting: Option<Scan>,
}

enum Aim {
    Goal(Goal),
    Written(Watch),
    WhyNot(Box<WhyNot>),
}

impl Aim {
    fn goal(&self) -> Option<Goal> {
        if let Aim::Goal(goal) = self { Some(*goal) } else { None }
    }
}

impl Goal {
    /// True if a run that began at call depth `began` reaches this goal at depth `now`.
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
    /// Makes the run ignore breakpoints.
    pub fn past_breakpoints(self) -> Run {
        Run { heeds_breakpoints: false, ..self }
    }

    /// The search that [`Debugger::begin_why_not`] began.
    pub(super) fn why_not(&self) -> Option<&WhyNot> {
        if let Aim::WhyNot(why) = &self.aim { Some(why) } else { None }
    }

    fn begin_segment(&mut self, scan: &mut Scan, breakpoints: &Breakpoints, first: u64) {
        let Playback { machine, console, .. } = &mut scan.playback;
        match &mut self.aim {
            Aim::Written(watch) => watch.begin(machine, console),
            Aim::WhyNot(why) => why.begin(machine),
            // No step leads to the very first stop point, so check it here.
            Aim::Goal(goal) if machine.steps() == first => {
                let line = || breakpoints.line(machine);
                if goal.holds(machine.depth(), self.depth, line) {
                    self.found = Some(first);
                }
            }
            Aim::Goal(_) => {}
        }
    }

    fn look(
        &mut self,
        machine: &mut Machine,
        console: &mut dyn Console,
        breakpoints: &mut Breakpoints,
        first: u64,
    ) {
        let steps = machine.steps();
        match &mut self.aim {
            Aim::WhyNot(why) => why.look(machine),
            Aim::Written(watch) => {
                if watch.is_entered(machine) {
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

/// A program that runs forwards and backwards, with its own console.
///
/// During a long run the debugger keeps snapshots, spaced wider as the run grows. To go back it restores the
/// nearest earlier snapshot and runs forward from there, so one step back takes a few ms even after a hundred
/// million steps, and memory use stays bounded.
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
/// assert_eq!(debugger.go_to(Goal::Breakpoint, false), Stopped::Reached);
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
    /// The run is over when the call depth falls below this.
    least: usize,
    fault: Option<String>,
}

impl Debugger {
    /// Loads a program and calls its `main`, with a black screen and no keys.
    ///
    /// # Errors
    /// If the program has no `main`, or if its `main` has unsupported parameters.
    pub fn new(program: &Program) -> Result<Debugger, Message> {
        let mut machine = Machine::new(program);
        machine.call("main", &[])?;
        Ok(Debugger::with_machine(machine, Headless::default()))
    }

    /// Creates a debugger for a machine with a pending call, on the given console.
    pub fn with_machine(machine: Machine, console: Headless) -> Debugger {
        Debugger {
            breakpoints: Breakpoints::new(machine.program()),
            first: machine.steps(),
            timeline: Timeline::new(machine, console),
            least: 0,
            fault: None,
        }
    }

    /// Makes the current step the beginning. The run is over when the call depth falls below `least`.
    pub fn begin_here(&mut self, least: usize) {
        (self.first, self.least) = (self.timeline.steps(), least);
    }

    /// The machine at the current step.
    pub fn machine(&self) -> &Machine {
        &self.timeline.present.machine
    }

    /// The program's screen and keyboard.
    pub fn console(&self) -> &Headless {
        &self.timeline.present.console
    }

    /// The number of steps since the beginning.
    pub fn steps(&self) -> u64 {
        self.timeline.steps() - self.first
    }

    /// True if the run is over: the program or the debugged part has ended, or an error stopped it.
    pub fn is_over(&self) -> bool {
        self.machine().depth() < self.least.max(1) || self.fault.is_some()
    }

    /// The error that stopped the program, if any.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The line that runs next.
    pub fn line(&self) -> Option<usize> {
        self.machine().place().map(|place| place.line)
    }

    /// Puts a key into the program's keyboard buffer.
    pub fn type_key(&mut self, key: Key) {
        self.timeline.present.console.type_key(key);
    }

    /// The lines that have breakpoints.
    pub fn lines(&self) -> &BTreeSet<usize> {
        &self.breakpoints.lines
    }

    /// The breakpoint on a line.
    pub fn breakpoint(&self, line: usize) -> Option<&Breakpoint> {
        self.breakpoints.get(line)
    }

    /// Removes the breakpoint on a line, or sets an unconditional one. Returns false if no statement begins
    /// on the line.
    pub fn toggle_breakpoint(&mut self, line: usize) -> bool {
        if self.remove_breakpoint(line) {
            return true;
        }
        self.set_breakpoint(Breakpoint { line, ..Breakpoint::default() }).is_ok()
    }

    /// Removes the breakpoint on a line. Returns false if there was none.
    pub fn remove_breakpoint(&mut self, line: usize) -> bool {
        self.breakpoints.remove(line)
    }

    /// Sets a breakpoint and replaces the line's previous one.
    ///
    /// # Errors
    /// If no statement begins on the line, or if the condition does not compile there.
    pub fn set_breakpoint(&mut self, breakpoint: Breakpoint) -> Result<(), Message> {
        self.breakpoints.set(breakpoint, &self.timeline.present.machine)
    }

    /// Evaluates a C expression such as `score[1] - score[2]` or `p->next` in a stack frame; frame 0 is the
    /// innermost. The expression must not change anything, so it can call only library functions without side
    /// effects.
    ///
    /// # Errors
    /// If the expression does not compile in that frame, or if its evaluation is undefined in C.
    pub fn evaluate(&self, text: &str, frame: usize) -> Result<Value, Message> {
        Ok(self.run_expression(text, frame, Effects::ReadOnly)?.1.value)
    }

    fn run_expression(
        &self,
        text: &str,
        frame: usize,
        effects: Effects,
    ) -> Result<(Machine, Outcome), Message> {
        let mut copy = self.machine().detached_copy();
        let mut expression = Expression::compile(&copy, frame, text, effects)?;
        let outcome = expression.run(&mut copy, frame, &mut self.console().clone())?;
        Ok((copy, outcome))
    }

    /// Evaluates an expression that may assign, such as `Map[3][4] = 2`, and discards all steps after the
    /// current one. Replaying this step repeats the assignment.
    ///
    /// # Errors
    /// If [`evaluate`](Debugger::evaluate) would fail.
    pub fn assign(&mut self, text: &str, frame: usize) -> Result<Value, Message> {
        let (copy, outcome) = self.run_expression(text, frame, Effects::MayAssign)?;
        let changes = self.machine().memory.changes_to(&copy.memory);
        if !changes.is_empty() {
            self.timeline.assign(changes);
            self.breakpoints.forget(self.timeline.steps());
            self.fault = None;
        }
        Ok(outcome.value)
    }

    /// Starts a run to a goal, backwards if `back` is true.
    pub fn begin(&self, goal: Goal, back: bool) -> Run {
        self.run(Aim::Goal(goal), back)
    }

    fn run(&self, aim: Aim, back: bool) -> Run {
        let goal = aim.goal();
        let may_pass = |goal| !matches!(goal, Goal::End | Goal::Step(_) | Goal::Into);
        let code = self.machine().program().code();
        let between_looks = match &aim {
            Aim::Written(watch) => Some(watch.between_writes(self.machine())),
            Aim::Goal(Goal::Line(line)) => Some(self.breakpoints.between_lines(code, *line)),
            Aim::Goal(Goal::Breakpoint) if back || !self.lines().is_empty() => {
                Some(self.breakpoints.between_lines(code, 0))
            }
            _ => None,
        };
        Run {
            heeds_breakpoints: goal.is_some_and(may_pass),
            aim,
            back,
            between_looks,
            // Stepping over the outermost function's last line ends the run.
            depth: self.machine().depth().max(self.least).max(1),
            scan: None,
            found: None,
            counting: None,
        }
    }

    /// Returns the memory cells of the object that an expression names in a stack frame. The cells stay the
    /// same when another frame is selected, although the expression may name another object there.
    ///
    /// # Errors
    /// If the expression does not compile, or if it does not name an object.
    pub fn place_of(&self, text: &str, frame: usize) -> Result<Watched, Message> {
        let (_, outcome) = self.run_expression(text, frame, Effects::ReadOnly)?;
        if outcome.cells.is_empty() {
            return Err(Message::without_line(say!("'{text}' has no place in memory", text)));
        }
        Ok(Watched::Cells(outcome.cells))
    }

    /// True if an expression names a number or a pointer in a stack frame, which an assignment can change.
    pub fn can_assign(&self, text: &str, frame: usize) -> bool {
        let outcome = self.run_expression(text, frame, Effects::ReadOnly);
        let is_single = |value: &Value| !matches!(value, Value::Array(_) | Value::Struct(_));
        outcome.is_ok_and(|(_, outcome)| !outcome.cells.is_empty() && is_single(&outcome.value))
    }

    /// Returns the arguments of a call with the values that variables had before the last step. Returns `None`
    /// if no argument has a variable.
    pub fn arguments_before(&mut self, arguments: &str) -> Option<String> {
        let given = self.before(|debugger| debugger.values_in(arguments).join(", "))?;
        (given != arguments).then_some(given)
    }

    /// Starts a run back to the step that last changed an object. A second run from there finds the previous
    /// change.
    ///
    /// # Errors
    /// If [`place_of`](Debugger::place_of) would fail, or if the object belongs to a call that has not begun.
    pub fn begin_who_wrote(&self, watched: &Watched) -> Result<Run, Message> {
        let watch = match watched {
            Watched::Pixel(x, y) => Watch::pixel(*x, *y),
            Watched::Expression(text, frame) => {
                return self.begin_who_wrote(&self.place_of(text, *frame)?);
            }
            Watched::Cells(cells) if cells.end > self.machine().memory.cells.len() => {
                let text = say!("No step wrote it before, because its function call has not begun yet");
                return Err(Message::without_line(text));
            }
            Watched::Cells(cells) => Watch::cells(cells.clone(), self.machine()),
        };
        Ok(self.run(Aim::Written(watch), true))
    }

    /// Starts a run back to the last step at which a line could have run but did not;
    /// [`why_not`](Debugger::why_not) then gives the reason.
    ///
    /// # Errors
    /// If no statement begins on the line.
    pub fn begin_why_not(&self, line: usize) -> Result<Run, Message> {
        match WhyNot::of_line(self.machine(), line, self.first) {
            Some(why) => Ok(self.run(Aim::WhyNot(Box::new(why)), true)),
            None => Err(Message::without_line(say!("No statement begins on line {line}", line))),
        }
    }

    /// Continues a run, limited to about as much work as `most` steps.
    pub fn go(&mut self, run: &mut Run, most: u32) -> Stopped {
        let mut work = most.into();
        if run.heeds_breakpoints && !self.count(run, &mut work) {
            return Stopped::Running;
        }
        if run.back { self.go_back(run, work) } else { self.go_on(run, work) }
    }

    /// Counts the breakpoint hits up to the current step. Returns true when the count is complete.
    fn count(&mut self, run: &mut Run, work: &mut u64) -> bool {
        let now = self.timeline.steps();
        while let Some(counted) = self.breakpoints.uncounted_from().filter(|counted| *counted < now) {
            let begin = || self.timeline.begin_scan(counted + 1, now, run.between_looks.as_ref());
            let scan = run.counting.get_or_insert_with(begin);
            let breakpoints = &mut self.breakpoints;
            let done = self.timeline.advance(scan, work, &mut |machine, console| {
                breakpoints.stop(machine, console);
                false
            });
            if !done {
                return false;
            }
            self.breakpoints.mark_counted(now);
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
            return Stopped::Reached;
        }
        if self.is_over() {
            return Stopped::Over;
        }
        if matches!(goal, Some(Goal::Step(_) | Goal::End)) {
            self.timeline.skip_ahead(to);
        }
        let heeds = run.heeds_breakpoints;
        let between_looks = run.between_looks.clone().filter(|_| self.least == 0);
        self.timeline.present.machine.between_looks = between_looks;
        // Without a callback at each stop point the machine runs faster, so use one only if it can stop the
        // run.
        let looks = heeds && !self.breakpoints.lines.is_empty()
            || self.least > 0
            || matches!(goal, Some(Goal::Over | Goal::Out | Goal::Line(_)));
        // Record only the first and the last steps of the slice, because recording is slow. After a stop in
        // between, `go_to` records the steps before the stop.
        let parts = match work > 4 * RECORDED_STEPS {
            true => [(RECORDED_STEPS, true), (work - 2 * RECORDED_STEPS, false), (RECORDED_STEPS, true)],
            false => [(work, true), (0, true), (0, true)],
        };
        for (work, recording) in parts {
            self.timeline.record(recording);
            let breakpoints = &mut self.breakpoints;
            let look: Look = &mut |machine: &mut Machine, console: &mut dyn Console| {
                let stops = heeds && breakpoints.stop(machine, console);
                let now = machine.depth();
                stops
                    || now < least
                    || goal.is_some_and(|goal| goal.holds(now, depth, || breakpoints.line(machine)))
            };
            let progress = self.timeline.run_to(to, work, looks.then_some(look));
            let steps = self.timeline.steps();
            if heeds {
                self.breakpoints.mark_counted(steps);
            }
            if progress != Ok(Progress::Done) || steps >= to {
                self.timeline.go_to(steps);
                return self.stopped(progress.err());
            }
        }
        Stopped::Running
    }

    fn stopped(&mut self, halt: Option<Halt>) -> Stopped {
        match halt {
            Some(Halt::Quit(_)) => Stopped::NeedsKey,
            Some(Halt::Fault(fault)) => {
                self.fault = Some(fault.to_string());
                Stopped::Fault(fault.to_string())
            }
            None if self.is_over() => Stopped::Over,
            None => Stopped::Reached,
        }
    }

    fn go_back(&mut self, run: &mut Run, mut work: u64) -> Stopped {
        let now = self.timeline.steps();
        // The failing statement counts as the step after `now`, so one step back from a fault stays at `now`.
        let before = if self.fault.is_some() { Some(now) } else { now.checked_sub(1) };
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
        self.timeline.go_to(found.unwrap_or(self.first));
        if found.is_some() { Stopped::Reached } else { Stopped::Start }
    }

    /// Finds the last step at which a backward run can stop. Returns `Some(None)` if there is no such step,
    /// and `None` if the search needs more work.
    fn look_back(&mut self, run: &mut Run, before: u64, now: u64, work: &mut u64) -> Option<Option<u64>> {
        let mut scan = match run.scan.take() {
            Some(scan) => scan,
            None => {
                let end = if run.aim.goal().is_some() { before } else { now };
                let mut scan = self.timeline.begin_scan(end, end, run.between_looks.as_ref());
                run.begin_segment(&mut scan, &self.breakpoints, self.first);
                scan
            }
        };
        let first = self.first;
        loop {
            // A search that continues within a segment has looked at it before.
            let machine = &scan.playback.machine;
            let happens = match &mut run.aim {
                Aim::WhyNot(why) if machine.steps() == scan.start => why.can_happen(machine),
                _ => true,
            };
            let breakpoints = &mut self.breakpoints;
            let look = &mut |machine: &mut Machine, console: &mut dyn Console| {
                run.look(machine, console, breakpoints, first);
                false
            };
            if happens && !self.timeline.advance(&mut scan, work, look) {
                run.scan = Some(scan);
                return None;
            }
            let ends = match &run.aim {
                Aim::Goal(_) => false,
                Aim::Written(watch) => watch.entered_scope,
                Aim::WhyNot(why) => why.is_answered(scan.start),
            };
            if run.found.is_some() || ends || scan.start <= first {
                if let Some(why) = run.why_not() {
                    run.found = why.found.as_ref().map(|found| found.step);
                }
                return Some(run.found);
            }
            let end = scan.start;
            self.timeline.begin_segment(&mut scan, end, end);
            run.begin_segment(&mut scan, &self.breakpoints, first);
        }
    }

    /// Runs to a goal without a time limit.
    pub fn go_to(&mut self, goal: Goal, back: bool) -> Stopped {
        let mut run = self.begin(goal, back);
        self.finish(&mut run)
    }

    /// Goes back to the step that last changed an object, without a time limit. Returns its number, or `None`
    /// if no step did.
    ///
    /// # Errors
    /// If [`begin_who_wrote`](Debugger::begin_who_wrote) would fail.
    pub fn who_wrote(&mut self, watched: &Watched) -> Result<Option<u64>, Message> {
        let mut run = self.begin_who_wrote(watched)?;
        Ok((self.finish(&mut run) == Stopped::Reached).then(|| self.steps()))
    }

    /// Continues a run to its end.
    pub fn finish(&mut self, run: &mut Run) -> Stopped {
        loop {
            let stopped = self.go(run, u32::MAX);
            if stopped != Stopped::Running {
                return stopped;
            }
        }
    }

    /// Calls `see` with the machine as it was before the last step. Returns `None` at the beginning.
    pub fn with_previous<T>(&mut self, see: impl FnOnce(&Machine) -> T) -> Option<T> {
        self.before(|debugger| see(debugger.machine()))
    }

    /// Calls `see` at the step before the last one.
    fn before<T>(&mut self, see: impl FnOnce(&Self) -> T) -> Option<T> {
        let steps = self.timeline.steps();
        let before = steps.checked_sub(1).filter(|before| *before >= self.first)?;
        self.timeline.go_to(before);
        let seen = see(self);
        self.timeline.go_to(steps);
        Some(seen)
    }

    /// Replays the steps after step `n` on a copy, and calls `see` with the copy after each step.
    pub fn replay_from(&self, n: u64, mut see: impl FnMut(&Machine)) {
        let (from, now) = (self.first + n, self.timeline.steps());
        let mut scan = self.timeline.begin_scan(from + 1, now, None);
        scan.playback.record(true);
        self.timeline.scan_to_end(&mut scan, |machine| {
            if machine.steps() > from {
                see(machine);
            }
        });
    }

    /// Returns the last step before step `n` at which a predicate holds, or `None` if there is no such step.
    pub fn last_step_where(&self, n: u64, mut so: impl FnMut(&Machine) -> bool) -> Option<u64> {
        let mut end = (self.first + n).checked_sub(1)?;
        let mut scan = self.timeline.begin_scan(end, end, None);
        loop {
            let mut found = so(&scan.playback.machine).then_some(scan.start);
            self.timeline.scan_to_end(&mut scan, |machine| {
                if so(machine) {
                    found = Some(machine.steps());
                }
            });
            if found.is_some() || scan.start <= self.first {
                let found = found.filter(|found| *found >= self.first);
                return found.map(|found| found - self.first);
            }
            end = scan.start;
            self.timeline.begin_segment(&mut scan, end, end);
        }
    }

    /// The memory used for going back, in bytes: snapshots, recorded changes and recorded input.
    pub fn bytes(&self) -> usize {
        self.timeline.bytes()
    }
}
