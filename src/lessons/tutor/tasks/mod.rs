//! What there is to do: an assignment is a text file, ours at the end of each lesson as well as a teacher's. The program checks it.

mod cases;
mod facts;
mod read;
mod task;
mod trial;
mod unclear;

use super::course::lesson;

pub use task::{Checked, Failure, Task};
pub use unclear::Unclear;

/// The task of a lesson.
///
/// # Panics
/// Its file is wrong.
pub fn task(name: &str) -> Option<Task> {
    let lesson = lesson(name)?;
    let read = Task::read(name, lesson.task);
    Some(read.unwrap_or_else(|why| panic!("the task of {name}: {why}")))
}
