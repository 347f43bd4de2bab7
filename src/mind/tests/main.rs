//! The engines and the learner, a file for each part.

mod common;
mod data_files;
mod engine_gomoku;
mod engine_gomoku_search;
mod learner;
mod learner_gomoku;
mod othello_book;
mod othello_engine;
mod othello_evaluation;
mod othello_oracle;
mod othello_search;
