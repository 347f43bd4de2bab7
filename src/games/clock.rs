//! Clocks, as in a tournament: each player has a fixed time for all moves, and a player with none left has lost.

use std::fmt;
use std::str::FromStr;

use crate::stone::Stone;

/// The minutes per player that a form offers; 0 means a game without clocks.
pub const MINUTES: [u32; 7] = [0, 1, 3, 5, 10, 15, 30];

/// The time that both players have left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Black's and white's, in ms.
    pub left: [u32; 2],
}

impl Clocks {
    /// Clocks with this many minutes for each player; `None` for 0 minutes.
    pub fn new(minutes: u32) -> Option<Clocks> {
        let ms = minutes.saturating_mul(60_000);
        (ms > 0).then_some(Clocks { left: [ms; 2] })
    }

    /// What a player has left, in ms.
    pub(crate) fn of(&self, stone: Stone) -> u32 {
        self.left[stone as usize - 1]
    }

    /// Takes this many ms off a player's clock. False when none are left.
    pub fn run(&mut self, stone: Stone, ms: u64) -> bool {
        let left = &mut self.left[stone as usize - 1];
        *left = left.saturating_sub(u32::try_from(ms).unwrap_or(u32::MAX));
        *left > 0
    }

    /// How long until a player's clock shows the next second, in ms.
    pub fn until_next_second(&self, stone: Stone) -> u32 {
        (self.of(stone) + 999) % 1000 + 1
    }

    /// What the clock of a player shows: minutes and seconds, rounded up, so that it shows 0:00 only when the time is up.
    ///
    /// ```
    /// use games::clock::Clocks;
    /// use games::stone::Stone;
    /// let mut clocks = Clocks::new(5).unwrap();
    /// assert!(clocks.run(Stone::White, 1));
    /// assert_eq!(clocks.shown(Stone::White), "5:00");
    /// assert!(clocks.run(Stone::White, 240_000));
    /// assert_eq!(clocks.shown(Stone::White), "1:00");
    /// assert!(!clocks.run(Stone::White, 60_000));
    /// assert_eq!(clocks.shown(Stone::White), "0:00");
    /// ```
    pub fn shown(&self, stone: Stone) -> String {
        let seconds = self.of(stone).div_ceil(1000);
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

/// Reads clocks as they are kept in a saved game.
impl FromStr for Clocks {
    type Err = NoTime;

    fn from_str(text: &str) -> Result<Clocks, NoTime> {
        let left = text
            .split_once(' ')
            .and_then(|(black, white)| Some([black.parse().ok()?, white.parse().ok()?]));
        let left = left.ok_or_else(|| NoTime(text.to_string()))?;
        Ok(Clocks { left })
    }
}

/// A text that is not the time of two players.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not the time of two players", .0.escape_debug())]
pub struct NoTime(String);

/// Black's and white's time in ms, as a saved game keeps it.
impl fmt::Display for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.left;
        write!(f, "{black} {white}")
    }
}
