//! The keys that work everywhere.

use std::sync::Arc;

use super::help;
use super::wait;
use games::clock::Clocks;
use games::stone::Stone;
use screen::panel::{self, write};
use screen::theme::Theme;
use store::Store;
use turbo::dos::bgi::columns_of;
use turbo::dos::bgi::{BLACK, HEIGHT, LIGHTGRAY, WIDTH};
use turbo::dos::clipboard::Clipboard;
use turbo::dos::{Console, Key, Mouse, Quit, Screen, Subject};
use words::say;

/// The maximum time for which the note about a picture is shown, in ms, unless a key is pressed.
const SAID: u32 = 30_000;

/// A console on which F1 opens the help and F12 saves a picture of the screen, no matter what the program is
/// waiting for. Under DOS, resident programs did that.
///
/// The program receives these keys as well. Otherwise a program that asks for a key because one is waiting
/// would block until the next key.
pub struct HotkeyConsole<'a> {
    console: &'a mut dyn Console,
    /// The help page for F1; `None` while the help is open.
    page: Option<usize>,
    store: Option<Store>,
    /// The clock of the player here that runs while a box is open: the clocks at a time in ms.
    pub(crate) running: Option<(Stone, Clocks, u64, &'static Theme)>,
}

impl<'a> HotkeyConsole<'a> {
    /// Wraps a console. Without a store no pictures are saved.
    pub(crate) fn new(console: &'a mut dyn Console, store: Option<Store>) -> HotkeyConsole<'a> {
        HotkeyConsole { console, page: Some(help::KEYS), store, running: None }
    }

    /// Sets the help page for F1, an index in `help.txt`. Returns the previous one.
    pub(crate) fn turn_to(&mut self, page: usize) -> usize {
        self.page.replace(page).unwrap_or(help::KEYS)
    }

    /// Draws the running clock. Returns the time in ms until it changes, or 0 if the player's time is up.
    fn show_clock(&mut self) -> Option<u32> {
        let (stone, mut clocks, at, theme) = self.running?;
        let goes_on = clocks.run(stone, self.console.now() - at);
        panel::clocks(self.console.screen(), theme, &clocks);
        Some(if goes_on { clocks.until_next_second(stone) } else { 0 })
    }

    /// Handles a key that works everywhere, and returns the key.
    fn heard(&mut self, key: Key) -> Result<Key, Quit> {
        match (key, self.page) {
            (Key::F(1), Some(page)) => {
                self.page = None;
                let closed = help::show(self, page);
                self.page = Some(page);
                closed?;
            }
            (Key::F(12), _) => {
                let picture = self.console.screen().clone();
                self.keep_picture("qipan", move || Some(picture.png_bytes()))?;
            }
            _ => {}
        }
        Ok(key)
    }

    /// Saves, in the background, the picture that `make` produces, in a file with this name and a number. Shows
    /// the path in the last line of the screen until the next key.
    pub(crate) fn keep_picture(
        &mut self,
        name: &'static str,
        make: impl FnOnce() -> Option<Vec<u8>> + Send + 'static,
    ) -> Result<(), Quit> {
        let store = self.store.clone();
        let work = move || save_picture(name, &make().unwrap_or_default(), store.as_ref());
        let Some(said) = wait::for_work(self.console, say!("Writing the picture."), work)? else {
            return Ok(());
        };
        let screen = self.console.screen();
        let under = screen.clone();
        panel::fill(screen, LIGHTGRAY, [0, HEIGHT - 16, WIDTH - 1, HEIGHT - 1]);
        // A path that is too long is cut at its beginning.
        let hidden = columns_of(&said).saturating_sub(WIDTH as usize / 8 - 2);
        let said: String = said.chars().skip(hidden).collect();
        write(screen, 8, HEIGHT - 16, BLACK, &said);
        self.console.pause(SAID)?;
        *self.console.screen() = under;
        Ok(())
    }
}

/// Saves the picture. Returns a note for the user.
fn save_picture(name: &str, png: &[u8], store: Option<&Store>) -> String {
    let Some(store) = store else {
        return say!("No folder for pictures: give one with --data DIR.").to_string();
    };
    match store.keep_picture(name, png) {
        Ok(file) => say!("Saved as {file}.", file = file.display()),
        Err(error) => say!("The picture was not saved: {error}.", error = store::error_text(error)),
    }
}

impl Console for HotkeyConsole<'_> {
    fn getkey(&mut self) -> Result<Key, Quit> {
        while let Some(ms) = self.show_clock() {
            if let Some(key) = self.key_within(ms)? {
                return Ok(key);
            }
        }
        let key = self.console.getkey()?;
        self.heard(key)
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        let key = match self.show_clock() {
            Some(0) => Some(Key::Esc),
            _ => self.console.key_within(ms)?,
        };
        key.map(|key| self.heard(key)).transpose()
    }

    fn text_key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        let key = self.console.text_key_within(ms)?;
        key.map(|key| self.heard(key)).transpose()
    }

    forward! {
        fn screen(&mut self) -> &mut Screen;
        fn delay(&mut self, ms: u32) -> Result<(), Quit>;
        fn pause(&mut self, ms: u32) -> Result<bool, Quit>;
        fn kbhit(&mut self) -> bool;
        fn mouse(&mut self) -> Option<Mouse>;
        fn sound(&mut self, hertz: u32, ms: u32);
        fn hold(&mut self, hertz: u32, ms: u32);
        fn set_volume(&mut self, volume: u8);
        fn set_crt(&mut self, crt: bool);
        fn set_click_note(&mut self, text: &str);
        fn set_subject(&mut self, subject: &Subject);
        fn clipboard(&mut self) -> Option<Arc<dyn Clipboard>>;
        fn now(&self) -> u64;
        fn real_time(&self) -> bool;
        fn is_watched(&self) -> bool;
    }
}
