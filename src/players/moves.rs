//! A computer player's answer to a turn.

use super::engine_process::EngineError;
use super::learner::NoMove;
use games::Place;
use words::say;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Drop(Place),
    /// Answers the game's question with this choice, counted from 0.
    Answer(usize),
}

/// The reason that a computer player cannot continue, displayed as a sentence.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlayerError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Learner(#[from] NoMove),
    /// The thread panicked.
    #[error("{}", say!("The computer has stopped thinking."))]
    Stopped,
}

/// A computer's move, or `None` if it has no move.
pub type Answer = Result<Option<Move>, PlayerError>;
