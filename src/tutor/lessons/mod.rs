//! The lessons, in an order that needs no other text.

mod gomoku;
mod othello;
mod positions;
mod programs;

use super::scene::{Page, Part};
use crate::games::Game;

/// A lesson.
pub struct Lesson {
    /// What the command line calls it.
    pub name: &'static str,
    /// What the menu calls it.
    pub title: &'static str,
    /// The group in which the menu has it.
    pub group: &'static str,
    /// What there is to read and to watch.
    pub parts: fn() -> Vec<Part>,
    /// The game to play on its board.
    pub game: fn() -> Box<dyn Game>,
}

/// The lessons in the order of the menu.
pub fn all() -> impl Iterator<Item = &'static Lesson> {
    let lessons = [
        programs::FIRST,
        othello::LESSONS,
        gomoku::LESSONS,
        programs::LAST,
    ];
    lessons.into_iter().flatten()
}

/// The lesson of this name.
pub fn lesson(name: &str) -> Option<&'static Lesson> {
    all().find(|lesson| lesson.name == name)
}

/// A page to read.
fn page(title: &str, paragraphs: &[&str]) -> Part {
    Part::Page(Page {
        title: title.to_string(),
        paragraphs: paragraphs.iter().map(|text| text.to_string()).collect(),
    })
}
