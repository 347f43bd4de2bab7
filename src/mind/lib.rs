//! Programs that play well, and what learns.

pub mod engine;
pub mod learner;
