//! The box beside the board: a question of the game, or what comes next after it.

use super::board_keys::other_key;
use super::dialog::{self, Choice, Item};
use super::openings;
use super::replay::{self, Opened};
use super::results;
use super::session::Session;
use super::turn::{AtBoard, Effect, TurnEnd, answer, out_of_time, run_clock};
use crate::players::level::Level;
use crate::screen::face::Look;
use crate::screen::{board, frame};
use games::records::Recorded;
use games::{Game, Question};
use turbo::dos::{Console, Key, Quit, Screen};

/// What can follow any game that is over.
const AFTER: [Item<'_>; 3] = [("Play again", 'p'), ("Step through", 't'), ("Menu", 'm')];

const AFTER_KEYS: [(&str, &str); 7] = [
    ("↑↓", "Choose"),
    ("Enter", "Start"),
    ("F3", "Save"),
    ("F7", "Review"),
    ("Bksp", "Undo"),
    ("F1", "Help"),
    ("Esc", "Close"),
];

const QUESTION_KEYS: [(&str, &str); 6] = [
    ("↑↓", "Choose"),
    ("Enter", "Answer"),
    ("Bksp", "Undo"),
    ("F10", "Menu"),
    ("F1", "Help"),
    ("Esc", "Close"),
];

enum Asks {
    /// The game's own question.
    Question(Question),
    /// The game is over. Another level may be suggested for the next one.
    WhatNext(Option<Level>),
}

/// The box beside the board.
pub(crate) struct Beside {
    asks: Asks,
    chosen: usize,
}

impl Beside {
    /// The box of this position; none where a stone is to be dropped.
    pub fn of(session: &Session<'_>, game: &dyn Game) -> Option<Beside> {
        let asks = match (game.question(), game.outcome()) {
            (Some(question), _) => Asks::Question(question),
            (None, Some(_)) => Asks::WhatNext(results::suggestion(session, game)),
            (None, None) => return None,
        };
        Some(Beside { asks, chosen: 0 })
    }

    /// Draws who has won, and how, in the box of a game that is over.
    pub(crate) fn draw_result(&self, screen: &mut Screen, game: &dyn Game, how: &str, look: &Look) {
        if let (Some(outcome), Asks::WhatNext(suggested)) = (game.outcome(), &self.asks) {
            let rows = AFTER.len() + usize::from(suggested.is_some());
            board::draw_result(screen, outcome, how, look, rows);
        }
    }

    /// Waits for a key, and does what it means. While the box is `closed` the whole board is seen, and Enter opens the box again.
    pub(crate) fn key(
        &mut self,
        session: &mut Session<'_>,
        game: &mut AtBoard,
        closed: &mut bool,
    ) -> Result<Effect, Quit> {
        let choice = match closed {
            true => {
                session.say("Enter opens the box again.");
                Choice::Other(session.console.getkey()?)
            }
            false => self.choose(session)?,
        };
        if !run_clock(session, &**game) {
            return Ok(Effect::Ends(out_of_time(session, &mut **game)));
        }
        match (choice, &self.asks) {
            (Choice::Item(n), Asks::Question(_)) => {
                Ok(Effect::next(answer(&mut session.table, &mut **game, n)))
            }
            (Choice::Item(n), Asks::WhatNext(suggested)) => what_next(session, game, n, *suggested),
            (Choice::Closed, _) => {
                *closed = true;
                Ok(Effect::redraw())
            }
            (Choice::Other(Key::Enter | Key::Space), _) => {
                *closed = false;
                Ok(Effect::redraw())
            }
            (Choice::Other(key), _) => Ok(match other_key(session, key, game)? {
                // The box covers the place of the note.
                Effect::Note(_) => Effect::Nothing,
                Effect::Ends(TurnEnd::Next(said)) => {
                    *closed = false;
                    Effect::next(said)
                }
                effect => effect,
            }),
        }
    }

    /// Lets the person choose in the open box.
    fn choose(&mut self, session: &mut Session<'_>) -> Result<Choice, Quit> {
        let chosen = &mut self.chosen;
        match &self.asks {
            Asks::Question(Question {
                title,
                who,
                choices,
            }) => {
                session.say("");
                let (theme, lines) = (session.settings.theme, [*who, "chooses"]);
                let screen = session.console.screen();
                frame::beside(screen, theme, title, lines, None, choices.len());
                dialog::choose_beside(&mut session.console, &QUESTION_KEYS, choices, chosen)
            }
            Asks::WhatNext(suggested) => {
                let level = suggested.map(|level| format!("Try level {}", level.number()));
                let level = level.as_deref().map(|text| (text, 'l'));
                let items: Vec<Item<'_>> = AFTER.into_iter().chain(level).collect();
                dialog::choose_beside(&mut session.console, &AFTER_KEYS, &items, chosen)
            }
        }
    }
}

/// The game is over, and the person has chosen one of [`AFTER`], or the level that was suggested.
fn what_next(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    n: usize,
    suggested: Option<Level>,
) -> Result<Effect, Quit> {
    match (n, suggested) {
        (1, _) => {
            step_through(session, game)?;
            return Ok(Effect::redraw());
        }
        (2, _) => return Ok(Effect::leave()),
        (3, Some(level)) => results::take_up(session, level),
        _ => {}
    }
    if session.table.tree.branches() {
        // The lines of this game stay in its slot.
        session.keeper.leave();
    }
    session.begin();
    *game = match openings::begin(session, &**game)? {
        Some(new) => new,
        None => game.anew(),
    };
    Ok(Effect::redraw())
}

/// Steps through the game at the board. It may be played on from one of its moves.
fn step_through(session: &mut Session<'_>, game: &mut AtBoard) -> Result<(), Quit> {
    let recorded = Recorded {
        game: game.clone(),
        ..session.recorded(&**game)
    };
    if let Some(Opened {
        game: from_here,
        tree,
    }) = replay::step_through(session, &recorded)?
    {
        if from_here.swapped() != game.swapped() {
            session.table.swap();
        }
        *game = from_here;
        session.begin_with(tree);
    }
    Ok(())
}
