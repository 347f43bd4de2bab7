//! The machine in a window. Only this file uses minifb.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};
use words::say;

use super::bgi::{BLACK, Font, HEIGHT, LIGHTGRAY, WIDTH};
use super::clipboard::Clipboard;
use super::desktop::Desktop;
use super::display::{self, Display, Events};
use super::mouse::MouseQueue;
use super::picture::Picture;
use super::speaker::Speaker;
use super::{Console, Key, Mouse, Quit, Screen};

pub use super::display::{locale, prepare, show_error_box};

/// The minimum time between frames while keys are waiting.
const FRAME: Duration = Duration::from_millis(16);
/// The interval for redrawing a window that may have been covered, if the system does not report it.
const REFRESH: Duration = Duration::from_secs(1);
/// The redraw interval just after the window opens or changes its size, when a frame may be lost.
const FIRST_REFRESH: Duration = Duration::from_millis(100);
/// The period in which the window uses `FIRST_REFRESH`.
const OPENING: Duration = Duration::from_millis(1500);
/// The redraw interval if the system reports covered windows.
const NO_REFRESH: Duration = Duration::from_secs(3600);
/// The delay before a held key repeats.
const REPEAT_AFTER: Duration = Duration::from_millis(350);
/// The interval between repeats of a held key.
const REPEAT_EVERY: Duration = Duration::from_millis(60);
const BUTTONS: [minifb::MouseButton; 3] =
    [minifb::MouseButton::Left, minifb::MouseButton::Right, minifb::MouseButton::Middle];
/// The time that the note after the first click stays visible.
const NOTE_TIME: Duration = Duration::from_secs(5);
/// The minimum delay before a display server repeats a held key.
const SHORTEST_HOLD: Duration = Duration::from_millis(100);
/// The minimum depth of an X11 screen in bits. minifb crashes at lower depths.
const MIN_DEPTH: i32 = 24;

/// The reason why the window cannot open.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is no usable display.
    #[error("{}", say!("there is no display to open a window on ({why})", why = .0))]
    NoDisplay(#[from] minifb::Error),
    /// The display has too few colours; the value is its depth in bits.
    #[error("{}", say!("the display has a depth of {depth} bits, but the window needs {min_depth}", depth = .0, min_depth = MIN_DEPTH))]
    TooFewColours(i32),
}

/// A window on X11, Wayland, Windows or macOS.
pub struct Window {
    window: minifb::Window,
    events: Option<Events>,
    keyboard: Rc<RefCell<Keyboard>>,
    screen: Screen,
    shown: Screen,
    picture: Picture,
    /// True if the window was active at the last check.
    active: bool,
    /// True if the input method is on; `None` if that is unknown.
    input_method: Option<bool>,
    opened: Instant,
    resized: Instant,
    drawn: Instant,
    /// The time of the last check for events.
    checked: Instant,
    speaker: Speaker,
    clipboard: Arc<Desktop>,
    mouse: MouseQueue,
    /// True if the system's pointer is hidden, because the program shows its own.
    pointer_hidden: bool,
    click_note: String,
    clicked: Option<Instant>,
    /// True if the last frame shows the note.
    note_shown: bool,
    /// The next change of blinking text.
    blinks: Option<Instant>,
}

impl Window {
    /// Opens the window at the largest whole scale that leaves room for its frame and for panels: 2 on a
    /// 1400x1050 display. On a display that is smaller than the screen, the window is as large as possible.
    ///
    /// Call [`prepare`] first, or minifb may crash on X11.
    pub fn open(title: &str) -> Result<Window, OpenError> {
        let display = display::measure();
        if let Some(Display { depth, .. }) = display
            && depth < MIN_DEPTH
        {
            return Err(OpenError::TooFewColours(depth));
        }
        let fits = |Display { room, .. }| (room.0 / WIDTH).min(room.1 / HEIGHT);
        let scale = display.map_or(1, fits).max(1);
        let options = minifb::WindowOptions {
            resize: true,
            scale_mode: minifb::ScaleMode::Stretch,
            // The picture already has the right size, and a graphics driver takes more memory than the whole
            // program.
            use_gpu: minifb::UseGPU::Disabled,
            ..minifb::WindowOptions::default()
        };
        let (mut width, mut height) = (WIDTH * scale, HEIGHT * scale);
        if let Some(Display { room, .. }) = display
            && (room.0 < width || room.1 < height)
        {
            // The display is smaller than the screen.
            (width, height) = (room.0.min(room.1 * WIDTH / HEIGHT), room.1.min(room.0 * HEIGHT / WIDTH));
        }
        let mut window = minifb::Window::new(title, width as usize, height as usize, options)?;
        window.set_target_fps(0);
        let events = Events::new(&window);
        let is_wayland = events.as_ref().is_some_and(|e| e.wayland());
        let keyboard = Rc::new(RefCell::new(Keyboard::new(is_wayland)));
        window.set_input_callback(Box::new(Callback(keyboard.clone())));
        if events.is_some() && !is_wayland {
            set_icon(&mut window);
        }
        display::set_up(&window, (width, height));
        let now = Instant::now();
        Ok(Window {
            window,
            events,
            keyboard,
            screen: Screen::default(),
            shown: Screen::default(),
            picture: Picture::default(),
            active: true,
            input_method: None,
            opened: now,
            resized: now,
            drawn: now,
            checked: now,
            speaker: Speaker::default(),
            clipboard: Arc::default(),
            mouse: MouseQueue::default(),
            pointer_hidden: false,
            click_note: String::new(),
            clicked: None,
            note_shown: false,
            blinks: None,
        })
    }

    /// The time at which the note after a click disappears.
    fn note_end(&self) -> Option<Instant> {
        self.clicked.map(|clicked| clicked + NOTE_TIME)
    }

    /// Draws the window if the screen has changed, or if it may have been covered.
    fn show(&mut self) -> Result<(), Quit> {
        let blinks = self.screen.blink(self.now());
        self.blinks = blinks.map(|ms| Instant::now() + Duration::from_millis(ms));
        let size = self.window.get_size();
        let active = self.window.is_active();
        let has_note = self.note_end().is_some_and(|end| Instant::now() < end);
        let changed = self.screen != self.shown
            || size != self.picture.window
            || has_note != std::mem::replace(&mut self.note_shown, has_note);
        let activated = active && !std::mem::replace(&mut self.active, active);
        if size != self.picture.window {
            self.resized = Instant::now();
        }
        if changed || self.picture.dots.is_empty() {
            self.shown.clone_from(&self.screen);
            if has_note {
                let mut screen = self.screen.clone();
                draw_note(&mut screen, &self.click_note);
                self.picture.compose(&screen, size);
            } else {
                self.picture.compose(&self.screen, size);
            }
        }
        let exposed = self.events.as_ref().is_some_and(Events::take_exposed);
        if changed || activated || exposed || self.drawn.elapsed() >= self.refresh() {
            // Otherwise minifb would print its own error message.
            self.check_display()?;
            self.drawn = Instant::now();
            let Picture { dots, width, .. } = &self.picture;
            let height = dots.len() / width;
            // It fails only if the connection is broken, which the next wait reports.
            ignoring_panics(|| _ = self.window.update_with_buffer(dots, *width, height));
            self.take_events();
        }
        self.check_open()
    }

    fn refresh(&self) -> Duration {
        let is_reported = self.events.as_ref().is_some_and(Events::reports_exposures);
        match self.resized.elapsed() < OPENING {
            true => FIRST_REFRESH,
            false if is_reported => NO_REFRESH,
            false => REFRESH,
        }
    }

    /// Waits for an event, the next refresh, the next repeat of a held key or `deadline`.
    fn wait(&mut self, deadline: Instant) -> Result<(), Quit> {
        let until = [
            Some(self.drawn + self.refresh()),
            self.keyboard.borrow().repeat_at(),
            Some(deadline),
            self.note_end().filter(|_| self.note_shown),
            self.blinks,
        ];
        let until = until.into_iter().flatten().min().unwrap_or(deadline);
        let timeout = until.saturating_duration_since(Instant::now());
        // A window at rest does without the megabyte or more that the picture takes. On Windows and macOS minifb
        // may draw from it later.
        if timeout > REFRESH && cfg!(not(any(windows, target_os = "macos"))) {
            self.picture.dots = Vec::new();
        }
        match &self.events {
            Some(events) => events.wait(timeout)?,
            None => std::thread::sleep(timeout.min(Duration::from_millis(8))),
        }
        self.update();
        self.take_events();
        self.keyboard.borrow_mut().repeat(Instant::now());
        self.check_open()
    }

    /// Draws the window, but skips frames while keys are waiting. It still notices new keys, Esc and a closed
    /// window.
    fn show_some(&mut self) -> Result<(), Quit> {
        if !self.keyboard.borrow().buffer.is_empty() && self.checked.elapsed() < FRAME {
            return Ok(());
        }
        self.show()?;
        if self.checked.elapsed() >= FRAME {
            self.check_display()?;
            self.update();
            self.take_events();
        }
        self.check_open()
    }

    /// Handles the events that have arrived.
    fn update(&mut self) {
        ignoring_panics(|| self.window.update());
    }

    /// Waits until `check` finds something in the keyboard buffer, at most `ms` milliseconds.
    fn wait_for<T>(
        &mut self,
        ms: u32,
        check: impl Fn(&mut VecDeque<Key>) -> Option<T>,
    ) -> Result<Option<T>, Quit> {
        let deadline = Instant::now() + Duration::from_millis(ms.into());
        loop {
            self.show_some()?;
            let found = check(&mut self.keyboard.borrow_mut().buffer);
            if found.is_some() || Instant::now() >= deadline {
                return Ok(found);
            }
            self.wait(deadline)?;
        }
    }

    fn enable_input_method(&mut self, on: bool) {
        if self.input_method != Some(on) {
            self.input_method = Some(on);
            display::enable_input_method(&self.window, on);
        }
    }

    /// Handles events until no new ones arrive. Otherwise an event that arrives meanwhile would stay in
    /// Xlib's queue, and a wait on the socket would miss it.
    fn take_events(&mut self) {
        self.checked = Instant::now();
        while std::mem::take(&mut self.keyboard.borrow_mut().has_news) {
            self.update();
        }
        if std::mem::take(&mut self.keyboard.borrow_mut().full_screen) {
            display::toggle_full_screen(&self.window);
        }
        if !self.window.is_active() {
            self.keyboard.borrow_mut().release_all();
        }
        self.take_mouse();
    }

    /// Passes the mouse to a program that uses it. For other programs the first click shows a note.
    fn take_mouse(&mut self) {
        let bit = |(n, button)| u8::from(self.window.get_mouse_down(button)) << n;
        let buttons = (0..).zip(BUTTONS).map(bit).sum();
        let dot = self.window.get_mouse_pos(minifb::MouseMode::Clamp);
        if let Some(dot) = dot.filter(|_| self.mouse.is_used(&self.screen)) {
            let (x, y) = self.picture.pixel_at(dot);
            self.mouse.put(Mouse { x, y, buttons });
        } else if self.clicked.is_none() && buttons > 0 {
            self.clicked = Some(Instant::now()).filter(|_| !self.click_note.is_empty());
        }
        let hides = self.screen.pointer.is_some();
        if std::mem::replace(&mut self.pointer_hidden, hides) != hides {
            self.window.set_cursor_visibility(!hides);
        }
    }

    fn check_open(&self) -> Result<(), Quit> {
        if self.window.is_open() && !display::window_destroyed() {
            return Ok(());
        }
        // On Wayland minifb also closes the window if it loses the display.
        self.check_display()?;
        Err(Quit::Closed)
    }

    fn check_display(&self) -> Result<(), Quit> {
        match &self.events {
            Some(events) => events.wait(Duration::ZERO),
            None => Ok(()),
        }
    }
}

/// Draws a note in the last line of a screen.
fn draw_note(screen: &mut Screen, note: &str) {
    screen.setfillstyle(LIGHTGRAY);
    screen.bar(0, HEIGHT - 16, WIDTH - 1, HEIGHT - 1);
    screen.settextstyle(Font::Tall, 1);
    screen.setcolor(BLACK);
    screen.outtextxy(8, HEIGHT - 16, note);
}

impl Console for Window {
    fn screen(&mut self) -> &mut Screen {
        &mut self.screen
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        self.enable_input_method(false);
        self.wait_for(ms, |keys| keys.pop_front().map(Key::without_shift))
    }

    fn text_key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        self.enable_input_method(true);
        self.wait_for(ms, VecDeque::pop_front)
    }

    fn now(&self) -> u64 {
        self.opened.elapsed().as_millis() as u64
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        let deadline = Instant::now() + Duration::from_millis(ms.into());
        loop {
            self.show()?;
            if Instant::now() >= deadline {
                return Ok(());
            }
            self.wait(deadline)?;
        }
    }

    fn pause(&mut self, ms: u32) -> Result<bool, Quit> {
        let hit = self.wait_for(ms, |buffer| (!buffer.is_empty()).then_some(()))?;
        Ok(hit.is_some())
    }

    fn kbhit(&mut self) -> bool {
        !self.keyboard.borrow().buffer.is_empty()
    }

    fn mouse(&mut self) -> Option<Mouse> {
        self.mouse.take()
    }

    fn modifiers(&self) -> u8 {
        use minifb::Key::{LeftAlt, LeftCtrl, LeftShift, RightAlt, RightCtrl, RightShift};
        let keyboard = self.keyboard.borrow();
        let bits =
            [(RightShift, 1), (LeftShift, 2), (LeftCtrl, 4), (RightCtrl, 4), (LeftAlt, 8), (RightAlt, 8)];
        bits.iter().filter(|(key, _)| keyboard.down.contains(key)).fold(0, |all, (_, bit)| all | bit)
    }

    fn sound(&mut self, hertz: u32, ms: u32) {
        self.speaker.sound(hertz, ms);
    }

    fn hold(&mut self, hertz: u32, ms: u32) {
        self.speaker.hold(hertz, ms);
    }

    fn set_volume(&mut self, volume: u8) {
        self.speaker.volume = volume;
    }

    fn set_crt(&mut self, on: bool) {
        self.picture.set_crt(on);
    }

    fn set_click_note(&mut self, text: &str) {
        text.clone_into(&mut self.click_note);
    }

    fn clipboard(&mut self) -> Option<Arc<dyn Clipboard>> {
        Some(self.clipboard.clone())
    }

    fn real_time(&self) -> bool {
        true
    }
}

thread_local! {
    static IGNORES_PANICS: Cell<bool> = const { Cell::new(false) };
}

/// Runs minifb's code and ignores its panics. Its input-method buffer has 32 bytes, so minifb panics on more
/// than ten Chinese characters, which are then lost.
fn ignoring_panics(work: impl FnOnce()) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !IGNORES_PANICS.get() {
                usual(panic);
            }
        }));
    });
    IGNORES_PANICS.set(true);
    // Only minifb's copy of the key is in an unknown state, and nothing reads it.
    let _ = catch_unwind(AssertUnwindSafe(work));
    IGNORES_PANICS.set(false);
}

/// Receives all key events from minifb. Its `is_key_pressed` loses most keys of a burst.
struct Callback(Rc<RefCell<Keyboard>>);

impl minifb::InputCallback for Callback {
    fn add_char(&mut self, code: u32) {
        let mut keyboard = self.0.borrow_mut();
        keyboard.set_alt_keys(display::alt_keys());
        keyboard.typed(char::from_u32(code));
    }

    fn set_key_state(&mut self, key: minifb::Key, down: bool) {
        let mut keyboard = self.0.borrow_mut();
        keyboard.set_alt_keys(display::alt_keys());
        match down {
            true => keyboard.pressed(key),
            false => keyboard.released(key),
        }
    }
}

/// An unlimited keyboard buffer, which also repeats held keys.
///
/// Letters and digits come from character events, because some layouts report them in no other way; all other
/// keys come from key events. A digit on the keypad causes both events, so its character is ignored.
///
/// A letter with Ctrl causes a key event and usually a control character, which respects the layout. A
/// character typed with AltGr counts as a plain character, because some layouts need AltGr for `{`. Windows
/// reports AltGr as Ctrl and the right Alt.
struct Keyboard {
    buffer: VecDeque<Key>,
    /// True if an event has arrived since this flag was cleared.
    has_news: bool,
    down: Vec<minifb::Key>,
    last: Option<(minifb::Key, Instant)>,
    repeating: Option<(minifb::Key, Instant)>,
    /// True if a character comes before its key, as on Wayland.
    char_first: bool,
    /// True if the last event was a character that came before its key.
    char_before: bool,
    /// True if the next character belongs to a key that is already handled.
    drop_char: bool,
    /// True if the last event was a letter with Ctrl. Its control character comes next and replaces it.
    letter_before: bool,
    /// True if the user asked to turn full screen on or off. The program does not get this key.
    full_screen: bool,
}

/// A modifier that changes the meaning of other keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Modifier {
    Ctrl,
    Alt,
    /// The right Alt key, which types characters.
    AltGr,
}

impl Keyboard {
    fn new(char_first: bool) -> Keyboard {
        Keyboard {
            buffer: VecDeque::new(),
            has_news: false,
            down: Vec::new(),
            last: None,
            repeating: None,
            char_first,
            char_before: false,
            drop_char: false,
            letter_before: false,
            full_screen: false,
        }
    }

    fn pressed(&mut self, key: minifb::Key) {
        self.has_news = true;
        let char_before = std::mem::take(&mut self.char_before);
        let keys = self.with_modifiers(key);
        self.drop_char = false;
        let alt_enter = key == minifb::Key::Enter && self.modifier() == Some(Modifier::Alt);
        if (alt_enter || keys == [Key::F(11)]) && !self.down.contains(&key) {
            self.down.push(key);
            self.full_screen = true;
            return;
        }
        if self.repeated_by_display(key) {
            self.drop_char = true;
            return;
        }
        self.last = Some((key, Instant::now()));
        self.down.push(key);
        let letter = matches!(keys[..], [Key::Ctrl(_)]);
        if letter && char_before {
            // The control character has already typed this letter.
            return;
        }
        let both = on_keypad(key) || self.modifier().is_some() && !named(key).is_empty();
        if both && char_before {
            self.buffer.pop_back();
        }
        self.drop_char = both && !self.char_first;
        self.letter_before = letter;
        if key == minifb::Key::Escape {
            super::drop_typed_ahead(&mut self.buffer);
        }
        self.repeating = repeats(&keys).then(|| (key, Instant::now() + REPEAT_AFTER));
        self.buffer.extend(keys);
    }

    /// Sets the state of the left and the right Alt key, if the display reports it instead of key events.
    fn set_alt_keys(&mut self, alts: Option<[bool; 2]>) {
        let keys = [minifb::Key::LeftAlt, minifb::Key::RightAlt];
        for (key, is_down) in keys.into_iter().zip(alts.into_iter().flatten()) {
            self.down.retain(|held| *held != key);
            self.down.extend(is_down.then_some(key));
        }
    }

    fn modifier(&self) -> Option<Modifier> {
        use minifb::Key::{LeftAlt, LeftCtrl, RightAlt, RightCtrl};
        let down = |key| self.down.contains(&key);
        match down(RightAlt) {
            true => Some(Modifier::AltGr),
            false if down(LeftCtrl) || down(RightCtrl) => Some(Modifier::Ctrl),
            false => down(LeftAlt).then_some(Modifier::Alt),
        }
    }

    fn shift(&self) -> bool {
        use minifb::Key::{LeftShift, RightShift};
        self.down.contains(&LeftShift) || self.down.contains(&RightShift)
    }

    /// The program's keys for a key without a character, with the current modifiers. Some combinations give
    /// none.
    fn with_modifiers(&self, key: minifb::Key) -> Vec<Key> {
        let letter = letter(key).filter(|_| self.modifier() == Some(Modifier::Ctrl));
        if let Some(letter) = letter {
            return vec![self.control(letter)];
        }
        let plain = named(key).into_iter();
        match self.modifier() {
            Some(Modifier::Ctrl) => plain.filter_map(|key| with_modifier("Ctrl", key)).collect(),
            Some(_) => plain.filter_map(|key| with_modifier("Alt", key)).collect(),
            None if self.shift() => plain.map(|key| with_modifier("Shift", key).unwrap_or(key)).collect(),
            None => plain.collect(),
        }
    }

    fn control(&self, letter: char) -> Key {
        Key::Ctrl(match self.shift() {
            true => letter.to_ascii_uppercase(),
            false => letter,
        })
    }

    /// True if X11 is repeating a held key. X11 repeats only the last key, and not before `SHORTEST_HOLD`. In
    /// all other cases the release of the key was lost, as happens when the focus changes.
    fn repeated_by_display(&self, key: minifb::Key) -> bool {
        let last = self.last.filter(|(last, _)| *last == key);
        let held_long = last.is_some_and(|(_, since)| since.elapsed() >= SHORTEST_HOLD);
        held_long && self.down.contains(&key)
    }

    fn released(&mut self, key: minifb::Key) {
        self.has_news = true;
        self.char_before = false;
        self.drop_char = false;
        self.letter_before = false;
        self.down.retain(|held| *held != key);
        self.repeating = self.repeating.filter(|(held, _)| *held != key);
    }

    fn typed(&mut self, c: Option<char>) {
        self.has_news = true;
        let letter_before = std::mem::take(&mut self.letter_before);
        let Some(c) = c else {
            return;
        };
        let key = match (c, self.modifier()) {
            ('\u{1}'..='\u{1A}', Some(Modifier::Ctrl)) => self.control(char::from(b'a' - 1 + c as u8)),
            // Wayland and macOS report the letter.
            (c, Some(Modifier::Ctrl)) if c.is_ascii_alphabetic() => self.control(c.to_ascii_lowercase()),
            (_, Some(Modifier::Ctrl)) => return,
            (c, _) if c.is_control() || c.is_whitespace() => return,
            (c, Some(Modifier::Alt)) if c.is_ascii_alphanumeric() => Key::Alt(c.to_ascii_lowercase()),
            (c, _) => Key::Char(c),
        };
        if std::mem::take(&mut self.drop_char) {
            return;
        }
        if letter_before {
            self.buffer.pop_back();
        }
        self.buffer.push_back(key);
        self.char_before = self.char_first;
    }

    /// Releases all keys when the window loses the focus, because no release events arrive afterwards.
    fn release_all(&mut self) {
        self.down.clear();
        self.repeating = None;
    }

    fn repeat_at(&self) -> Option<Instant> {
        self.repeating.map(|(_, at)| at)
    }

    /// Repeats the held key when it is due, but only if the buffer is empty, so that no repeats follow its
    /// release.
    fn repeat(&mut self, now: Instant) {
        if let Some((key, at)) = &mut self.repeating
            && now >= *at
        {
            *at = now + REPEAT_EVERY;
            let key = *key;
            if self.buffer.is_empty() {
                let keys = self.with_modifiers(key);
                self.buffer.extend(keys);
            }
        }
    }
}

fn on_keypad(key: minifb::Key) -> bool {
    use minifb::Key::*;
    matches!(key, NumPad1 | NumPad2 | NumPad3 | NumPad4 | NumPad6 | NumPad7 | NumPad8 | NumPad9)
}

fn repeats(keys: &[Key]) -> bool {
    use Key::*;
    matches!(
        keys.first(),
        Some(
            Up | Down
                | Left
                | Right
                | PageUp
                | PageDown
                | Backspace
                | Delete
                | CtrlUp
                | CtrlDown
                | CtrlLeft
                | CtrlRight
        )
    )
}

/// The key with a modifier, if there is such a key.
fn with_modifier(modifier: &str, key: Key) -> Option<Key> {
    Key::from_name(&format!("{modifier}+{key}"))
}

/// The letter on a key, in lower case.
fn letter(key: minifb::Key) -> Option<char> {
    let (first, last) = (minifb::Key::A as u8, minifb::Key::Z as u8);
    let place = (key as u8).checked_sub(first)?;
    (key as u8 <= last).then(|| char::from(b'a' + place))
}

/// The program's keys for a key without a character. A corner key of the keypad gives two arrows for a
/// diagonal move.
fn named(key: minifb::Key) -> Vec<Key> {
    use minifb::Key as K;
    match key {
        K::NumPad8 => vec![Key::Up],
        K::NumPad2 => vec![Key::Down],
        K::NumPad4 => vec![Key::Left],
        K::NumPad6 => vec![Key::Right],
        K::NumPad7 => vec![Key::Up, Key::Left],
        K::NumPad9 => vec![Key::Up, Key::Right],
        K::NumPad1 => vec![Key::Down, Key::Left],
        K::NumPad3 => vec![Key::Down, Key::Right],
        K::NumPadEnter => vec![Key::Enter],
        K::Escape => vec![Key::Esc],
        // Both crates use the same names for the other keys.
        key => {
            let key = Key::from_name(&format!("{key:?}"));
            key.filter(|key| key.letter().is_none()).into_iter().collect()
        }
    }
}

#[cfg(target_os = "linux")]
fn set_icon(window: &mut minifb::Window) {
    let dots = super::icon::pixels(64).into_iter();
    let argb = dots.map(|color| 0xFF00_0000 | u64::from(color));
    let icon: Vec<u64> = [64, 64].into_iter().chain(argb).collect();
    if let Ok(icon) = minifb::Icon::try_from(icon.as_slice()) {
        window.set_icon(icon);
    }
}

#[cfg(not(target_os = "linux"))]
fn set_icon(_: &mut minifb::Window) {}

#[cfg(test)]
mod tests {
    use super::*;
    use minifb::Key as K;

    fn typed(keyboard: &mut Keyboard, text: &str) {
        text.chars().for_each(|c| keyboard.typed(Some(c)));
    }

    /// Presses and releases a key that types this text.
    fn press(keyboard: &mut Keyboard, key: K, text: &str) {
        match keyboard.char_first {
            true => (typed(keyboard, text), keyboard.pressed(key)),
            false => (keyboard.pressed(key), typed(keyboard, text)),
        };
        keyboard.released(key);
    }

    #[test]
    fn bursts_of_keys_keep_their_order() {
        let mut keyboard = Keyboard::new(false);
        let burst = [K::Down, K::Enter, K::Right, K::F1, K::Backspace].repeat(40);
        burst.iter().for_each(|key| press(&mut keyboard, *key, ""));
        let all: Vec<Key> = burst.iter().flat_map(|k| named(*k)).collect();
        assert_eq!(keyboard.buffer, all);
    }

    #[test]
    fn esc_replaces_many_waiting_keys_but_follows_few() {
        let mut keyboard = Keyboard::new(false);
        let keys = [K::Down, K::Down, K::Escape];
        keys.iter().for_each(|key| press(&mut keyboard, *key, ""));
        assert_eq!(keyboard.buffer, [Key::Down, Key::Down, Key::Esc]);
        for _ in 0..3000 {
            press(&mut keyboard, K::Enter, "\r");
        }
        press(&mut keyboard, K::Escape, "\u{1b}");
        assert_eq!(keyboard.buffer, [Key::Esc]);
    }

    #[test]
    fn letters_are_characters_and_the_keypad_types_arrows() {
        for char_first in [false, true] {
            let mut keyboard = Keyboard::new(char_first);
            press(&mut keyboard, K::Q, "q");
            // A French keyboard reports no key for digits.
            typed(&mut keyboard, "7");
            assert_eq!(keyboard.buffer, [Key::Char('q'), Key::Char('7')]);
            keyboard.buffer.clear();
            for (key, text) in [(K::NumPad8, "8"), (K::NumPad3, "3"), (K::NumPadEnter, "\r")] {
                press(&mut keyboard, key, text);
            }
            let arrows = [Key::Up, Key::Down, Key::Right, Key::Enter];
            assert_eq!(keyboard.buffer, arrows);
        }
    }

    #[test]
    fn ctrl_and_alt_change_letters() {
        // Events as on X11, Wayland, Windows and macOS, and with a layout that lacks the letter.
        for (char_first, key, text) in [
            (false, Some(K::Y), "\u{19}"),
            (true, Some(K::Y), "y"),
            (false, Some(K::Y), ""),
            (false, Some(K::Y), "y"),
            (false, Some(K::Z), "\u{19}"),
            (false, None, "\u{19}"),
        ] {
            for (shift, expected) in [(false, Key::Ctrl('y')), (true, Key::Ctrl('Y'))] {
                let mut keyboard = Keyboard::new(char_first);
                keyboard.pressed(K::LeftCtrl);
                if shift {
                    keyboard.pressed(K::LeftShift);
                }
                match key {
                    Some(key) => press(&mut keyboard, key, text),
                    None => typed(&mut keyboard, text),
                }
                assert_eq!(keyboard.buffer, [expected], "{key:?} {text:?}");
                keyboard.released(K::LeftCtrl);
                keyboard.pressed(K::Q);
                typed(&mut keyboard, "q");
                assert_eq!(keyboard.buffer, [expected, Key::Char('q')]);
            }
        }
        let mut keyboard = Keyboard::new(false);
        keyboard.pressed(K::LeftAlt);
        press(&mut keyboard, K::C, "c");
        assert_eq!(keyboard.buffer, [Key::Alt('c')]);
    }

    #[test]
    fn modifiers_change_arrows_and_function_keys() {
        for (modifier, expected) in [
            (K::RightCtrl, "Ctrl+Left Ctrl+Home Ctrl+F9"),
            (K::LeftAlt, "Alt+F9"),
            (K::RightShift, "Shift+Left Shift+Home Shift+F9 Enter Shift+Tab Delete"),
        ] {
            let mut keyboard = Keyboard::new(false);
            keyboard.pressed(modifier);
            for (key, text) in [
                (K::NumPad4, "4"),
                (K::Home, ""),
                (K::F9, ""),
                (K::Enter, "\r"),
                (K::Tab, "\t"),
                (K::Delete, "\u{7f}"),
            ] {
                press(&mut keyboard, key, text);
            }
            let expected = crate::dos::parse_keys(expected).unwrap();
            assert_eq!(keyboard.buffer, expected, "{modifier:?}");
        }
    }

    #[test]
    fn alt_gr_types_characters_and_ctrl_types_no_signs() {
        // Windows also presses the left Ctrl; X11 reports no modifier.
        for modifiers in [&[K::LeftCtrl, K::RightAlt][..], &[]] {
            let mut keyboard = Keyboard::new(false);
            modifiers.iter().for_each(|key| keyboard.pressed(*key));
            press(&mut keyboard, K::Key7, "{");
            assert_eq!(keyboard.buffer, [Key::Char('{')]);
        }
        let mut keyboard = Keyboard::new(false);
        keyboard.pressed(K::LeftCtrl);
        press(&mut keyboard, K::Key1, "1\0\u{1f}");
        assert_eq!(keyboard.buffer, []);
    }

    #[test]
    fn control_characters_are_ignored() {
        let mut keyboard = Keyboard::new(false);
        for (key, text) in [(K::Enter, "\r"), (K::Space, " "), (K::Escape, "\u{1b}")] {
            press(&mut keyboard, key, text);
        }
        keyboard.typed(None);
        assert_eq!(keyboard.buffer, [Key::Enter, Key::Space, Key::Esc]);
    }

    #[test]
    fn held_arrows_repeat_by_our_clock() {
        let mut keyboard = Keyboard::new(false);
        keyboard.pressed(K::Down);
        keyboard.last = Some((K::Down, Instant::now() - SHORTEST_HOLD));
        for _ in 0..50 {
            keyboard.pressed(K::Down);
        }
        assert_eq!(keyboard.buffer, [Key::Down]);
        keyboard.buffer.clear();
        let now = keyboard.repeat_at().expect("a held arrow repeats");
        keyboard.repeat(now - Duration::from_millis(1));
        assert_eq!(keyboard.buffer, []);
        keyboard.repeat(now);
        assert_eq!(keyboard.buffer, [Key::Down]);
        keyboard.repeat(now + REPEAT_EVERY);
        assert_eq!(keyboard.buffer, [Key::Down], "repeats wait for an empty buffer");
        keyboard.released(K::Down);
        assert_eq!(keyboard.repeat_at(), None);
        for key in [K::Enter, K::Space, K::Escape, K::F2, K::Q] {
            keyboard.pressed(key);
            assert_eq!(keyboard.repeat_at(), None, "{key:?}");
        }
    }

    #[test]
    fn keys_still_work_after_a_lost_release() {
        let mut keyboard = Keyboard::new(false);
        for key in [K::Down, K::Enter, K::Down, K::Down] {
            keyboard.pressed(key);
        }
        let keys = [Key::Down, Key::Enter, Key::Down, Key::Down];
        assert_eq!(keyboard.buffer, keys);
        keyboard.release_all();
        assert_eq!(keyboard.repeat_at(), None);
        keyboard.pressed(K::Down);
        assert_eq!(keyboard.buffer.len(), 5);
    }
}
