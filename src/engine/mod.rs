//! The engines: boards and numbers, without a console, a clock or chance.

pub mod gomoku;
