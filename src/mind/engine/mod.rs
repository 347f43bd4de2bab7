#![doc = include_str!("README.md")]

mod carried;
mod cpu;
pub mod gomoku;
pub mod othello;
pub mod packed;
mod symmetry;
