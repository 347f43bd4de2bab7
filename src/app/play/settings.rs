//! What a person prefers, and what surrounds the game at the board without being part of it.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use words::phrase;

use players::level::Level;
use players::{Player, Seats};
use screen::theme::{THEMES, Theme};
use games::clock::{Allowed, Clocks};
use games::named::{UnknownName, find};
use games::tree::Tree;
use turbo::dos::picture::{Strength, Tube};

/// How fast stones turn over and the computer moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// At once.
    Instant,
    /// In 80 ms to the edge-on position, and 80 ms back.
    Fast,
    /// In 200 ms and 200 ms, as in the Reversi text.
    #[default]
    Normal,
}

impl Speed {
    /// All of them, from the fastest to the slowest.
    pub const ALL: [Speed; 3] = [Speed::Instant, Speed::Fast, Speed::Normal];

    /// What the command line calls it.
    pub fn name(self) -> &'static str {
        match self {
            Speed::Instant => phrase!("instant"),
            Speed::Fast => phrase!("fast"),
            Speed::Normal => phrase!("normal"),
        }
    }

    /// How long something takes that takes `ms` milliseconds at normal speed.
    pub(crate) fn scaled(self, ms: u32) -> u32 {
        match self {
            Speed::Instant => 0,
            Speed::Fast => ms * 2 / 5,
            Speed::Normal => ms,
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Speed {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Speed, UnknownName> {
        find(&Speed::ALL, name, "speed")
    }
}

/// What a person prefers, whichever game is at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The colours of the screen.
    pub theme: &'static Theme,
    /// Are the legal moves shown? If nobody has chosen, only against the computer.
    pub hints: Option<bool>,
    /// How fast stones turn over.
    pub speed: Speed,
    /// Does the board show how a game came to its end?
    pub ending: bool,
    /// Is the speaker on?
    pub sound: bool,
    /// How loud it is, from 1 to [`LOUDEST`](turbo::dos::LOUDEST).
    pub volume: u8,
    /// Whether the window shows the lines and the glow of an old screen.
    pub crt: bool,
    /// Do the stones of gomoku show the numbers of their turns?
    pub numbers: bool,
    /// Are the digits of a record shown at the edges of gomoku's board, too?
    pub digits: bool,
    /// Are the values of the moves shown, and what the computer thinks?
    pub values: bool,
    /// The language that was chosen: one of [`words::languages`]. None is the system's.
    pub language: Option<&'static str>,
    /// Under which name the progress in the lessons is kept: an empty one is none. Nothing until somebody was asked.
    pub student: Option<String>,
    /// By the name of a game, who plays Black and White in it against the computer: the players of the last such game. For a game that
    /// has none the level is asked.
    pub against_computer: BTreeMap<&'static str, (Player, Player)>,
}

/// A person and the computer, at a board at which nobody has chosen a level yet.
pub const USUAL_PLAYERS: (Player, Player) = (Player::Human, Player::Level(Level::DEFAULT));

/// The original's colour, hints against the computer, the sound on.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: &THEMES[0],
            hints: None,
            speed: Speed::default(),
            ending: true,
            sound: true,
            volume: 3,
            crt: false,
            numbers: false,
            digits: false,
            values: false,
            language: None,
            student: None,
            against_computer: BTreeMap::new(),
        }
    }
}

/// How games at the board begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Begins {
    /// With the position of the rules.
    #[default]
    Usual,
    /// Othello: with eight plies that chance draws and that leave neither side ahead.
    Random,
    /// Othello: with the opening of this number in the list, from 0.
    Named(usize),
}

/// A game's surroundings: what is needed to play it but is not part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Who plays.
    pub seats: Seats,
    /// The time that each player gets when this game is played again.
    pub time: Allowed,
    /// The clocks of this game, if it has any.
    pub clocks: Option<Clocks>,
    /// How this game began, and begins when it is played again.
    pub begins: Begins,
    /// Where the moving stone stands, in pixels, if it has left the start.
    pub stone_at: Option<(i32, i32)>,
    /// Is each drop shown step by step?
    pub tutor: bool,
    /// Is this a lesson's board, which Esc closes?
    pub practice: bool,
    /// Is the result of this game counted?
    pub counted: bool,
    /// Has the computer given a tip to the person that plays against it, or has a move been taken back?
    pub helped: bool,
    /// How many moves the list beside the board ends before the last one.
    pub scroll: usize,
    /// All lines of this game that were played at the board, and those that it was opened with. It grows when the game is kept.
    pub tree: Tree,
}

impl Table {
    /// Swaps the players' colours, and their clocks with them.
    pub(crate) fn swap(&mut self) {
        self.seats.change_sides();
        if let Some(clocks) = &mut self.clocks {
            clocks.left.swap(0, 1);
        }
    }
}

/// The picture of the screen with or without the lines and the glow of an old one.
pub(crate) fn tube(crt: bool) -> Tube {
    Tube {
        strength: if crt { Strength::Medium } else { Strength::Off },
        ..Tube::default()
    }
}
