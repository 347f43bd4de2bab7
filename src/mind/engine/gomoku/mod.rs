#![doc = include_str!("README.md")]

pub mod accumulator;
pub mod board;
mod coord;
pub mod evaluation;
pub mod forbidden;
pub mod network;
mod node;
mod ordering;
pub mod pattern;
pub(crate) mod search;
pub mod swap2;
pub mod tables;
pub mod transposition;
pub mod vcf;
pub mod vct;
mod vector;
pub mod weights;

pub use board::Board;
pub use coord::Coord;
pub use games::gomoku::{Forbidden, Rules};
pub use search::{Limits, Report, Searcher};
pub use tables::prepare;
