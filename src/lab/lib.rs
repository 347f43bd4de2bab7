#![doc = include_str!("README.md")]

mod book;
mod command_line;
pub mod gomoku;
pub mod othello;
mod threads;
mod tune;
mod tune_gomoku;
mod tune_othello;

pub use command_line::main;
