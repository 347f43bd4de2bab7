//! The question "Why did this line not run?": the branches on which a line depends, and the search for the last
//! time that one of them led away from it.

use std::collections::{BTreeSet, HashMap};

use super::code::{BranchSense, Callee, Code, Op, StopMark, Test};
use super::library;
use super::machine::Machine;
use super::value::PlaceKind;

/// The maximum number of levels between a line and the branch that decides about it.
const LEVELS: usize = 24;

/// The number of steps before an event in which the search looks for one of a lower level.
const FAR: u64 = 3_000_000;

/// The library functions that do not return.
const ENDS: [&str; 4] = ["exit", "_exit", "abort", "longjmp"];

/// The event after which a line did not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The line itself ran.
    Ran,
    /// The stop point led to another one, with the result of the condition if it is one.
    Led(u32, Option<bool>),
    /// The statement ran without calling the function.
    Skipped,
}

/// A stop point that decides whether a line runs.
#[derive(Clone, Debug)]
struct Guard {
    /// 0 for the branches that decide about the line itself, 1 for those that decide about these, and so on.
    level: usize,
    /// The stop points that do not lead to the line, with the results that lead there.
    away: Vec<(u32, Option<bool>)>,
    /// The function that the statement may call.
    calls: Option<u32>,
    /// The functions that are not called if the guard leads away, the line's own first.
    uncalled: Vec<u32>,
}

/// The last event of the lowest level that has one.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) level: usize,
    pub(crate) at: u32,
    /// The number of steps before the event.
    pub(crate) step: u64,
    pub(crate) event: Event,
    pub(crate) uncalled: Vec<u32>,
}

/// A stop point that ran in a call.
#[derive(Clone, Copy)]
struct Passed {
    at: u32,
    step: u64,
    /// The function that it called last.
    called: u32,
}

const NOBODY: u32 = u32::MAX;

#[derive(Default)]
pub(crate) struct WhyNot {
    pub(crate) target: u32,
    /// The guards of each operation.
    guards: Vec<Vec<Guard>>,
    passed: Vec<Passed>,
    pub(crate) found: Option<Found>,
    /// The functions on the way to the line that nothing calls, the line's own first.
    pub(crate) uncalled: Vec<u32>,
    /// The stop point before the line, if the program always leaves there.
    pub(crate) left_at: Option<u32>,
    /// The first step of the run.
    first: u64,
    /// The operations from which the program can come to the line or to a guard, if that is known.
    ahead: HashMap<usize, bool>,
}

/// The index of a stop point to which another one leads, or `None` for the function's end, and the result of the
/// condition that leads there.
type Way = (Option<usize>, Option<bool>);

/// The stop points of a function: what follows each, and which of the others must follow it.
struct Flow<'a> {
    stops: Vec<&'a StopMark>,
    /// The ways to the following stop points.
    next: Vec<Vec<Way>>,
    /// The stop points that always follow sooner or later, with the stop point itself.
    after: Vec<BTreeSet<usize>>,
    /// The stop points that can be reached from each.
    ahead: Vec<BTreeSet<usize>>,
}

impl<'a> Flow<'a> {
    fn new(code: &'a Code, function: u32) -> Flow<'a> {
        let stops: Vec<&StopMark> = code.stops.iter().filter(|stop| stop.function == function).collect();
        let index = |at: usize| stops.binary_search_by_key(&(at as u32), |stop| stop.at).ok();
        let mut next: Vec<_> = stops.iter().map(|stop| followers(code, stop.at as usize, index)).collect();
        // A loop without an end gets one, so that the stop points behind it are not said to follow.
        let mut ends: Vec<bool> = next.iter().map(|next| next.iter().any(|(to, _)| to.is_none())).collect();
        while let Some(n) = (0..next.len())
            .find(|n| !ends[*n] && next[*n].iter().any(|(to, _)| to.is_some_and(|to| ends[to])))
        {
            ends[n] = true;
        }
        (0..next.len()).filter(|n| !ends[*n]).for_each(|n| next[n].push((None, None)));
        let all: BTreeSet<usize> = (0..stops.len()).collect();
        let mut after = vec![all; stops.len()];
        let mut changes = true;
        while changes {
            changes = false;
            for n in (0..stops.len()).rev() {
                let of = |(to, _): &Way| to.map(|to| after[to].clone()).unwrap_or_default();
                let both = next[n].iter().map(of).reduce(|one, two| &one & &two);
                let mut both = both.unwrap_or_default();
                both.insert(n);
                if both != after[n] {
                    after[n] = both;
                    changes = true;
                }
            }
        }
        let ahead = (0..next.len()).map(|n| reach(&next, n)).collect();
        Flow { stops, next, after, ahead }
    }

    /// Returns the stop points that decide whether `target` runs, each with the ways that do not lead to it.
    fn guards(&self, target: usize) -> Vec<(usize, Vec<Way>)> {
        let leads = |to: &Option<usize>| to.is_some_and(|to| self.after[to].contains(&target));
        let decides = |n: &usize| {
            let ways = &self.next[*n];
            *n != target && ways.iter().any(|(to, _)| leads(to)) && !ways.iter().all(|(to, _)| leads(to))
        };
        let mut found: Vec<(usize, Vec<Way>)> = Vec::new();
        for n in (0..self.stops.len()).filter(decides) {
            let round = self.round(n);
            let is_out = |way: &&Way| !leads(&way.0) && way.0.is_none_or(|to| !round.contains(&to));
            // A loop before the target only delays it: look for the other ways out of the loop.
            match round.contains(&target)
                || !self.next[n].iter().any(|way| way.0.is_some_and(|to| round.contains(&to)))
            {
                true => found.push((n, self.next[n].iter().filter(|way| !leads(&way.0)).copied().collect())),
                false => found.extend(round.iter().chain([&n]).filter_map(|n| {
                    let out: Vec<Way> = self.next[*n].iter().filter(is_out).copied().collect();
                    (!out.is_empty()).then_some((*n, out))
                })),
            }
        }
        found.sort_by_key(|(n, _)| *n);
        found.dedup_by_key(|(n, _)| *n);
        found
    }

    /// Returns the stop points of the outermost loop around one; none if it is in no loop.
    fn round(&self, n: usize) -> BTreeSet<usize> {
        self.ahead[n].iter().copied().filter(|other| self.ahead[*other].contains(&n)).collect()
    }
}

/// Returns the stop points that can be reached from one.
fn reach(next: &[Vec<Way>], from: usize) -> BTreeSet<usize> {
    let (mut found, mut queue) = (BTreeSet::new(), vec![from]);
    while let Some(n) = queue.pop() {
        for to in next[n].iter().filter_map(|(to, _)| *to) {
            if found.insert(to) {
                queue.push(to);
            }
        }
    }
    found
}

/// Returns the stop points that can follow the one at an operation.
fn followers(code: &Code, at: usize, index: impl Fn(usize) -> Option<usize>) -> Vec<Way> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    let mut queue = vec![(at + 1, None)];
    while let Some((at, result)) = queue.pop() {
        if !seen.insert((at, result)) {
            continue;
        }
        match code.ops[at] {
            Op::Stop => found.extend(index(at).map(|n| (Some(n), result))),
            Op::Return(_) | Op::ReturnBytes(..) | Op::ReturnNone => found.push((None, result)),
            Op::Library(_, n, ..) if ENDS.contains(&library::numbered(n).name) => found.push((None, result)),
            Op::Jump(to) => queue.push((to as usize, result)),
            Op::Test(Test { to, tells, .. }) => {
                let (jumps, falls) = match tells {
                    BranchSense::Nothing => (result, result),
                    BranchSense::TrueIfJumps => (Some(true), Some(false)),
                    BranchSense::FalseIfJumps => (Some(false), Some(true)),
                };
                queue.extend([(at + 1, falls), (to as usize, jumps)]);
            }
            Op::Switch(_, table) => {
                let table = &code.tables[table as usize];
                queue.extend(table.targets().map(|to| (to, None)));
            }
            _ => queue.push((at + 1, result)),
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Returns the statements that call a function: the stop point before each call, and whether the statement may
/// run without the call.
fn calls_of(code: &Code, function: u32) -> Vec<(u32, bool)> {
    let is_pointed_at = code.constants.contains(&Callee::Own(function as usize).pointer());
    let is_call = |op: &Op| match op {
        Op::Call(_, n, ..) => *n == function,
        Op::CallAt(..) => is_pointed_at,
        _ => false,
    };
    let calls = code.ops.iter().enumerate().filter(|(_, op)| is_call(op)).map(|(at, _)| at);
    let mut found: Vec<(u32, bool)> = calls
        .map(|at| {
            let stop = code.stop_before(at).at;
            let may_skip =
                code.ops[stop as usize..at].iter().any(|op| matches!(op, Op::Test(_) | Op::Jump(_)));
            (stop, may_skip || is_pointed_at)
        })
        .collect();
    found.dedup();
    found
}

impl WhyNot {
    /// Prepares the question about a line of the program. Returns `None` if no statement begins on it.
    pub(crate) fn of_line(machine: &Machine, line: usize, first: u64) -> Option<WhyNot> {
        let code = machine.program().code();
        let on_line = code.stops.iter().filter(|stop| stop.line as usize == line);
        // The last statement of the line is the one that depends on the others.
        let target = on_line.max_by_key(|stop| (stop.kind != PlaceKind::Leave, stop.start))?;
        let mut why = WhyNot {
            target: target.at,
            guards: vec![Vec::new(); code.ops.len()],
            first,
            ..WhyNot::default()
        };
        let mut flows: HashMap<u32, Flow<'_>> = HashMap::new();
        let mut seen = BTreeSet::from([target.at]);
        let mut targets = vec![(target.at, Vec::new())];
        for level in 0..LEVELS {
            let mut above = Vec::new();
            for (at, uncalled) in targets {
                let function = code.stop_before(at as usize).function;
                let flow = flows.entry(function).or_insert_with(|| Flow::new(code, function));
                let Ok(n) = flow.stops.binary_search_by_key(&at, |stop| stop.at) else { continue };
                let mut guards = flow.guards(n);
                guards.extend(why.endless(machine, flow, n));
                let ran = &flow.ahead[0];
                if level == 0 && n > 0 && !ran.contains(&n) {
                    why.left_at = (0..n).rfind(|n| *n == 0 || ran.contains(n)).map(|n| flow.stops[n].at);
                }
                for (guard, away) in &guards {
                    let stop = flow.stops[*guard].at;
                    let end = |to: Option<usize>| to.map_or(NOBODY, |to| flow.stops[to].at);
                    let away = away.iter().map(|(to, result)| (end(*to), *result)).collect();
                    let guard = Guard { level, away, calls: None, uncalled: uncalled.clone() };
                    why.guards[stop as usize].push(guard);
                    above.extend(seen.insert(stop).then(|| (stop, uncalled.clone())));
                }
                let is_root = machine.calls.first().is_some_and(|call| call.function == function)
                    || code.functions[function as usize].name == "main";
                if guards.is_empty() && !is_root {
                    let calls = calls_of(code, function);
                    let uncalled = [uncalled, vec![function]].concat();
                    if calls.is_empty() {
                        why.uncalled.clone_from(&uncalled);
                    }
                    for (stop, may_skip) in calls {
                        if may_skip {
                            let (level, uncalled) = (level + 1, uncalled.clone());
                            let guard = Guard { level, away: Vec::new(), calls: Some(function), uncalled };
                            why.guards[stop as usize].push(guard);
                        }
                        above.extend(seen.insert(stop).then(|| (stop, uncalled.clone())));
                    }
                }
            }
            targets = above;
        }
        Some(why)
    }

    /// Returns the conditions that keep a running call in a loop before the target.
    fn endless(&self, machine: &Machine, flow: &Flow<'_>, target: usize) -> Vec<(usize, Vec<Way>)> {
        let code = machine.program().code();
        let function = flow.stops[target].function;
        let mut calls = machine.own_calls().filter(|(call, _)| call.function == function);
        let Some(stands) = calls.next().map(|(_, at)| code.stop_before(at).at) else { return Vec::new() };
        let Ok(stands) = flow.stops.binary_search_by_key(&stands, |stop| stop.at) else { return Vec::new() };
        let round = flow.round(stands);
        if round.contains(&target) || !flow.ahead[stands].contains(&target) {
            return Vec::new();
        }
        let stays = |(to, _): &Way| to.is_some_and(|to| round.contains(&to));
        let leaves = |n: &&usize| flow.next[**n].iter().any(|way| !stays(way));
        let guards = round.iter().filter(leaves);
        guards.map(|n| (*n, flow.next[*n].iter().filter(|way| stays(way)).copied().collect())).collect()
    }

    /// Begins a segment at a snapshot.
    pub(crate) fn begin(&mut self, machine: &Machine) {
        let code = machine.program().code();
        let sites = machine.call_sites().map(|(_, at)| code.stop_before(at).at);
        let passed = |at| Passed { at, step: machine.steps(), called: NOBODY };
        self.passed = sites.map(passed).collect();
        self.passed.reverse();
    }

    /// True if nothing before the step `start` can change the answer: the line itself or a branch that decides
    /// about it was found, or another branch long after that step.
    pub(crate) fn is_answered(&self, start: u64) -> bool {
        self.found.as_ref().is_some_and(|found| found.level == 0 || found.step > start + FAR)
    }

    /// True if a machine at the beginning of a segment can come to the line or to one of the guards.
    pub(crate) fn can_happen(&mut self, machine: &Machine) -> bool {
        let code = machine.program().code();
        let backs = machine.calls.iter().skip(1).map(|call| call.back as usize);
        std::iter::once(machine.at).chain(backs).any(|at| match self.ahead.get(&at) {
            Some(known) => *known,
            None => {
                let comes = self.comes_from(code, at);
                self.ahead.insert(at, comes);
                comes
            }
        })
    }

    fn comes_from(&self, code: &Code, at: usize) -> bool {
        let entry = |n: usize| code.functions[n].entry.map(|at| at as usize);
        let pointed_at = code.constants.iter().filter_map(|constant| match Callee::of(*constant)? {
            Callee::Own(n) => code.functions.get(n).and_then(|f| f.entry).map(|at| at as usize),
            Callee::Library(_) => None,
        });
        let pointed_at: Vec<usize> = pointed_at.collect();
        let (mut queue, mut seen) = (vec![at], vec![false; code.ops.len()]);
        while let Some(at) = queue.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            if at == self.target as usize || !self.guards[at].is_empty() {
                return true;
            }
            match code.ops[at] {
                Op::Return(_) | Op::ReturnBytes(..) | Op::ReturnNone => continue,
                Op::Jump(to) => {
                    queue.push(to as usize);
                    continue;
                }
                Op::Test(Test { to, .. }) => queue.push(to as usize),
                Op::Switch(_, n) => {
                    queue.extend(code.tables[n as usize].targets());
                    continue;
                }
                Op::Call(_, n, ..) => queue.extend(entry(n as usize)),
                Op::CallAt(..) | Op::Library(..) => queue.extend(&pointed_at),
                _ => {}
            }
            queue.push(at + 1);
        }
        false
    }

    /// Notes an event if its level is lower than that of the last one, or the same.
    fn note(&mut self, level: usize, passed: Passed, event: Event, uncalled: &[u32]) {
        if self
            .found
            .as_ref()
            .is_none_or(|found| level < found.level || level == found.level && found.step < passed.step)
        {
            let uncalled = uncalled.to_vec();
            self.found = Some(Found { level, at: passed.at, step: passed.step, event, uncalled });
        }
    }

    /// Looks at the stop point that the machine has reached.
    pub(crate) fn look(&mut self, machine: &Machine) {
        let depth = machine.depth();
        let here = if depth == 0 { NOBODY } else { machine.at as u32 };
        let level_above = self.passed.len();
        // The calls that have ended led to the end of their functions.
        for n in (depth..level_above).rev() {
            self.passes(self.passed[n], NOBODY);
        }
        self.passed.truncate(depth);
        if depth == 0 {
            return;
        }
        if level_above >= depth {
            let passed = self.passed[depth - 1];
            if machine.enters() {
                self.passes(passed, NOBODY);
            } else {
                self.passes(passed, here);
            }
        }
        let function = machine.calls[depth - 1].function;
        if machine.enters() && depth > 1 && self.passed.len() >= depth - 1 {
            self.passed[depth - 2].called = function;
        }
        let now = Passed { at: here, step: machine.steps(), called: NOBODY };
        self.passed.truncate(depth - 1);
        self.passed.resize(depth - 1, now);
        self.passed.push(now);
        if here == self.target && now.step >= self.first {
            self.note(0, now, Event::Ran, &[]);
        }
    }

    /// Notes that a stop point led to another one.
    fn passes(&mut self, passed: Passed, to: u32) {
        if self.guards[passed.at as usize].is_empty() || passed.step < self.first {
            return;
        }
        let guards = std::mem::take(&mut self.guards[passed.at as usize]);
        for Guard { level, away, calls, uncalled } in &guards {
            if let Some((_, result)) = away.iter().find(|(end, _)| *end == to) {
                self.note(*level, passed, Event::Led(to, *result), uncalled);
            }
            if calls.is_some_and(|function| function != passed.called) {
                self.note(*level, passed, Event::Skipped, uncalled);
            }
        }
        self.guards[passed.at as usize] = guards;
    }
}
