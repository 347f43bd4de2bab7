#![doc = include_str!("README.md")]

use std::fmt;
use std::sync::Arc;

use clipboard::Clipboard;
use words::say;

#[cfg_attr(target_family = "wasm", path = "background_page.rs")]
pub mod background;
pub mod bgi;
#[cfg(any(windows, target_os = "macos"))]
mod card;
pub mod clipboard;
#[cfg(not(target_family = "wasm"))]
mod desktop;
#[cfg(not(target_family = "wasm"))]
mod display;
pub(crate) mod drawing;
pub mod encoding;
pub mod film;
pub(crate) mod font;
mod gbk;
pub(crate) mod hanzi;
pub mod headless;
pub mod icon;
mod key;
pub mod labelled;
mod mouse;
pub mod parallel;
pub mod picture;
#[cfg(all(unix, not(target_os = "macos")))]
mod pulse;
pub mod script;
#[cfg(not(target_family = "wasm"))]
mod speaker;
pub(crate) mod strokes;
mod subject;
pub mod text;
#[cfg_attr(target_family = "wasm", path = "page.rs")]
pub mod window;

pub use bgi::Screen;
pub use key::{Key, UnknownKey, parse_keys};
pub use mouse::Mouse;
pub use subject::{Cursor, Subject};

/// The highest volume of the speaker. Each step is twice as loud as the one below.
pub const MAX_VOLUME: u8 = 5;

/// The machine that a program runs on. Functions that wait fail with [`Quit`] when the machine goes away.
pub trait Console {
    /// The 640x480, 16-colour screen to draw on. Drawings become visible at the next
    /// [`getkey`](Console::getkey) or [`delay`](Console::delay).
    fn screen(&mut self) -> &mut Screen;

    /// Shows the screen and waits for the next key, like `bioskey(0)`.
    fn getkey(&mut self) -> Result<Key, Quit> {
        loop {
            if let Some(key) = self.key_within(u32::MAX)? {
                return Ok(key);
            }
        }
    }

    /// Shows the screen and waits for the next key, at most `ms` milliseconds. Returns `None` after that
    /// time.
    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit>;

    /// Waits for a key while the user types text, like [`getkey`](Console::getkey).
    fn text_key(&mut self) -> Result<Key, Quit> {
        loop {
            if let Some(key) = self.text_key_within(u32::MAX)? {
                return Ok(key);
            }
        }
    }

    /// Waits for a key while the user types text, like [`key_within`](Console::key_within). If the machine
    /// can, it turns on the desktop's input method, which is otherwise off. Only here Shift changes the arrow keys, Home
    /// and End.
    fn text_key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        self.key_within(ms)
    }

    /// Shows the screen for `ms` milliseconds. Keys go into the keyboard buffer meanwhile.
    fn delay(&mut self, ms: u32) -> Result<(), Quit>;

    /// Shows the screen for `ms` milliseconds or until the keyboard buffer has a key. Returns whether it has
    /// one.
    fn pause(&mut self, ms: u32) -> Result<bool, Quit> {
        if !self.kbhit() {
            self.delay(ms)?;
        }
        Ok(self.kbhit())
    }

    /// The time in milliseconds since the machine was switched on.
    fn now(&self) -> u64;

    /// True if the keyboard buffer has a key.
    fn kbhit(&mut self) -> bool;

    /// The next state of the mouse that the program has not read, if there is one.
    fn mouse(&mut self) -> Option<Mouse> {
        None
    }

    /// The pressed modifier keys, as `bioskey(2)` returns them: 1 for the right Shift, 2 for the left one, 4 for Ctrl,
    /// 8 for Alt. A script presses none.
    fn modifiers(&self) -> u8 {
        0
    }

    /// Queues a tone for the PC speaker: a square wave of `hertz` for `ms` milliseconds, or silence when
    /// `hertz` is 0.
    ///
    /// It returns at once. The tone is discarded if there is no speaker or the queue is full.
    fn sound(&mut self, hertz: u32, ms: u32);

    /// Queues a tone that lasts until the next tone, or until a silence of length 0. By default it lasts `ms`
    /// milliseconds.
    fn hold(&mut self, hertz: u32, ms: u32) {
        if ms > 0 {
            self.sound(hertz, ms);
        }
    }

    /// Sets the volume of later tones, from 1 to [`MAX_VOLUME`].
    fn set_volume(&mut self, _: u8) {}

    /// Turns the look of a CRT monitor on or off.
    fn set_crt(&mut self, _: bool) {}

    /// Sets the message that the last line of the screen shows for a few seconds after the first mouse click.
    /// Later clicks do nothing.
    fn set_click_note(&mut self, _: &str) {}

    /// Describes the screen for links, touch screens and screen readers.
    fn set_subject(&mut self, _: &Subject) {}

    /// The clipboard, if there is one. Any thread may use it.
    fn clipboard(&mut self) -> Option<Arc<dyn Clipboard>> {
        None
    }

    /// True if time passes by itself, so that a computer player should think in the background.
    fn real_time(&self) -> bool;

    /// True if someone sees the frames between keys. Otherwise animations need not be drawn.
    fn is_watched(&self) -> bool {
        true
    }
}

/// The reason why the machine went away. Programs pass it up to `main`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quit {
    /// The user closed the window, or a script has no more keys.
    Closed,
    /// The connection to the display server broke.
    DisplayLost,
    /// The input-method server ended, and the window cannot continue without it.
    InputMethodLost,
}

impl fmt::Display for Quit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quit::Closed => say!("the window was closed"),
            Quit::DisplayLost => say!("the connection to the display broke"),
            Quit::InputMethodLost => {
                say!("the input method ended, and the window cannot continue without it: restart the program")
            }
        })
    }
}

/// The name of the executable, used in messages and to identify the program to the desktop.
#[cfg(not(any(target_family = "wasm", target_os = "macos")))]
fn program_name() -> String {
    let file = std::env::current_exe().unwrap_or_default();
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Clears a long keyboard buffer before Esc is added, because the user no longer wants these keys. The
/// keyboard buffer of DOS also holds 15 keys.
fn drop_typed_ahead(buffer: &mut std::collections::VecDeque<Key>) {
    if buffer.len() > 15 {
        buffer.clear();
    }
}
