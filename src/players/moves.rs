//! What a computer player does in its turn, or why it cannot.

use super::engine_process::EngineTrouble;
use super::learner::NoMove;
use games::Place;
use words::say;

/// What a computer player does in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// It drops a stone there.
    Drop(Place),
    /// It answers the game's question with the choice of this number, from 0.
    Answer(usize),
}

/// Why a computer player cannot play on. As text it is a sentence.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Trouble {
    /// Another program is in trouble.
    #[error(transparent)]
    Engine(#[from] EngineTrouble),
    /// The learner is.
    #[error(transparent)]
    Learner(#[from] NoMove),
    /// Its thread has failed.
    #[error("{}", say!("The computer has stopped thinking."))]
    Stopped,
}

/// A computer's move, or `None` when it has no move.
pub type Answer = Result<Option<Move>, Trouble>;
