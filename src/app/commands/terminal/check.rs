//! `qipan check`: compares the functions of C programs with ours, or whole programs with a teacher's
//! solution.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use lessons::check::{Report, against, check, scripts_for};
use players::cores;
use store::files::read_header;
use turbo::c::{Message, Program};

use super::checked::{Checked, HEAD, table};
use crate::commands::input::text;
use crate::commands::options::{Keys, keys};
use crate::commands::{Failure, assignment, print};

#[derive(clap::Args)]
pub(crate) struct Check {
    /// Print a JSON object for each file.
    #[arg(long)]
    json: bool,
    /// Print a line of CSV for each function of each file.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print the position where each function differs, for several files too.
    #[arg(short, long, conflicts_with_all = ["json", "csv"])]
    verbose: bool,
    /// Compare the programs with this solution instead: their screens and output at each wait for a key.
    #[arg(long, value_name = "TEACHER.C")]
    against: Option<PathBuf>,
    /// With --against: the keys to type, such as "Down*3 Enter Esc"; by default they are derived from the
    /// solution.
    #[arg(long, requires = "against", value_parser = keys, value_name = "KEYS", allow_hyphen_values = true)]
    keys: Option<Keys>,
    /// Check the programs by an assignment instead: the text file of a task.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["against", "csv", "verbose"])]
    task: Option<PathBuf>,
    /// The C programs.
    #[arg(value_name = "FILE.C", required = true)]
    files: Vec<PathBuf>,
}

/// Checks the files. Fails with status 1 if any of them is wrong.
pub(crate) fn run(asked: Check) -> Result<(), Failure> {
    if let Some(task) = &asked.task {
        return assignment::check(task, &asked.files, asked.json);
    }
    let all = match &asked.against {
        None => on_all_cores(&asked.files, |file| check_file(file, |program| Ok(check(program)))),
        Some(solution) => hold_against(solution, &asked)?,
    };
    if asked.csv {
        print(&HEAD)?;
    }
    for (file, checked) in asked.files.iter().zip(&all) {
        for line in lines(&asked, &file.display().to_string(), checked) {
            print(&line)?;
        }
    }
    if all.len() > 1 && !asked.csv && !asked.json {
        for line in table(&all) {
            print(&line)?;
        }
    }
    match all.iter().all(Checked::is_right) {
        true => Ok(()),
        false => Err(Failure::Reported(1)),
    }
}

/// Formats the result for a file, in the format that the options ask for.
fn lines(asked: &Check, name: &str, checked: &Checked) -> Vec<String> {
    match asked {
        Check { json: true, .. } => vec![checked.json(name)],
        Check { csv: true, .. } => checked.csv(name),
        Check { files, .. } if files.len() == 1 => checked.details(name),
        Check { verbose: true, .. } => {
            let details = checked.details(name).into_iter();
            let indented = details.map(|lines| format!("  {}", lines.replace('\n', "\n  ")));
            let summary = format!("{name}: {}", checked.summary());
            [summary].into_iter().chain(indented).collect()
        }
        _ => vec![format!("{name}: {}", checked.summary())],
    }
}

/// Checks files in parallel.
fn on_all_cores(files: &[PathBuf], check: impl Fn(&Path) -> Checked + Sync) -> Vec<Checked> {
    let cores = cores::all().get();
    // With one core, start no threads, because the system may not have any.
    if cores == 1 {
        return files.iter().map(|file| check(file)).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            match files.get(n) {
                Some(file) => done.push((n, check(file))),
                None => return done,
            }
        }
    };
    let mut all: Vec<(usize, Checked)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores.min(files.len())).map(|_| scope.spawn(work)).collect();
        let done = workers.into_iter();
        done.flat_map(|worker| worker.join().expect("a check does not panic")).collect()
    });
    all.sort_by_key(|(n, _)| *n);
    all.into_iter().map(|(_, checked)| checked).collect()
}

/// Compares the files with a solution.
fn hold_against(solution: &Path, asked: &Check) -> Result<Vec<Checked>, Failure> {
    let wrong = |checked: Checked| Failure::Failed(format!("{}: {}", solution.display(), checked.summary()));
    let solution = read_program(solution).map_err(wrong)?;
    let scripts = match &asked.keys {
        Some(Keys(keys)) => vec![keys.clone()],
        None => scripts_for(&solution),
    };
    let check = |program: &Program| against(&solution, program, &scripts).map_err(|why| why.to_string());
    Ok(on_all_cores(&asked.files, |file| check_file(file, check)))
}

fn check_file(file: &Path, check: impl Fn(&Program) -> Result<Report, String>) -> Checked {
    let report = read_program(file).map(|program| check(&program));
    match report {
        Ok(Ok(report)) => Checked::Functions(report),
        Ok(Err(why)) => Checked::Unread(why),
        Err(why) => why,
    }
}

/// Compiles a program.
fn read_program(file: &Path) -> Result<Program, Checked> {
    let (text, encoding) = text(file).map_err(|why| Checked::Unread(why.to_string()))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let headers = |name: &str| read_header(file, name);
    Program::build_in(encoding, &[(&name, &text)], &headers)
        .map_err(|messages: Vec<Message>| Checked::Wrong(messages))
}
