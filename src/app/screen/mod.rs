//! Everything that draws. Each function draws on the screen that it is given, and returns. Begin with [`face`].

pub mod board;
pub mod branches;
pub mod code;
mod count;
pub mod curve;
pub(crate) mod data;
pub(crate) mod difference;
pub(crate) mod editor;
pub(crate) mod exercise;
pub mod face;
pub(crate) mod frame;
pub mod gomoku;
pub mod grid;
pub mod learner;
pub(crate) mod lessons;
pub mod marks;
pub(crate) mod moves;
pub(crate) mod othello;
pub mod panel;
pub(crate) mod reference;
pub mod review;
pub(crate) mod set_up;
pub(crate) mod tally;
pub mod theme;
pub mod tutor;
pub(crate) mod unfinished;
pub(crate) mod user_screen;
