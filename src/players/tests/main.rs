//! Tests of the players that need no program.

mod actor;
mod tally;
