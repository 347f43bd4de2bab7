//! Game records: reads games from bytes and writes them. Every move is checked against the rules of its game.

pub mod endgames;
mod format;
mod formats;
pub mod ggf;
mod lines;
mod moves;
mod obf;
mod problem;
pub mod psq;
mod recorded;
pub mod renlib;
mod replay;
mod score;
mod sgf;
pub mod sgf_games;
mod sgf_text;
mod text;
pub mod transcript;
pub mod wthor;
pub mod wthor_names;

pub use format::Format;
pub use formats::{MAX_BYTES, formats, line_of, position_in, read_as, read_bytes, text_for};
pub use problem::{Error, Problem, WrongMove};
pub use recorded::{Assumptions, GameName, Heading, Recorded, notes};
pub use score::{Early, Score, tournament_score};
pub use text::{printable, printable_lines};
