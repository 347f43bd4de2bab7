//! `qipan learner`: what the learner knows, its training, and its knowledge as files.

use std::fmt::Display;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::dos::Screen;
use crate::games::gomoku as games;
use crate::games::named::plural;
use crate::games::othello;
use crate::learner::arena::{Rival, Tally};
use crate::learner::gomoku::{self, ByEngine};
use crate::learner::{Effort, Event, History, LearnedWeights, LearnerOf, Moves, Skill, Start};
use crate::players::learner::begins_as_usual;
use crate::players::memory::{Memory, MemoryError};
use crate::screen::learner::{draw, draw_gomoku, gomoku_in_words, in_words};
use crate::screen::theme::THEMES;
use crate::store::Store;
use crate::store::files::{read_file, write_file};
use crate::store::games::read_games;
use crate::store::ledger::salvage;
use lexopt::prelude::*;

use super::failure::{ask, cannot, end_progress, is_watched, path, show_progress};
use super::input::{self, Line};
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
    against: Option<String>,
    gomoku: bool,
    start: Start,
    seed: Option<u64>,
    sure: bool,
    values: Vec<PathBuf>,
}

/// Finds out what is asked for, and does it.
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
            (Long("against"), "train") => {
                asked.against = Some(args.value()?.string()?).filter(|name| name != "self");
            }
            (Long("gomoku"), "show" | "train" | "export" | "reset") => asked.gomoku = true,
            (Long("from"), "reset") => match &args.value()?.string()?[..] {
                "nothing" => asked.start = Start::Nothing,
                "engine" => asked.start = Start::Engine,
                name => {
                    let name = name.escape_debug();
                    return Err(usage(format!("'{name}' is neither nothing nor engine")));
                }
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
            return Err(usage(format!("learner cannot '{other}'; it can {all}")));
        }
    };
    let files = match &which[..] {
        "export" => 1..2,
        "import" => 1..usize::MAX,
        _ => 0..1,
    };
    if !files.contains(&asked.values.len()) {
        return Err(usage(format!("learner {which} needs a file")));
    }
    command(&Store::open(asked.data.clone()).map_err(failed)?, &asked)
}

/// The memory in this folder, with all that is in it.
fn read<S: Skill>(store: &Store) -> Result<Memory<S>, Failure> {
    let (memory, read) = look(store);
    read.map_err(failed).map(|()| memory)
}

/// The same, but a memory that cannot be used can still be forgotten, or replaced by a file.
fn look<S: Skill>(store: &Store) -> (Memory<S>, Result<(), MemoryError>) {
    let mut memory = Memory::of(store);
    let read = memory.catch_up();
    memory.damaged().iter().for_each(|what| complain(what));
    (memory, read)
}

/// The memory of this folder, in which nothing is written.
fn seen<S: Skill>(store: &Store) -> Result<Memory<S>, Failure> {
    let mut memory = Memory::of(store);
    let read = memory.look();
    memory.damaged().iter().for_each(|what| complain(what));
    read.map_err(failed).map(|()| memory)
}

/// Prints what it knows.
fn show(store: &Store, asked: &Asked) -> Result<(), Failure> {
    if asked.gomoku {
        let memory: Memory<ByEngine> = seen(store)?;
        let learner = memory.learner();
        show_history(learner.history(), learner.book().positions())?;
        if let Some(last) = &learner.history().last {
            print(&gomoku_in_words(last))?;
        }
        return write_chart(asked, |screen| {
            draw_gomoku(screen, &THEMES[1], &learner.summary())
        });
    }
    let memory: Memory<LearnedWeights> = seen(store)?;
    let learner = memory.learner();
    let history = learner.history();
    show_history(history, learner.book().positions())?;
    if let Some(last) = history.trials.last() {
        print(&strength(last.points))?;
    }
    for opening in learner.summary().openings {
        let moves = learner.moves_to(&opening).unwrap_or_default();
        let share = 50 * u64::from(opening.points) / u64::from(opening.games.max(1));
        let games = plural(opening.games as usize, "game");
        print(&format!("{moves} {games}, Black {share}%"))?;
    }
    if let Some(last) = &history.last {
        print(&in_words(last))?;
    }
    write_chart(asked, |screen| draw(screen, &THEMES[1], &learner.summary()))
}

fn show_history(history: &History, positions: usize) -> Result<(), Failure> {
    print(&format!(
        "{}: {} at the board, {} in training, {} from files",
        plural(history.games() as usize, "game"),
        history.played,
        history.trained,
        history.read
    ))?;
    print(&plural(positions, "position"))?;
    let Tally { won, drawn, lost } = history.results;
    print(&format!("{won} won, {drawn} drawn, {lost} lost"))
}

fn strength(points: [u16; 3]) -> String {
    let each = Rival::ALL.iter().zip(points);
    let each = each.map(|(rival, points)| format!("{}% against {rival}", points / 10));
    format!("Points: {}", each.collect::<Vec<_>>().join(", "))
}

/// Plays games without a window. Each is kept as soon as it is over, so the training can be stopped at any time.
fn train(store: &Store, asked: &Asked) -> Result<(), Failure> {
    if asked.gomoku {
        let level = |name: &String| match name.parse() {
            Ok(level @ 1..=10) => Ok(level),
            _ => Err(usage(
                "in gomoku the learner trains against self or a level from 1 to 10",
            )),
        };
        let against = asked.against.as_ref().map(level).transpose()?;
        let mut memory: Memory<ByEngine> = read(store)?;
        play_games(&mut memory, asked, against)?;
        let learner = memory.learner();
        let Tally { won, drawn, lost } = learner.history().results;
        print(&format!("{won} won, {drawn} drawn, {lost} lost"))?;
        return write_chart(asked, |screen| {
            draw_gomoku(screen, &THEMES[1], &learner.summary())
        });
    }
    let rival = |name: &String| name.parse().map_err(usage);
    let against: Option<Rival> = asked.against.as_ref().map(rival).transpose()?;
    let mut memory: Memory<LearnedWeights> = read(store)?;
    play_games(&mut memory, asked, against)?;
    let learner = memory.learner();
    if let Some(last) = learner.history().trials.last() {
        print(&strength(last.points))?;
    }
    write_chart(asked, |screen| draw(screen, &THEMES[1], &learner.summary()))
}

fn play_games<S: Skill>(
    memory: &mut Memory<S>,
    asked: &Asked,
    against: Option<S::Rival>,
) -> Result<(), Failure> {
    let games = asked.games.unwrap_or(1000);
    let seed = asked.seed.unwrap_or_else(rand::random);
    let watched = is_watched();
    let (start, mut shown) = (Instant::now(), Instant::now());
    for n in 0..games {
        let seed = seed.wrapping_add(u64::from(memory.learner().history().games()));
        let (moves, role) = memory.learner().practise(against, seed);
        let learned = memory.learn(moves, role, true, Effort::TRAINING, seed);
        learned.map_err(failed)?;
        memory.damaged().iter().for_each(|what| complain(what));
        if watched && (shown.elapsed() > REFRESH || n + 1 == games) {
            shown = Instant::now();
            show_progress(&progress(n + 1, games, start.elapsed()));
        }
    }
    if games > 0 {
        end_progress();
    }
    let seconds = start.elapsed().as_secs_f64();
    let all = memory.learner().history().games();
    let games = plural(games as usize, "game");
    print(&format!("{games} in {seconds:.1} s, {all} in all"))
}

/// `[#####-----] 50/100 games, 12.3 a second, 4 s left`.
fn progress(done: u32, games: u32, elapsed: Duration) -> String {
    let rate = f64::from(done) / elapsed.as_secs_f64().max(1e-9);
    let left = (f64::from(games - done) / rate).ceil();
    let full = BAR * done as usize / games as usize;
    let bar = "#".repeat(full) + &"-".repeat(BAR - full);
    let games = plural(games as usize, "game");
    format!("[{bar}] {done}/{games}, {rate:.1} a second, {left} s left")
}

/// Writes the picture that is asked for, if one is.
fn write_chart(asked: &Asked, draw: impl FnOnce(&mut Screen)) -> Result<(), Failure> {
    let Some(file) = &asked.chart else {
        return Ok(());
    };
    let mut screen = Screen::default();
    draw(&mut screen);
    let written = write_file(file, &screen.png_bytes());
    written.map_err(|error| cannot("write", file, error))?;
    print(&format!("The chart is in {}", path(file)))
}

fn export(store: &Store, asked: &Asked) -> Result<(), Failure> {
    let file = &asked.values[0];
    let bytes = match asked.gomoku {
        true => seen::<ByEngine>(store)?.export(),
        false => seen::<LearnedWeights>(store)?.export(),
    };
    let written = write_file(file, &bytes);
    written.map_err(|error| cannot("write", file, error))
}

/// Takes over what was exported, or learns from files of games.
fn import(store: &Store, asked: &Asked) -> Result<(), Failure> {
    let start = Instant::now();
    let (mut of_othello, mut of_gomoku, mut bad) = (Vec::new(), Vec::new(), 0);
    for file in &asked.values {
        let named = |why: &dyn Display| failed(format!("{}: {why}", path(file)));
        let bytes = read_file(file).map_err(|error| named(&error))?;
        let records = salvage(file, &bytes);
        let known = if Memory::<LearnedWeights>::is_export(&bytes) {
            take_over::<LearnedWeights>(store, bytes).map_err(|why| named(&why))?
        } else if Memory::<ByEngine>::is_export(&bytes) {
            take_over::<ByEngine>(store, bytes).map_err(|why| named(&why))?
        } else if !records.is_empty() {
            let of_gomoku = games_in::<ByEngine>(&records) > games_in::<LearnedWeights>(&records);
            let (all, new) = match of_gomoku {
                true => learn_records::<ByEngine>(store, &records)?,
                false => learn_records::<LearnedWeights>(store, &records)?,
            };
            let all = plural(all, "game");
            print(&format!("{all} in the journal, {new} of them new"))?;
            continue;
        } else {
            for game in read_games(file).map_err(failed)? {
                match game.map(|recorded| recorded.game) {
                    Ok(game) if !begins_as_usual(&*game) => {
                        let usual = "only from games with the usual start and the usual rules";
                        complain(&format!("{}: the learner learns {usual}", path(file)));
                        bad += 1;
                    }
                    Ok(game) => {
                        let played = game.of().map(|g: &othello::Game| Moves::new(g.plies()));
                        of_othello.extend(played);
                        let played = game.of().map(|g: &games::Game| gomoku::moves(g.pieces()));
                        of_gomoku.extend(played);
                    }
                    Err(error) => {
                        complain(&error.to_string());
                        bad += 1;
                    }
                }
            }
            continue;
        };
        let known = plural(known as usize, "game");
        print(&format!("The learner now knows {known}"))?;
    }
    let all = of_othello.len() + of_gomoku.len();
    if all > 0 {
        let learned = learn_all::<LearnedWeights>(store, of_othello)?
            + learn_all::<ByEngine>(store, of_gomoku)?;
        let seconds = start.elapsed().as_secs_f64();
        let unfinished = match all - learned {
            0 => String::new(),
            n => format!(", {} left out", plural(n, "unfinished game")),
        };
        let learned = plural(learned, "game");
        print(&format!("{learned} in {seconds:.1} s{unfinished}"))?;
    }
    match bad {
        0 => Ok(()),
        _ => Err(Failure::Told(1)),
    }
}

/// Takes over an exported memory. Returns how many games the learner then knows.
fn take_over<S: Skill>(store: &Store, file: Vec<u8>) -> Result<u32, MemoryError> {
    let (mut memory, _) = look::<S>(store);
    memory.import(file)?;
    Ok(memory.learner().history().games())
}

/// How many of these records of a journal are games of this learner's.
fn games_in<S: Skill>(records: &[Vec<u8>]) -> usize {
    let events = records.iter().map(|record| LearnerOf::<S>::event(record));
    events
        .filter(|event| matches!(event, Ok(Event::Game(_))))
        .count()
}

/// How many games the records of a journal hold for this learner, and how many of these are new to it.
fn learn_records<S: Skill>(store: &Store, records: &[Vec<u8>]) -> Result<(usize, usize), Failure> {
    let mut memory = read::<S>(store)?;
    let learned = memory.learn_records(records).map_err(failed);
    memory.damaged().iter().for_each(|what| complain(what));
    learned
}

fn learn_all<S: Skill>(store: &Store, games: Vec<Moves>) -> Result<usize, Failure> {
    match &games[..] {
        [] => Ok(0),
        _ => read::<S>(store)?.learn_all(games).map_err(failed),
    }
}

/// Forgets everything, after asking.
fn reset(store: &Store, asked: &Asked) -> Result<(), Failure> {
    match asked.gomoku {
        true => forget::<ByEngine>(store, asked),
        false => forget::<LearnedWeights>(store, asked),
    }
}

fn forget<S: Skill>(store: &Store, asked: &Asked) -> Result<(), Failure> {
    let (mut memory, _) = look::<S>(store);
    if !asked.sure {
        let games = memory.learner().history().games();
        let games = plural(games as usize, "game");
        ask(&format!(
            "Forget everything learned from {games}? Type yes or no:"
        ));
        let answer = input::lines(io::stdin().lock()).next();
        if !matches!(answer, Some(Ok(Line::Text(answer))) if answer.trim() == "yes") {
            return Err(failed("nothing was forgotten: the answer was not yes"));
        }
    }
    memory.reset(asked.start).map_err(failed)
}
