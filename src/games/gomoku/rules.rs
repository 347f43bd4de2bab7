//! The rules of a game: the length of a winning row, the first player, and the opening.

use words::{phrase, say};

use super::point::{SIZE, SIZES};
use crate::named::names;
use crate::stone::Stone;

/// The length of a winning row, and the restrictions on black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five in a row win.
    Standard,
    /// Black wins with exactly five and must not make an overline, two fours or two threes with one stone.
    /// White wins with five or more.
    Renju,
}

names!(
    Rules,
    say!("rule of gomoku"),
    [Freestyle = phrase!("freestyle"), Standard = phrase!("standard"), Renju = phrase!("renju")]
);

impl Rules {
    /// True if a row of `run` stones wins for a colour.
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
    /// The colours are fixed from the start.
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
    /// Takes white, which moves next.
    White,
    Black,
    /// Places two more stones and lets the other player choose.
    PutTwo,
}

names!(Decision, "decision", [White = "white", Black = "black", PutTwo = "two"]);

/// An error: these rules do not let white begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("Black begins in renju and in swap2"))]
pub struct BlackBegins;

/// All the rules of a game, with the size of its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    rules: Rules,
    first: Stone,
    opening: Opening,
    size: usize,
}

/// Freestyle on a 15x15 board without an opening rule; black begins.
impl Default for Setup {
    fn default() -> Setup {
        Setup::by(Rules::Freestyle)
    }
}

impl Setup {
    /// Creates the rules of a game on a 15x15 board.
    pub fn new(rules: Rules, first: Stone, opening: Opening) -> Result<Setup, BlackBegins> {
        if first == Stone::White && (rules == Rules::Renju || opening == Opening::Swap2) {
            return Err(BlackBegins);
        }
        Ok(Setup { first, opening, ..Setup::by(rules) })
    }

    /// The given rules on a 15x15 board without an opening rule; black begins.
    pub(crate) fn by(rules: Rules) -> Setup {
        Setup { rules, first: Stone::Black, opening: Opening::Free, size: SIZE }
    }

    /// The same rules on a board of `size` x `size` points.
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
