//! The games that were left, to be gone on with.

use std::time::SystemTime;

use super::dialog::{self, Listed};
use super::keeper::Unfinished;
use super::session::Session;
use super::wait;
use crate::players::Seats;
use games::Game;
use turbo::dos::Quit;

/// Goes on with the game that was left, or lets the user choose where there are several: each one's line says which game
/// it is, who plays black and white, how many moves it has and when it was played. Games can be discarded there. The game
/// to play; `None` when there is none, or the user thinks better of it.
pub(crate) fn go_on(session: &mut Session<'_>) -> Result<Option<Box<dyn Game>>, Quit> {
    let mut games = list(session)?;
    if let [only] = &games[..] {
        return resume(session, &only.name);
    }
    let mut chosen = 0;
    while !games.is_empty() {
        let now = SystemTime::now();
        let lines: Vec<String> = games.iter().map(|game| line_of(game, now)).collect();
        let console = &mut session.console;
        match dialog::pick_or_discard(console, "Games in progress", &lines, &mut chosen)? {
            Listed::Closed => return Ok(None),
            Listed::Open(n) => {
                let game = resume(session, &games[n].name)?;
                if game.is_some() {
                    return Ok(game);
                }
            }
            Listed::Discard(n) => {
                if dialog::ask(console, &question(&games[n]))? {
                    discard(session, &games[n].name)?;
                }
            }
        }
        games = list(session)?;
    }
    Ok(None)
}

/// What is said while the folder is read.
const READING: &str = "The folder with the games is read.";

/// The games that were left. What there is to say about them is said.
fn list(session: &mut Session<'_>) -> Result<Vec<Unfinished>, Quit> {
    let asked = session.keeper.unfinished(session.games);
    let listing = wait::for_answer(&mut session.console, READING, &asked)?;
    let listing = listing.unwrap_or_default();
    if let Some(message) = listing.message {
        dialog::tell(&mut session.console, &message)?;
    }
    Ok(listing.games)
}

/// Takes up a game and sets the table for it. Where that cannot be done a box says why.
fn resume(session: &mut Session<'_>, name: &str) -> Result<Option<Box<dyn Game>>, Quit> {
    let table = session.table.clone();
    let asked = session.keeper.resume(name, session.games, table);
    match wait::for_answer(&mut session.console, READING, &asked)? {
        Some(Ok(resumed)) => {
            let (game, table) = session.keeper.resumed(resumed);
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
    let asked = session.keeper.discard(name);
    match wait::for_answer(&mut session.console, READING, &asked)? {
        Some(Err(why)) => dialog::tell(&mut session.console, &why.to_string()),
        _ => Ok(()),
    }
}

/// A game's line in the list.
fn line_of(unfinished: &Unfinished, now: SystemTime) -> String {
    let when = ago(unfinished.saved, now);
    match &unfinished.game {
        Ok((game, table)) => {
            let name = capitalized(game.name());
            let players = players(&table.seats);
            format!("{name:12} {players:27} {:>12} {when:>14}", moves(&**game))
        }
        Err(why) => {
            let why: String = why.to_string().chars().take(52).collect();
            format!("{why:53} {when:>14}")
        }
    }
}

/// Asks whether a game is to be discarded.
fn question(unfinished: &Unfinished) -> String {
    match &unfinished.game {
        Ok((game, table)) => {
            let name = capitalized(game.name());
            let (players, moves) = (players(&table.seats), moves(&**game));
            format!("Discard {name}, {players}, {moves}?")
        }
        Err(_) => "Discard this game?".to_string(),
    }
}

/// Who plays black and who white. Of a long name the beginning is seen.
fn players(seats: &Seats) -> String {
    let name = |player: String| player.chars().take(12).collect::<String>();
    let (black, white) = (name(seats.black.short()), name(seats.white.short()));
    format!("{black} - {white}")
}

/// How many stones were dropped, and of how many where some were taken back.
fn moves(game: &dyn Game) -> String {
    let dropped = |game: &dyn Game| {
        let turns = (1..game.t()).filter(|t| game.place_of(*t).is_some());
        turns.count()
    };
    let mut whole = game.copy();
    while whole.redo() {}
    match (dropped(game), dropped(&*whole)) {
        (1, 1) => "1 move".to_string(),
        (now, all) if now == all => format!("{now} moves"),
        (now, all) => format!("move {now} of {all}"),
    }
}

/// How long ago something was, in the largest unit of which one has passed. What lies ahead is just now: clocks are set.
fn ago(then: SystemTime, now: SystemTime) -> String {
    let seconds = now.duration_since(then).unwrap_or_default().as_secs();
    let units = [
        (365 * 24 * 3600, "year"),
        (30 * 24 * 3600, "month"),
        (24 * 3600, "day"),
        (3600, "hour"),
        (60, "minute"),
    ];
    let unit = units.into_iter().find(|(length, _)| seconds >= *length);
    match unit.map(|(length, unit)| (seconds / length, unit)) {
        None => "just now".to_string(),
        Some((1, unit)) => format!("1 {unit} ago"),
        Some((n, unit)) => format!("{n} {unit}s ago"),
    }
}

fn capitalized(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn how_long_ago_is_told_in_the_largest_unit() {
        let now = SystemTime::now();
        for (seconds, text) in [
            (0, "just now"),
            (59, "just now"),
            (60, "1 minute ago"),
            (3599, "59 minutes ago"),
            (7200, "2 hours ago"),
            (86_400, "1 day ago"),
            (86_400 * 29, "29 days ago"),
            (86_400 * 364, "12 months ago"),
            (86_400 * 800, "2 years ago"),
        ] {
            assert_eq!(ago(now - Duration::from_secs(seconds), now), text);
        }
        assert_eq!(ago(now + Duration::from_secs(9), now), "just now");
    }
}
