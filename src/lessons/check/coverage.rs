//! The branches of a program that its runs take.

use std::collections::BTreeSet;

use super::against::typed;
use super::case::End;
use super::exams::SOLUTION;
use super::run::Runner;
use turbo::c::{Halt, Machine, PlaceKind, Program, Stop};
use turbo::dos::Key;
use turbo::dos::headless::Headless;

/// The maximum number of steps of all runs that measure which branches are taken, and between two waits.
pub(super) const MOST_STEPS: (u64, u64) = (2_000_000, 1_000_000);

/// A place in the source: line and column.
type At = (usize, usize);

/// The parts of a program that its runs have reached.
#[derive(Clone, Default)]
pub(super) struct Coverage {
    places: BTreeSet<At>,
    branches: BTreeSet<(At, bool)>,
    /// Conditions without two outcomes: the value of a `switch`, or a constant.
    plain: BTreeSet<At>,
    pub(super) steps: u64,
    /// True if the last run stopped in the middle of a step.
    is_waiting: bool,
}

impl Coverage {
    /// Runs to the next wait for input and notes the branches on the way. Returns `None` if the program
    /// cannot continue.
    pub(super) fn run(&mut self, machine: &mut Machine, desk: &mut Headless) -> Option<End> {
        let mut looks = desk.empty_polls();
        for n in 1..=MOST_STEPS.1 {
            let at = machine.place().map(|place| ((place.line, place.columns.start), place.kind));
            // A step that has waited for input is finished without beginning the next one.
            let stop = machine.run(desk, u64::from(!std::mem::take(&mut self.is_waiting)));
            self.steps += 1;
            match (at, stop) {
                (_, Err(Halt::Quit(_))) => {
                    self.is_waiting = true;
                    return Some(End::Waits);
                }
                (Some((at, kind)), Ok(stop)) => {
                    if kind != PlaceKind::Leave {
                        self.places.insert(at);
                    }
                    match (kind, machine.condition_result()) {
                        (PlaceKind::Condition, Some(holds)) => drop(self.branches.insert((at, holds))),
                        (PlaceKind::Condition, None) => drop(self.plain.insert(at)),
                        _ => {}
                    }
                    if stop == Stop::Ended {
                        return Some(End::Over);
                    }
                }
                _ => return None,
            }
            if n % 1000 == 0 && desk.empty_polls() - std::mem::replace(&mut looks, desk.empty_polls()) > 50 {
                return Some(End::Waits);
            }
        }
        // Nobody knows how the program goes on.
        Some(End::Over)
    }

    /// Runs a program with the keys of a script, unless the runs before took too many steps.
    pub(super) fn type_keys(&mut self, program: &Program, keys: &[Key]) {
        let Ok(mut runner) = Runner::new(program, &SOLUTION, false) else { return };
        let mut machine = Machine::without_history(program);
        if runner.begin(&typed(&[]), &mut machine).is_err() {
            return;
        }
        let mut keys = keys.iter();
        self.is_waiting = false;
        while self.steps < MOST_STEPS.0 && self.run(&mut machine, &mut runner.desk) == Some(End::Waits) {
            let Some(key) = keys.next() else { return };
            runner.desk.type_key(*key);
        }
    }

    /// Adds what another run has reached. Returns true if any of it is new.
    pub(super) fn add(&mut self, other: &Coverage) -> bool {
        let before = (self.branches.len(), self.places.len());
        self.branches.extend(&other.branches);
        self.places.extend(&other.places);
        self.plain.extend(&other.plain);
        self.steps += other.steps;
        (self.branches.len(), self.places.len()) != before
    }

    /// The number of taken branches, the number of all branches, and the lines without a reached place.
    pub(super) fn of(&self, program: &Program) -> ((usize, usize), Vec<usize>) {
        let places = program.places().filter(|place| place.kind != PlaceKind::Leave);
        let (conditions, others): (Vec<_>, Vec<_>) =
            places.map(|p| ((p.line, p.columns.start), p.kind)).partition(|p| p.1 == PlaceKind::Condition);
        let all: BTreeSet<At> = conditions.iter().map(|(at, _)| *at).collect();
        let counted = all.difference(&self.plain).count();
        let missed =
            all.iter().chain(others.iter().map(|(at, _)| at)).filter(|at| !self.places.contains(*at));
        let reached: BTreeSet<usize> = self.places.iter().map(|at| at.0).collect();
        let missed: BTreeSet<usize> = missed.map(|at| at.0).filter(|line| !reached.contains(line)).collect();
        ((self.branches.len(), 2 * counted), missed.into_iter().collect())
    }
}
