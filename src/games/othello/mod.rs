#![doc = include_str!("README.md")]

mod at_the_board;
mod cell;
mod game;
pub mod openings;
mod position;
pub mod rules;

pub use at_the_board::KIND;
pub use cell::{BadCell, Cell, Ply};
pub use game::{BadGame, Dropped, Game, Rules};
pub use original::BadMap;
pub use position::{BadPosition, Position};
