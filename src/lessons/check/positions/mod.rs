//! The positions of the check: real games from the world championships, random games and random boards. They come from a fixed seed, so
//! that every program gets the same.

mod games;
pub(crate) mod gomoku;
pub(crate) mod helpers;
pub(crate) mod learning;
pub(crate) mod othello;
pub(crate) mod scripts;

pub use games::map;
pub(crate) use games::random;
