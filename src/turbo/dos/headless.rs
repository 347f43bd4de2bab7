//! A machine without a display, for programs that are driven key by key.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Console, Key, Mouse, Quit, Screen};

/// A machine without a display that delivers a given list of keys.
///
/// When no key is left, [`Console::getkey`] returns [`Quit::Closed`]; a program that can repeat the call
/// continues after [`type_key`](Headless::type_key).
#[derive(Clone, Default)]
pub struct Headless {
    screen: Screen,
    keys: Vec<Key>,
    keys_read: usize,
    mouse: VecDeque<Mouse>,
    now: u64,
    empty_polls: u64,
    /// The time without a key, in milliseconds, after which a program that polls waits in its delays.
    patience: Option<u64>,
    /// The time of the last key.
    since: u64,
    /// True if the program has polled for a key in vain since then.
    polled: bool,
    keeps_screen_at_wait: bool,
    screen_at_wait: Option<Arc<Screen>>,
}

impl Headless {
    /// Creates a machine with these keys in its buffer.
    pub fn new(keys: impl IntoIterator<Item = Key>) -> Headless {
        Headless { keys: keys.into_iter().collect(), ..Headless::default() }
    }

    /// The current screen.
    pub fn picture(&self) -> &Screen {
        &self.screen
    }

    /// From now on, keeps a copy of the screen for [`screen_at_wait`](Headless::screen_at_wait), which takes
    /// time at each wait.
    pub fn keep_screen_at_wait(&mut self) {
        self.keeps_screen_at_wait = true;
    }

    /// The screen at the last call to [`Console::getkey`] that found no key, or the current screen if none
    /// was kept. It includes the drawing of an interrupted step that the program will repeat.
    pub fn screen_at_wait(&self) -> &Screen {
        self.screen_at_wait.as_deref().unwrap_or(&self.screen)
    }

    /// Adds a key to the buffer, or a state of the mouse to those that the program has not read.
    pub fn type_key(&mut self, key: Key) {
        match key.mouse() {
            Some(mouse) => self.mouse.push_back(mouse),
            None => self.keys.push(key),
        }
    }

    /// From now on, a program that has polled for a key in vain waits for one in its first delay `ms`
    /// milliseconds after the last key: [`Console::delay`] returns [`Quit::Closed`] there. An animation thus
    /// waits at the same picture, no matter how many steps it takes.
    pub fn wait_in_delays(&mut self, ms: u64) {
        self.patience = Some(ms);
    }

    /// Clears the buffer and resets the count of keys read. The screen is unchanged.
    pub fn clear_keys(&mut self) {
        self.keys.clear();
        self.keys_read = 0;
        (self.since, self.polled) = (self.now, false);
    }

    /// The number of calls to [`Console::kbhit`] that found no key.
    pub fn empty_polls(&self) -> u64 {
        self.empty_polls
    }

    /// The number of keys that the program has read.
    pub fn keys_read(&self) -> usize {
        self.keys_read
    }
}

impl Console for Headless {
    fn screen(&mut self) -> &mut Screen {
        &mut self.screen
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        let Some(key) = self.keys.get(self.keys_read).copied() else {
            self.screen_at_wait = self.keeps_screen_at_wait.then(|| Arc::new(self.screen.clone()));
            return Err(Quit::Closed);
        };
        self.keys_read += 1;
        (self.since, self.polled) = (self.now, false);
        Ok(key)
    }

    fn key_within(&mut self, _: u32) -> Result<Option<Key>, Quit> {
        let waits = self.keys_read < self.keys.len();
        Ok(waits.then(|| self.getkey().ok()).flatten())
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        let patient = self.patience.is_none_or(|ms| self.now - self.since < ms);
        if self.polled && !patient && self.keys_read == self.keys.len() {
            return Err(Quit::Closed);
        }
        self.now += u64::from(ms);
        Ok(())
    }

    fn now(&self) -> u64 {
        self.now
    }

    fn kbhit(&mut self) -> bool {
        let waits = self.keys_read < self.keys.len();
        self.empty_polls += u64::from(!waits);
        self.polled |= !waits;
        waits
    }

    fn mouse(&mut self) -> Option<Mouse> {
        self.mouse.pop_front()
    }

    fn sound(&mut self, _: u32, _: u32) {}

    fn real_time(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_in_order_and_more_can_be_typed() {
        let mut machine = Headless::new([Key::Up, Key::Enter]);
        assert_eq!(machine.getkey(), Ok(Key::Up));
        assert_eq!(machine.getkey(), Ok(Key::Enter));
        assert!(!machine.kbhit());
        assert_eq!(machine.getkey(), Err(Quit::Closed));
        machine.type_key(Key::Esc);
        assert_eq!(machine.getkey(), Ok(Key::Esc));
        assert_eq!(machine.keys_read(), 3);
        machine.type_key(Key::Up);
        machine.clear_keys();
        assert_eq!(machine.getkey(), Err(Quit::Closed));
        assert_eq!(machine.keys_read(), 0);
    }

    #[test]
    fn polling_programs_wait_in_their_delays() {
        let mut machine = Headless::default();
        machine.wait_in_delays(100);
        assert_eq!(machine.delay(500), Ok(()));
        assert!(!machine.kbhit());
        assert_eq!(machine.delay(60), Err(Quit::Closed));
        machine.type_key(Key::Up);
        assert_eq!(machine.delay(60), Ok(()));
        assert_eq!(machine.getkey(), Ok(Key::Up));
        assert!(!machine.kbhit());
        assert_eq!([machine.delay(60), machine.delay(60)], [Ok(()), Ok(())]);
        assert_eq!(machine.delay(60), Err(Quit::Closed));
    }
}
