//! `qipan teach`: the tutor, and its steps as text.

use std::str::FromStr;

use crate::games::gomoku::judge::{Algorithm, Guard};
use crate::games::gomoku::{self, record};
use crate::games::othello::{self, Ply};
use crate::learner::{Moves, Role};
use crate::play::lessons::Tutor;
use crate::play::menu;
use crate::records::transcript;
use crate::tutor::trace::Trace;
use lexopt::prelude::*;

use super::options::Options;
use super::{Failure, failed, print, usage};

/// Opens the tutor's menu or a lesson, or prints the steps of an algorithm.
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
        (Some(moves), Some(Watched::LookAhead)) => trace_look_ahead(&moves),
        (Some(record), Some(Watched::Fours)) => trace_fours(&record),
        (Some(record), Some(Watched::Judge(algorithm))) => trace_judge(&record, algorithm),
        (Some(games), Some(Watched::Learner(run))) => trace_learner(&games, run),
        (None, Some(_)) => Err(usage("--algorithm needs --trace")),
        (None, None) => options.run(|session| menu::lessons(session, tutor)),
    }
}

fn transcribed(moves: &str) -> Result<othello::Game, Failure> {
    let recorded = transcript::read(moves).map_err(usage)?;
    let game = recorded.game.of::<othello::Game>().cloned();
    game.ok_or_else(|| failed("a transcript of Othello became another game"))
}

/// Prints how the end of a game is searched, after the moves of a transcript.
fn trace_look_ahead(moves: &str) -> Result<(), Failure> {
    const MOST: usize = 8;
    let game = transcribed(moves)?;
    match game.to_move() {
        Some(side) if game.map().empties() <= MOST => {
            print_steps(moves, &Trace::look_ahead(game.map(), side))
        }
        Some(_) => Err(usage(format!(
            "the end is searched with at most {MOST} empty cells"
        ))),
        None => Err(usage("the game of this transcript is over")),
    }
}

/// The learner is the player who lost the first game.
fn carry_back(games: &[Moves]) -> Option<Trace> {
    let first = games.first()?.line()?.result;
    let role = if first < 0 { Role::Black } else { Role::White };
    Trace::carry_back(games, role)
}

/// Prints what the learner does with the last of these transcripts, which are separated by spaces, when it knows the others.
fn trace_learner(games: &str, run: fn(&[Moves]) -> Option<Trace>) -> Result<(), Failure> {
    let read = |moves| transcribed(moves).map(|game| Moves::new(game.plies()));
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
    let game = transcribed(moves)?;
    let mut before = othello::Game::new(game.rules());
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

/// An algorithm whose steps are printed instead of those of `QpChange`.
enum Watched {
    Judge(Algorithm),
    /// The search for a win by fours.
    Fours,
    /// The alpha-beta search of the end of a game of Othello.
    LookAhead,
    /// What the learner does with the last of some games.
    Learner(fn(&[Moves]) -> Option<Trace>),
}

impl FromStr for Watched {
    type Err = String;

    fn from_str(name: &str) -> Result<Watched, String> {
        match name {
            "vcf" => Ok(Watched::Fours),
            "alpha-beta" => Ok(Watched::LookAhead),
            "book" => Ok(Watched::Learner(carry_back)),
            "weight" => Ok(Watched::Learner(Trace::one_weight)),
            name => {
                let judge = name.parse().map(Watched::Judge);
                judge.map_err(|wrong| format!("{wrong}, vcf, alpha-beta, book and weight"))
            }
        }
    }
}

/// Prints what a judge does after the last stone of a record.
fn trace_judge(text: &str, algorithm: Algorithm) -> Result<(), Failure> {
    let pieces = record::parse(text).map_err(usage)?;
    let trace = Trace::judge(&pieces, algorithm, Guard::On);
    print_steps(&record::text(&pieces), &trace)
}

/// Prints how a win by fours is searched for after a record.
fn trace_fours(text: &str) -> Result<(), Failure> {
    let game = gomoku::Game::from_record(text).map_err(usage)?;
    if game.to_move().is_none() {
        return Err(usage("the game of this record is over"));
    }
    let trace = Trace::vcf(&game);
    print_steps(&record::text(game.pieces()), &trace)
}

/// Prints a line for the call, then one for each step: its number, the lines of the function, and what they did.
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
