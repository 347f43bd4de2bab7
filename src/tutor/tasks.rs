//! What there is to change in the C at the end of a lesson, and how the program checks what the change has brought.

use crate::c::Program;

/// Something to change in a C program.
pub struct Task {
    /// The lesson that it belongs to.
    pub lesson: &'static str,
    /// The source, as the editor opens it.
    pub file: &'static str,
    /// What to do, in one to three sentences.
    pub text: &'static str,
    /// Looks whether the change has brought what it should.
    pub check: fn(&Program) -> Checked,
}

/// Whether a task is solved, and a sentence that says what was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It is.
    Right(String),
    /// It is not yet.
    Wrong(String),
}

/// The tasks in the order of the lessons.
pub static TASKS: &[Task] = &[];

/// The task of a lesson.
pub fn task(lesson: &str) -> Option<&'static Task> {
    TASKS.iter().find(|task| task.lesson == lesson)
}
