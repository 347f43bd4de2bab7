//! An opponent of Othello that learns from each game: its [`Book`] of positions, its [`Weights`], and the [`Learner`] who
//! plays by them. [`gomoku`] is its like for gomoku, with the same book.
//!
//! Nothing here knows files or clocks, and chance comes in as a seed: the same games in the same order make the same learner.

pub mod arena;
pub mod book;
mod bytes;
mod choice;
pub mod gomoku;
mod history;
mod lesson;
mod player;
pub mod position;
mod search;
mod student;
mod weights;

pub use book::Book;
pub use history::{History, Last};
pub use lesson::{Event, Lesson, Moves, Review, Role};
pub use player::{Learner, strength};
pub use position::{Position, leading_to};
pub use search::{Effort, Found, Look, best, look_ahead, next};
pub use student::Student;
pub use weights::{Moved, Start, Tuning, Weights, pattern_at};
