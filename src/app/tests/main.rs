//! Tests of the program that need no display, one file per part.

mod board_keys;
mod boxes;
mod chinese;
mod closed_boxes;
mod command_line;
mod common;
mod crt;
mod debugger;
mod demo;
mod editor;
mod ending;
mod exercises;
mod fuzz;
mod golden;
mod gomoku;
mod gomoku_rules;
mod held;
mod kept;
mod learner_board;
mod learner_words;
mod links;
#[cfg(unix)]
mod looks;
mod monkey;
mod one_player;
mod original;
mod othello;
mod othello_book;
mod protocol;
mod reasons;
mod records;
mod review;
mod running;
mod set_up;
mod sound;
mod students;
mod subject;
mod tasks;
mod third_game;
mod tic_tac_toe;

mod tutor;
mod wall;
