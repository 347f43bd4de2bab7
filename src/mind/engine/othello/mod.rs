#![doc = include_str!("README.md")]

pub mod bitboard;
pub mod book;
mod endgame;
pub mod evaluation;
mod last_empties;
mod midgame;
mod move_list;
pub mod pattern;
mod perft;
mod search;
mod searcher;
pub mod stability;
pub mod transposition;
mod vector;
pub mod weights;

pub use bitboard::Board;
pub use evaluation::Evaluation;
pub(crate) use move_list::CORNERS;
pub use pattern::{Folding, PLACEMENTS};
pub use perft::perft;
pub use searcher::{Goal, Limits, Report, Searcher, solve};
