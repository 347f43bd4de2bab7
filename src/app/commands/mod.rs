#![doc = include_str!("README.md")]

mod assignment;
mod dispatch;
mod edit;
mod exercise;
pub mod failure;
pub mod input;
pub mod options;
mod original;
mod play;
pub mod progress;
mod replay;
mod run;
mod teach;
mod terminal;
mod translated;
mod workshop;
pub mod wrong;

pub use dispatch::main;
pub use workshop::main as workshop;

use failure::{Failure, complain, failed, print, usage};
