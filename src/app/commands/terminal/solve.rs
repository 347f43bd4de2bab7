//! `qipan solve`: plays positions of Othello to their end.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::time::Instant;

use players::cores;
use games::named::{OF_POSITIONS, plural};
use games::othello::Cell;
use games::records::endgames::{self, Endgame};
use games::records::printable;
use mind::engine::othello::{Board, Goal, Searcher};

use crate::commands::{Failure, complain, failed, input, print};
use words::say;

/// The size of the solver's transposition table, in megabytes.
const MEGABYTES: usize = 128;

/// What to solve.
#[derive(clap::Args)]
#[command(after_help = "\
Each line of FILE is NAME|CELLS|SIDE|SCORE: 64 of X, O and -; X or O to move;
the score that you expect, which can be left out. Lines of OBF files are read
as well: CELLS SIDE; MOVE:SCORE; MOVE:SCORE..., and all positions that
qipan othello --position takes.")]
pub(crate) struct Solve {
    /// A list of positions; - is standard input.
    file: OsString,
    /// How many threads search; by default one per core. The score is the same with any number.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Find out only who wins; the score takes several times as long.
    #[arg(long)]
    winner: bool,
}

/// Prints a line for each position, and the totals. A score that is not the stated one is reported on standard error.
pub(crate) fn run(
    Solve {
        file,
        threads,
        winner,
    }: Solve,
) -> Result<(), Failure> {
    let threads = threads.unwrap_or_else(cores::all);
    let goal = if winner { Goal::Winner } else { Goal::Score };
    let problems = read(&file)?;
    let searcher = Searcher::new(MEGABYTES).with_threads(threads);
    let mut searcher = searcher.with_goal(goal);
    let (mut nodes, mut seconds, mut wrong) = (0, 0.0, 0);
    for Endgame {
        name,
        position,
        score: stated,
    } in &problems
    {
        let name = printable(name, 40);
        let start = Instant::now();
        let solved = searcher.solve(Board::new(&position.map, position.to_move));
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
        print(&say!(
            "{name} {result} {line} {searched} nodes {took} s",
            name,
            result,
            line,
            searched,
            took = format_args!("{:.3}", took)
        ))?;
        let is_right = |stated: &i32| match goal {
            Goal::Score => *stated == solved.score,
            Goal::Winner => stated.signum() == solved.score.signum(),
        };
        if let Some(stated) = stated.filter(|stated| !is_right(stated)) {
            complain(&say!(
                "position {name}: the file says {stated}",
                name,
                stated = format_args!("{:+}", stated)
            ));
            wrong += 1;
        }
        nodes += searched;
        seconds += took;
    }
    let positions = plural(problems.len(), OF_POSITIONS);
    print(&say!(
        "{positions}, {nodes} nodes {seconds} s",
        positions,
        nodes,
        seconds = format_args!("{:.3}", seconds)
    ))?;
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::Reported(1)),
    }
}

/// Reads the whole list, so that a bad line is found before the first position is solved.
fn read(file: &OsString) -> Result<Vec<Endgame>, Failure> {
    let (name, bytes) = input::read(file, endgames::MOST_BYTES)?;
    endgames::read(&bytes)
        .map_err(|(n, what)| failed(say!("{name}, line {n}: {what}", name, n, what)))
}
