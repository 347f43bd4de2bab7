//! The list of unfinished games.

use std::time::SystemTime;
use words::{phrase, say};

use super::dialog::{self, scrolled};
use super::profile::Unfinished;
use super::session::{ActiveGame, Session};
use super::wait;
use games::Game;
use games::named;
use games::set_up::SetUp;
use games::stone::Stone;
use players::Seats;
use screen::face::display_name;
use screen::frame::cover;
use screen::panel;
use screen::unfinished::{Entry, ROWS, draw};
use turbo::dos::{Console, Key, Quit};

/// Resumes the only unfinished game, or lets the user choose from a list with the board, the players, the
/// number of moves and the time of each. The user can discard games there. Returns `None` if no game is
/// resumed.
pub(crate) fn go_on(session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
    let mut games = list(session)?;
    if let [only] = &games[..] {
        return resume(session, &only.name);
    }
    let mut chosen = 0;
    while !games.is_empty() {
        match choose(session, &games, &mut chosen)? {
            Choice::Closed => return Ok(None),
            Choice::Open => {
                let game = resume(session, &games[chosen].name)?;
                if game.is_some() {
                    return Ok(game);
                }
            }
            Choice::Discard => {
                if dialog::ask(&mut session.console, &question(&games[chosen]))? {
                    discard(session, &games[chosen].name)?;
                }
            }
        }
        games = list(session)?;
    }
    Ok(None)
}

enum Choice {
    Open,
    Discard,
    Closed,
}

/// Shows the list until the user opens or discards a game, or closes the list. Restores the screen.
fn choose(session: &mut Session<'_>, games: &[Unfinished], chosen: &mut usize) -> Result<Choice, Quit> {
    let now = SystemTime::now();
    let entries: Vec<Entry> = games.iter().map(|game| entry(game, now)).collect();
    let (theme, last) = (session.settings.theme, games.len() - 1);
    let under = session.console.screen().clone();
    cover(session.console.screen());
    let mut top = 0;
    let choice = loop {
        *chosen = (*chosen).min(last);
        top = top.clamp((*chosen + 1).saturating_sub(ROWS), *chosen);
        draw(session.console.screen(), theme, &entries, top, *chosen);
        match session.console.getkey()? {
            Key::Enter | Key::Space => break Choice::Open,
            Key::Delete | Key::Backspace => break Choice::Discard,
            Key::Esc => break Choice::Closed,
            key => *chosen = scrolled(key, *chosen, last, ROWS),
        }
    };
    *session.console.screen() = under;
    Ok(choice)
}

const READING: &str = phrase!("Reading the saved games.");

/// Lists the unfinished games, and shows the message about them, if any.
fn list(session: &mut Session<'_>) -> Result<Vec<Unfinished>, Quit> {
    let asked = session.profile.unfinished(session.games);
    let listing = wait::for_answer(&mut session.console, READING, &asked)?;
    let listing = listing.unwrap_or_default();
    if let Some(message) = listing.message {
        dialog::tell(&mut session.console, &message)?;
    }
    Ok(listing.games)
}

/// Resumes a game and restores its table. Reports an error in a box.
fn resume(session: &mut Session<'_>, name: &str) -> Result<Option<ActiveGame>, Quit> {
    let table = session.table.clone();
    let asked = session.profile.resume(name, session.games, table);
    match wait::for_answer(&mut session.console, READING, &asked)? {
        Some(Ok(resumed)) => {
            let (game, table) = session.profile.resumed(resumed);
            session.table = table;
            Ok(Some(game))
        }
        Some(Err(why)) => {
            dialog::tell(&mut session.console, &why.to_string())?;
            Ok(None)
        }
        None => Ok(None),
    }
}

fn discard(session: &mut Session<'_>, name: &str) -> Result<(), Quit> {
    let asked = session.profile.discard(name);
    match wait::for_answer(&mut session.console, READING, &asked)? {
        Some(Err(why)) => dialog::tell(&mut session.console, &why.to_string()),
        _ => Ok(()),
    }
}

fn entry(unfinished: &Unfinished, now: SystemTime) -> Entry {
    let when = ago(unfinished.saved, now);
    match &unfinished.game {
        Ok((game, table)) => {
            let title = game.entry.face.title(&**game);
            Entry {
                title: match game.is_as_in_dos() {
                    true => say!("{title}, the original", title),
                    false => title,
                },
                board: SetUp::of(&**game),
                players: Some(Stone::ALL.map(|stone| table.seats.display_name(stone))),
                moves: moves(&**game),
                when,
            }
        }
        Err(why) => Entry { title: why.to_string(), board: None, players: None, moves: String::new(), when },
    }
}

/// Returns the question to ask before a game is discarded.
fn question(unfinished: &Unfinished) -> String {
    match &unfinished.game {
        Ok((game, table)) => {
            let name = display_name(game.name());
            let (players, moves) = (players(&table.seats), moves(&**game));
            say!("Discard {name}, {players}, {moves}?", name, players, moves)
        }
        Err(_) => say!("Discard this game?").to_string(),
    }
}

/// Formats the players' names, Black first. Long names are cut.
fn players(seats: &Seats) -> String {
    let name = |player: String| panel::fitting(&player, 12).to_string();
    let (black, white) = (name(seats.black.short()), name(seats.white.short()));
    format!("{black} - {white}")
}

/// Formats the number of moves, and the total if some were taken back.
fn moves(game: &dyn Game) -> String {
    let dropped = |game: &dyn Game| {
        let turns = (1..game.t()).filter(|t| game.place_of(*t).is_some());
        turns.count()
    };
    let mut whole = game.copy();
    while whole.redo() {}
    match (dropped(game), dropped(&*whole)) {
        (1, 1) => say!("1 move").to_string(),
        (now, all) if now == all => say!("{now} moves", now),
        (now, all) => say!("move {now} of {all}", now, all),
    }
}

/// Describes the age of a game in the largest unit that fits. A time in the future counts as now, because
/// clocks can be wrong.
pub fn ago(then: SystemTime, now: SystemTime) -> String {
    let seconds = now.duration_since(then).unwrap_or_default().as_secs();
    let units = [
        (365 * 24 * 3600, [phrase!("1 year ago"), phrase!("{n} years ago")]),
        (30 * 24 * 3600, [phrase!("1 month ago"), phrase!("{n} months ago")]),
        (24 * 3600, [phrase!("1 day ago"), phrase!("{n} days ago")]),
        (3600, [phrase!("1 hour ago"), phrase!("{n} hours ago")]),
        (60, [phrase!("1 minute ago"), phrase!("{n} minutes ago")]),
    ];
    let unit = units.into_iter().find(|(length, _)| seconds >= *length);
    match unit {
        None => say!("just now").to_string(),
        Some((length, ago)) => named::plural((seconds / length) as usize, ago),
    }
}
