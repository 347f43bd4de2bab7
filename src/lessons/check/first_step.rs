//! Finds the first step at which a function departs from ours.

use std::collections::BTreeSet;

use super::case::{Case, Outcome};
use super::exams::Exam;
use super::run::{Runner, globals};
use super::source_match::{lines_of, reachable};
use crate::tutor::numbers_in;
use turbo::c::{Access, Function, Machine, PlaceKind, Program, Stop, Touch, Value, Variable};

const MOST_STEPS: u64 = 60_000;
const FAR: u64 = 3_000_000;
const TO_A_WAIT: u64 = 30_000_000;

/// A case in which two programs differ, with their outcomes: ours, and the checked one.
#[derive(Clone, Copy)]
pub(super) struct Divergent<'a> {
    pub(super) exam: &'static Exam,
    pub(super) case: &'a Case,
    /// The number of keys typed before the difference.
    pub(super) turn: usize,
    pub(super) column_first: bool,
    pub(super) programs: [&'a Program; 2],
    pub(super) outcomes: [&'a Outcome; 2],
}

impl Divergent<'_> {
    pub(super) fn runner(&self, program: &Program) -> Option<Runner> {
        Runner::new(program, self.exam, self.column_first).ok()
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Divergence {
    pub(crate) step: u64,
    pub(crate) line: usize,
    /// The function that our program calls at this step but the checked program does not.
    pub(crate) not_called: Option<String>,
}

struct SteppedCall {
    machine: Machine,
    runner: Runner,
    over: bool,
}

impl SteppedCall {
    /// Begins the call of a case, and runs it to the wait before the key that makes the difference.
    fn new(program: &Program, case: &Divergent<'_>) -> Option<SteppedCall> {
        let mut runner = case.runner(program)?;
        let mut machine = Machine::without_history(program);
        runner.begin(case.case, &mut machine).ok()?;
        let (before, after) = case.case.keys.split_at(case.turn.saturating_sub(1));
        before.iter().for_each(|key| runner.desk.type_key(*key));
        if case.turn > 0 {
            let mut left = TO_A_WAIT;
            while left > 0 && machine.run(&mut runner.desk, 10_000) == Ok(Stop::Paused) {
                left -= 10_000;
                if runner.desk.empty_polls() > 1000 {
                    break;
                }
            }
        }
        after.iter().for_each(|key| runner.desk.type_key(*key));
        machine.record();
        machine.note_library_calls();
        Some(SteppedCall { machine, runner, over: false })
    }

    /// Executes a step. Returns false if the program cannot execute it or reads an uninitialized variable.
    fn step(&mut self) -> bool {
        let stop = self.machine.step(&mut self.runner.desk);
        self.over = stop == Ok(Stop::Ended);
        stop.is_ok() && self.machine.warnings().is_empty()
    }

    fn here(&self) -> Divergence {
        let line = self.machine.place().map_or(0, |place| place.line);
        Divergence { step: self.machine.steps(), line, not_called: None }
    }

    /// The function, kind and call depth of the next step. The line is not included, because it differs
    /// between two versions of a source.
    fn position(&self) -> impl PartialEq {
        let place = self.machine.place();
        place.map(|place| (place.kind, place.function.to_string(), self.machine.depth()))
    }

    fn entered(&self) -> Option<String> {
        let place = self.machine.place()?;
        (place.kind == PlaceKind::Enter).then(|| place.function.to_string())
    }

    /// The number of library calls so far. Any of these calls may have drawn something.
    fn drawn(&self) -> usize {
        self.machine.library_calls().len()
    }
}

fn agree(ours: &[(String, Value)], theirs: &[(String, Value)]) -> bool {
    ours.iter().all(|(name, a)| {
        let same_name = theirs.iter().find(|(other, _)| other == name);
        same_name.is_none_or(|(_, b)| match (a, b) {
            (Value::Pointer(_), _) | (_, Value::Pointer(_)) => true,
            (a, b) => a == b,
        })
    })
}

/// The number of keys typed before the first wait at which the variables differ.
fn diverging_turn(case: &Divergent<'_>) -> Option<usize> {
    let mut calls = Vec::new();
    for program in case.programs {
        let mut runner = case.runner(program)?;
        let mut machine = Machine::without_history(program);
        runner.begin(case.case, &mut machine).ok()?;
        calls.push((runner, machine));
    }
    for turn in 0..case.turn {
        let globals = calls.iter_mut().map(|(runner, machine)| {
            runner.run_to_a_wait(machine, false);
            runner.desk.type_key(case.case.keys[turn]);
            globals(machine)
        });
        let globals: Vec<_> = globals.collect();
        if !agree(&globals[0], &globals[1]) {
            return Some(turn);
        }
    }
    Some(case.turn)
}

fn shared_numbers(ours: &SteppedCall, theirs: &SteppedCall) -> Vec<String> {
    let is_number = |variable: &Variable| variable.value.number().is_some();
    let theirs = theirs.machine.globals();
    let is_shared = |a: &Variable| theirs.iter().any(|b| b.name == a.name && is_number(b));
    let ours = ours.machine.globals().into_iter();
    ours.filter(|a| is_number(a) && is_shared(a)).map(|variable| variable.name).collect()
}

/// True if the last step left the same values in both programs. To save time, arrays that it did not write
/// are not compared.
fn same_values(ours: &SteppedCall, theirs: &SteppedCall, numbers: &[String]) -> bool {
    let (ours, theirs) = (&ours.machine, &theirs.machine);
    let (our_locals, their_locals) = (ours.locals(), theirs.locals());
    let is_local = |name: &str| {
        let mut locals = our_locals.iter().chain(&their_locals);
        locals.any(|(local, _)| local == name)
    };
    let touched = ours.touched();
    let written = touched.iter().filter(|touch| touch.access == Access::Write);
    let mut names = written.map(|touch| &touch.name).chain(numbers);
    touched == theirs.touched()
        && agree(&our_locals, &their_locals)
        && names.all(|name| is_local(name) || ours.variable(name) == theirs.variable(name))
}

/// Steps through both programs in parallel, and finds the first step that differs. Returns `None` if no step
/// does.
fn side_by_side(case: &Divergent<'_>) -> Option<Divergence> {
    let case = &Divergent { turn: diverging_turn(case)?, ..*case };
    let [ours, theirs] = case.programs.map(|program| SteppedCall::new(program, case));
    let (mut ours, mut theirs) = (ours?, theirs?);
    let numbers = shared_numbers(&ours, &theirs);
    let mut drawn = [0, 0];
    for n in 0..FAR {
        let compares = n < MOST_STEPS;
        let mut here = theirs.here();
        let made = [ours.step(), theirs.step()];
        let same_path = made == [true, true]
            && ours.over == theirs.over
            && ours.machine.condition_result() == theirs.machine.condition_result();
        let mut same = same_path && (!compares || same_values(&ours, &theirs, &numbers));
        let draws = [ours.drawn(), theirs.drawn()];
        if same && draws != std::mem::replace(&mut drawn, draws) {
            let same_globals = || agree(&globals(&ours.machine), &globals(&theirs.machine));
            let [our_picture, their_picture] =
                [&ours, &theirs].map(|call| call.runner.desk.picture().pixels());
            same = (!compares || same_globals())
                && ours.machine.drawing_colors() == theirs.machine.drawing_colors()
                && our_picture == their_picture;
        }
        if same && ours.position() == theirs.position() {
            if ours.over {
                return None;
            }
            continue;
        }
        // If the values agree, the programs diverge at the next step, unless the checked program has just
        // made a call. In that case they diverge at the call.
        if same && theirs.entered().is_none() {
            here = theirs.here();
        }
        here.not_called = not_called(&mut ours, &mut theirs);
        return Some(here);
    }
    None
}

/// Returns the function that our program calls in its next step if the checked program has this function but
/// does not call it then.
fn not_called(ours: &mut SteppedCall, theirs: &mut SteppedCall) -> Option<String> {
    let next = |call: &mut SteppedCall| {
        let now = call.entered();
        now.or_else(|| (!call.over && call.step()).then(|| call.entered()).flatten())
    };
    let (ours, called) = (next(ours)?, next(theirs));
    let known = theirs.machine.program().function(&ours).is_some();
    (known && called.as_ref() != Some(&ours)).then_some(ours)
}

fn squeezed_lines(program: &Program, function: &Function) -> BTreeSet<String> {
    let lines = lines_of(program, function).into_iter();
    let squeezed = lines.map(|line| line.split_whitespace().collect::<String>());
    squeezed.filter(|line| line.len() > 2).collect()
}

/// True if the function in the checked program is a changed version of ours, and so are all functions that it
/// calls.
fn is_a_version([ours, theirs]: [&Program; 2], function: &str) -> bool {
    reachable(theirs, function).into_iter().all(|their_function| {
        ours.function(&their_function.name).is_some_and(|our_function| {
            let their_lines = squeezed_lines(theirs, their_function);
            let our_lines = squeezed_lines(ours, our_function);
            4 * their_lines.intersection(&our_lines).count() + 4 >= 3 * their_lines.len()
        })
    })
}

/// Finds the first step that departs from ours. In a changed version of our function, compares step by step.
/// Otherwise finds the step that drew the wrong pixel or wrote the first wrong value.
pub(crate) fn first_step(case: &Divergent<'_>, pixel: Option<(i32, i32)>) -> Divergence {
    let version = is_a_version(case.programs, case.exam.function);
    let found = version.then(|| side_by_side(case)).flatten();
    found.or_else(|| last_drawing(case, pixel?)).unwrap_or_else(|| first_wrong_write(case))
}

/// Finds the last step between two waits for a key at which the given pixel changed.
fn last_drawing(case: &Divergent<'_>, (x, y): (i32, i32)) -> Option<Divergence> {
    let mut call = SteppedCall::new(case.programs[1], case)?;
    let (mut drawn, mut found) = (call.drawn(), None);
    let mut color = call.runner.desk.picture().getpixel(x, y);
    let taken = call.runner.desk.keys_read();
    for _ in 0..MOST_STEPS {
        let here = call.here();
        if !call.step() || call.over {
            break;
        }
        // The program first reads the key for which it waits. When it reads another key, the part to search
        // is over.
        if call.runner.desk.keys_read() > taken + usize::from(case.turn > 0) {
            break;
        }
        if call.drawn() > drawn {
            drawn = call.drawn();
            let now = call.runner.desk.picture().getpixel(x, y);
            if now != std::mem::replace(&mut color, now) {
                found = Some(here);
            }
        }
    }
    found
}

/// Finds the first step that writes a value that differs from our program's final value there. If there is
/// none, returns the last step.
fn first_wrong_write(case: &Divergent<'_>) -> Divergence {
    let program = case.programs[1];
    let Some(mut call) = SteppedCall::new(program, case) else {
        let function = program.function(case.exam.function);
        let line = function.map_or(0, |function| *function.lines.start());
        return Divergence { line, ..Divergence::default() };
    };
    let [ours, theirs] =
        case.outcomes.map(|outcome| outcome.moments.get(case.turn).map(|moment| &moment.state));
    let right = case.case.with_state(case.exam.watched, ours.map_or(&[], |state| state));
    let mut last = Divergence { step: 0, ..call.here() };
    for _ in 0..MOST_STEPS {
        let here = call.here();
        if here.line > 0 {
            last = here.clone();
        }
        if !call.step() || call.over {
            break;
        }
        let wrong = |touch: &Touch| {
            let expected = right.value_of(&touch.name);
            let written = call.machine.variable(&touch.name);
            let element = element_at(written.as_ref(), &touch.indices);
            let turned = case.column_first && touch.name == "Map";
            expected.zip(element).is_some_and(|(expected, (mut place, number))| {
                if turned && touch.indices.len() == 2 {
                    place = 8 * touch.indices[1] + touch.indices[0];
                }
                touch.access == Access::Write && Some(&number) != expected.get(place)
            })
        };
        if ours != theirs && call.machine.touched().iter().any(wrong) {
            return here;
        }
    }
    last
}

/// Returns the index of an element among all elements of a value, and the number in the element. `indices`
/// selects the element.
fn element_at(mut value: Option<&Value>, indices: &[usize]) -> Option<(usize, i32)> {
    let mut place = 0;
    for index in indices {
        let Some(Value::Array(elements)) = value else { return None };
        place = place * elements.len() + index;
        value = elements.get(*index);
    }
    Some((place, numbers_in(value?).first().copied()?))
}
