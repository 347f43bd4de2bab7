//! Everything that draws: the boards, and what stands around them.

pub mod board;
pub mod face;
pub mod frame;
pub mod gomoku;
pub mod grid;
pub mod othello;
pub mod panel;
pub mod review;
pub mod theme;
pub mod tutor;
