//! The protocols by which other programs play with the engines: a line in, lines out. Who reads and writes the lines, and
//! the clock, are elsewhere.

pub mod gomocup;
