//! The program's own screen, with a cursor for its pixels.

use super::scene_view::SceneView;
use crate::play::session::Session;
use screen::user_screen::pixel;
use turbo::dos::bgi::{HEIGHT, WIDTH};
use turbo::dos::{Console, Key, Quit};

/// The distance by which Ctrl with an arrow key moves the cursor, in pixels.
const FAR: i32 = 16;

/// Returns the distance by which a key moves the cursor, in pixels.
pub(crate) fn direction(key: Key) -> Option<(i32, i32)> {
    Some(match key {
        Key::Left => (-1, 0),
        Key::Right => (1, 0),
        Key::Up => (0, -1),
        Key::Down => (0, 1),
        Key::CtrlLeft => (-FAR, 0),
        Key::CtrlRight => (FAR, 0),
        Key::CtrlUp | Key::PageUp => (0, -FAR),
        Key::CtrlDown | Key::PageDown => (0, FAR),
        _ => return None,
    })
}

impl SceneView {
    /// Shows the program's screen until a key is pressed. The arrows move a cursor over it, and Enter asks
    /// which line drew the pixel there.
    pub(super) fn show_user_screen(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let picture = self.stepper.console().picture().as_shown();
        let mut looks = false;
        loop {
            session.console.screen().clone_from(&picture);
            if looks {
                pixel(session.console.screen(), self.pixel);
            }
            let key = self.key_and_mouse(session)?;
            let Some((dx, dy)) = direction(key) else {
                match key {
                    Key::Enter if looks => return self.who_drew(session),
                    Key::F(_) => continue,
                    _ => return Ok(()),
                }
            };
            // The first arrow shows the cursor at its last position.
            if looks {
                let (x, y) = self.pixel;
                self.pixel = ((x + dx).clamp(0, WIDTH - 1), (y + dy).clamp(0, HEIGHT - 1));
            }
            looks = true;
        }
    }
}
