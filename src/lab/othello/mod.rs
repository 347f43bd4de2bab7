//! Trains the evaluation by self-play.
//!
//! Each generation plays games with the previous weights ([`Teacher`]) and fits new weights to them
//! ([`Model`]). The first generation plays at random until the solver takes over, and learns the endgame from
//! exact scores. The second generation searches far enough to reach the endgame and learns the positions
//! before it, and so on towards the opening.

pub mod book;
mod fit;
mod games;

pub use fit::{Data, Model, least_squares};
pub(crate) use games::GAMES;
pub use games::{Sample, Teacher, generations};
