//! The options of every command with a screen, and the machine they ask for: a window, or a script of keys.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::dos::window::Window;
use crate::dos::{Console, Key, Quit, Screen, parse_keys, script::Script};
use crate::play::keeper::Keeper;
use crate::play::session::{Session, Settings, Speed};
use crate::players::{Player, Seats, job};
use crate::store::Store;
use crate::store::files::{make_folder, write_file, write_one_of_many};
use crate::tutor::progress::Progress;
use lexopt::ValueExt;

use super::failure::cannot;
use super::{Failure, complain, failed, usage};

/// How long the end of the program waits for computer players to stop thinking.
const LEAVING: Duration = Duration::from_secs(1);

/// The machine that the options ask for: a window, or a script of keys with its pictures.
#[derive(Default)]
pub struct Machine {
    keys: Option<Vec<Key>>,
    screenshot: Option<PathBuf>,
    frames: Option<PathBuf>,
}

impl Machine {
    /// Takes the option of this name, with its value from the arguments. False if it is not about the machine.
    pub fn take(&mut self, name: &str, args: &mut lexopt::Parser) -> Result<bool, Failure> {
        match name {
            "keys" => self.keys = Some(parse_keys(&args.value()?.string()?).map_err(usage)?),
            "screenshot" => self.screenshot = Some(args.value()?.into()),
            "frames" => self.frames = Some(args.value()?.into()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Runs a program in a window, or without one if there are keys to type.
    pub fn run(
        self,
        program: impl FnOnce(&mut dyn Console) -> Result<(), Quit>,
    ) -> Result<(), Failure> {
        match self.keys {
            Some(keys) => {
                let pictures = Pictures::new(self.screenshot, self.frames)?;
                in_a_script(keys, pictures, program)
            }
            None if self.screenshot.is_some() || self.frames.is_some() => {
                Err(usage("--screenshot and --frames need --keys"))
            }
            None => in_a_window(program),
        }
    }
}

/// What the options ask for.
#[derive(Default)]
pub struct Options {
    machine: Machine,
    data: Option<PathBuf>,
    black: Option<Player>,
    white: Option<Player>,
    seed: Option<u64>,
    speed: Option<Speed>,
    hints: Option<bool>,
    clock: Option<u32>,
    sound: Option<bool>,
}

impl Options {
    /// Takes the option of this name, with its value from the arguments.
    pub fn take(&mut self, name: &str, args: &mut lexopt::Parser) -> Result<(), Failure> {
        if self.machine.take(name, args)? {
            return Ok(());
        }
        let mut value = || args.value();
        match name {
            "data" => self.data = Some(value()?.into()),
            "black" => self.black = Some(value()?.parse()?),
            "white" => self.white = Some(value()?.parse()?),
            "seed" => self.seed = Some(value()?.parse()?),
            "speed" => self.speed = Some(value()?.parse()?),
            "clock" => self.clock = Some(value()?.parse()?),
            "hints" => self.hints = Some(on_or_off(&value()?.string()?)?),
            "sound" => self.sound = Some(on_or_off(&value()?.string()?)?),
            _ => return Err(lexopt::Error::UnexpectedOption(format!("--{name}")).into()),
        }
        Ok(())
    }

    /// How far the class has got whose folder the options name.
    pub fn progress(self) -> Result<Progress, Failure> {
        let store = Store::open(self.data).map_err(failed)?;
        let mut keeper = Keeper::open(Ok(store), &mut Settings::default());
        match keeper.message() {
            Some(message) => Err(failed(message)),
            None => Ok(keeper.progress().clone()),
        }
    }

    /// Runs a program on the machine, in a session set up by the options and the settings.
    pub fn run(
        self,
        program: impl FnOnce(&mut Session<'_>) -> Result<(), Quit>,
    ) -> Result<(), Failure> {
        let mut settings = Settings::default();
        let scripted = self.machine.keys.is_some();
        let keeper = match &self.data {
            None if scripted => Keeper::nowhere(),
            data => Keeper::open(Store::open(data.clone()), &mut settings),
        };
        for wrong in keeper.wrong_settings() {
            complain(wrong);
        }
        settings.speed = self.speed.unwrap_or(settings.speed);
        settings.hints = self.hints.or(settings.hints);
        settings.sound = self.sound.unwrap_or(settings.sound);
        let seats = Seats {
            black: self.black.unwrap_or_default(),
            white: self.white.unwrap_or_default(),
            ..Seats::default()
        };
        // A script must give the same games each time; a window gives new ones.
        let seed = self.seed.unwrap_or_else(|| match scripted {
            true => 1,
            false => rand::random(),
        });
        let mut kept = None;
        let ran = self.machine.run(|console| {
            let mut session = Session::new(console, settings, keeper);
            session.table.seats = seats;
            session.table.minutes = self.clock.unwrap_or_default();
            session.trust_seats();
            session.begin();
            session.table.seats.seed = seed;
            let ran = program(&mut session);
            kept = Some(session.keeper);
            ran
        });
        // The window is gone, so nobody waits for it.
        let trouble = kept.and_then(Keeper::finish);
        trouble.iter().for_each(|trouble| complain(trouble));
        job::end_all(LEAVING);
        ran
    }
}

fn in_a_window(program: impl FnOnce(&mut dyn Console) -> Result<(), Quit>) -> Result<(), Failure> {
    let mut window = Window::open("qipan").map_err(failed)?;
    match program(&mut window) {
        Err(lost @ Quit::DisplayLost) => {
            // Closing a window whose display is gone would end the program before it could report this.
            std::mem::forget(window);
            Err(Failure::Failed(lost.to_string()))
        }
        Ok(()) | Err(Quit::Closed) => Ok(()),
    }
}

/// A script ends like a closed window, and neither is a failure.
fn in_a_script(
    keys: Vec<Key>,
    mut pictures: Pictures,
    program: impl FnOnce(&mut dyn Console) -> Result<(), Quit>,
) -> Result<(), Failure> {
    let mut script = Script::new(keys, |screen, _| pictures.take(screen));
    let _ = program(&mut script);
    drop(script);
    pictures.finish()
}

/// The pictures to write of what was shown.
struct Pictures {
    screenshot: Option<PathBuf>,
    frames: Option<PathBuf>,
    last: Option<Screen>,
    shown: usize,
    written: Result<(), Failure>,
}

impl Pictures {
    fn new(screenshot: Option<PathBuf>, frames: Option<PathBuf>) -> Result<Pictures, Failure> {
        if let Some(dir) = &frames {
            make_folder(dir).map_err(|error| cannot_write(dir, &error))?;
        }
        Ok(Pictures {
            screenshot,
            frames,
            last: None,
            shown: 0,
            written: Ok(()),
        })
    }

    fn take(&mut self, screen: &Screen) {
        self.shown += 1;
        if let (Some(dir), Ok(())) = (&self.frames, &self.written) {
            let file = dir.join(format!("{:06}.png", self.shown));
            let written = write_one_of_many(&file, &screen.png_bytes());
            self.written = written.map_err(|error| cannot_write(&file, &error));
        }
        if self.screenshot.is_some() {
            self.last = Some(screen.clone());
        }
    }

    fn finish(self) -> Result<(), Failure> {
        if let (Some(file), Some(screen)) = (&self.screenshot, &self.last) {
            let written = write_file(file, &screen.png_bytes());
            written.map_err(|error| cannot_write(file, &error))?;
        }
        self.written
    }
}

fn on_or_off(text: &str) -> Result<bool, Failure> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(usage(format!(
            "'{}' is neither on nor off",
            text.escape_debug()
        ))),
    }
}

fn cannot_write(file: &Path, error: &io::Error) -> Failure {
    cannot("write", file, error)
}
