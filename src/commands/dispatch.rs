//! Finds the command that the command line names.

use std::ffi::OsString;
use std::process::ExitCode;

use super::failure::{Failure, complain, print};
use super::play::Begin;
use super::usage::{VERSION, help};
use super::{
    check, contest, convert, edit, engine, judge, learner, original, perft, play, replay, solve,
    source, teach, tune,
};
use crate::players::guard;

/// Runs the program and returns its exit status.
pub fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let Some((command, engine)) = args.split_first()
        && command == guard::COMMAND
    {
        return guard::run(engine);
    }
    // Where the program does not find itself its engines have no guards.
    let _ = std::env::current_exe().map(guard::use_guards);
    let (status, message) = match run(args) {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Told(status)) => return ExitCode::from(status),
        Err(Failure::Usage(message)) => (2, format!("{message}; see qipan --help")),
        Err(Failure::Failed(message)) => (1, message),
    };
    complain(&message);
    ExitCode::from(status)
}

/// Finds and runs the command, which comes first. Without a command all arguments are options of the menu.
fn run(args: Vec<OsString>) -> Result<(), Failure> {
    let asks = |long: &str, short: &str| args.iter().any(|arg| arg == long || arg == short);
    if asks("--help", "-h") {
        return print(&help());
    }
    if asks("--version", "-V") {
        return print(&VERSION);
    }
    let (command, rest) = match args.split_first() {
        Some((name, rest)) => (name.to_str().unwrap_or_default(), rest),
        None => ("", &args[..]),
    };
    let rest = lexopt::Parser::from_args(rest);
    match command {
        "original" => original::run(rest),
        "run" => super::run::run(rest),
        "othello" => play::run(rest, Begin::Othello),
        "gomoku" => play::run(rest, Begin::Gomoku),
        "teach" => teach::run(rest),
        "check" => check::run(rest),
        "edit" => edit::run(rest),
        "source" => source::run(rest),
        "judge" => judge::run(rest),
        "replay" => replay::run(rest),
        "convert" => convert::run(rest),
        "engine" => engine::run(rest),
        "match" => contest::run(rest),
        "learner" => learner::run(rest),
        "perft" => perft::run(rest),
        "solve" => solve::run(rest),
        "tune" => tune::run(rest),
        _ => play::run(lexopt::Parser::from_args(args), Begin::Menu),
    }
}
