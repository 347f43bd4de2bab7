#![doc = include_str!("README.md")]

mod bundled;
mod cpu;
pub mod gomoku;
mod helpers;
pub mod othello;
pub mod packed;
mod slot;
pub(crate) mod symmetry;

pub use cpu::Portable;
