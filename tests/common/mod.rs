//! What the tests share.

pub mod at_the_board;
pub mod data;
pub mod pictures;
pub mod program;
pub mod recorded;
