//! `qipan edit`: the editor for a C program.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::play::editor::{self, Editor};
use crate::play::source_file::SourceFile;
use lessons::tutor::sources::{Source, source};

use super::options::Options;
use super::{Failure, assignment, complain, failed};
use words::say;

#[derive(clap::Args)]
pub(crate) struct Edit {
    /// The C program, or a folder to choose from. Without it the editor offers a new program, examples and
    /// recent files; with --task the program is in the folder of the task.
    #[arg(value_name = "FILE.C")]
    pub(super) file: Option<PathBuf>,
    /// The text file of an assignment. F6 shows the task, and Ctrl+F10 checks the program.
    #[arg(long, value_name = "FILE")]
    pub(super) task: Option<PathBuf>,
    /// Run the program first.
    #[arg(long, requires = "file")]
    pub(super) run: bool,
    #[command(flatten)]
    pub(super) options: Options,
}

pub(crate) fn run(asked: Edit) -> Result<(), Failure> {
    let Edit { options, .. } = asked;
    if asked.task.is_none() && asked.file.as_deref().is_none_or(Path::is_dir) {
        return options.run(|session| editor::start(session, asked.file.as_deref()));
    }
    let task = asked.task.as_deref().map(assignment::read).transpose()?;
    let task = task.map(Arc::new);
    let beside = || {
        let folder = asked.task.as_deref().and_then(Path::parent);
        let name = task.as_ref().map_or("", |task| task.file.as_str());
        folder.unwrap_or(Path::new("")).join(name)
    };
    let file = asked.file.clone().unwrap_or_else(beside);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let ours = match &task {
        Some(task) => task.skeleton.as_str(),
        None => source(&name).map_or("", Source::translated),
    };
    let (mut opened, mut left) = (Ok(()), None);
    options.run(|session| {
        let file = SourceFile::of_file(&session.profile, &file);
        match Editor::open(file, ours) {
            Ok(mut editor) => {
                if let Some(task) = &task {
                    editor.work_on(task.clone());
                }
                if asked.run {
                    editor.run_program(&mut session.console, true)?;
                }
                let edited = editor.run(session);
                left = editor.is_changed().then(|| session.profile.keeps());
                edited
            }
            Err(why) => {
                opened = Err(failed(why));
                Ok(())
            }
        }
    })?;
    opened?;
    match left {
        Some(true) => complain(&say!(
            "{file} was not saved; your text is kept for the next time you edit it",
            file = file.display()
        )),
        Some(false) => complain(&say!("{file} was not saved", file = file.display())),
        None => {}
    }
    Ok(())
}
