//! Exercises from kept games: the user's saved games, the unfinished and the finished ones.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use super::dialog;
use super::files;
use super::games::{ActiveGame, Entry};
use super::session::Session;
use super::wait;
use games::Game;
use games::records::Heading;
use games::stone::Stone;
use players::analysis::{ReviewedMove, review};
use players::cores;
use players::exercises::{Change, Exercise};
use players::job::{Job, Poll};
use players::{Player, Seats};
use screen::review::draw_looking;
use store::files::list;
use store::games::read_games;
use turbo::dos::{Console, Quit, Screen};
use words::say;

/// The maximum number of games to review from one file. A year of tournaments has more.
const MOST: usize = 1000;

/// For Black and for White, true if the user played that side.
pub(crate) type OwnSides = [bool; 2];

/// Returns the sides that people play at the board.
pub(crate) fn own_sides_at_the_board(seats: &Seats) -> OwnSides {
    Stone::ALL.map(|stone| !seats.of(stone).is_computer())
}

/// Returns the user's own sides in a record: each side that the record names as a person, or both sides if it
/// names no player.
pub fn own_sides_in_record(heading: &Heading) -> OwnSides {
    let names = [&heading.black, &heading.white];
    let person = Player::Human.name();
    let nobody = names.iter().all(|name| name.is_empty());
    names.map(|name| nobody || *name == person)
}

/// Returns the changes to the exercises after the review of a game: a new exercise for each of the user's
/// mistakes, and a record of the review.
pub(crate) fn changes(game: &dyn Game, moves: &[ReviewedMove], own: OwnSides) -> Vec<Change> {
    let own = |one: &&ReviewedMove| own[one.stone as usize - 1];
    let found = moves.iter().filter(own).filter_map(Exercise::of);
    let looked = Change::Looked(checksum(game));
    found.map(Change::Found).chain([looked]).collect()
}

fn checksum(game: &dyn Game) -> u32 {
    crc32fast::hash(format!("{:?}", game.save()).as_bytes())
}

/// A kept game and the user's sides in it.
type Kept = (ActiveGame, OwnSides);

/// Reads all games in the files of a folder.
fn saved(folder: &Path, all: &'static [Entry]) -> io::Result<Vec<Kept>> {
    let mut games = Vec::new();
    for (name, size) in list(folder)? {
        if size.is_none() || name.starts_with('.') {
            continue;
        }
        // Skip files that are not games.
        let read = read_games(&folder.join(name)).unwrap_or_default();
        let read = read.into_iter().take(MOST).flatten();
        games.extend(read.map(|one| (ActiveGame::new(one.game, all), own_sides_in_record(&one.heading))));
    }
    Ok(games)
}

/// Reviews all kept games that were not reviewed yet, and shows the progress. Esc stops the review; the
/// exercises found so far are kept.
pub(crate) fn look_through(session: &mut Session<'_>) -> Result<(), Quit> {
    let Some(folder) = files::folder(session)? else { return Ok(()) };
    let asked = session.profile.kept(session.games, true);
    let (console, all) = (&mut session.console, session.games);
    let read = move || saved(&folder, all);
    let read = wait::for_work(console, say!("Reading the kept games."), read)?;
    let read = read.map(|read| read.map_err(|why| dialog::sentence(&why)));
    let Some(mut games) = dialog::or_tell(console, read)? else { return Ok(()) };
    let left = wait::for_answer(console, say!("Reading the kept games."), &asked)?;
    for one in left.unwrap_or_default().games {
        if let Ok((game, table)) = one.game {
            games.push((game, own_sides_at_the_board(&table.seats)));
        }
    }
    let before = session.profile.exercises().all().len();
    let known = session.profile.exercises();
    // One game may be both saved and kept.
    let mut seen = BTreeSet::new();
    games.retain(|(game, own)| {
        let sum = checksum(&**game);
        own.contains(&true) && !known.has_looked(sum) && seen.insert(sum)
    });
    let count = games.len();
    let stopped = look(session, games)?;
    let found = session.profile.exercises().all().len().saturating_sub(before);
    let text = match (count, stopped) {
        (0, _) => say!("All kept games have been reviewed.").to_string(),
        (_, true) => say!("Stopped. New exercises: {found}. You can review the rest later.", found),
        (_, false) => say!("Games reviewed: {count}. New exercises: {found}.", count, found),
    };
    dialog::tell(&mut session.console, &text)
}

/// Reviews the games and keeps the exercises from each. Returns true if the user stopped the review.
fn look(session: &mut Session<'_>, games: Vec<Kept>) -> Result<bool, Quit> {
    let (beside, ms) = (session.console.real_time(), session.table.seats.patience);
    let work: Vec<_> = games.iter().map(|(game, _)| (game.entry.computer, game.copy())).collect();
    let threads = cores::of_work(beside);
    let job = Job::start(beside, move |stop, tell| {
        for (computer, game) in work {
            let until = Instant::now() + Duration::from_millis(u64::from(ms));
            let stop = || stop.is_set() || !beside && Instant::now() >= until;
            review(computer, &*game, threads, &stop, &mut |found| tell(Some(found)));
            if stop() {
                return;
            }
            tell(None);
        }
    });
    let (mut done, mut moves) = (0, Vec::new());
    let under = session.console.screen().clone();
    let stopped = loop {
        let show = |screen: &mut Screen| draw_looking(screen, done, games.len(), moves.len());
        match wait::for_job(&mut session.console, &job, show)? {
            Poll::Found(Some(found)) => moves.push(found),
            Poll::Found(None) => {
                let (game, own) = &games[done];
                session.profile.exercise(changes(&**game, &moves, *own));
                done += 1;
                moves.clear();
            }
            Poll::Done => break done < games.len(),
            Poll::NotYet => break true,
        }
    };
    *session.console.screen() = under;
    Ok(stopped)
}
