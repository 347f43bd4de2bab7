#![doc = include_str!("README.md")]

use std::fmt;
use std::sync::Arc;

use clipboard::Clipboard;
use picture::Tube;
use words::say;

#[cfg(not(target_family = "wasm"))]
pub mod beside;
#[cfg(target_family = "wasm")]
#[path = "stacks.rs"]
pub mod beside;
pub mod bgi;
#[cfg(any(windows, target_os = "macos"))]
mod card;
pub mod clipboard;
pub mod coding;
#[cfg(not(target_family = "wasm"))]
mod desktop;
#[cfg(not(target_family = "wasm"))]
mod display;
pub mod film;
pub(crate) mod font;
mod gbk;
pub(crate) mod hanzi;
pub mod icon;
mod key;
pub mod picture;
#[cfg(all(unix, not(target_os = "macos")))]
mod pulse;
pub mod reading;
pub mod script;
#[cfg(not(target_family = "wasm"))]
mod speaker;
pub(crate) mod strokes;
mod subject;
pub mod unattended;
#[cfg(not(target_family = "wasm"))]
pub mod window;
#[cfg(target_family = "wasm")]
#[path = "page.rs"]
pub mod window;

pub use bgi::Screen;
pub use key::{Key, UnknownKey, parse_keys};
pub use subject::{MovingStone, Subject};

/// The loudest volume of the speaker. Each step is twice as loud as the one below; the middle is heard beside other sounds.
pub const LOUDEST: u8 = 5;

/// The machine a program runs on.
pub trait Console {
    /// The 640x480, 16-colour screen to draw on. What is drawn is seen at the next [`getkey`](Console::getkey) or
    /// [`delay`](Console::delay).
    fn screen(&mut self) -> &mut Screen;

    /// Shows the screen and waits for the next key, like `bioskey(0)`.
    ///
    /// # Errors
    /// The machine was switched off meanwhile: see [`Quit`].
    fn getkey(&mut self) -> Result<Key, Quit> {
        loop {
            if let Some(key) = self.key_within(u32::MAX)? {
                return Ok(key);
            }
        }
    }

    /// Does the same, but waits no longer than `ms` milliseconds; `None` if no key has come by then.
    ///
    /// # Errors
    /// The machine was switched off meanwhile: see [`Quit`].
    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit>;

    /// Waits for a key of a text, like [`getkey`](Console::getkey).
    ///
    /// # Errors
    /// The machine was switched off meanwhile: see [`Quit`].
    fn text_key(&mut self) -> Result<Key, Quit> {
        loop {
            if let Some(key) = self.text_key_within(u32::MAX)? {
                return Ok(key);
            }
        }
    }

    /// Waits for a key of a text, like [`key_within`](Console::key_within). The desktop's input method may write it, and hears no other
    /// key where the machine can keep it away.
    ///
    /// # Errors
    /// The machine was switched off meanwhile: see [`Quit`].
    fn text_key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        self.key_within(ms)
    }

    /// Shows the screen for `ms` milliseconds. Keys pressed meanwhile wait in the keyboard buffer.
    ///
    /// # Errors
    /// The machine was switched off meanwhile: see [`Quit`].
    fn delay(&mut self, ms: u32) -> Result<(), Quit>;

    /// Does the same, but no longer than until a key waits in the keyboard buffer: true then.
    ///
    /// # Errors
    /// The machine was switched off meanwhile: see [`Quit`].
    fn pause(&mut self, ms: u32) -> Result<bool, Quit> {
        if !self.kbhit() {
            self.delay(ms)?;
        }
        Ok(self.kbhit())
    }

    /// The time since the machine was switched on, in ms.
    fn now(&self) -> u64;

    /// Is a key waiting in the keyboard buffer?
    fn kbhit(&mut self) -> bool;

    /// Beeps with the PC speaker: a square wave of `hertz` for `ms` milliseconds, or a rest when `hertz` is 0.
    ///
    /// The tone is queued behind those before it, and this returns at once. It is not heard where there is no speaker,
    /// or where too many tones wait.
    fn sound(&mut self, hertz: u32, ms: u32);

    /// The same for a tone that lasts until the next one comes, or until a rest of no length ends it. Where the speaker cannot do that
    /// it ends after `ms`.
    fn hold(&mut self, hertz: u32, ms: u32) {
        if ms > 0 {
            self.sound(hertz, ms);
        }
    }

    /// How loud the tones are from now on, from 1 to [`LOUDEST`].
    fn set_volume(&mut self, _: u8) {}

    /// What is seen of a tube from now on, where the picture is larger than the screen.
    fn set_tube(&mut self, _: Tube) {}

    /// What is said for some seconds in the last line of the screen when somebody clicks with a mouse for the first time. The machine has
    /// none, and a click does nothing else.
    fn set_click_note(&mut self, _: &str) {}

    /// What the screen is about from now on.
    fn set_subject(&mut self, _: &Subject) {}

    /// The clipboard, where there is one. It may be asked from any thread.
    fn clipboard(&mut self) -> Option<Arc<dyn Clipboard>> {
        None
    }

    /// Does time pass here by itself? If so, a computer player thinks beside the program, otherwise in line with it.
    fn real_time(&self) -> bool;

    /// Does anybody see what is shown between two keys? Otherwise a program that runs by itself need not draw it.
    fn is_watched(&self) -> bool {
        true
    }
}

/// There is no machine left to play on. A program hands this up with `?` until `main` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quit {
    /// The user closed the window, or the script ran out of keys.
    Closed,
    /// The display server went away.
    DisplayLost,
    /// The input method by which text was typed went away, and the window with it.
    InputMethodLost,
}

impl fmt::Display for Quit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quit::Closed => say!("the window was closed"),
            Quit::DisplayLost => {
                say!("the display went away; without one, use --keys \"...\" --screenshot FILE.png")
            }
            Quit::InputMethodLost => {
                say!("the input method went away, and the window cannot go on without it: start the program again")
            }
        })
    }
}
