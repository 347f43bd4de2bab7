//! The program: everything that waits for a key, and the command line interface.

pub mod commands;
pub mod play;

/// The translations of all crates.
pub static TRANSLATIONS: [words::Translations; 8] = [
    turbo::TRANSLATIONS,
    games::TRANSLATIONS,
    mind::TRANSLATIONS,
    lessons::TRANSLATIONS,
    store::TRANSLATIONS,
    players::TRANSLATIONS,
    screen::TRANSLATIONS,
    words::translations!(),
];

pub use turbo::dos::window::prepare;
