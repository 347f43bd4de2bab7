//! Tests of the rules and records.

mod common;
mod explorer;
mod formats;
mod gomoku;
mod othello;
mod positions;
mod records;
mod renju;
mod round_trip;
mod set_up;
mod sizes;
mod trees;
