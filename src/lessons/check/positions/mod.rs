//! The positions of the exams: real games from the World Championships, random games and random boards. They
//! come from fixed seeds, so that every program gets the same.

mod games;
pub(crate) mod gomoku;
pub(crate) mod helpers;
pub(crate) mod learning;
pub(crate) mod othello;
pub(crate) mod scripts;

pub use games::map;
pub(crate) use games::random;
