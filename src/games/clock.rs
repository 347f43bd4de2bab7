//! Chess clocks: each player has a limited time for all moves, optionally with a Fischer increment. A player
//! whose time runs out loses.

use std::fmt;
use std::str::FromStr;
use words::say;

use crate::Game;
use crate::stone::Stone;
use crate::tree::{ROOT, Tree};

/// The time controls that a form offers.
pub const TIMES: [&str; 12] =
    ["none", "1 min", "1+1", "3 min", "3+2", "5 min", "5+3", "10 min", "10+5", "15 min", "15+10", "30 min"];

/// A time control: the time that each player gets. A time control of 0 minutes means no clocks.
///
/// ```
/// use games::clock::TimeControl;
/// let fischer: TimeControl = "5+3".parse().unwrap();
/// assert_eq!((fischer.minutes, fischer.seconds), (5, 3));
/// let names = ["0", "5", "10 min", "5+3"].map(|text| text.parse::<TimeControl>().unwrap().to_string());
/// assert_eq!(names, ["none", "5 min", "10 min", "5+3"]);
/// assert!("5+x".parse::<TimeControl>().is_err() && "0+3".parse::<TimeControl>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// The time for all moves.
    pub minutes: u32,
    /// The increment for each move, in seconds.
    pub seconds: u32,
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.minutes, self.seconds) {
            (0, _) => f.write_str("none"),
            (minutes, 0) => write!(f, "{minutes} min"),
            (minutes, seconds) => write!(f, "{minutes}+{seconds}"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, BadTimeControl> {
        if text == "none" {
            return Ok(TimeControl::default());
        }
        let wrong = || BadTimeControl(text.to_string());
        let number = |text: &str| text.parse().map_err(|_| wrong());
        let (minutes, seconds) = match text.split_once('+') {
            Some((minutes, seconds)) => (number(minutes)?, number(seconds)?),
            None => (number(text.trim_end_matches(" min"))?, 0),
        };
        match (minutes, seconds) {
            (0, 1..) => Err(wrong()),
            (minutes, seconds) => Ok(TimeControl { minutes, seconds }),
        }
    }
}

/// The error for a text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("'{value}' is not a time control: give minutes (5), or minutes and seconds per move (5+3)", value = .0.escape_debug()))]
pub struct BadTimeControl(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The time left for black and for white, in ms.
    pub left: [u32; 2],
    /// The time added after each move, in ms.
    pub increment: u32,
}

impl Clocks {
    /// Creates the clocks. Returns `None` if the time control has none.
    pub fn new(control: TimeControl) -> Option<Clocks> {
        let ms = control.minutes.saturating_mul(60_000);
        (ms > 0).then_some(Clocks { left: [ms; 2], increment: control.seconds.saturating_mul(1000) })
    }

    /// A player's remaining time in ms.
    pub fn of(&self, stone: Stone) -> u32 {
        self.left[stone as usize - 1]
    }

    /// Runs a player's clock for `ms` milliseconds. Returns false when the time has run out.
    pub fn run(&mut self, stone: Stone, ms: u64) -> bool {
        let left = &mut self.left[stone as usize - 1];
        *left = left.saturating_sub(u32::try_from(ms).unwrap_or(u32::MAX));
        *left > 0
    }

    pub fn add_increment(&mut self, stone: Stone) {
        let left = &mut self.left[stone as usize - 1];
        *left = left.saturating_add(self.increment);
    }

    /// The time in ms until the displayed seconds of the player's clock change.
    pub fn until_next_second(&self, stone: Stone) -> u32 {
        (self.of(stone) + 999) % 1000 + 1
    }

    /// The player's remaining time in minutes and seconds, rounded up: 0:00 means that the time has run out.
    ///
    /// ```
    /// use games::clock::Clocks;
    /// use games::stone::Stone;
    /// let mut clocks = Clocks::new("5+3".parse().unwrap()).unwrap();
    /// assert!(clocks.run(Stone::White, 1));
    /// assert_eq!(clocks.shown(Stone::White), "5:00");
    /// assert!(clocks.run(Stone::White, 240_000));
    /// assert_eq!(clocks.shown(Stone::White), "1:00");
    /// clocks.add_increment(Stone::White);
    /// assert_eq!(clocks.shown(Stone::White), "1:03");
    /// assert!(!clocks.run(Stone::White, 63_000));
    /// assert_eq!(clocks.shown(Stone::White), "0:00");
    /// ```
    pub fn shown(&self, stone: Stone) -> String {
        let seconds = self.of(stone).div_ceil(1000);
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }

    /// Writes the clock times as SGF properties (`BL`, `WL`) to the tree's node for the current position of
    /// the game.
    pub fn write_to(&self, tree: &mut Tree, game: &dyn Game) {
        let Some(n) = tree.find(game) else {
            return;
        };
        for (name, left) in LEFT.into_iter().zip(self.left) {
            tree.set_property(n, name, format!("{}.{:03}", left / 1000, left % 1000));
        }
    }

    /// Reads the latest clock times on the path to the game's current position. Returns `None` unless the
    /// tree has them for both players.
    ///
    /// ```
    /// use games::{clock::Clocks, gomoku, stone::Stone, tree::Tree};
    /// let (start, game) = (gomoku::Game::default(), gomoku::Game::from_record("77").unwrap());
    /// let mut tree = Tree::default();
    /// let mut clocks = Clocks::new("5".parse().unwrap()).unwrap();
    /// clocks.write_to(&mut tree, &start);
    /// clocks.run(Stone::Black, 12_345);
    /// tree.add_game(&game);
    /// clocks.write_to(&mut tree, &game);
    /// assert_eq!(Clocks::from_tree(&tree, &game), Some(clocks));
    /// assert_eq!(Clocks::from_tree(&tree, &start).unwrap().shown(Stone::Black), "5:00");
    /// ```
    pub fn from_tree(tree: &Tree, game: &dyn Game) -> Option<Clocks> {
        let nodes = tree.along(game);
        let left = |name: &str| {
            let mut nodes = nodes.iter().rev().chain([&ROOT]);
            let value = nodes.find_map(|n| tree.property(*n, name))?;
            let seconds = value.parse::<f64>().ok().filter(|seconds| *seconds >= 0.0)?;
            Some((seconds * 1000.0).round() as u32)
        };
        Some(Clocks { left: [left(LEFT[0])?, left(LEFT[1])?], increment: 0 })
    }
}

/// The SGF properties that hold the number of seconds left for black and for white.
const LEFT: [&str; 2] = ["BL", "WL"];

/// Parses the clocks of a saved game: the times of black and white and the increment (0 if missing), all in
/// ms.
impl FromStr for Clocks {
    type Err = BadClocks;

    fn from_str(text: &str) -> Result<Clocks, BadClocks> {
        let numbers: Result<Vec<u32>, _> = text.split(' ').map(str::parse).collect();
        let (left, increment) = match numbers.unwrap_or_default()[..] {
            [black, white] => ([black, white], 0),
            [black, white, increment] => ([black, white], increment),
            _ => return Err(BadClocks(text.to_string())),
        };
        Ok(Clocks { left, increment })
    }
}

/// The error for a text that does not contain the clocks of two players.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("'{value}' is not a pair of clock times", value = .0.escape_debug()))]
pub struct BadClocks(String);

impl fmt::Display for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.left;
        write!(f, "{black} {white}")?;
        match self.increment {
            0 => Ok(()),
            increment => write!(f, " {increment}"),
        }
    }
}
