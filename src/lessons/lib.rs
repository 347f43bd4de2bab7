#![doc = include_str!("README.md")]

pub mod check;
pub mod text;
pub mod tutor;
