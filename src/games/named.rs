//! Enums with named values, and counts in words.

use std::fmt::Display;
use words::{fill, phrase, say, translate};

/// The error for an unknown name. The message lists the valid names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("no {what} is named '{value}'; there are {names}", what = .what, value = .name.escape_debug(), names = .names.join(", ")))]
pub struct UnknownName {
    /// The kind of value, such as `algorithm`.
    pub what: &'static str,
    pub name: String,
    pub names: Vec<String>,
}

pub const GAMES: Counted = [phrase!("1 game"), phrase!("{n} games")];
pub const POSITIONS: Counted = [phrase!("1 position"), phrase!("{n} positions")];

/// The singular and the plural of a phrase; `{n}` is the number.
pub type Counted = [&'static str; 2];

/// Writes a count with its noun, in the singular or the plural.
///
/// ```
/// use games::named::{GAMES, plural};
/// assert_eq!([0, 1, 2].map(|n| plural(n, GAMES)), ["0 games", "1 game", "2 games"]);
/// ```
pub fn plural(n: usize, [one, several]: Counted) -> String {
    match n {
        1 => translate(one).to_string(),
        n => fill(translate(several), &[("n", &n)]),
    }
}

/// Finds the value with the given name. `what` is the kind of value, used in the error message.
pub fn find<T: Copy + Display>(all: &[T], name: &str, what: &'static str) -> Result<T, UnknownName> {
    let found = all.iter().find(|value| value.to_string() == name);
    found.copied().ok_or_else(|| UnknownName {
        what,
        name: name.to_string(),
        names: all.iter().map(T::to_string).collect(),
    })
}

/// Names the variants of an enum: implements `ALL`, `name`, `Display` and `FromStr`. `$what` is the kind of value,
/// used in error messages.
#[macro_export]
macro_rules! names {
    ($type:ident, $what:expr, [$($variant:ident = $name:expr),+ $(,)?]) => {
        impl $type {
            /// All values, in menu order.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// The name as it is written in files and on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::named::UnknownName;

            fn from_str(name: &str) -> Result<$type, Self::Err> {
                $crate::named::find(&$type::ALL, name, $what)
            }
        }
    };
}
pub use names;
