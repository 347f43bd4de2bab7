//! What a task is.

use std::sync::{Arc, OnceLock};

use super::cases::TestCase;
use crate::check::matter::Matter;
use crate::tutor::course::lesson;
use crate::tutor::scene::Scene;
use turbo::c::Program;
use turbo::dos::Screen;

/// The task of a lesson, in the language that is spoken.
///
/// # Panics
/// Its file is wrong.
pub fn task(name: &str) -> Option<Task> {
    let lesson = lesson(name)?;
    let read = Task::read(name, lesson.task);
    let mut task = read.unwrap_or_else(|why| panic!("the task of {name}: {why}"));
    if let Some(translation) = words::translation(&format!("tutor/assignments/{name}.txt"))
    {
        task.translate(translation);
    }
    Some(task)
}

/// Something to do: to change a C program, to write one, or to answer a question. A student's program is
/// compared with the solution, or with values that the task gives.
#[derive(Clone, Debug)]
pub struct Task {
    /// The name under which it is kept as solved: that of its lesson, or of its file.
    pub name: String,
    pub title: String,
    /// What to do, in a few sentences.
    pub text: String,
    /// The text about a right program. `{cut}` stands for the value of `cut` in the last test, `{cut before}`
    /// for its value in the program as it was given.
    pub right: String,
    /// The hints: where to look, what is missing, and the line.
    pub hints: Vec<String>,
    /// The name of the program's file.
    pub file: String,
    /// The program as it is given.
    pub skeleton: String,
    /// The line of the task's file in which the program begins.
    pub(super) begins: usize,
    /// The solution, and the line of the task's file in which it begins.
    pub(super) solution: Option<(usize, String)>,
    /// Is the task a question about the board: which discs turn over?
    pub(super) marks: bool,
    /// The names of the steps in which the program is to be written; usually none.
    pub(super) steps: Vec<String>,
    /// The step, from 1, that runs the whole program. If it is right, the other steps are judged less
    /// strictly.
    pub(super) whole: Option<usize>,
    pub(super) tests: Vec<Test>,
    /// What is compared in a test that does not say so itself.
    pub(super) matters: Vec<Matter>,
    pub(super) prepared: Arc<OnceLock<Prepared>>,
}

/// A test of a task, as its file gives it. `each` makes many cases of it.
#[derive(Clone, Debug)]
pub(super) struct Test {
    pub(super) line: usize,
    pub(super) name: String,
    /// The values in the name that a translation replaces, each with its replacement.
    pub(super) values: Vec<(String, String)>,
    /// The step to which it belongs, from 1; 0 before the first.
    pub(super) step: usize,
    /// The lines with their numbers.
    pub(super) lines: Vec<(usize, String)>,
}

/// What every check of a task needs, made once.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) solution: Option<Program>,
    pub(super) cases: Vec<TestCase>,
}

/// The result of checking a program.
#[derive(Clone)]
pub enum Checked {
    /// The task is solved, and this text says so.
    Right(String),
    Wrong(Box<Failure>),
}

/// The first mistake in a program.
#[derive(Clone, Default)]
pub struct Failure {
    /// A sentence with the name of the test and the mistake.
    pub text: String,
    /// The call that shows it, in the student's program.
    pub scene: Option<Scene>,
    /// The program's picture where it goes wrong, and the right picture.
    pub pictures: Option<[Screen; 2]>,
    /// The number of right steps, and of all; zeros for a task without steps.
    pub steps: (usize, usize),
}

impl Task {
    /// The solution, or the program as it is given if there is none.
    pub fn solution(&self) -> String {
        let solution = self.solution.as_ref().map(|(_, text)| text.clone());
        solution.unwrap_or_else(|| self.skeleton.clone())
    }
}
