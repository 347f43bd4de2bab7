//! The keyboard, the clock, the speaker and the dice, with what a step back takes back of them.

use super::graphics::Pen;
use crate::dos::{Console, Key, Quit};

/// The colour of text: light grey on black.
pub(crate) const NORMAL: u8 = 7;

/// What `textcolor` and `window` have set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextWindow {
    /// The colour, and four bits further up that of the ground: the bit for blinking gives a bright ground.
    pub(crate) attribute: u8,
    /// Left, top, right and bottom in characters; it ends at the screen's end at the latest.
    pub(crate) area: [u8; 4],
}

impl Default for TextWindow {
    fn default() -> TextWindow {
        TextWindow {
            attribute: NORMAL,
            area: [0, 0, u8::MAX, u8::MAX],
        }
    }
}

/// The beginning of a character that was printed without its rest: its bytes, and where the cursor stood then. Each byte has a cell, until
/// the rest comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Half {
    bytes: [u8; 3],
    count: u8,
    cursor: (u8, u8),
}

impl Half {
    /// The beginning of a character, and where the cursor stands behind it.
    pub(crate) fn of(begun: &[u8], cursor: (u8, u8)) -> Half {
        let mut bytes = [0; 3];
        let count = begun.len().min(bytes.len());
        bytes[..count].copy_from_slice(&begun[..count]);
        let count = count as u8;
        Half {
            bytes,
            count,
            cursor,
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.count.into()]
    }

    /// Are there bytes, and does the cursor still stand behind them in their line?
    pub(crate) fn stands_before(&self, cursor: (u8, u8)) -> bool {
        self.count > 0 && self.cursor == cursor && cursor.0 >= self.count
    }
}

/// All that a program set on the machine around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Devices {
    pub(crate) pen: Pen,
    /// The key that was looked at and not taken.
    pub(crate) waiting: Option<Key>,
    /// The scan code that `getch` gives next.
    pub(crate) second: Option<u8>,
    /// Where `rand` stands.
    pub(crate) random: u32,
    /// The pointer with which `strtok` goes on.
    pub(crate) token: i64,
    /// The tone that is heard, in hertz.
    pub(crate) tone: u32,
    /// Where `printf` goes on: column and row.
    pub(crate) cursor: (u8, u8),
    pub(crate) half: Half,
    pub(crate) text: TextWindow,
    /// How much has been printed, in bytes.
    pub(crate) printed: usize,
    /// How much of what was typed into lines there is, how much of it are whole lines, and how much has been read.
    pub(crate) typed: usize,
    pub(crate) lines: usize,
    pub(crate) read: usize,
    /// How long it has waited in all, in ms.
    pub(crate) waited: u64,
    /// How many keys it has taken, how often it asked whether there is one, and how often what time it is.
    pub(crate) keys: usize,
    pub(crate) looks: usize,
    pub(crate) times: usize,
}

impl Default for Devices {
    fn default() -> Devices {
        Devices {
            pen: Pen::default(),
            waiting: None,
            second: None,
            random: 1,
            token: 0,
            tone: 0,
            cursor: (0, 0),
            half: Half::default(),
            text: TextWindow::default(),
            printed: 0,
            typed: 0,
            lines: 0,
            read: 0,
            waited: 0,
            keys: 0,
            looks: 0,
            times: 0,
        }
    }
}

/// Values in order, of which most are the same as the one before: those that are not, each with its number.
#[derive(Clone, Default)]
struct Series<T>(Vec<(usize, T)>);

impl<T: Copy + PartialEq> Series<T> {
    /// The answer of this number: the one that was given before, or a new one if all before it are known.
    fn get(&mut self, number: usize, known: &mut usize, new: impl FnOnce() -> T) -> T {
        if number == *known {
            *known += 1;
            let new = new();
            if self.0.last().is_none_or(|(_, last)| *last != new) {
                self.0.push((number, new));
            }
            return new;
        }
        let after = self.0.partition_point(|(first, _)| *first <= number);
        self.0[after - 1].1
    }

    fn truncate(&mut self, count: usize) {
        let kept = self.0.partition_point(|(first, _)| *first < count);
        self.0.truncate(kept);
    }
}

/// All answers from outside so far. A program that went back gets the same once more.
#[derive(Clone, Default)]
pub(crate) struct Outside {
    keys: Vec<Key>,
    looks: Series<bool>,
    looked: usize,
    /// What the console's clock is ahead of the time that the program waited.
    times: Series<i64>,
    timed: usize,
}

/// What the console answers to a program: one that can go back keeps it, another one needs nothing of it.
#[derive(Clone)]
pub(crate) struct Answers(pub(crate) Option<Outside>);

impl Answers {
    /// Takes a key, and waits for it if there is none.
    pub(crate) fn key(
        &mut self,
        devices: &mut Devices,
        console: &mut dyn Console,
    ) -> Result<Key, Quit> {
        if let Some(key) = devices.waiting.take() {
            return Ok(key);
        }
        let Some(outside) = &mut self.0 else {
            return console.getkey();
        };
        if devices.keys == outside.keys.len() {
            outside.keys.push(console.getkey()?);
        }
        devices.keys += 1;
        Ok(outside.keys[devices.keys - 1])
    }

    /// The key that waits, if one does; it goes on waiting.
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
        let Some(outside) = &mut self.0 else {
            return console.kbhit();
        };
        let typed = devices.keys < outside.keys.len();
        let looks = devices.looks;
        devices.looks += 1;
        let waits = || typed || console.kbhit();
        outside.looks.get(looks, &mut outside.looked, waits)
    }

    /// What time it is, in ms.
    pub(crate) fn time(&mut self, devices: &mut Devices, console: &mut dyn Console) -> i64 {
        let Some(outside) = &mut self.0 else {
            return console.now() as i64;
        };
        let waited = devices.waited as i64;
        let times = devices.times;
        devices.times += 1;
        let ahead = || console.now() as i64 - waited;
        waited + outside.times.get(times, &mut outside.timed, ahead)
    }

    /// Forgets the answers that a program with these devices has not got yet, but not the keys: they come as they came.
    pub(crate) fn forget(&mut self, devices: &Devices) {
        if let Some(outside) = &mut self.0 {
            outside.looks.truncate(devices.looks);
            outside.times.truncate(devices.times);
            (outside.looked, outside.timed) = (devices.looks, devices.times);
        }
    }

    /// The memory that the answers take, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |outside| {
            size_of_val(&*outside.keys)
                + size_of_val(&*outside.looks.0)
                + size_of_val(&*outside.times.0)
        })
    }
}
