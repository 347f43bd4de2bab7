//! A student's program compared with the solution: the same calls, and what each leaves behind.

use std::borrow::Cow;

use super::cases::Case;
use super::facts::{Facts, Matter, Pictures, colour, facts};
use super::task::{Checked, Failure, Task};
use crate::tutor::listed;
use crate::tutor::scene::Scene;
use games::othello::Cell;
use turbo::c::{Machine, Program, Value};
use turbo::dos::Screen;
use turbo::dos::bgi::WIDTH;
use turbo::dos::unattended::Unattended;
use words::say;

/// What came out for a program that is right.
struct Passed {
    /// What is known after the last case.
    last: Facts,
    /// The steps whose work the program does elsewhere.
    left_out: Vec<usize>,
}

/// A student's program, and ours.
struct Trial<'a> {
    ours: Option<&'a Program>,
    theirs: &'a Program,
    /// Is the whole program right? Then it may divide its work as it likes.
    whole: bool,
    /// Is the first index of the board its column?
    column_first: bool,
}

impl Task {
    /// Checks whether a program does what it should, case by case.
    ///
    /// # Panics
    /// The solution itself does not.
    pub fn check(&self, theirs: &Program) -> Checked {
        let ours = self
            .solution
            .as_ref()
            .and_then(|(_, text)| self.compiled(text));
        let cases = self.cases().unwrap_or_default();
        let mut trial = Trial {
            ours: ours.as_ref(),
            theirs,
            whole: false,
            column_first: false,
        };
        let of_whole = |case: &&Case| self.whole == Some(case.step);
        let mut of_whole = cases.iter().filter(of_whole);
        trial.whole = self.whole.is_some() && of_whole.all(|case| trial.hold(case).is_ok());
        let passed = self.held(&trial, &cases).or_else(|failure| {
            // The board is turned throughout a program, or not at all.
            trial.column_first = trial.whole && has_map(theirs);
            let turned = trial.column_first.then(|| self.held(&trial, &cases).ok());
            turned.flatten().ok_or(failure)
        });
        match passed {
            Ok(passed) => Checked::Right(self.said(&trial, &passed, &cases)),
            Err(failure) => Checked::Wrong(failure),
        }
    }

    fn compiled(&self, text: &str) -> Option<Program> {
        Program::compile(&self.file, text).ok()
    }

    /// Goes through the steps up to the first case that fails.
    fn held(&self, trial: &Trial<'_>, cases: &[Case]) -> Result<Passed, Box<Failure>> {
        let mut passed = Passed {
            last: Facts::new(),
            left_out: Vec::new(),
        };
        for step in cases.chunk_by(|one, other| one.step == other.step) {
            if trial.whole && self.whole == Some(step[0].step) {
                continue;
            }
            for case in step {
                match trial.hold(case) {
                    Ok(seen) => passed.last = seen,
                    Err(_) if trial.whole && trial.works_otherwise(step) => {
                        passed.left_out.push(case.step);
                        break;
                    }
                    Err(mut failure) => {
                        self.name_step(case, &mut failure);
                        return Err(failure);
                    }
                }
            }
        }
        Ok(passed)
    }

    /// What is said about a right program.
    fn said(&self, trial: &Trial<'_>, passed: &Passed, cases: &[Case]) -> String {
        let mut right = self.right.clone();
        // The places in it are called as in English, whatever is spoken.
        let known = || words::speaking(words::ENGLISH, || trial.hold(cases.last()?).ok());
        let translated = right.contains('{') && words::spoken() != words::ENGLISH;
        let known = translated.then(known).flatten();
        let known = known.unwrap_or_else(|| passed.last.clone());
        let mut before = Facts::new();
        if right.contains(" before}")
            && let (Some(case), Some(given)) = (cases.last(), self.compiled(&self.skeleton))
        {
            let given = || facts(&given, &case.scene, &case.matters, None);
            let given = words::speaking(words::ENGLISH, given);
            before = given.map(|(facts, _)| facts).unwrap_or_default();
        }
        for (known, mark) in [(&known, ""), (&before, " before")] {
            for (what, value) in known {
                right = right.replace(&format!("{{{what}{mark}}}"), value);
            }
        }
        if trial.column_first {
            right = say!("{right} Map's first index is the column in it.", right);
        }
        let left_out = passed.left_out.iter().map(|n| self.steps[n - 1].clone());
        let left_out: Vec<String> = left_out.collect();
        if !left_out.is_empty() {
            right = say!(
                "{right} What ours does in {functions} it does elsewhere.",
                right,
                functions = listed(&left_out)
            );
        }
        right
    }

    /// Says in which step of the task something is wrong, and how many before it are right.
    fn name_step(&self, case: &Case, failure: &mut Failure) {
        failure.steps = (case.step.saturating_sub(1), self.steps.len());
        if let Some(step) = case.step.checked_sub(1).and_then(|n| self.steps.get(n)) {
            let (right, all) = failure.steps;
            failure.text = say!(
                "{right} of {all} steps are right. {step}: {failure}",
                right,
                all,
                step,
                failure = failure.text
            );
        }
    }
}

impl Trial<'_> {
    /// What matters in a case. Where the whole program is right, each picture has already been compared where a person looks at it, so
    /// another function may draw what this one does not, unless it only draws.
    fn matters(&self, case: &Case) -> Vec<Matter> {
        let mut matters = case.matters.clone();
        if self.whole && matters.iter().any(|matter| !matter.is_seen()) {
            matters.retain(|matter| !matter.is_seen());
        }
        matters
    }

    /// What should be known after a case, and its pictures.
    fn expected(&self, case: &Case, matters: &[Matter]) -> (Facts, Pictures) {
        let scene = &case.scene;
        let (mut expected, pictures) = self.ours.map_or_else(Default::default, |ours| {
            let should = facts(ours, scene, matters, None);
            should.unwrap_or_else(|why| panic!("the solution is wrong: {}: {why}", scene.text))
        });
        let told = case.expected.iter();
        expected.extend(told.map(|(matter, value)| (matter.name(scene), value.clone())));
        (expected, pictures)
    }

    /// Runs a case in the student's program, and returns what is known after it if that is as it should be.
    fn hold(&self, case: &Case) -> Result<Facts, Box<Failure>> {
        let (scene, theirs) = (&case.scene, self.theirs);
        let compared = self.matters(case);
        let (expected, pictures) = self.expected(case, &compared);
        let expects = case.expected.iter().map(|(matter, _)| matter.clone());
        let matters: Vec<Matter> = compared.iter().cloned().chain(expects).collect();
        let failed = |wrong: String, at: Option<usize>| {
            let picture = |program| facts(program, scene, &matters, at).ok()?.1.kept;
            let both = at.and_then(|_| Some([picture(theirs)?, picture(self.ours?)?]));
            let text = say!("{case}: {wrong}", case = scene.text, wrong);
            Box::new(Failure {
                scene: shown(scene, &text, theirs),
                pictures: both,
                text,
                ..Failure::default()
            })
        };
        let (seen, drawn) = self
            .seen(scene, &matters)
            .map_err(|why| failed(why, None))?;
        let last = drawn.sums.len().checked_sub(1);
        let last = last.filter(|_| matters.iter().any(Matter::is_seen));
        if let Some(wrong) = difference(&seen, &expected) {
            return Err(failed(wrong, last));
        }
        if let Some(ours) = self.ours.filter(|_| compared.contains(&Matter::Picture))
            && let Some((wrong, at)) = drawn_otherwise(scene, [theirs, ours], [&drawn, &pictures])
        {
            return Err(failed(wrong, at));
        }
        Ok(expected)
    }

    /// What is known after a case in the student's program, in the order of our board.
    fn seen(&self, scene: &Scene, matters: &[Matter]) -> Result<(Facts, Pictures), String> {
        let mut scene = Cow::Borrowed(scene);
        if self.column_first {
            let mut globals = scene.to_mut().globals.iter_mut();
            if let Some((_, board)) = globals.find(|(name, _)| name == "Map") {
                *board = turned(board);
            }
        }
        let seen = facts(self.theirs, &scene, matters, None);
        let (mut seen, drawn) = seen.map_err(|why| why.to_string())?;
        for (what, _) in seen.iter_mut().filter(|_| self.column_first) {
            let indices = what
                .strip_prefix("Map[")
                .and_then(|rest| rest.strip_suffix(']'));
            if let Some((col, row)) = indices.and_then(|indices| indices.split_once("][")) {
                *what = format!("Map[{row}][{col}]");
            }
        }
        Ok((seen, drawn))
    }

    /// Does a step fail in most cases in which ours does something? Then its work is done elsewhere. A mistake would show only now and
    /// then.
    fn works_otherwise(&self, step: &[Case]) -> bool {
        let does_nothing = |case: &&Case| {
            let (expected, _) = self.expected(case, &self.matters(case));
            let returned = Matter::Result.name(&case.scene);
            expected.contains(&(returned, "0".to_string()))
        };
        let works = step.iter().filter(|case| !does_nothing(case));
        let (other, same): (Vec<&Case>, Vec<&Case>) =
            works.partition(|case| self.hold(case).is_err());
        other.len() > same.len()
    }
}

/// A board with its rows as columns.
fn turned(board: &Value) -> Value {
    let Value::Array(rows) = board else {
        return board.clone();
    };
    let cell = |row: &Value, col: usize| match row {
        Value::Array(cells) => cells.get(col).cloned(),
        _ => None,
    };
    let column = |col: usize| rows.iter().filter_map(|row| cell(row, col)).collect();
    Value::Array(
        (0..rows.len())
            .map(|col| Value::Array(column(col)))
            .collect(),
    )
}

/// The call in the student's program, if it can begin there.
fn shown(scene: &Scene, text: &str, theirs: &Program) -> Option<Scene> {
    let mut shown = scene.clone();
    (shown.text, shown.program) = (text.to_string(), theirs.clone());
    let mut machine = Machine::without_history(theirs);
    let laid = shown.lay(&mut machine, &mut Unattended::default());
    laid.is_ok().then_some(shown)
}

/// The first fact that is not as it should be, as a sentence.
fn difference(seen: &Facts, expected: &Facts) -> Option<String> {
    let wrong = expected.iter().find(|fact| !seen.contains(fact));
    wrong.map(|(what, should)| {
        let found = seen.iter().find(|(other, _)| other == what);
        let is = found.map_or(say!("nothing||in place of a value"), |(_, is)| is);
        say!("{what} is {is}, and should be {should}.", what, is, should)
    })
}

/// The first picture that is not as it should be, as a sentence, and its number.
fn drawn_otherwise(
    scene: &Scene,
    programs: [&Program; 2],
    [theirs, ours]: [&Pictures; 2],
) -> Option<(String, Option<usize>)> {
    let both = theirs.sums.iter().zip(&ours.sums);
    let Some(at) = both.clone().position(|(theirs, ours)| theirs != ours) else {
        let waits = |pictures: &Pictures| pictures.sums.len().saturating_sub(1);
        let (is, should) = (waits(theirs), waits(ours));
        let text = say!(
            "it waits {is} times for a key, and should wait {should} times.",
            is,
            should
        );
        return (is != should).then_some((text, None));
    };
    let picture = |program| {
        let drawn = facts(program, scene, &[Matter::Picture], Some(at));
        drawn.ok()?.1.kept
    };
    let [theirs, ours] = [picture(programs[0])?, picture(programs[1])?];
    let what = differing(&theirs, &ours, programs[1])?;
    let said = match at.checked_sub(1).and_then(|n| scene.keys.get(n)) {
        Some(key) if at > 1 => say!("after {key}, which is key {at}, {what}", key, at, what),
        Some(key) => say!("after {key} {what}", key, what),
        None => what,
    };
    Some((said, Some(at)))
}

/// Which pixel differs first.
fn differing(theirs: &Screen, ours: &Screen, program: &Program) -> Option<String> {
    let both = theirs.pixels().iter().zip(ours.pixels());
    let at = both.clone().position(|(theirs, ours)| theirs != ours)? as i32;
    let (x, y) = (at % WIDTH, at / WIDTH);
    let (is, should) = (colour(theirs, x, y), colour(ours, x, y));
    Some(match cell(x, y).filter(|_| has_map(program)) {
        Some(cell) => say!(
            "the pixel ({x},{y}) on {cell} is {is}, and should be {should}.",
            x,
            y,
            cell,
            is,
            should
        ),
        None => say!(
            "the pixel ({x},{y}) is {is}, and should be {should}.",
            x,
            y,
            is,
            should
        ),
    })
}

/// The cell of the board of `QIPAN.C` with this pixel.
fn cell(x: i32, y: i32) -> Option<Cell> {
    let n = |pixel: i32| usize::try_from((pixel - 100).div_euclid(40)).ok();
    let (row, col) = (n(y)?, n(x)?);
    (row < 8 && col < 8).then_some(Cell { row, col })
}

/// Does it have the board of `QIPAN.C`?
fn has_map(program: &Program) -> bool {
    let map = Machine::without_history(program).variable("Map");
    matches!(map, Some(Value::Array(rows)) if rows.len() == 8)
}
