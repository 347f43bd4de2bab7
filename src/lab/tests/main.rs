//! The tests of the laboratory.

mod book;
mod command_line;
#[path = "../../../tests/common/data.rs"]
mod data;
mod othello_games;
