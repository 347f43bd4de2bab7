//! The two colours, and the ways in which a game can end.

use std::fmt;
use std::str::FromStr;
use words::say;

/// The colour of a stone or disc, which also identifies the player who has it. The numbers are those in the C
/// program's `Map`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stone {
    Black = 1,
    White = 2,
}

impl Stone {
    pub const ALL: [Stone; 2] = [Stone::Black, Stone::White];

    /// The colour that plays turn `t`: black in odd turns, white in even ones.
    pub fn of_turn(t: usize) -> Stone {
        match t % 2 {
            1 => Stone::Black,
            _ => Stone::White,
        }
    }

    /// Parses a character of a text diagram. Returns `Some(None)` for an empty place, and `None` for an
    /// unknown character.
    pub(crate) fn of_sign(sign: char) -> Option<Option<Stone>> {
        match sign {
            'X' | 'x' | '*' | '#' | 'B' | 'b' | '●' => Some(Some(Stone::Black)),
            'O' | 'o' | 'W' | 'w' | '○' => Some(Some(Stone::White)),
            '.' | '-' | '_' => Some(None),
            _ => None,
        }
    }

    /// Parses `black`, `white` or a character of a text diagram.
    pub(crate) fn named(word: &str) -> Option<Stone> {
        match word.to_ascii_lowercase().as_str() {
            "black" => Some(Stone::Black),
            "white" => Some(Stone::White),
            sign => Stone::of_sign(sign.parse().ok()?)?,
        }
    }

    pub fn other(self) -> Stone {
        match self {
            Stone::Black => Stone::White,
            Stone::White => Stone::Black,
        }
    }

    /// The colour as `B` or `W`, as in SGF and GGF.
    pub(crate) fn letter(self) -> char {
        match self {
            Stone::Black => 'B',
            Stone::White => 'W',
        }
    }

    /// The colour as `Black` or `White`, for the beginning of a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Stone::Black => say!("Black"),
            Stone::White => say!("White"),
        }
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stone::Black => "black",
            Stone::White => "white",
        })
    }
}

/// The error for a text that is not the name of a colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("'{value}' is neither black nor white", value = .0.escape_debug()))]
pub struct NoColour(String);

impl FromStr for Stone {
    type Err = NoColour;

    fn from_str(name: &str) -> Result<Stone, NoColour> {
        let all = Stone::ALL.into_iter();
        let mut named = all.filter(|stone| stone.to_string() == name);
        named.next().ok_or_else(|| NoColour(name.to_string()))
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    Won(Stone),
    Draw,
}

/// The value in words, or another word if there is none.
pub(crate) fn or(value: Option<impl fmt::Display>, none: &str) -> String {
    value.map_or(none.to_string(), |value| value.to_string())
}

/// The reason for a loss that was not decided on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lost {
    Resigned,
    OutOfTime,
}

/// Writes `resigns` or `is out of time`, to follow a player's name.
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lost::Resigned => say!("resigns"),
            Lost::OutOfTime => say!("is out of time"),
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Won(stone) => stone.fmt(f),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}
