//! `qipan-lab tune`: trains the evaluations of the engines.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use app::commands::failure::Failure;
use app::commands::options::one_of;
use clap::value_parser;
use games::gomoku::Rules;
use players::cores;

use super::training::Training;
use super::{tune_gomoku, tune_othello};

const MOST_THREADS: i64 = 1024;

#[derive(clap::Args)]
pub(crate) struct Tune {
    /// Train, and write the weights into this file after each generation.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of games; by default as many as for the program's own weights.
    #[arg(long, value_name = "N")]
    games: Option<NonZeroUsize>,
    /// The same seed gives the same weights.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Parallel games; by default one per core.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=MOST_THREADS))]
    threads: Option<u16>,
    /// Train the gomoku engine instead of the Othello engine.
    #[arg(long)]
    gomoku: bool,
    /// With --gomoku: the rules to train for.
    #[arg(long, value_name = "NAME", value_parser = one_of(&Rules::ALL), requires = "gomoku")]
    rules: Option<Rules>,
}

pub(crate) fn run(asked: &Tune) -> Result<(), Failure> {
    let training = Training {
        games: asked.games.map(NonZeroUsize::get),
        seed: asked.seed,
        threads: asked.threads.map_or(cores::all().get(), usize::from),
        out: &asked.out,
    };
    match asked.gomoku {
        true => tune_gomoku::train(asked.rules.unwrap_or_default(), training),
        false => tune_othello::train(training),
    }
}
