//! What a task is.

use super::facts::Matter;
use crate::tutor::scene::Scene;
use turbo::dos::Screen;

/// Something to do: a change of a C program, a program to be written, or a question. What a student's program brings is held against
/// what the solution brings, or against what the task says.
#[derive(Clone, Debug)]
pub struct Task {
    /// The name under which it is kept as solved: that of its lesson, or of its file.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// What to do, in a few sentences.
    pub text: String,
    /// What is said of a right program. `{cut}` stands for what `cut` is in the last test, `{cut before}` for what it is in the
    /// program as it was given.
    pub right: String,
    /// Where to look, what is missing, and the line.
    pub hints: Vec<String>,
    /// The name of the program's file.
    pub file: String,
    /// The program as it is given.
    pub skeleton: String,
    /// Where it begins in the task's file.
    pub(super) begins: usize,
    /// Where the solution begins in the task's file, and the solution.
    pub(super) solution: Option<(usize, String)>,
    /// In place of a program: is a question to be answered, which stones turn over?
    pub(super) marks: bool,
    /// What is to be done one after the other; mostly nothing.
    pub(super) steps: Vec<String>,
    /// Which of them, from 1, runs the whole program. Where that one is right, it decides how the others are judged.
    pub(super) whole: Option<usize>,
    pub(super) tests: Vec<Test>,
    /// What matters in a test that does not say it.
    pub(super) matters: Vec<Matter>,
}

/// A test of a task, as its file has it: lines with their numbers. `each` makes many of it.
#[derive(Clone, Debug)]
pub(super) struct Test {
    pub(super) line: usize,
    pub(super) name: String,
    /// How many steps begin before it.
    pub(super) step: usize,
    pub(super) lines: Vec<(usize, String)>,
}

/// Whether a task is solved.
#[derive(Clone)]
pub enum Checked {
    /// It is, and this is what was seen.
    Right(String),
    /// It is not yet.
    Wrong(Box<Failure>),
}

/// What is wrong with a program.
#[derive(Clone, Default)]
pub struct Failure {
    /// A sentence that names the case and says what is wrong in it.
    pub text: String,
    /// The call that shows it, in the student's program.
    pub scene: Option<Scene>,
    /// The program's picture where it goes wrong, and what it should be.
    pub pictures: Option<[Screen; 2]>,
    /// How many of the task's steps are right, and how many there are; mostly none.
    pub steps: (usize, usize),
}

impl Task {
    /// Our own program, or the teacher's; the program as it is given where there is none.
    pub fn solution(&self) -> String {
        let solution = self.solution.as_ref().map(|(_, text)| text.clone());
        solution.unwrap_or_else(|| self.skeleton.clone())
    }
}
