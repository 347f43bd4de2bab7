//! `qipan learner`: what the learner knows, training, and its knowledge in and out of files.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lexopt::prelude::*;
use qipan::dos::Screen;
use qipan::engine::learner::arena::Rival;
use qipan::engine::learner::{Effort, Learner, Moves, Start};
use qipan::game::Game;
use qipan::learner_screen::{draw, in_words, moves_to};
use qipan::othello::Position;
use qipan::players::pupil::Memory;
use qipan::records;
use qipan::store::{Store, write_file};
use qipan::theme::THEMES;

use super::{Failure, complain, failed, print, usage};

/// How often the progress bar moves.
const REFRESH: Duration = Duration::from_millis(100);

/// The characters of the progress bar.
const BAR: usize = 30;

/// What the command line asks for.
#[derive(Default)]
struct Asked {
    data: Option<PathBuf>,
    chart: Option<PathBuf>,
    games: Option<u32>,
    against: Option<Rival>,
    start: Start,
    seed: Option<u64>,
    sure: bool,
    values: Vec<PathBuf>,
}

/// Finds out which of them is asked for, and does it.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let which = match args.next()? {
        Some(Value(name)) => name.string()?,
        Some(arg) => return Err(arg.unexpected().into()),
        None => return Err(usage("learner needs show, train, export, import or reset")),
    };
    let mut asked = Asked::default();
    while let Some(arg) = args.next()? {
        match (arg, &which[..]) {
            (Long("data"), _) => asked.data = Some(args.value()?.into()),
            (Long("chart"), "show" | "train") => asked.chart = Some(args.value()?.into()),
            (Long("games"), "train") => asked.games = Some(args.value()?.parse()?),
            (Long("seed"), "train") => asked.seed = Some(args.value()?.parse()?),
            (Long("against"), "train") => match &args.value()?.string()?[..] {
                "self" => asked.against = None,
                rival => asked.against = Some(rival.parse().map_err(usage)?),
            },
            (Long("from"), "reset") => match &args.value()?.string()?[..] {
                "nothing" => asked.start = Start::Nothing,
                "engine" => asked.start = Start::Engine,
                _ => return Err(usage("a learner starts from nothing or engine")),
            },
            (Long("yes"), "reset") => asked.sure = true,
            (Value(file), "export" | "import") => asked.values.push(file.into()),
            (arg, _) => return Err(arg.unexpected().into()),
        }
    }
    let command = match &which[..] {
        "show" => show,
        "train" => train,
        "export" => export,
        "import" => import,
        "reset" => reset,
        other => {
            let other = other.escape_debug();
            let all = "show, train, export, import or reset";
            return Err(usage(format!("learner {other}: there is {all}")));
        }
    };
    if matches!(&which[..], "export" | "import") && asked.values.len() != 1 {
        return Err(usage(format!("learner {which} needs a file")));
    }
    let store = Store::open(asked.data.clone()).map_err(failed)?;
    let mut memory = Memory::of(&store);
    let read = memory.catch_up();
    memory.damaged().iter().for_each(|what| complain(what));
    // What cannot be used can still be forgotten, or replaced by a file.
    if !matches!(&which[..], "import" | "reset") {
        read.map_err(failed)?;
    }
    command(&mut memory, &asked)
}

/// Prints what it knows.
fn show(memory: &mut Memory, asked: &Asked) -> Result<(), Failure> {
    let learner = memory.learner();
    let history = learner.history();
    print(&format!(
        "{} games: {} at the board, {} in training, {} of others",
        history.games(),
        history.played,
        history.trained,
        history.read
    ))?;
    print(&format!("{} positions", learner.book().positions()))?;
    let results = history.results;
    print(&format!(
        "{} won, {} drawn, {} lost",
        results.won, results.drawn, results.lost
    ))?;
    if let Some(last) = history.reviews.last() {
        print(&strength(last.points))?;
    }
    for opening in learner.book().favourites(54, 4) {
        let moves = moves_to(learner, &opening).unwrap_or_default();
        let share = 50 * opening.points / opening.games.max(1);
        print(&format!("{moves} {} games, Black {share}%", opening.games))?;
    }
    if let Some(last) = &history.last {
        print(&in_words(last))?;
    }
    match &asked.chart {
        Some(file) => write_chart(learner, file),
        None => Ok(()),
    }
}

fn strength(points: [u16; 3]) -> String {
    let each = Rival::ALL.iter().zip(points);
    let each = each.map(|(rival, points)| format!("{}% against {rival}", points / 10));
    format!("Points: {}", each.collect::<Vec<_>>().join(", "))
}

/// Plays games without a window. Each is kept when it is over, so the training can be stopped at any time.
fn train(memory: &mut Memory, asked: &Asked) -> Result<(), Failure> {
    let games = asked.games.unwrap_or(1000);
    let seed = asked.seed.unwrap_or_else(rand::random);
    let watched = io::stderr().is_terminal();
    let (start, mut shown) = (Instant::now(), Instant::now());
    for n in 0..games {
        let seed = seed.wrapping_add(u64::from(memory.learner().history().games()));
        let (moves, role) = memory.learner().practise(asked.against, seed);
        let learned = memory.learn(moves, role, true, Effort::TRAINING, seed);
        learned.map_err(failed)?;
        memory.damaged().iter().for_each(|what| complain(what));
        if watched && (shown.elapsed() > REFRESH || n + 1 == games) {
            shown = Instant::now();
            let line = progress(n + 1, games, start.elapsed());
            // A standard error that is closed is nobody's concern.
            let _ = write!(io::stderr(), "\r{line}");
        }
    }
    if watched && games > 0 {
        let _ = writeln!(io::stderr());
    }
    let learner = memory.learner();
    let seconds = start.elapsed().as_secs_f64();
    let all = learner.history().games();
    print(&format!("{games} games in {seconds:.1} s, {all} in all"))?;
    if let Some(last) = learner.history().reviews.last() {
        print(&strength(last.points))?;
    }
    let chart = asked.chart.clone();
    write_chart(
        learner,
        &chart.unwrap_or_else(|| PathBuf::from("learner.png")),
    )
}

/// `[#####-----] 50/100 games, 12.3 a second, 4 s left`.
fn progress(done: u32, games: u32, elapsed: Duration) -> String {
    let rate = f64::from(done) / elapsed.as_secs_f64().max(1e-9);
    let left = (f64::from(games - done) / rate).ceil();
    let full = BAR * done as usize / games as usize;
    let bar = "#".repeat(full) + &"-".repeat(BAR - full);
    format!("[{bar}] {done}/{games} games, {rate:.1} a second, {left} s left   ")
}

fn write_chart(learner: &Learner, file: &Path) -> Result<(), Failure> {
    let mut screen = Screen::default();
    draw(&mut screen, &THEMES[1], learner);
    let written = screen.write_png(file);
    written.map_err(|error| failed(format!("cannot write {}: {error}", file.display())))?;
    print(&format!("The chart is in {}", file.display()))
}

fn export(memory: &mut Memory, asked: &Asked) -> Result<(), Failure> {
    let file = &asked.values[0];
    let written = write_file(file, &memory.export());
    written.map_err(|error| failed(format!("cannot write {}: {error}", file.display())))
}

/// Takes over what was exported, or learns from a file of games.
fn import(memory: &mut Memory, asked: &Asked) -> Result<(), Failure> {
    let file = &asked.values[0];
    let named = |why: String| failed(format!("{}: {why}", file.display()));
    let bytes = std::fs::read(file).map_err(|error| named(error.to_string()))?;
    if Memory::is_export(&bytes) {
        memory.import(bytes).map_err(named)?;
        let games = memory.learner().history().games();
        return print(&format!("The learner knows {games} games"));
    }
    memory.catch_up().map_err(failed)?;
    let start = Instant::now();
    let (mut games, mut bad) = (Vec::new(), 0);
    for game in records::read_file(file).map_err(failed)? {
        match game {
            Ok(recorded) => match recorded.game {
                Game::Othello(game) if game.start() == Position::default() => {
                    games.push(Moves::new(game.plies()));
                }
                Game::Othello(_) => {
                    complain("the learner learns from games that begin as usual");
                    bad += 1;
                }
                Game::Gomoku(_) => return Err(named("the learner plays Othello".to_string())),
            },
            Err(error) => {
                complain(&error.to_string());
                bad += 1;
            }
        }
    }
    let all = games.len();
    let learned = memory.learn_all(games).map_err(failed)?;
    let seconds = start.elapsed().as_secs_f64();
    let unfinished = match all - learned {
        0 => String::new(),
        n => format!(", {n} unfinished games left out"),
    };
    print(&format!("{learned} games in {seconds:.1} s{unfinished}"))?;
    match bad {
        0 => Ok(()),
        _ => Err(Failure::Told(1)),
    }
}

/// Asks, and forgets everything.
fn reset(memory: &mut Memory, asked: &Asked) -> Result<(), Failure> {
    if !asked.sure {
        let games = memory.learner().history().games();
        let question = format!("Forget all that was learned from {games} games? yes or no: ");
        let _ = write!(io::stderr(), "{question}").and_then(|()| io::stderr().flush());
        let mut answer = String::new();
        let read = io::stdin().lock().read_line(&mut answer);
        if read.is_err() || answer.trim() != "yes" {
            return Err(failed("nothing is forgotten without a yes"));
        }
    }
    memory.reset(asked.start).map_err(failed)
}
