//! Draws all screens except those of `original`. Each function draws on a given
//! [`Screen`](turbo::dos::Screen) and returns. Start with [`face`].

pub mod board;
pub mod branches;
pub mod code;
mod count;
pub mod curve;
pub mod data;
pub mod difference;
pub mod editor;
pub mod exercise;
pub mod face;
pub mod frame;
pub mod gomoku;
pub mod grid;
mod heap;
pub mod learner;
pub mod lessons;
pub mod marks;
pub mod menu_bar;
pub mod moves;
pub mod othello;
pub mod panel;
pub mod reference;
pub mod review;
pub mod set_up;
pub mod tally;
pub mod theme;
pub mod tutor;
pub mod unfinished;
pub mod user_screen;
pub mod wall;

/// The translations of this crate.
pub static TRANSLATIONS: words::Translations = words::translations!();
