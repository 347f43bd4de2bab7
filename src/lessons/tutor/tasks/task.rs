//! What a task is.

use super::facts::Matter;
use crate::tutor::scene::Scene;
use turbo::dos::Screen;

/// Something to do: a change of a C program, a program to be written, or a question. What a student's program does is compared with what
/// the solution does, or with what the task says.
#[derive(Clone, Debug)]
pub struct Task {
    /// The name under which it is kept as solved: that of its lesson, or of its file.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What to do, in a few sentences.
    pub text: String,
    /// What is said about a right program. `{cut}` stands for the value of `cut` in the last test, `{cut before}` for its value in the
    /// program as it was given.
    pub right: String,
    /// The hints: where to look, what is missing, and the line.
    pub hints: Vec<String>,
    /// The name of the program's file.
    pub file: String,
    /// The program as it is given.
    pub skeleton: String,
    /// The line of the task's file in which it begins.
    pub(super) begins: usize,
    /// Where the solution begins in the task's file, and the solution.
    pub(super) solution: Option<(usize, String)>,
    /// Is there, in place of a program, a question to answer: which stones turn over?
    pub(super) marks: bool,
    /// What has to be done, one step after the other; usually empty.
    pub(super) steps: Vec<String>,
    /// The step, from 1, that runs the whole program. Where it is right, the others are judged less strictly.
    pub(super) whole: Option<usize>,
    pub(super) tests: Vec<Test>,
    /// What matters in a test that does not say so itself.
    pub(super) matters: Vec<Matter>,
}

/// A test of a task, as its file has it: lines with their numbers. `each` makes many cases of it.
#[derive(Clone, Debug)]
pub(super) struct Test {
    pub(super) line: usize,
    pub(super) name: String,
    /// Values in the name, each with what is shown in its place: a translation has them.
    pub(super) values: Vec<(String, String)>,
    /// How many steps begin before it.
    pub(super) step: usize,
    pub(super) lines: Vec<(usize, String)>,
}

/// Whether a task is solved.
#[derive(Clone)]
pub enum Checked {
    /// It is, and this is what to say.
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
    /// How many of the task's steps are right, and how many there are; zeros for a task without steps.
    pub steps: (usize, usize),
}

impl Task {
    /// The solution, ours or the teacher's; where there is none, the program as it is given.
    pub fn solution(&self) -> String {
        let solution = self.solution.as_ref().map(|(_, text)| text.clone());
        solution.unwrap_or_else(|| self.skeleton.clone())
    }
}
