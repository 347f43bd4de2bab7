//! The command line.

mod commands;

use std::ffi::OsString;
use std::process::ExitCode;

use commands::{Failure, USAGE, VERSION, complain, print};
use qipan::game::Game;
use qipan::othello::Rules;

fn main() -> ExitCode {
    let (status, message) = match run(std::env::args_os().skip(1).collect()) {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Told(status)) => return ExitCode::from(status),
        Err(Failure::Usage(message)) => (2, format!("{message}; see qipan --help")),
        Err(Failure::Failed(message)) => (1, message),
    };
    complain(&message);
    ExitCode::from(status)
}

/// Finds the command, which comes first; without one there are the menu's options only.
fn run(args: Vec<OsString>) -> Result<(), Failure> {
    let asks = |long: &str, short: &str| args.iter().any(|arg| arg == long || arg == short);
    if asks("--help", "-h") {
        return print(&USAGE);
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
        "othello" => commands::play::run(rest, Some(Game::othello(Rules::default()))),
        "gomoku" => commands::play::run(rest, Some(Game::Gomoku(Default::default()))),
        "teach" => commands::teach::run(rest),
        "judge" => commands::judge::run(rest),
        "replay" => commands::replay::run(rest),
        "engine" => commands::engine::run(rest),
        "match" => commands::contest::run(rest),
        "learner" => commands::learner::run(rest),
        "perft" => commands::perft::run(rest),
        "solve" => commands::solve::run(rest),
        "tune" => commands::tune::run(rest),
        _ => commands::play::run(lexopt::Parser::from_args(args), None),
    }
}
