//! Othello: turns, undo, rules and notation, on the [`Map`](crate::original::Map) and the `qp_change` of the original.

mod at_the_board;
mod cell;
mod game;
mod picture;
mod position;
pub mod rules;

pub use at_the_board::KIND;
pub use cell::{BadCell, Cell, Ply};
pub use game::{BadGame, Dropped, Game, Rules};
pub use picture::BadMap;
pub use position::{BadPosition, Position};
