//! Games by links: two friends at two computers send each other a link after each move.

use std::cmp::Ordering;

use super::board_keys::key_meanwhile;
use super::dialog::{self, sentence};
use super::files;
use super::game_loop::draw;
use super::online::arrive;
use super::replay;
use super::session::{ActiveGame, Session};
use super::turn::{Effect, TurnEnd, may_leave};
use super::unfinished;
use super::wait;
use games::clock::TimeControl;
use games::tree::Tree;
use players::{Player, link};
use screen::panel;
use turbo::dos::{Console, Quit};
use words::{phrase, say, translate};

/// Copies the link of the game for the friend. Returns a note.
pub(crate) fn copy(session: &mut Session<'_>, game: &ActiveGame) -> Result<String, Quit> {
    let seats = &session.table.seats;
    let players = match (&seats.black, &seats.white) {
        // The friend makes the next move.
        (Player::Human, Player::Human) if game.player() as usize == 1 => [Player::Human, Player::Friend],
        (Player::Human, Player::Human) => [Player::Friend, Player::Human],
        (black, white) => [black, white].map(|player| match player {
            Player::Human if seats.has_friend() => Player::Friend,
            Player::Friend => Player::Human,
            player => player.clone(),
        }),
    };
    match link::write(&**game, &players) {
        Some(link) => files::copy_text(session, link, say!("The link is on the clipboard.")),
        None => Ok(say!("There is no move to copy yet.").to_string()),
    }
}

/// Takes the link on the clipboard to the board. Returns `None` if the clipboard has no link.
pub(crate) fn paste(session: &mut Session<'_>, game: &mut ActiveGame) -> Result<Option<Effect>, Quit> {
    let Ok(text) = files::pasted_text(&mut session.console)? else { return Ok(None) };
    let target = match link::parse(&text) {
        Some(Ok(target)) => target,
        Some(Err(why)) => return Ok(Some(Effect::Note(sentence(&why)))),
        None => return Ok(None),
    };
    Ok(Some(match link::compare(&**game, &*target) {
        Some(Ordering::Equal) => Effect::note(say!("The board already shows this game.")),
        Some(Ordering::Greater) => Effect::note(translate(PLAYED_ON)),
        Some(Ordering::Less) => Effect::next(show_last_move(session, game, session.active(target))?),
        None if may_leave(session, game)? => {
            session.profile.leave();
            let new = take(session, &text, target);
            Effect::next(show_last_move(session, game, new)?)
        }
        None => Effect::Nothing,
    }))
}

const PLAYED_ON: &str = phrase!("You have played on from here already.");

/// Opens the game on the clipboard, or that of a link. Reports an error in a box.
pub(crate) fn open_pasted(session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
    let why = match files::pasted_text(&mut session.console)? {
        Ok(text) => match link::parse(&text) {
            Some(Ok(_)) => return open(session, &text),
            Some(Err(why)) => sentence(&why),
            None => match replay::paste(session)? {
                Ok(opened) => return Ok(opened.map(|opened| opened.begin(session))),
                Err(why) => why,
            },
        },
        Err(why) => why,
    };
    dialog::tell(&mut session.console, &why)?;
    Ok(None)
}

/// Opens the game of a link, or the unfinished game that it continues.
pub(crate) fn open(session: &mut Session<'_>, text: &str) -> Result<Option<ActiveGame>, Quit> {
    let Some(Ok(target)) = link::parse(text) else { return Ok(None) };
    let asked = session.profile.kept(session.games, false);
    let kept = wait::for_answer(&mut session.console, phrase!("Reading the saved games."), &asked)?;
    let players = link::players(text);
    for one in kept.unwrap_or_default().games {
        let Ok((game, table)) = &one.game else { continue };
        let same = players == [table.seats.black.clone(), table.seats.white.clone()];
        let Some(order) = link::compare(&**game, &*target).filter(|_| same && game.t() > 1) else { continue };
        let resumed = match table.seats.names[1].is_empty() {
            true => unfinished::resume(session, &one.name)?,
            false => unfinished::open(session, &one)?,
        };
        let Some(mut game) = resumed else { continue };
        match order {
            _ if session.online.is_some() => {}
            Ordering::Less => drop(show_last_move(session, &mut game, session.active(target))?),
            Ordering::Equal => {}
            Ordering::Greater => dialog::tell(&mut session.console, PLAYED_ON)?,
        }
        return Ok(Some(game));
    }
    let mut game = take(session, text, target.copy());
    show_last_move(session, &mut game, session.active(target))?;
    Ok(Some(game))
}

/// Begins the game of a link with its players.
fn take(session: &mut Session<'_>, text: &str, target: Box<dyn games::Game>) -> ActiveGame {
    session.table.time = TimeControl::default();
    session.begin_with(Tree::default());
    let seats = &mut session.table.seats;
    [seats.black, seats.white] = link::players(text);
    session.active(target)
}

/// Replaces the game by `whole`, whose last move is shown being made. Returns a note.
fn show_last_move(
    session: &mut Session<'_>,
    game: &mut ActiveGame,
    whole: ActiveGame,
) -> Result<String, Quit> {
    *game = game.with(whole.copy());
    session.table.stone_at = None;
    if !game.undo() {
        return Ok(String::new());
    }
    draw(session, game);
    session.console.delay(0)?;
    arrive(session, game, &*whole.game)
}

/// Waits for the keys that send and take links.
pub(crate) fn friends_turn(session: &mut Session<'_>, game: &mut ActiveGame) -> Result<TurnEnd, Quit> {
    let keys = [
        ("Ctrl+K", say!("Copy the link")),
        ("Ctrl+V", say!("Paste")),
        ("F10", say!("Menu")),
        ("F1", say!("Help")),
        ("Esc", say!("Back||to the menu")),
    ];
    panel::key_line(session.console.screen(), &keys);
    session.say(say!("Ctrl+K copies the link for your friend, Ctrl+V takes the friend's answer."));
    loop {
        if let Some(end) = key_meanwhile(session, game)? {
            return Ok(end);
        }
    }
}
