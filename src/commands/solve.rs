//! `qipan solve`: plays positions of Othello to their end.

use std::ffi::OsString;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::thread;
use std::time::Instant;

use crate::engine::othello::{Board, Goal, Searcher};
use crate::games::othello::Cell;
use crate::games::othello::{BadPosition, Position};
use crate::store::files::read_file;
use lexopt::prelude::*;
use thiserror::Error;

use super::{Failure, complain, failed, print, usage};

/// The size of the solver's transposition table, in megabytes.
const MEGABYTES: usize = 128;

/// A position to solve.
struct Problem {
    name: String,
    board: Board,
    /// The score that its line states.
    stated: Option<i32>,
}

/// Prints a line for each position, and the totals. A score that is not the stated one is reported on standard error.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let (mut file, mut goal) = (None, Goal::Score);
    let mut threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    while let Some(arg) = args.next()? {
        match arg {
            Long("threads") => threads = args.value()?.parse()?,
            Long("winner") => goal = Goal::Winner,
            Value(name) if file.is_none() => file = Some(name),
            arg => return Err(arg.unexpected().into()),
        }
    }
    let file = file.ok_or_else(|| usage("solve needs a file, or - for standard input"))?;
    let problems = read(&file)?;
    let searcher = Searcher::new(MEGABYTES).with_threads(threads);
    let mut searcher = searcher.with_goal(goal);
    let (mut nodes, mut seconds, mut wrong) = (0, 0.0, 0);
    for Problem {
        name,
        board,
        stated,
    } in &problems
    {
        let start = Instant::now();
        let solved = searcher.solve(*board);
        let took = start.elapsed().as_secs_f64();
        let result = match goal {
            Goal::Score => format!("{:+}", solved.score),
            Goal::Winner => ["loss", "draw", "win"][(solved.score.signum() + 1) as usize].into(),
        };
        let line: Vec<String> = solved.moves.iter().map(Cell::to_string).collect();
        let line = match &line[..] {
            [] => "--".into(),
            line => line.join(" "),
        };
        let searched = solved.nodes;
        print(&format!(
            "{name} {result} {line} {searched} nodes {took:.3} s"
        ))?;
        let is_right = |stated: &i32| match goal {
            Goal::Score => *stated == solved.score,
            Goal::Winner => stated.signum() == solved.score.signum(),
        };
        if let Some(stated) = stated.filter(|stated| !is_right(stated)) {
            complain(&format!("position {name}: the file says {stated:+}"));
            wrong += 1;
        }
        nodes += searched;
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
    let problems =
        lines.filter(|(line, _)| !line.trim().is_empty() && !line.starts_with(['#', '%']));
    problems
        .map(|(line, n)| {
            let is_obf = !line.contains('|') && line.len() > 64;
            let problem = match is_obf {
                true => parse_obf(line, n),
                false => parse(line),
            };
            problem.map_err(|what| failed(format!("{name}, line {n}: {what}")))
        })
        .collect()
}

/// Why a line does not hold a position to solve.
#[derive(Debug, Error)]
enum BadLine {
    #[error("a position is a name, 64 cells and the side to move, with | between them")]
    Fields,
    #[error("'{}' is not a move and its score, as in a1:+2", .0.escape_debug())]
    Move(String),
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
    let stated = rest.first().map(|score| parse_score(score)).transpose()?;
    Ok(Problem {
        name: name.to_string(),
        board: Board::new(&position.map, position.to_move),
        stated,
    })
}

fn parse_score(score: &str) -> Result<i32, BadLine> {
    match score.parse() {
        Ok(score @ -64..=64) => Ok(score),
        _ => Err(BadLine::Score(score.to_string())),
    }
}

/// Reads a line of an OBF file, `cells side; move:score; move:score; ... % comment`: the best of the scores is expected. The position is
/// called by the number of its line.
fn parse_obf(line: &str, n: usize) -> Result<Problem, BadLine> {
    let (line, _comment) = line.split_once('%').unwrap_or((line, ""));
    let mut fields = line.split(';').map(str::trim);
    let position: Position = fields.next().unwrap_or_default().parse()?;
    let mut stated = None;
    for field in fields.filter(|field| !field.is_empty()) {
        let (mv, score) = field
            .split_once(':')
            .ok_or_else(|| BadLine::Move(field.into()))?;
        mv.trim()
            .parse::<Cell>()
            .map_err(|_| BadLine::Move(field.into()))?;
        stated = stated.max(Some(parse_score(score.trim())?));
    }
    Ok(Problem {
        name: n.to_string(),
        board: Board::new(&position.map, position.to_move),
        stated,
    })
}
