//! The commands for who has a terminal, files and a desktop. A page has nothing of that, and is built without what they do.

mod check;
mod checked;
mod converse;
mod convert;
mod engine;
mod install;
mod judge;
mod learner;
mod manual;
mod source;
mod web;

use clap::Subcommand;

use super::{Failure, usage};
use words::say;

#[derive(Subcommand)]
pub(super) enum Command {
    /// Check the functions of C programs against ours.
    Check(check::Check),
    /// Print a C program that is taught, or list them.
    Source(source::Source),
    /// Say who won recorded games of gomoku.
    Judge(judge::Judge),
    /// Write the games of files in another format.
    Convert(convert::Convert),
    /// Play for another program: NBoard, GTP, Gomocup.
    Engine(engine::Engine),
    /// Show, train, export, import or reset the opponent that learns.
    Learner(learner::Learner),
    /// Show a folder with the page of qipan to the browsers of this machine.
    Web(web::Web),
    /// Put icon, menu entry, manual and completions where the desktop looks.
    Install(install::Install),
    /// Print the completions of a shell.
    #[command(hide = true)]
    Completions(manual::Completions),
    /// Print the manual, or the page of a command.
    #[command(hide = true)]
    Man(manual::Man),
}

/// Runs the command. Some of them tell of all commands, which `table` names.
pub(super) fn run(command: Command, table: fn() -> clap::Command) -> Result<(), Failure> {
    // What cannot be reached is left out of the program.
    if cfg!(target_family = "wasm") {
        return Err(usage(say!("a page has no terminal for that")));
    }
    match command {
        Command::Check(asked) => check::run(asked),
        Command::Source(asked) => source::run(asked),
        Command::Judge(asked) => judge::run(asked),
        Command::Convert(asked) => convert::run(asked),
        Command::Engine(asked) => engine::run(asked),
        Command::Learner(asked) => learner::run(asked),
        Command::Web(asked) => web::run(asked),
        Command::Install(asked) => install::run(asked, table()),
        Command::Completions(asked) => manual::completions(asked, table()),
        Command::Man(asked) => manual::man(asked, table()),
    }
}
