//! Gomoku: freestyle, standard and renju rules on boards from 5x5 to 20x20.

mod at_the_board;
pub mod five;
pub mod forbidden;
mod game;
pub mod judge;
mod point;
pub mod position;
pub mod record;
pub(crate) mod rules;

pub use at_the_board::KIND;
pub use forbidden::Forbidden;
pub use game::{Game, Refusal};
pub use point::{LARGEST, Point, SIZE, SIZES, digit, write_board};
pub use position::{NoGame, Position};
pub use rules::{Decision, Opening, Rules, Setup};
