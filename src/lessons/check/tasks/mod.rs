//! Tasks: exercises in text files, with tests. The lessons have tasks, and teachers can write others.

pub(crate) mod cases;
mod error;
mod judge;
mod mutants;
mod read;

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::check::case::Case;
use crate::check::exams::TASK;
use crate::check::film::film;
use crate::check::matter::Matter;
use crate::check::run::Runner;
use crate::tutor::course::{BEGINNER, task_text};
use crate::tutor::scene::Scene;
use cases::TestCase;
pub use error::TaskError;
pub use mutants::{Mutant, Survey};
pub use read::student_copy;
use turbo::c::Program;
use turbo::dos::Screen;

/// Returns the task of a lesson, in the current language.
///
/// # Panics
/// If the task file has an error.
pub fn task(name: &str) -> Option<Task> {
    let read = Task::read(name, task_text(name)?);
    let mut task = read.unwrap_or_else(|why| panic!("the task of {name}: {why}"));
    if let Some(translation) = words::translation(&format!("tutor/assignments/{name}.txt")) {
        task.translate(translation);
    }
    Some(task)
}

/// Returns the task of the course "C from the beginning" that asks for a program with this file name, in the
/// current language.
pub fn homework(file: &str) -> Option<Task> {
    let asks_for = |text: &str| {
        let mut heads = text.lines().filter_map(|line| line.strip_prefix("# program "));
        heads.any(|head| head.split(' ').next().is_some_and(|name| name.eq_ignore_ascii_case(file)))
    };
    let (name, _) = BEGINNER.iter().flat_map(|lesson| lesson.tasks).find(|(_, text)| asks_for(text))?;
    task(name)
}

/// A program to change or to write, or a question about the board.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// The name under which a solution of the task is recorded: the name of its lesson or of its file.
    pub name: String,
    pub title: String,
    pub text: String,
    /// The text to show for a right program. `{cut}` stands for the value of the variable `cut` in the last
    /// test, and `{cut before}` for the value that the original program gives it.
    pub right: String,
    /// The hints in order: the place in the program, the missing part, and the complete line.
    pub hints: Vec<String>,
    pub file: String,
    pub skeleton: String,
    begins: usize,
    /// The source text of the solution, with the number of the line in the task file where it begins.
    solution: Option<(usize, String)>,
    /// True if the task is a question about the board: which discs are turned over?
    marks: bool,
    /// The names of the steps in which the student writes the program. Empty for most tasks.
    steps: Vec<String>,
    /// The step, from 1, that runs the whole program. If it is right, the other steps are judged less
    /// strictly.
    whole: Option<usize>,
    tests: Vec<Test>,
    /// The values to compare in tests that do not list their own.
    matters: Vec<Matter>,
    /// The areas of the screen in which pictures may differ.
    ignored: Vec<[i32; 4]>,
    prepared: Arc<OnceLock<Prepared>>,
}

/// A test of a task, as written in the task file. An `each` line expands the test to many cases.
#[derive(Clone, Debug)]
struct Test {
    line: usize,
    name: String,
    /// True if the students do not see the test.
    hidden: bool,
    /// The parts of the name that a translation replaces, each with its replacement.
    values: Vec<(String, String)>,
    /// The step that the test belongs to, from 1. It is 0 before the first step.
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
    /// A sentence with the name of the test and a description of the mistake.
    pub text: String,
    pub scene: Option<Scene>,
    /// The program's picture at the mistake, followed by the right picture.
    pub pictures: Option<[Screen; 2]>,
    /// The number of right steps and the total number of steps. Both are 0 for a task without steps.
    pub steps: (usize, usize),
    /// The name of the step with the mistake.
    step: String,
    case: Case,
    /// The number of keys typed before the mistake.
    turn: usize,
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl Task {
    /// Makes an animated PNG file of a failure: the pictures of the checked program beside the right ones.
    /// Returns `None` if they are equal.
    pub fn film(&self, failure: &Failure, theirs: &Program) -> Option<Vec<u8>> {
        let solution = self.prepared().solution.as_ref()?;
        let mut ours = Runner::new(solution, &TASK, false).ok()?;
        let mut theirs = Runner::new(theirs, &TASK, false).ok()?;
        film([&mut ours, &mut theirs], &failure.case, failure.turn)
    }

    pub fn solution(&self) -> String {
        let solution = self.solution.as_ref().map(|(_, text)| text.clone());
        solution.unwrap_or_else(|| self.skeleton.clone())
    }
}
