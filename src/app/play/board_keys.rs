//! The menu bar at the board, and the keys that work in every turn, a person's or the computer's.

use super::branches;
use super::collect::own_sides_at_the_board;
use super::dialog;
use super::explorer;
use super::files;
use super::help;
use super::links;
use super::menu_bar::{self, Menu};
use super::new_game::{new_game, options, players};
use super::online;
use super::replay::{self, Opened};
use super::review;
use super::session::{ActiveGame, Session};
use super::set_up::set_up;
use super::turn::{Effect, TurnEnd, lose, may_leave, take_back};
use super::values::tip;
use games::records::Recorded;
use games::set_up::SetUp;
use games::stone::Lost;
use lessons::tutor::at_the_board;
use screen::moves;
use turbo::dos::{Console, Key, Quit};
use words::{phrase, say};

/// A command of the menu bar at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    New,
    Open,
    Save,
    Copy,
    CopyLink,
    Paste,
    SetUp,
    Players,
    Undo,
    Redo,
    Tip,
    Resign,
    Draw,
    Leave,
    Values,
    Tutor,
    Lines,
    Review,
    Explore,
    Options,
    Help(usize),
}

use Command as C;

/// The menus that F10 opens, with all commands at the board and their keys.
const MENUS: [Menu<Command>; 3] = [
    (
        phrase!("Game"),
        &[
            (phrase!("New game"), 'n', "F2", C::New),
            (phrase!("Save"), 's', "F3", C::Save),
            (phrase!("Open"), 'o', "F4", C::Open),
            (phrase!("Take back"), 't', "Backspace", C::Undo),
            (phrase!("Redo"), 'd', "Ctrl+U", C::Redo),
            (phrase!("Hint"), 'h', "Shift+F6", C::Tip),
            (phrase!("Players and rules"), 'l', "Ctrl+G", C::Players),
            (phrase!("Set up a position"), 'p', "Ctrl+P", C::SetUp),
            (phrase!("Copy the moves"), 'c', "Ctrl+C", C::Copy),
            (phrase!("Copy the link"), 'k', "Ctrl+K", C::CopyLink),
            (phrase!("Paste"), 'e', "Ctrl+V", C::Paste),
            (phrase!("Resign"), 'r', "", C::Resign),
            (phrase!("Offer a draw"), 'f', "", C::Draw),
            (phrase!("Main menu"), 'm', "Esc", C::Leave),
        ],
    ),
    (
        phrase!("View"),
        &[
            (phrase!("Values of the moves"), 'v', "F6", C::Values),
            (phrase!("Tutor"), 't', "F5", C::Tutor),
            (phrase!("Lines||of play"), 'l', "Ctrl+B", C::Lines),
            (phrase!("Review"), 'r', "", C::Review),
            (phrase!("Explorer"), 'e', "Ctrl+E", C::Explore),
            (phrase!("Options"), 'o', "Ctrl+O", C::Options),
        ],
    ),
    (
        phrase!("Help"),
        &[(phrase!("Keys"), 'k', "", C::Help(help::KEYS)), (phrase!("About"), 'a', "", C::Help(help::ABOUT))],
    ),
];

/// Waits for a key during a turn of somebody who does not sit here, and handles it. Returns the end of the turn,
/// if the key ends it.
pub(crate) fn key_meanwhile(
    session: &mut Session<'_>,
    game: &mut ActiveGame,
) -> Result<Option<TurnEnd>, Quit> {
    let key = session.console.getkey()?;
    match other_key(session, key, game)? {
        Effect::Ends(end) => return Ok(Some(end)),
        Effect::Note(text) => session.say(&text),
        // Only a person who sits here moves the stone.
        Effect::Nothing | Effect::MoveStone(..) => {}
    }
    Ok(None)
}

/// Handles a key that works in every turn.
pub(crate) fn other_key(session: &mut Session<'_>, key: Key, game: &mut ActiveGame) -> Result<Effect, Quit> {
    let command = match key {
        Key::PageUp | Key::PageDown => return Ok(scroll(session, game, key == Key::PageUp)),
        Key::F(10) => {
            let (plays, online) = (game.outcome().is_none(), session.online.is_some());
            let shows = |command| match command {
                C::Draw => plays && online,
                C::Resign => plays,
                _ => true,
            };
            menu_bar::choose(&mut session.console, &MENUS, Some(0), shows)?
        }
        Key::Ctrl('z') => Some(C::Undo),
        key => menu_bar::action(&MENUS, key),
    };
    let effect = match command {
        Some(command) => perform(session, command, game)?,
        None => Effect::Nothing,
    };
    session.skip_box();
    Ok(effect)
}

/// Carries out a command.
pub(crate) fn perform(
    session: &mut Session<'_>,
    command: Command,
    game: &mut ActiveGame,
) -> Result<Effect, Quit> {
    Ok(match command {
        C::Leave if session.table.practice || may_leave(session, game)? => Effect::leave(),
        C::Leave => Effect::Nothing,
        C::Undo if take_back(session, game, |game| game.undo()) => Effect::redraw(),
        C::Undo => Effect::note(say!("There is no move to take back.")),
        C::Redo if take_back(session, game, |game| game.redo()) => Effect::redraw(),
        C::Redo => Effect::note(say!("There is no move to play again.")),
        C::Tip | C::Values | C::Review if session.online.is_some() && game.outcome().is_none() => {
            Effect::note(say!("In a game over the network you play without help."))
        }
        C::Open | C::Paste | C::SetUp | C::Explore if session.online.is_some() => {
            Effect::note(say!("First leave the game over the network."))
        }
        C::Tip => tip(session, game)?,
        C::Options if options(session)? => Effect::redraw(),
        C::Options => Effect::Nothing,
        C::Players if session.online.is_some() => {
            Effect::note(say!("In a game over the network players and rules stay."))
        }
        C::Players => match players(session, game)? {
            Some([black, white]) => {
                let seats = &mut session.table.seats;
                (seats.black, seats.white) = (black, white);
                Effect::redraw()
            }
            None => Effect::Nothing,
        },
        C::Lines => branches::at_the_board(session, game)?,
        C::Tutor => match at_the_board::why_not(&**game) {
            Some(why) => Effect::note(why),
            None => {
                session.table.tutor = !session.table.tutor;
                Effect::redraw()
            }
        },
        C::Review => {
            let own = own_sides_at_the_board(&session.table.seats);
            let tree = session.table.tree.clone();
            match review::show(session, game, &tree, own)? {
                Some(review::Left::Closed) => Effect::Nothing,
                Some(review::Left::Replay) => {
                    step_through(session, game)?;
                    Effect::redraw()
                }
                None => Effect::note(say!("There is no move to review.")),
            }
        }
        C::Resign if game.outcome().is_some() => Effect::Nothing,
        C::Draw => Effect::note(online::offer_draw(session)),
        C::Resign if session.table.seats.computer_to_move(&**game) => Effect::note(match session.online {
            Some(_) => say!("It is your friend's turn."),
            None => say!("It is the computer's turn."),
        }),
        C::Resign => match dialog::ask(&mut session.console, say!("Resign?"))? {
            true => {
                lose(session, game, Lost::Resigned);
                Effect::redraw()
            }
            false => Effect::Nothing,
        },
        C::Values if game.is_as_in_dos() => {
            Effect::note(say!("The original's rules have no values. F2 offers other rules."))
        }
        C::Values => {
            session.settings.values = !session.settings.values;
            Effect::redraw()
        }
        C::Help(page) => {
            help::show(&mut session.console, page)?;
            Effect::Nothing
        }
        C::New => {
            let was_online = session.online.is_some();
            match new_game(session, game)? {
                Some(new) => {
                    *game = new;
                    Effect::redraw()
                }
                // The line is closed. The menu goes on with the game.
                None if was_online && session.online.is_none() => Effect::leave(),
                None => Effect::Nothing,
            }
        }
        C::Save => match files::folder(session)? {
            Some(folder) => {
                let recorded = session.recorded(game);
                let save = |session: &mut Session<'_>| files::save(session, &folder, game, &recorded);
                Effect::Note(session.with_help(help::FILES, save)?)
            }
            None => Effect::Nothing,
        },
        C::Open => match files::folder(session)? {
            Some(folder) => {
                let opened = replay::open(session, &folder)?;
                take_the_board(session, game, opened)?
            }
            None => Effect::Nothing,
        },
        C::Explore => match explorer::explore(session, game)? {
            Ok(opened) => take_the_board(session, game, opened)?,
            Err(note) => Effect::Note(note),
        },
        C::Copy => Effect::Note(files::copy(session, game)?),
        C::CopyLink => Effect::Note(links::copy(session, game)?),
        C::Paste => match links::paste(session, game)? {
            Some(effect) => effect,
            None => match replay::paste(session)? {
                Ok(opened) => take_the_board(session, game, opened)?,
                Err(why) => Effect::Note(why),
            },
        },
        C::SetUp if SetUp::of(&**game).is_none() => {
            Effect::note(say!("Positions of this game cannot be set up."))
        }
        C::SetUp => {
            if let Some(begun) = set_up(session, Some(game))? {
                *game = begun;
            }
            Effect::redraw()
        }
    })
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
        *game = opened.begin(session);
    }
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

/// Steps through the game at the board. The user can play on from any position.
fn step_through(session: &mut Session<'_>, game: &mut ActiveGame) -> Result<(), Quit> {
    let recorded = Recorded { game: game.copy(), ..session.recorded(game) };
    if let Some(Opened { game: from_here, tree, .. }) = replay::step_through(session, &recorded)? {
        if from_here.swapped() != game.swapped() {
            session.table.swap();
        }
        *game = game.with(from_here);
        session.begin_with(tree);
    }
    Ok(())
}
