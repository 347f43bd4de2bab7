//! How a game is played: who sits at the board, what the screen looks like, how fast stones turn.

use std::fmt;
use std::str::FromStr;

use crate::games::Game;
use crate::games::clock::Clocks;
use crate::games::named::{UnknownName, find};
use crate::players::level::Level;
use crate::players::{Player, Seats};
use crate::screen::theme::{THEMES, Theme};

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
            Speed::Instant => "instant",
            Speed::Fast => "fast",
            Speed::Normal => "normal",
        }
    }

    /// What takes `ms` milliseconds at normal speed takes so many.
    pub fn scaled(self, ms: u32) -> u32 {
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

/// What is set at the board and is no part of the game on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Who plays.
    pub seats: Seats,
    /// Who plays black and white when it is not two people: the players of the last game with a computer.
    pub one_player: (Player, Player),
    /// The colours of the screen.
    pub theme: &'static Theme,
    /// Are the legal moves shown? If nobody has said so, against the computer only.
    pub hints: Option<bool>,
    /// How fast stones turn over.
    pub speed: Speed,
    /// Is the speaker on?
    pub sound: bool,
    /// Are the values of the moves shown, and what the computer thinks?
    pub values: bool,
    /// The minutes that each player has in the next game, 0 for a game without clocks.
    pub minutes: u32,
    /// The clocks of this game, if it has any.
    pub clocks: Option<Clocks>,
    /// Where the moving stone stands, in pixels, if it has left the start.
    pub stone_at: Option<(i32, i32)>,
    /// Is each drop shown step by step?
    pub tutor: bool,
    /// Do the stones of gomoku show the numbers of their turns?
    pub numbers: bool,
}

impl Table {
    /// Are the legal moves shown?
    pub fn shows_hints(&self) -> bool {
        self.hints.unwrap_or(self.seats.has_computer())
    }

    /// The players to choose from: those that are always there, and the other programs that play now or did last.
    pub fn players(&self) -> Vec<Player> {
        let mut players = Player::all();
        let (black, white) = &self.one_player;
        for player in [&self.seats.black, &self.seats.white, black, white] {
            if !players.contains(player) {
                players.push(player.clone());
            }
        }
        players
    }

    /// A game begins: the stone is at its start, the tutor is off, the clocks are set, and the computer plays otherwise than in the
    /// last one.
    pub fn begin(&mut self) {
        // The turns of a game count on from its seed.
        self.seats.seed = self.seats.seed.wrapping_add(1 << 32);
        self.stone_at = None;
        self.tutor = false;
        self.clocks = Clocks::new(self.minutes);
    }

    /// Seats two people, or the players of the last game with a computer.
    pub fn sit_down(&mut self, one_player: bool) {
        (self.seats.black, self.seats.white) = match one_player {
            true => self.one_player.clone(),
            false => Default::default(),
        };
    }

    /// Two players or one, as the Reversi text's switch: with a computer at the board it leaves, else it takes the
    /// side whose turn it is not.
    pub fn switch(&mut self, game: &Game) {
        if self.seats.has_computer() {
            return self.sit_down(false);
        }
        let computer = match &self.one_player {
            (black, Player::Human) => black,
            (_, white) => white,
        };
        *self.seats.of_mut(game.player().other()) = computer.clone();
    }

    /// The players change their colours, and their clocks go with them.
    pub fn swap(&mut self) {
        std::mem::swap(&mut self.seats.black, &mut self.seats.white);
        if let Some(clocks) = &mut self.clocks {
            clocks.left.swap(0, 1);
        }
    }
}

/// Two people, the original's colour, no hints, the sound on, no tutor.
impl Default for Table {
    fn default() -> Table {
        Table {
            seats: Seats::default(),
            one_player: (Player::Human, Player::Level(Level::DEFAULT)),
            theme: &THEMES[0],
            hints: None,
            speed: Speed::default(),
            sound: true,
            values: false,
            minutes: 0,
            clocks: None,
            stone_at: None,
            tutor: false,
            numbers: false,
        }
    }
}
