//! `qipan perft`: how many positions Othello has after a number of plies, and how fast the engine counts them.

use std::time::Instant;

use mind::engine::othello::{Board, perft};

use crate::commands::{Failure, print};

/// How far to count.
#[derive(clap::Args)]
pub(crate) struct Perft {
    /// After how many plies: a line for each from 1 to this.
    #[arg(value_parser = clap::value_parser!(u8).range(1..))]
    plies: u8,
}

/// Prints a line for each depth up to the one given.
pub(crate) fn run(Perft { plies }: Perft) -> Result<(), Failure> {
    for depth in 1..=plies {
        let start = Instant::now();
        let positions = perft(Board::START, depth);
        let seconds = start.elapsed().as_secs_f64();
        let millions = positions as f64 / seconds / 1e6;
        print(&format!(
            "{depth:2} {positions:12} positions {seconds:8.3} s {millions:6.0} million/s"
        ))?;
    }
    Ok(())
}
