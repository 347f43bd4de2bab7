//! The machine in a page of a browser: a [`Console`] whose screen, keyboard, speaker and clipboard are the page's.
//!
//! The program runs in a worker of the page, straight down as everywhere. Where it waits, the page suspends it, and its script
//! (`src/web`) goes on when a key comes or the time is up. The functions below are all that the two know of each other.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::clipboard::{Clipboard, Error, MOST_BYTES};
use super::picture::{Picture, Tube};
use super::reading;
use super::{Console, Key, LOUDEST, Quit, Screen, Subject};

/// What the page does for the program.
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// How many pixels of the display the picture may fill, from the left and from the top.
        pub(super) safe fn width() -> u32;
        pub(super) safe fn height() -> u32;
        /// Shows a picture: its dots row by row, each four bytes of red, green, blue and 255.
        pub(super) fn show(dots: *const u32, width: usize, height: usize);
        /// Waits until a key comes, the picture's size changes, or so many ms are over, whichever is first. With 0 ms the page only
        /// takes in what has come meanwhile. It is told how many keys are waiting, which a held key does not run ahead of. False: the page
        /// goes away.
        pub(super) safe fn wait(ms: f64, waiting: usize) -> bool;
        /// Puts the name of the next key into `name`, and returns its length in bytes; 0 where there is none.
        pub(super) fn key(name: *mut u8, most: usize) -> usize;
        /// The text on the screen: a line for each piece, with the place of its corner, the colours of ink and ground, and the characters.
        pub(super) fn text(text: *const u8, length: usize);
        /// What the screen is about: its parts, with zeros between them.
        pub(super) fn subject(text: *const u8, length: usize);
        /// The tag of the language that the program speaks.
        pub(super) fn language(tag: *const u8, length: usize);
        pub(super) safe fn sound(hertz: u32, ms: u32, volume: u32);
        /// Puts the text of the clipboard into `text`, and returns the length of the whole in bytes.
        pub(super) fn paste(text: *mut u8, most: usize) -> usize;
        pub(super) fn copy(text: *const u8, length: usize);
    }
}

/// The longest name of a key, in bytes: `Ctrl+PageDown` has 13.
const LONGEST_NAME: usize = 32;
/// When Esc is pressed while more keys than this wait, nobody wants them any more. DOS held so many.
const TYPED_AHEAD: usize = 15;
/// The least time between two frames while keys are waiting.
const FRAME: Duration = Duration::from_millis(16);
/// A screen that stands for so long is read.
const STAYS: Duration = Duration::from_millis(50);

/// Why there is no window. A page has one, so this never happens here.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {}

/// Prepares the environment of the process, which needs nothing here.
///
/// # Safety
/// None is asked for: this is for other systems.
pub unsafe fn prepare() {}

/// The user's language, as `zh-CN`: a page tells it by the environment.
pub fn locale() -> Option<String> {
    None
}

/// What is printed is read in the page.
pub fn show_unheard(_: &str) {}

/// The page.
pub struct Window {
    screen: Screen,
    shown: Screen,
    /// The screen whose text the page has.
    read: Screen,
    /// The language that the page has.
    language: &'static str,
    picture: Picture,
    keys: VecDeque<Key>,
    /// From 1 to [`LOUDEST`].
    volume: u8,
    opened: Instant,
    /// When the page was last asked for what has come.
    looked: Instant,
}

impl Window {
    /// The page that the program runs in. It has its title already.
    ///
    /// # Errors
    /// None: the page is there.
    pub fn open(_title: &str) -> Result<Window, OpenError> {
        let now = Instant::now();
        Ok(Window {
            screen: Screen::default(),
            shown: Screen::default(),
            read: Screen::default(),
            language: "",
            picture: Picture::default(),
            keys: VecDeque::new(),
            volume: LOUDEST.div_ceil(2),
            opened: now,
            looked: now,
        })
    }

    /// Shows the screen if it has changed, or the size of the page.
    fn show(&mut self) {
        let size = (page::width() as usize, page::height() as usize);
        if self.screen == self.shown && size == self.picture.window {
            return;
        }
        self.picture.compose(&self.screen, size);
        self.shown.clone_from(&self.screen);
        for dot in &mut self.picture.dots {
            let [_, red, green, blue] = dot.to_be_bytes();
            *dot = u32::from_le_bytes([red, green, blue, 255]);
        }
        let height = self.picture.dots.len() / self.picture.width;
        // SAFETY: the page reads so many dots, which stay where they are meanwhile.
        unsafe { page::show(self.picture.dots.as_ptr(), self.picture.width, height) };
    }

    /// Waits for a key or for the deadline; no longer than until the screen has stood for so long that it is read.
    fn wait(&mut self, deadline: Instant) -> Result<(), Quit> {
        let left = deadline.saturating_duration_since(Instant::now());
        let reads = left > STAYS && self.read != self.screen;
        let first = if reads { STAYS } else { left };
        // Half a millisecond too early would be asked for again and again.
        let ms = (first.as_secs_f64() * 1000.0).ceil();
        let open = page::wait(ms, self.keys.len());
        self.take_keys();
        if reads && self.keys.is_empty() {
            self.read();
        }
        match open {
            true => Ok(()),
            false => Err(Quit::Closed),
        }
    }

    /// Tells the page the text on the screen.
    fn read(&mut self) {
        self.read.clone_from(&self.screen);
        let language = words::spoken();
        if std::mem::replace(&mut self.language, language) != language {
            // SAFETY: the page reads so many bytes, which stay where they are meanwhile.
            unsafe { page::language(language.as_ptr(), language.len()) };
        }
        let pieces = reading::read(&self.screen).into_iter().map(|piece| {
            let (x, y, ink, ground) = (piece.x, piece.y, piece.ink, piece.ground);
            format!("{x} {y} {ink} {ground} {}\n", piece.text)
        });
        let text: String = pieces.collect();
        // SAFETY: the page reads so many bytes, which stay where they are meanwhile.
        unsafe { page::text(text.as_ptr(), text.len()) };
    }

    fn take_keys(&mut self) {
        self.looked = Instant::now();
        let mut name = [0; LONGEST_NAME];
        loop {
            // SAFETY: the page writes no more bytes than there are.
            let length = unsafe { page::key(name.as_mut_ptr(), name.len()) };
            let Some(name) = name.get(..length).filter(|name| !name.is_empty()) else {
                return;
            };
            let name = String::from_utf8_lossy(name);
            let Some(key) = Key::from_name(&name) else {
                continue;
            };
            if key == Key::Esc && self.keys.len() > TYPED_AHEAD {
                self.keys.clear();
            }
            self.keys.push_back(key);
        }
    }

    /// Shows the screen; while keys are waiting, not each time. What the page has meanwhile is taken in.
    fn show_some(&mut self) -> Result<(), Quit> {
        if self.looked.elapsed() < FRAME {
            if self.keys.is_empty() {
                self.show();
            }
            return Ok(());
        }
        self.show();
        self.wait(Instant::now())
    }
}

fn after(ms: u32) -> Instant {
    Instant::now() + Duration::from_millis(ms.into())
}

impl Console for Window {
    fn screen(&mut self) -> &mut Screen {
        &mut self.screen
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        let deadline = after(ms);
        loop {
            self.show_some()?;
            let key = self.keys.pop_front();
            if key.is_some() || Instant::now() >= deadline {
                return Ok(key);
            }
            self.wait(deadline)?;
        }
    }

    fn now(&self) -> u64 {
        self.opened.elapsed().as_millis() as u64
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        let deadline = after(ms);
        loop {
            self.show();
            self.wait(deadline)?;
            if Instant::now() >= deadline {
                return Ok(());
            }
        }
    }

    fn pause(&mut self, ms: u32) -> Result<bool, Quit> {
        let deadline = after(ms);
        loop {
            self.show_some()?;
            let hit = !self.keys.is_empty();
            if hit || Instant::now() >= deadline {
                return Ok(hit);
            }
            self.wait(deadline)?;
        }
    }

    fn kbhit(&mut self) -> bool {
        !self.keys.is_empty()
    }

    fn sound(&mut self, hertz: u32, ms: u32) {
        page::sound(hertz, ms, self.volume.into());
    }

    fn set_volume(&mut self, volume: u8) {
        self.volume = volume;
    }

    fn set_tube(&mut self, tube: Tube) {
        if tube != self.picture.tube {
            self.picture = Picture::new(tube);
        }
    }

    fn set_subject(&mut self, subject: &Subject) {
        let (kind, link) = subject.link.as_ref().map_or(("", ""), |(k, l)| (k, l));
        let stone = subject.stone.map(|stone| {
            let [first, last] = stone.board;
            let numbers = [stone.at, first, last].map(|(x, y)| format!("{x} {y}"));
            format!("{} {}", stone.pitch, numbers.join(" "))
        });
        let line = subject.line.map(|line| line.to_string());
        let line = line.unwrap_or_default();
        let is_text = if subject.is_text { "text" } else { "" };
        let stone = stone.unwrap_or_default();
        let (board, place) = (&subject.board, &subject.place);
        let parts = [kind, link, board, place, &stone, &line, is_text];
        let text = parts.join("\0");
        // SAFETY: the page reads so many bytes, which stay where they are meanwhile.
        unsafe { page::subject(text.as_ptr(), text.len()) };
    }

    fn clipboard(&mut self) -> Option<Arc<dyn Clipboard>> {
        Some(Arc::new(Pasted))
    }

    fn real_time(&self) -> bool {
        true
    }
}

/// The page's clipboard: what was pasted into the page last, or copied in it.
struct Pasted;

impl Clipboard for Pasted {
    fn text(&self) -> Result<String, Error> {
        // SAFETY: there is no room, so nothing is written.
        let length = unsafe { page::paste(std::ptr::null_mut(), 0) };
        if length > MOST_BYTES {
            return Err(Error::TooLong);
        }
        let mut text = vec![0; length];
        // SAFETY: the page writes no more bytes than there are.
        unsafe { page::paste(text.as_mut_ptr(), text.len()) };
        match text.is_empty() {
            true => Err(Error::NoText),
            false => Ok(String::from_utf8_lossy(&text).into_owned()),
        }
    }

    fn put(&self, text: &str) -> Result<(), Error> {
        // SAFETY: the page reads so many bytes, which stay where they are meanwhile.
        unsafe { page::copy(text.as_ptr(), text.len()) };
        Ok(())
    }
}
