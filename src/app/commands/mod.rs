#![doc = include_str!("README.md")]

mod book;
mod check;
mod contest;
mod converse;
mod convert;
mod dispatch;
mod edit;
mod engine;
mod failure;
mod input;
mod install;
mod judge;
mod learner;
mod manual;
mod options;
mod original;
mod perft;
mod play;
mod progress;
mod replay;
mod run;
mod solve;
mod source;
mod teach;
mod tune;
mod tune_gomoku;
mod wrong;

pub use dispatch::main;
use failure::{Failure, complain, failed, print, usage};
