//! The Othello engine.
//!
//! [`rules`](crate::othello::rules) is the truth: the array of the C program, one cell after the other. Here the same
//! rules are on two 64-bit numbers, and the tests hold both equal. [`bitboard`] is the board, [`perft`] counts positions
//! with it.

pub mod bitboard;
mod machine;
mod perft;

pub use bitboard::Board;
pub use perft::perft;
