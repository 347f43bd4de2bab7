//! The levels of the computer player.

use std::fmt;
use words::phrase;

use mind::learner::Effort;

/// A level, from 1 to 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

pub(crate) const HIGHEST: u8 = 12;

const NAMES: [&str; HIGHEST as usize] = [
    phrase!("greedy"),
    phrase!("beginner"),
    phrase!("pupil"),
    phrase!("casual"),
    phrase!("player"),
    phrase!("regular"),
    phrase!("club"),
    phrase!("strong"),
    phrase!("expert"),
    phrase!("master"),
    phrase!("champion"),
    phrase!("oracle"),
];

impl Level {
    /// The default opponent.
    pub const DEFAULT: Level = Level(3);

    /// The level with the learner's search depth.
    pub(super) const OF_THE_LEARNER: Level = Level(Effort::PLAY.plies as u8);

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=HIGHEST).map(Level)
    }

    pub fn new(n: u8) -> Option<Level> {
        (1..=HIGHEST).contains(&n).then_some(Level(n))
    }

    pub fn number(self) -> u8 {
        self.0
    }

    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0) - 1]
    }

    /// Finds a level by its number, its name or both, such as `3-pupil`.
    pub fn find(text: &str) -> Option<Level> {
        Level::all()
            .find(|level| text == level.name() || text == level.0.to_string() || text == level.to_string())
    }
}

/// The number and the name, such as `3-pupil`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.name())
    }
}
