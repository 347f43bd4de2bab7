//! `qipan teach`: the tutor, and its steps as text.

use lexopt::prelude::*;
use qipan::engine;
use qipan::game::Game;
use qipan::gomoku::judge::{Algorithm, Guard};
use qipan::gomoku::{self, record};
use qipan::menu;
use qipan::othello::Ply;
use qipan::records::transcript;
use qipan::tutor::Tutor;
use qipan::tutor::trace::Trace;

use super::options::Options;
use super::{Failure, failed, print, usage};

/// Opens the tutor's menu or a lesson, or prints the steps of some moves.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let (mut options, mut tutor) = (Options::default(), Tutor::default());
    let (mut moves, mut algorithm) = (None, None);
    while let Some(arg) = args.next()? {
        match arg {
            Long("lesson") => {
                tutor = Tutor::at(&args.value()?.string()?).map_err(usage)?;
            }
            Long("trace") => moves = Some(args.value()?.string()?),
            Long("algorithm") => {
                algorithm = Some(Watched::parse(&args.value()?.string()?).map_err(usage)?);
            }
            Long(name) => {
                let name = name.to_string();
                options.take(&name, &mut args)?;
            }
            arg => return Err(arg.unexpected().into()),
        }
    }
    match (moves, algorithm) {
        (Some(moves), None) => trace_othello(&moves),
        (Some(record), Some(algorithm)) => trace_gomoku(&record, algorithm),
        (None, Some(_)) => Err(usage("--algorithm needs --trace")),
        (None, None) => options.run(|console, table, _| menu::lessons(console, table, tutor)),
    }
}

/// Prints what `QpChange` does for each move of a transcript.
fn trace_othello(moves: &str) -> Result<(), Failure> {
    let recorded = transcript::read(moves).map_err(usage)?;
    let Game::Othello(game) = recorded.game else {
        return Err(failed("a transcript of Othello became another game"));
    };
    let mut before = qipan::othello::Game::new(game.rules());
    for ply in game.plies() {
        match ply {
            Ply::Drop(cell) => {
                let trace = Trace::qp_change(before.map(), *cell, before.t());
                print_steps(&format!("t={} {cell}", before.t()), &trace)?;
                before.drop(*cell);
            }
            Ply::Pass => {
                print(&format!("t={} passes", before.t()))?;
                before.lose_turn();
            }
        }
    }
    Ok(())
}

/// An algorithm of gomoku whose steps are printed.
enum Watched {
    Judge(Algorithm),
    /// The search for a win by fours.
    Fours,
}

impl Watched {
    const FOURS: &str = "vcf";

    fn parse(name: &str) -> Result<Watched, String> {
        match name {
            Watched::FOURS => Ok(Watched::Fours),
            name => {
                let judge = name.parse().map(Watched::Judge);
                judge.map_err(|wrong| format!("{wrong}, and {}", Watched::FOURS))
            }
        }
    }
}

/// Prints what a judge does after the last stone of a record, or how a win by fours is looked for.
fn trace_gomoku(text: &str, algorithm: Watched) -> Result<(), Failure> {
    let game = gomoku::Game::from_record(text).map_err(usage)?;
    let trace = match algorithm {
        Watched::Judge(algorithm) => Trace::judge(game.pieces(), algorithm, Guard::On),
        Watched::Fours if game.to_move().is_none() => {
            return Err(usage("the game of this record is over"));
        }
        Watched::Fours => Trace::vcf(&game, engine::gomoku::position(&game).rules()),
    };
    print_steps(&record::text(game.pieces()), &trace)
}

/// A line for the call, then one for each step: its number, the lines of the function, and what they did.
fn print_steps(what: &str, trace: &Trace) -> Result<(), Failure> {
    for (state, n) in trace.states().zip(0..) {
        match n {
            0 => print(&format!("{what} {}", trace.call()))?,
            n => {
                let code = trace.listing().code(state.lit);
                print(&format!("{n:4}  {code:48}  {}", state.said))?;
            }
        }
    }
    Ok(())
}
