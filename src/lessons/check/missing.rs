//! The reason why a pixel of our picture is missing in a student's.

use super::difference::Difference;
use super::run::Runner;
use crate::tutor::scene::{self, Scene};
use crate::tutor::stepper::{Goal, Stepper};
use turbo::c::{Program, Reason, Watched};
use words::say;

impl Difference {
    /// Says which call of ours draws a pixel, and what became of the same call in the student's program.
    pub fn why_missing(&self, theirs: &Program, pixel: (i32, i32)) -> String {
        let ours = scene::program(self.exam.source);
        let scene = Runner::new(&ours, self.exam, false)
            .ok()
            .and_then(|mut runner| runner.scene(&self.case, String::new(), self.exam.shows()).ok());
        let drawn = scene.and_then(|scene| drawn_by(&scene, pixel));
        let (x, y) = pixel;
        let Some((function, call)) = drawn else {
            return say!("No call of ours draws the pixel {x},{y}.", x, y);
        };
        let drawn = say!("Ours draws it in {function}: {call}.", function, call);
        let name = call.split('(').next().unwrap_or_default();
        let became = match self.scene(theirs) {
            Ok(scene) => became(&scene, theirs, &function, name),
            Err(why) => why.to_string(),
        };
        format!("{drawn} {became}")
    }
}

/// Returns the function that draws a pixel last, and its call with values.
fn drawn_by(scene: &Scene, (x, y): (i32, i32)) -> Option<(String, String)> {
    let mut stepper = at_end(scene);
    stepper.who_wrote(&Watched::Pixel(x, y)).ok()??;
    let function = stepper.machine().place()?.function.to_string();
    stepper.go_to(Goal::Into, false);
    Some((function, call_of(&mut stepper)?))
}

fn at_end(scene: &Scene) -> Stepper {
    let mut stepper = scene.stepper();
    stepper.go_to(Goal::End, false);
    stepper
}

/// The call that the last step made, with values if it has variables.
fn call_of(stepper: &mut Stepper) -> Option<String> {
    stepper.find_arguments();
    let plain = stepper.before.map(|before| stepper.code(before));
    stepper.call.clone().or(plain)
}

/// Says whether a program called a function of the library in one of its functions, and if not, why.
fn became(scene: &Scene, program: &Program, function: &str, name: &str) -> String {
    let calls = |line: &usize| program.line(*line).contains(&format!("{name}("));
    let lines = program.function(function).map_or(1..=program.source().lines().count(), |f| f.lines.clone());
    let mut found = lines.filter(calls);
    let Some(line) = found.next() else {
        return say!("Yours does not call {name} in {function}.", name, function);
    };
    // Prefer a call that did not run.
    let mut stepper = at_end(scene);
    let mut reason = why_not(&mut stepper, line);
    for other in found {
        let mut another = at_end(scene);
        let why = why_not(&mut another, other);
        if reason.as_ref().is_some_and(|reason| reason.ran) && why.as_ref().is_some_and(|why| !why.ran) {
            (stepper, reason) = (another, why);
        }
    }
    match reason {
        Some(Reason { ran: true, line: Some(line), .. }) => {
            stepper.go_to(Goal::Into, false);
            let call = call_of(&mut stepper).unwrap_or_default();
            say!("Yours ran line {line} with other values: {call}.", line, call)
        }
        Some(reason) => say!("Yours: {reason}", reason = reason.text),
        None => say!("Yours does not call {name} in {function}.", name, function),
    }
}

fn why_not(stepper: &mut Stepper, line: usize) -> Option<Reason> {
    let mut run = stepper.begin_why_not(line).ok()?;
    stepper.finish(&mut run);
    stepper.why_not(&run)
}
