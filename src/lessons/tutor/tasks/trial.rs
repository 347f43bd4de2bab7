//! A student's program, held against the solution: the same calls, and what each leaves behind.

use super::cases::Case;
use super::facts::{Facts, Matter, Pictures, colour, facts};
use super::task::{Checked, Failure, Task};
use crate::tutor::scene::Scene;
use games::othello::Cell;
use turbo::c::{Machine, Program, Value};
use turbo::dos::Screen;
use turbo::dos::bgi::WIDTH;
use turbo::dos::unattended::Unattended;

impl Task {
    /// Looks whether a program does what it should, case by case.
    ///
    /// # Panics
    /// The solution does not do it.
    pub fn check(&self, theirs: &Program) -> Checked {
        let compiled = |text: &str| Program::compile(&self.file, text).ok();
        let ours = self.solution.as_ref().and_then(|(_, text)| compiled(text));
        let mut right = self.right.clone();
        let (mut last, mut before) = (Facts::new(), Facts::new());
        for case in self.cases().unwrap_or_default() {
            match hold(&case, ours.as_ref(), theirs) {
                Ok(seen) => last = seen,
                Err(mut failure) => {
                    self.name_step(&case, &mut failure);
                    return Checked::Wrong(failure);
                }
            }
            if right.contains(" before}") {
                let given = compiled(&self.skeleton);
                let given = given.map(|given| facts(&given, &case.scene, &case.matters, None));
                before = given.and_then(Result::ok).unwrap_or_default().0;
            }
        }
        for (known, mark) in [(&last, ""), (&before, " before")] {
            for (what, value) in known {
                right = right.replace(&format!("{{{what}{mark}}}"), value);
            }
        }
        Checked::Right(right)
    }

    /// Says in which step of the task something is wrong, and how many before it are right.
    fn name_step(&self, case: &Case, failure: &mut Failure) {
        failure.steps = (case.step.saturating_sub(1), self.steps.len());
        if let Some(step) = case.step.checked_sub(1).and_then(|n| self.steps.get(n)) {
            let (right, all) = failure.steps;
            failure.text = format!("{right} of {all} steps are right. {step}: {}", failure.text);
        }
    }
}

/// Runs a case in a program, and returns what is known after it if that is as it should be.
fn hold(case: &Case, ours: Option<&Program>, theirs: &Program) -> Result<Facts, Box<Failure>> {
    let scene = &case.scene;
    let expects: Vec<Matter> = case
        .expected
        .iter()
        .map(|(matter, _)| matter.clone())
        .collect();
    let should = |program, matters: &[Matter]| {
        let should = facts(program, scene, matters, None);
        should.unwrap_or_else(|why| panic!("the solution is wrong: {}: {why}", scene.text))
    };
    let (mut expected, pictures) = match ours {
        Some(ours) => should(ours, &case.matters),
        None => Default::default(),
    };
    for (matter, value) in &case.expected {
        let what = matter.name(scene);
        let value = value.clone();
        expected.push((what, value));
    }
    let matters = [&case.matters[..], &expects].concat();
    let failed = |wrong: String, at: Option<usize>| {
        let picture = |program| facts(program, scene, &matters, at).ok()?.1.kept;
        let both = at.and_then(|_| Some([picture(theirs)?, picture(ours?)?]));
        let text = format!("{}: {wrong}", scene.text);
        Box::new(Failure {
            scene: shown(scene, &text, theirs),
            pictures: both,
            text,
            ..Failure::default()
        })
    };
    let (seen, drawn) =
        facts(theirs, scene, &matters, None).map_err(|why| failed(why.to_string(), None))?;
    let last = drawn.sums.len().checked_sub(1);
    let last = last.filter(|_| matters.iter().any(Matter::is_seen));
    if let Some(wrong) = difference(&seen, &expected) {
        return Err(failed(wrong, last));
    }
    if let Some(ours) = ours.filter(|_| case.matters.contains(&Matter::Picture))
        && let Some((wrong, at)) = drawn_otherwise(scene, [theirs, ours], [&drawn, &pictures])
    {
        return Err(failed(wrong, at));
    }
    Ok(expected)
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
        let is = found.map_or("nothing", |(_, is)| is);
        format!("{what} is {is}, and should be {should}.")
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
        let text = format!("it waits {is} times for a key, and should wait {should} times.");
        return (is != should).then_some((text, None));
    };
    let picture = |program| {
        let drawn = facts(program, scene, &[Matter::Picture], Some(at));
        drawn.ok()?.1.kept
    };
    let [theirs, ours] = [picture(programs[0])?, picture(programs[1])?];
    let when = match at.checked_sub(1).and_then(|n| scene.keys.get(n)) {
        Some(key) if at > 1 => format!("after {key}, which is key {at},"),
        Some(key) => format!("after {key}"),
        None => String::new(),
    };
    let what = differing(&theirs, &ours, programs[1])?;
    Some((format!("{when} {what}").trim_start().to_string(), Some(at)))
}

/// Which pixel differs first.
fn differing(theirs: &Screen, ours: &Screen, program: &Program) -> Option<String> {
    let both = theirs.pixels().iter().zip(ours.pixels());
    let at = both.clone().position(|(theirs, ours)| theirs != ours)? as i32;
    let (x, y) = (at % WIDTH, at / WIDTH);
    let (is, should) = (colour(theirs, x, y), colour(ours, x, y));
    let on = match cell(x, y).filter(|_| has_map(program)) {
        Some(cell) => format!(" on {cell}"),
        None => String::new(),
    };
    Some(format!(
        "the pixel ({x},{y}){on} is {is}, and should be {should}."
    ))
}

/// The cell of the board of `QIPAN.C` with this pixel.
fn cell(x: i32, y: i32) -> Option<Cell> {
    let n = |pixel: i32| usize::try_from((pixel - 100).div_euclid(40)).ok();
    let (row, col) = (n(y)?, n(x)?);
    (row < 8 && col < 8).then_some(Cell { row, col })
}

/// Has it the board of `QIPAN.C`?
fn has_map(program: &Program) -> bool {
    let map = Machine::without_history(program).variable("Map");
    matches!(map, Some(Value::Array(rows)) if rows.len() == 8)
}
