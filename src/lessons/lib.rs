//! What is taught: C programs, lessons about them, tasks, and what checks a program.

pub mod check;
pub mod text;
pub mod tutor;
