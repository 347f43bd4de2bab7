#![doc = include_str!("README.md")]

pub mod check;
pub mod text;
pub mod tutor;

/// The translations of this crate.
pub static TRANSLATIONS: words::Translations = words::translations!();
