#![doc = include_str!("README.md")]

mod bytes;
pub mod engine;
pub mod learner;

/// The translations of this crate.
pub static TRANSLATIONS: words::Translations = words::translations!();
