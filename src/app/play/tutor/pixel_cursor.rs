//! A cursor for the pixels of a screen.

use screen::user_screen::pixel;
use turbo::dos::bgi::{HEIGHT, WIDTH};
use turbo::dos::{Key, Screen};

/// The distance by which Ctrl with an arrow key moves the cursor, in pixels.
const FAR: i32 = 16;

/// A cursor for the pixels of a screen. The first arrow shows it.
pub(crate) struct PixelCursor {
    pub(crate) at: (i32, i32),
    pub(crate) is_shown: bool,
}

impl PixelCursor {
    pub(crate) fn draw(&self, screen: &mut Screen) {
        if self.is_shown {
            pixel(screen, self.at);
        }
    }

    /// Handles a key that shows or moves the cursor. Returns false for any other key.
    pub(crate) fn key(&mut self, key: Key) -> bool {
        let (dx, dy) = match key {
            Key::Left => (-1, 0),
            Key::Right => (1, 0),
            Key::Up => (0, -1),
            Key::Down => (0, 1),
            Key::CtrlLeft => (-FAR, 0),
            Key::CtrlRight => (FAR, 0),
            Key::CtrlUp | Key::PageUp => (0, -FAR),
            Key::CtrlDown | Key::PageDown => (0, FAR),
            _ => return false,
        };
        if std::mem::replace(&mut self.is_shown, true) {
            let (x, y) = self.at;
            self.at = ((x + dx).clamp(0, WIDTH - 1), (y + dy).clamp(0, HEIGHT - 1));
        }
        true
    }
}
