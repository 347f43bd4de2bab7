//! Questions about the next step. To find the right answer, the machine makes the step and takes it back.

use super::shows::Shows;
use super::stepper::{Goal, Stepper, Stopped};
use games::Place;
use turbo::c::{PlaceKind, Value};
use words::say;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    Line { right: usize },
    Value { name: String, right: i32 },
    Stones { right: Vec<Place> },
}

impl Question {
    pub fn text(&self) -> String {
        match self {
            Question::Line { .. } => {
                say!("Which line runs after the bright one? Go to it with ↑ and ↓ and press Enter.").to_string()
            }
            Question::Value { name, .. } => {
                say!("What will {name} be after this line? Type it and press Enter.", name)
            }
            Question::Stones { .. } => {
                say!("Which discs will this call turn over? Go to each with the arrow keys and mark it with Space. Enter shows \
                 whether you are right.")
                    .to_string()
            }
        }
    }

    pub fn answer(&self) -> String {
        match self {
            Question::Line { .. } => say!("it is the line that is bright now").to_string(),
            Question::Value { name, right } => say!("{name} is {right}", name, right),
            Question::Stones { right } if right.len() == 1 => say!("one disc turns over").to_string(),
            Question::Stones { right } => say!("{count} discs turn over", count = right.len()),
        }
    }
}

/// Returns the question about the next step: which discs turn over, which line comes next, or a variable's
/// new value. Returns `None` if the program is over or waits for a key.
pub fn about(stepper: &mut Stepper, shows: &Shows) -> Option<Question> {
    let kind = stepper.machine().place()?.kind;
    let (n, depth) = (stepper.steps(), stepper.machine().depth());
    let turns_over = shows.turns_over(stepper);
    let goal = if turns_over { Goal::Out } else { Goal::Into };
    let stopped = stepper.peek(goal);
    let question = match stopped {
        Stopped::NeedsKey | Stopped::Fault(_) | Stopped::Running | Stopped::Start => None,
        Stopped::Reached | Stopped::Over if turns_over => {
            Some(Question::Stones { right: shows.turned_since(stepper, n) })
        }
        Stopped::Over => None,
        Stopped::Reached if kind == PlaceKind::Condition => {
            stepper.line().map(|right| Question::Line { right })
        }
        Stopped::Reached => {
            let changed = changed(stepper).filter(|_| stepper.machine().depth() == depth);
            changed.or_else(|| stepper.line().map(|right| Question::Line { right }))
        }
    };
    stepper.go_to(Goal::Step(n), true);
    question
}

/// Returns a question about the first number that the last step changed.
fn changed(stepper: &Stepper) -> Option<Question> {
    let frames = stepper.frames();
    let locals = frames.into_iter().next().map(|frame| frame.variables);
    let all = locals.into_iter().flatten().chain(stepper.machine().globals());
    let numbers = all.filter(|var| var.changed && !matches!(var.value, Value::Array(_)));
    let mut numbers = numbers.filter_map(|var| Some((var.name, var.value.number()?)));
    let (name, right) = numbers.next()?;
    Some(Question::Value { name, right })
}
