//! Everything that can be tested without a display, a file for each part of the program.

#[path = "../common/mod.rs"]
mod common;

mod c_algorithms;
mod c_language;
mod c_machine;
mod c_sources;
mod cc;
mod check;
mod command_line;
mod engine_gomoku;
mod engine_gomoku_search;
mod engine_process;
mod golden;
mod gomocup;
mod gomoku;
mod gomoku_rules;
mod house;
mod in_machine;
mod kept;
mod learner;
mod learner_board;
mod learner_gomoku;
mod learner_memory;
mod monkey;
mod one_player;
mod original;
mod othello;
mod othello_engine;
mod othello_evaluation;
mod othello_oracle;
mod othello_search;
mod outside;
mod protocol;
mod records;
mod replay;
mod review;
mod save;
mod sound;
mod store;
mod store_faults;
mod store_files;
mod tasks;
mod third_game;
mod tic_tac_toe;
mod tutor;
