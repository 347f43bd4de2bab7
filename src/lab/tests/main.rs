//! The tests of the laboratory.

mod book;
mod command_line;
#[path = "../../../tests/common/data.rs"]
mod data;
mod fuzz;
mod gomoku_training;
mod othello_training;
mod sprt;
mod targets;
