#![doc = include_str!("README.md")]

pub mod dos;

pub mod original;

pub mod c;

pub mod games;

pub mod engine;

pub mod learner;

pub mod records;

pub mod store;

pub mod protocol;

pub mod players;

pub mod tutor;

pub mod screen;

pub mod play;

pub mod commands;
