//! The machine without a window: its keys come from a list, its clock only jumps, and it hands on every frame and notes
//! every tone.

use std::collections::VecDeque;
use std::sync::Arc;

use super::clipboard::{Clipboard, Private};
use super::picture::Tube;
use super::{Console, Key, Quit, Screen};

/// A machine on which a list of keys is typed, and which is switched off when they are used up.
///
/// It needs no display, never sleeps, and the same keys give the same frames.
pub struct Script<F: FnMut(&Screen, u64)> {
    screen: Screen,
    keys: VecDeque<Key>,
    now: u64,
    show: F,
    sounds: Vec<(u32, u32, u64)>,
    volume: u8,
    tube: Tube,
    clipboard: Arc<Private>,
    watched: bool,
}

impl<F: FnMut(&Screen, u64)> Script<F> {
    /// `show` gets each frame that a window would show, and when it appears, in ms since the start.
    pub fn new(keys: impl IntoIterator<Item = Key>, show: F) -> Script<F> {
        Script {
            screen: Screen::default(),
            keys: keys.into_iter().collect(),
            now: 0,
            show,
            sounds: Vec::new(),
            volume: 0,
            tube: Tube::default(),
            clipboard: Arc::default(),
            watched: true,
        }
    }

    /// The same, where only the frames count that wait for a key.
    pub fn unwatched(self) -> Script<F> {
        Script {
            watched: false,
            ..self
        }
    }

    /// How many keys have not been typed yet.
    pub fn keys_left(&self) -> usize {
        self.keys.len()
    }

    /// The tones so far, in order: the pitch in hertz, the length in ms, and when the tone was asked for, in ms since the
    /// start.
    pub fn sounds(&self) -> &[(u32, u32, u64)] {
        &self.sounds
    }

    /// The volume and the tube that were set last; 0 where no volume was.
    pub fn tuned(&self) -> (u8, Tube) {
        (self.volume, self.tube)
    }
}

impl<F: FnMut(&Screen, u64)> Console for Script<F> {
    fn screen(&mut self) -> &mut Screen {
        &mut self.screen
    }

    fn getkey(&mut self) -> Result<Key, Quit> {
        (self.show)(&self.screen, self.now);
        self.keys.pop_front().ok_or(Quit::Closed)
    }

    /// A script never thinks about its next key.
    fn key_within(&mut self, _: u32) -> Result<Option<Key>, Quit> {
        self.getkey().map(Some)
    }

    fn now(&self) -> u64 {
        self.now
    }

    fn delay(&mut self, ms: u32) -> Result<(), Quit> {
        (self.show)(&self.screen, self.now);
        self.now += u64::from(ms);
        Ok(())
    }

    /// A script types a key when the program waits for one, never before.
    fn kbhit(&mut self) -> bool {
        false
    }

    fn sound(&mut self, hertz: u32, ms: u32) {
        self.sounds.push((hertz, ms, self.now));
    }

    fn set_volume(&mut self, volume: u8) {
        self.volume = volume;
    }

    fn set_tube(&mut self, tube: Tube) {
        self.tube = tube;
    }

    fn clipboard(&mut self) -> Option<Arc<dyn Clipboard>> {
        Some(self.clipboard.clone())
    }

    fn real_time(&self) -> bool {
        false
    }

    fn is_watched(&self) -> bool {
        self.watched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_with_their_time_and_the_keys_in_order() {
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
    fn tones_are_noted_with_their_time_and_take_none() {
        let mut script = Script::new([], |_, _| ());
        script.sound(523, 90);
        assert_eq!(script.delay(200), Ok(()));
        script.sound(0, 40);
        script.sound(659, 90);
        assert_eq!(
            script.sounds(),
            [(523, 90, 0), (0, 40, 200), (659, 90, 200)]
        );
    }
}
