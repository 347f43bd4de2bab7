//! Tasks: exercises in text files, with tests. Ours belong to the lessons, and a teacher can write others.

pub(crate) mod cases;
mod error;
mod judge;
mod read;

use std::sync::{Arc, OnceLock};

use crate::check::matter::Matter;
use crate::tutor::course::lesson;
use crate::tutor::scene::Scene;
use cases::TestCase;
pub use error::TaskError;
use turbo::c::Program;
use turbo::dos::Screen;

/// The task of a lesson, in the current language.
///
/// # Panics
/// If the task's file is wrong.
pub fn task(name: &str) -> Option<Task> {
    let lesson = lesson(name)?;
    let read = Task::read(name, lesson.task);
    let mut task = read.unwrap_or_else(|why| panic!("the task of {name}: {why}"));
    if let Some(translation) = words::translation(&format!("tutor/assignments/{name}.txt")) {
        task.translate(translation);
    }
    Some(task)
}

/// A program to change or write, or a question about the board.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// The name under which the task is recorded as solved: that of its lesson or of its file.
    pub name: String,
    pub title: String,
    pub text: String,
    /// The text to show for a right program. `{cut}` stands for the value of `cut` in the last test, `{cut
    /// before}` for its value in the original program.
    pub right: String,
    /// The hints, in order: the place to look, the missing part, and the line.
    pub hints: Vec<String>,
    pub file: String,
    pub skeleton: String,
    begins: usize,
    /// The solution, and the line of the task's file in which it begins.
    solution: Option<(usize, String)>,
    /// True if the task is a question about the board: which discs turn over.
    marks: bool,
    /// The names of the steps in which the program is to be written; usually none.
    steps: Vec<String>,
    /// The step, from 1, that runs the whole program. If it is right, the others are judged less strictly.
    whole: Option<usize>,
    tests: Vec<Test>,
    /// The values to compare in a test that does not list its own.
    matters: Vec<Matter>,
    prepared: Arc<OnceLock<Prepared>>,
}

/// A test of a task, as written in its file. An `each` line makes many cases of the test.
#[derive(Clone, Debug)]
struct Test {
    line: usize,
    name: String,
    /// The values in the name that a translation replaces, each with its replacement.
    values: Vec<(String, String)>,
    /// The step to which the test belongs, from 1; 0 before the first.
    step: usize,
    lines: Vec<(usize, String)>,
}

#[derive(Debug)]
struct Prepared {
    solution: Option<Program>,
    cases: Vec<TestCase>,
}

#[derive(Clone)]
pub enum Checked {
    Right(String),
    Wrong(Box<Failure>),
}

#[derive(Clone, Default)]
pub struct Failure {
    /// A sentence with the name of the test and the mistake.
    pub text: String,
    pub scene: Option<Scene>,
    /// The program's picture at the mistake, and the right picture.
    pub pictures: Option<[Screen; 2]>,
    /// The number of right steps and the total number of steps; zeros for a task without steps.
    pub steps: (usize, usize),
}

impl Task {
    pub fn solution(&self) -> String {
        let solution = self.solution.as_ref().map(|(_, text)| text.clone());
        solution.unwrap_or_else(|| self.skeleton.clone())
    }
}
