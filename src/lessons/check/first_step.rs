//! The step at which a function first goes another way than ours.

use std::collections::BTreeSet;

use super::bench::Bench;
use super::case::{Case, Seen, flatten};
use super::exams::{Exam, Sees};
use super::same::lines_of;
use turbo::c::{Access, Frame, Halt, Machine, Program, Stop, Value, Variable};

/// In so many steps all variables are compared.
const MOST_STEPS: u64 = 60_000;
/// In so many steps the way through the program is compared.
const FAR: u64 = 3_000_000;

/// A machine in the middle of a call, with its console.
struct SteppedCall {
    machine: Machine,
    bench: Bench,
    over: bool,
}

impl SteppedCall {
    fn new(program: &Program, exam: &'static Exam, case: &Case) -> Option<SteppedCall> {
        let mut bench = Bench::new(program, exam).ok()?;
        let mut machine = Machine::new(program);
        bench.lay(case, &mut machine).ok()?;
        case.keys.iter().for_each(|key| bench.desk.type_key(*key));
        Some(SteppedCall {
            machine,
            bench,
            over: false,
        })
    }

    /// Makes a step. False if it could not be made.
    fn step(&mut self) -> bool {
        match self.machine.step(&mut self.bench.desk) {
            Ok(Stop::At) => true,
            Ok(Stop::Over) => {
                self.over = true;
                true
            }
            Err(Halt::Fault(_) | Halt::Quit(_)) => false,
        }
    }

    fn line(&self) -> usize {
        self.machine.place().map_or(0, |place| place.line)
    }

    /// Where it stands, without the line: two versions of a source have other numbers.
    fn stands(&self) -> impl PartialEq {
        let place = self.machine.place();
        place.map(|place| (place.kind, place.function.to_string(), self.machine.depth()))
    }
}

/// Do two variables of one name hold the same, or is there only one?
fn agree(ours: &[Variable], theirs: &[Variable]) -> bool {
    ours.iter().all(|a| {
        let same_name = theirs.iter().find(|b| b.name == a.name);
        same_name.is_none_or(|b| match (&a.value, &b.value) {
            (Value::Pointer(_), _) | (_, Value::Pointer(_)) => true,
            (a, b) => a == b,
        })
    })
}

fn variables(frames: &[Frame]) -> &[Variable] {
    frames
        .first()
        .map_or(&[], |frame| frame.variables.as_slice())
}

/// After how many steps theirs first does something else than ours, and in which line; `None` if they do the same.
fn side_by_side(
    exam: &'static Exam,
    [ours, theirs]: [&Program; 2],
    case: &Case,
) -> Option<(u64, usize)> {
    let mut ours = SteppedCall::new(ours, exam, case)?;
    let mut theirs = SteppedCall::new(theirs, exam, case)?;
    let sees = exam.sees == Sees::Screen;
    for steps in 0..FAR {
        let line = theirs.line();
        let made = [ours.step(), theirs.step()];
        let went_the_same_way = made == [true, true]
            && ours.over == theirs.over
            && ours.machine.branch() == theirs.machine.branch();
        let did_the_same = steps >= MOST_STEPS
            || ours.machine.touched() == theirs.machine.touched()
                && agree(
                    variables(&ours.machine.frames()),
                    variables(&theirs.machine.frames()),
                )
                && agree(&ours.machine.globals(), &theirs.machine.globals())
                && ours.machine.pen() == theirs.machine.pen()
                && (!sees || ours.bench.desk.picture() == theirs.bench.desk.picture());
        if !went_the_same_way || !did_the_same {
            return Some((steps, line));
        }
        // What comes next is something else: there it goes another way.
        if ours.stands() != theirs.stands() {
            return Some((steps + 1, theirs.line()));
        }
        if ours.over {
            return None;
        }
    }
    None
}

/// The lines of a function without blanks and comments at their ends, to see how much of ours is in theirs.
fn squeezed_lines(program: &Program, function: &str) -> BTreeSet<String> {
    let found = program.function(function).into_iter();
    let lines = found.flat_map(|function| lines_of(program, function));
    let squeezed = lines.map(|line| line.split_whitespace().collect::<String>());
    squeezed.filter(|line| line.len() > 2).collect()
}

/// The first step that goes another way, and its line in theirs.
pub(crate) fn first_step(
    exam: &'static Exam,
    programs: [&Program; 2],
    case: &Case,
    seen: [&Seen; 2],
) -> (u64, usize) {
    let [ours, theirs] = programs.map(|program| squeezed_lines(program, exam.function));
    let shared = theirs.intersection(&ours).count();
    // A changed version of ours is compared step by step. One that was written anew goes another way from its first line on.
    if 4 * shared >= 3 * theirs.len()
        && let Some(found) = side_by_side(exam, programs, case)
    {
        return found;
    }
    first_wrong_write(exam, programs[1], case, seen)
}

/// The step that first writes something that ours does not leave there; or else the last one.
fn first_wrong_write(
    exam: &'static Exam,
    program: &Program,
    case: &Case,
    [ours, theirs]: [&Seen; 2],
) -> (u64, usize) {
    let Some(mut run) = SteppedCall::new(program, exam, case) else {
        return (
            0,
            program
                .function(exam.function)
                .map_or(0, |f| *f.lines.start()),
        );
    };
    let ends = ours.states.last().map(Vec::as_slice).unwrap_or_default();
    let after = case.after(exam.watched(), ends);
    let differs = ours.states.last() != theirs.states.last();
    let mut last = (0, run.line());
    for steps in 0..MOST_STEPS {
        let line = run.line();
        if line > 0 {
            last = (steps, line);
        }
        if !run.step() || run.over {
            break;
        }
        let wrong = |touch: &turbo::c::Touch| {
            let Some(expected) = after.of(&touch.name) else {
                return false;
            };
            let written = run.machine.variable(&touch.name);
            let (mut value, mut place) = (written.as_ref(), 0);
            let mut numbers = Vec::new();
            for index in &touch.indices {
                let Some(Value::Array(elements)) = value else {
                    return false;
                };
                place = place * elements.len() + index;
                value = elements.get(*index);
            }
            if let Some(value) = value {
                flatten(value, &mut numbers);
            }
            touch.access == Access::Write && numbers.first() != expected.get(place)
        };
        if differs && run.machine.touched().iter().any(wrong) {
            return (steps, line);
        }
    }
    last
}
