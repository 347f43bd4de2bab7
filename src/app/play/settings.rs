//! The user's settings, and the state around the game at the board.

use words::phrase;

use games::clock::{Clocks, TimeControl};
use games::named::names;
use games::tree::Tree;
use players::Seats;
use screen::theme::{THEMES, Theme};

/// The speed of animations and of the computer's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    Instant,
    /// A disc takes 80 ms to turn edge-on, and 80 ms to turn flat again.
    Fast,
    /// A disc takes 200 ms to turn edge-on, and 200 ms to turn flat again.
    #[default]
    Normal,
}

names!(Speed, "speed", [Instant = phrase!("instant"), Fast = phrase!("fast"), Normal = phrase!("normal")]);

impl Speed {
    /// Returns the duration of an animation that takes `ms` milliseconds at normal speed.
    pub(crate) fn scaled(self, ms: u32) -> u32 {
        match self {
            Speed::Instant => 0,
            Speed::Fast => ms * 2 / 5,
            Speed::Normal => ms,
        }
    }
}

/// The user's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub theme: &'static Theme,
    /// True if the legal moves are shown. If `None`, they are shown only against the computer.
    pub hints: Option<bool>,
    pub speed: Speed,
    pub sound: bool,
    /// From 1 to [`MAX_VOLUME`](turbo::dos::MAX_VOLUME).
    pub volume: u8,
    /// True if the window shows the lines and the glow of an old screen.
    pub crt: bool,
    /// True if gomoku stones show the numbers of their turns.
    pub numbers: bool,
    /// True if the gomoku board also shows the digits of the record format.
    pub digits: bool,
    /// True if the move values and the computer's evaluation are shown.
    pub values: bool,
    /// True if gomoku shows all values and not only the best.
    pub all_values: bool,
    /// The tag of one of [`words::languages`], or `None` for the system's language.
    pub language: Option<&'static str>,
    /// The student's name, under which progress in the lessons is saved; empty for a student without a name.
    /// `None` until the user has been asked.
    pub student: Option<String>,
    /// True if the editor shows keywords and comments in colours.
    pub keywords: bool,
    /// True if a game plays itself behind the menu when nobody presses a key.
    pub demo: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: &THEMES[0],
            hints: None,
            speed: Speed::default(),
            sound: true,
            volume: 3,
            crt: false,
            numbers: false,
            digits: false,
            values: false,
            all_values: false,
            language: None,
            student: None,
            keywords: false,
            demo: true,
        }
    }
}

/// The starting position of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameStart {
    #[default]
    Standard,
    /// Othello: eight random plies that leave neither side ahead.
    Random,
    /// Othello: the opening at this index of the list.
    Named(usize),
}

/// The state around a game that is not part of the game itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub seats: Seats,
    /// The time for each player in the next game.
    pub time: TimeControl,
    /// The clocks of this game, if it has any.
    pub clocks: Option<Clocks>,
    /// The starting position of this game and of the next one.
    pub begins: GameStart,
    /// The position of the moving stone in pixels, if it has left its starting position.
    pub stone_at: Option<(i32, i32)>,
    /// True if each drop is shown step by step.
    pub tutor: bool,
    /// True if this is a lesson's board, which Esc closes.
    pub practice: bool,
    /// The time at which the game ended and its result was counted, in ms since 1970.
    pub ended: Option<u64>,
    /// True if the players agreed on a draw.
    pub drawn: bool,
    /// True if the person got a tip from the computer or took a move back.
    pub helped: bool,
    /// The number of moves by which the list beside the board is scrolled back.
    pub scroll: usize,
    /// All variations of this game, including those that it was opened with. The tree grows when the game is
    /// saved.
    pub tree: Tree,
}

impl Table {
    /// Swaps the players' colours and clocks.
    pub(crate) fn swap(&mut self) {
        self.seats.change_sides();
        if let Some(clocks) = &mut self.clocks {
            clocks.left.swap(0, 1);
        }
    }
}
