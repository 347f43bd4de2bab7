#![doc = include_str!("README.md")]

pub mod board;
pub mod editor;
pub mod face;
pub mod frame;
pub mod gomoku;
pub mod grid;
pub mod learner;
pub mod othello;
pub mod panel;
pub mod review;
pub mod theme;
pub mod tutor;
