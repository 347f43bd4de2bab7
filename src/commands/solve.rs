//! `qipan solve`: plays positions of Othello to their end.

use std::ffi::OsString;
use std::time::Instant;

use crate::engine::othello::{Board, solve};
use crate::games::named::plural;
use crate::games::othello::Cell;
use crate::records::endgames::{self, Endgame};
use crate::records::printable;
use lexopt::prelude::*;

use super::{Failure, complain, failed, input, print, usage};

/// The size of the solver's transposition table, in megabytes.
const MEGABYTES: usize = 64;

/// Prints a line for each position, and the totals. A score that is not the stated one is reported on standard error.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let mut file = None;
    while let Some(arg) = args.next()? {
        match arg {
            Value(name) if file.is_none() => file = Some(name),
            arg => return Err(arg.unexpected().into()),
        }
    }
    let file = file.ok_or_else(|| usage("solve needs a file, or - for standard input"))?;
    let problems = read(&file)?;
    let (mut nodes, mut seconds, mut wrong) = (0, 0.0, 0);
    for Endgame {
        name,
        position,
        score: stated,
    } in &problems
    {
        let name = printable(name, 40);
        let start = Instant::now();
        let board = Board::new(&position.map, position.to_move);
        let solved = solve(board, MEGABYTES);
        let took = start.elapsed().as_secs_f64();
        let score = solved.score;
        let best = solved.moves.first().map_or("--".into(), Cell::to_string);
        print(&format!(
            "{name} {score:+} {best} {} nodes {took:.3} s",
            solved.nodes
        ))?;
        if let Some(stated) = stated.filter(|stated| *stated != score) {
            complain(&format!("position {name}: the file says {stated:+}"));
            wrong += 1;
        }
        nodes += solved.nodes;
        seconds += took;
    }
    let positions = plural(problems.len(), "position");
    print(&format!("{positions}, {nodes} nodes {seconds:.3} s"))?;
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::Told(1)),
    }
}

/// Reads the whole list, so that a bad line is found before the first position is solved.
fn read(file: &OsString) -> Result<Vec<Endgame>, Failure> {
    let (name, bytes) = input::read(file, endgames::MOST_BYTES)?;
    endgames::read(&bytes).map_err(|(n, what)| failed(format!("{name}, line {n}: {what}")))
}
