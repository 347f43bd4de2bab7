#![doc = include_str!("README.md")]

mod book;
pub mod command_line;
pub mod gomoku;
mod matches;
pub mod othello;
mod perft;
mod solve;
pub mod sprt;
mod tune;
mod tune_gomoku;
mod tune_othello;

pub use command_line::main;

use games::records::printable;

/// The maximum number of characters in a line printed to standard error.
const LONGEST: usize = 1000;

fn complain(message: &str) {
    eprintln!("qipan-lab: {}", printable(message, LONGEST));
}
