//! `qipan edit`: the editor for a C program.

use std::path::PathBuf;

use crate::dos::Quit;
use crate::play::editor::{Editor, Left};
use crate::play::paper::Paper;
use crate::play::session::Session;
use crate::tutor::sources::source;

use super::options::Options;
use super::{Failure, complain, failed};

/// Edits until the user leaves; a difference that the check has found is looked at in the text.
fn edit(editor: &mut Editor, session: &mut Session<'_>) -> Result<(), Quit> {
    while let Left::Step(difference) = editor.run(session)?.left {
        editor.go_to_line(difference.line);
    }
    Ok(())
}

/// The program to edit.
#[derive(clap::Args)]
pub struct Edit {
    /// The C program.
    #[arg(value_name = "FILE.C")]
    file: PathBuf,
    #[command(flatten)]
    options: Options,
}

/// Opens the editor on the file.
pub fn run(Edit { file, options }: Edit) -> Result<(), Failure> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let ours = source(&name).map_or("", |source| source.text);
    let (mut opened, mut left) = (Ok(()), None);
    options.run(|session| {
        let paper = Paper::of_file(&session.keeper, &file);
        match Editor::open(paper, ours) {
            Ok(mut editor) => {
                let edited = edit(&mut editor, session);
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
