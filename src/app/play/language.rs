//! The language of the program: the one named by `--lang`, otherwise the one in the settings, otherwise the
//! system's.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: OnceLock<&'static str> = OnceLock::new();

/// True once the program has started. It stays false in tests, which run in parallel and must not change each
/// other's language.
static BEGUN: AtomicBool = AtomicBool::new(false);

/// Sets the language at the start, given the value of `--lang`. Ignores an unknown language, because the
/// command line rejects it later.
pub(crate) fn begin(asked: Option<&str>, kept: impl FnOnce() -> Option<&'static str>) {
    BEGUN.store(true, Ordering::Relaxed);
    let known = |tag| languages().find(|(known, _)| *known == tag);
    match asked.and_then(known) {
        Some((tag, _)) => {
            words::set_language(ASKED.get_or_init(|| tag));
        }
        None => choose(kept()),
    }
}

/// Switches to the language from the settings, or to the system's for `None`, unless `--lang` was given.
pub(crate) fn choose(chosen: Option<&'static str>) {
    let may = BEGUN.load(Ordering::Relaxed) || words::thread_has_language();
    if may && ASKED.get().is_none() {
        words::set_language(chosen.unwrap_or_else(of_system));
    }
}

/// Returns the tag of each of the program's languages, and its name in that language. English comes first.
pub(crate) fn languages() -> impl Iterator<Item = (&'static str, &'static str)> {
    words::load(&crate::TRANSLATIONS);
    words::languages()
}

/// Returns the language of the system, or English if there is no translation.
fn of_system() -> &'static str {
    let locales = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let locale = locales
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|locale| !locale.is_empty())
        .or_else(turbo::dos::window::locale);
    words::load(&crate::TRANSLATIONS);
    let asked = locale.and_then(|locale| words::tag_of_locale(&locale));
    asked.unwrap_or(words::ENGLISH)
}
