//! The tutor: the original's functions at work, step by step. [`trace`] runs an algorithm and keeps its steps, [`listing`] is the function
//! as lines to follow, [`lessons`] are positions to learn from.

pub mod lessons;
pub mod listing;
pub mod predict;
pub mod scene;
pub mod trace;
pub mod watched;
