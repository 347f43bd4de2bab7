//! The learner's screen. The P key starts a game against the learner; Esc and Enter return to the menu.

use super::session::Session;
use crate::play::dialog;
use mind::engine::othello::Board;
use mind::learner::Summary;
use mind::learner::gomoku::Stones;
use players::learner::{Learners, Pending};
use screen::learner::{draw, draw_gomoku, draw_reading};
use screen::panel;
use screen::theme::Theme;
use turbo::dos::{Console, Key, Quit};
use words::say;

/// The polling interval for the learner's answer, in ms.
const LOOK: u32 = 50;

/// A summary of the learner's knowledge of one game, which arrives later.
enum Knowledge {
    Othello(Pending<Summary<Board>>),
    Gomoku(Pending<Summary<Stones>>),
}

impl Knowledge {
    fn new(learners: &Learners, gomoku: bool) -> Knowledge {
        match gomoku {
            false => Knowledge::Othello(learners.look()),
            true => Knowledge::Gomoku(learners.look_at_gomoku()),
        }
    }

    /// Draws the summary, or a note that it has not arrived yet. Returns true if it has arrived. A scripted
    /// run waits for it.
    fn draw(&mut self, console: &mut dyn Console, theme: &Theme) -> bool {
        let waits = !console.real_time();
        let screen = console.screen();
        let drawn = match self {
            Knowledge::Othello(answer) => answer.get(waits).map(|known| draw(screen, theme, known)),
            Knowledge::Gomoku(answer) => answer.get(waits).map(|known| draw_gomoku(screen, theme, known)),
        };
        if drawn.is_none() {
            draw_reading(screen, theme, matches!(self, Knowledge::Gomoku(_)));
        }
        drawn.is_some()
    }
}

/// Shows the learner's knowledge until the user presses Esc or Enter. The P key returns the game to play:
/// true for gomoku, false for Othello.
pub fn show(session: &mut Session<'_>) -> Result<Option<bool>, Quit> {
    let mut gomoku = false;
    let mut knowledge = Knowledge::new(session.profile.learner(), gomoku);
    loop {
        let (console, theme) = (&mut session.console, session.settings.theme);
        let learners = session.profile.learner();
        let drawn = knowledge.draw(console, theme);
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
        let key = match drawn {
            true => Some(console.getkey()?),
            false => console.key_within(LOOK)?,
        };
        match key {
            Some(Key::Esc | Key::Enter) => return Ok(None),
            Some(key) if key.letter() == Some('p') => return Ok(Some(gomoku)),
            Some(Key::Tab) => {
                gomoku = !gomoku;
                knowledge = Knowledge::new(learners, gomoku);
            }
            _ => {}
        }
    }
}
