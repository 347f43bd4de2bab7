//! The state of the keyboard, clock, speaker and random numbers that going back restores.

use super::cpp::Stream;
use super::graphics::GraphicsState;
use super::mouse::MouseState;
use super::ports::Ports;
use crate::dos::{Console, Key, Mouse, Quit, Screen};

/// The default text attribute: light grey on black.
pub(crate) const NORMAL: u8 = 7;

/// The settings of `textcolor`, `window` and `system("color")`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextWindow {
    /// The text colour, and the background colour in the upper four bits. The blink bit makes the text blink, unless
    /// `is_bright`.
    pub(crate) attribute: u8,
    /// True if the blink bit gives a bright background, as `system("color")` does on Windows.
    pub(crate) is_bright: bool,
    /// The attribute of the text that `printf` writes.
    pub(crate) console: u8,
    /// Left, top, right and bottom in characters, clipped to the screen when used.
    pub(crate) area: [u8; 4],
}

impl TextWindow {
    /// The colours of text and background for an attribute. A colour from 128 on blinks; see [`Screen::pixels`].
    pub(crate) fn colors(&self, attribute: u8) -> (u8, u8) {
        match attribute >= 0x80 && !self.is_bright {
            true => (attribute, attribute >> 4 & 7),
            false => (attribute & 15, attribute >> 4),
        }
    }
}

impl Default for TextWindow {
    fn default() -> TextWindow {
        TextWindow { attribute: NORMAL, is_bright: false, console: NORMAL, area: [0, 0, u8::MAX, u8::MAX] }
    }
}

/// The bytes of an incomplete character at the end of the output, and the cursor position after them. Each
/// byte occupies a cell until the rest arrives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PartialChar {
    bytes: [u8; 3],
    count: u8,
    cursor: (u8, u8),
}

impl PartialChar {
    pub(crate) fn of(begun: &[u8], cursor: (u8, u8)) -> PartialChar {
        let mut bytes = [0; 3];
        let count = begun.len().min(bytes.len());
        bytes[..count].copy_from_slice(&begun[..count]);
        let count = count as u8;
        PartialChar { bytes, count, cursor }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.count.into()]
    }

    /// True if there is an incomplete character and the cursor is still directly after it.
    pub(crate) fn is_before(&self, cursor: (u8, u8)) -> bool {
        self.count > 0 && self.cursor == cursor && cursor.0 >= self.count
    }
}

/// The state of the devices that a program uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Devices {
    pub(crate) graphics: GraphicsState,
    pub(crate) mouse: MouseState,
    pub(crate) ports: Ports,
    /// The state of `cout` and `cin`.
    pub(crate) stream: Stream,
    /// A key that the program has seen but not read.
    pub(crate) waiting: Option<Key>,
    /// The scan code that `getch` returns next.
    pub(crate) second: Option<u8>,
    /// The state of `rand`.
    pub(crate) random: u32,
    /// The pointer at which `strtok` continues.
    pub(crate) token: i64,
    pub(crate) tone: u32,
    /// The column and row at which `printf` continues.
    pub(crate) cursor: (u8, u8),
    pub(crate) partial: PartialChar,
    pub(crate) text: TextWindow,
    /// The length of the output, in bytes.
    pub(crate) printed: usize,
    /// The length of the typed text.
    pub(crate) typed: usize,
    /// The length of the complete lines of the typed text.
    pub(crate) lines: usize,
    /// The length of the typed text already read.
    pub(crate) read: usize,
    /// The character that `ungetc` put back.
    pub(crate) pushed: Option<u8>,
    pub(crate) waited: u64,
    /// The rest of a wait that the program's handlers interrupt, in ms.
    pub(crate) wait_left: i64,
    /// The number of keys read.
    pub(crate) keys: usize,
    /// The number of keyboard checks.
    pub(crate) looks: usize,
    /// The number of clock reads.
    pub(crate) times: usize,
}

impl Devices {
    /// Shows the graphics state and the mouse pointer.
    pub(super) fn show(&self, screen: &mut Screen) {
        self.graphics.show(screen);
        screen.pointer = self.mouse.tip(&self.graphics);
    }
}

/// A sequence in which values often repeat. Only values that differ from the previous one are stored, each
/// with its index.
#[derive(Clone, Default)]
struct Series<T> {
    changes: Vec<(usize, T)>,
    known: usize,
}

impl<T: Copy + PartialEq> Series<T> {
    /// Returns the value at an index and moves the index on, calling `new` for the first unknown index.
    fn next(&mut self, number: &mut usize, new: impl FnOnce() -> T) -> T {
        *number += 1;
        if *number > self.known {
            self.known = *number;
            let new = new();
            if self.changes.last().is_none_or(|(_, last)| *last != new) {
                self.changes.push((*number - 1, new));
            }
            return new;
        }
        let after = self.changes.partition_point(|(first, _)| first < number);
        self.changes[after - 1].1
    }

    fn truncate(&mut self, count: usize) {
        self.changes.retain(|(first, _)| *first < count);
        self.known = count;
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.changes)
    }
}

/// All input so far, so that a program that went back receives the same input again.
#[derive(Clone, Default)]
pub(crate) struct InputLog {
    keys: Vec<Key>,
    looks: Series<bool>,
    /// The difference between the console's clock and the waiting time at each clock read.
    times: Series<i64>,
    mouse: Series<Option<Mouse>>,
}

/// The input from the console, recorded only for a machine that can go back.
#[derive(Clone)]
pub(crate) struct Inputs(pub(crate) Option<InputLog>);

impl Inputs {
    pub(crate) fn key(&mut self, devices: &mut Devices, console: &mut dyn Console) -> Result<Key, Quit> {
        if let Some(key) = devices.waiting.take() {
            return Ok(key);
        }
        let Some(inputs) = &mut self.0 else { return console.getkey() };
        if devices.keys == inputs.keys.len() {
            inputs.keys.push(console.getkey()?);
        }
        devices.keys += 1;
        Ok(inputs.keys[devices.keys - 1])
    }

    pub(crate) fn look(
        &mut self,
        devices: &mut Devices,
        console: &mut dyn Console,
    ) -> Result<Option<Key>, Quit> {
        if devices.waiting.is_none() && self.waits(devices, console) {
            devices.waiting = Some(self.key(devices, console)?);
        }
        Ok(devices.waiting)
    }

    fn waits(&mut self, devices: &mut Devices, console: &mut dyn Console) -> bool {
        let Some(inputs) = &mut self.0 else { return console.kbhit() };
        let typed = devices.keys < inputs.keys.len();
        inputs.looks.next(&mut devices.looks, || typed || console.kbhit())
    }

    pub(crate) fn mouse(&mut self, devices: &mut Devices, console: &mut dyn Console) -> Option<Mouse> {
        let Some(inputs) = &mut self.0 else { return console.mouse() };
        inputs.mouse.next(&mut devices.mouse.looks, || console.mouse())
    }

    pub(crate) fn time(&mut self, devices: &mut Devices, console: &mut dyn Console) -> i64 {
        let Some(inputs) = &mut self.0 else { return console.now() as i64 };
        let waited = devices.waited as i64;
        waited + inputs.times.next(&mut devices.times, || console.now() as i64 - waited)
    }

    /// Discards the checks and clock reads recorded after this state. Keys stay recorded.
    pub(crate) fn forget(&mut self, devices: &Devices) {
        if let Some(inputs) = &mut self.0 {
            inputs.looks.truncate(devices.looks);
            inputs.times.truncate(devices.times);
            inputs.mouse.truncate(devices.mouse.looks);
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |inputs| {
            size_of_val(&*inputs.keys) + inputs.looks.bytes() + inputs.times.bytes() + inputs.mouse.bytes()
        })
    }
}
