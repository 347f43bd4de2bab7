//! The rules of a game: what wins, who begins, and how the players come to their colours.

use std::fmt;
use std::str::FromStr;
use words::{phrase, say};

use super::point::{SIZE, SIZES};
use crate::named::{UnknownName, find};
use crate::stone::Stone;

/// What wins, and what black must not do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five in a row win; more do not count.
    Standard,
    /// Black wins with exactly five and must not make an overline, two fours or two threes with one stone; white wins
    /// with five or more.
    Renju,
}

impl Rules {
    /// All of them, in the order in which a menu offers them.
    pub const ALL: [Rules; 3] = [Rules::Freestyle, Rules::Standard, Rules::Renju];

    /// Does a player win with this many stones in a row?
    ///
    /// ```
    /// use games::gomoku::Rules;
    /// use games::stone::Stone;
    /// assert!(Rules::Freestyle.wins(Stone::Black, 6));
    /// assert!(!Rules::Standard.wins(Stone::White, 6));
    /// assert!(!Rules::Renju.wins(Stone::Black, 6) && Rules::Renju.wins(Stone::White, 6));
    /// ```
    pub fn wins(self, stone: Stone, run: usize) -> bool {
        match (self, stone) {
            (Rules::Freestyle, _) | (Rules::Renju, Stone::White) => run >= 5,
            (Rules::Standard, _) | (Rules::Renju, Stone::Black) => run == 5,
        }
    }
}

/// How the players come to their colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Opening {
    /// They have them from the start.
    #[default]
    Free,
    /// The first player puts three stones: black, white, black. The second takes a colour, or puts two more, white and
    /// black, and then the first takes a colour.
    Swap2,
}

impl Opening {
    /// Both, in the order in which a menu offers them.
    pub const ALL: [Opening; 2] = [Opening::Free, Opening::Swap2];
}

/// What a player does in the opening Swap2 instead of putting a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Takes white, who is to move.
    White,
    /// Takes black.
    Black,
    /// Puts two more stones, and the other player decides.
    PutTwo,
}

impl Decision {
    /// All of them, in the order in which a menu offers them.
    pub const ALL: [Decision; 3] = [Decision::White, Decision::Black, Decision::PutTwo];
}

/// White was to begin a game whose rules let black begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("Black begins in renju and in swap2"))]
pub struct BlackBegins;

/// The rules that a game is played by.
///
/// ```
/// use games::gomoku::{Opening, Rules, Setup};
/// use games::stone::Stone;
/// assert!(Setup::new(Rules::Standard, Stone::White, Opening::Free).is_ok());
/// assert!(Setup::new(Rules::Renju, Stone::White, Opening::Free).is_err());
/// assert_eq!(Setup::new(Rules::Freestyle, Stone::Black, Opening::Free), Ok(Setup::default()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    rules: Rules,
    first: Stone,
    opening: Opening,
    size: usize,
}

/// Freestyle, black begins, no opening rule, 15 x 15 points.
impl Default for Setup {
    fn default() -> Setup {
        Setup {
            rules: Rules::Freestyle,
            first: Stone::Black,
            opening: Opening::Free,
            size: SIZE,
        }
    }
}

impl Setup {
    /// A game by these rules, on 15 x 15 points.
    ///
    /// # Errors
    /// White cannot begin in renju, nor in Swap2.
    pub fn new(rules: Rules, first: Stone, opening: Opening) -> Result<Setup, BlackBegins> {
        if first == Stone::White && (rules == Rules::Renju || opening == Opening::Swap2) {
            return Err(BlackBegins);
        }
        Ok(Setup {
            rules,
            first,
            opening,
            size: SIZE,
        })
    }

    /// The usual game by these rules: black begins, on 15 x 15 points.
    pub(crate) fn by(rules: Rules) -> Setup {
        Setup {
            rules,
            ..Setup::default()
        }
    }

    /// These rules on a board of `size` x `size` points.
    ///
    /// # Panics
    /// When the size is not from 5 to 20.
    pub fn on(self, size: usize) -> Setup {
        assert!(SIZES.contains(&size), "no board of size {size}");
        Setup { size, ..self }
    }

    /// The number of points in a row of the board, which is also the number of rows.
    pub fn size(self) -> usize {
        self.size
    }

    /// What wins.
    pub fn rules(self) -> Rules {
        self.rules
    }

    /// Who begins.
    pub fn first(self) -> Stone {
        self.first
    }

    /// How the players come to their colours.
    pub fn opening(self) -> Opening {
        self.opening
    }
}

/// Their names on the command line.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rules::Freestyle => phrase!("freestyle"),
            Rules::Standard => phrase!("standard"),
            Rules::Renju => phrase!("renju"),
        })
    }
}

impl FromStr for Rules {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Rules, UnknownName> {
        find(&Rules::ALL, name, say!("rule of gomoku"))
    }
}

/// Its name on the command line.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Opening::Free => phrase!("free"),
            Opening::Swap2 => phrase!("swap2"),
        })
    }
}

impl FromStr for Opening {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Opening, UnknownName> {
        find(&Opening::ALL, name, say!("opening of gomoku"))
    }
}

/// Its name in a saved game.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::White => "white",
            Decision::Black => "black",
            Decision::PutTwo => "two",
        })
    }
}

impl FromStr for Decision {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Decision, UnknownName> {
        find(&Decision::ALL, name, "decision")
    }
}
