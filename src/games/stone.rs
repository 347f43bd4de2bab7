//! The two sides of a game, and how it can end.

use std::fmt;
use std::str::FromStr;
use words::say;

/// A stone, and the player who plays that colour. The numbers are the ones that the C program keeps in `Map`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stone {
    /// Moves first.
    Black = 1,
    /// Moves second.
    White = 2,
}

impl Stone {
    /// Both, black first.
    pub const ALL: [Stone; 2] = [Stone::Black, Stone::White];

    /// The colour whose turn number `t` is: odd turns are black's, even ones white's.
    pub fn of_turn(t: usize) -> Stone {
        match t % 2 {
            1 => Stone::Black,
            _ => Stone::White,
        }
    }

    /// The colour that a sign of a drawn board stands for, if it stands for anything; the inner `None` is an empty place.
    pub(crate) fn of_sign(sign: char) -> Option<Option<Stone>> {
        match sign {
            'X' | 'x' | '*' | '#' | 'B' | 'b' | '●' => Some(Some(Stone::Black)),
            'O' | 'o' | 'W' | 'w' | '○' => Some(Some(Stone::White)),
            '.' | '-' | '_' => Some(None),
            _ => None,
        }
    }

    /// The colour that a word or a sign names.
    pub(crate) fn named(word: &str) -> Option<Stone> {
        match word.to_ascii_lowercase().as_str() {
            "black" => Some(Stone::Black),
            "white" => Some(Stone::White),
            sign => Stone::of_sign(sign.parse().ok()?)?,
        }
    }

    /// The opponent's colour.
    pub fn other(self) -> Stone {
        match self {
            Stone::Black => Stone::White,
            Stone::White => Stone::Black,
        }
    }

    /// `Black` or `White`, for the beginning of a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Stone::Black => say!("Black"),
            Stone::White => say!("White"),
        }
    }
}

/// `black` or `white`.
impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stone::Black => "black",
            Stone::White => "white",
        })
    }
}

/// A text that names no colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("'{value}' is neither black nor white", value = .0.escape_debug()))]
pub struct NoColour(String);

impl FromStr for Stone {
    type Err = NoColour;

    fn from_str(name: &str) -> Result<Stone, NoColour> {
        match name {
            "black" => Ok(Stone::Black),
            "white" => Ok(Stone::White),
            _ => Err(NoColour(name.to_string())),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won.
    Won(Stone),
    /// Nobody won.
    Draw,
}

/// How a player loses before the game is over on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lost {
    /// The player gives the game up.
    Resigned,
    /// The player's clock has run out.
    OutOfTime,
}

/// `resigns` or `is out of time`, after a player's name.
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lost::Resigned => say!("resigns"),
            Lost::OutOfTime => say!("is out of time"),
        })
    }
}

/// `black`, `white` or `draw`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Won(stone) => stone.fmt(f),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}
