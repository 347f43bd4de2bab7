//! `qipan teach`: the tutor, and its steps as text.

use std::str::FromStr;

use lexopt::prelude::*;
use qipan::engine::learner::{Moves, Role};
use qipan::game::Game;
use qipan::gomoku::judge::{Algorithm, Guard};
use qipan::gomoku::record;
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
            Long("algorithm") => algorithm = Some(args.value()?.string()?.parse().map_err(usage)?),
            Long(name) => {
                let name = name.to_string();
                options.take(&name, &mut args)?;
            }
            arg => return Err(arg.unexpected().into()),
        }
    }
    match (moves, algorithm) {
        (Some(moves), None) => trace_othello(&moves),
        (Some(record), Some(Traced::Judge(algorithm))) => trace_gomoku(&record, algorithm),
        (Some(games), Some(Traced::Learner(run))) => trace_learner(&games, run),
        (None, Some(_)) => Err(usage("--algorithm needs --trace")),
        (None, None) => options.run(|console, table, _| menu::lessons(console, table, tutor)),
    }
}

/// What `--algorithm` names.
enum Traced {
    /// A judge of gomoku.
    Judge(Algorithm),
    /// What the learner does with the last of some games.
    Learner(fn(&[Moves]) -> Option<Trace>),
}

impl FromStr for Traced {
    type Err = String;

    fn from_str(name: &str) -> Result<Traced, String> {
        match name {
            "book" => Ok(Traced::Learner(carry_back)),
            "weight" => Ok(Traced::Learner(Trace::one_weight)),
            name => match name.parse() {
                Ok(judge) => Ok(Traced::Judge(judge)),
                Err(why) => Err(format!("{why}; of the learner there are book and weight")),
            },
        }
    }
}

/// The learner is who has lost the first game.
fn carry_back(games: &[Moves]) -> Option<Trace> {
    let first = games.first()?.line()?.result;
    let role = if first < 0 { Role::Black } else { Role::White };
    Trace::carry_back(games, role)
}

/// Prints what the learner does with the last of these transcripts, with a space between two, when it knows the others.
fn trace_learner(games: &str, run: fn(&[Moves]) -> Option<Trace>) -> Result<(), Failure> {
    let read = |moves: &str| match transcript::read(moves).map_err(usage)?.game {
        Game::Othello(game) => Ok(Moves::new(game.plies())),
        Game::Gomoku(_) => Err(failed("a transcript of Othello became another game")),
    };
    let games: Result<Vec<Moves>, Failure> = games.split_whitespace().map(read).collect();
    let games = games?;
    let trace = run(&games).ok_or_else(|| usage("the learner needs games that are over"))?;
    let last = games
        .last()
        .map(|game| game.transcript(game.squares().len()));
    print_steps(&last.unwrap_or_default(), &trace)
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

/// Prints what a judge does after the last stone of a record.
fn trace_gomoku(text: &str, algorithm: Algorithm) -> Result<(), Failure> {
    let pieces = record::parse(text).map_err(usage)?;
    let trace = Trace::judge(&pieces, algorithm, Guard::On);
    print_steps(&record::text(&pieces), &trace)
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
