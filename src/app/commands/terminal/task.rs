//! `qipan task`: checks an assignment before the class gets it.

use std::path::PathBuf;

use lessons::check::tasks::{Mutant, student_copy};

use crate::commands::input::text;
use crate::commands::progress::write;
use crate::commands::{Failure, assignment, failed, print};
use words::say;

#[derive(clap::Args)]
pub(crate) struct Task {
    /// Write a copy for the students: without hidden tests, and with a solution that cannot be read by
    /// accident.
    #[arg(long, value_name = "COPY")]
    student: Option<PathBuf>,
    /// The text file of the task.
    #[arg(value_name = "FILE", required = true)]
    file: PathBuf,
}

/// Runs the solution on the tests, and reports tests and changes of the solution that have no effect.
pub(crate) fn run(Task { student, file }: Task) -> Result<(), Failure> {
    let task = assignment::read(&file)?;
    if let Some(copy) = student {
        let (text, _) = text(&file).map_err(|why| failed(format!("{}: {why}", file.display())))?;
        return write(&copy, student_copy(&task, &text).as_bytes());
    }
    print(&say!("The solution passes all tests."))?;
    let Some(survey) = task.survey() else {
        return print(&say!("The task has no solution whose operators could be changed."));
    };
    let (copies, found) = (survey.copies, survey.copies - survey.passing.len());
    print(&say!("{found} of {copies} copies with one operator changed fail a test.", found, copies))?;
    for Mutant { line, text, from, to } in &survey.passing {
        print(&say!(
            "Warning: no test notices {to} for {from} in line {line}: {text}",
            to,
            from,
            line,
            text
        ))?;
    }
    for (line, name) in &survey.idle {
        print(&say!(
            "Warning: every copy with one operator changed passes the test '{name}' in line {line} of the file.",
            name,
            line
        ))?;
    }
    Ok(())
}
