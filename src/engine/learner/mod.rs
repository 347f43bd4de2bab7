//! An opponent of Othello that learns from each game: its [`Book`] of positions, its [`Weights`], and the [`Learner`] who
//! plays by them.
//!
//! Nothing here knows files or clocks, and chance comes in as a seed: the same games in the same order make the same learner.

pub mod arena;
pub mod book;
mod bytes;
mod lesson;
mod player;
mod search;
mod weights;

pub use book::Book;
pub use lesson::{Event, Lesson, Moves, Review, Role};
pub use player::{History, Last, Learner, strength};
pub use search::{Effort, Found, Look, best, look_ahead, next};
pub use weights::{Start, Weights};
