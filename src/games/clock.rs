//! Clocks, as in a tournament: each player has so much time for all moves, and who has none left has lost.

use std::fmt;
use std::str::FromStr;

use crate::games::stone::Stone;

/// The minutes that a form offers to each player; 0 is a game without clocks.
pub const MINUTES: [u32; 7] = [0, 1, 3, 5, 10, 15, 30];

/// The time that both players have left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Black's and white's, in ms.
    pub left: [u32; 2],
}

impl Clocks {
    /// Clocks with so many minutes for each player; none for 0 minutes.
    pub fn new(minutes: u32) -> Option<Clocks> {
        let ms = minutes.saturating_mul(60_000);
        (ms > 0).then_some(Clocks { left: [ms; 2] })
    }

    /// What a player has left, in ms.
    pub fn of(&self, stone: Stone) -> u32 {
        self.left[stone as usize - 1]
    }

    /// So many ms go by for a player. False when the player has none left.
    pub fn run(&mut self, stone: Stone, ms: u64) -> bool {
        let left = &mut self.left[stone as usize - 1];
        *left = left.saturating_sub(u32::try_from(ms).unwrap_or(u32::MAX));
        *left > 0
    }

    /// How long it takes until the clock of a player shows another second, in ms.
    pub fn until_next_second(&self, stone: Stone) -> u32 {
        (self.of(stone) + 999) % 1000 + 1
    }

    /// What the clock of a player shows: minutes and seconds, the last second until it is over.
    ///
    /// ```
    /// use qipan::games::clock::Clocks;
    /// use qipan::games::stone::Stone;
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

/// Reads what [`Clocks`] are kept as.
impl FromStr for Clocks {
    type Err = String;

    fn from_str(text: &str) -> Result<Clocks, String> {
        let left = text
            .split_once(' ')
            .and_then(|(black, white)| Some([black.parse().ok()?, white.parse().ok()?]));
        let left = left.ok_or_else(|| format!("'{}' is not a time", text.escape_debug()))?;
        Ok(Clocks { left })
    }
}

/// Black's and white's time in ms, as a game in progress is kept with.
impl fmt::Display for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.left;
        write!(f, "{black} {white}")
    }
}
