//! The timeline of a run: snapshots of the machine, recorded changes of the last steps, and replay between
//! snapshots.

use std::sync::Arc;

use super::devices::Devices;
use super::disk::Files;
use super::history::{Call, History};
use super::machine::{Halt, Look, Machine};
use super::memory::{Memory, Tag};
use super::quick::Quick;
use super::value::Stop;
use crate::dos::headless::Headless;
use crate::dos::{Console, Screen};

/// The number of steps whose changes are recorded, so that going back over them needs no replay.
pub(crate) const RECORDED_STEPS: u64 = 500;
/// The maximum size of the recorded changes, in bytes.
const MAX_RECORD_BYTES: usize = 8 << 20;
/// The initial distance between snapshots, in steps of work. It doubles whenever there are too many
/// snapshots.
const SPACING: u64 = 100_000;
const MAX_SNAPSHOTS: usize = 128;
/// The maximum size of the regularly spaced snapshots, in bytes.
const MOST_BYTES: usize = 128 << 20;
const MAX_NEAR: usize = 8;

/// The number of cells in a page of a snapshot.
const PAGE: usize = 1024;

struct Page {
    cells: Box<[i64]>,
    tags: Box<[Tag]>,
}

/// The state of a machine and its screen between two steps.
struct Snapshot {
    at: usize,
    steps: u64,
    /// The memory; a page is shared with the previous snapshot if nothing in it has changed.
    pages: Vec<Arc<Page>>,
    calls: Box<[Call]>,
    devices: Devices,
    /// Shared with the previous snapshot if nothing was drawn in between.
    screen: Arc<Screen>,
    /// Shared with the previous snapshot if they are the same.
    files: Arc<Files>,
    assigned: usize,
}

impl Snapshot {
    fn bytes(&self, before: Option<&Snapshot>) -> usize {
        let shared = before.is_some_and(|before| Arc::ptr_eq(&before.screen, &self.screen));
        let pixels = if shared { 0 } else { self.screen.pixels().len() };
        let old = |n: usize| before.and_then(|before| before.pages.get(n));
        let own = self.pages.iter().enumerate();
        let own = own.filter(|(n, page)| !old(*n).is_some_and(|old| Arc::ptr_eq(old, page)));
        let memory: usize = own.map(|(_, page)| size_of_val(&*page.cells) + size_of_val(&*page.tags)).sum();
        let shared = before.is_some_and(|before| Arc::ptr_eq(&before.files, &self.files));
        let files = if shared { 0 } else { self.files.total };
        size_of::<Snapshot>() + memory + size_of_val(&*self.calls) + pixels + files
    }
}

/// A cell with its new value and its new tag.
pub(crate) type CellChange = (usize, i64, Tag);

struct Assignment {
    step: u64,
    changes: Vec<CellChange>,
}

pub(crate) struct Playback {
    pub(crate) machine: Machine,
    pub(crate) console: Headless,
    /// The number of debugger assignments already applied.
    assigned: usize,
}

/// The reason why a run returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The callback asked the run to stop.
    Halted,
    /// The run made all its steps or did all its work.
    Done,
    Ended,
}

impl Playback {
    fn snapshot(&self, before: Option<&Snapshot>) -> Snapshot {
        let same = before.filter(|before| *before.screen == *self.console.picture());
        let machine = &self.machine;
        Snapshot {
            at: machine.at,
            steps: machine.steps,
            pages: pages(&machine.memory, before),
            calls: machine.calls.as_slice().into(),
            devices: machine.devices,
            screen: match same {
                Some(before) => before.screen.clone(),
                None => Arc::new(self.console.picture().clone()),
            },
            files: match before.filter(|before| before.files.is_same(&machine.files)) {
                Some(before) => before.files.clone(),
                None => Arc::new(machine.files.clone()),
            },
            assigned: self.assigned,
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        let machine = &mut self.machine;
        (machine.at, machine.steps) = (snapshot.at, snapshot.steps);
        machine.memory.truncate(0);
        for page in &snapshot.pages {
            machine.memory.cells.extend_from_slice(&page.cells);
            machine.memory.tags.extend_from_slice(&page.tags);
        }
        machine.calls.clear();
        machine.calls.extend_from_slice(&snapshot.calls);
        machine.devices = snapshot.devices;
        machine.files.clone_from(&snapshot.files);
        machine.output.truncate(snapshot.devices.printed);
        machine.unset.retain(|(step, _)| *step <= snapshot.steps);
        machine.touched.clear();
        (machine.returned, machine.branch) = (None, None);
        self.console.screen().clone_from(&snapshot.screen);
        self.assigned = snapshot.assigned;
    }

    pub(crate) fn record(&mut self, recording: bool) {
        let history = &mut self.machine.memory.history;
        if recording != history.is_some() {
            *history = recording.then(|| History::of(MAX_RECORD_BYTES));
        }
    }

    fn assign(&mut self, assignments: &[Assignment]) {
        let steps = self.machine.steps;
        while let Some(next) = assignments.get(self.assigned).filter(|a| a.step <= steps) {
            for change in &next.changes {
                self.machine.memory.change(*change);
            }
            self.assigned += 1;
        }
    }

    fn run(
        &mut self,
        to: u64,
        work: &mut u64,
        again: bool,
        assignments: &[Assignment],
        mut look: Option<Look>,
    ) -> Result<Progress, Halt> {
        self.assign(assignments);
        loop {
            let (whole, steps) = (!self.machine.within_a_step(), self.machine.steps);
            if whole && (steps >= to || *work == 0) {
                return Ok(Progress::Done);
            }
            let next = assignments.get(self.assigned).map_or(to, |next| next.step);
            let slice = if whole { (next.min(to) - steps).min(*work) } else { 0 };
            let (mut halted, looks) = (false, look.is_some());
            let mut noting = |machine: &mut Machine, console: &mut dyn Console| {
                halted = look.as_mut().is_some_and(|look| look(machine, console));
                halted
            };
            let noting = looks.then_some(&mut noting as Look);
            let stop = self.machine.seek(&mut self.console, slice, again, noting)?;
            *work = work.saturating_sub((slice as i64 - self.machine.left) as u64);
            if !self.machine.within_a_step() {
                self.assign(assignments);
            }
            if stop == Stop::Ended {
                return Ok(Progress::Ended);
            }
            if halted {
                return Ok(Progress::Halted);
            }
        }
    }
}

pub(crate) struct Scan {
    pub(crate) playback: Playback,
    /// The first step of the current segment, which begins at a snapshot.
    pub(crate) start: u64,
    /// The last step of the current segment.
    end: u64,
}

pub(crate) struct Timeline {
    pub(crate) present: Playback,
    far: Vec<Snapshot>,
    /// Recent snapshots, denser towards the present.
    near: Vec<Snapshot>,
    spacing: u64,
    /// The work since the last regularly spaced snapshot.
    since: u64,
    assignments: Vec<Assignment>,
    /// The highest step number reached so far.
    furthest: u64,
}

impl Timeline {
    pub(crate) fn new(machine: Machine, mut console: Headless) -> Timeline {
        console.keep_screen_at_wait();
        let mut present = Playback { machine, console, assigned: 0 };
        present.record(false);
        present.record(true);
        Timeline {
            far: vec![present.snapshot(None)],
            near: Vec::new(),
            spacing: SPACING,
            since: 0,
            assignments: Vec::new(),
            furthest: present.machine.steps,
            present,
        }
    }

    pub(crate) fn steps(&self) -> u64 {
        self.present.machine.steps
    }

    pub(crate) fn bytes(&self) -> usize {
        let machine = &self.present.machine;
        let near: usize = self.near.iter().map(|near| near.bytes(None)).sum();
        self.far_bytes() + near + machine.history_bytes() + machine.inputs.bytes()
    }

    fn far_bytes(&self) -> usize {
        let before = std::iter::once(None).chain(self.far.iter().map(Some));
        let bytes = self.far.iter().zip(before);
        bytes.map(|(far, before)| far.bytes(before)).sum()
    }

    /// Starts or stops recording changes. Running without recording is faster, but [`go_to`](Timeline::go_to)
    /// must then be called after the stop to record the last steps.
    pub(crate) fn record(&mut self, recording: bool) {
        self.present.record(recording);
        if !recording {
            self.keep_near();
        }
    }

    fn keep_near(&mut self) {
        self.near.push(self.present.snapshot(self.near.last().or(self.far.last())));
        if self.near.len() > MAX_NEAR {
            self.near.remove(0);
        }
    }

    fn keep_far(&mut self) {
        self.far.push(self.present.snapshot(self.far.last()));
        self.since = 0;
        if self.far.len() > MAX_SNAPSHOTS || self.far_bytes() > MOST_BYTES {
            let mut numbers = 0..;
            let is_even = |_: &Snapshot| numbers.next().is_some_and(|n| n % 2 == 0);
            self.far.retain(is_even);
            self.spacing *= 2;
        }
    }

    /// Runs forward to a step, or until the work is used up. A step that fails is undone.
    pub(crate) fn run_to(
        &mut self,
        to: u64,
        mut work: u64,
        mut look: Option<Look>,
    ) -> Result<Progress, Halt> {
        loop {
            let again = self.steps() < self.furthest;
            let (to_here, slice) = match again {
                true => (to.min(self.furthest), work),
                false => (to, work.min(self.spacing.saturating_sub(self.since))),
            };
            let mut left = slice;
            let assignments = &self.assignments;
            let look = look.as_mut().map(|look| &mut **look as Look);
            let ran = self.present.run(to_here, &mut left, again, assignments, look);
            work -= slice - left;
            let progress = match ran {
                Ok(progress) => progress,
                Err(halt) => {
                    if self.present.machine.memory.history.is_none() {
                        self.furthest = self.furthest.max(self.steps() - 1);
                        self.go_to(self.steps() - 1);
                    }
                    self.furthest = self.furthest.max(self.steps());
                    return Err(halt);
                }
            };
            self.furthest = self.furthest.max(self.steps());
            if !again {
                self.since += slice - left;
            }
            if progress != Progress::Ended && self.since >= self.spacing {
                self.keep_far();
            }
            if progress != Progress::Done || self.steps() >= to || work == 0 {
                return Ok(progress);
            }
        }
    }

    /// Goes to a step that was already made, and records the changes of the steps before it.
    pub(crate) fn go_to(&mut self, step: u64) {
        let noted = self.present.machine.steps_back() as u64;
        let steps = self.steps();
        if step <= steps && steps - step < noted {
            if step < steps {
                self.undo(steps - step + 1);
                self.replay(step);
            }
            return;
        }
        let recording = self.present.machine.memory.history.is_some();
        if recording && step > steps && step - steps <= RECORDED_STEPS {
            return self.replay(step);
        }
        self.present.record(false);
        let from = last_before(&self.far, &self.near, step);
        self.present.restore(from);
        self.near.retain(|near| near.steps < step);
        while step - self.steps() > 4 * RECORDED_STEPS {
            self.replay(step - (step - self.steps()) / 4);
            self.keep_near();
        }
        self.replay(step.saturating_sub(RECORDED_STEPS));
        self.present.record(true);
        self.replay(step);
    }

    /// Goes forward to a step, or to the last step already made if that comes first.
    pub(crate) fn skip_ahead(&mut self, step: u64) {
        let known = step.min(self.furthest);
        if known > self.steps() + RECORDED_STEPS {
            self.go_to(known);
        }
    }

    fn undo(&mut self, steps: u64) {
        for _ in 0..steps {
            self.present.machine.undo(&mut self.present.console);
        }
        let steps = self.steps();
        let made = |assignment: &Assignment| assignment.step <= steps;
        self.present.assigned = self.assignments.partition_point(made);
        self.present.machine.touched.clear();
        self.present.machine.branch = None;
    }

    fn replay(&mut self, to: u64) {
        let (assignments, mut work) = (&self.assignments, u64::MAX);
        let ran = self.present.run(to, &mut work, true, assignments, None);
        debug_assert!(ran.is_ok(), "replaying steps succeeds");
    }

    /// Changes cells and discards all later steps, but keeps the recorded keys.
    pub(crate) fn assign(&mut self, changes: Vec<CellChange>) {
        let step = self.steps();
        self.far.retain(|far| far.steps <= step);
        self.near.retain(|near| near.steps <= step);
        self.assignments.truncate(self.present.assigned);
        self.furthest = step;
        let machine = &mut self.present.machine;
        machine.inputs.forget(&machine.devices);
        self.assignments.push(Assignment { step, changes });
        self.present.assign(&self.assignments);
    }

    /// Copies the machine for a search that starts at the last snapshot before a step. The fast form
    /// `between_looks`, if there is one, runs between the stop points to look at.
    pub(crate) fn begin_scan(&self, before: u64, end: u64, between_looks: Option<&Arc<Quick>>) -> Scan {
        let mut machine = self.present.machine.detached_copy();
        machine.between_looks = between_looks.cloned();
        machine.inputs = self.present.machine.inputs.clone();
        let console = self.present.console.clone();
        let playback = Playback { machine, console, assigned: 0 };
        let mut scan = Scan { playback, start: 0, end };
        self.begin_segment(&mut scan, before, end);
        scan
    }

    pub(crate) fn begin_segment(&self, scan: &mut Scan, before: u64, end: u64) {
        let from = last_before(&self.far, &self.near, before);
        scan.playback.restore(from);
        (scan.start, scan.end) = (from.steps, end);
    }

    pub(crate) fn scan_to_end(&self, scan: &mut Scan, mut look: impl FnMut(&Machine)) {
        let mut work = u64::MAX;
        self.advance(scan, &mut work, &mut |machine, _| {
            look(machine);
            false
        });
    }

    /// Continues a scan and calls `look` at each stop point. Returns true at the end of the segment.
    pub(crate) fn advance(&self, scan: &mut Scan, work: &mut u64, look: Look) -> bool {
        let assignments = &self.assignments;
        let playback = &mut scan.playback;
        let progress = playback.run(scan.end, work, true, assignments, Some(&mut *look));
        if progress == Ok(Progress::Ended) {
            look(&mut playback.machine, &mut playback.console);
        }
        progress != Ok(Progress::Done) || playback.machine.steps >= scan.end
    }
}

fn pages(memory: &Memory, before: Option<&Snapshot>) -> Vec<Arc<Page>> {
    let chunks = memory.cells.chunks(PAGE).zip(memory.tags.chunks(PAGE));
    let page = |(n, (cells, tags)): (usize, (&[i64], &[Tag]))| {
        let old = before.and_then(|before| before.pages.get(n));
        match old.filter(|old| *old.cells == *cells && *old.tags == *tags) {
            Some(old) => old.clone(),
            None => Arc::new(Page { cells: cells.into(), tags: tags.into() }),
        }
    };
    chunks.enumerate().map(page).collect()
}

fn last_before<'a>(far: &'a [Snapshot], near: &'a [Snapshot], step: u64) -> &'a Snapshot {
    let before = far.iter().chain(near).filter(|from| from.steps < step);
    before.max_by_key(|from| from.steps).unwrap_or(&far[0])
}
