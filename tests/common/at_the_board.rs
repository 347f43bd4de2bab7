//! Plays games with keys in the real game loop, without a window.

// Each test program uses some of these.
#![allow(dead_code)]

use std::ops::{Deref, DerefMut};

use app::play::profile::Profile;
use app::play::session::{Session, Settings, Speed, Table};
use games::othello::Rules;
use games::{gomoku, othello};
use players::Seats;
use turbo::dos::script::Script;
use turbo::dos::{Console, Quit, Screen, parse_keys};

use super::recorded::{AnyGame, boxed, gomoku_of, new_othello, othello_of};

/// The players and settings of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At {
    pub settings: Settings,
    pub table: Table,
}

/// Two people who have already answered the question about their name.
impl Default for At {
    fn default() -> At {
        At {
            settings: Settings { student: Some(String::new()), ..Settings::default() },
            table: Table::default(),
        }
    }
}

/// Two people without animation.
pub fn still() -> At {
    At::with(Settings { speed: Speed::Instant, ..At::default().settings })
}

pub fn seats(black: &str, white: &str, seed: u64) -> Seats {
    Seats { black: black.parse().expect(black), white: white.parse().expect(white), seed, ..Seats::default() }
}

impl Deref for At {
    type Target = Table;

    fn deref(&self) -> &Table {
        &self.table
    }
}

impl DerefMut for At {
    fn deref_mut(&mut self) -> &mut Table {
        &mut self.table
    }
}

impl At {
    pub fn with(settings: Settings) -> At {
        At { settings, ..At::default() }
    }

    pub fn seated(mut self, seats: Seats) -> At {
        self.table.seats = seats;
        self
    }

    /// Begins a game, which sets the clocks.
    pub fn begin(&mut self) {
        let mut script = Script::new([], |_, _| ());
        self.run(&mut script, &mut Profile::in_memory(), |session| session.begin());
    }

    /// Runs `program` in a session on a console.
    pub fn run<T>(
        &mut self,
        console: &mut dyn Console,
        profile: &mut Profile,
        program: impl FnOnce(&mut Session<'_>) -> T,
    ) -> T {
        let kept = std::mem::replace(profile, Profile::in_memory());
        let mut session = Session::new(console, self.settings.clone(), kept);
        session.table = self.table.clone();
        session.trust_seats();
        let result = program(&mut session);
        self.settings = session.settings;
        self.table = session.table;
        *profile = session.profile;
        result
    }

    /// Runs `program` with scripted keys and no data folder. Returns the last frame too.
    pub fn press<T>(&mut self, keys: &str, program: impl FnOnce(&mut Session<'_>) -> T) -> (T, Screen) {
        self.press_keeping(keys, &mut Profile::in_memory(), program)
    }

    /// Plays a game with scripted keys. Returns the last frame too.
    pub fn play(&mut self, game: &mut AnyGame, keys: &str) -> (Result<(), Quit>, Screen) {
        self.press(keys, |session| game_loop(session, game))
    }

    /// Runs `program` with scripted keys and a data folder. Returns the last frame too.
    pub fn press_keeping<T>(
        &mut self,
        keys: &str,
        profile: &mut Profile,
        program: impl FnOnce(&mut Session<'_>) -> T,
    ) -> (T, Screen) {
        let keys = parse_keys(keys).expect("the test's keys have names");
        let mut last = Screen::default();
        let mut script = Script::new(keys, |screen, _| last.clone_from(screen));
        let result = self.run(&mut script, profile, program);
        drop(script);
        (result, last)
    }
}

/// Plays a game in a session until the players leave the board.
pub fn game_loop(session: &mut Session<'_>, game: &mut AnyGame) -> Result<(), Quit> {
    let mut active = session.active(game.copy());
    let left = app::play::game_loop::game_loop(session, &mut active);
    *game = active.game;
    left
}

/// Plays a game on a console until the players leave the board.
pub fn play_game(
    console: &mut dyn Console,
    game: &mut AnyGame,
    at: &mut At,
    profile: &mut Profile,
) -> Result<(), Quit> {
    at.run(console, profile, |session| game_loop(session, game))
}

/// A game after scripted keys, with the loop's result and the last frame.
pub struct Played<G> {
    pub game: G,
    pub left: Result<(), Quit>,
    pub screen: Screen,
}

pub fn play(mut game: AnyGame, keys: &str) -> Played<AnyGame> {
    let (left, screen) = still().play(&mut game, keys);
    Played { game, left, screen }
}

pub fn othello(keys: &str) -> Played<othello::Game> {
    let Played { game, left, screen } = play(new_othello(Rules::Original), keys);
    let game = othello_of(game);
    Played { game, left, screen }
}

pub fn gomoku(keys: &str) -> Played<gomoku::Game> {
    let Played { game, left, screen } = play(boxed(gomoku::Game::default()), keys);
    let game = gomoku_of(game);
    Played { game, left, screen }
}
