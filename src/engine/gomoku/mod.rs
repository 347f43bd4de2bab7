//! A gomoku engine for three sets of rules.
//!
//! [`pattern`] tells what a stone would make of a line, [`board`] keeps that for every point while stones come and go,
//! [`rules`] knows what is forbidden, [`evaluation`] gives a position a number, [`vcf`] looks for a win by fours alone,
//! [`vct`] for one by fours and threes, and [`search`] is the alpha-beta search that uses them all.

pub mod board;
pub mod evaluation;
pub mod pattern;
pub mod rules;
pub mod search;
mod tables;
mod transposition;
pub mod vcf;
pub mod vct;

pub use board::{Board, Place};
pub use rules::{Forbidden, Rules};
pub use search::{Limits, Report, Searcher};

/// The position of a game at the board, by the rules that it is played by.
pub fn position(game: &crate::gomoku::Game) -> Board {
    Board::of_game(game, Rules::Freestyle)
}
