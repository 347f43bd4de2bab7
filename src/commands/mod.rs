#![doc = include_str!("README.md")]

mod contest;
mod converse;
mod dispatch;
mod engine;
mod failure;
mod judge;
mod learner;
mod options;
mod original;
mod perft;
mod play;
mod progress;
mod replay;
mod solve;
mod teach;
mod tune;
mod tune_gomoku;
mod usage;

pub use dispatch::main;
use failure::{Failure, complain, failed, print, usage};
