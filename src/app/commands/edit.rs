//! `qipan edit`: the editor for a C program.

use std::path::PathBuf;

use crate::play::editor::Editor;
use crate::play::source_file::SourceFile;
use lessons::tutor::sources::source;

use super::options::Options;
use super::{Failure, complain, failed};

/// The program to edit.
#[derive(clap::Args)]
pub(crate) struct Edit {
    /// The C program.
    #[arg(value_name = "FILE.C")]
    file: PathBuf,
    #[command(flatten)]
    options: Options,
}

/// Opens the editor on the file.
pub(crate) fn run(Edit { file, options }: Edit) -> Result<(), Failure> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let ours = source(&name).map_or("", |source| source.text);
    let (mut opened, mut left) = (Ok(()), None);
    options.run(|session| {
        let file = SourceFile::of_file(&session.keeper, &file);
        match Editor::open(file, ours) {
            Ok(mut editor) => {
                let edited = editor.run(session);
                left = editor.is_changed().then(|| session.keeper.keeps());
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
        Some(true) => complain(&format!(
            "{} was not saved; what you typed is kept, and is there when you edit it again",
            file.display()
        )),
        Some(false) => complain(&format!("{} was not saved", file.display())),
        None => {}
    }
    Ok(())
}
