//! A machine on which somebody else listens to the keys first.

use super::{Console, Key, Quit, Screen};

/// What is done when a key is pressed.
type Heard<'a> = Box<dyn FnMut(Key, &mut dyn Console) -> Result<(), Quit> + 'a>;

/// Another machine, with something that is done at each key before the program gets it.
///
/// The key is handed on in any case: a program that asked for it because one was waiting is not to wait for the next.
pub struct Listening<'a> {
    console: &'a mut dyn Console,
    heard: Heard<'a>,
}

impl<'a> Listening<'a> {
    /// `heard` gets each key and the machine itself.
    pub fn new(
        console: &'a mut dyn Console,
        heard: impl FnMut(Key, &mut dyn Console) -> Result<(), Quit> + 'a,
    ) -> Listening<'a> {
        Listening {
            console,
            heard: Box::new(heard),
        }
    }
}

impl Console for Listening<'_> {
    fn screen(&mut self) -> &mut Screen {
        self.console.screen()
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        let key = self.console.getkey()?;
        (self.heard)(key, self.console)?;
        Ok(key)
    }

    fn key_within(&mut self, ms: u32) -> Result<Option<Key>, Quit> {
        let key = self.console.key_within(ms)?;
        if let Some(key) = key {
            (self.heard)(key, self.console)?;
        }
        Ok(key)
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        self.console.delay(ms)
    }

    fn now(&self) -> u64 {
        self.console.now()
    }

    fn kbhit(&mut self) -> bool {
        self.console.kbhit()
    }

    fn sound(&mut self, hertz: u32, ms: u32) {
        self.console.sound(hertz, ms);
    }

    fn real_time(&self) -> bool {
        self.console.real_time()
    }
}
