//! The C programs, and what checks them, a file for each part.

mod beginner;
mod c_algorithms;
mod c_sources;
mod cc;
mod check;
mod check_programs;
mod chinese;
mod common;
mod in_machine;
mod teacher;
