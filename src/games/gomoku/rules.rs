//! The rules of a game: the length of a winning row, the first player, and the opening.

use words::{phrase, say};

use super::point::{SIZE, SIZES};
use crate::named::names;
use crate::stone::Stone;

/// The length that a winning row must have, and the restrictions on black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five in a row win.
    Standard,
    /// Black wins with exactly five in a row, and must not make an overline, two fours or two threes with one
    /// stone. White wins with five or more.
    Renju,
}

names!(
    Rules,
    say!("rule of gomoku"),
    [Freestyle = phrase!("freestyle"), Standard = phrase!("standard"), Renju = phrase!("renju")]
);

impl Rules {
    /// True if a row of `run` stones wins for this colour.
    pub fn wins(self, stone: Stone, run: usize) -> bool {
        match (self, stone) {
            (Rules::Freestyle, _) | (Rules::Renju, Stone::White) => run >= 5,
            (Rules::Standard, _) | (Rules::Renju, Stone::Black) => run == 5,
        }
    }
}

/// The procedure by which the players get their colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Opening {
    /// The players have their colours from the start.
    #[default]
    Free,
    /// The first player places a black, a white and a black stone. The second player takes a colour, or
    /// places a white and a black stone, after which the first player takes a colour.
    Swap2,
}

names!(Opening, say!("opening of gomoku"), [Free = phrase!("free"), Swap2 = phrase!("swap2")]);

/// A player's choice in swap2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The player takes white, which moves next.
    White,
    Black,
    /// The player places two more stones and lets the other player choose.
    PutTwo,
}

names!(Decision, "decision", [White = "white", Black = "black", PutTwo = "two"]);

/// The error for a game in which white begins although the rules do not allow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("Black begins in renju and in swap2"))]
pub struct BlackBegins;

/// The complete rules of a game: the winning rows, the first player, the opening and the board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    rules: Rules,
    first: Stone,
    opening: Opening,
    size: usize,
}

/// Freestyle rules on a 15x15 board without an opening rule. Black begins.
impl Default for Setup {
    fn default() -> Setup {
        Setup::by(Rules::Freestyle)
    }
}

impl Setup {
    /// Creates the rules for a game on a 15x15 board.
    pub fn new(rules: Rules, first: Stone, opening: Opening) -> Result<Setup, BlackBegins> {
        if first == Stone::White && (rules == Rules::Renju || opening == Opening::Swap2) {
            return Err(BlackBegins);
        }
        Ok(Setup { first, opening, ..Setup::by(rules) })
    }

    /// The given rules on a 15x15 board without an opening rule. Black begins.
    pub(crate) fn by(rules: Rules) -> Setup {
        Setup { rules, first: Stone::Black, opening: Opening::Free, size: SIZE }
    }

    /// Returns the same rules for a board of `size` x `size` points.
    ///
    /// # Panics
    /// If the size is not from 5 to 20.
    pub fn on(self, size: usize) -> Setup {
        assert!(SIZES.contains(&size), "no board of size {size}");
        Setup { size, ..self }
    }

    pub fn size(self) -> usize {
        self.size
    }

    pub fn rules(self) -> Rules {
        self.rules
    }

    /// The colour that begins.
    pub fn first(self) -> Stone {
        self.first
    }

    pub fn opening(self) -> Opening {
        self.opening
    }
}
