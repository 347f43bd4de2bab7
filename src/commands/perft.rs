//! `qipan perft`: how many positions Othello has after a number of plies, and how fast the engine counts them.

use std::time::Instant;

use crate::engine::othello::{Board, perft};
use lexopt::prelude::*;

use super::{Failure, print, usage};

/// Prints a line for each depth up to the one given.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let mut depth = None;
    while let Some(arg) = args.next()? {
        match arg {
            Value(number) if depth.is_none() => depth = Some(number.parse::<u8>()?),
            arg => return Err(arg.unexpected().into()),
        }
    }
    let depth = depth.ok_or_else(|| usage("perft needs a number of plies"))?;
    if depth == 0 {
        return Err(usage("perft needs a number of plies of at least 1"));
    }
    for depth in 1..=depth {
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
