//! The positions of the check: real games from the world championships, games at random, boards at random. A seed that never
//! changes makes them, so that everybody is asked the same.

mod games;
pub(crate) mod gomoku;
pub(crate) mod helpers;
pub(crate) mod learning;
pub(crate) mod othello;
pub(crate) mod scripts;

pub use games::map;
pub(crate) use games::random;
