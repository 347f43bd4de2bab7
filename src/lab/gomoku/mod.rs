//! Training: the engine plays games against itself, and the weights are fitted to what their positions were worth and to the moves that
//! were found best. A generation plays with the weights of the one before.
//!
//! The same rules, seed and sizes give the same weights, bit for bit: each game has its own random numbers, and all sums are made in one
//! order.

mod fit;
mod games;
mod sample;

pub(crate) use fit::Errors;
pub use fit::Model;
pub use games::{GENERATIONS, Generation, Teacher};
pub use sample::Sample;
