//! The explorer: how often each move was played in the position on the board, in the user's own games.

use std::path::{Path, PathBuf};

use super::dialog::{self, pick, sentence};
use super::files::{self, RECORDS};
use super::profile;
use super::replay::{Opened, step_through_file};
use super::session::{ActiveGame, Session};
use super::wait;
use games::Game;
use games::explorer::{Found, Played};
use games::named::{GAMES, plural};
use games::records::{Assumptions, Format};
use screen::panel;
use store::explorer::Explorer;
use store::files::list;
use store::games::read_games_of;
use turbo::dos::Quit;
use words::{phrase, say};

const READING: &str = phrase!("Reading your games.");
/// The width of a list's line in characters.
const COLUMNS: usize = 72;

/// Shows the moves that were played here, and opens one of their games. Returns a game to continue, or a note.
pub fn explore(session: &mut Session<'_>, game: &ActiveGame) -> Result<Result<Option<Opened>, String>, Quit> {
    let folder = session.with_store(READING, |store| store.folder(profile::GAMES))?.and_then(Result::ok);
    let recent = files::last_files(session, &RECORDS)?;
    let store = session.profile.store().cloned();
    let work = move || Explorer::open(store.as_ref(), &sources(folder, recent), &mut |_, _| ());
    let explorer = match wait::for_work(&mut session.console, READING, work)? {
        None => return Ok(Err(String::new())),
        Some(Err(error)) => return Ok(Err(sentence(&error))),
        Some(Ok(explorer)) => explorer,
    };
    let played = explorer.explore(&**game);
    if played.is_empty() {
        let games = plural(explorer.games(), GAMES);
        return Ok(Err(say!("{games} searched: none has this position.", games)));
    }
    let all = played.iter().map(|played| played.games).sum();
    let fitting = |line: String| panel::fitting(&line, COLUMNS).to_string();
    let lines: Vec<String> = played.iter().map(|played| fitting(line(&**game, played, all))).collect();
    let title = say!("Played here in {games}", games = plural(all, GAMES));
    let (mut chosen, heading) = (0, say!("Move  Games    %  Results and players"));
    while let Some(n) = pick(&mut session.console, (&title, heading), &lines, &mut chosen)? {
        let last = &played[n].last;
        let lines: Vec<String> = last.iter().map(|found| fitting(game_line(found))).collect();
        let title = say!("{name}: the last games", name = game.name_of(played[n].place));
        let Some(n) = pick(&mut session.console, (&title, ""), &lines, &mut 0)? else { continue };
        if let Some(opened) = open(session, &last[n])? {
            return Ok(Ok(Some(opened)));
        }
    }
    Ok(Ok(None))
}

/// The user's own games and recent files, with all tournaments beside one of them.
fn sources(folder: Option<PathBuf>, recent: Vec<PathBuf>) -> Vec<PathBuf> {
    let is_database = |path: &Path| Format::of(path).is_some_and(|format| format.is_database());
    let mut sources: Vec<PathBuf> = folder.into_iter().collect();
    for file in recent.into_iter().filter(|file| file.is_file()) {
        let beside = file.parent().filter(|_| is_database(&file));
        if let Some(folder) = beside {
            let names = list(folder).unwrap_or_default().into_iter();
            sources.extend(names.map(|(name, _)| folder.join(name)).filter(|path| is_database(path)));
        }
        sources.push(file);
    }
    sources
}

/// Steps through a game that was found. Returns a game to continue, if the user wants one.
fn open(session: &mut Session<'_>, found: &Found) -> Result<Option<Opened>, Quit> {
    let file = PathBuf::from(&found.file);
    let there = file.clone();
    let work = move || read_games_of(&there, Assumptions::default());
    match wait::for_work(&mut session.console, READING, work)? {
        Some(Ok(games)) if found.n <= games.len() => {
            step_through_file(session, &file, &games[found.n - 1..found.n], None)
        }
        Some(Err(error)) => dialog::tell(&mut session.console, &sentence(&error.problem)).map(|()| None),
        _ => Ok(None),
    }
}

/// Formats a move: how often it was played, with which results and by whom.
pub(crate) fn line(game: &dyn Game, played: &Played, all: usize) -> String {
    let percent = |n: usize, of: usize| format!("{:.0}%", 100.0 * n as f64 / of.max(1) as f64);
    let [white, drawn, black] = played.results;
    let ended = white + drawn + black;
    let players = played.players.iter().map(|(name, games)| format!("{name} {games}"));
    let players = players.collect::<Vec<_>>().join(", ");
    let name = game.name_of(played.place);
    let (games, share) = (played.games, percent(played.games, all));
    let [black, drawn, white] = [black, drawn, white].map(|n| percent(n, ended));
    let results = match ended {
        0 => String::new(),
        _ => say!("Black {black}, drawn {drawn}, White {white}", black, drawn, white),
    };
    format!("{name:4}{games:>7} {share:>4}  {results}  {players}").trim_end().to_string()
}

/// Formats a game: its date, players, result and event.
pub(crate) fn game_line(found: &Found) -> String {
    let heading = &found.heading;
    let name = |name: &str| if name.is_empty() { "?".to_string() } else { name.to_string() };
    let (black, white) = (name(&heading.black), name(&heading.white));
    let result = match found.winner {
        Some(Some(winner)) => say!("{winner} won", winner = winner.name()),
        Some(None) => say!("Draw").to_string(),
        None => say!("Not finished").to_string(),
    };
    let fields = [&*heading.date, &format!("{black} - {white}"), &result, &heading.event];
    fields.into_iter().filter(|field| !field.is_empty()).collect::<Vec<_>>().join("  ")
}
