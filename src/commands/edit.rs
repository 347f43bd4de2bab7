//! `qipan edit`: the editor for a C program.

use std::path::PathBuf;

use crate::play::editor::Editor;
use crate::play::paper::Paper;
use crate::tutor::sources::source;
use lexopt::prelude::*;

use super::options::Options;
use super::{Failure, complain, failed, usage};

/// Opens the editor on the file that is named.
pub fn run(mut args: lexopt::Parser) -> Result<(), Failure> {
    let (mut options, mut file) = (Options::default(), None);
    while let Some(arg) = args.next()? {
        match arg {
            Value(name) if file.is_none() => file = Some(PathBuf::from(name)),
            Long(name) => {
                let name = name.to_string();
                options.take(&name, &mut args)?;
            }
            arg => return Err(arg.unexpected().into()),
        }
    }
    let file = file.ok_or_else(|| usage("edit needs the name of a file"))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let ours = source(&name).map_or("", |source| source.text);
    let (mut opened, mut left) = (Ok(()), None);
    options.run(|session| {
        let paper = Paper::of_file(&session.keeper, &file);
        match Editor::open(paper, ours) {
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
