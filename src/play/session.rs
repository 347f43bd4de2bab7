//! What travels through all loops: the console, who plays, what a person prefers, what is kept.

use std::fmt;
use std::str::FromStr;

use super::games::{Entry, GAMES};
use super::keeper::Keeper;
use super::resident::Resident;
use crate::games::Game;
use crate::games::clock::Clocks;
use crate::games::named::find;
use crate::players::level::Level;
use crate::players::{Player, Seats};
use crate::screen::face::{Face, Look};
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
    type Err = String;

    fn from_str(name: &str) -> Result<Speed, String> {
        find(&Speed::ALL, name, "speed")
    }
}

/// What a person prefers, whichever game is at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The colours of the screen.
    pub theme: &'static Theme,
    /// Are the legal moves shown? If nobody has said so, against the computer only.
    pub hints: Option<bool>,
    /// How fast stones turn over.
    pub speed: Speed,
    /// Is the speaker on?
    pub sound: bool,
    /// Do the stones of gomoku show the numbers of their turns?
    pub numbers: bool,
    /// Are the values of the moves shown, and what the computer thinks?
    pub values: bool,
    /// The minutes that each player has in the next game, 0 for a game without clocks.
    pub minutes: u32,
    /// Who plays black and white when it is not two people: the players of the last game with a computer.
    pub one_player: (Player, Player),
}

/// The original's colour, hints against the computer, the sound on.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: &THEMES[0],
            hints: None,
            speed: Speed::default(),
            sound: true,
            numbers: false,
            values: false,
            minutes: 0,
            one_player: (Player::Human, Player::Level(Level::DEFAULT)),
        }
    }
}

/// A game's surroundings: what is needed to play it and is no part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Who plays.
    pub seats: Seats,
    /// The clocks of this game, if it has any.
    pub clocks: Option<Clocks>,
    /// Where the moving stone stands, in pixels, if it has left the start.
    pub stone_at: Option<(i32, i32)>,
    /// Is each drop shown step by step?
    pub tutor: bool,
}

impl Table {
    /// The players change their colours, and their clocks go with them.
    pub fn swap(&mut self) {
        std::mem::swap(&mut self.seats.black, &mut self.seats.white);
        if let Some(clocks) = &mut self.clocks {
            clocks.left.swap(0, 1);
        }
    }
}

/// All that the loops share.
pub struct Session<'a> {
    /// The screen, the keyboard, the clock and the speaker.
    pub console: Resident<'a>,
    /// What a person prefers.
    pub settings: Settings,
    /// Who sits at the board, and what else belongs to the game there.
    pub table: Table,
    /// What is kept on the disk.
    pub keeper: Keeper,
    /// The games that there are.
    pub games: &'static [Entry],
}

impl<'a> Session<'a> {
    /// Two people at the console, with the usual games.
    pub fn new(
        console: &'a mut dyn crate::dos::Console,
        settings: Settings,
        keeper: Keeper,
    ) -> Session<'a> {
        Session {
            console: Resident::new(console, keeper.store().cloned()),
            settings,
            table: Table::default(),
            keeper,
            games: &GAMES,
        }
    }

    /// The entry of a game in the list of those that there are.
    ///
    /// # Panics
    /// When it is not in the list.
    pub fn entry(&self, game: &dyn Game) -> &'static Entry {
        let found = self
            .games
            .iter()
            .find(|entry| entry.kind.name == game.name());
        found.expect("a game at the board is one of those that there are")
    }

    /// How a game looks.
    pub fn face(&self, game: &dyn Game) -> &'static dyn Face {
        self.entry(game).face
    }

    /// What the players want to see of it.
    pub fn look(&self, game: &dyn Game) -> Look {
        let Table {
            seats,
            clocks,
            tutor,
            ..
        } = &self.table;
        let computers_turn = seats.computer_to_move(game);
        Look {
            theme: self.settings.theme,
            hints: self.shows_hints() && !computers_turn,
            numbers: self.settings.numbers,
            forbidden: !computers_turn,
            tutor: *tutor,
            clocks: *clocks,
            names: [seats.black.to_string(), seats.white.to_string()],
        }
    }

    /// Are the legal moves shown?
    pub fn shows_hints(&self) -> bool {
        let against_computer = self.table.seats.has_computer();
        self.settings.hints.unwrap_or(against_computer)
    }

    /// The players to choose from: those that are always there, and the other programs that play now or did last.
    pub fn players(&self) -> Vec<Player> {
        let mut players = Player::all();
        let (black, white) = &self.settings.one_player;
        for player in [
            &self.table.seats.black,
            &self.table.seats.white,
            black,
            white,
        ] {
            if !players.contains(player) {
                players.push(player.clone());
            }
        }
        players
    }

    /// A game begins: the stone is at its start, the tutor is off, the clocks are set, and the computer plays otherwise than in the
    /// last one.
    pub fn begin(&mut self) {
        let table = &mut self.table;
        // The turns of a game count on from its seed.
        table.seats.seed = table.seats.seed.wrapping_add(1 << 32);
        table.stone_at = None;
        table.tutor = false;
        table.clocks = Clocks::new(self.settings.minutes);
    }

    /// Seats two people, or the players of the last game with a computer.
    pub fn sit_down(&mut self, one_player: bool) {
        let seats = &mut self.table.seats;
        (seats.black, seats.white) = match one_player {
            true => self.settings.one_player.clone(),
            false => Default::default(),
        };
    }

    /// Two players or one, as the Reversi text's switch: with a computer at the board it leaves, else it takes the
    /// side whose turn it is not.
    pub fn switch(&mut self, game: &dyn Game) {
        if self.table.seats.has_computer() {
            return self.sit_down(false);
        }
        let computer = match &self.settings.one_player {
            (black, Player::Human) => black,
            (_, white) => white,
        };
        *self.table.seats.of_mut(game.player().other()) = computer.clone();
    }

    /// Keeps the game and the settings, if they have changed.
    pub fn keep(&mut self, game: &dyn Game) {
        self.keeper.keep(game, &self.table, &self.settings);
    }
}
