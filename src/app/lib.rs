//! The program: everything that waits for a key, and the command line.

pub mod commands;
pub mod play;

pub use turbo::dos::window::prepare;
