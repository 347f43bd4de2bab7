//! Clocks, as in a tournament: each player has a time for all moves, and a player with none left has lost. What Fischer added is time that
//! comes with each move.

use std::fmt;
use std::str::FromStr;
use words::say;

use crate::Game;
use crate::stone::Stone;
use crate::tree::{ROOT, Tree, steps};

/// The times that a form offers, by their names.
pub const TIMES: [&str; 12] = [
    "none", "1 min", "1+1", "3 min", "3+2", "5 min", "5+3", "10 min", "10+5", "15 min", "15+10",
    "30 min",
];

/// How much time each player gets. Without minutes there are no clocks.
///
/// ```
/// use games::clock::Allowed;
/// let fischer: Allowed = "5+3".parse().unwrap();
/// assert_eq!((fischer.minutes, fischer.seconds), (5, 3));
/// let names = ["0", "5", "10 min", "5+3"].map(|text| text.parse::<Allowed>().unwrap().to_string());
/// assert_eq!(names, ["none", "5 min", "10 min", "5+3"]);
/// assert!("5+x".parse::<Allowed>().is_err() && "0+3".parse::<Allowed>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// For all moves.
    pub minutes: u32,
    /// More with each move.
    pub seconds: u32,
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.minutes, self.seconds) {
            (0, _) => f.write_str("none"),
            (minutes, 0) => write!(f, "{minutes} min"),
            (minutes, seconds) => write!(f, "{minutes}+{seconds}"),
        }
    }
}

impl FromStr for Allowed {
    type Err = NotAllowed;

    fn from_str(text: &str) -> Result<Allowed, NotAllowed> {
        if text == "none" {
            return Ok(Allowed::default());
        }
        let wrong = || NotAllowed(text.to_string());
        let number = |text: &str| text.parse().map_err(|_| wrong());
        let (minutes, seconds) = match text.split_once('+') {
            Some((minutes, seconds)) => (number(minutes)?, number(seconds)?),
            None => (number(text.trim_end_matches(" min"))?, 0),
        };
        match (minutes, seconds) {
            (0, 1..) => Err(wrong()),
            (minutes, seconds) => Ok(Allowed { minutes, seconds }),
        }
    }
}

/// A text that is no time for a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("'{value}' is no time: write minutes, such as 5, or 5+3 for 3 seconds more with each move", value = .0.escape_debug()))]
pub struct NotAllowed(String);

/// The time that both players have left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Black's and white's, in ms.
    pub left: [u32; 2],
    /// What comes with each move, in ms.
    pub increment: u32,
}

impl Clocks {
    /// Clocks with this time for each player; `None` where there are none.
    pub fn new(allowed: Allowed) -> Option<Clocks> {
        let ms = allowed.minutes.saturating_mul(60_000);
        (ms > 0).then_some(Clocks {
            left: [ms; 2],
            increment: allowed.seconds.saturating_mul(1000),
        })
    }

    /// What a player has left, in ms.
    pub fn of(&self, stone: Stone) -> u32 {
        self.left[stone as usize - 1]
    }

    /// Takes this many ms off a player's clock. False when none are left.
    pub fn run(&mut self, stone: Stone, ms: u64) -> bool {
        let left = &mut self.left[stone as usize - 1];
        *left = left.saturating_sub(u32::try_from(ms).unwrap_or(u32::MAX));
        *left > 0
    }

    /// A player has moved.
    pub fn moved(&mut self, stone: Stone) {
        let left = &mut self.left[stone as usize - 1];
        *left = left.saturating_add(self.increment);
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
    /// let mut clocks = Clocks::new("5+3".parse().unwrap()).unwrap();
    /// assert!(clocks.run(Stone::White, 1));
    /// assert_eq!(clocks.shown(Stone::White), "5:00");
    /// assert!(clocks.run(Stone::White, 240_000));
    /// assert_eq!(clocks.shown(Stone::White), "1:00");
    /// clocks.moved(Stone::White);
    /// assert_eq!(clocks.shown(Stone::White), "1:03");
    /// assert!(!clocks.run(Stone::White, 63_000));
    /// assert_eq!(clocks.shown(Stone::White), "0:00");
    /// ```
    pub fn shown(&self, stone: Stone) -> String {
        let seconds = self.of(stone).div_ceil(1000);
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }

    /// Says in the tree, in SGF's words, what the clocks show where the game stands.
    pub fn note(&self, tree: &mut Tree, game: &dyn Game) {
        let Some(n) = tree.find(game) else {
            return;
        };
        for (name, left) in LEFT.into_iter().zip(self.left) {
            tree.say(n, name, format!("{}.{:03}", left / 1000, left % 1000));
        }
    }

    /// What the clocks showed where the game stands, if its record says that of both players.
    ///
    /// ```
    /// use games::{clock::Clocks, gomoku, stone::Stone, tree::Tree};
    /// let (start, game) = (gomoku::Game::default(), gomoku::Game::from_record("77").unwrap());
    /// let mut tree = Tree::default();
    /// let mut clocks = Clocks::new("5".parse().unwrap()).unwrap();
    /// clocks.note(&mut tree, &start);
    /// clocks.run(Stone::Black, 12_345);
    /// tree.grow(&game);
    /// clocks.note(&mut tree, &game);
    /// assert_eq!(Clocks::noted(&tree, &game), Some(clocks));
    /// assert_eq!(Clocks::noted(&tree, &start).unwrap().shown(Stone::Black), "5:00");
    /// ```
    pub fn noted(tree: &Tree, game: &dyn Game) -> Option<Clocks> {
        let there = steps(game).into_iter();
        let way = there.scan(ROOT, |n, step| {
            *n = tree.child(*n, step)?;
            Some(*n)
        });
        let way: Vec<usize> = std::iter::once(ROOT).chain(way).collect();
        let left = |name: &str| {
            let said = way.iter().rev().find_map(|n| tree.said(*n, name))?;
            let seconds = said.parse::<f64>().ok().filter(|seconds| *seconds >= 0.0)?;
            Some((seconds * 1000.0).round() as u32)
        };
        Some(Clocks {
            left: [left(LEFT[0])?, left(LEFT[1])?],
            increment: 0,
        })
    }
}

/// What SGF calls the seconds that Black and White have left.
const LEFT: [&str; 2] = ["BL", "WL"];

/// Reads clocks as they are kept in a saved game.
impl FromStr for Clocks {
    type Err = NoTime;

    fn from_str(text: &str) -> Result<Clocks, NoTime> {
        let no_time = || NoTime(text.to_string());
        let numbers: Result<Vec<u32>, _> = text.split(' ').map(str::parse).collect();
        match numbers.map_err(|_| no_time())?[..] {
            [black, white] => Ok(Clocks {
                left: [black, white],
                increment: 0,
            }),
            [black, white, increment] => Ok(Clocks {
                left: [black, white],
                increment,
            }),
            _ => Err(no_time()),
        }
    }
}

/// A text that is not the time of two players.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("'{value}' is not the time of two players", value = .0.escape_debug()))]
pub struct NoTime(String);

/// Black's and white's time in ms, as a saved game keeps it, and what comes with each move.
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
