//! `qipan solve`: plays positions of Othello to their end.

use std::ffi::OsString;
use std::io::{self, Read};
use std::time::Instant;

use crate::engine::othello::{Board, solve};
use crate::games::othello::Cell;
use crate::games::othello::{BadPosition, Position};
use crate::store::files::read_file;
use lexopt::prelude::*;
use thiserror::Error;

use super::{Failure, complain, failed, print, usage};

/// The size of the solver's transposition table, in megabytes.
const MEGABYTES: usize = 64;

/// A position to solve.
struct Problem {
    name: String,
    board: Board,
    /// The score that its line states.
    stated: Option<i32>,
}

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
    for Problem {
        name,
        board,
        stated,
    } in &problems
    {
        let start = Instant::now();
        let solved = solve(*board, MEGABYTES);
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
    let positions = problems.len();
    print(&format!(
        "{positions} positions, {nodes} nodes {seconds:.3} s"
    ))?;
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::Told(1)),
    }
}

/// Reads a whole file, or standard input, so that a bad line is found before the first position is solved.
fn read(file: &OsString) -> Result<Vec<Problem>, Failure> {
    let (name, read) = match file == "-" {
        true => {
            let mut bytes = Vec::new();
            let read = io::stdin().read_to_end(&mut bytes);
            ("standard input".into(), read.map(|_| bytes))
        }
        false => (file.to_string_lossy(), read_file(file.as_ref())),
    };
    let bytes = read.map_err(|error| failed(format!("cannot read {name}: {error}")))?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().zip(1..);
    let problems = lines.filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
    problems
        .map(|(line, n)| parse(line).map_err(|what| failed(format!("{name}, line {n}: {what}"))))
        .collect()
}

/// Why a line does not hold a position to solve.
#[derive(Debug, Error)]
enum BadLine {
    #[error("a position is a name, 64 cells and the side to move, with | between them")]
    Fields,
    #[error(transparent)]
    Position(#[from] BadPosition),
    #[error("the side to move is X or O, not '{}'", .0.escape_debug())]
    Side(String),
    #[error("'{}' is not a score from -64 to +64", .0.escape_debug())]
    Score(String),
}

/// Reads `name|cells|side to move|score|...`: 64 of `X`, `O` and `-` row by row, `X` or `O`, and, if present, the expected
/// score.
fn parse(line: &str) -> Result<Problem, BadLine> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [name, cells, to_move, rest @ ..] = &fields[..] else {
        return Err(BadLine::Fields);
    };
    if !matches!(*to_move, "X" | "O") {
        return Err(BadLine::Side(to_move.to_string()));
    }
    let position = Position::from_fields(cells, to_move)?;
    let stated = match rest.first() {
        None => None,
        Some(score) => match score.parse() {
            Ok(score @ -64..=64) => Some(score),
            _ => return Err(BadLine::Score(score.to_string())),
        },
    };
    Ok(Problem {
        name: name.to_string(),
        board: Board::new(&position.map, position.to_move),
        stated,
    })
}
