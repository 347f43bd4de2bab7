//! The program's own screen, with a cursor for its pixels.

use super::scene_view::SceneView;
use crate::play::session::Session;
use turbo::dos::{Console, Key, Quit};

impl SceneView {
    /// Shows the program's screen until a key is pressed. The arrows move a cursor over it, and Enter asks
    /// which line drew the pixel there.
    pub(super) fn show_user_screen(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let picture = self.stepper.console().picture().as_shown();
        self.pixel.is_shown = false;
        loop {
            session.console.screen().clone_from(&picture);
            self.pixel.draw(session.console.screen());
            match self.key_and_mouse(session)? {
                key if self.pixel.key(key) => {}
                Key::Enter if self.pixel.is_shown => return self.who_drew(session),
                Key::F(_) => {}
                _ => return Ok(()),
            }
        }
    }
}
