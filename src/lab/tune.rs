//! `qipan-lab tune`: trains the evaluations of the engines.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use app::commands::options::one_of;
use app::commands::progress::Progress;
use clap::value_parser;
use games::gomoku::Rules;
use players::cores::{self, in_order};

const MOST_THREADS: i64 = 1024;

#[derive(clap::Args)]
pub(crate) struct Tune {
    /// Train, and write the weights into this file after each generation.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Number of games; by default as many as for the program's own weights.
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<NonZeroUsize>,
    /// The same seed gives the same weights.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Parallel games; by default one per core.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=MOST_THREADS))]
    threads: Option<u16>,
    /// Train the gomoku engine instead of the Othello engine.
    #[arg(long)]
    pub(crate) gomoku: bool,
    /// With --gomoku: the rules to train for.
    #[arg(long, value_name = "NAME", value_parser = one_of(&Rules::ALL), requires = "gomoku")]
    pub(crate) rules: Option<Rules>,
}

impl Tune {
    /// Plays the games of a generation. Returns the positions for training and, from one game in `one_in`,
    /// positions that are held out to measure the result.
    ///
    /// Each game has its own seed, so a game does not depend on the thread that plays it. The lower 32 bits
    /// of the seed are the number of the game.
    pub(crate) fn play<T: Send, W: FnMut(u64) -> Vec<T>>(
        &self,
        (name, generation): (&str, u64),
        games: usize,
        one_in: usize,
        teacher: impl Fn() -> W + Sync,
    ) -> [Vec<T>; 2] {
        let threads = self.threads.map_or(cores::all().get(), usize::from);
        let first = self.seed << 40 ^ generation << 32;
        let worker = || {
            let mut play = teacher();
            move |game| Some(play(first ^ game as u64))
        };
        let mut progress = Progress::new(format!("{name}: playing"), "games", games);
        let [mut learned, mut held_out] = [Vec::new(), Vec::new()];
        in_order(games, threads, worker, |positions| {
            match progress.done % one_in {
                0 => held_out.extend(positions),
                _ => learned.extend(positions),
            }
            progress.show(progress.done + 1);
        });
        progress.finish();
        [learned, held_out]
    }
}
