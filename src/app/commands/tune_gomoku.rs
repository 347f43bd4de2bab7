//! `qipan tune --gomoku`: trains the weights of the gomoku engine.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use games::gomoku::Rules;
use mind::engine::gomoku::tune::{Errors, GENERATIONS, Generation, Model, Position, Teacher};

use super::progress::{Progress, write};
use super::{Failure, print};

/// How many games to learn from by default, as the program's own weights did.
pub const GAMES: usize = 60_000;

/// One game in this many is held out: its positions give the errors that are printed.
const HELD_OUT: usize = 20;

/// Plays all generations. After each one the file holds usable weights, so the training can be stopped at any time.
pub fn train(
    rules: Rules,
    games: usize,
    seed: u64,
    threads: usize,
    out: &Path,
) -> Result<(), Failure> {
    let mut model = Model::by_hand(rules);
    let mut latest: VecDeque<Vec<Position>> = VecDeque::new();
    // A file that cannot be written is found before hours of work.
    write(out, &model.bytes())?;
    for (generation, n) in GENERATIONS.into_iter().zip(1..) {
        let name = format!("generation {n} of {}", GENERATIONS.len());
        let games = (games * generation.share / 100).max(1);
        let seeds = seed << 40 ^ n << 32;
        let played = play(&name, &model, rules, generation, games, seeds, threads);
        let (mut held_out, mut learned) = (Vec::new(), Vec::new());
        for (n, positions) in played.into_iter().enumerate() {
            match n % HELD_OUT {
                0 => held_out.extend(positions),
                _ => learned.extend(positions),
            }
        }
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
        print(&format!(
            "{name}: {games} games, {} positions a move; on those held out",
            generation.nodes
        ))?;
        print(&format!("    before: {}", text(before)))?;
        let after = model.errors(held_out.iter());
        print(&format!("    after:  {}", text(after)))?;
    }
    Ok(())
}

/// Plays the games of a generation; the positions of each. A game has its own random numbers, so that it is the same whichever thread
/// plays it.
fn play(
    name: &str,
    model: &Model,
    rules: Rules,
    generation: Generation,
    games: usize,
    seeds: u64,
    threads: usize,
) -> Vec<Vec<Position>> {
    let done = &AtomicUsize::new(0);
    let play = |games: std::ops::Range<usize>| -> Vec<Vec<Position>> {
        let mut teacher = Teacher::new(rules, model, generation);
        games
            .map(|game| {
                let positions = teacher.play(seeds ^ game as u64);
                done.fetch_add(1, Ordering::Relaxed);
                positions
            })
            .collect()
    };
    let mut progress = Progress::new(format!("{name}: playing"), "games", games);
    let share = games.div_ceil(threads);
    let played = std::thread::scope(|scope| {
        let starts = (0..games).step_by(share);
        let play = &play;
        let workers: Vec<_> = starts
            .map(|start| scope.spawn(move || play(start..(start + share).min(games))))
            .collect();
        progress.watch(done, || workers.iter().all(|worker| worker.is_finished()));
        let join = |worker: std::thread::ScopedJoinHandle<'_, Vec<Vec<Position>>>| {
            worker.join().expect("a thread that plays does not panic")
        };
        workers.into_iter().flat_map(join).collect()
    });
    progress.finish();
    played
}

fn text(errors: Errors) -> String {
    let Errors {
        positions,
        result,
        mean,
        deviation,
        first,
        moves,
    } = errors;
    format!(
        "{positions} positions; result {result:.3} bits (who knows nothing: 1), value {mean:+.0} with deviation {deviation:.0}; \
         move {moves:.2} bits, the likeliest one played in {first:.0} of 100"
    )
}
