//! Values that people name on the command line and in files, and counts of things in words.

use std::fmt::Display;

/// An unknown name. As text it is half a sentence that lists the known ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {what} is named '{}'; there are {}", .name.escape_debug(), .names.join(", "))]
pub struct UnknownName {
    /// What should have been named, such as `algorithm`.
    pub what: &'static str,
    /// The name.
    pub name: String,
    /// The known names.
    pub names: Vec<String>,
}

/// A count of things, given the word for one of them: `1 game`, `2 games`.
///
/// ```
/// use games::named::plural;
/// assert_eq!([0, 1, 2].map(|n| plural(n, "stone")), ["0 stones", "1 stone", "2 stones"]);
/// ```
pub fn plural(n: usize, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
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
