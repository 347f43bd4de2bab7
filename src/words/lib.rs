#![doc = include_str!("README.md")]

mod embed;

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

pub use embed::{comments, embed, numbered, with_comments};

/// The language of the sources, which has no folder.
pub const ENGLISH: &str = "en";

/// The translated files of one crate, each with its language's tag, its path below the language's folder, and
/// its text.
pub type Translations = &'static [(&'static str, &'static str, &'static str)];

/// A language other than English.
#[derive(Default)]
struct Language {
    tag: &'static str,
    /// The texts by their path below the language's folder.
    files: HashMap<&'static str, &'static str>,
    /// The texts of the files directly in the language's folder, as [`numbered`] returns them.
    phrase_files: Vec<&'static str>,
    /// The translations by the numbers of their phrases.
    phrases: OnceLock<HashMap<u32, String>>,
}

static LANGUAGES: OnceLock<Vec<Language>> = OnceLock::new();

/// The current language as an index into [`languages`]; 0 is English.
static CURRENT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The language of this thread, if it has one of its own.
    static OF_THREAD: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Registers the translations of these crates. A program calls this once, before it sets a language; later
/// calls have no effect.
pub fn load(crates: &[Translations]) {
    LANGUAGES.get_or_init(|| {
        let mut found: BTreeMap<&str, Language> = BTreeMap::new();
        for &(tag, path, text) in crates.iter().copied().flatten() {
            let language = found.entry(tag).or_insert_with(|| Language { tag, ..Language::default() });
            language.phrase_files.extend((!path.contains('/')).then_some(text));
            language.files.insert(path, text);
        }
        found.into_values().collect()
    });
}

fn loaded() -> &'static [Language] {
    LANGUAGES.get().map_or(&[], Vec::as_slice)
}

/// Parses a phrase file into pairs of an English phrase, which follows `> `, and its translation on the next
/// line.
pub fn pairs(file: &str) -> impl Iterator<Item = (String, String)> + '_ {
    rows(file).map(|(english, translation)| (unescaped(english), unescaped(translation)))
}

/// Parses a phrase file into pairs as they are written, with their escapes.
fn rows(file: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut lines = file.lines();
    std::iter::from_fn(move || {
        let english = lines.find_map(|line| line.strip_prefix("> "))?;
        Some((english, lines.next().unwrap_or("")))
    })
}

/// Resolves the escapes of a phrase file: `\n` is a new line, `\\` a backslash.
fn unescaped(line: &str) -> String {
    let mut text = String::new();
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.push(match letters.next() {
                Some('n') => '\n',
                Some(other) => other,
                None => '\\',
            }),
            _ => text.push(letter),
        }
    }
    text
}

/// Returns the number under which the program finds a phrase's translation: the 32-bit FNV-1a hash. A test
/// finds two phrases with one number.
pub fn number(phrase: &str) -> u32 {
    phrase.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Returns a text with its first letter in upper case, if it is of ASCII.
pub fn capitalized(text: &str) -> String {
    let mut text = text.to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Returns the tags of all languages, such as `zh`, each with the language's own name. English comes first.
pub fn languages() -> impl Iterator<Item = (&'static str, &'static str)> {
    let name = |language: &Language| language.files.get("name.txt").map_or(language.tag, |name| name.trim());
    let others = loaded().iter().map(move |language| (language.tag, name(language)));
    std::iter::once((ENGLISH, "English")).chain(others)
}

fn index_of(tag: &str) -> Option<usize> {
    languages().position(|(known, _)| known == tag)
}

/// Sets the language of the program, or inside [`with_language`] that of the thread. Returns false and
/// changes nothing if the language is unknown.
pub fn set_language(tag: &str) -> bool {
    let Some(index) = index_of(tag) else {
        return false;
    };
    match OF_THREAD.get() {
        Some(_) => OF_THREAD.set(Some(index)),
        None => CURRENT.store(index, Ordering::Relaxed),
    }
    true
}

/// Runs a function with a language that applies to this thread alone.
///
/// # Panics
/// If the language is unknown.
pub fn with_language<T>(tag: &str, run: impl FnOnce() -> T) -> T {
    /// Restores the thread's language, even after a panic.
    struct Restore(Option<usize>);
    impl Drop for Restore {
        fn drop(&mut self) {
            OF_THREAD.set(self.0);
        }
    }
    let index = index_of(tag).unwrap_or_else(|| panic!("no language {tag}"));
    let _restore = Restore(OF_THREAD.replace(Some(index)));
    run()
}

/// Returns true inside [`with_language`].
pub fn thread_has_language() -> bool {
    OF_THREAD.get().is_some()
}

/// Returns the tag of the current language.
pub fn current_language() -> &'static str {
    language().map_or(ENGLISH, |language| language.tag)
}

/// Returns the current language, unless it is English.
fn language() -> Option<&'static Language> {
    let index = OF_THREAD.get().unwrap_or_else(|| CURRENT.load(Ordering::Relaxed));
    loaded().get(index.checked_sub(1)?)
}

/// Returns the tag of the language that a locale names, or `None` if the language is unknown. The locale is
/// the value of `LC_ALL`, `LC_MESSAGES` or `LANG`, such as `zh_CN.UTF-8`, or a browser's, such as `zh-CN`.
/// Its country is ignored.
pub fn tag_of_locale(locale: &str) -> Option<&'static str> {
    let tag = locale.split(['_', '-', '.', '@']).next()?;
    languages().map(|(known, _)| known).find(|known| known.eq_ignore_ascii_case(tag))
}

/// Translates a phrase into the current language. A phrase without a translation stays English.
pub fn translate(phrase: &str) -> &str {
    let entry = |line: &'static str| {
        let (number, translation) = line.split_at_checked(8)?;
        Some((u32::from_str_radix(number, 16).ok()?, unescaped(translation)))
    };
    let table = |language: &'static Language| {
        let lines = language.phrase_files.iter().flat_map(|file| file.lines());
        language.phrases.get_or_init(|| lines.filter_map(entry).collect())
    };
    let translated = language().and_then(|language| table(language).get(&number(phrase)));
    translated.filter(|text| !text.is_empty()).map_or(english(phrase), String::as_str)
}

/// Returns the text of an error in the current language, without the number of a system's error.
pub fn error_text(error: impl Display) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((said, _)) => translate(said).to_string(),
        None => text,
    }
}

/// Returns the visible part of an English phrase, without the note after `||`, which distinguishes two
/// meanings of the same words.
fn english(phrase: &str) -> &str {
    phrase.split_once("||").map_or(phrase, |(shown, _)| shown)
}

/// Returns a whole file in the current language, or its English text if there is no translation. The path is
/// relative to the language's folder. The translation of a C program contains only its comments.
pub fn text(path: &str, english: &'static str) -> &'static str {
    static PROGRAMS: Mutex<BTreeMap<(&str, &str), &str>> = Mutex::new(BTreeMap::new());
    match translation(path) {
        Some(comments) if path.ends_with(".C") => {
            let mut programs = PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner);
            programs.entry((english, comments)).or_insert_with(|| with_comments(english, comments).leak())
        }
        found => found.unwrap_or(english),
    }
}

/// Returns the translation of a whole file, without the line that names the English version. Returns `None`
/// if there is no translation.
pub fn translation(path: &str) -> Option<&'static str> {
    let text = language()?.files.get(path)?;
    match text.split_once('\n') {
        Some((first, rest)) if first.starts_with("of ") => Some(rest),
        _ => Some(text),
    }
}

/// Replaces each `{name}` in a text with its value; `{{` and `}}` become braces.
pub fn fill(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        whole.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            whole.push_str(brace);
            rest = after;
        } else if let Some((name, after)) = rest.split_once('}') {
            match values.iter().find(|(known, _)| *known == name) {
                Some((_, value)) => whole.push_str(&value.to_string()),
                None => debug_assert!(false, "no value for {name:?} of {text:?}"),
            }
            rest = after;
        }
    }
    whole + rest
}

/// Marks a phrase in a table; [`translate`] translates it when it is shown.
#[macro_export]
macro_rules! phrase {
    ($text:literal) => {
        $text
    };
}

/// Translates a phrase into the current language: a `&'static str`, or a `String` if the phrase has
/// placeholders.
///
/// ```
/// use words::say;
///
/// let file = "a.txt";
/// assert_eq!(say!("{n} games in {file}", file, n = 2), "2 games in a.txt");
/// ```
#[macro_export]
macro_rules! say {
    ($text:literal $(,)?) => {
        $crate::translate($text)
    };
    ($text:literal, $($values:tt)+) => {
        $crate::fill($crate::translate($text), &$crate::values!([] $($values)+))
    };
}

/// Pairs the values of [`say!`] with their names.
#[doc(hidden)]
#[macro_export]
macro_rules! values {
    ([$($done:tt)*]) => { [$($done)*] };
    ([$($done:tt)*] $name:ident = $value:expr $(, $($rest:tt)*)?) => {
        $crate::values!([$($done)* (stringify!($name), &$value),] $($($rest)*)?)
    };
    ([$($done:tt)*] $name:ident $(, $($rest:tt)*)?) => {
        $crate::values!([$($done)* (stringify!($name), &$name),] $($($rest)*)?)
    };
}

/// The translated files of the calling crate, which its build script collected with [`embed`].
#[macro_export]
macro_rules! translations {
    () => {
        include!(concat!(env!("OUT_DIR"), "/translations.rs"))
    };
}
