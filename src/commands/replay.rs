//! `qipan replay`: files of games.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use lexopt::prelude::*;
use qipan::records::{self, Problem, Recorded};

use super::{Failure, complain, failed, print, usage};

/// Reads a file of games, checks them all, prints the end of one.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let (mut file, mut check, mut dump, mut n) = (None, false, false, None);
    while let Some(arg) = args.next()? {
        match arg {
            Long("check") => check = true,
            Long("dump") => dump = true,
            Long("game") => n = Some(args.value()?.parse::<NonZeroUsize>()?),
            Value(name) if file.is_none() => file = Some(PathBuf::from(name)),
            arg => return Err(arg.unexpected().into()),
        }
    }
    let file = file.ok_or_else(|| usage("replay needs a file"))?;
    if !check && !dump {
        return Err(usage("replay needs --check or --dump"));
    }
    if n.is_some() && !dump {
        return Err(usage("--game goes with --dump"));
    }
    let games = records::read_file(&file).map_err(failed)?;
    let checked = match check {
        true => check_games(&file, &games),
        false => Ok(()),
    };
    if dump {
        let n = n.map_or(1, NonZeroUsize::get);
        match games.get(n - 1) {
            Some(Ok(recorded)) => print(&recorded.game)?,
            // The check has named it.
            Some(Err(_)) if check => {}
            Some(Err(error)) => return Err(failed(error)),
            None => {
                let count = format!("the number of games in the file is {}", games.len());
                return Err(failed(records::Error {
                    file,
                    game: Some(n),
                    problem: Problem::Malformed(count),
                }));
            }
        }
    }
    match checked {
        Ok(()) if check => print(&format!("{} games, all as recorded", games.len())),
        checked => checked,
    }
}

/// Names each bad game on standard error.
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
