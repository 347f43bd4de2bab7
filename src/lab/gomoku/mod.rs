//! Training: the engine plays games against itself, and weights are fitted to the values of their positions and to the moves that were
//! found best. A generation plays with the weights of the one before.
//!
//! The same rules, seed and sizes give the same weights, bit for bit: each game has its own random numbers, and all sums are added up in a
//! fixed order.

mod fit;
mod games;
mod sample;

pub(crate) use fit::Errors;
pub use fit::Model;
pub use games::{GENERATIONS, Generation, Teacher};
pub use sample::Sample;
