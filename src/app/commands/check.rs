//! `qipan check`: the functions of C programs, held against ours.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::players::cores;
use lessons::check::{Verdict, Wrong, check};
use turbo::c::{Message, Program, Severity};

use super::failure::quoted;
use super::input::text;
use super::{Failure, assignment, print};

/// The files to check.
#[derive(clap::Args)]
pub(crate) struct Check {
    /// Print an object of JSON for each file.
    #[arg(long)]
    json: bool,
    /// Hold the programs against an assignment instead: the text file of a task.
    #[arg(long, value_name = "FILE")]
    task: Option<PathBuf>,
    /// The C programs.
    #[arg(value_name = "FILE.C", required = true)]
    files: Vec<PathBuf>,
}

/// Checks the files, and prints a line for each function. Status 1 if one of them is wrong.
pub(crate) fn run(Check { json, task, files }: Check) -> Result<(), Failure> {
    if let Some(task) = task {
        return assignment::check(&task, &files, json);
    }
    let all = files.len() > 1;
    let mut right = true;
    for (file, checked) in files.iter().zip(check_all(&files)) {
        right &= checked.is_right();
        let name = file.display().to_string();
        let lines = match json {
            true => vec![checked.json(&name)],
            false => checked.lines(&name, all),
        };
        for line in lines {
            print(&line)?;
        }
    }
    match right {
        true => Ok(()),
        false => Err(Failure::Told(1)),
    }
}

/// What came out for a file.
enum Checked {
    /// It cannot be read.
    Unread(String),
    /// It is no right C.
    Wrong(Vec<Message>),
    /// Its functions.
    Functions(Vec<Verdict>),
}

/// Checks files on all cores.
fn check_all(files: &[PathBuf]) -> Vec<Checked> {
    let cores = cores::all().get();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            match files.get(n) {
                Some(file) => done.push((n, check_file(file))),
                None => return done,
            }
        }
    };
    let mut all: Vec<(usize, Checked)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores.min(files.len()))
            .map(|_| scope.spawn(work))
            .collect();
        let done = workers.into_iter();
        done.flat_map(|worker| worker.join().expect("a check does not panic"))
            .collect()
    });
    all.sort_by_key(|(n, _)| *n);
    all.into_iter().map(|(_, checked)| checked).collect()
}

fn check_file(file: &Path) -> Checked {
    let text = match text(file) {
        Ok(text) => text,
        Err(why) => return Checked::Unread(why),
    };
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match Program::compile(&name, &text) {
        Ok(program) => Checked::Functions(check(&program)),
        Err(messages) => Checked::Wrong(messages),
    }
}

impl Checked {
    fn is_right(&self) -> bool {
        match self {
            Checked::Functions(verdicts) => {
                !verdicts.is_empty() && verdicts.iter().all(Verdict::is_right)
            }
            Checked::Unread(_) | Checked::Wrong(_) => false,
        }
    }

    /// As lines for people: of one file with the position in which a function differs, of many each with its name.
    fn lines(&self, name: &str, many: bool) -> Vec<String> {
        let named = |line: String| match many {
            true => format!("{name}: {line}"),
            false => line,
        };
        match self {
            Checked::Unread(why) => vec![format!("{name}: {why}")],
            Checked::Wrong(messages) if many => {
                let errors = messages.iter().filter(|m| m.severity == Severity::Error);
                let (first, count) = (&messages[0], errors.count());
                vec![named(format!("{count} errors, the first: {first}"))]
            }
            Checked::Wrong(messages) => messages.iter().map(Message::to_string).collect(),
            Checked::Functions(verdicts) if verdicts.is_empty() => {
                vec![format!("{name}: none of its functions is one of ours")]
            }
            Checked::Functions(verdicts) => {
                let lines = verdicts.iter().flat_map(|verdict| {
                    let details = match verdict.difference() {
                        Some(difference) if !many => Some(difference.to_string()),
                        _ => None,
                    };
                    [Some(named(verdict.to_string())), details]
                });
                lines.flatten().collect()
            }
        }
    }

    /// As an object of JSON in one line.
    fn json(&self, name: &str) -> String {
        let right = self.is_right();
        let rest = match self {
            Checked::Unread(why) => format!("\"error\":{}", quoted(&why.to_string())),
            Checked::Wrong(messages) => {
                let messages = messages.iter().map(|message| {
                    let Message { line, text, .. } = message;
                    let severity = format!("{:?}", message.severity).to_lowercase();
                    format!(
                        "{{\"severity\":{},\"line\":{line},\"text\":{}}}",
                        quoted(&severity),
                        quoted(text)
                    )
                });
                format!("\"messages\":{}", list(messages))
            }
            Checked::Functions(verdicts) => {
                format!("\"functions\":{}", list(verdicts.iter().map(object)))
            }
        };
        format!("{{\"file\":{},\"right\":{right},{rest}}}", quoted(name))
    }
}

/// A function as an object of JSON.
fn object(verdict: &Verdict) -> String {
    let Verdict {
        function,
        right,
        of,
        wrong,
    } = verdict;
    let rest = match wrong {
        None => String::new(),
        Some(Wrong::Unfit(why)) => format!(",\"error\":{}", quoted(&why.to_string())),
        Some(Wrong::Differs(difference)) => {
            let board = list(difference.board.iter().map(|row| quoted(row)));
            format!(
                ",\"call\":{},\"board\":{board},\"ours\":{},\"theirs\":{},\"line\":{},\"step\":{}",
                quoted(&difference.call),
                quoted(&difference.ours),
                quoted(&difference.theirs),
                difference.line,
                difference.step
            )
        }
    };
    format!("{{\"function\":\"{function}\",\"right\":{right},\"of\":{of}{rest}}}")
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<String>>().join(","))
}
