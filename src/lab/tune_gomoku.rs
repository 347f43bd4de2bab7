//! Trains the evaluation of the gomoku engine.

use std::collections::VecDeque;
use std::num::NonZeroUsize;

use app::commands::failure::{Failure, print};
use app::commands::progress::{Progress, write};

use super::gomoku::{Errors, GENERATIONS, Model, Sample, Teacher};
use super::tune::Tune;

/// The number of games on which the program's own weights were trained.
const GAMES: usize = 60_000;

/// One game in this many is held out to measure the errors.
const HELD_OUT: usize = 20;

/// Trains all generations, and writes usable weights to the file after each one.
pub(crate) fn train(asked: &Tune) -> Result<(), Failure> {
    let (out, rules) = (&asked.out, asked.rules.unwrap_or_default());
    let mut model = Model::by_hand(rules);
    let mut latest: VecDeque<Vec<Sample>> = VecDeque::new();
    // If the file cannot be written, fail now and not after hours of work.
    write(out, &model.bytes())?;
    for (generation, n) in GENERATIONS.into_iter().zip(1..) {
        let name = format!("generation {n} of {}", GENERATIONS.len());
        let games = (asked.games.map_or(GAMES, NonZeroUsize::get) * generation.share / 100).max(1);
        let teacher = || {
            let mut teacher = Teacher::new(rules, &model, generation);
            move |seed| teacher.play(seed)
        };
        let [learned, held_out] = asked.play((&name, n), games, HELD_OUT, teacher);
        latest.push_back(learned);
        if latest.len() > generation.fitted_to {
            latest.pop_front();
        }

        let before = model.errors(held_out.iter());
        let times = generation.times;
        let all = times * latest.iter().map(Vec::len).sum::<usize>();
        let mut progress = Progress::new(format!("{name}: fitting"), "positions", all);
        let learned = latest.iter().flatten();
        model = model.fit(learned, times, &mut |positions| progress.show(positions));
        progress.finish();
        write(out, &model.bytes())?;

        print(&format!("{name}: {games} games, {} positions a move; on those held out", generation.nodes))?;
        print(&format!("    before: {}", text(before)))?;
        let after = model.errors(held_out.iter());
        print(&format!("    after:  {}", text(after)))?;
    }
    Ok(())
}

fn text(errors: Errors) -> String {
    let Errors { positions, result, mean, deviation, first, moves } = errors;
    format!(
        "{positions} positions; result {result:.3} bits (who knows nothing: 1), value {mean:+.0} with deviation {deviation:.0}; \
         move {moves:.2} bits, the likeliest one played in {first:.0} of 100"
    )
}
