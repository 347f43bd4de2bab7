//! Trains the evaluation of the Othello engine.

use std::num::NonZeroUsize;

use app::commands::failure::{Failure, print};
use app::commands::progress::{Progress, write};
use chacha20::ChaCha12Rng;
use games::named::{self, POSITIONS, plural};
use mind::engine::othello::evaluation::{DISC, Evaluation};
use rand::SeedableRng;

use super::othello::{GAMES, Model, Sample, Teacher, generations};
use super::tune::Tune;

/// One game in this many is held out to measure the errors.
const HELD_OUT: usize = 50;

/// The number of conjugate gradient steps for each stage.
const STEPS: usize = 16;

/// Trains all generations, and writes usable weights to the file after each one.
pub(crate) fn train(asked: &Tune) -> Result<(), Failure> {
    let out = &asked.out;
    // If the file cannot be written, fail now and not after hours of work.
    let mut model = Model::zero();
    write(out, &model.bytes())?;
    let generations = generations(asked.games.map_or(GAMES, NonZeroUsize::get));
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
        let [learned, held_out] = asked.play((&name, n), generation.games, HELD_OUT, teacher);
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
            if let Some(errors) = errors(&evaluation, here) {
                print(&format!("    {first:2} to {last:2}: {errors}"))?;
            }
        }
    }
    Ok(())
}

/// Describes the errors of an evaluation without a search. Returns `None` if there are no samples.
fn errors<'a>(evaluation: &Evaluation, samples: impl Iterator<Item = &'a Sample>) -> Option<String> {
    let value = |board| f64::from(evaluation.evaluate(board)) / f64::from(DISC);
    let errors: Vec<f64> = samples.map(|sample| value(sample.board) - f64::from(sample.score)).collect();
    let mean = |of: fn(&f64) -> f64| errors.iter().map(of).sum::<f64>() / errors.len() as f64;
    let (mean, square) = (mean(|error| error.abs()), mean(|error| error * error).sqrt());
    let positions = plural(errors.len(), POSITIONS);
    let text = format!("{positions}, mean error {mean:.2} discs, root mean square {square:.2}");
    Some(text).filter(|_| !errors.is_empty())
}
