//! Games in and out of text and files. No console and no pixels.
//!
//! [`transcript`], [`ggf`] and [`wthor`] are Othello's formats, [`psq`] is gomoku's besides its
//! [record string](crate::games::gomoku::record). [`read_bytes`] finds out which one a file is in. Every game that is read has been played
//! move by move through its own rules, so a [`Recorded`] game holds legal moves only.

mod formats;
pub mod ggf;
mod gomoku_replay;
mod othello_replay;
mod problem;
pub mod psq;
mod recorded;
mod score;
mod text;
pub mod transcript;
pub mod wthor;

pub use formats::{formats, read_bytes, text_for};
pub use problem::{Error, Problem, WrongMove};
pub use recorded::{Heading, Recorded};
pub use score::{Early, Score, tournament_score};
