//! `qipan convert`: converts games between formats.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::commands::failure::path;
use crate::commands::progress::{Progress, write};
use crate::commands::replay::{self, Chosen};
use crate::commands::{Failure, complain, failed, print, usage};
use games::named::{GAMES, plural};
use games::records::{self, Format, MAX_BYTES, Recorded};
use store::Store;
use store::files::is_free;
use words::say;

#[derive(clap::Args)]
pub(crate) struct Convert {
    /// The files to read; - is standard input.
    #[arg(value_name = "IN", required = true)]
    from: Vec<PathBuf>,
    /// The file to write, with the games of all input files; - is standard output.
    #[arg(value_name = "OUT")]
    into: PathBuf,
    #[arg(long, value_name = "FORMAT", help = about_formats())]
    to: Option<Format>,
    #[command(flatten)]
    chosen: Chosen,
    /// Overwrite an existing file.
    #[arg(long)]
    replace: bool,
}

fn about_formats() -> String {
    say!(
        "The format to write, if the ending of OUT does not say it: {replace}. moves is txt with the moves of gomoku as h8i9",
        replace = written().replace('.', "")
    )
}

/// Lists the extensions of the formats that can be written.
fn written() -> String {
    Format::endings(|format| format.write.is_some())
}

/// The minimum number of games for which progress is shown.
const MANY: usize = 1000;

/// The file, the game's number in the file (from 1), and the game.
type Numbered = (PathBuf, usize, Result<Recorded, records::Error>);

/// Converts files. Reports games that cannot be converted, and data that the format cannot hold.
pub(crate) fn run(asked: Convert) -> Result<(), Failure> {
    let to_output = asked.into.as_os_str() == "-";
    let format = format(&asked)?;
    if !to_output && !asked.replace && !is_free(&asked.into) {
        return Err(failed(say!("{into} exists; --replace overwrites it", into = path(&asked.into))));
    }
    let games = games(&asked)?;
    if !format.many_games && games.len() > 1 {
        let count = plural(games.len(), GAMES);
        return Err(usage(say!(
            "a .{format} file has one game, not {count}: --game N says which",
            format,
            count
        )));
    }
    let mut text = String::new();
    let (lost, done) = add_all(&games, format, &mut text);
    if done == 0 {
        complain(say!("there is nothing to write"));
        return Err(Failure::Reported(1));
    }
    if to_output {
        print(&text.trim_end_matches('\n'))?;
    } else {
        if text.len() > MAX_BYTES {
            let most = MAX_BYTES >> 20;
            let into = path(&asked.into);
            complain(&say!("{into} is longer than qipan reads: {most} MB", into, most));
        }
        write(&asked.into, text.as_bytes())?;
    }
    let lost = lost.into_iter().map(|(what, n)| match n {
        n if n == done && done == 1 => what.to_string(),
        n => format!("{what} ({})", plural(n, GAMES)),
    });
    let lost: Vec<String> = lost.collect();
    if !lost.is_empty() {
        complain(&say!(
            "{format} has no place for: {join}",
            format,
            join = lost.join(say!(", ||between things"))
        ));
    }
    if !to_output {
        print(&say!("{games} written to {path}", games = plural(done, GAMES), path = path(&asked.into)))?;
    }
    if done == games.len() { Ok(()) } else { Err(Failure::Reported(1)) }
}

/// Returns the format to write, from `--to` or the file's extension.
fn format(asked: &Convert) -> Result<Format, Failure> {
    let Some(format) = asked.to.or_else(|| Format::of(&asked.into)) else {
        let all = written().replace('.', "");
        return Err(usage(say!("--to says the format to write: {all}", all)));
    };
    match format.write {
        None => Err(usage(format.read_only())),
        Some(_) => Ok(format),
    }
}

/// Returns the games of all files, or only the selected game.
fn games(asked: &Convert) -> Result<Vec<Numbered>, Failure> {
    let only = asked.chosen.number().map(NonZeroUsize::get);
    if only.is_some() && asked.from.len() > 1 {
        return Err(usage(say!("--game N chooses a game of one file")));
    }
    let mut all = Vec::new();
    let store = Store::open(None).ok();
    for from in &asked.from {
        let (file, games) = replay::read(from, &asked.chosen, store.as_ref())?;
        if let Some(n) = only.filter(|n| *n > games.len()) {
            return Err(replay::too_few(file, Some(n), games.len()));
        }
        let numbered = games.into_iter().zip(1..);
        let wanted = numbered.filter(|(_, n)| only.is_none_or(|only| only == *n));
        all.extend(wanted.map(|(game, n)| (file.clone(), n, game)));
    }
    Ok(all)
}

/// Adds all games that can be converted and reports the others. Returns the kinds of data that the format
/// cannot hold, each with the number of games that lose it, and the number of games added.
fn add_all(games: &[Numbered], format: Format, text: &mut String) -> (BTreeMap<&'static str, usize>, usize) {
    let (mut lost, mut done) = (BTreeMap::new(), 0);
    let what = say!("converting to {format}", format);
    let mut progress = (games.len() >= MANY).then(|| Progress::new(what, say!("games"), games.len()));
    for ((file, n, game), gone) in games.iter().zip(1..) {
        let converted = game.as_ref().map_err(Clone::clone).and_then(|recorded| {
            let added = format.text(recorded).map_err(|problem| records::Error {
                file: file.clone(),
                game: Some(*n),
                problem,
            });
            *text += &added?;
            Ok(recorded)
        });
        match converted {
            Ok(recorded) => {
                done += 1;
                for what in format.unsupported(recorded) {
                    *lost.entry(what).or_default() += 1;
                }
            }
            Err(error) => complain(&error.to_string()),
        }
        if let Some(progress) = &mut progress {
            progress.show(gone);
        }
    }
    if let Some(progress) = progress {
        progress.finish();
    }
    (lost, done)
}
