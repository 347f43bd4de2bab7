//! Which language the program speaks: the one of `--lang`, else the one that was chosen in the options, else the system's.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The language that `--lang` names.
static ASKED: OnceLock<&'static str> = OnceLock::new();

/// Is this the program, and not a test of a part of it? Tests run side by side, and none may change what another one speaks.
static BEGUN: AtomicBool = AtomicBool::new(false);

/// The program begins, with this word behind `--lang`. One that nobody knows is for the command line to refuse.
pub(crate) fn begin(asked: Option<&str>, kept: impl FnOnce() -> Option<&'static str>) {
    BEGUN.store(true, Ordering::Relaxed);
    let known = |tag| languages().find(|(known, _)| *known == tag);
    match asked.and_then(known) {
        Some((tag, _)) => {
            words::speak(ASKED.get_or_init(|| tag));
        }
        None => choose(kept()),
    }
}

/// What was chosen in the options holds from now on, unless `--lang` says otherwise: a language, or as the system has it.
pub(crate) fn choose(chosen: Option<&'static str>) {
    let may = BEGUN.load(Ordering::Relaxed) || words::speaks_its_own();
    if may && ASKED.get().is_none() {
        words::speak(chosen.unwrap_or_else(of_system));
    }
}

/// The tags of the program's languages with their own names, English first.
pub(crate) fn languages() -> impl Iterator<Item = (&'static str, &'static str)> {
    words::load(&crate::TRANSLATIONS);
    words::languages()
}

/// The language of the system, or English where nobody here speaks it.
fn of_system() -> &'static str {
    let locales = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let locale = locales
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|locale| !locale.is_empty())
        .or_else(turbo::dos::window::locale);
    words::load(&crate::TRANSLATIONS);
    let asked = locale.and_then(|locale| words::asked_for(&locale));
    asked.unwrap_or(words::ENGLISH)
}
