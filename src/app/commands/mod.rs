#![doc = include_str!("README.md")]

mod assignment;
mod cart;
pub mod dispatch;
mod edit;
mod exercise;
pub mod failure;
mod gallery;
mod handout;
pub mod input;
mod network;
pub mod options;
mod original;
mod play;
pub mod progress;
mod replay;
mod room;
mod run;
mod teach;
pub mod terminal;
pub mod translated;
pub mod workshop;
pub mod wrong;

pub use dispatch::main;
pub use workshop::main as workshop;

use failure::{Failure, complain, failed, print, usage};
