//! The lists of unfinished and of all kept games.

use std::time::SystemTime;
use words::{phrase, say};

use super::dialog::{self, scrolled};
use super::files;
use super::friend;
use super::online;
use super::profile::Kept;
use super::replay;
use super::session::{ActiveGame, Session};
use super::wait;
use games::Game;
use games::named;
use games::records::{Heading, Recorded};
use games::set_up::SetUp;
use games::stone::Stone;
use screen::frame::cover;
use screen::unfinished::{Entry, ROWS, draw};
use turbo::dos::{Console, Key, Quit};

/// Shows the list of games with the board, the players, the moves or the result, and the time of each. The
/// user can discard games there. The list of all games begins with a line for a file.
pub(crate) fn browse(session: &mut Session<'_>, all: bool) -> Result<Option<ActiveGame>, Quit> {
    let mut games = list(session, all)?;
    if let ([only], false) = (&games[..], all) {
        return open(session, only);
    }
    let before = usize::from(all);
    let mut chosen = before.min(games.len());
    while all || !games.is_empty() {
        match choose(session, &games, all, &mut chosen)? {
            Choice::Closed => return Ok(None),
            Choice::Open => {
                let game = match chosen.checked_sub(before) {
                    Some(n) => open(session, &games[n])?,
                    None => open_file(session)?,
                };
                if game.is_some() {
                    return Ok(game);
                }
            }
            Choice::Discard => {
                if let Some(game) = chosen.checked_sub(before).map(|n| &games[n])
                    && dialog::ask(&mut session.console, say!("Discard this game?"))?
                {
                    discard(session, &game.name)?;
                }
            }
        }
        games = list(session, all)?;
    }
    Ok(None)
}

/// Lets the user choose a file and a game in it. Returns a game to play on.
fn open_file(session: &mut Session<'_>) -> Result<Option<ActiveGame>, Quit> {
    let Some(folder) = files::folder(session)? else { return Ok(None) };
    let opened = replay::open(session, &folder)?;
    Ok(opened.map(|opened| opened.begin(session)))
}

enum Choice {
    Open,
    Discard,
    Closed,
}

/// Shows the list until the user opens or discards a game, or closes the list. Restores the screen.
fn choose(session: &mut Session<'_>, games: &[Kept], all: bool, chosen: &mut usize) -> Result<Choice, Quit> {
    let now = SystemTime::now();
    let file = all.then(|| Entry { title: say!("Open a file").to_string(), ..Entry::default() });
    let entries: Vec<Entry> = file.into_iter().chain(games.iter().map(|game| entry(game, now))).collect();
    let title = if all { say!("Games||list") } else { say!("Games in progress") };
    let (theme, last) = (session.settings.theme, entries.len() - 1);
    let under = session.console.screen().clone();
    cover(session.console.screen());
    let mut top = 0;
    let choice = loop {
        *chosen = (*chosen).min(last);
        top = top.clamp((*chosen + 1).saturating_sub(ROWS), *chosen);
        draw(session.console.screen(), theme, title, &entries, (top, *chosen));
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

/// Lists the unfinished games or all games, and shows the message about them, if any.
fn list(session: &mut Session<'_>, all: bool) -> Result<Vec<Kept>, Quit> {
    let asked = session.profile.kept(session.games, all);
    let listing = wait::for_answer(&mut session.console, READING, &asked)?;
    let mut listing = listing.unwrap_or_default();
    // A finished game is there for its variations.
    let goes_on = |kept: &Kept| !matches!(&kept.game, Ok((game, _)) if game.outcome().is_some());
    if !all && listing.games.iter().any(goes_on) {
        listing.games.retain(goes_on);
    }
    if let Some(message) = listing.message {
        dialog::tell(&mut session.console, &message)?;
    }
    Ok(listing.games)
}

/// Opens a kept game. A game over the network goes on there.
pub(crate) fn open(session: &mut Session<'_>, kept: &Kept) -> Result<Option<ActiveGame>, Quit> {
    if let Ok((game, table)) = &kept.game
        && table.seats.has_friend()
        && let Some(last) = friend::last(session)?.into_iter().find(|last| last.is_at(game, &table.seats))
    {
        let Some(call) = friend::go_on(session, game, table.time, last)? else { return Ok(None) };
        let begun = online::begin(session, call)?;
        if begun.is_some() {
            discard(session, &kept.name)?;
        }
        return Ok(begun);
    }
    resume(session, &kept.name)
}

/// Opens a game and restores its table. Reports an error in a box.
pub(crate) fn resume(session: &mut Session<'_>, name: &str) -> Result<Option<ActiveGame>, Quit> {
    let table = session.table.clone();
    let asked = session.profile.resume(name, session.games, table);
    let resumed = wait::for_answer(&mut session.console, READING, &asked)?;
    Ok(dialog::or_tell(&mut session.console, resumed)?.map(|resumed| {
        let (game, table) = session.profile.resumed(resumed);
        session.table = table;
        game
    }))
}

fn discard(session: &mut Session<'_>, name: &str) -> Result<(), Quit> {
    let asked = session.profile.discard(name);
    let discarded = wait::for_answer(&mut session.console, READING, &asked)?;
    dialog::or_tell(&mut session.console, discarded).map(drop)
}

fn entry(kept: &Kept, now: SystemTime) -> Entry {
    let when = ago(kept.saved, now);
    match &kept.game {
        Ok((game, table)) => {
            let title = game.entry.face.title(&**game);
            Entry {
                title: if game.is_as_in_dos() { say!("{title}, the original", title) } else { title },
                board: SetUp::of(&**game),
                players: Some(Stone::ALL.map(|stone| table.seats.display_name(stone))),
                moves: match game.outcome() {
                    Some(_) => Recorded::new(game.copy(), Heading::default()).result(),
                    None => moves(&**game),
                },
                when,
            }
        }
        Err(why) => Entry { title: why.to_string(), when, ..Entry::default() },
    }
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
