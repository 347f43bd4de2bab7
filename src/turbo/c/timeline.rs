//! All steps of a run, each of which can be gone to: snapshots of the machine at distances that grow with the run, the way from
//! one to the next by running once more, and what each of the last steps changed.

use std::sync::Arc;

use super::devices::Devices;
use super::history::{Call, History};
use super::machine::{Halt, Look, Machine};
use super::value::Stop;
use crate::dos::headless::Headless;
use crate::dos::{Console, Screen};

/// How many steps before the present are noted, so that going back over them takes no running.
pub(crate) const NOTED: u64 = 500;
/// The memory that these notes may take, in bytes.
const MOST_NOTES: usize = 8 << 20;
/// The work between two of the first snapshots, in steps. Each time there are too many of them, it doubles.
const SPACING: u64 = 100_000;
const MOST_SNAPSHOTS: usize = 128;
/// The memory that they may take, in bytes.
const MOST_BYTES: usize = 128 << 20;
/// The snapshots of the last stretch.
const MOST_NEAR: usize = 8;

/// A machine between two steps, with its picture.
struct Snapshot {
    at: usize,
    steps: u64,
    cells: Box<[i64]>,
    calls: Box<[Call]>,
    devices: Devices,
    /// Snapshots between which nothing was drawn share it.
    screen: Arc<Screen>,
    /// See [`Stage`].
    assigned: usize,
}

impl Snapshot {
    /// The memory that it takes behind another one.
    fn bytes(&self, before: Option<&Snapshot>) -> usize {
        let shared = before.is_some_and(|before| Arc::ptr_eq(&before.screen, &self.screen));
        let pixels = if shared {
            0
        } else {
            self.screen.pixels().len()
        };
        size_of::<Snapshot>() + size_of_val(&*self.cells) + size_of_val(&*self.calls) + pixels
    }
}

/// What somebody assigned where the program stood: cells and their new values.
struct Assignment {
    step: u64,
    cells: Vec<(usize, i64)>,
}

/// A machine with its screen and keyboard.
pub(crate) struct Stage {
    pub(crate) machine: Machine,
    pub(crate) desk: Headless,
    /// How many assignments it has gone over.
    assigned: usize,
}

/// Why the machine stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It was looked at, and told to.
    Halted,
    /// It has made the steps or done the work.
    Made,
    /// The call has ended.
    Over,
}

impl Stage {
    fn snapshot(&self, before: Option<&Snapshot>) -> Snapshot {
        let same = before.filter(|before| *before.screen == *self.desk.picture());
        let machine = &self.machine;
        Snapshot {
            at: machine.at,
            steps: machine.steps,
            cells: machine.memory.cells.as_slice().into(),
            calls: machine.calls.as_slice().into(),
            devices: machine.devices,
            screen: match same {
                Some(before) => before.screen.clone(),
                None => Arc::new(self.desk.picture().clone()),
            },
            assigned: self.assigned,
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        let machine = &mut self.machine;
        (machine.at, machine.steps) = (snapshot.at, snapshot.steps);
        machine.memory.cells.clear();
        machine.memory.cells.extend_from_slice(&snapshot.cells);
        machine.calls.clear();
        machine.calls.extend_from_slice(&snapshot.calls);
        machine.devices = snapshot.devices;
        machine.output.truncate(snapshot.devices.printed);
        machine.unset.retain(|(step, _)| *step <= snapshot.steps);
        machine.touched.clear();
        (machine.returned, machine.branch) = (None, None);
        self.desk.screen().clone_from(&snapshot.screen);
        self.assigned = snapshot.assigned;
    }

    /// From now on what each step changes is noted, or nothing is.
    fn note(&mut self, notes: bool) {
        let history = &mut self.machine.memory.history;
        if notes != history.is_some() {
            *history = notes.then(|| History::of(MOST_NOTES));
        }
    }

    /// Makes the assignments up to where it stands.
    fn assign(&mut self, assignments: &[Assignment]) {
        let steps = self.machine.steps;
        while let Some(next) = assignments.get(self.assigned).filter(|a| a.step <= steps) {
            for (cell, value) in &next.cells {
                self.machine.memory.write(*cell, *value);
            }
            self.assigned += 1;
        }
    }

    /// Runs to a step, or until so much work is done. A step is always made whole.
    fn run(
        &mut self,
        to: u64,
        work: &mut u64,
        again: bool,
        assignments: &[Assignment],
        mut look: Option<Look>,
    ) -> Result<Way, Halt> {
        self.assign(assignments);
        loop {
            let (whole, steps) = (!self.machine.within_a_step(), self.machine.steps);
            if whole && (steps >= to || *work == 0) {
                return Ok(Way::Made);
            }
            let next = assignments.get(self.assigned).map_or(to, |next| next.step);
            let slice = if whole {
                (next.min(to) - steps).min(*work)
            } else {
                0
            };
            let mut halted = false;
            let stop = match &mut look {
                Some(look) => {
                    let look = &mut |machine: &mut Machine, console: &mut dyn Console| {
                        halted = look(machine, console);
                        halted
                    };
                    self.machine.seek(&mut self.desk, slice, again, Some(look))
                }
                None => self.machine.seek(&mut self.desk, slice, again, None),
            }?;
            let done = (slice as i64 - self.machine.left) as u64;
            *work = work.saturating_sub(done);
            if !self.machine.within_a_step() {
                self.assign(assignments);
            }
            if stop == Stop::Over {
                return Ok(Way::Over);
            }
            if halted {
                return Ok(Way::Halted);
            }
        }
    }
}

/// A copy of the machine that looks for something in what has been, a stretch after the other.
pub(crate) struct Scan {
    pub(crate) stage: Stage,
    /// The steps at which the stretch begins and ends.
    pub(crate) begun: u64,
    end: u64,
}

impl Scan {
    /// Lets the copy know what each of its steps changed.
    pub(crate) fn note(&mut self) {
        self.stage.note(true);
    }
}

pub(crate) struct Timeline {
    pub(crate) here: Stage,
    /// Snapshots over the whole run, the first at its beginning.
    far: Vec<Snapshot>,
    /// Others, the closer to the present the closer together.
    near: Vec<Snapshot>,
    spacing: u64,
    /// The work since the last snapshot.
    since: u64,
    assignments: Vec<Assignment>,
    /// The last step that was ever made.
    furthest: u64,
}

impl Timeline {
    pub(crate) fn new(machine: Machine, desk: Headless) -> Timeline {
        let mut here = Stage {
            machine,
            desk,
            assigned: 0,
        };
        here.note(false);
        here.note(true);
        Timeline {
            far: vec![here.snapshot(None)],
            near: Vec::new(),
            spacing: SPACING,
            since: 0,
            assignments: Vec::new(),
            furthest: here.machine.steps,
            here,
        }
    }

    pub(crate) fn steps(&self) -> u64 {
        self.here.machine.steps
    }

    /// The memory that the way back takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let machine = &self.here.machine;
        let near: usize = self.near.iter().map(|near| near.bytes(None)).sum();
        self.far_bytes() + near + machine.history_bytes() + machine.outside.bytes()
    }

    fn far_bytes(&self) -> usize {
        let before = std::iter::once(None).chain(self.far.iter().map(Some));
        let bytes = self.far.iter().zip(before);
        bytes.map(|(far, before)| far.bytes(before)).sum()
    }

    /// From here on what each step changes is noted, or nothing is: that is quicker, and where it stops
    /// [`to`](Timeline::to) must be told to find out what the last steps did.
    pub(crate) fn note(&mut self, notes: bool) {
        self.here.note(notes);
        if !notes {
            self.keep_near();
        }
    }

    fn keep_near(&mut self) {
        let snapshot = self.here.snapshot(self.near.last().or(self.far.last()));
        self.near.push(snapshot);
        if self.near.len() > MOST_NEAR {
            self.near.remove(0);
        }
    }

    fn keep_far(&mut self) {
        self.far.push(self.here.snapshot(self.far.last()));
        self.since = 0;
        if self.far.len() > MOST_SNAPSHOTS || self.far_bytes() > MOST_BYTES {
            let mut numbers = 0..;
            let is_even = |_: &Snapshot| numbers.next().is_some_and(|n| n % 2 == 0);
            self.far.retain(is_even);
            self.spacing *= 2;
        }
    }

    /// Runs on to a step, or until so much work is done. A step that cannot be made leaves nothing behind.
    ///
    /// # Errors
    /// See [`Halt`].
    pub(crate) fn on(
        &mut self,
        to: u64,
        mut work: u64,
        mut look: Option<Look>,
    ) -> Result<Way, Halt> {
        loop {
            let again = self.steps() < self.furthest;
            let (to_here, slice) = match again {
                true => (to.min(self.furthest), work),
                false => (to, work.min(self.spacing.saturating_sub(self.since))),
            };
            let mut left = slice;
            let assignments = &self.assignments;
            let look = look.as_mut().map(|look| &mut **look as Look);
            let ran = self.here.run(to_here, &mut left, again, assignments, look);
            work -= slice - left;
            let way = match ran {
                Ok(way) => way,
                Err(halt) => {
                    if self.here.machine.memory.history.is_none() {
                        self.furthest = self.furthest.max(self.steps() - 1);
                        self.to(self.steps() - 1);
                    }
                    self.furthest = self.furthest.max(self.steps());
                    return Err(halt);
                }
            };
            self.furthest = self.furthest.max(self.steps());
            if !again {
                self.since += slice - left;
            }
            if way != Way::Over && self.since >= self.spacing {
                self.keep_far();
            }
            if way != Way::Made || self.steps() >= to || work == 0 {
                return Ok(way);
            }
        }
    }

    /// Goes to a step that was made before. What the last steps before it changed is known there.
    pub(crate) fn to(&mut self, step: u64) {
        let noted = self.here.machine.steps_back() as u64;
        let steps = self.steps();
        if step <= steps && steps - step < noted {
            if step < steps {
                self.undo(steps - step + 1);
                self.replay(step);
            }
            return;
        }
        let notes = self.here.machine.memory.history.is_some();
        if notes && step > steps && step - steps <= NOTED {
            return self.replay(step);
        }
        self.here.note(false);
        let from = last_before(&self.far, &self.near, step);
        self.here.restore(from);
        self.near.retain(|near| near.steps < step);
        while step - self.steps() > 4 * NOTED {
            self.replay(step - (step - self.steps()) / 4);
            self.keep_near();
        }
        self.replay(step.saturating_sub(NOTED));
        self.here.note(true);
        self.replay(step);
    }

    /// Goes on to a step, or as far towards it as was ever gone.
    pub(crate) fn ahead(&mut self, step: u64) {
        let known = step.min(self.furthest);
        if known > self.steps() + NOTED {
            self.to(known);
        }
    }

    fn undo(&mut self, steps: u64) {
        for _ in 0..steps {
            self.here.machine.undo(&mut self.here.desk);
        }
        let steps = self.steps();
        let made = |assignment: &Assignment| assignment.step <= steps;
        self.here.assigned = self.assignments.partition_point(made);
        self.here.machine.touched.clear();
        self.here.machine.branch = None;
    }

    fn replay(&mut self, to: u64) {
        let (assignments, mut work) = (&self.assignments, u64::MAX);
        let ran = self.here.run(to, &mut work, true, assignments, None);
        debug_assert!(ran.is_ok(), "steps that were made can be made again");
    }

    /// Gives cells other values. What came after this step is forgotten, but for the keys.
    pub(crate) fn assign(&mut self, cells: Vec<(usize, i64)>) {
        let step = self.steps();
        self.far.retain(|far| far.steps <= step);
        self.near.retain(|near| near.steps <= step);
        self.assignments.truncate(self.here.assigned);
        self.furthest = step;
        let machine = &mut self.here.machine;
        machine.outside.forget(&machine.devices);
        self.assignments.push(Assignment { step, cells });
        self.here.assign(&self.assignments);
    }

    /// A copy of the machine, in a stretch that begins with the last snapshot before a step.
    pub(crate) fn scan(&self, before: u64, end: u64) -> Scan {
        let mut machine = self.here.machine.still();
        machine.outside = self.here.machine.outside.clone();
        let stage = Stage {
            machine,
            desk: self.here.desk.clone(),
            assigned: 0,
        };
        let mut scan = Scan {
            stage,
            begun: 0,
            end,
        };
        self.stretch(&mut scan, before, end);
        scan
    }

    /// Puts the copy at the beginning of another stretch.
    pub(crate) fn stretch(&self, scan: &mut Scan, before: u64, end: u64) {
        let from = last_before(&self.far, &self.near, before);
        scan.stage.restore(from);
        (scan.begun, scan.end) = (from.steps, end);
    }

    /// Goes on to the end of a stretch, and looks at each stop in it.
    pub(crate) fn finish(&self, scan: &mut Scan, mut look: impl FnMut(&Machine)) {
        let mut work = u64::MAX;
        self.go_on(scan, &mut work, &mut |machine, _| {
            look(machine);
            false
        });
    }

    /// Goes on in a stretch, and looks at each stop in it. True at its end.
    pub(crate) fn go_on(&self, scan: &mut Scan, work: &mut u64, look: Look) -> bool {
        let assignments = &self.assignments;
        let stage = &mut scan.stage;
        let way = stage.run(scan.end, work, true, assignments, Some(&mut *look));
        if way == Ok(Way::Over) {
            look(&mut stage.machine, &mut stage.desk);
        }
        way != Ok(Way::Made) || stage.machine.steps >= scan.end
    }
}

/// The last snapshot before a step, or else the first of all.
fn last_before<'a>(far: &'a [Snapshot], near: &'a [Snapshot], step: u64) -> &'a Snapshot {
    let before = far.iter().chain(near).filter(|from| from.steps < step);
    before.max_by_key(|from| from.steps).unwrap_or(&far[0])
}
