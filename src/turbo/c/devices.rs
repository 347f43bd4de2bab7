//! The keyboard, the clock, the speaker and the dice, with what a step back takes back of them.

use super::graphics::Pen;
use crate::dos::{Console, Key, Quit};

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
    /// The tone that is heard, in hertz.
    pub(crate) tone: u32,
    /// Where `printf` goes on: column and row of 80 by 30.
    pub(crate) cursor: (u8, u8),
    /// How much has been printed, in bytes.
    pub(crate) printed: usize,
    /// How much of what was typed into lines there is, how much of it are whole lines, and how much has been read.
    pub(crate) typed: usize,
    pub(crate) lines: usize,
    pub(crate) read: usize,
    /// How many answers from outside have been taken.
    pub(crate) answers: usize,
}

impl Default for Devices {
    fn default() -> Devices {
        Devices {
            pen: Pen::default(),
            waiting: None,
            second: None,
            random: 1,
            tone: 0,
            cursor: (0, 0),
            printed: 0,
            typed: 0,
            lines: 0,
            read: 0,
            answers: 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Key(Key),
    Number(i64),
}

/// All answers from outside so far. A program that went back reads the same once more; one that cannot go back needs none.
#[derive(Clone)]
pub(crate) struct Outside(pub(crate) Option<Vec<Answer>>);

impl Outside {
    /// The next answer: the one that was given here before, or a new one.
    fn ask(
        &mut self,
        devices: &mut Devices,
        new: impl FnOnce() -> Result<Answer, Quit>,
    ) -> Result<Answer, Quit> {
        let Some(kept) = &mut self.0 else {
            return new();
        };
        if devices.answers == kept.len() {
            kept.push(new()?);
        }
        devices.answers += 1;
        Ok(kept[devices.answers - 1])
    }

    pub(crate) fn number(
        &mut self,
        devices: &mut Devices,
        new: impl FnOnce() -> i64,
    ) -> Result<i64, Quit> {
        match self.ask(devices, || Ok(Answer::Number(new())))? {
            Answer::Number(n) => Ok(n),
            Answer::Key(_) => Ok(0),
        }
    }

    /// Takes a key, and waits for it if there is none.
    pub(crate) fn key(
        &mut self,
        devices: &mut Devices,
        console: &mut dyn Console,
    ) -> Result<Key, Quit> {
        if let Some(key) = devices.waiting.take() {
            return Ok(key);
        }
        match self.ask(devices, || console.getkey().map(Answer::Key))? {
            Answer::Key(key) => Ok(key),
            Answer::Number(_) => Ok(Key::Esc),
        }
    }

    /// The key that waits, if one does; it goes on waiting.
    pub(crate) fn look(
        &mut self,
        devices: &mut Devices,
        console: &mut dyn Console,
    ) -> Result<Option<Key>, Quit> {
        if devices.waiting.is_none() && self.number(devices, || console.kbhit().into())? != 0 {
            devices.waiting = Some(self.key(devices, console)?);
        }
        Ok(devices.waiting)
    }
}
