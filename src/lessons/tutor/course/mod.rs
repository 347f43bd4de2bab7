//! The lessons, in an order in which no lesson requires other reading.

mod beginner;
mod gomoku;
mod lesson;
mod othello;
pub(crate) mod positions;
mod programs;

pub use beginner::LESSONS as BEGINNER;
pub use lesson::Lesson;

pub fn all() -> impl Iterator<Item = &'static Lesson> {
    let lessons = [
        beginner::LESSONS,
        programs::FIRST,
        othello::LESSONS,
        gomoku::LESSONS,
        programs::LAST,
        programs::OWN,
    ];
    lessons.into_iter().flatten()
}

/// Returns the name and the text of a task of a lesson.
pub fn task_text(name: &str) -> Option<&'static str> {
    let mut tasks = all().flat_map(|lesson| lesson.tasks);
    tasks.find(|(task, _)| *task == name).map(|(_, text)| *text)
}

pub fn lesson(name: &str) -> Option<&'static Lesson> {
    all().find(|lesson| lesson.name == name)
}
