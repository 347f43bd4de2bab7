//! What there is to do at the end of each lesson: a change of the C, or a question. The program checks it.

mod gomoku;
mod learning;
mod qipan;
mod task;
mod trial;

pub use task::{Checked, Task};

/// The tasks: those of `QIPAN.C`, of gomoku, and of the programs that learn.
pub fn all() -> impl Iterator<Item = &'static Task> {
    let tasks = [qipan::TASKS, gomoku::TASKS, learning::TASKS];
    tasks.into_iter().flatten()
}

/// The task of a lesson.
pub fn task(lesson: &str) -> Option<&'static Task> {
    all().find(|task| task.lesson == lesson)
}
