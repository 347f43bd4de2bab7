//! `qipan replay`: files of games.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::dos::Console;
use crate::games::named::plural;
use crate::play::{menu, replay};
use crate::records::{self, MOST_BYTES, Problem, Recorded};
use crate::store::games::{read_games, write_game};
use lexopt::prelude::*;

use super::options::Options;
use super::{Failure, complain, failed, input, play, print, usage};

/// Steps through a file of games on the screen; or, without a screen, checks them all, prints the end of one, or saves it.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let (mut file, mut check, mut dump, mut save, mut n) = (None, false, false, None, None);
    let (mut options, mut of_the_screen) = (Options::default(), None);
    while let Some(arg) = args.next()? {
        match arg {
            Long("check") => check = true,
            Long("dump") => dump = true,
            Long("save") => save = Some(PathBuf::from(args.value()?)),
            Long("game") => n = Some(args.value()?.parse::<NonZeroUsize>()?.get()),
            Value(name) if file.is_none() => file = Some(PathBuf::from(name)),
            Long(name) => {
                let name = name.to_string();
                options.take(&name, &mut args)?;
                of_the_screen = Some(name);
            }
            arg => return Err(arg.unexpected().into()),
        }
    }
    let mut file = file.ok_or_else(|| usage("replay needs a file, or - for standard input"))?;
    let shows = !check && !dump && save.is_none();
    let only_checks = check && !dump && save.is_none();
    match of_the_screen {
        Some(name) if !shows => {
            let without = "--check, --dump and --save, which have no screen";
            return Err(usage(format!("--{name} does not go with {without}")));
        }
        _ if n.is_some() && only_checks => {
            return Err(usage(
                "--game does not go with --check: all games are checked",
            ));
        }
        _ => {}
    }
    let games = match file.to_str() {
        Some("-") => {
            file = PathBuf::from("standard input");
            let (_, bytes) = input::read("-".as_ref(), MOST_BYTES)?;
            records::read_bytes(&file, &bytes, &Default::default())
        }
        _ => read_games(&file),
    };
    let games = games.map_err(failed)?;
    if !only_checks && n.unwrap_or(1) > games.len() {
        let count = format!("the file has only {}", plural(games.len(), "game"));
        return Err(failed(records::Error {
            file,
            game: n,
            problem: Problem::Malformed(count),
        }));
    }
    if shows {
        return show(options, &file, &games, n);
    }
    let checked = match check {
        true => check_games(&file, &games),
        false => Ok(()),
    };
    match games.get(n.map_or(0, |n| n - 1)) {
        Some(Ok(recorded)) => {
            if dump {
                print(&recorded.game)?;
            }
            if let Some(save) = save {
                write_game(&save, &*recorded.game, &recorded.heading).map_err(failed)?;
            }
        }
        // The check has reported it.
        Some(Err(error)) if !check => return Err(failed(error)),
        _ => {}
    }
    match checked {
        Ok(()) if check => print(&format!("{}, all as recorded", plural(games.len(), "game"))),
        checked => checked,
    }
}

/// Steps through the nth game or the only one, or shows a list. A game that is played on is then like any other.
fn show(
    options: Options,
    file: &Path,
    games: &[Result<Recorded, records::Error>],
    n: Option<usize>,
) -> Result<(), Failure> {
    if let Some(Err(error)) = games.get(n.map_or(0, |n| n - 1))
        && (n.is_some() || games.len() == 1)
    {
        return Err(failed(error));
    }
    options.run(|session| {
        menu::draw(session.console.screen(), session.settings.theme);
        let n = n.map(|n| n - 1);
        match replay::step_through_file(session, file, games, n)? {
            Some(game) => play::at_the_console(session, &mut Some(game)),
            None => Ok(()),
        }
    })
}

/// Reports each bad game on standard error.
fn check_games(file: &Path, games: &[Result<Recorded, records::Error>]) -> Result<(), Failure> {
    let mut checked = Ok(());
    for (game, n) in games.iter().zip(1..) {
        let error = match game {
            Ok(recorded) => recorded.check_score().err().map(|problem| records::Error {
                file: file.to_path_buf(),
                game: Some(n),
                problem,
            }),
            Err(error) => Some(error.clone()),
        };
        if let Some(error) = error {
            complain(&error.to_string());
            checked = Err(Failure::Told(1));
        }
    }
    checked
}
