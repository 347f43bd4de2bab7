//! The machine in a window: minifb behind a [`Console`]. No other file names minifb.

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
use super::picture::{Picture, Tube};
use super::speaker::Speaker;
use super::{Console, Key, Quit, Screen};

pub use super::display::{locale, prepare, show_unheard};

/// The least time between two frames while keys are waiting.
const FRAME: Duration = Duration::from_millis(16);
/// How often the picture is drawn again where nobody asks for it when it was covered.
const REFRESH: Duration = Duration::from_secs(1);
/// The same where the window fills the screen: nothing covers it, and its picture is the largest.
const FULL_REFRESH: Duration = Duration::from_secs(5);
/// Right after the window opens or changes its size, a frame may come before it is on the screen.
const FIRST_REFRESH: Duration = Duration::from_millis(100);
/// How often it is drawn where the system asks for it.
const SELDOM: Duration = Duration::from_secs(3600);
/// For how long the window is refreshed at this faster rate.
const OPENING: Duration = Duration::from_millis(1500);
/// How long a key is held before it repeats, and how long it takes from one repeat to the next.
const REPEAT_AFTER: Duration = Duration::from_millis(350);
const REPEAT_EVERY: Duration = Duration::from_millis(60);
const BUTTONS: [minifb::MouseButton; 3] = [
    minifb::MouseButton::Left,
    minifb::MouseButton::Middle,
    minifb::MouseButton::Right,
];
/// How long the note after the first click is seen.
const NOTED: Duration = Duration::from_secs(5);
/// When Esc is pressed while more keys than this wait, nobody wants them any more. DOS held so many.
const TYPED_AHEAD: usize = 15;
/// No display server repeats a key sooner than this after it was pressed.
const SHORTEST_HOLD: Duration = Duration::from_millis(100);

/// The least depth, in bits, of an X11 screen that minifb draws on; on others it crashes.
const LEAST_DEPTH: i32 = 24;

/// Why there is no window, in one line that says what works without one.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is no display, or it cannot be used.
    #[error("{}", say!("there is no display to open a window on ({why}); without one, use --keys \"...\" --screenshot FILE.png", why = .0))]
    NoDisplay(#[from] minifb::Error),
    /// The display has too few colours. This is its depth in bits.
    #[error("{}", say!("the display has a depth of {why} bits, and the window needs {least_depth}; without one, use --keys \"...\" --screenshot FILE.png", why = .0, least_depth = LEAST_DEPTH))]
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
    /// The size of the display, where it is known.
    display: Option<(usize, usize)>,
    /// Had the window the keyboard when that was looked at last?
    active: bool,
    /// Does the desktop's input method hear the keys, as far as it was told?
    method_writes: Option<bool>,
    opened: Instant,
    sized: Instant,
    drawn: Instant,
    /// When the display's events were taken in last.
    looked: Instant,
    speaker: Speaker,
    clipboard: Arc<Desktop>,
    click: ClickNote,
    /// Is that note in the picture that was shown last?
    noted: bool,
}

/// What the last line says after the first click.
#[derive(Default)]
struct ClickNote {
    text: String,
    clicked: Option<Instant>,
}

impl ClickNote {
    /// Until when it is seen.
    fn ends(&self) -> Option<Instant> {
        self.clicked.map(|clicked| clicked + NOTED)
    }

    fn is_seen(&self) -> bool {
        self.ends().is_some_and(|end| Instant::now() < end)
    }

    fn draw(&self, screen: &mut Screen) {
        screen.setfillstyle(LIGHTGRAY);
        screen.bar(0, HEIGHT - 16, WIDTH - 1, HEIGHT - 1);
        screen.settextstyle(Font::Tall, 1);
        screen.setcolor(BLACK);
        screen.outtextxy(8, HEIGHT - 16, &self.text);
    }
}

impl Window {
    /// Opens the window at the largest whole scale that leaves room for its frame and for panels: 2 on a display of 1400x1050.
    ///
    /// [`prepare`] has to come first, or minifb may crash on X11.
    ///
    /// # Errors
    /// There is no display, or it has too few colours.
    pub fn open(title: &str) -> Result<Window, OpenError> {
        let display = display::measure();
        if let Some(Display { depth, .. }) = display
            && depth < LEAST_DEPTH
        {
            return Err(OpenError::TooFewColours(depth));
        }
        let fits = |Display { room, .. }| (room.0 / WIDTH).min(room.1 / HEIGHT);
        let scale = display.map_or(1, fits).max(1);
        let options = minifb::WindowOptions {
            resize: true,
            scale_mode: minifb::ScaleMode::Stretch,
            // The picture is already scaled, and a graphics driver takes more memory than the whole program.
            use_gpu: minifb::UseGPU::Disabled,
            ..minifb::WindowOptions::default()
        };
        let (width, height) = (WIDTH * scale, HEIGHT * scale);
        let mut window = minifb::Window::new(title, width as usize, height as usize, options)?;
        window.set_target_fps(0);
        let events = Events::of(&window);
        let keyboard = Rc::new(RefCell::new(Keyboard::new(
            events.as_ref().is_some_and(|e| e.wayland()),
        )));
        window.set_input_callback(Box::new(Callback(keyboard.clone())));
        if events.as_ref().is_some_and(|e| !e.wayland()) {
            set_icon(&mut window);
        }
        display::introduce(&window, (width, height));
        let now = Instant::now();
        Ok(Window {
            window,
            events,
            keyboard,
            screen: Screen::default(),
            shown: Screen::default(),
            picture: Picture::default(),
            display: display.map(|display| (display.width as usize, display.height as usize)),
            active: true,
            method_writes: None,
            opened: now,
            sized: now,
            drawn: now,
            looked: now,
            speaker: Speaker::default(),
            clipboard: Arc::default(),
            click: ClickNote::default(),
            noted: false,
        })
    }

    /// Shows the screen in the window if it has changed, or if it is time for a refresh.
    fn show(&mut self) -> Result<(), Quit> {
        let size = self.window.get_size();
        let active = self.window.is_active();
        let noted = self.click.is_seen();
        let changed = self.screen != self.shown
            || size != self.picture.window
            || noted != std::mem::replace(&mut self.noted, noted);
        // Whoever comes back may have been covered.
        let back = active && !std::mem::replace(&mut self.active, active);
        if size != self.picture.window {
            self.sized = Instant::now();
        }
        if changed {
            if noted {
                let mut screen = self.screen.clone();
                self.click.draw(&mut screen);
                self.picture.compose(&screen, size);
            } else {
                self.picture.compose(&self.screen, size);
            }
            self.shown.clone_from(&self.screen);
        }
        if changed || back || self.drawn.elapsed() >= self.refresh() {
            // minifb would say so on standard error in its own words.
            self.still_there()?;
            self.drawn = Instant::now();
            let Picture { dots, width, .. } = &self.picture;
            let height = dots.len() / width;
            // It fails only where the connection is broken, and the next wait finds that out.
            unharmed(|| _ = self.window.update_with_buffer(dots, *width, height));
            self.take_events();
        }
        self.still_open()
    }

    fn refresh(&self) -> Duration {
        let full = self.active && Some(self.picture.window) == self.display;
        match self.sized.elapsed() < OPENING {
            true => FIRST_REFRESH,
            false if !display::FORGETS => SELDOM,
            false if full => FULL_REFRESH,
            false => REFRESH,
        }
    }

    /// Waits for the display, the next refresh, the next repeat of a held key or `deadline`, whichever comes first.
    fn wait(&mut self, deadline: Instant) -> Result<(), Quit> {
        let repeat = self.keyboard.borrow().repeat_at();
        let noted = self.click.ends().filter(|_| self.noted);
        let until = [
            Some(self.drawn + self.refresh()),
            repeat,
            Some(deadline),
            noted,
        ];
        let until = until.into_iter().flatten().min().expect("has a refresh");
        let timeout = until.saturating_duration_since(Instant::now());
        match &self.events {
            Some(events) => events.wait(timeout)?,
            None => std::thread::sleep(timeout.min(Duration::from_millis(8))),
        }
        self.update();
        self.take_events();
        self.keyboard.borrow_mut().repeat(Instant::now());
        self.still_open()
    }

    /// The same where keys may be waiting. A burst of keys is answered at once, and only some of the frames in between are
    /// shown. New keys, Esc and the end of the window are seen even if no frame differs from the last.
    fn show_some(&mut self) -> Result<(), Quit> {
        let waiting = !self.keyboard.borrow().buffer.is_empty();
        if waiting && self.looked.elapsed() < FRAME {
            return Ok(());
        }
        self.show()?;
        if self.looked.elapsed() >= FRAME {
            self.still_there()?;
            self.update();
            self.take_events();
        }
        self.still_open()
    }

    /// Takes in what has come.
    fn update(&mut self) {
        unharmed(|| self.window.update());
    }

    fn next_key(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        let deadline = Instant::now() + Duration::from_millis(ms.into());
        loop {
            self.show_some()?;
            let key = self.keyboard.borrow_mut().buffer.pop_front();
            if key.is_some() || Instant::now() >= deadline {
                return Ok(key);
            }
            self.wait(deadline)?;
        }
    }

    /// The desktop's input method hears the keys or not.
    fn let_method_write(&mut self, writes: bool) {
        if self.method_writes != Some(writes) {
            self.method_writes = Some(writes);
            display::let_method_write(&self.window, writes);
        }
    }

    /// Asks for more until nothing new comes. Otherwise an event that arrives while another is handled would lie in
    /// Xlib's queue, where a wait on the socket does not see it.
    fn take_events(&mut self) {
        self.looked = Instant::now();
        while std::mem::take(&mut self.keyboard.borrow_mut().news) {
            self.update();
        }
        if std::mem::take(&mut self.keyboard.borrow_mut().full_screen) {
            display::toggle_full_screen(&self.window);
        }
        if !self.window.is_active() {
            self.keyboard.borrow_mut().forget_held();
        }
        let down = |button| self.window.get_mouse_down(button);
        if self.click.clicked.is_none() && BUTTONS.into_iter().any(down) {
            self.click.clicked = Some(Instant::now()).filter(|_| !self.click.text.is_empty());
        }
    }

    fn still_open(&self) -> Result<(), Quit> {
        if self.window.is_open() && !display::window_destroyed() {
            return Ok(());
        }
        // On Wayland minifb also calls the window closed when it is the first to find the display gone.
        self.still_there()?;
        Err(Quit::Closed)
    }

    fn still_there(&self) -> Result<(), Quit> {
        match &self.events {
            Some(events) => events.wait(Duration::ZERO),
            None => Ok(()),
        }
    }
}

impl Console for Window {
    fn screen(&mut self) -> &mut Screen {
        &mut self.screen
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        self.let_method_write(false);
        self.next_key(ms)
    }

    fn text_key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        self.let_method_write(true);
        self.next_key(ms)
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
        let deadline = Instant::now() + Duration::from_millis(ms.into());
        loop {
            self.show_some()?;
            let hit = self.kbhit();
            if hit || Instant::now() >= deadline {
                return Ok(hit);
            }
            self.wait(deadline)?;
        }
    }

    fn kbhit(&mut self) -> bool {
        !self.keyboard.borrow().buffer.is_empty()
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

    fn set_tube(&mut self, tube: Tube) {
        if tube != self.picture.tube {
            self.picture = Picture::new(tube);
        }
    }

    fn set_click_note(&mut self, text: &str) {
        text.clone_into(&mut self.click.text);
    }

    fn clipboard(&mut self) -> Option<Arc<dyn Clipboard>> {
        Some(self.clipboard.clone())
    }

    fn real_time(&self) -> bool {
        true
    }
}

thread_local! {
    /// Does this thread do what minifb may panic at?
    static UNHARMED: Cell<bool> = const { Cell::new(false) };
}

/// Lets minifb take in what has come. It holds what an input method sends at once in 32 bytes, and panics when that is more than ten hanzi:
/// they are lost, and nothing else.
fn unharmed(what: impl FnOnce()) {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let says = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !UNHARMED.get() {
                says(panic);
            }
        }));
    });
    UNHARMED.set(true);
    // What of the window is half done is only the key, which nobody reads again.
    let _ = catch_unwind(AssertUnwindSafe(what));
    UNHARMED.set(false);
}

/// What minifb calls for each key event. Nothing is lost this way; `is_key_pressed` loses most of a burst.
struct Callback(Rc<RefCell<Keyboard>>);

impl minifb::InputCallback for Callback {
    fn add_char(&mut self, code: u32) {
        let mut keyboard = self.0.borrow_mut();
        keyboard.hold_alts(display::alts());
        keyboard.typed(char::from_u32(code));
    }

    fn set_key_state(&mut self, key: minifb::Key, down: bool) {
        let mut keyboard = self.0.borrow_mut();
        keyboard.hold_alts(display::alts());
        match down {
            true => keyboard.pressed(key),
            false => keyboard.released(key),
        }
    }
}

/// The keyboard buffer, without DOS's limit of 15 keys, and the repeat of held keys. Esc keeps its place behind a few keys
/// that were typed ahead; more than that are thrown away when it comes.
///
/// Letters and digits are taken as characters, because on some layouts they come in no other way. All else is taken as
/// keys. A digit of the keypad comes as both, so its character is dropped.
///
/// A letter with Ctrl comes as a key, and nearly everywhere as a control character, too, which knows the layout. A character
/// that is typed with AltGr is a character: on some layouts there is no other way to type `{`. Windows tells Ctrl and the
/// right Alt for AltGr.
struct Keyboard {
    buffer: VecDeque<Key>,
    /// Has something been pressed, released or typed since this was last cleared?
    news: bool,
    down: Vec<minifb::Key>,
    last: Option<(minifb::Key, Instant)>,
    repeating: Option<(minifb::Key, Instant)>,
    /// Is a character told before its key, as on Wayland?
    char_first: bool,
    /// Was the last event a character, told before its key?
    char_before: bool,
    /// Does the next character belong to a key that has been dealt with?
    drop_char: bool,
    /// Was the last event the key of a letter with Ctrl? Its control character comes next and replaces it.
    letter_before: bool,
    /// Has somebody asked for the whole screen, or for the window again? The program hears nothing of it.
    full_screen: bool,
}

/// A key that gives others another meaning while it is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    Ctrl,
    Alt,
    /// The right Alt, which types characters.
    AltGr,
}

impl Keyboard {
    fn new(char_first: bool) -> Keyboard {
        Keyboard {
            buffer: VecDeque::new(),
            news: false,
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
        self.news = true;
        let char_before = std::mem::take(&mut self.char_before);
        let keys = self.with_held(key);
        self.drop_char = false;
        let alt_enter = key == minifb::Key::Enter && self.held() == Some(Held::Alt);
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
            // Its control character was the same letter.
            return;
        }
        let both = on_keypad(key) || self.held().is_some() && !named(key).is_empty();
        if both && char_before {
            self.buffer.pop_back();
        }
        self.drop_char = both && !self.char_first;
        self.letter_before = letter;
        if key == minifb::Key::Escape && self.buffer.len() > TYPED_AHEAD {
            self.buffer.clear();
        }
        self.repeating = repeats(&keys).then(|| (key, Instant::now() + REPEAT_AFTER));
        self.buffer.extend(keys);
    }

    /// The left and the right Alt are held or not, where the display says it and not the keys.
    fn hold_alts(&mut self, alts: Option<[bool; 2]>) {
        let keys = [minifb::Key::LeftAlt, minifb::Key::RightAlt];
        for (key, is_down) in keys.into_iter().zip(alts.into_iter().flatten()) {
            self.down.retain(|held| *held != key);
            self.down.extend(is_down.then_some(key));
        }
    }

    fn held(&self) -> Option<Held> {
        use minifb::Key::{LeftAlt, LeftCtrl, RightAlt, RightCtrl};
        let down = |key| self.down.contains(&key);
        match down(RightAlt) {
            true => Some(Held::AltGr),
            false if down(LeftCtrl) || down(RightCtrl) => Some(Held::Ctrl),
            false => down(LeftAlt).then_some(Held::Alt),
        }
    }

    fn shift(&self) -> bool {
        use minifb::Key::{LeftShift, RightShift};
        self.down.contains(&LeftShift) || self.down.contains(&RightShift)
    }

    /// What a key that is no character means with the keys that are held. What means nothing then is no key.
    fn with_held(&self, key: minifb::Key) -> Vec<Key> {
        let letter = letter(key).filter(|_| self.held() == Some(Held::Ctrl));
        if let Some(letter) = letter {
            return vec![self.control(letter)];
        }
        let plain = named(key).iter().copied();
        match self.held() {
            Some(Held::Ctrl) => plain.filter_map(with_ctrl).collect(),
            Some(Held::Alt | Held::AltGr) => plain.filter_map(with_alt).collect(),
            None if self.shift() => plain.map(with_shift).collect(),
            None => plain.collect(),
        }
    }

    fn control(&self, letter: char) -> Key {
        Key::Ctrl(match self.shift() {
            true => letter.to_ascii_uppercase(),
            false => letter,
        })
    }

    /// X11 repeats the key that was pressed last when it has been held for a while. Any other press of a key that seems
    /// to be held is a new one: its release was lost, as happens when the focus changes.
    fn repeated_by_display(&self, key: minifb::Key) -> bool {
        let last = self.last.filter(|(last, _)| *last == key);
        let held_long = last.is_some_and(|(_, since)| since.elapsed() >= SHORTEST_HOLD);
        held_long && self.down.contains(&key)
    }

    fn released(&mut self, key: minifb::Key) {
        self.news = true;
        self.char_before = false;
        self.drop_char = false;
        self.letter_before = false;
        self.down.retain(|held| *held != key);
        self.repeating = self.repeating.filter(|(held, _)| *held != key);
    }

    fn typed(&mut self, c: Option<char>) {
        self.news = true;
        let letter_before = std::mem::take(&mut self.letter_before);
        let Some(c) = c else {
            return;
        };
        let key = match (c, self.held()) {
            ('\u{1}'..='\u{1A}', Some(Held::Ctrl)) => self.control(char::from(b'a' - 1 + c as u8)),
            // Wayland and macOS tell the letter itself.
            (c, Some(Held::Ctrl)) if c.is_ascii_alphabetic() => {
                self.control(c.to_ascii_lowercase())
            }
            (_, Some(Held::Ctrl)) => return,
            (c, _) if c.is_control() || c.is_whitespace() => return,
            (c, Some(Held::Alt)) if c.is_ascii_alphanumeric() => Key::Alt(c.to_ascii_lowercase()),
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

    /// No release comes for keys that are held when the window loses the focus.
    fn forget_held(&mut self) {
        self.down.clear();
        self.repeating = None;
    }

    fn repeat_at(&self) -> Option<Instant> {
        self.repeating.map(|(_, at)| at)
    }

    /// Types the held key again when it is time, but never ahead of the program: a stone must not run on after the key
    /// has been released.
    fn repeat(&mut self, now: Instant) {
        if let Some((key, at)) = &mut self.repeating
            && now >= *at
        {
            *at = now + REPEAT_EVERY;
            let key = *key;
            if self.buffer.is_empty() {
                let keys = self.with_held(key);
                self.buffer.extend(keys);
            }
        }
    }
}

fn on_keypad(key: minifb::Key) -> bool {
    use minifb::Key::*;
    matches!(
        key,
        NumPad1 | NumPad2 | NumPad3 | NumPad4 | NumPad6 | NumPad7 | NumPad8 | NumPad9
    )
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

fn with_ctrl(key: Key) -> Option<Key> {
    Some(match key {
        Key::Up => Key::CtrlUp,
        Key::Down => Key::CtrlDown,
        Key::Left => Key::CtrlLeft,
        Key::Right => Key::CtrlRight,
        Key::Home => Key::CtrlHome,
        Key::End => Key::CtrlEnd,
        Key::PageUp => Key::CtrlPageUp,
        Key::PageDown => Key::CtrlPageDown,
        Key::F(n) => Key::CtrlF(n),
        _ => return None,
    })
}

fn with_alt(key: Key) -> Option<Key> {
    match key {
        Key::F(n) => Some(Key::AltF(n)),
        _ => None,
    }
}

fn with_shift(key: Key) -> Key {
    match key {
        Key::F(n) => Key::ShiftF(n),
        Key::Tab => Key::ShiftTab,
        key => key,
    }
}

/// The letter on a key, in lower case.
fn letter(key: minifb::Key) -> Option<char> {
    let (first, last) = (minifb::Key::A as u8, minifb::Key::Z as u8);
    let place = (key as u8).checked_sub(first)?;
    (key as u8 <= last).then(|| char::from(b'a' + place))
}

/// The keys that are not characters. A corner of the keypad is two arrows, which move a stone diagonally.
fn named(key: minifb::Key) -> &'static [Key] {
    use minifb::Key as K;
    match key {
        K::Up | K::NumPad8 => &[Key::Up],
        K::Down | K::NumPad2 => &[Key::Down],
        K::Left | K::NumPad4 => &[Key::Left],
        K::Right | K::NumPad6 => &[Key::Right],
        K::NumPad7 => &[Key::Up, Key::Left],
        K::NumPad9 => &[Key::Up, Key::Right],
        K::NumPad1 => &[Key::Down, Key::Left],
        K::NumPad3 => &[Key::Down, Key::Right],
        K::Home => &[Key::Home],
        K::End => &[Key::End],
        K::PageUp => &[Key::PageUp],
        K::PageDown => &[Key::PageDown],
        K::Enter | K::NumPadEnter => &[Key::Enter],
        K::Space => &[Key::Space],
        K::Escape => &[Key::Esc],
        K::Backspace => &[Key::Backspace],
        K::Insert => &[Key::Insert],
        K::Delete => &[Key::Delete],
        K::Tab => &[Key::Tab],
        K::F1 => &[Key::F(1)],
        K::F2 => &[Key::F(2)],
        K::F3 => &[Key::F(3)],
        K::F4 => &[Key::F(4)],
        K::F5 => &[Key::F(5)],
        K::F6 => &[Key::F(6)],
        K::F7 => &[Key::F(7)],
        K::F8 => &[Key::F(8)],
        K::F9 => &[Key::F(9)],
        K::F10 => &[Key::F(10)],
        K::F11 => &[Key::F(11)],
        K::F12 => &[Key::F(12)],
        _ => &[],
    }
}

/// A corner of the board as the window's icon.
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

    #[test]
    fn a_burst_of_keys_keeps_its_order_and_loses_none() {
        let mut keyboard = Keyboard::new(false);
        let burst = [K::Down, K::Enter, K::Right, K::F1, K::Backspace].repeat(40);
        for key in &burst {
            keyboard.pressed(*key);
            keyboard.released(*key);
        }
        let all: Vec<Key> = burst.iter().flat_map(|k| named(*k)).copied().collect();
        assert_eq!(keyboard.buffer, all);
    }

    #[test]
    fn esc_comes_after_a_few_keys_and_at_once_instead_of_many() {
        let mut keyboard = Keyboard::new(false);
        for _ in 0..5 {
            keyboard.pressed(K::Down);
            keyboard.released(K::Down);
        }
        keyboard.pressed(K::Escape);
        keyboard.released(K::Escape);
        assert_eq!(keyboard.buffer, [&[Key::Down; 5][..], &[Key::Esc]].concat());
        for _ in 0..3000 {
            keyboard.pressed(K::Enter);
            keyboard.released(K::Enter);
        }
        keyboard.pressed(K::Escape);
        assert_eq!(keyboard.buffer, [Key::Esc]);
    }

    #[test]
    fn letters_come_as_characters_on_either_display_system() {
        for char_first in [false, true] {
            let mut keyboard = Keyboard::new(char_first);
            match char_first {
                true => (typed(&mut keyboard, "q"), keyboard.pressed(K::Q)),
                false => (keyboard.pressed(K::Q), typed(&mut keyboard, "q")),
            };
            keyboard.released(K::Q);
            // A French keyboard's digits have no key of their own.
            typed(&mut keyboard, "7");
            assert_eq!(keyboard.buffer, [Key::Char('q'), Key::Char('7')]);
        }
    }

    #[test]
    fn the_keypad_moves_and_types_no_digits() {
        for char_first in [false, true] {
            let mut keyboard = Keyboard::new(char_first);
            for (key, text) in [(K::NumPad8, "8"), (K::NumPad3, "3"), (K::NumPadEnter, "\r")] {
                match char_first {
                    true => (typed(&mut keyboard, text), keyboard.pressed(key)),
                    false => (keyboard.pressed(key), typed(&mut keyboard, text)),
                };
                keyboard.released(key);
            }
            assert_eq!(
                keyboard.buffer,
                [Key::Up, Key::Down, Key::Right, Key::Enter]
            );
        }
    }

    #[test]
    fn a_letter_with_ctrl_or_alt_is_another_key_on_every_system() {
        // What X11, Wayland, Windows and macOS tell of the letter, before or after its key; a layout without it tells no key.
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
                if char_first {
                    typed(&mut keyboard, text);
                }
                key.iter().for_each(|key| keyboard.pressed(*key));
                if !char_first {
                    typed(&mut keyboard, text);
                }
                key.iter().for_each(|key| keyboard.released(*key));
                assert_eq!(keyboard.buffer, [expected], "{key:?} {text:?}");
                keyboard.released(K::LeftCtrl);
                keyboard.pressed(K::Q);
                typed(&mut keyboard, "q");
                assert_eq!(keyboard.buffer, [expected, Key::Char('q')]);
            }
        }
        let mut keyboard = Keyboard::new(false);
        keyboard.pressed(K::LeftAlt);
        keyboard.pressed(K::C);
        typed(&mut keyboard, "c");
        assert_eq!(keyboard.buffer, [Key::Alt('c')]);
    }

    #[test]
    fn arrows_and_function_keys_know_what_is_held_with_them() {
        for (held, expected) in [
            (
                K::RightCtrl,
                &[Key::CtrlLeft, Key::CtrlHome, Key::CtrlF(9)][..],
            ),
            (K::LeftAlt, &[Key::AltF(9)]),
            (
                K::RightShift,
                &[
                    Key::Left,
                    Key::Home,
                    Key::ShiftF(9),
                    Key::Enter,
                    Key::ShiftTab,
                    Key::Delete,
                ],
            ),
        ] {
            let mut keyboard = Keyboard::new(false);
            keyboard.pressed(held);
            for (key, text) in [
                (K::NumPad4, "4"),
                (K::Home, ""),
                (K::F9, ""),
                (K::Enter, "\r"),
                (K::Tab, "\t"),
                (K::Delete, "\u{7f}"),
            ] {
                keyboard.pressed(key);
                typed(&mut keyboard, text);
                keyboard.released(key);
            }
            assert_eq!(keyboard.buffer, expected, "{held:?}");
        }
    }

    #[test]
    fn a_character_typed_with_alt_gr_is_a_character() {
        // Windows presses the left Ctrl as well; X11 has a key of its own that it does not tell.
        for held in [&[K::LeftCtrl, K::RightAlt][..], &[]] {
            let mut keyboard = Keyboard::new(false);
            held.iter().for_each(|key| keyboard.pressed(*key));
            keyboard.pressed(K::Key7);
            typed(&mut keyboard, "{");
            assert_eq!(keyboard.buffer, [Key::Char('{')]);
        }
    }

    #[test]
    fn ctrl_with_a_digit_or_a_sign_types_nothing() {
        let mut keyboard = Keyboard::new(false);
        keyboard.pressed(K::LeftCtrl);
        keyboard.pressed(K::Key1);
        typed(&mut keyboard, "1\0\u{1f}");
        assert_eq!(keyboard.buffer, []);
    }

    #[test]
    fn control_characters_and_spaces_are_no_characters() {
        let mut keyboard = Keyboard::new(false);
        keyboard.pressed(K::Enter);
        typed(&mut keyboard, "\r");
        keyboard.pressed(K::Space);
        typed(&mut keyboard, " ");
        keyboard.pressed(K::Escape);
        typed(&mut keyboard, "\u{1b}");
        keyboard.typed(None);
        assert_eq!(keyboard.buffer, [Key::Enter, Key::Space, Key::Esc]);
    }

    #[test]
    fn a_held_arrow_repeats_on_our_clock_and_not_on_the_display_servers() {
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
        assert_eq!(keyboard.buffer, [Key::Down], "it never runs ahead");
        keyboard.released(K::Down);
        assert_eq!(keyboard.repeat_at(), None);
    }

    #[test]
    fn a_press_whose_release_was_lost_does_not_swallow_the_next() {
        let mut keyboard = Keyboard::new(false);
        for key in [K::Down, K::Enter, K::Down, K::Down] {
            keyboard.pressed(key);
        }
        assert_eq!(
            keyboard.buffer,
            [Key::Down, Key::Enter, Key::Down, Key::Down]
        );
    }

    #[test]
    fn enter_and_function_keys_do_not_repeat() {
        for key in [K::Enter, K::Space, K::Escape, K::F2, K::Q] {
            let mut keyboard = Keyboard::new(false);
            keyboard.pressed(key);
            assert_eq!(keyboard.repeat_at(), None, "{key:?}");
        }
    }

    #[test]
    fn a_key_held_while_the_focus_goes_is_forgotten() {
        let mut keyboard = Keyboard::new(false);
        keyboard.pressed(K::Left);
        keyboard.forget_held();
        assert_eq!(keyboard.repeat_at(), None);
        keyboard.pressed(K::Left);
        assert_eq!(keyboard.buffer, [Key::Left; 2]);
    }
}
