//! The learner's screen, from which Esc and Enter lead back, and P to a game against it.

use super::session::Session;
use crate::play::dialog;
use players::learner::{Learners, Pending};
use screen::learner::{draw, draw_gomoku, draw_reading};
use screen::panel;
use screen::theme::Theme;
use mind::engine::othello::Board;
use mind::learner::Summary;
use mind::learner::gomoku::Stones;
use turbo::dos::{Console, Key, Quit};
use words::say;

/// How often the screen checks for the learner's answer, in ms.
const LOOK: u32 = 50;

/// What the learner of a game knows, once it has answered.
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

    /// Draws the learner's answer, or a note that it is not there yet. A script waits for it. Returns whether it is there.
    fn draw(&mut self, console: &mut dyn Console, theme: &Theme) -> bool {
        let waits = !console.real_time();
        let screen = console.screen();
        let drawn = match self {
            Knowledge::Othello(answer) => answer.get(waits).map(|known| draw(screen, theme, known)),
            Knowledge::Gomoku(answer) => answer
                .get(waits)
                .map(|known| draw_gomoku(screen, theme, known)),
        };
        if drawn.is_none() {
            draw_reading(screen, theme, matches!(self, Knowledge::Gomoku(_)));
        }
        drawn.is_some()
    }
}

/// Shows what the learner knows until Esc or Enter. With P a game that it is to play: true is gomoku.
pub fn show(session: &mut Session<'_>) -> Result<Option<bool>, Quit> {
    let mut gomoku = false;
    let mut knowledge = Knowledge::new(session.keeper.learner(), gomoku);
    loop {
        let (console, theme) = (&mut session.console, session.settings.theme);
        let learners = session.keeper.learner();
        let drawn = knowledge.draw(console, theme);
        if let Some(message) = learners.message() {
            dialog::tell(console, &message)?;
        }
        let keys = [
            ("P", say!("Play against it")),
            (
                "Tab",
                if gomoku {
                    say!("Othello")
                } else {
                    say!("Gomoku")
                },
            ),
            ("F1", say!("Help")),
            ("F9", say!("Colour")),
            ("F12", say!("Picture")),
            ("Esc", say!("Menu")),
        ];
        panel::key_line(console.screen(), &keys);
        let key = match drawn {
            true => Some(console.getkey()?),
            false => console.key_within(LOOK)?,
        };
        match key {
            Some(Key::Esc | Key::Enter | Key::F(10)) => return Ok(None),
            Some(key) if key.letter() == Some('p') => return Ok(Some(gomoku)),
            Some(Key::F(9)) => session.settings.theme = theme.next(),
            Some(Key::Tab) => {
                gomoku = !gomoku;
                knowledge = Knowledge::new(learners, gomoku);
            }
            _ => {}
        }
    }
}
