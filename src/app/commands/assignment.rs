//! A teacher's assignment, a text file for `edit --task` and `check --task`.

use std::path::Path;

use lessons::check::tasks::Task;

use super::input::text;
use super::{Failure, failed};

/// Reads a task from a file. The student's progress stores the task under the file's name.
pub(crate) fn read(file: &Path) -> Result<Task, Failure> {
    let (text, _) = text(file).map_err(|why| failed(format!("{}: {why}", file.display())))?;
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let word: String = stem.split_whitespace().collect::<Vec<_>>().join("-");
    let task = Task::read(&format!("task:{word}"), &text).and_then(|task| task.verify().map(|()| task));
    task.map_err(|why| failed(format!("{}, {why}", file.display())))
}
