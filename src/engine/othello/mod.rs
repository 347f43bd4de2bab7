//! The Othello engine.
//!
//! [`rules`](crate::games::othello::rules) is the truth: the array of the C program, one cell after the other. Here the same
//! rules are on two 64-bit numbers, and the tests hold both equal.
//!
//! [`bitboard`] is the board, [`perft()`] counts positions with it, [`solve`] plays the end of a game without a mistake,
//! [`Evaluation`] estimates what a position is worth, and a [`Searcher`] looks ahead with it for the best move.

pub mod bitboard;
mod endgame;
pub mod evaluation;
mod last;
mod machine;
mod moves;
mod pattern;
mod perft;
mod search;
mod stability;
mod table;
pub mod tune;
pub mod weights;

pub use bitboard::Board;
pub use endgame::{Solved, solve};
pub use evaluation::Evaluation;
pub use perft::perft;
pub use search::{Limits, Report, SURENESS, Searcher};
