//! The engines: programs that play well. They know boards, and neither a console nor a clock.

pub mod gomoku;
pub mod othello;
