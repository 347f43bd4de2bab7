//! The command line of the workshop's page. Only the page's script uses it, so it has few commands and no
//! help.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use super::failure::status;
use super::options::{Machine, Options};
use super::{Failure, edit, original, run, usage};
use crate::play::editor;
use crate::play::lessons::Tutor;

pub fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let words: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()).collect();
    status(start(&words))
}

/// Runs a command, or without one starts with the editor. Leaving the editor opens the lessons, and the
/// reverse.
fn start(words: &[&str]) -> Result<(), Failure> {
    let (words, data) = match words {
        [before @ .., "--data", folder] => (before, Some(PathBuf::from(folder))),
        _ => (words, None),
    };
    let options = Options::without_games(data);
    match *words {
        [] => rooms(options, None),
        ["teach", "--lesson", name] => rooms(options, Some(Tutor::at(name).map_err(usage)?)),
        ["edit", file] => edit::run(edit::Edit::of(Some(file.into()), None, options)),
        ["edit", "--task", file] => edit::run(edit::Edit::of(None, Some(file.into()), options)),
        ["run", file] => run::run(run::Run::of(file.into(), false)),
        ["run", "--step", file] => run::run(run::Run::of(file.into(), true)),
        ["original"] => original::run(original::Original::of(Machine::usual())),
        _ => Err(usage("the workshop has no such command")),
    }
}

/// Alternates between editor and lessons. Ends when the student wants to drop stones on a lesson's board: the
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_page_does_not_ask_for_is_refused() {
        for words in [
            &["othello"][..],
            &["run"],
            &["teach", "--lesson", "no such"],
        ] {
            assert!(matches!(start(words), Err(Failure::Usage(_))), "{words:?}");
        }
    }
}
