//! The machine in a browser page: a [`Console`] that uses the page's canvas, keyboard, speaker and clipboard.
//!
//! The program runs in a worker of the page. While it waits, the page suspends it, and the page's script
//! (`src/web`) resumes it when a key arrives or the time is up. The program and the script share only the
//! functions below.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::clipboard::{Clipboard, Error, MAX_BYTES};
use super::mouse::MouseQueue;
use super::picture::Picture;
use super::{Console, Key, MAX_VOLUME, Mouse, Quit, Screen, Subject, drop_typed_ahead};

/// The functions that the page provides.
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// The maximum width of the picture in pixels of the display.
        pub(super) safe fn width() -> u32;
        /// The maximum height of the picture in pixels of the display.
        pub(super) safe fn height() -> u32;
        /// Shows a picture, given as rows of dots. Each dot has four bytes: red, green, blue and 255.
        pub(super) fn show(dots: *const u32, width: usize, height: usize);
        /// Waits for a key or a new size, at most `ms` milliseconds; with 0 it only handles events. `waiting`
        /// is the number of keys in the buffer; unless it is 0, a held key does not repeat. Returns false
        /// when the page closes.
        pub(super) safe fn wait(ms: f64, waiting: usize) -> bool;
        /// Writes the name of the next key or mouse event and returns its length in bytes, or 0 if there is none.
        pub(super) fn key(name: *mut u8, most: usize) -> usize;
        /// Reports a text of some kind.
        pub(super) fn tell(kind: *const u8, kind_length: usize, text: *const u8, length: usize);
        pub(super) safe fn sound(hertz: u32, ms: u32, volume: u32);
        /// Writes at most `most` bytes of the clipboard's text and returns its full length in bytes.
        pub(super) fn paste(text: *mut u8, most: usize) -> usize;
        pub(super) fn copy(text: *const u8, length: usize);
        /// Writes the next event of the connection to the room and returns its length in bytes, or 0 if there
        /// is none: `+` if it is open, `-` if it is lost, and a space before each line. Drops an event that
        /// is longer than `most` bytes.
        pub(super) fn line(text: *mut u8, most: usize) -> usize;
    }
}

/// A connection to the room of the server that the page comes from. The page connects again if it is lost. A new
/// connection replaces an earlier one.
pub struct RoomCall(u32);

/// The number of the current connection.
static CALLS: AtomicU32 = AtomicU32::new(0);

/// An event of a connection to a room.
pub enum RoomEvent {
    /// The connection is open.
    Opened,
    /// A line has arrived.
    Line(String),
    /// The connection is lost.
    Lost,
}

/// True if the server that the page comes from has a room.
pub fn has_room() -> bool {
    std::env::var_os("QIPAN_ROOM").is_some()
}

impl RoomCall {
    /// Connects in the background.
    pub fn begin() -> RoomCall {
        let call = RoomCall(CALLS.fetch_add(1, Ordering::Relaxed) + 1);
        tell("call", &call.0.to_string());
        call
    }

    fn is_current(&self) -> bool {
        CALLS.load(Ordering::Relaxed) == self.0
    }

    /// Returns the next event, if there is one.
    pub fn event(&self) -> Option<RoomEvent> {
        let mut text = [0; 128];
        if !self.is_current() {
            return None;
        }
        // SAFETY: the page writes at most the length of the array.
        let length = unsafe { page::line(text.as_mut_ptr(), text.len()) };
        match text.get(..length)?.split_first()? {
            (b'+', _) => Some(RoomEvent::Opened),
            (b' ', line) => Some(RoomEvent::Line(String::from_utf8_lossy(line).into_owned())),
            _ => Some(RoomEvent::Lost),
        }
    }

    /// Sends lines, unless the connection is lost.
    pub fn send(&self, line: &str) {
        if self.is_current() {
            tell("send", line);
        }
    }
}

impl Drop for RoomCall {
    fn drop(&mut self) {
        if self.is_current() {
            tell("call", "");
        }
    }
}

/// Reports to the page, by kind:
/// - `text`: the text on the screen, a line for each run, with its position, ink, background and characters. After
///   a zero byte follow the last drawings in words, one per line.
/// - `subject`: the subject of the screen, its fields separated by zero bytes.
/// - `language`: the tag of the current language.
/// - `call`: the number of a connection to the room to make, or nothing to end it; `send`: a line to send there.
/// - `mouse`: 0 if the program does not use the mouse, 1 if it reads it, 2 if it shows its own pointer.
fn tell(kind: &str, text: &str) {
    // SAFETY: the page reads exactly these bytes during the call.
    unsafe { page::tell(kind.as_ptr(), kind.len(), text.as_ptr(), text.len()) };
}

/// The maximum length of a key's name in bytes.
const MAX_NAME: usize = 32;
/// The minimum time between frames while keys are waiting.
const FRAME: Duration = Duration::from_millis(16);
/// The time after which an unchanged screen is read aloud.
const STABLE: Duration = Duration::from_millis(50);

/// The reason why the window cannot open. In a page it always opens.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {}

/// Does nothing on this system.
///
/// # Safety
/// This function is always safe to call.
pub unsafe fn prepare() {}

/// Always `None`, because a page passes the user's language in the environment.
pub fn locale() -> Option<String> {
    None
}

/// Does nothing: a page shows the program's output.
pub fn show_error_box(_: &str) {}

/// The page's console.
pub struct Window {
    screen: Screen,
    shown: Screen,
    /// The time of the last change of the picture.
    changed: Instant,
    /// The last screen whose text was sent to the page.
    read: Screen,
    /// The language that was sent to the page.
    language: &'static str,
    picture: Picture,
    keys: VecDeque<Key>,
    mouse: MouseQueue,
    /// The use of the mouse that was sent to the page.
    mouse_used: u32,
    /// From 1 to [`MAX_VOLUME`].
    volume: u8,
    opened: Instant,
    /// The time of the last check for events.
    checked: Instant,
    /// The next change of blinking text.
    blinks: Option<Instant>,
}

impl Window {
    /// Opens the page that the program runs in. It already has a title.
    pub fn open(_title: &str) -> Result<Window, OpenError> {
        let now = Instant::now();
        Ok(Window {
            screen: Screen::default(),
            shown: Screen::default(),
            changed: now,
            read: Screen::default(),
            language: "",
            picture: Picture::default(),
            keys: VecDeque::new(),
            mouse: MouseQueue::default(),
            mouse_used: 0,
            volume: MAX_VOLUME.div_ceil(2),
            opened: now,
            checked: now,
            blinks: None,
        })
    }

    /// Draws the picture if the screen or the size of the page has changed.
    fn show(&mut self) {
        self.blinks = self.screen.blink(self.now()).map(|ms| Instant::now() + Duration::from_millis(ms));
        let size = (page::width() as usize, page::height() as usize);
        if self.screen == self.shown && size == self.picture.window {
            return;
        }
        self.changed = Instant::now();
        self.picture.compose(&self.screen, size);
        self.shown.clone_from(&self.screen);
        for dot in &mut self.picture.dots {
            let [_, red, green, blue] = dot.to_be_bytes();
            *dot = u32::from_le_bytes([red, green, blue, 255]);
        }
        let height = self.picture.dots.len() / self.picture.width;
        // SAFETY: the page reads exactly these dots during the call.
        unsafe { page::show(self.picture.dots.as_ptr(), self.picture.width, height) };
    }

    /// Waits for a key, for the deadline, or until the screen is stable enough to be read aloud.
    fn wait(&mut self, deadline: Instant) -> Result<(), Quit> {
        let until = self.blinks.map_or(deadline, |change| change.min(deadline));
        let left = until.saturating_duration_since(Instant::now());
        let is_new = self.keys.is_empty() && self.read != self.screen;
        let timeout = if is_new { left.min(STABLE.saturating_sub(self.changed.elapsed())) } else { left };
        // Rounding down would end the wait too early and repeat it.
        let ms = (timeout.as_secs_f64() * 1000.0).ceil();
        let is_open = page::wait(ms, self.keys.len());
        self.take_keys();
        if is_new && self.keys.is_empty() && self.changed.elapsed() >= STABLE {
            self.send_text();
        }
        is_open.then_some(()).ok_or(Quit::Closed)
    }

    /// Sends the text on the screen and the language to the page.
    fn send_text(&mut self) {
        self.read.clone_from(&self.screen);
        let language = words::current_language();
        if std::mem::replace(&mut self.language, language) != language {
            tell("language", language);
        }
        let runs = self.screen.text_runs().into_iter().map(|run| {
            let (x, y, ink, ground) = (run.x, run.y, run.ink, run.ground);
            format!("{x} {y} {ink} {ground} {}\n", run.text)
        });
        let text = runs.collect::<String>() + "\0" + &self.screen.drawings().join("\n");
        tell("text", &text);
    }

    fn take_keys(&mut self) {
        self.checked = Instant::now();
        let used = u32::from(self.mouse.is_used(&self.screen)) + u32::from(self.screen.pointer.is_some());
        if std::mem::replace(&mut self.mouse_used, used) != used {
            tell("mouse", &used.to_string());
        }
        let mut name = [0; MAX_NAME];
        loop {
            // SAFETY: the page writes at most the length of the array.
            let length = unsafe { page::key(name.as_mut_ptr(), name.len()) };
            let Some(name) = name.get(..length).filter(|name| !name.is_empty()) else {
                return;
            };
            let name = String::from_utf8_lossy(name);
            Mouse::from_name(&name).into_iter().flatten().for_each(|mouse| self.mouse.put(mouse));
            let Some(key) = Key::from_name(&name) else {
                continue;
            };
            if key == Key::Esc {
                drop_typed_ahead(&mut self.keys);
            }
            self.keys.push_back(key);
        }
    }

    /// Draws the picture and handles events, but skips frames while keys are waiting.
    fn show_some(&mut self) -> Result<(), Quit> {
        if self.checked.elapsed() < FRAME {
            if self.keys.is_empty() {
                self.show();
            }
            return Ok(());
        }
        self.show();
        self.wait(Instant::now())
    }

    /// Waits until `check` finds something in the keyboard buffer, at most `ms` milliseconds.
    fn wait_for<T>(
        &mut self,
        ms: u32,
        check: impl Fn(&mut VecDeque<Key>) -> Option<T>,
    ) -> Result<Option<T>, Quit> {
        let deadline = after(ms);
        loop {
            self.show_some()?;
            let found = check(&mut self.keys);
            if found.is_some() || Instant::now() >= deadline {
                return Ok(found);
            }
            self.wait(deadline)?;
        }
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
        Ok(self.text_key_within(ms)?.map(Key::without_shift))
    }

    fn text_key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        self.wait_for(ms, VecDeque::pop_front)
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
        let hit = self.wait_for(ms, |keys| (!keys.is_empty()).then_some(()))?;
        Ok(hit.is_some())
    }

    fn kbhit(&mut self) -> bool {
        !self.keys.is_empty()
    }

    fn mouse(&mut self) -> Option<Mouse> {
        self.mouse.take()
    }

    fn sound(&mut self, hertz: u32, ms: u32) {
        page::sound(hertz, ms, self.volume.into());
    }

    fn set_volume(&mut self, volume: u8) {
        self.volume = volume;
    }

    fn set_crt(&mut self, on: bool) {
        self.picture.set_crt(on);
    }

    fn set_subject(&mut self, subject: &Subject) {
        let (kind, link) = subject.link.as_ref().map_or(("", ""), |(k, l)| (k, l));
        let cursor = subject.cursor.map(|cursor| {
            let [first, last] = cursor.bounds;
            let numbers = [cursor.at, first, last].map(|(x, y)| format!("{x} {y}"));
            format!("{} {}", cursor.step, numbers.join(" "))
        });
        let line = subject.line.map(|line| line.to_string());
        let (cursor, line) = (cursor.unwrap_or_default(), line.unwrap_or_default());
        let state = match subject {
            Subject { has_messages: true, .. } => "messages",
            Subject { is_text: true, .. } => "text",
            _ => "",
        };
        let (picture, place) = (&subject.picture, &subject.place);
        let text = [kind, link, picture, place, &cursor, &line, state].join("\0");
        tell("subject", &text);
    }

    fn clipboard(&mut self) -> Option<Arc<dyn Clipboard>> {
        Some(Arc::new(PageClipboard))
    }

    fn real_time(&self) -> bool {
        true
    }
}

/// The page's clipboard: the last text that was pasted into the page or copied in it.
struct PageClipboard;

impl Clipboard for PageClipboard {
    fn text(&self) -> Result<String, Error> {
        // SAFETY: the page writes nothing to an array of length 0.
        let length = unsafe { page::paste(std::ptr::null_mut(), 0) };
        if length > MAX_BYTES {
            return Err(Error::TooLong);
        }
        let mut text = vec![0; length];
        // SAFETY: the page writes at most the length of the array.
        unsafe { page::paste(text.as_mut_ptr(), text.len()) };
        match text.is_empty() {
            true => Err(Error::NoText),
            false => Ok(String::from_utf8_lossy(&text).into_owned()),
        }
    }

    fn put(&self, text: &str) -> Result<(), Error> {
        // SAFETY: the page reads exactly these bytes during the call.
        unsafe { page::copy(text.as_ptr(), text.len()) };
        Ok(())
    }
}
