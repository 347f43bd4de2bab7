//! The options shared by all commands with a screen, and the console that they select: a window, or scripted
//! keys.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, RangedI64ValueParser, TypedValueParser};

use crate::play::games::{Entry, GAMES};
use crate::play::language;
use crate::play::profile::Profile;
use crate::play::session::{Session, Settings, Speed};
use crate::play::writer::students;
use games::clock::TimeControl;
use games::gomoku::SIZES;
use games::named::UnknownName;
use lessons::tutor::progress::Progress;
use players::{Player, Seats, job};
use store::Store;
use store::files::{make_folder, write_one_of_many};
use turbo::dos::film::Film;
use turbo::dos::window::Window;
use turbo::dos::{Console, Key, Quit, Screen, UnknownKey, parse_keys, script::Script};

use super::failure::cannot;
use super::progress::write;
use super::{Failure, complain, failed, usage};
use words::say;

/// The maximum time to wait at exit for computer players to stop.
const LEAVING: Duration = Duration::from_secs(1);

/// The keys to type in a scripted run.
#[derive(Clone)]
pub(crate) struct Keys(pub(crate) Vec<Key>);

/// Parses the keys to type in a scripted run.
pub(crate) fn keys(script: &str) -> Result<Keys, UnknownKey> {
    parse_keys(script).map(Keys)
}

/// Parses a named value. Help and completions list the names.
pub fn one_of<T: FromStr<Err = UnknownName> + Display + Clone + Send + Sync + 'static>(
    all: &[T],
) -> impl TypedValueParser<Value = T> + use<T> {
    let names: Vec<String> = all.iter().map(T::to_string).collect();
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// Parses the size of a gomoku board.
pub fn board_size() -> impl TypedValueParser<Value = usize> {
    let sizes = *SIZES.start() as i64..=*SIZES.end() as i64;
    RangedI64ValueParser::<u8>::new().range(sizes).map(usize::from)
}

fn on_or_off() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["on", "off"]).map(|word| word == "on")
}

/// The console that the options select: a window, or a script of keys with its pictures.
#[derive(Args, Default)]
#[command(next_help_heading = "Without a window")]
pub(crate) struct Machine {
    /// Open no window: type these keys, such as "Down*3 Enter", then quit. Keys are Up Down Left Right Home
    /// End PageUp PageDown Enter Space Esc Backspace Insert Delete Tab, F1 to F12 and single characters, with
    /// modifiers as in Ctrl+Y, Alt+C or Shift+F7; NAME*N repeats a key. A C program may also get the mouse:
    /// Click@320,240 Right@320,240 Move@320,240 Drag@320,240.
    #[arg(long, value_parser = keys, value_name = "KEYS", allow_hyphen_values = true)]
    keys: Option<Keys>,
    /// With --keys: write the last frame.
    #[arg(long, value_name = "FILE.png")]
    screenshot: Option<PathBuf>,
    /// With --keys: write all frames, numbered.
    #[arg(long, value_name = "DIR")]
    frames: Option<PathBuf>,
    /// With --keys: write all frames as one animated PNG. Each is shown as long as in the window, or for 0.3
    /// s if it waits for a key.
    #[arg(long, value_name = "FILE.png")]
    film: Option<PathBuf>,
    /// Show the lines and the glow of a CRT monitor.
    #[arg(long, help_heading = "In the window")]
    crt: bool,
}

impl Machine {
    /// Runs a program in a window, or in a scripted run if there are keys to type.
    pub(crate) fn run(
        self,
        program: impl FnOnce(&mut dyn Console) -> Result<(), Quit>,
    ) -> Result<(), Failure> {
        match &self.keys {
            Some(Keys(keys)) => in_a_script(keys.clone(), Pictures::new(self)?, program),
            None if self.screenshot.is_some() || self.frames.is_some() || self.film.is_some() => {
                Err(usage(say!("--screenshot, --frames and --film need --keys")))
            }
            None => in_a_window(self.crt, program),
        }
    }
}

/// The options of every command with a board.
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    machine: Machine,
    #[command(flatten)]
    board: Board,
    #[arg(skip = &GAMES[..])]
    games: &'static [Entry],
}

#[derive(Args, Default)]
#[command(next_help_heading = "At the board")]
struct Board {
    /// The black player: human, random, a level from 1 to 12, learner, FILE.C for a C program with a function
    /// int Choose(int t), nboard:COMMAND for an Othello engine with the NBoard protocol, or gomocup:COMMAND
    /// for a gomoku engine with the Gomocup protocol.
    #[arg(long, value_name = "WHO", default_value_t)]
    black: Player,
    /// The white player.
    #[arg(long, value_name = "WHO", default_value_t)]
    white: Player,
    /// Each player's time for the game in minutes; 5+3 adds 3 seconds per move. A player whose time runs out
    /// loses.
    #[arg(long, value_name = "TIME")]
    clock: Option<TimeControl>,
    /// The same seed gives the same computer moves.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How fast discs turn over.
    #[arg(long, value_name = "NAME", value_parser = one_of(&Speed::ALL))]
    speed: Option<Speed>,
    /// Mark legal moves in Othello with a +.
    #[arg(long, value_name = "on|off", value_parser = on_or_off(), hide_possible_values = true)]
    hints: Option<bool>,
    /// Click and beep like a PC speaker.
    #[arg(long, value_name = "on|off", value_parser = on_or_off(), hide_possible_values = true)]
    sound: Option<bool>,
    /// The folder for games, pictures and settings. With --keys nothing is saved without this option.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Options {
    /// Returns the default options of a window with these games and with an optional data folder.
    pub(super) fn usual(games: &'static [Entry], data: Option<PathBuf>) -> Options {
        Options { machine: Machine::default(), board: Board { data, ..Board::default() }, games }
    }

    /// Returns the options of a run without keys that saves nothing.
    pub(super) fn without_a_window(games: &'static [Entry]) -> Options {
        let machine = Machine { keys: Some(Keys(Vec::new())), ..Machine::default() };
        Options { machine, ..Options::usual(games, None) }
    }

    /// Reads the students in the data folder and their progress.
    pub(crate) fn students(self) -> Result<Vec<(String, Progress)>, Failure> {
        let store = Store::open(self.board.data).map_err(failed)?;
        students(&store).map_err(failed)
    }

    /// Returns the data folder of the session, if it has one.
    pub(crate) fn store(&self) -> Option<Store> {
        match &self.board.data {
            None if self.machine.keys.is_some() => None,
            data => Store::open(data.clone()).ok(),
        }
    }

    pub(crate) fn seats_computer(&self) -> bool {
        self.board.black.is_computer() || self.board.white.is_computer()
    }

    pub(crate) fn is_scripted(&self) -> bool {
        self.machine.keys.is_some()
    }

    pub(crate) fn time(&self) -> TimeControl {
        self.board.clock.unwrap_or_default()
    }

    /// Runs a program on the console, in a session set up by the options and the settings.
    pub(crate) fn run(
        self,
        program: impl FnOnce(&mut Session<'_>) -> Result<(), Quit>,
    ) -> Result<(), Failure> {
        let (asked, games, mut settings) = (self.board, self.games, Settings::default());
        let scripted = self.machine.keys.is_some();
        let profile = match &asked.data {
            None if scripted => Profile::in_memory(),
            data => Profile::open(Store::open(data.clone()), &mut settings),
        };
        language::choose(settings.language);
        for wrong in profile.wrong_settings() {
            complain(wrong);
        }
        settings.crt |= self.machine.crt;
        settings.speed = asked.speed.unwrap_or(settings.speed);
        settings.hints = asked.hints.or(settings.hints);
        settings.sound = asked.sound.unwrap_or(settings.sound);
        let seats = Seats { black: asked.black, white: asked.white, ..Seats::default() };
        // A scripted run repeats its games exactly; a window plays new ones.
        let seed = asked.seed.unwrap_or_else(|| if scripted { 1 } else { rand::random() });
        let mut kept = None;
        let ran = self.machine.run(|console| {
            let mut session = Session::with_games(games, console, settings, profile);
            session.table.seats = seats;
            session.table.time = asked.clock.unwrap_or_default();
            session.trust_seats();
            session.begin();
            session.table.seats.seed = seed;
            let ran = program(&mut session);
            kept = Some(session.profile);
            ran
        });
        // The window is closed, so nobody sees this wait.
        let trouble = kept.and_then(Profile::finish);
        job::end_all(LEAVING);
        match trouble {
            Some(trouble) => {
                complain(&trouble);
                ran.and(Err(Failure::Reported(1)))
            }
            None => ran,
        }
    }
}

fn in_a_window(crt: bool, program: impl FnOnce(&mut dyn Console) -> Result<(), Quit>) -> Result<(), Failure> {
    let mut window = Window::open("qipan").map_err(|why| {
        failed(say!("{why}; without a window, use --keys \"...\" --screenshot FILE.png", why))
    })?;
    window.set_crt(crt);
    match program(&mut window) {
        Err(lost @ (Quit::DisplayLost | Quit::InputMethodLost)) => {
            // Closing a window that has lost its display would end the process before the loss is reported.
            std::mem::forget(window);
            Err(Failure::Failed(lost.to_string()))
        }
        Ok(()) | Err(Quit::Closed) => Ok(()),
    }
}

/// Runs a program with scripted keys. Running out of keys counts as closing the window, not as a failure.
fn in_a_script(
    keys: Vec<Key>,
    mut pictures: Pictures,
    program: impl FnOnce(&mut dyn Console) -> Result<(), Quit>,
) -> Result<(), Failure> {
    let watched = pictures.asked.frames.is_some() || pictures.asked.film.is_some();
    let mut script = Script::new(keys, |screen, now| pictures.take(screen, now));
    if !watched {
        script = script.unwatched();
    }
    let _ = program(&mut script);
    drop(script);
    pictures.finish()
}

/// The frames of a scripted run that the options ask to save.
struct Pictures {
    asked: Machine,
    film: Film,
    last: Option<Screen>,
    shown: usize,
    written: Result<(), Failure>,
}

impl Pictures {
    fn new(asked: Machine) -> Result<Pictures, Failure> {
        if let Some(dir) = &asked.frames {
            make_folder(dir).map_err(|error| cannot(say!("write"), dir, error))?;
        }
        Ok(Pictures { asked, film: Film::default(), last: None, shown: 0, written: Ok(()) })
    }

    /// Records a frame shown at `now`, in ms since the start.
    fn take(&mut self, screen: &Screen, now: u64) {
        self.shown += 1;
        if self.asked.film.is_some() {
            self.film.add(screen, now);
        }
        if let (Some(dir), Ok(())) = (&self.asked.frames, &self.written) {
            let file = dir.join(format!("{:06}.png", self.shown));
            let written = write_one_of_many(&file, &screen.png_bytes());
            self.written = written.map_err(|error| cannot(say!("write"), &file, error));
        }
        if self.asked.screenshot.is_some() {
            self.last = Some(screen.clone());
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match (&self.asked.screenshot, &self.last) {
            (Some(file), Some(screen)) => write(file, &screen.png_bytes())?,
            (Some(file), None) => {
                return Err(failed(say!("{file} was not written: nothing was shown", file = file.display())));
            }
            (None, _) => {}
        }
        if let Some(file) = self.asked.film
            && let Some(bytes) = self.film.png_bytes()
        {
            write(&file, &bytes)?;
        }
        self.written
    }
}
