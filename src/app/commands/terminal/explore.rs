//! `qipan explore`: how often each move was played in a position, by the user's own games.

use std::path::PathBuf;

use games::named::{Counted, GAMES, plural};
use games::records::{Assumptions, GameName, read_as};
use games::{Game, gomoku, othello};
use store::Store;
use store::explorer::Explorer;

use crate::commands::options::one_of;
use crate::commands::progress::Progress;
use crate::commands::{Failure, complain, failed, print, usage};
use crate::play::explorer::{game_line, line};
use crate::play::profile;
use words::{phrase, say};

#[derive(clap::Args)]
pub(crate) struct Explore {
    /// Files of games, and folders with such files; by default the folder of your own games.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The moves that lead to the position, in any notation that replay reads; by default none.
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    at: String,
    /// The game, if the moves do not say it.
    #[arg(long, value_name = "NAME", value_parser = one_of(&GameName::ALL))]
    game: Option<GameName>,
    /// The folder of your games, and of the index, a cache that may be deleted.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

const FILES: Counted = [phrase!("1 file"), phrase!("{n} files")];

pub(crate) fn run(Explore { files, at, game, data }: Explore) -> Result<(), Failure> {
    let position = position(&at, game)?;
    let store = Store::open(data).ok();
    let own = || store.as_ref().map(|store| store.folder(profile::GAMES));
    let paths = match files.is_empty() {
        false => files,
        true => vec![own().ok_or_else(|| usage(say!("name files or folders with games")))?.map_err(failed)?],
    };
    let mut progress: Option<Progress> = None;
    let opened = Explorer::open(store.as_ref(), &paths, &mut |done, all| {
        progress.get_or_insert_with(|| Progress::new(say!("reading games"), say!("files"), all)).show(done);
    });
    if let Some(progress) = progress {
        progress.finish();
    }
    let explorer = opened.map_err(failed)?;
    for problem in &explorer.problems {
        complain(&problem.to_string());
    }
    if explorer.is_full {
        complain(say!("there are more games than an index can hold: the others are not counted"));
    }
    let (games, files) = (plural(explorer.games(), GAMES), plural(explorer.files, FILES));
    print(&say!("{games} in {files}", games, files))?;
    let played = explorer.explore(&*position);
    let all = played.iter().map(|played| played.games).sum();
    for played in &played {
        print(&line(&*position, played, all))?;
        for found in &played.last {
            print(&format!("        {}", game_line(found)))?;
        }
    }
    Ok(())
}

/// Reads the moves that lead to the position.
fn position(moves: &str, game: Option<GameName>) -> Result<Box<dyn Game>, Failure> {
    if moves.trim().is_empty() {
        return Ok(match game {
            Some(GameName::Gomoku) => Box::new(gomoku::Game::new(Default::default())),
            _ => Box::new(othello::Game::new(othello::Rules::Standard)),
        });
    }
    let assumed = Assumptions { game, ..Assumptions::default() };
    let read = read_as("--at".as_ref(), moves.as_bytes(), &Default::default(), assumed);
    let first = read
        .and_then(|games| games.into_iter().next().transpose())
        .map_err(|error| usage(error.to_string()))?;
    first.map(|recorded| recorded.game).ok_or_else(|| usage(say!("--at has no moves")))
}
