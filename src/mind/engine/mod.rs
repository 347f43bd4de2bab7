#![doc = include_str!("README.md")]

pub mod gomoku;
pub mod othello;
pub mod packed;
