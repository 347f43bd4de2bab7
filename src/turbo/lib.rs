#![doc = include_str!("README.md")]

pub mod c;
pub mod dos;
pub mod examples;

/// The translations of this crate.
pub static TRANSLATIONS: words::Translations = words::translations!();
