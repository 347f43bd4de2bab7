//! The command line. What the C program's `main` did (`initgraph`, `DrawQp`, `Playtoplay`, `closegraph`) is [`play`].

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lexopt::prelude::*;
use qipan::dos::window::Window;
use qipan::dos::{Console, Key, Quit, Screen, parse_keys, script::Script};
use qipan::game::Game;
use qipan::gomoku::{
    self,
    judge::{Algorithm, Step, judge},
    record,
};
use qipan::players::Player;
use qipan::playtoplay::{Leave, playtoplay};
use qipan::records::{self, Problem, Recorded};
use qipan::save::Keeper;
use qipan::store::Store;
use qipan::table::{Speed, Table};
use qipan::{menu, othello};

const VERSION: &str = concat!("qipan ", env!("CARGO_PKG_VERSION"));

const USAGE: &str = "\
Othello and gomoku as a Turbo C program played them: 640x480, 16 colours, the keyboard alone.

qipan [options]                 the menu
qipan othello [options]         straight into Othello
qipan gomoku [options]          straight into gomoku
qipan judge [options] RECORD... tells who has won recorded games of gomoku
qipan replay [options] FILE     reads a file of games: .wtb, .ggf, .psq, or lines of moves

Options of the first three:
    --keys \"Down*3 Right Enter\"  no window: type these keys, then stop as if the window were closed. Keys are
                                 Up Down Left Right Home End PageUp PageDown Enter Space Esc Backspace Tab, F1 to
                                 F12 and single characters; NAME*N repeats one
    --screenshot FILE.png        with --keys: write the last frame
    --frames DIR                 with --keys: write every shown frame, numbered
    --dump                       print the game as text at the end
    --black WHO, --white WHO     who plays: human or random
    --seed N                     the same seed gives the same moves of the computer
    --speed NAME                 how fast stones turn over: instant, fast or normal
    --data DIR                   where the game in progress and the settings are kept; with --keys nothing is kept
                                 without it
    --hints on|off               show the legal moves of Othello with a +
Option of othello:
    --rules NAME                 original: a player without a move tries until the turn is lost, as in the DOS
                                 program; standard: the turn passes by itself
Option of gomoku:
    --record HEX                 begin with the game of this record: two digits a stone, column and row, 0 to e
Options of judge (the record - reads records from standard input, one a line):
    --algorithm NAME             all-stones, last-stone (as in play) or direction-table
    --count                      add how many points the algorithm looked at
Options of replay, one or both of --check and --dump:
    --check                      tell whether every game has legal moves only and ends with the recorded score
    --dump                       print the last position of a game as text
    --game N                     with --dump: of the Nth game in the file, not of the first

    --help, --version            in any place

Exit status: 0, 1 when something failed, 2 when the command line is wrong.";

/// Why the program ends with another status than 0; the text is one line.
enum Failure {
    /// The command line is wrong: status 2.
    Usage(String),
    /// Something went wrong: status 1.
    Failed(String),
    /// The same, and what there is to say was said.
    Told(u8),
}

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Failure {
        Failure::Usage(error.to_string())
    }
}

fn main() -> ExitCode {
    let (status, message) = match run() {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Told(status)) => return ExitCode::from(status),
        Err(Failure::Usage(message)) => (2, format!("{message}; see qipan --help")),
        Err(Failure::Failed(message)) => (1, message),
    };
    complain(&message);
    ExitCode::from(status)
}

/// A line on standard error. A standard error that is closed is nobody's concern.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "qipan: {message}");
}

/// A line on standard output.
fn print(line: &dyn Display) -> Result<(), Failure> {
    match writeln!(io::stdout(), "{line}") {
        // Whoever read the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Told(1)),
        Err(error) => Err(Failure::Failed(format!("cannot print: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// What the options of the games ask for.
#[derive(Default)]
struct Options {
    keys: Option<Vec<Key>>,
    screenshot: Option<PathBuf>,
    frames: Option<PathBuf>,
    dump: bool,
    data: Option<PathBuf>,
    black: Option<Player>,
    white: Option<Player>,
    seed: Option<u64>,
    speed: Option<Speed>,
    hints: Option<bool>,
}

fn run() -> Result<(), Failure> {
    let mut args = lexopt::Parser::from_env();
    let mut options = Options::default();
    let mut game = None;
    while let Some(arg) = args.next()? {
        match (arg, &mut game) {
            (Long("keys"), _) => {
                let keys = args.value()?.string()?;
                options.keys = Some(parse_keys(&keys).map_err(usage)?);
            }
            (Long("screenshot"), _) => options.screenshot = Some(args.value()?.into()),
            (Long("frames"), _) => options.frames = Some(args.value()?.into()),
            (Long("dump"), _) => options.dump = true,
            (Long("data"), _) => options.data = Some(args.value()?.into()),
            (Long("black"), _) => options.black = Some(args.value()?.parse()?),
            (Long("white"), _) => options.white = Some(args.value()?.parse()?),
            (Long("seed"), _) => options.seed = Some(args.value()?.parse()?),
            (Long("speed"), _) => options.speed = Some(args.value()?.parse()?),
            (Long("hints"), _) => options.hints = Some(on_or_off(&args.value()?.string()?)?),
            (Long("rules"), Some(Game::Othello(game))) => {
                let rules = args.value()?.parse()?;
                *game = othello::Game::new(rules);
            }
            (Long("record"), Some(Game::Gomoku(game))) => {
                let record = args.value()?.string()?;
                *game = gomoku::Game::from_record(&record).map_err(usage)?;
            }
            (Long("help") | Short('h'), _) => return print(&USAGE),
            (Long("version") | Short('V'), _) => return print(&VERSION),
            (Value(name), None) if name == "othello" => {
                game = Some(Game::Othello(othello::Game::default()));
            }
            (Value(name), None) if name == "gomoku" => {
                game = Some(Game::Gomoku(gomoku::Game::default()));
            }
            (Value(name), None) if name == "judge" => return judge_records(args),
            (Value(name), None) if name == "replay" => return replay(args),
            (arg, _) => return Err(arg.unexpected().into()),
        }
    }
    play(options, game)
}

fn on_or_off(text: &str) -> Result<bool, Failure> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(usage(format!(
            "'{}' is neither on nor off",
            text.escape_debug()
        ))),
    }
}

fn usage(error: impl Display) -> Failure {
    Failure::Usage(error.to_string())
}

/// Plays in a window, or without one when there are keys to type.
fn play(options: Options, mut game: Option<Game>) -> Result<(), Failure> {
    let mut table = Table::default();
    let mut keeper = match (&options.keys, &options.data) {
        (Some(_), None) => Keeper::nowhere(),
        (_, data) => Keeper::open(Store::open(data.clone()), &mut table),
    };
    let seats = &mut table.seats;
    seats.black = options.black.unwrap_or_default();
    seats.white = options.white.unwrap_or_default();
    // A script is to give the same game each time, a window a new one.
    seats.seed = options.seed.unwrap_or_else(|| match options.keys {
        Some(_) => 1,
        None => rand::random(),
    });
    table.speed = options.speed.unwrap_or(table.speed);
    table.hints = options.hints.or(table.hints);
    let Some(keys) = options.keys else {
        if options.screenshot.is_some() || options.frames.is_some() {
            return Err(usage("--screenshot and --frames need --keys"));
        }
        let mut window = Window::open("qipan").map_err(Failure::Failed)?;
        let left = at_the_console(&mut window, &mut game, &mut table, &mut keeper);
        keeper.trouble().into_iter().for_each(complain);
        if let Err(lost @ Quit::DisplayLost) = left {
            // Closing a window whose display is gone would end the program before the game is printed.
            std::mem::forget(window);
            dump(options.dump, &game)?;
            complain(&lost.to_string());
            return Err(Failure::Told(1));
        }
        return dump(options.dump, &game);
    };

    if let Some(dir) = &options.frames {
        std::fs::create_dir_all(dir).map_err(|error| cannot_write(dir, &error))?;
    }
    let (mut last, mut shown, mut written) = (None, 0, Ok(()));
    let show = |screen: &Screen, _| {
        shown += 1;
        if let (Some(dir), Ok(())) = (&options.frames, &written) {
            written = write_png(screen, &dir.join(format!("{shown:06}.png")));
        }
        if options.screenshot.is_some() {
            last = Some(screen.clone());
        }
    };
    // A script ends as a closed window does, and neither is a failure.
    let mut script = Script::new(keys, show);
    let _ = at_the_console(&mut script, &mut game, &mut table, &mut keeper);
    drop(script);
    keeper.trouble().into_iter().for_each(complain);
    dump(options.dump, &game)?;
    if let (Some(file), Some(screen)) = (&options.screenshot, &last) {
        write_png(screen, file)?;
    }
    written
}

/// The program as the C program's `main` has it, on whichever machine; `game` is the one to begin with, and in the end
/// the one that was played last.
fn at_the_console(
    console: &mut dyn Console,
    game: &mut Option<Game>,
    table: &mut Table,
    keeper: &mut Keeper,
) -> Result<(), Quit> {
    if let Some(game) = game
        && playtoplay(console, game, table, keeper)? == Leave::Quit
    {
        return Ok(());
    }
    menu::title(console, game, table, keeper)
}

fn dump(wanted: bool, game: &Option<Game>) -> Result<(), Failure> {
    match game {
        Some(game) if wanted => print(game),
        _ => Ok(()),
    }
}

fn write_png(screen: &Screen, file: &Path) -> Result<(), Failure> {
    screen
        .write_png(file)
        .map_err(|error| cannot_write(file, &error))
}

fn cannot_write(file: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("cannot write {}: {error}", file.display()))
}

/// `qipan judge`: a line for each record. A bad one is named on standard error, and the others are judged all the same.
fn judge_records(mut args: lexopt::Parser) -> Result<(), Failure> {
    let (mut algorithm, mut count, mut records) = (Algorithm::LastStone, false, Vec::new());
    while let Some(arg) = args.next()? {
        match arg {
            Long("algorithm") => algorithm = args.value()?.string()?.parse().map_err(usage)?,
            Long("count") => count = true,
            Long("help") | Short('h') => return print(&USAGE),
            Long("version") | Short('V') => return print(&VERSION),
            Value(record) => records.push(record.string()?),
            arg => return Err(arg.unexpected().into()),
        }
    }
    if records.is_empty() {
        return Err(usage("judge needs a record, or - for standard input"));
    }
    let mut status = 0;
    for (text, n) in records.iter().zip(1..) {
        if text == "-" {
            for (line, n) in io::stdin().lock().split(b'\n').zip(1..) {
                let line =
                    line.map_err(|e| Failure::Failed(format!("cannot read standard input: {e}")))?;
                let line = String::from_utf8_lossy(&line);
                if let Err(error) = judge_record(&line, algorithm, count)? {
                    complain(&format!("line {n}: {error}"));
                    status = status.max(1);
                }
            }
        } else if let Err(error) = judge_record(text, algorithm, count)? {
            complain(&format!("record {n}: {error}"));
            status = 2;
        }
    }
    match status {
        0 => Ok(()),
        status => Err(Failure::Told(status)),
    }
}

/// Prints who has won. The inner error is the record's.
fn judge_record(
    text: &str,
    algorithm: Algorithm,
    count: bool,
) -> Result<Result<(), record::BadRecord>, Failure> {
    let pieces = match record::parse(text) {
        Ok(pieces) => pieces,
        Err(error) => return Ok(Err(error)),
    };
    let mut looked = 0;
    let outcome = judge(algorithm, &pieces, &mut |step| {
        looked += u32::from(matches!(step, Step::Look(..)));
    });
    let outcome = outcome.map_or_else(|| "none".to_string(), |outcome| outcome.to_string());
    print(&match count {
        true => format!("{outcome} {looked}"),
        false => outcome,
    })?;
    Ok(Ok(()))
}

/// `qipan replay`: reads a file of games, checks them all, prints the end of one.
fn replay(mut args: lexopt::Parser) -> Result<(), Failure> {
    let (mut file, mut check, mut dump, mut n) = (None, false, false, None);
    while let Some(arg) = args.next()? {
        match arg {
            Long("check") => check = true,
            Long("dump") => dump = true,
            Long("game") => n = Some(args.value()?.parse::<NonZeroUsize>()?),
            Long("help") | Short('h') => return print(&USAGE),
            Long("version") | Short('V') => return print(&VERSION),
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

fn failed(error: impl Display) -> Failure {
    Failure::Failed(error.to_string())
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
