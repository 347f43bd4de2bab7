//! `qipan tune`: trains the evaluation of the Othello engine, and measures it; with `--gomoku` that of the gomoku engine.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::players::cores;
use crate::store::files::{read_file, read_short_file};
use chacha20::ChaCha12Rng;
use clap::value_parser;
use games::gomoku::Rules;
use games::named::plural;
use games::othello::{Game, Ply};
use games::records::{self, MOST_BYTES, wthor};
use mind::engine::othello::tune::{Errors, GAMES, Generation, Model, Sample, Teacher, generations};
use mind::engine::othello::{Board, Evaluation, Limits, Searcher};
use rand::SeedableRng;

use super::failure::{path, wrong_file};
use super::options::one_of;
use super::progress::{Progress, write};
use super::{Failure, complain, print, tune_gomoku, usage};

/// The most threads.
const MOST_THREADS: i64 = 1024;

/// One game in this many is held out: its positions give the errors that are printed.
const HELD_OUT: usize = 50;

/// How many steps of gradient descent fit each stage.
const STEPS: usize = 16;

/// The size of the transposition table for --depth, in megabytes.
const MEGABYTES: usize = 64;

/// What to train, or to measure.
#[derive(clap::Args)]
pub struct Tune {
    /// Train, and write the weights into this file after each generation.
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// How many games to learn from; by default as many as for the program's own weights.
    #[arg(long, value_name = "N")]
    games: Option<NonZeroUsize>,
    /// The same seed gives the same weights.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games are played at a time; by default one per core.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=MOST_THREADS))]
    threads: Option<u16>,
    /// The gomoku engine, not that of Othello.
    #[arg(long)]
    gomoku: bool,
    /// With --gomoku: the rules whose weights are trained.
    #[arg(long, value_name = "NAME", value_parser = one_of(&Rules::ALL))]
    rules: Option<Rules>,
    /// Measure the evaluation on tournament games whose perfect result is in their files.
    #[arg(long, requires = "files", conflicts_with_all = ["out", "games", "seed", "threads", "gomoku"])]
    check: bool,
    /// With --check: tournament games.
    #[arg(value_name = "FILE.wtb", conflicts_with = "out")]
    files: Vec<PathBuf>,
    /// With --check: how many plies to look ahead.
    #[arg(long, value_name = "N", conflicts_with = "out")]
    depth: Option<u8>,
    /// With --check: measure the weights in this file, not the program's own.
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    weights: Option<PathBuf>,
}

/// Trains, or with `--check` measures.
pub fn run(asked: Tune) -> Result<(), Failure> {
    if asked.rules.is_some() && !asked.gomoku {
        return Err(usage("--rules needs --gomoku when tuning"));
    }
    match &asked.out {
        Some(out) => train(&asked, out),
        None => check(&asked),
    }
}

/// Plays all generations. After each one the file holds usable weights, so the training can be stopped at any time.
fn train(asked: &Tune, out: &Path) -> Result<(), Failure> {
    let seed = asked.seed;
    let threads = asked.threads.map_or(cores::all().get(), usize::from);
    if asked.gomoku {
        let games = asked.games.map_or(tune_gomoku::GAMES, NonZeroUsize::get);
        return tune_gomoku::train(asked.rules.unwrap_or_default(), games, seed, threads, out);
    }
    // A file that cannot be written is found before hours of work.
    let mut model = Model::zero();
    write(out, &model.bytes())?;
    let generations = generations(asked.games.map_or(GAMES, NonZeroUsize::get));
    // The samples of all generations, and of the last one.
    let (mut samples, mut newest) = (Vec::new(), Vec::new());
    for (generation, n) in generations.into_iter().zip(1..) {
        let name = format!("generation {n} of {}", generations.len());
        samples.retain(Sample::is_exact);
        samples.append(&mut newest);
        let held_out = play(&name, generation, (seed, n), threads, &model, &mut newest);
        let mut progress = Progress::new(format!("{name}: fitting"), "stages", Model::STAGES);
        let all = samples.iter().chain(&newest);
        model = Model::fit(all, STEPS, &mut |stages| progress.show(stages));
        progress.finish();
        write(out, &model.bytes())?;
        let evaluation = model.evaluation();
        print(&format!(
            "{name}: {}, {} plies ahead, {}; mean error by empty cells:",
            plural(generation.games, "game"),
            generation.depth,
            plural(samples.len() + newest.len(), "position"),
        ))?;
        for first in (0..60).step_by(12) {
            let here = held_out
                .iter()
                .filter(|sample| (first..first + 12).contains(&sample.board.empties()));
            let errors = Errors::at_a_glance(&evaluation, here);
            if errors.positions > 0 {
                print(&format!(
                    "    {first:2} to {:2}: {}",
                    first + 11,
                    text(errors)
                ))?;
            }
        }
    }
    Ok(())
}

/// Plays the games of a generation and adds what they show to `samples`; returns what is held out. Each game has its own
/// random numbers, so that it is the same game whichever thread plays it.
fn play(
    name: &str,
    generation: Generation,
    (seed, number): (u64, u64),
    threads: usize,
    model: &Model,
    samples: &mut Vec<Sample>,
) -> Vec<Sample> {
    let (evaluation, done) = (model.evaluation(), AtomicUsize::new(0));
    let play = |games: std::ops::Range<usize>| {
        let mut teacher = Teacher::new(evaluation.clone(), generation);
        let (mut samples, mut held_out) = (Vec::new(), Vec::new());
        for game in games {
            let mut random = ChaCha12Rng::seed_from_u64(seed << 40 ^ number << 32 ^ game as u64);
            let played = teacher.play(&mut random);
            match game % HELD_OUT {
                0 => held_out.extend(played),
                _ => samples.extend(played),
            }
            done.fetch_add(1, Ordering::Relaxed);
        }
        (samples, held_out)
    };
    let mut progress = Progress::new(format!("{name}: playing"), "games", generation.games);
    let share = generation.games.div_ceil(threads);
    let mut held_out = Vec::new();
    std::thread::scope(|scope| {
        let starts = (0..generation.games).step_by(share);
        let workers: Vec<_> = starts
            .map(|start| scope.spawn(move || play(start..(start + share).min(generation.games))))
            .collect();
        progress.watch(&done, || workers.iter().all(|worker| worker.is_finished()));
        for worker in workers {
            let (played, held) = worker.join().expect("a thread that plays does not panic");
            samples.extend(played);
            held_out.extend(held);
        }
    });
    progress.finish();
    held_out
}

/// Prints the error of the evaluation on the games of each file, and on all of them together.
fn check(asked: &Tune) -> Result<(), Failure> {
    let evaluation = match &asked.weights {
        None => Evaluation::default(),
        Some(path) => {
            let bytes = read_file(path).map_err(|error| wrong_file(path, error))?;
            Evaluation::read(&bytes).map_err(|bad| wrong_file(path, bad))?
        }
    };
    let depth = asked.depth.unwrap_or(0);
    let mut searcher = Searcher::with_evaluation(MEGABYTES, evaluation.clone());
    let limits = Limits::plies(depth);
    let (mut all, mut left_out) = (Vec::new(), 0);
    for file in &asked.files {
        let (samples, bad) = solved_positions(file)?;
        left_out += bad;
        let values = samples.iter().map(|sample| {
            let value = match depth {
                0 => evaluation.evaluate(sample.board),
                _ => {
                    let report = searcher.search(sample.board, limits, &|| false, &mut |_| ());
                    report.value
                }
            };
            (value, sample.score)
        });
        let values: Vec<(i32, f32)> = values.collect();
        let errors = Errors::of(values.iter().copied());
        print(&format!("{}: {}", path(file), text(errors)))?;
        all.extend(values);
    }
    if asked.files.len() > 1 {
        print(&format!("all: {}", text(Errors::of(all.into_iter()))))?;
    }
    match left_out {
        0 => Ok(()),
        _ => Err(Failure::Told(1)),
    }
}

/// The position in each game of a `.wtb` file whose perfect result the file knows, and how many games are bad. These are reported.
fn solved_positions(file: &Path) -> Result<(Vec<Sample>, usize), Failure> {
    let bytes = read_short_file(file, MOST_BYTES).map_err(|error| wrong_file(file, error))?;
    let games =
        wthor::read(&bytes, &Default::default()).map_err(|error| wrong_file(file, error))?;
    let theoretical = wthor::theoretical(&bytes).map_err(|error| wrong_file(file, error))?;
    let (mut samples, mut bad) = (Vec::new(), 0);
    for ((game, theoretical), n) in games.into_iter().zip(theoretical).zip(1..) {
        let (recorded, theoretical) = match (game, theoretical) {
            (Ok(recorded), Ok(theoretical)) => (recorded, theoretical),
            (Err(problem), _) | (_, Err(problem)) => {
                let (file, game) = (file.to_path_buf(), Some(n));
                complain(
                    &records::Error {
                        file,
                        game,
                        problem,
                    }
                    .to_string(),
                );
                bad += 1;
                continue;
            }
        };
        let Some::<&Game>(game) = recorded.game.of() else {
            continue;
        };
        let (mut board, mut black_to_move) = (Board::START, true);
        for ply in game.plies() {
            if board.empties() == theoretical.empties && board.moves() != 0 {
                let black = 2.0 * f32::from(theoretical.black) - 64.0;
                let score = if black_to_move { black } else { -black };
                samples.push(Sample { board, score });
                break;
            }
            board = match ply {
                Ply::Drop(cell) => board.play(*cell).expect("a game that was read is legal"),
                Ply::Pass => board.pass(),
            };
            black_to_move = !black_to_move;
        }
    }
    Ok((samples, bad))
}

fn text(errors: Errors) -> String {
    let Errors {
        positions,
        mean,
        root_mean_square,
    } = errors;
    let positions = plural(positions, "position");
    format!("{positions}, mean error {mean:.2} discs, root mean square {root_mean_square:.2}")
}
