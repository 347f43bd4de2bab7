//! The keys at the board that mean the same whoever is to move.

use super::branches;
use super::collect::own_at_the_board;
use super::dialog;
use super::files;
use super::new_game::{new_game, settings};
use super::replay::{self, Opened};
use super::review;
use super::session::Session;
use super::set_up::set_up;
use super::tip::tip;
use super::tunes;
use super::turn::{AtBoard, Leave, Then, lose, may_leave, take_back};
use crate::screen::moves;
use games::Game;
use games::set_up::SetUp;
use games::stone::Lost;
use lessons::tutor::at_the_board;
use turbo::dos::{Console, Key, Quit};

/// The keys that mean the same whoever is to move.
pub fn other_key(session: &mut Session<'_>, key: Key, game: &mut AtBoard) -> Result<Then, Quit> {
    Ok(match (key, key.letter()) {
        (Key::Esc, _) => Then::Leave(Leave::Quit),
        (Key::Backspace, _) => match take_back(session, &mut **game, <dyn Game>::undo) {
            true => Then::Redraw,
            false => Then::Say("There is no move to take back.".to_string()),
        },
        (_, Some('r')) => match take_back(session, &mut **game, <dyn Game>::redo) {
            true => Then::Redraw,
            false => Then::Say("There is no move to play again.".to_string()),
        },
        (_, Some('h')) => {
            session.settings.hints = Some(!session.shows_hints());
            Then::Redraw
        }
        (_, Some('s')) => {
            session.settings.sound = !session.settings.sound;
            tunes::play(session, tunes::CLICK);
            let state = if session.settings.sound { "on" } else { "off" };
            Then::Say(format!("The sound is {state}."))
        }
        (_, Some('n')) if session.face(&**game).has_numbers() => {
            session.settings.numbers = !session.settings.numbers;
            Then::Redraw
        }
        (_, Some('t')) => tip(session, &**game)?,
        (_, Some('o')) => match settings(session)? {
            true => Then::Redraw,
            false => Then::Stay,
        },
        (Key::PageUp | Key::PageDown, _) => scroll(session, &**game, key == Key::PageUp),
        (_, Some('v')) => branches::at_the_board(session, game)?,
        (Key::F(2), _) => match new_game(session, game)? {
            true => Then::Redraw,
            false => Then::Stay,
        },
        (Key::F(3), _) => Then::Say(match files::folder(session)? {
            Ok(folder) => {
                let recorded = session.recorded(&**game);
                files::save(session, &folder, &**game, &recorded)?
            }
            Err(why) => why,
        }),
        (Key::F(4), _) => match files::folder(session)? {
            Ok(folder) => {
                let opened = replay::open(session, &folder)?;
                take_the_board(session, game, opened)?
            }
            Err(why) => Then::Say(why),
        },
        (Key::Ctrl('c'), _) => Then::Say(files::copy(session, &**game)?),
        (Key::Ctrl('v'), _) => match replay::paste(session)? {
            Ok(opened) => take_the_board(session, game, opened)?,
            Err(why) => Then::Say(why),
        },
        (_, Some('p')) => match SetUp::of(&**game) {
            Some(from) => {
                let begun = set_up(session, Some(from))?;
                if let Some(begun) = begun
                    && may_leave(session, &**game)?
                {
                    session.keeper.leave();
                    *game = begun.begin(session);
                }
                Then::Redraw
            }
            None => Then::Say("Positions of this game cannot be set up.".to_string()),
        },
        (Key::F(5), _) => match at_the_board::why_not(&**game) {
            Some(why) => Then::Say(why.to_string()),
            None => {
                session.table.tutor = !session.table.tutor;
                Then::Redraw
            }
        },
        (Key::F(6), _) => {
            session.settings.values = !session.settings.values;
            Then::Redraw
        }
        (Key::F(7), _) => {
            match review::show(session, &**game, own_at_the_board(&session.table.seats))? {
                true => Then::Stay,
                false => Then::Say("There is no move to review.".to_string()),
            }
        }
        // A person does not resign for the computer.
        (Key::F(8), _)
            if game.outcome().is_none() && !session.table.seats.computer_to_move(&**game) =>
        {
            match dialog::ask(&mut session.console, "Resign?")? {
                true => {
                    lose(session, &mut **game, Lost::Resigned);
                    Then::Redraw
                }
                false => Then::Stay,
            }
        }
        (Key::F(9), _) => {
            session.settings.theme = session.settings.theme.next();
            Then::Redraw
        }
        (Key::F(10), _) => match may_leave(session, &**game)? {
            true => Then::Leave(Leave::Menu),
            false => Then::Stay,
        },
        _ => Then::Stay,
    })
}

/// A game that was opened takes the place of the one at the board, if there is one.
fn take_the_board(
    session: &mut Session<'_>,
    game: &mut AtBoard,
    opened: Option<Opened>,
) -> Result<Then, Quit> {
    if let Some(opened) = opened
        && may_leave(session, &**game)?
    {
        session.keeper.leave();
        session.table.minutes = 0;
        session.begin_with(opened.tree);
        *game = opened.game;
    }
    // Whoever stepped through a game may have changed the colours there.
    Ok(Then::Redraw)
}

/// Scrolls the list of the moves, towards the first ones or back.
fn scroll(session: &mut Session<'_>, game: &dyn Game, up: bool) -> Then {
    if !session.face(game).is_as_in_dos(game) {
        let scroll = session.table.scroll;
        session.table.scroll = match up {
            true => (scroll + moves::LINES / 2).min(moves::furthest(game)),
            false => scroll.saturating_sub(moves::LINES / 2),
        };
        let look = session.look(game);
        let screen = session.console.screen();
        moves::draw(screen, look.theme, game, look.scroll, &look.forks);
    }
    Then::Stay
}
