//! The text of a saved game. Each line has a key and its value.

use std::collections::HashMap;
use std::str::FromStr;
use words::say;

/// An error in a saved game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSave {
    #[error("{}", say!("there is no line '{why}'", why = .0))]
    Missing(String),
    #[error("{}", say!("the line '{why} {other}' makes no sense", why = .0, other = .1))]
    Line(String, String),
    #[error("{}", say!("there is no game '{value}'", value = .0.escape_debug()))]
    Game(String),
    /// The moves break the rules. The string is the error message.
    #[error("{0}")]
    Move(String),
}

#[derive(Clone, Debug)]
pub struct Saved<'a>(HashMap<&'a str, &'a str>);

impl<'a> Saved<'a> {
    pub fn new(text: &'a str) -> Saved<'a> {
        let pair = |line| str::split_once(line, ' ').unwrap_or((line, ""));
        Saved(text.lines().map(pair).collect())
    }

    /// The value of a key. Empty if the key is missing.
    pub fn get(&self, key: &str) -> &'a str {
        self.0.get(key).copied().unwrap_or_default()
    }

    /// Parses the value of a key.
    pub fn value<T: FromStr>(&self, key: &str) -> Result<T, BadSave> {
        match self.0.contains_key(key) {
            true => self.get(key).parse().map_err(|_| self.bad_line(key)),
            false => Err(BadSave::Missing(key.to_string())),
        }
    }

    /// Parses the value of a key. Returns `None` if it is missing or empty.
    pub fn optional<T: FromStr>(&self, key: &str) -> Result<Option<T>, BadSave> {
        if self.get(key).is_empty() { Ok(None) } else { self.value(key).map(Some) }
    }

    /// Parses each word of a key's value. Returns an empty list if the key is missing.
    pub fn values<T: FromStr>(&self, key: &str) -> Result<Vec<T>, BadSave> {
        let all: Result<_, _> = self.get(key).split_whitespace().map(T::from_str).collect();
        all.map_err(|_| self.bad_line(key))
    }

    pub(crate) fn bad_line(&self, key: &str) -> BadSave {
        BadSave::Line(key.to_string(), self.get(key).to_string())
    }
}

/// Joins values with spaces, in the format that [`Saved::values`] parses.
pub fn words<T: ToString>(all: &[T]) -> String {
    let words: Vec<String> = all.iter().map(T::to_string).collect();
    words.join(" ")
}
