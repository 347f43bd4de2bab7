#![doc = include_str!("README.md")]

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// The language of the sources, which has no folder.
pub const ENGLISH: &str = "en";

/// A language other than English.
struct Language {
    tag: &'static str,
    /// Paths below the language's folder, with what the files hold.
    files: &'static [(&'static str, &'static str)],
    table: OnceLock<Table>,
}

/// What a language's files say.
struct Table {
    phrases: HashMap<String, String>,
    texts: HashMap<&'static str, &'static str>,
}

impl Language {
    const fn new(tag: &'static str, files: &'static [(&'static str, &'static str)]) -> Language {
        let table = OnceLock::new();
        Language { tag, files, table }
    }

    fn table(&self) -> &Table {
        self.table.get_or_init(|| {
            let files = self.files.iter().copied();
            let (texts, phrases): (HashMap<_, _>, HashMap<_, _>) =
                files.partition(|(path, _)| path.contains('/'));
            let phrases = phrases.into_values().flat_map(pairs).collect();
            Table { phrases, texts }
        })
    }
}

/// The place of the spoken language in [`LANGUAGES`], from 1 on; 0 is English.
static SPOKEN: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The language of this thread, where it has one of its own.
    static HERE: Cell<Option<usize>> = const { Cell::new(None) };
}

/// The phrases of a file of a language: each English one, behind `> `, with the line below it.
pub fn pairs(file: &str) -> impl Iterator<Item = (String, String)> + '_ {
    let mut lines = file.lines();
    std::iter::from_fn(move || {
        let english = lines.find_map(|line| line.strip_prefix("> "))?;
        Some((unescaped(english), unescaped(lines.next().unwrap_or(""))))
    })
}

/// A line of a file of phrases, in which a new line is written `\n` and a backslash `\\`.
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

/// The languages there are: their tags, as `zh`, each with its own name for itself. English is the first.
pub fn languages() -> impl Iterator<Item = (&'static str, &'static str)> {
    let others = LANGUAGES.iter().map(|language| {
        let name = language.files.iter().find(|(path, _)| *path == "name.txt");
        (
            language.tag,
            name.map_or(language.tag, |(_, name)| name.trim()),
        )
    });
    std::iter::once((ENGLISH, "English")).chain(others)
}

/// The place of a language in [`languages`].
fn place(tag: &str) -> Option<usize> {
    languages().position(|(known, _)| known == tag)
}

/// Speaks this language from now on; within [`speaking`], only there. Returns false, and changes nothing, if nobody knows it.
pub fn speak(tag: &str) -> bool {
    let Some(place) = place(tag) else {
        return false;
    };
    match HERE.get() {
        Some(_) => HERE.set(Some(place)),
        None => SPOKEN.store(place, Ordering::Relaxed),
    }
    true
}

/// Does something in a language that this thread alone speaks meanwhile.
///
/// # Panics
/// If there is no such language.
pub fn speaking<T>(tag: &str, what: impl FnOnce() -> T) -> T {
    /// Gives the thread its language back, also after a panic.
    struct Back(Option<usize>);
    impl Drop for Back {
        fn drop(&mut self) {
            HERE.set(self.0);
        }
    }
    let place = place(tag).unwrap_or_else(|| panic!("no language {tag}"));
    let _back = Back(HERE.replace(Some(place)));
    what()
}

/// Does this thread speak a language of its own?
pub fn speaks_its_own() -> bool {
    HERE.get().is_some()
}

/// The tag of the language that is spoken.
pub fn spoken() -> &'static str {
    language().map_or(ENGLISH, |language| language.tag)
}

/// The language that is spoken, unless it is English.
fn language() -> Option<&'static Language> {
    let place = HERE.get().unwrap_or_else(|| SPOKEN.load(Ordering::Relaxed));
    LANGUAGES.get(place.checked_sub(1)?)
}

/// The language that the value of `LC_ALL`, `LC_MESSAGES` or `LANG` asks for, as `zh_CN.UTF-8`, or a browser, as `zh-CN`: if it is one
/// that is known. A language stands for all its countries.
pub fn asked_for(locale: &str) -> Option<&'static str> {
    let tag = locale.split(['_', '-', '.', '@']).next()?;
    languages()
        .map(|(known, _)| known)
        .find(|known| known.eq_ignore_ascii_case(tag))
}

/// A phrase in the language that is spoken. One that nobody has translated stays English.
pub fn told(phrase: &str) -> &str {
    language()
        .and_then(|language| language.table().phrases.get(phrase))
        .filter(|translated| !translated.is_empty())
        .map_or(english(phrase), String::as_str)
}

/// What of a phrase is shown in English: what stands behind `||` tells two meanings of the same words apart.
fn english(phrase: &str) -> &str {
    phrase.split_once("||").map_or(phrase, |(shown, _)| shown)
}

/// A whole file in the language that is spoken: its path below `src`, and its English text.
pub fn text(path: &str, english: &'static str) -> &'static str {
    translation(path).unwrap_or(english)
}

/// The translation of a whole file, without the line that says of what text it is one. None in English.
pub fn translation(path: &str) -> Option<&'static str> {
    let text = language()?.table().texts.get(path)?;
    match text.split_once('\n') {
        Some((first, rest)) if first.starts_with("of ") => Some(rest),
        _ => Some(text),
    }
}

/// A text with values in its places: `{name}` is one, and `{{` and `}}` are braces.
pub fn filled(text: &str, values: &[(&str, &dyn Display)]) -> String {
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

/// Marks a phrase in a table, to be shown by [`told`].
#[macro_export]
macro_rules! phrase {
    ($text:literal) => {
        $text
    };
}

/// Says a phrase in the language that is spoken: a `&'static str`, or, with values for its places, a `String`.
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
        $crate::told($text)
    };
    ($text:literal, $($values:tt)+) => {
        $crate::filled($crate::told($text), &$crate::values!([] $($values)+))
    };
}

/// The values of [`say!`], each with its name.
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
