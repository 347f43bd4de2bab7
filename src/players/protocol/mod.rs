#![doc = include_str!("README.md")]

mod answer;
pub mod gomocup;
pub mod gtp;
pub mod nboard;
mod words;

pub use answer::Answer;
