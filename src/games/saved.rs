//! A game in progress as text: each line is a word and its value.

use std::collections::HashMap;
use std::str::FromStr;
use words::say;

/// Why a saved text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unclear {
    /// A line is missing.
    #[error("{}", say!("there is no line '{why}'", why = .0))]
    Missing(String),
    /// A line makes no sense.
    #[error("{}", say!("the line '{why} {other}' makes no sense", why = .0, other = .1))]
    Line(String, String),
    /// There is no such game.
    #[error("{}", say!("there is no game '{value}'", value = .0.escape_debug()))]
    Game(String),
    /// A move is against the rules; the text says which.
    #[error("{0}")]
    Move(String),
}

/// The lines of a text by their first words.
#[derive(Clone, Debug)]
pub struct Saved<'a>(HashMap<&'a str, &'a str>);

impl<'a> Saved<'a> {
    /// Takes a text apart.
    pub fn new(text: &'a str) -> Saved<'a> {
        let pair = |line| str::split_once(line, ' ').unwrap_or((line, ""));
        Saved(text.lines().map(pair).collect())
    }

    /// The value of a word; empty when it has no line.
    pub fn get(&self, word: &str) -> &'a str {
        self.0.get(word).copied().unwrap_or_default()
    }

    /// The value of a word, read as a `T`.
    ///
    /// # Errors
    /// There is no such line, or it makes no sense.
    pub fn value<T: FromStr>(&self, word: &str) -> Result<T, Unclear> {
        let text = self.0.get(word);
        let text = text.ok_or_else(|| Unclear::Missing(word.to_string()))?;
        text.parse()
            .map_err(|_| Unclear::Line(word.to_string(), text.to_string()))
    }

    /// [`Saved::value`], or `or` when there is no such line.
    pub(crate) fn value_or<T: FromStr>(&self, word: &str, or: T) -> Result<T, Unclear> {
        match self.0.contains_key(word) {
            true => self.value(word),
            false => Ok(or),
        }
    }

    /// The values in a line; none when there is no such line.
    ///
    /// # Errors
    /// A word makes no sense.
    pub fn values<T: FromStr>(&self, word: &str) -> Result<Vec<T>, Unclear> {
        let words = self.get(word).split_whitespace().map(T::from_str);
        let all: Result<_, _> = words.collect();
        all.map_err(|_| Unclear::Line(word.to_string(), self.get(word).to_string()))
    }
}

/// Values as the words of a line, for [`Saved::values`].
pub fn words<T: ToString>(all: &[T]) -> String {
    let words: Vec<String> = all.iter().map(T::to_string).collect();
    words.join(" ")
}
