#![doc = include_str!("README.md")]

pub mod analysis;
pub mod computer;
pub mod contest;
pub mod cores;
mod engine_process;
pub mod exercises;
mod gomoku;
pub mod guard;
pub mod hints;
pub mod insight;
pub mod job;
pub mod learner;
pub mod level;
pub mod memory;
mod othello;
pub mod outside;
mod player;
pub mod reasons;
mod seats;
pub mod sequential;
mod swap2;
pub mod tally;
mod task;
mod thinking;
pub mod threats;
mod turn;

pub use engine_process::EngineTrouble;
pub use gomoku::Gomoku;
pub use othello::Othello;
pub use player::{NoPlayer, Player};
pub use seats::Seats;
pub use thinking::{Answer, Engines, Move, Thinking, Trouble};
pub use turn::Turn;
