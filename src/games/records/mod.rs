//! Games in and out of text and files: bytes in, games out, and back. Every game that is read is played by the rules.

pub mod endgames;
mod format;
mod formats;
pub mod ggf;
mod gomoku_replay;
mod lines;
pub mod moves;
mod obf;
mod othello_replay;
mod problem;
pub mod psq;
mod recorded;
pub mod renlib;
mod score;
mod sgf;
pub mod sgf_games;
pub(crate) mod sgf_text;
mod text;
pub mod transcript;
pub mod wthor;
mod wthor_names;
pub mod wthor_write;

pub use format::{Format, Write};
pub use formats::{MOST_BYTES, formats, line_of, position_in, read_as, read_bytes, text_for};
pub use problem::{Error, Problem, WrongMove};
pub use recorded::{Assumptions, GameName, Heading, Recorded};
pub use score::{Early, Score, tournament_score};
pub use text::{printable, printable_lines};
