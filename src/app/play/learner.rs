//! The learner's screen. The P key starts a game against the learner; Esc and Enter return to the menu.

use super::session::Session;
use super::wait;
use crate::play::dialog;
use screen::learner::{draw, draw_gomoku};
use screen::panel;
use turbo::dos::{Console, Key, Quit};
use words::{phrase, say};

const READING: &str = phrase!("The learner is reading its memory.");

/// Shows the learner's knowledge until the user presses Esc or Enter. The P key returns the game to play:
/// true for gomoku, false for Othello.
pub fn show(session: &mut Session<'_>) -> Result<Option<bool>, Quit> {
    let mut gomoku = false;
    loop {
        let (console, theme) = (&mut session.console, session.settings.theme);
        let learners = session.profile.learner();
        let drawn = match gomoku {
            false => wait::for_answer(console, READING, &learners.look())?
                .map(|known| draw(console.screen(), theme, &known)),
            true => wait::for_answer(console, READING, &learners.look_at_gomoku())?
                .map(|known| draw_gomoku(console.screen(), theme, &known)),
        };
        if drawn.is_none() {
            return Ok(None);
        }
        if let Some(message) = learners.message() {
            dialog::tell(console, &message)?;
        }
        let keys = [
            ("P", say!("Play against it")),
            ("Tab", if gomoku { say!("Othello") } else { say!("Gomoku") }),
            ("F1", say!("Help")),
            ("F12", say!("Picture")),
            ("Esc", say!("Menu")),
        ];
        panel::key_line(console.screen(), &keys);
        loop {
            match console.getkey()? {
                Key::Esc | Key::Enter => return Ok(None),
                key if key.letter() == Some('p') => return Ok(Some(gomoku)),
                Key::Tab => break,
                _ => {}
            }
        }
        gomoku = !gomoku;
    }
}
