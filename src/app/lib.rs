//! The program: who plays, what is kept, what is drawn, the keys and the command line.

pub mod store;

pub mod protocol;

pub mod players;

pub mod screen;

pub mod play;

pub mod commands;

pub use turbo::dos::window::prepare;
