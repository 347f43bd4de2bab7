//! Trains and measures the evaluation of the Othello engine.

use std::path::{Path, PathBuf};

use app::commands::failure::{Failure, path, print, wrong_file};
use app::commands::progress::{Progress, write};
use chacha20::ChaCha12Rng;
use games::named::{self, POSITIONS, plural};
use games::othello::{Game, Ply};
use games::records::{self, MAX_BYTES, wthor};
use mind::engine::othello::{Board, Evaluation, Limits, Searcher};
use rand::SeedableRng;
use store::files::{read_file, read_short_file};

use super::complain;
use super::othello::{Errors, GAMES, Model, Sample, Teacher, generations};
use super::training::Training;

/// One game in this many is held out to measure the errors.
const HELD_OUT: usize = 50;

/// The number of conjugate gradient steps for each stage.
const STEPS: usize = 16;

/// The size of the transposition table for `--depth`, in megabytes.
const MEGABYTES: usize = 64;

/// Trains all generations, and writes usable weights to the file after each one.
pub(crate) fn train(training: Training<'_>) -> Result<(), Failure> {
    let out = training.out;
    // If the file cannot be written, fail now and not after hours of work.
    let mut model = Model::zero();
    write(out, &model.bytes())?;
    let generations = generations(training.games.unwrap_or(GAMES));
    // The samples of all earlier generations, and the samples of the last generation.
    let (mut samples, mut newest) = (Vec::new(), Vec::new());
    for (generation, n) in generations.into_iter().zip(1..) {
        let name = format!("generation {n} of {}", generations.len());
        // Of games played with weaker weights, keep only the exact scores.
        samples.retain(Sample::is_exact);
        samples.append(&mut newest);

        let evaluation = model.evaluation();
        let teacher = || {
            let mut teacher = Teacher::new(evaluation.clone(), generation);
            move |seed| teacher.play(&mut ChaCha12Rng::seed_from_u64(seed))
        };
        let [learned, held_out] = training.play((&name, n), generation.games, HELD_OUT, teacher);
        newest = learned;

        let mut progress = Progress::new(format!("{name}: fitting"), "stages", Model::STAGES);
        let all = samples.iter().chain(&newest);
        model = Model::fit(all, STEPS, &mut |stages| progress.show(stages));
        progress.finish();
        write(out, &model.bytes())?;

        let evaluation = model.evaluation();
        print(&format!(
            "{name}: {}, {} plies ahead, {}; mean error by empty cells:",
            plural(generation.games, named::GAMES),
            generation.depth,
            plural(samples.len() + newest.len(), POSITIONS),
        ))?;
        for first in (0..60).step_by(12) {
            let last = first + 11;
            let here = held_out.iter().filter(|sample| (first..=last).contains(&sample.board.empties()));
            let errors = Errors::at_a_glance(&evaluation, here);
            if errors.positions > 0 {
                print(&format!("    {first:2} to {last:2}: {}", text(errors)))?;
            }
        }
    }
    Ok(())
}

/// Prints the evaluation's error for each file, and for all files together.
pub(crate) fn check(files: &[PathBuf], weights: Option<&Path>, depth: u8) -> Result<(), Failure> {
    let evaluation = match weights {
        None => Evaluation::default(),
        Some(path) => {
            let bytes = read_file(path).map_err(|error| wrong_file(path, error))?;
            Evaluation::read(&bytes).map_err(|bad| wrong_file(path, bad))?
        }
    };
    let mut searcher = Searcher::with_evaluation(MEGABYTES, evaluation.clone());
    let limits = Limits::plies(depth);
    let (mut all, mut left_out) = (Vec::new(), 0);
    for file in files {
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
    if files.len() > 1 {
        print(&format!("all: {}", text(Errors::of(all.into_iter()))))?;
    }
    match left_out {
        0 => Ok(()),
        _ => Err(Failure::Reported(1)),
    }
}

/// Reads the positions of a `.wtb` file for which it contains perfect results. Reports bad games and returns
/// their number.
fn solved_positions(file: &Path) -> Result<(Vec<Sample>, usize), Failure> {
    let bytes = read_short_file(file, MAX_BYTES).map_err(|error| wrong_file(file, error))?;
    let games = wthor::read(&bytes, &Default::default()).map_err(|error| wrong_file(file, error))?;
    let theoretical = wthor::perfect_scores(&bytes).map_err(|error| wrong_file(file, error))?;
    let (mut samples, mut bad) = (Vec::new(), 0);
    for ((game, theoretical), n) in games.into_iter().zip(theoretical).zip(1..) {
        let (recorded, theoretical) = match (game, theoretical) {
            (Ok(recorded), Ok(theoretical)) => (recorded, theoretical),
            (Err(problem), _) | (_, Err(problem)) => {
                let (file, game) = (file.to_path_buf(), Some(n));
                complain(&records::Error { file, game, problem }.to_string());
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
    let Errors { positions, mean, root_mean_square } = errors;
    let positions = plural(positions, POSITIONS);
    format!("{positions}, mean error {mean:.2} discs, root mean square {root_mean_square:.2}")
}
