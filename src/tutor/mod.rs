#![doc = include_str!("README.md")]

pub mod lessons;
pub mod listing;
pub mod predict;
pub mod scene;
pub mod sources;
pub mod trace;
pub mod watched;
