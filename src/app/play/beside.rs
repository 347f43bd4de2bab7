//! The box beside the board: a question that the game asks, or the choices after the game has ended.

use super::board_keys::{Command, other_key, perform};
use super::dialog::{self, Background, Choice, Item};
use super::new_game;
use super::online::{self, Online};
use super::openings;
use super::results;
use super::session::{ActiveGame, Session};
use super::turn::{Effect, TurnEnd, answer, out_of_time, run_clock};
use games::Question;
use players::level::Level;
use screen::face::Look;
use screen::{board, curve, frame};
use turbo::dos::{Console, Key, Quit, Screen};
use words::{phrase, say};

/// A choice after a finished game, and its effect.
type AfterGame = (Item<'static>, fn(&mut Session<'_>, &mut ActiveGame) -> Result<Effect, Quit>);

/// The choices after any finished game.
const AFTER: [AfterGame; 4] = [
    ((phrase!("Review"), 'r'), |session, game| perform(session, Command::Review, game)),
    ((phrase!("Again||a game"), 'a'), again),
    ((phrase!("Save"), 's'), |session, game| perform(session, Command::Save, game)),
    ((phrase!("Menu"), 'm'), |_, _| Ok(Effect::leave())),
];

const AFTER_KEYS: [(&str, &str); 5] = [
    ("↑↓", phrase!("Choose")),
    ("Enter", phrase!("Do it")),
    (phrase!("Bksp"), phrase!("Undo")),
    ("F1", phrase!("Help")),
    ("Esc", phrase!("Close")),
];

const QUESTION_KEYS: [(&str, &str); 6] = [
    ("↑↓", phrase!("Choose")),
    ("Enter", phrase!("Answer")),
    (phrase!("Bksp"), phrase!("Undo")),
    ("F10", phrase!("Menu")),
    ("F1", phrase!("Help")),
    ("Esc", phrase!("Close")),
];

enum Content {
    Question(Question),
    /// The choices after the end of the game, and another level for the next game if the box offers one.
    WhatNext(Option<Level>),
}

pub(crate) struct Beside {
    content: Content,
    chosen: usize,
}

impl Beside {
    /// Returns the box for this position, or `None` if the player is to drop a stone.
    pub fn of(session: &Session<'_>, game: &ActiveGame) -> Option<Beside> {
        let content = match (game.question(), game.outcome()) {
            (Some(question), _) => Content::Question(question),
            (None, Some(_)) => Content::WhatNext(results::suggestion(session, game)),
            (None, None) => return None,
        };
        Some(Beside { content, chosen: 0 })
    }

    /// Draws the winner and the kind of win into the box of a finished game.
    pub(crate) fn draw_result(&self, screen: &mut Screen, game: &ActiveGame, how: &str, look: &Look) {
        if let Content::WhatNext(suggested) = &self.content {
            let rows = AFTER.len() + usize::from(suggested.is_some());
            board::draw_result(screen, game.entry.face, &**game, how, look, rows);
        }
    }

    /// Waits for a key and handles it. While the box is `closed` the whole board is visible, and Enter
    /// reopens the box.
    pub(crate) fn key(
        &mut self,
        session: &mut Session<'_>,
        game: &mut ActiveGame,
        closed: &mut bool,
    ) -> Result<Effect, Quit> {
        let choice = match closed {
            true => {
                session.say(say!("Enter reopens the menu."));
                online::key(session)?.map(Choice::Other)
            }
            false => self.choose(session, game)?,
        };
        let Some(choice) = choice else {
            return Ok(Effect::redraw());
        };
        session.skip_box();
        if !run_clock(session, game) {
            return Ok(Effect::Ends(out_of_time(session, game)));
        }
        match (choice, &self.content) {
            (Choice::Item(n), Content::Question(_)) => Ok(Effect::next(answer(&mut session.table, game, n))),
            (Choice::Item(n), Content::WhatNext(suggested)) => {
                let next = match (AFTER.get(n), suggested) {
                    (Some((_, next)), _) => *next,
                    (None, Some(level)) => {
                        results::take_up(session, *level);
                        again as _
                    }
                    (None, None) => return Ok(Effect::Nothing),
                };
                let effect = next(session, game)?;
                show_note(session, effect)
            }
            (Choice::Closed, _) => {
                *closed = true;
                Ok(Effect::redraw())
            }
            (Choice::Other(Key::Enter | Key::Space), _) => {
                *closed = false;
                Ok(Effect::redraw())
            }
            (Choice::Other(key), _) => match other_key(session, key, game)? {
                Effect::Ends(TurnEnd::Next(said)) => {
                    *closed = false;
                    Ok(Effect::next(said))
                }
                effect => show_note(session, effect),
            },
        }
    }

    /// Lets the user choose in the open box.
    fn choose(&mut self, session: &mut Session<'_>, game: &ActiveGame) -> Result<Option<Choice>, Quit> {
        let chosen = &mut self.chosen;
        match &self.content {
            Content::Question(Question { title, who, choices }) => {
                session.say("");
                let (theme, lines) = (session.settings.theme, [*who, say!("chooses")]);
                let screen = session.console.screen();
                let top = frame::BESIDE.1;
                let top = frame::beside(screen, theme, (title, top), &lines, None, choices.len());
                let console = &mut session.console;
                dialog::choose_beside(console, top, &QUESTION_KEYS, choices, chosen, |_| {
                    news(&session.online)
                })
            }
            Content::WhatNext(suggested) => {
                let level = suggested.map(|level| say!("Try level {number}", number = level.number()));
                let level = level.as_deref().map(|text| (text, 'l'));
                let after = AFTER.into_iter().map(|(item, _)| item);
                let items: Vec<Item<'_>> = after.chain(level).collect();
                let (theme, top) = (session.settings.theme, board::top_of_result(items.len()));
                let screen = session.console.screen();
                let scores = game.entry.face.draw_scores(screen, &**game, theme, curve::TOP + 20);
                let mut analysis = session.analysis.as_mut().filter(|one| one.is_of(&**game));
                let online = &session.online;
                let curve = |screen: &mut Screen| {
                    let Some(analysis) = &mut analysis else {
                        return news(online);
                    };
                    let goes_on = analysis.goes_on();
                    curve::draw(screen, theme, &analysis.moves, analysis.drops, [curve::TOP + scores, top]);
                    match news(online) {
                        Background::Nothing if goes_on => Background::GoesOn,
                        news => news,
                    }
                };
                let console = &mut session.console;
                dialog::choose_beside(console, top + 32, &AFTER_KEYS, &items, chosen, curve)
            }
        }
    }
}

/// Looks for news from the friend, if there is one.
fn news(online: &Option<Online>) -> Background {
    match online {
        Some(online) if online.has_news() => Background::StopsMenu,
        Some(_) => Background::GoesOn,
        None => Background::Nothing,
    }
}

/// Shows a note in a separate box, because the box beside the board covers the area for notes.
fn show_note(session: &mut Session<'_>, effect: Effect) -> Result<Effect, Quit> {
    match effect {
        Effect::Note(text) if text.is_empty() => Ok(Effect::Nothing),
        Effect::Note(text) => {
            dialog::tell(&mut session.console, &text)?;
            Ok(Effect::Nothing)
        }
        effect => Ok(effect),
    }
}

/// Begins the next game with the settings of this one. If swap2 swapped the seats, swaps them back.
fn again(session: &mut Session<'_>, game: &mut ActiveGame) -> Result<Effect, Quit> {
    if session.table.tree.branches() {
        // Leaving the slot keeps the variations of this game.
        session.profile.leave();
    }
    if game.swapped() {
        session.table.swap();
    }
    session.begin();
    new_game::remember(session, &**game);
    *game = openings::begin(session, &**game)?.unwrap_or_else(|| game.with(game.restarted()));
    Ok(Effect::redraw())
}
