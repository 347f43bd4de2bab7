//! A machine that types a list of keys with a virtual clock and passes every frame to a function.

use std::collections::VecDeque;
use std::sync::Arc;

use super::clipboard::{Clipboard, MemoryClipboard};
use super::{Console, Key, Mouse, Quit, Screen};

/// A machine that types a list of keys and then quits.
///
/// It needs no display and never sleeps, and the same keys always give the same frames.
pub struct Script<F: FnMut(&Screen, u64)> {
    screen: Screen,
    keys: VecDeque<Key>,
    now: u64,
    show: F,
    sounds: Vec<(u32, u32, u64)>,
    volume: u8,
    crt: bool,
    clipboard: Arc<MemoryClipboard>,
    is_watched: bool,
}

impl<F: FnMut(&Screen, u64)> Script<F> {
    /// Creates a machine that calls `show` with each frame and its time in milliseconds since the start.
    pub fn new(keys: impl IntoIterator<Item = Key>, show: F) -> Script<F> {
        Script {
            screen: Screen::default(),
            keys: keys.into_iter().collect(),
            now: 0,
            show,
            sounds: Vec::new(),
            volume: 0,
            crt: false,
            clipboard: Arc::default(),
            is_watched: true,
        }
    }

    /// Turns animations off: programs may skip frames that do not wait for a key.
    pub fn unwatched(mut self) -> Script<F> {
        self.is_watched = false;
        self
    }

    /// The number of keys not yet typed.
    pub fn keys_left(&self) -> usize {
        self.keys.len()
    }

    /// All tones so far: the pitch in hertz, the length in milliseconds, and the time of the call in
    /// milliseconds since the start.
    pub fn sounds(&self) -> &[(u32, u32, u64)] {
        &self.sounds
    }

    /// The current volume, or 0 if the program has set none.
    pub fn volume(&self) -> u8 {
        self.volume
    }

    /// True if the program has turned on the look of a CRT monitor.
    pub fn crt(&self) -> bool {
        self.crt
    }
}

impl<F: FnMut(&Screen, u64)> Console for Script<F> {
    fn screen(&mut self) -> &mut Screen {
        &mut self.screen
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        self.screen.blink(self.now);
        (self.show)(&self.screen, self.now);
        while self.mouse().is_some() {}
        self.keys.pop_front().ok_or(Quit::Closed)
    }

    fn key_within(&mut self, _: u32) -> Result<Option<Key>, Quit> {
        self.getkey().map(Some)
    }

    fn now(&self) -> u64 {
        self.now
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        let end = self.now + u64::from(ms);
        // Blinking text gives more frames.
        loop {
            let changes = self.screen.blink(self.now).map(|ms| self.now + ms);
            (self.show)(&self.screen, self.now);
            self.now = changes.map_or(end, |at| at.min(end));
            if self.now == end {
                return Ok(());
            }
        }
    }

    fn mouse(&mut self) -> Option<Mouse> {
        let mouse = self.keys.front()?.mouse()?;
        self.keys.pop_front();
        Some(mouse)
    }

    /// Always false, because keys arrive only when the program waits for one.
    fn kbhit(&mut self) -> bool {
        false
    }

    fn sound(&mut self, hertz: u32, ms: u32) {
        self.sounds.push((hertz, ms, self.now));
    }

    fn set_volume(&mut self, volume: u8) {
        self.volume = volume;
    }

    fn set_crt(&mut self, on: bool) {
        self.crt = on;
    }

    fn clipboard(&mut self) -> Option<Arc<dyn Clipboard>> {
        Some(self.clipboard.clone())
    }

    fn real_time(&self) -> bool {
        false
    }

    fn is_watched(&self) -> bool {
        self.is_watched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_have_times_and_keys_come_in_order() {
        let mut frames = Vec::new();
        let mut script = Script::new([Key::Up, Key::Char('a')], |screen, ms| {
            frames.push((screen.getpixel(0, 0), ms));
        });
        script.screen().putpixel(0, 0, 1);
        assert_eq!(script.delay(200), Ok(()));
        script.screen().putpixel(0, 0, 2);
        assert_eq!(script.delay(20), Ok(()));
        assert_eq!(script.getkey(), Ok(Key::Up));
        assert_eq!(script.getkey(), Ok(Key::Char('a')));
        assert_eq!(script.getkey(), Err(Quit::Closed));
        drop(script);
        let two = (Some(2), 220);
        assert_eq!(frames, [(Some(1), 0), (Some(2), 200), two, two, two]);
    }

    #[test]
    fn tones_are_recorded_and_take_no_time() {
        let mut script = Script::new([], |_, _| ());
        script.sound(523, 90);
        assert_eq!(script.delay(200), Ok(()));
        script.sound(0, 40);
        script.sound(659, 90);
        assert_eq!(script.sounds(), [(523, 90, 0), (0, 40, 200), (659, 90, 200)]);
    }
}
