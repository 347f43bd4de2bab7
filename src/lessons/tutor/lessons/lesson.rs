//! What a lesson is.

use crate::tutor::scene::{Page, Part};
use games::Game;

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

/// A page to read.
pub fn page(title: &str, paragraphs: &[&str]) -> Part {
    Part::Page(Page {
        title: title.to_string(),
        paragraphs: paragraphs.iter().map(|text| text.to_string()).collect(),
        table: Vec::new(),
    })
}
