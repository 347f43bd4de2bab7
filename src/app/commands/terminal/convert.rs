//! `qipan convert`: converts games between formats.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::commands::failure::path;
use crate::commands::progress::{Progress, write};
use crate::commands::replay::{self, Chosen};
use crate::commands::{Failure, complain, failed, print, usage};
use games::named::{GAMES, plural};
use games::records::wthor_write::Writer;
use games::records::{self, Format, MAX_BYTES, Problem, Recorded, Write};
use store::Store;
use store::files::{is_free, read_short_file};
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
    Format::endings(|format| !matches!(format.write, Write::Never))
}

/// The minimum number of games for which progress is shown.
const MANY: usize = 1000;

/// The file, the game's number in the file (from 1), and the game.
type Numbered = (PathBuf, usize, Result<Recorded, records::Error>);

/// Converts files. Reports games that cannot be converted, and data that the format cannot hold.
pub(crate) fn run(asked: Convert) -> Result<(), Failure> {
    let to_output = asked.into.as_os_str() == "-";
    let format = format(&asked, to_output)?;
    if !to_output && !asked.replace && !is_free(&asked.into) {
        let into = path(&asked.into);
        return Err(Failure::Failed(say!("{into} exists; --replace overwrites it", into)));
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
    let mut out = Out::begin(format, &asked.into)?;
    let (lost, done) = add_all(&games, format, &mut out);
    if done == 0 {
        complain(say!("there is nothing to write"));
        return Err(Failure::Reported(1));
    }
    let more = out.write(&asked.into, to_output)?;
    let lost = lost.into_iter().map(|(what, n)| match n {
        n if n == done && done == 1 => what.to_string(),
        n => format!("{what} ({})", plural(n, GAMES)),
    });
    let lost: Vec<String> = lost.chain(more.into_iter().map(str::to_string)).collect();
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
    match done == games.len() {
        true => Ok(()),
        false => Err(Failure::Reported(1)),
    }
}

/// Returns the format to write, from `--to` or the file's extension.
fn format(asked: &Convert, to_output: bool) -> Result<Format, Failure> {
    let Some(format) = asked.to.or_else(|| Format::of(&asked.into)) else {
        let all = written().replace('.', "");
        return Err(usage(say!("--to says the format to write: {all}", all)));
    };
    match format.write {
        Write::Never => Err(usage(say!(".{format} files can be read but not written", format))),
        Write::Database if to_output => {
            Err(usage(say!("a database has three files: name the one of the games")))
        }
        _ => Ok(format),
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
fn add_all(games: &[Numbered], format: Format, out: &mut Out) -> (BTreeMap<&'static str, usize>, usize) {
    let (mut lost, mut done) = (BTreeMap::new(), 0);
    let what = say!("converting to {format}", format);
    let mut progress = (games.len() >= MANY).then(|| Progress::new(what, say!("games"), games.len()));
    for ((file, n, game), gone) in games.iter().zip(1..) {
        let converted = game.as_ref().map_err(Clone::clone).and_then(|recorded| {
            let added = out.add(recorded).map_err(|problem| records::Error {
                file: file.clone(),
                game: Some(*n),
                problem,
            });
            added.map(|()| recorded)
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

/// The games converted so far, in the output format.
enum Out {
    Text(Format, String),
    Database(Box<Writer>),
}

/// The files beside a database, with the names of players and tournaments.
const NAMES: [&str; 2] = ["WTHOR.JOU", "WTHOR.TRN"];

impl Out {
    fn begin(format: Format, into: &Path) -> Result<Out, Failure> {
        if !matches!(format.write, Write::Database) {
            return Ok(Out::Text(format, String::new()));
        }
        // Existing names keep their numbers, because other databases may use them.
        let there = |name: &str| {
            let file = into.with_file_name(name);
            match is_free(&file) {
                true => Ok(Vec::new()),
                false => read_short_file(&file, MAX_BYTES).map_err(|why| {
                    Failure::Failed(say!("cannot read {path}: {why}", path = path(&file), why))
                }),
            }
        };
        let [players, tournaments] = NAMES.map(there);
        let (players, tournaments) = (players?, tournaments?);
        records::wthor::Names::read(&players, &tournaments)
            .map_err(|why| failed(say!("WTHOR.JOU or WTHOR.TRN: {why}", why)))?;
        let writer = Writer::new(&players, &tournaments);
        Ok(Out::Database(Box::new(writer)))
    }

    fn add(&mut self, recorded: &Recorded) -> Result<(), Problem> {
        match self {
            Out::Text(format, text) => {
                *text += &format.text(recorded)?;
                Ok(())
            }
            Out::Database(writer) => writer.add(recorded),
        }
    }

    /// Writes the output. Returns further kinds of data that the format cannot hold.
    fn write(self, into: &Path, to_output: bool) -> Result<Vec<&'static str>, Failure> {
        match self {
            Out::Text(_, text) if to_output => print(&text.trim_end_matches('\n'))?,
            Out::Text(_, text) => {
                if text.len() > MAX_BYTES {
                    let most = MAX_BYTES >> 20;
                    let into = path(into);
                    complain(&say!("{into} is longer than qipan reads: {most} MB", into, most));
                }
                write(into, text.as_bytes())?;
            }
            Out::Database(writer) => {
                let files = writer.finish(today());
                // Write names first, so that games never refer to a missing name.
                for (name, bytes) in NAMES.iter().zip([&files.players, &files.tournaments]) {
                    write(&into.with_file_name(name), bytes)?;
                }
                write(into, &files.games)?;
                return Ok(files.unsupported);
            }
        }
        Ok(Vec::new())
    }
}

/// Returns the current date in UTC.
fn today() -> (u16, u8, u8) {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH);
    date(seconds.map_or(0, |passed| passed.as_secs() / 86_400))
}

/// Returns the date that is this many days after 1 January 1970.
pub fn date(days: u64) -> (u16, u8, u8) {
    // Let years start in March, so that a leap day is the last day of its year. The first such year starts
    // 719,468 days before 1970.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = match month {
        0..=9 => (era * 400 + year, month + 3),
        _ => (era * 400 + year + 1, month - 9),
    };
    (year as u16, month as u8, day as u8)
}
