//! Helpers for the tests of several crates.

pub mod at_the_board;
pub mod data;
pub mod pictures;
pub mod program;
pub mod recorded;
