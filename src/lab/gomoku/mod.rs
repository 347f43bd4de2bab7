//! Trains the network by self-play. Each generation plays with the previous weights and learns from results,
//! search values and best moves.
//!
//! Two runs with equal rules, seed and sizes produce identical weights, because each game has its own random
//! numbers and sums are added in a fixed order.

mod fit;
mod games;
mod sample;

pub(crate) use fit::Errors;
pub use fit::Model;
pub use games::{GENERATIONS, Generation, Teacher};
pub use sample::Sample;
