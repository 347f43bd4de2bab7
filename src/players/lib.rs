//! The players: people, random moves, engine levels, the learner and external engines; also the engines'
//! opinions about a game. Start with [`computer`].

pub mod actor;
pub mod analysis;
pub mod c_player;
pub mod computer;
pub mod computers;
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
pub mod line;
pub mod link;
pub mod matches;
mod moves;
mod othello;
pub(crate) mod outside;
mod player;
pub mod protocol;
pub mod reasons;
mod reverse;
mod search_limit;
mod seats;
mod swap2;
pub mod tally;
mod task;
mod thinking;
pub mod threats;

/// The translations of this crate.
pub static TRANSLATIONS: words::Translations = words::translations!();

pub use gomoku::Gomoku;
pub use job::Stop;
pub use moves::Move;
pub use moves::{Answer, PlayerError};
pub use othello::Othello;
pub use player::{NoPlayer, Player};
pub use search_limit::SearchLimit;
pub use seats::Seats;
pub use thinking::{Engines, Thinking};
