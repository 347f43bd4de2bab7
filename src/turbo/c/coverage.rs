//! The parts of a program that its runs have reached.

use std::collections::BTreeSet;

use super::code::Op;
use super::program::Program;
use super::value::PlaceKind;

/// An event of an operation: it ran, it jumped or did not, or a `switch` led to it.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Ran = 1,
    Fell = 2,
    Jumped = 4,
    Chosen = 8,
}

/// The statements that runs of a program have reached, and the branches that they have taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage(Vec<u8>);

impl Coverage {
    pub(super) fn of(program: &Program) -> Coverage {
        Coverage(vec![0; program.code().ops.len()])
    }

    pub(super) fn note(&mut self, at: usize, way: Way) {
        self.0[at] |= way as u8;
    }

    fn has(&self, at: usize, way: Way) -> bool {
        self.0.get(at).is_some_and(|noted| noted & way as u8 != 0)
    }

    /// Adds what other runs of the same program have reached. Returns true if any of it is new.
    pub fn add(&mut self, other: &Coverage) -> bool {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        let mut is_new = false;
        for (noted, more) in self.0.iter_mut().zip(&other.0) {
            is_new |= *more & !*noted != 0;
            *noted |= more;
        }
        is_new
    }

    /// The number of branches that were taken, and of all: two for each operand of a condition, and one for
    /// each `case`.
    pub fn branches(&self, program: &Program) -> (usize, usize) {
        let code = program.code();
        let own = |at: &usize| code.stop_before(*at).line > 0;
        let ways = |at: usize| match code.ops[at] {
            Op::Test(_) => vec![(at, Way::Fell), (at, Way::Jumped)],
            Op::Switch(_, table) => {
                let targets: BTreeSet<usize> = code.tables[table as usize].targets().collect();
                targets.into_iter().map(|to| (to, Way::Chosen)).collect()
            }
            _ => Vec::new(),
        };
        let all: Vec<_> = (0..code.ops.len()).filter(own).flat_map(ways).collect();
        (all.iter().filter(|(at, way)| self.has(*at, *way)).count(), all.len())
    }

    /// The lines with statements or conditions (from 1) of which none was reached, in order.
    pub fn missed_lines(&self, program: &Program) -> Vec<usize> {
        let stops = program.code().stops.iter().filter(|stop| stop.line > 0 && stop.kind != PlaceKind::Leave);
        let (reached, missed): (Vec<_>, Vec<_>) =
            stops.partition(|stop| self.has(stop.at as usize, Way::Ran));
        let lines = |stops: Vec<&super::code::StopMark>| -> BTreeSet<usize> {
            stops.iter().map(|stop| stop.line as usize).collect()
        };
        lines(missed).difference(&lines(reached)).copied().collect()
    }
}
