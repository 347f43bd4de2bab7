//! A teacher's assignment, a text file for `edit --task` and `check --task`.

use std::path::Path;

use lessons::check::tasks::{Checked, Task};
use turbo::c::Program;

use super::failure::quoted;
use super::input::text;
use super::{Failure, failed, print};
use words::say;

/// Reads a task from a file. The student's progress stores the task under the file's name.
pub(super) fn read(file: &Path) -> Result<Task, Failure> {
    let (text, _) = text(file).map_err(|why| failed(format!("{}: {why}", file.display())))?;
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let word: String = stem.split_whitespace().collect::<Vec<_>>().join("-");
    let task = Task::read(&format!("task:{word}"), &text);
    task.map_err(|why| failed(format!("{}, {why}", file.display())))
}

/// Checks programs against the task in a file and prints one line per program. Fails with status 1 if any
/// program is wrong.
pub(super) fn check(file: &Path, programs: &[impl AsRef<Path>], json: bool) -> Result<(), Failure> {
    let task = read(file)?;
    let mut all = true;
    for program in programs {
        let program = program.as_ref();
        let name = program.display().to_string();
        let (right, said) = checked(&task, program);
        all &= right;
        let line = match (json, right) {
            (true, _) => format!(
                "{{\"file\":{},\"task\":{},\"right\":{right},\"said\":{}}}",
                quoted(&name),
                quoted(&task.title),
                quoted(&said)
            ),
            (false, true) => say!("{name}: right", name),
            (false, false) => say!("{name}: not yet. {said}", name, said),
        };
        print(&line)?;
    }
    match all {
        true => Ok(()),
        false => Err(Failure::Reported(1)),
    }
}

/// Checks a program. Returns whether it is right, and a message.
fn checked(task: &Task, program: &Path) -> (bool, String) {
    let compiled = text(program).map_err(|why| why.to_string()).and_then(|(text, encoding)| {
        let compiled = Program::build_in(encoding, &[(&task.file, &text)], &|_| Ok(None));
        compiled.map_err(|messages| {
            let first = messages.first().map_or(String::new(), ToString::to_string);
            say!("It does not compile: {first}.", first)
        })
    });
    match compiled.map(|program| task.check(&program)) {
        Ok(Checked::Right(said)) => (true, said),
        Ok(Checked::Wrong(failure)) => (false, failure.text),
        Err(why) => (false, why),
    }
}
