#![doc = include_str!("README.md")]

mod answer;
pub mod gomocup;
pub mod nboard;
mod words;

pub use answer::Answer;
