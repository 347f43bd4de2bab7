//! The step at which a function first departs from ours.

use std::collections::BTreeSet;

use super::bench::Bench;
use super::case::{Case, Outcome, flatten};
use super::exams::Exam;
use super::same::{lines_of, reachable};
use turbo::c::{Access, Frame, Function, Halt, Machine, PlaceKind, Program, Stop, Value, Variable};

/// For this many steps the variables are compared, too.
const MOST_STEPS: u64 = 60_000;
/// For this many steps the path through the program is compared.
const FAR: u64 = 3_000_000;
/// A wait for a key comes within this many steps.
const TO_A_WAIT: u64 = 30_000_000;

/// A machine in the middle of a call, with its console.
struct SteppedCall {
    machine: Machine,
    bench: Bench,
    over: bool,
}

/// A case up to the moment in which two programs differ, from the wait for a key before it.
pub(crate) struct Way<'a> {
    pub(crate) exam: &'static Exam,
    pub(crate) case: &'a Case,
    pub(crate) turn: usize,
    pub(crate) column_first: bool,
}

/// Where theirs departs from ours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parting {
    /// The steps before it.
    pub(crate) step: u64,
    pub(crate) line: usize,
    /// The function that ours calls there, which theirs has but does not call.
    pub(crate) not_called: Option<String>,
}

impl Parting {
    fn new(step: u64, line: usize) -> Parting {
        Parting {
            step,
            line,
            not_called: None,
        }
    }
}

impl SteppedCall {
    fn new(program: &Program, way: &Way<'_>) -> Option<SteppedCall> {
        let mut bench = Bench::new(program, way.exam).ok()?;
        bench.column_first = way.column_first;
        let mut machine = Machine::new(program);
        bench.lay(way.case, &mut machine).ok()?;
        machine.note_library_calls();
        let (before, after) = way.case.keys.split_at(way.turn.saturating_sub(1));
        before.iter().for_each(|key| bench.desk.type_key(*key));
        if way.turn > 0 {
            // The run ends at the wait for a key.
            let mut left = TO_A_WAIT;
            while left > 0 && machine.run(&mut bench.desk, 10_000) == Ok(Stop::At) {
                left -= 10_000;
                if bench.desk.looks() > 1000 {
                    break;
                }
            }
        }
        after.iter().for_each(|key| bench.desk.type_key(*key));
        Some(SteppedCall {
            machine,
            bench,
            over: false,
        })
    }

    /// Makes a step. False if it cannot be made, or if it uses a variable without a value.
    fn step(&mut self) -> bool {
        match self.machine.step(&mut self.bench.desk) {
            Ok(stop) => {
                self.over = stop == Stop::Over;
                self.machine.warnings().is_empty()
            }
            Err(Halt::Fault(_) | Halt::Quit(_)) => false,
        }
    }

    fn line(&self) -> usize {
        self.machine.place().map_or(0, |place| place.line)
    }

    /// Where it stands, without the line, whose number differs between two versions of a source.
    fn stands(&self) -> impl PartialEq {
        let place = self.machine.place();
        place.map(|place| (place.kind, place.function.to_string(), self.machine.depth()))
    }

    /// The function at whose beginning it stands, if it stands at one.
    fn enters(&self) -> Option<String> {
        let place = self.machine.place()?;
        (place.kind == PlaceKind::Enter).then(|| place.function.to_string())
    }

    /// How often it has drawn.
    fn drawn(&self) -> usize {
        self.machine.library_calls().len()
    }
}

/// Do variables with the same name hold the same? A variable that only one side has does not matter.
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

/// The wait for a key, counted from 1, after which the variables of two programs no longer agree; that of the way if they agree until then.
fn parting_turn(way: &Way<'_>, programs: [&Program; 2]) -> Option<usize> {
    let mut benches = Vec::new();
    for program in programs {
        let mut bench = Bench::new(program, way.exam).ok()?;
        bench.column_first = way.column_first;
        let mut machine = Machine::without_history(program);
        bench.lay(way.case, &mut machine).ok()?;
        benches.push((bench, machine));
    }
    for turn in 0..way.turn {
        let globals = benches.iter_mut().map(|(bench, machine)| {
            bench.run_to_a_wait(machine);
            bench.desk.type_key(way.case.keys[turn]);
            machine.globals()
        });
        let globals: Vec<Vec<Variable>> = globals.collect();
        if !agree(&globals[0], &globals[1]) {
            return Some(turn);
        }
    }
    Some(way.turn)
}

/// The global variables with a number that both programs have.
fn numbers_in(ours: &SteppedCall, theirs: &SteppedCall) -> Vec<String> {
    let theirs = theirs.machine.globals();
    let in_both = |a: &Variable| {
        let same_name = theirs.iter().find(|b| b.name == a.name);
        same_name.is_some_and(|b| a.value.number().and(b.value.number()).is_some())
    };
    let ours = ours.machine.globals().into_iter().filter(in_both);
    ours.map(|variable| variable.name).collect()
}

/// Has a step left the same values in both? Only arrays that it wrote to are compared, because looking at all of them would take most of
/// the time of a check.
fn hold_the_same(ours: &SteppedCall, theirs: &SteppedCall, numbers: &[String]) -> bool {
    let (ours, theirs) = (&ours.machine, &theirs.machine);
    let (our_frames, their_frames) = (ours.frames(), theirs.frames());
    let (our_locals, their_locals) = (variables(&our_frames), variables(&their_frames));
    let is_local = |name: &str| {
        let mut locals = our_locals.iter().chain(their_locals);
        locals.any(|variable| variable.name == name)
    };
    let touched = ours.touched();
    let written = touched.iter().filter(|touch| touch.access == Access::Write);
    let mut names = written.map(|touch| &touch.name).chain(numbers);
    touched == theirs.touched()
        && agree(our_locals, their_locals)
        && names.all(|name| is_local(name) || ours.variable(name) == theirs.variable(name))
}

/// Where theirs first does something different from ours; `None` if they do the same.
fn side_by_side(way: &Way<'_>, [ours, theirs]: [&Program; 2]) -> Option<Parting> {
    let turn = parting_turn(way, [ours, theirs])?;
    let way = &Way { turn, ..*way };
    let mut ours = SteppedCall::new(ours, way)?;
    let mut theirs = SteppedCall::new(theirs, way)?;
    let numbers = numbers_in(&ours, &theirs);
    let mut drawn = [0, 0];
    for n in 0..FAR {
        let (steps, line) = (theirs.machine.steps(), theirs.line());
        let made = [ours.step(), theirs.step()];
        let went_the_same_way = made == [true, true]
            && ours.over == theirs.over
            && ours.machine.branch() == theirs.machine.branch();
        let mut did_the_same = n >= MOST_STEPS || hold_the_same(&ours, &theirs, &numbers);
        let draws = [ours.drawn(), theirs.drawn()];
        if did_the_same && draws != std::mem::replace(&mut drawn, draws) {
            did_the_same = (n >= MOST_STEPS
                || agree(&ours.machine.globals(), &theirs.machine.globals()))
                && ours.machine.pen() == theirs.machine.pen()
                && ours.bench.desk.picture().pixels() == theirs.bench.desk.picture().pixels();
        }
        let mut parting = Parting::new(steps, line);
        if went_the_same_way && did_the_same && ours.stands() != theirs.stands() {
            // The next step is another one, so the two part there. If theirs has entered another function, they part at the call.
            if theirs.enters().is_none() {
                parting = Parting::new(theirs.machine.steps(), theirs.line());
            }
        } else if went_the_same_way && did_the_same {
            if ours.over {
                return None;
            }
            continue;
        }
        parting.not_called = not_called(&mut ours, &mut theirs);
        return Some(parting);
    }
    None
}

/// The function that ours calls with its next step and theirs does not, if theirs has it.
fn not_called(ours: &mut SteppedCall, theirs: &mut SteppedCall) -> Option<String> {
    let next = |run: &mut SteppedCall| {
        let now = run.enters();
        now.or_else(|| (!run.over && run.step()).then(|| run.enters()).flatten())
    };
    let (ours, called) = (next(ours)?, next(theirs));
    let known = theirs.machine.program().function(&ours).is_some();
    (known && called.as_ref() != Some(&ours)).then_some(ours)
}

/// The lines of a function without comments and without blanks at their ends, to see how much of ours is in theirs.
fn squeezed_lines(program: &Program, function: &Function) -> BTreeSet<String> {
    let lines = lines_of(program, function).into_iter();
    let squeezed = lines.map(|line| line.split_whitespace().collect::<String>());
    squeezed.filter(|line| line.len() > 2).collect()
}

/// Is theirs a changed version of ours, with everything that the function calls?
fn is_a_version([ours, theirs]: [&Program; 2], function: &str) -> bool {
    reachable(theirs, function)
        .into_iter()
        .all(|theirs_function| {
            let Some(ours_function) = ours.function(&theirs_function.name) else {
                return false;
            };
            let theirs = squeezed_lines(theirs, theirs_function);
            let shared = theirs
                .intersection(&squeezed_lines(ours, ours_function))
                .count();
            4 * shared + 4 >= 3 * theirs.len()
        })
}

/// The first step that departs from ours. A changed version of ours is compared step by step. For a program that was written from scratch
/// it is the step that drew a wrong pixel, or else the one that first wrote something wrong.
pub(crate) fn first_step(
    way: &Way<'_>,
    programs: [&Program; 2],
    outcomes: [&Outcome; 2],
    pixel: Option<(i32, i32)>,
) -> Parting {
    let version = is_a_version(programs, way.exam.function);
    let found = version.then(|| side_by_side(way, programs)).flatten();
    found
        .or_else(|| who_drew(way, programs[1], pixel?))
        .unwrap_or_else(|| first_wrong_write(way, programs[1], outcomes))
}

/// The step that drew a pixel last, between two waits for a key.
fn who_drew(way: &Way<'_>, program: &Program, (x, y): (i32, i32)) -> Option<Parting> {
    let mut run = SteppedCall::new(program, way)?;
    let (mut drawn, mut found) = (run.drawn(), None);
    let mut color = run.bench.desk.picture().getpixel(x, y);
    let taken = run.bench.desk.taken();
    for _ in 0..MOST_STEPS {
        let (steps, line) = (run.machine.steps(), run.line());
        if !run.step() || run.over {
            break;
        }
        // The key is taken at the wait before; taking the next one ends the moment.
        if run.bench.desk.taken() > taken + usize::from(way.turn > 0) {
            break;
        }
        if run.drawn() > drawn {
            drawn = run.drawn();
            let now = run.bench.desk.picture().getpixel(x, y);
            if now != std::mem::replace(&mut color, now) {
                found = Some(Parting::new(steps, line));
            }
        }
    }
    found
}

/// The step that first writes something that ours does not leave there; or else the last one.
fn first_wrong_write(way: &Way<'_>, program: &Program, [ours, theirs]: [&Outcome; 2]) -> Parting {
    let Some(mut run) = SteppedCall::new(program, way) else {
        let function = program.function(way.exam.function);
        return Parting::new(0, function.map_or(0, |f| *f.lines.start()));
    };
    let state = |outcome: &Outcome| {
        outcome
            .moments
            .get(way.turn)
            .map(|moment| moment.state.clone())
    };
    let ends = state(ours).unwrap_or_default();
    let after = way.case.after(way.exam.watched(), &ends);
    let differs = state(ours) != state(theirs);
    let mut last = Parting::new(0, run.line());
    for _ in 0..MOST_STEPS {
        let (steps, line) = (run.machine.steps(), run.line());
        if line > 0 {
            last = Parting::new(steps, line);
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
            let mut indices = touch.indices.clone();
            // Their board has the column first, the expected one the row.
            if touch.name == "Map" && way.column_first {
                indices.reverse();
            }
            for (index, own) in indices.iter().zip(&touch.indices) {
                let Some(Value::Array(elements)) = value else {
                    return false;
                };
                place = place * elements.len() + index;
                value = elements.get(*own);
            }
            if let Some(value) = value {
                flatten(value, &mut numbers);
            }
            touch.access == Access::Write && numbers.first() != expected.get(place)
        };
        if differs && run.machine.touched().iter().any(wrong) {
            return Parting::new(steps, line);
        }
    }
    last
}
