//! What there is to do: an assignment is a text file, whether ours at the end of a lesson or a teacher's. The program checks the student's
//! work.

mod cases;
mod facts;
mod read;
mod task;
mod trial;
mod unclear;

use super::course::lesson;

pub use task::{Checked, Failure, Task};
pub use unclear::Unclear;

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
