//! `qipan-lab solve`: solves Othello endgame positions.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::time::Instant;

use app::commands::failure::{Failure, failed, print};
use app::commands::input;
use games::named::{POSITIONS, plural};
use games::othello::Cell;
use games::records::endgames::{self, Endgame};
use games::records::printable;
use mind::engine::othello::{Board, Goal, Searcher};
use players::cores;

use super::complain;

/// The size of the transposition table, in megabytes.
const MEGABYTES: usize = 128;

#[derive(clap::Args)]
#[command(after_help = "\
Each line of FILE is NAME|CELLS|SIDE|SCORE: 64 of X, O and -; X or O to move;
the expected score, which is optional. Lines of OBF files (CELLS SIDE;
MOVE:SCORE; ...) and the positions of qipan othello --position work too.")]
pub(crate) struct Solve {
    /// A list of positions; - is standard input.
    file: OsString,
    /// Number of search threads [default: one per core]. It does not change the scores.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Find only the winner, which is several times as fast.
    #[arg(long)]
    winner: bool,
}

/// Prints a line for each position, then the totals. Reports each score that differs from the expected one to
/// standard error.
pub(crate) fn run(asked: &Solve) -> Result<(), Failure> {
    let goal = if asked.winner { Goal::Winner } else { Goal::Score };
    let (source, bytes) = input::read(&asked.file, endgames::MAX_BYTES)?;
    // Report bad lines before solving the first position.
    let problems =
        endgames::read(&bytes).map_err(|(n, what)| failed(format!("{source}, line {n}: {what}")))?;
    let searcher = Searcher::new(MEGABYTES).with_threads(asked.threads.unwrap_or_else(cores::all));
    let mut searcher = searcher.with_goal(goal);
    let (mut nodes, mut seconds, mut wrong) = (0, 0.0, false);
    for Endgame { name, position, score, .. } in &problems {
        let name = printable(name, 40);
        let start = Instant::now();
        let solved = searcher.solve(Board::new(&position.map, position.to_move));
        let took = start.elapsed().as_secs_f64();
        let result = match goal {
            Goal::Score => format!("{:+}", solved.score),
            Goal::Winner => ["loss", "draw", "win"][(solved.score.signum() + 1) as usize].into(),
        };
        let line: Vec<String> = solved.moves.iter().map(Cell::to_string).collect();
        let line = if line.is_empty() { "--".into() } else { line.join(" ") };
        print(&format!("{name} {result} {line} {} nodes {took:.3} s", solved.nodes))?;
        let differs = |expected: &i32| match goal {
            Goal::Score => *expected != solved.score,
            Goal::Winner => expected.signum() != solved.score.signum(),
        };
        if let Some(expected) = score.filter(differs) {
            complain(&format!("position {name}: the file says {expected:+}"));
            wrong = true;
        }
        nodes += solved.nodes;
        seconds += took;
    }
    let positions = plural(problems.len(), POSITIONS);
    print(&format!("{positions}, {nodes} nodes {seconds:.3} s"))?;
    if wrong { Err(Failure::Reported(1)) } else { Ok(()) }
}
