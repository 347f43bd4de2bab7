//! The laboratory's commands.

use std::process::ExitCode;

use app::commands::failure::Failure;
use app::commands::wrong::wrong;
use clap::{CommandFactory, Parser, Subcommand};

use super::{book, complain, matches, perft, solve, tune, tune_gomoku, tune_othello};

/// Trains qipan's engines, makes the opening book and measures players.
#[derive(Parser)]
#[command(name = "qipan-lab", disable_help_subcommand = true, arg_required_else_help = false)]
pub struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Train an engine's evaluation.
    Tune(tune::Tune),
    /// Show or grow the opening book of Othello.
    #[command(subcommand, arg_required_else_help = false)]
    Book(book::Book),
    /// Play two players against each other.
    Match(matches::Match),
    /// Solve endgame positions of Othello.
    Solve(solve::Solve),
    /// Count the positions of Othello by depth.
    Perft(perft::Perft),
}

pub fn main() -> ExitCode {
    let ran = match Lab::try_parse() {
        Ok(lab) => match lab.command {
            Command::Tune(asked) if asked.gomoku => tune_gomoku::train(&asked),
            Command::Tune(asked) => tune_othello::train(&asked),
            Command::Book(asked) => book::run(&asked),
            Command::Match(asked) => matches::run(&asked),
            Command::Solve(asked) => solve::run(&asked),
            Command::Perft(asked) => perft::run(&asked),
        },
        Err(error) => wrong(&error, &named()),
    };
    let (status, message) = match ran {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Reported(status)) => return ExitCode::from(status),
        Err(Failure::Usage(message)) => {
            let help = match named().as_str() {
                "qipan-lab" => "qipan-lab --help".to_string(),
                command => format!("qipan-lab {command} --help"),
            };
            (2, format!("{message}; see {help}"))
        }
        Err(Failure::Failed(message)) => (1, message),
    };
    complain(&message);
    ExitCode::from(status)
}

/// Returns the command on the command line, or the program's name if there is none.
fn named() -> String {
    let first = std::env::args_os().nth(1).unwrap_or_default();
    let table = Lab::command();
    let command = table.find_subcommand(first);
    command.unwrap_or(&table).get_name().to_string()
}
