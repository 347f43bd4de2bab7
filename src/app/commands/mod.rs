#![doc = include_str!("README.md")]

mod assignment;
mod book;
mod check;
mod checked;
mod contest;
mod converse;
mod convert;
mod dispatch;
mod edit;
mod engine;
mod exercise;
pub mod failure;
mod input;
mod install;
mod judge;
mod learner;
mod manual;
pub mod options;
mod original;
mod perft;
mod play;
pub mod progress;
mod replay;
mod run;
mod solve;
mod source;
mod teach;
mod web;
pub mod wrong;

pub use dispatch::main;
use failure::{Failure, complain, failed, print, usage};
