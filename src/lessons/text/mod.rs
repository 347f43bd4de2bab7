//! The text in the editor, with its cursor and its undo list. Nothing in this module draws or waits for a
//! key.

mod edits;
mod lines;
mod ways;

pub use lines::{At, Refused, TAB, Text, column_behind, decode};
pub use ways::Way;
