//! All screens in Chinese: nothing on them is English that could be Chinese.

use std::collections::BTreeMap;

use crate::golden::{shown, ways};
use turbo::dos::reading;

/// Latin words that stand on Chinese screens: names, keys, and what is typed.
const NAMES: &str = "qipan VGA BIOS Enter Esc Space Tab Home End Del Ins Shift Ctrl Alt PgUp PgDn Backspace Bksp Language games sgf txt";

/// Screens with programs, names of openings, or words that a person types.
const OTHERS: [&str; 4] = ["tutor-", "help-", "openings", "about"];

/// The Latin words of a text.
fn latin(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphabetic())
        .filter(|word| word.len() > 2)
}

#[test]
fn no_screen_has_an_english_word_in_chinese() {
    let mut found = BTreeMap::<String, Vec<String>>::new();
    let is_other = |name: &str| OTHERS.iter().any(|begin| name.starts_with(begin));
    for (name, keys) in ways().filter(|(name, _)| !is_other(name)) {
        let screen = words::speaking("zh", || shown(&keys));
        for piece in reading::read(&screen) {
            for word in latin(&piece.text) {
                if !NAMES.split_whitespace().any(|known| known == word) {
                    let line = format!("{name}: {}", piece.text);
                    found.entry(word.to_string()).or_default().push(line);
                }
            }
        }
    }
    let told: Vec<String> = found
        .iter()
        .map(|(word, at)| format!("{word} ({}): {}", at.len(), at[0]))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}
