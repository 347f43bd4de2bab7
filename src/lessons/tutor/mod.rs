//! What the tutor teaches: the C sources, the lessons, and what the board shows while a program runs.

pub mod at_the_board;
pub mod calls;
pub mod course;
pub(crate) mod notes;
pub mod predict;
pub mod progress;
pub mod questions;
pub mod said;
pub mod scene;
pub mod shows;
pub mod sources;
pub mod stepper;
pub mod tasks;
