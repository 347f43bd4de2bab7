//! Values that people name on the command line and in files, and counts of things in words.

use std::fmt::Display;
use words::{filled, phrase, say, told};

/// An unknown name. As text it is half a sentence that lists the known ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("no {what} is named '{value}'; there are {names}", what = .what, value = .name.escape_debug(), names = .names.join(", ")))]
pub struct UnknownName {
    /// What should have been named, such as `algorithm`.
    pub what: &'static str,
    /// The name.
    pub name: String,
    /// The known names.
    pub names: Vec<String>,
}

/// One game, and several.
pub const OF_GAMES: Counted = [phrase!("1 game"), phrase!("{n} games")];
/// One position, and several.
pub const OF_POSITIONS: Counted = [phrase!("1 position"), phrase!("{n} positions")];

/// What is said of one thing, and of `{n}` of them.
pub type Counted = [&'static str; 2];

/// A count of things.
///
/// ```
/// use games::named::{OF_GAMES, plural};
/// assert_eq!([0, 1, 2].map(|n| plural(n, OF_GAMES)), ["0 games", "1 game", "2 games"]);
/// ```
pub fn plural(n: usize, [one, several]: Counted) -> String {
    match n {
        1 => told(one).to_string(),
        n => filled(told(several), &[("n", &n)]),
    }
}

/// The value, among all of them, that a text names.
///
/// # Errors
/// None of the values has this name; `what` says what they are.
///
/// ```
/// use games::named::find;
/// assert_eq!(find(&[10, 20], "20", "number"), Ok(20));
/// let unknown = find(&[10, 20], "30", "number").unwrap_err();
/// assert_eq!(unknown.to_string(), "no number is named '30'; there are 10, 20");
/// ```
pub fn find<T: Copy + Display>(
    all: &[T],
    name: &str,
    what: &'static str,
) -> Result<T, UnknownName> {
    let found = all.iter().find(|value| value.to_string() == name);
    found.copied().ok_or_else(|| UnknownName {
        what,
        name: name.to_string(),
        names: all.iter().map(T::to_string).collect(),
    })
}
