//! Tests of the players that need no program.

mod actor;
mod line;
mod line_sockets;
mod link;
mod tally;
#[path = "../../../tests/common/wait.rs"]
mod wait;
