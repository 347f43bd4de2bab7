//! The keys that work in every turn at the board, a person's or the computer's.

use super::branches;
use super::collect::own_sides_at_the_board;
use super::dialog;
use super::files;
use super::help;
use super::new_game::{new_game, settings};
use super::replay::{self, Opened};
use super::review;
use super::session::{ActiveGame, Session};
use super::set_up::set_up;
use super::tunes;
use super::turn::{Effect, lose, may_leave, take_back};
use super::values::tip;
use games::clock::TimeControl;
use games::set_up::SetUp;
use games::stone::Lost;
use lessons::tutor::at_the_board;
use screen::moves;
use turbo::dos::{Console, Key, Quit};
use words::say;

/// Handles a key that works in every turn.
pub(crate) fn other_key(session: &mut Session<'_>, key: Key, game: &mut ActiveGame) -> Result<Effect, Quit> {
    Ok(match (key, key.letter()) {
        (Key::Esc, _) if session.table.practice => Effect::leave(),
        (Key::Esc | Key::F(10), _) => match may_leave(session, game)? {
            true => Effect::leave(),
            false => Effect::Nothing,
        },
        (Key::Backspace, _) => match take_back(session, game, |game| game.undo()) {
            true => Effect::redraw(),
            false => Effect::note(say!("There is no move to take back.")),
        },
        (_, Some('r')) => match take_back(session, game, |game| game.redo()) {
            true => Effect::redraw(),
            false => Effect::note(say!("There is no move to play again.")),
        },
        (_, Some('t')) => tip(session, game)?,
        (_, Some('o')) => redraw_if(settings(session, Some(game))?),
        (_, Some('v')) => branches::at_the_board(session, game)?,
        (Key::F(5), _) => match at_the_board::why_not(&**game) {
            Some(why) => Effect::note(why),
            None => {
                session.table.tutor = !session.table.tutor;
                Effect::redraw()
            }
        },
        (Key::F(7), _) => {
            let own = own_sides_at_the_board(&session.table.seats);
            let tree = session.table.tree.clone();
            match review::show(session, game, &tree, own)? {
                true => Effect::Nothing,
                false => Effect::note(say!("There is no move to review.")),
            }
        }
        // A person cannot resign for the computer.
        (Key::F(8), _) if game.outcome().is_none() && !session.table.seats.computer_to_move(&**game) => {
            match dialog::ask(&mut session.console, say!("Resign?"))? {
                true => {
                    lose(session, game, Lost::Resigned);
                    Effect::redraw()
                }
                false => Effect::Nothing,
            }
        }
        (Key::F(2..=4) | Key::Ctrl(_), _) | (_, Some('p')) => other_game(session, key, game)?,
        _ => other_look(session, key, game)?,
    })
}

/// Handles the keys that load, save, copy, paste and set up games.
fn other_game(session: &mut Session<'_>, key: Key, game: &mut ActiveGame) -> Result<Effect, Quit> {
    Ok(match key {
        Key::F(2) => redraw_if(new_game(session, game)?),
        Key::F(3) => Effect::Note(match files::folder(session)? {
            Ok(folder) => {
                let recorded = session.recorded(game);
                session.with_help(help::FILES, |session| files::save(session, &folder, game, &recorded))?
            }
            Err(why) => why.to_string(),
        }),
        Key::F(4) => match files::folder(session)? {
            Ok(folder) => {
                let opened = replay::open(session, &folder)?;
                take_the_board(session, game, opened)?
            }
            Err(why) => Effect::Note(why.to_string()),
        },
        Key::Ctrl('c') => Effect::Note(files::copy(session, game)?),
        Key::Ctrl('v') => match replay::paste(session)? {
            Ok(opened) => take_the_board(session, game, opened)?,
            Err(why) => Effect::Note(why.to_string()),
        },
        Key::Char(_) => match SetUp::of(&**game) {
            Some(from) => {
                let begun = set_up(session, Some(from))?;
                if let Some(begun) = begun
                    && may_leave(session, game)?
                {
                    session.profile.leave();
                    *game = begun.begin(session);
                }
                Effect::redraw()
            }
            None => Effect::note(say!("Positions of this game cannot be set up.")),
        },
        _ => Effect::Nothing,
    })
}

/// Handles the keys that change the look and the sound.
fn other_look(session: &mut Session<'_>, key: Key, game: &ActiveGame) -> Result<Effect, Quit> {
    Ok(match (key, key.letter()) {
        (Key::PageUp | Key::PageDown, _) => scroll(session, game, key == Key::PageUp),
        (_, Some('s')) => {
            session.switch(key);
            tunes::play(session, tunes::CLICK);
            Effect::note(match session.settings.sound {
                true => say!("The sound is on."),
                false => say!("The sound is off."),
            })
        }
        (Key::F(6), _) if game.is_as_in_dos() => {
            Effect::note(say!("The original's rules have no values. F2 offers other rules."))
        }
        (_, Some('n')) if !game.entry.face.has_numbers() => Effect::Nothing,
        _ => redraw_if(session.switch(key)),
    })
}

fn redraw_if(changed: bool) -> Effect {
    match changed {
        true => Effect::redraw(),
        false => Effect::Nothing,
    }
}

/// Replaces the game at the board with an opened one, if there is one.
fn take_the_board(
    session: &mut Session<'_>,
    game: &mut ActiveGame,
    opened: Option<Opened>,
) -> Result<Effect, Quit> {
    if let Some(opened) = opened
        && may_leave(session, game)?
    {
        session.profile.leave();
        session.table.time = TimeControl::default();
        session.begin_with(opened.tree);
        *game = session.active(opened.game);
    }
    // The user may have changed the colours while stepping through a game.
    Ok(Effect::redraw())
}

/// Scrolls the list of moves half a page up or down.
fn scroll(session: &mut Session<'_>, game: &ActiveGame, up: bool) -> Effect {
    if !game.is_as_in_dos() {
        let scroll = session.table.scroll;
        session.table.scroll = match up {
            true => (scroll + moves::LINES / 2).min(moves::furthest(&**game)),
            false => scroll.saturating_sub(moves::LINES / 2),
        };
        let look = session.look(game);
        let screen = session.console.screen();
        moves::draw(screen, look.theme, &**game, look.scroll, &look.forks);
    }
    Effect::Nothing
}
