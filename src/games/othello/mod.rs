#![doc = include_str!("README.md")]

mod at_the_board;
mod cell;
mod game;
pub mod openings;
mod position;
pub mod rules;

pub use at_the_board::{KIND, is_reverse};
pub use cell::{Cell, Ply};
pub use game::{Dropped, Game, Rules};
pub use original::BadMap;
pub(crate) use position::BadPosition;
pub use position::Position;
