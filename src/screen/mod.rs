#![doc = include_str!("README.md")]

pub mod board;
pub mod code;
pub mod editor;
pub mod face;
pub mod frame;
pub mod gomoku;
pub mod grid;
pub mod learner;
pub mod lessons;
pub mod marks;
pub mod othello;
pub mod panel;
pub mod review;
pub mod theme;
pub mod tutor;
