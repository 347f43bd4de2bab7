#![doc = include_str!("README.md")]

pub mod endgames;
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

pub use formats::{MOST_BYTES, formats, read_bytes, text_for};
pub use problem::{Error, Problem, WrongMove};
pub use recorded::{Heading, Recorded};
pub use score::{Early, Score, tournament_score};
pub use text::{printable, printable_lines};
