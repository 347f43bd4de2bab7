#![doc = include_str!("README.md")]

pub mod c;
pub mod dos;
pub mod examples;
