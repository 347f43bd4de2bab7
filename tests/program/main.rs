//! Tests of the program as a shell starts it, and of the user's files.

#[path = "../common/mod.rs"]
mod common;

mod assignments;
mod check;
mod command_line;
mod consent;
mod contest;
mod engine_process;
mod foreign;
mod formats;
mod gomocup;
mod gomoku_sizes;
mod house;
mod install;
mod learner_memory;
mod line;
mod lines;
mod openings;
mod outside;
mod replay;
mod room;
mod run;
mod save;
mod settings;
mod store_files;
mod teach;
mod windows;
