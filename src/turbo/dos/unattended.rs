//! The machine with nobody at it: its keys are handed to it one by one.

use std::sync::Arc;

use super::{Console, Key, Quit, Screen};

/// A machine without a display that types the keys it was given. When none is left, [`Console::getkey`] says that the machine was
/// closed, and a program that can try again goes on as soon as there is another.
#[derive(Clone, Default)]
pub struct Unattended {
    screen: Screen,
    keys: Vec<Key>,
    taken: usize,
    now: u64,
    looks: u64,
    waited: Option<Arc<Screen>>,
}

impl Unattended {
    /// A machine with these keys in its buffer.
    pub fn new(keys: impl IntoIterator<Item = Key>) -> Unattended {
        Unattended {
            keys: keys.into_iter().collect(),
            ..Unattended::default()
        }
    }

    /// What the program has drawn.
    pub fn picture(&self) -> &Screen {
        &self.screen
    }

    /// What was on the screen when the program last waited for a key that did not come: also what a step had drawn that it must make
    /// again.
    pub fn waited_with(&self) -> &Screen {
        self.waited.as_deref().unwrap_or(&self.screen)
    }

    /// Puts one more key into the buffer.
    pub fn type_key(&mut self, key: Key) {
        self.keys.push(key);
    }

    /// Empties the buffer, as if no key had been typed yet. The screen stays as it is.
    pub fn forget_keys(&mut self) {
        self.keys.clear();
        self.taken = 0;
    }

    /// How often the program has looked whether a key waits, and none did.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// How many keys the program has taken.
    pub fn taken(&self) -> usize {
        self.taken
    }
}

impl Console for Unattended {
    fn screen(&mut self) -> &mut Screen {
        &mut self.screen
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        let Some(key) = self.keys.get(self.taken).copied() else {
            self.waited = Some(Arc::new(self.screen.clone()));
            return Err(Quit::Closed);
        };
        self.taken += 1;
        Ok(key)
    }

    /// It never waits: a key that is to come later is handed to it later.
    fn key_within(&mut self, _: u32) -> Result<Option<Key>, Quit> {
        let waits = self.taken < self.keys.len();
        Ok(waits.then(|| self.getkey().ok()).flatten())
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        self.now += u64::from(ms);
        Ok(())
    }

    fn now(&self) -> u64 {
        self.now
    }

    fn kbhit(&mut self) -> bool {
        let waits = self.taken < self.keys.len();
        self.looks += u64::from(!waits);
        waits
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
    fn keys_come_in_order_and_one_more_when_it_was_typed() {
        let mut machine = Unattended::new([Key::Up, Key::Enter]);
        assert_eq!(machine.getkey(), Ok(Key::Up));
        assert_eq!(machine.getkey(), Ok(Key::Enter));
        assert!(!machine.kbhit());
        assert_eq!(machine.getkey(), Err(Quit::Closed));
        machine.type_key(Key::Esc);
        assert_eq!(machine.getkey(), Ok(Key::Esc));
        assert_eq!(machine.taken(), 3);
        machine.type_key(Key::Up);
        machine.forget_keys();
        assert_eq!(machine.getkey(), Err(Quit::Closed));
        assert_eq!(machine.taken(), 0);
    }
}
