//! The command line of the workshop, the program of a web page. Only the page's script uses it, so it has few
//! commands and no help.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use super::edit::{self, Edit};
use super::failure::status;
use super::options::{Machine, Options};
use super::original::{self, Original};
use super::run::{self, Run};
use super::{Failure, usage};
use crate::play::lessons::Tutor;
use crate::play::{editor, language};

pub fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let words: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()).collect();
    language::begin(None, || None);
    status(start(&words))
}

/// Runs a command, or opens the editor if there is none. Leaving the editor opens the lessons, and vice
/// versa.
pub fn start(words: &[&str]) -> Result<(), Failure> {
    let (words, data) = match words {
        [before @ .., "--data", folder] => (before, Some(PathBuf::from(folder))),
        _ => (words, None),
    };
    let options = Options::usual(&[], data);
    match *words {
        [] => rooms(options, None),
        ["teach", "--lesson", name] => rooms(options, Some(Tutor::at(name).map_err(usage)?)),
        ["edit", file] => edit(Some(file), None, false, options),
        ["edit", "--run", file] => edit(Some(file), None, true, options),
        ["edit", "--task", file] => edit(None, Some(file), false, options),
        ["run", file] => run(file, false),
        ["run", "--step", file] => run(file, true),
        ["original"] => original::run(Original { dump: false, machine: Machine::default() }),
        _ => Err(usage("the workshop has no such command")),
    }
}

fn edit(file: Option<&str>, task: Option<&str>, run: bool, options: Options) -> Result<(), Failure> {
    let (file, task) = (file.map(PathBuf::from), task.map(PathBuf::from));
    edit::run(Edit { file, task, run, options })
}

fn run(file: &str, step: bool) -> Result<(), Failure> {
    let files = vec![file.into()];
    run::run(Run { files, step, folder: None, machine: Machine::default() })
}

/// Alternates between editor and lessons. Returns when the student wants to play on a lesson's board: the
/// page then opens the lesson in the main program, which has boards.
fn rooms(options: Options, mut lesson: Option<Tutor>) -> Result<(), Failure> {
    options.run(|session| {
        loop {
            if let Some(mut tutor) = lesson.take()
                && tutor.run(session)?.is_some()
            {
                return Ok(());
            }
            editor::start(session, None)?;
            lesson = Some(Tutor::default());
        }
    })
}
