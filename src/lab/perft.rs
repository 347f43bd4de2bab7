//! `qipan-lab perft`: counts Othello positions by depth and times the move generator.

use std::time::Instant;

use app::commands::failure::{Failure, print};
use mind::engine::othello::{Board, perft};

#[derive(clap::Args)]
pub(crate) struct Perft {
    /// The greatest depth in plies.
    #[arg(value_parser = clap::value_parser!(u8).range(1..))]
    plies: u8,
}

pub(crate) fn run(asked: &Perft) -> Result<(), Failure> {
    for depth in 1..=asked.plies {
        let start = Instant::now();
        let positions = perft(Board::START, depth);
        let seconds = start.elapsed().as_secs_f64();
        let millions = positions as f64 / seconds / 1e6;
        print(&format!("{depth:2} {positions:12} positions {seconds:8.3} s {millions:6.0} million/s"))?;
    }
    Ok(())
}
