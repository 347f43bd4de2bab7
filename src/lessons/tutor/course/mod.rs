//! The lessons, in an order in which no lesson requires other reading.

mod gomoku;
mod lesson;
mod othello;
pub(crate) mod positions;
mod programs;

pub use lesson::Lesson;

pub fn all() -> impl Iterator<Item = &'static Lesson> {
    let lessons = [programs::FIRST, othello::LESSONS, gomoku::LESSONS, programs::LAST, programs::OWN];
    lessons.into_iter().flatten()
}

pub fn lesson(name: &str) -> Option<&'static Lesson> {
    all().find(|lesson| lesson.name == name)
}
