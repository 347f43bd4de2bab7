//! What a memory has to know of a learner.

use super::history::History;
use super::lesson::{Event, Lesson, Moves, Role};
use super::player::Learner;
use super::search::Effort;
use super::weights::Start;
use crate::engine::othello::Board;

/// A learner of some game.
pub trait Student: Sized {
    /// The name under which it is kept.
    const NAME: &'static str;

    /// One that has learned nothing.
    fn new(start: Start) -> Self;

    /// Looks at a finished game: what there is to learn from it, or `None` when it is not a finished game.
    fn study(
        &self,
        moves: Moves,
        role: Role,
        training: bool,
        effort: Effort,
        seed: u64,
    ) -> Option<Lesson>;

    /// The review that is due before the next game, if one is.
    fn review_due(&self, seed: u64) -> Option<Event>;

    /// Learns.
    fn apply(&mut self, event: &Event);

    /// Reads what [`Event::to_bytes`] wrote of its game.
    fn event(bytes: &[u8]) -> Option<Event>;

    /// What has happened so far.
    fn history(&self) -> &History;

    /// What it knows as bytes.
    fn to_bytes(&self) -> Vec<u8>;

    /// Reads what [`Student::to_bytes`] wrote.
    ///
    /// # Errors
    /// Why that cannot be, a half sentence.
    fn from_bytes(bytes: &[u8]) -> Result<Self, &'static str>;
}

impl Student for Learner {
    const NAME: &'static str = "learner";

    fn new(start: Start) -> Learner {
        Learner::new(start)
    }

    fn study(
        &self,
        moves: Moves,
        role: Role,
        training: bool,
        effort: Effort,
        seed: u64,
    ) -> Option<Lesson> {
        Learner::study(self, moves, role, training, effort, seed)
    }

    fn review_due(&self, seed: u64) -> Option<Event> {
        self.is_due().then(|| Event::Review(self.review(seed)))
    }

    fn apply(&mut self, event: &Event) {
        Learner::apply(self, event);
    }

    fn event(bytes: &[u8]) -> Option<Event> {
        Event::from_bytes::<Board>(bytes)
    }

    fn history(&self) -> &History {
        Learner::history(self)
    }

    fn to_bytes(&self) -> Vec<u8> {
        Learner::to_bytes(self)
    }

    fn from_bytes(bytes: &[u8]) -> Result<Learner, &'static str> {
        Learner::from_bytes(bytes)
    }
}
