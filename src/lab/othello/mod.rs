//! Training the evaluation: games of the engine against itself, and weights that predict how they end.
//!
//! A generation plays games with the weights of the one before ([`Teacher`]) and fits new ones to them ([`Model`]). The first
//! has none: it plays at random until the solver can take over, so it learns the end of the game from exact scores. The
//! second looks ahead to that and learns what comes before it, and so on towards the opening.

pub mod book;
mod errors;
mod fit;
mod games;
mod generation;

pub(crate) use errors::Errors;
pub use fit::Model;
pub use games::{Sample, Teacher};
pub(crate) use generation::GAMES;
pub use generation::generations;
