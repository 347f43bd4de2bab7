//! A computer player's answer to a turn.

use super::c_player::CError;
use super::engine_process::EngineError;
use super::learner::NoMove;
use games::Place;
use words::say;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Drop(Place),
    /// The choice, counted from 0, in answer to the game's question.
    Answer(usize),
}

/// The reason why a computer player cannot continue. Displayed as a sentence.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlayerError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Learner(#[from] NoMove),
    #[error(transparent)]
    Program(#[from] CError),
    /// The player's thread panicked.
    #[error("{}", say!("The computer has stopped thinking."))]
    Stopped,
}

/// A computer player's move, or `None` if the player has no move.
pub type Answer = Result<Option<Move>, PlayerError>;
