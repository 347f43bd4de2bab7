//! The machine that Turbo C gave the original: a screen, a keyboard, a clock and a speaker.
//!
//! Everything above this module is written the way a C program for DOS was: straight down, waiting for a key
//! where it needs one. What the program waits on is a [`Console`], and there are two of them: the
//! [`window`] for people, the [`script`] for tests, pictures and `--keys` runs.

use std::fmt;

pub mod bgi;
mod display;
mod font;
mod key;
pub mod script;
mod speaker;
pub mod window;

pub use bgi::Screen;
pub use key::{Key, UnknownKey, parse_keys};

/// The machine a program runs on.
pub trait Console {
    /// The 640x480, 16-colour screen to draw on. What is drawn is seen at the next [`getkey`](Console::getkey) or
    /// [`delay`](Console::delay).
    fn screen(&mut self) -> &mut Screen;

    /// Shows the screen and waits for the next key, like `bioskey(0)`.
    ///
    /// # Errors
    /// The machine was switched off while it waited: see [`Quit`].
    fn getkey(&mut self) -> Result<Key, Quit>;

    /// The same, but waits no longer than `ms` milliseconds; `None` when no key has come.
    ///
    /// # Errors
    /// The machine was switched off while it waited: see [`Quit`].
    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit>;

    /// Shows the screen for `ms` milliseconds. Keys pressed meanwhile wait in the keyboard buffer.
    ///
    /// # Errors
    /// The machine was switched off meanwhile: see [`Quit`].
    fn delay(&mut self, ms: u32) -> Result<(), Quit>;

    /// The time since the machine was switched on, in ms.
    fn now(&self) -> u64;

    /// Is a key waiting in the keyboard buffer?
    fn kbhit(&mut self) -> bool;

    /// Beeps with the PC speaker: a square wave of `hertz` for `ms` milliseconds, or a rest when `hertz` is 0.
    ///
    /// The tone is queued behind those before it, and this returns at once. Where there is no speaker, or too many
    /// tones wait, it is not heard.
    fn sound(&mut self, hertz: u32, ms: u32);

    /// Does time pass here by itself? Then a computer player thinks beside the program, else in line with it.
    fn real_time(&self) -> bool;
}

/// There is no machine left to play on. A program hands this up with `?` until `main` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quit {
    /// The user closed the window, or the script ran out of keys.
    Closed,
    /// The display server went away.
    DisplayLost,
}

impl fmt::Display for Quit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quit::Closed => "the window was closed",
            Quit::DisplayLost => {
                "the display went away; without one, use --keys \"...\" --screenshot FILE.png"
            }
        })
    }
}
