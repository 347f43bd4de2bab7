//! The opponent that learns. It has a book of all positions that it has met, and an evaluation with weights.
//! Start with [`book`].

pub mod arena;
pub mod book;
mod event;
pub mod gomoku;
mod history;
mod othello;
mod player;
pub mod position;
mod search;
mod weights;

pub use book::Book;
pub use event::{BadEvent, Event, StudiedGame, Trial};
pub use history::{History, Last};
pub use othello::{LearnedWeights, Learner};
pub use player::{LearnerOf, Skill, Summary, Unreadable};
pub use position::{Line, Moves, Position, Role, Turn, leading_to};
pub use search::{Effort, SearchContext, ValuedMove, look_ahead, next};
pub use weights::{Start, Weights};
