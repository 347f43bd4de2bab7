//! Commands that need a terminal, files or a desktop. A web page is built without them.

mod check;
mod checked;
mod contest;
mod converse;
pub mod convert;
mod engine;
pub(crate) mod explore;
mod grades;
pub mod install;
mod judge;
mod learner;
mod manual;
mod source;
mod task;
mod web;

use clap::Subcommand;

use super::{Failure, usage};
use words::say;

#[derive(Subcommand)]
pub(super) enum Command {
    /// Check the functions of C programs against ours.
    Check(check::Check),
    /// Check an assignment of your own, and make the copy for the class.
    Task(task::Task),
    /// Print a C program of the lessons, or list them.
    Source(source::Source),
    /// Find the winners of recorded gomoku games.
    Judge(judge::Judge),
    /// Play C programs against each other, and print a table.
    Contest(contest::Contest),
    /// Convert games between formats.
    Convert(convert::Convert),
    /// Count how often each move was played in a position of your games.
    Explore(explore::Explore),
    /// Run an engine for another program: NBoard, GTP, Gomocup.
    Engine(engine::Engine),
    /// Show, train, export, import or reset the opponent that learns.
    Learner(learner::Learner),
    /// Serve qipan's page to browsers on this machine, or to a class.
    Web(web::Web),
    /// Install icon, menu entry, manual and completions for the desktop.
    Install(install::Install),
    /// Print the completions of a shell.
    #[command(hide = true)]
    Completions(manual::Completions),
    /// Print the manual, or the page of a command.
    #[command(hide = true)]
    Man(manual::Man),
}

/// Runs the command. Some commands use the table of all commands.
pub(super) fn run(command: Command, table: fn() -> clap::Command) -> Result<(), Failure> {
    // Lets the compiler leave all these commands out of a web page.
    if cfg!(target_family = "wasm") {
        return Err(usage(say!("a page has no terminal for that")));
    }
    match command {
        Command::Check(asked) => check::run(asked),
        Command::Task(asked) => task::run(asked),
        Command::Source(asked) => source::run(asked),
        Command::Judge(asked) => judge::run(asked),
        Command::Contest(asked) => contest::run(asked),
        Command::Convert(asked) => convert::run(asked),
        Command::Explore(asked) => explore::run(asked),
        Command::Engine(asked) => engine::run(asked),
        Command::Learner(asked) => learner::run(asked),
        Command::Web(asked) => web::run(asked),
        Command::Install(asked) => install::run(asked, table()),
        Command::Completions(asked) => manual::completions(asked, table()),
        Command::Man(asked) => manual::man(asked, table()),
    }
}
