//! The first screen of the editor: a new program, the examples, and the files that were opened last.

use std::path::{Path, PathBuf};

use super::sheet::Editor;
use crate::play::dialog;
use crate::play::files::{self, PROGRAMS};
use crate::play::help;
use crate::play::session::Session;
use crate::play::source_file::SourceFile;
use crate::screen::panel;
use lessons::tutor::sources::source;
use turbo::dos::{Console, Quit};
use turbo::examples::{EXAMPLES, NEW};

/// What a new program is called until it is saved, as in Turbo C.
const NO_NAME: &str = "NONAME.C";

/// What a line of the list opens.
enum Choice {
    /// A program of this name in the user's folder, which begins as this text.
    Ours(&'static str, &'static str),
    File(PathBuf),
    Open,
}

/// Offers programs to edit until the user leaves. Where a folder is named its list is shown first.
pub fn start(session: &mut Session<'_>, folder: Option<&Path>) -> Result<(), Quit> {
    let page = session.console.turn_to(help::EDITOR);
    panel::ground(
        session.console.screen(),
        session.settings.theme,
        "C programs",
    );
    if let Some(folder) = folder
        && let Some(file) = files::choose_file(&mut session.console, &PROGRAMS, &whole(folder))?
    {
        edit_file(session, &file)?;
    }
    let mut chosen = 0;
    loop {
        panel::ground(
            session.console.screen(),
            session.settings.theme,
            "C programs",
        );
        let choices = choices(session)?;
        let lines: Vec<String> = choices.iter().map(line_of).collect();
        let picked = dialog::pick(
            &mut session.console,
            "What do you want to edit?",
            &lines,
            &mut chosen,
        )?;
        let Some(n) = picked else {
            session.console.turn_to(page);
            return Ok(());
        };
        match &choices[n] {
            Choice::Ours(name, text) => {
                let file = SourceFile::of_source(&session.keeper, name);
                edit(session, file, text)?;
            }
            Choice::File(file) => edit_file(session, file)?,
            Choice::Open => {
                if let Some(file) = files::open_file(session, &PROGRAMS, &whole(Path::new(".")))? {
                    edit_file(session, &file)?;
                }
            }
        }
    }
}

/// The path from the root on, so that one can go up from it.
fn whole(folder: &Path) -> PathBuf {
    std::path::absolute(folder).unwrap_or(folder.to_path_buf())
}

fn choices(session: &mut Session<'_>) -> Result<Vec<Choice>, Quit> {
    let examples = EXAMPLES
        .iter()
        .map(|example| Choice::Ours(example.name, example.text));
    let last = files::last_files(session, &PROGRAMS)?;
    let new = [Choice::Ours(NO_NAME, NEW), Choice::Open];
    Ok(new
        .into_iter()
        .chain(last.into_iter().map(Choice::File))
        .chain(examples)
        .collect())
}

fn line_of(choice: &Choice) -> String {
    match choice {
        Choice::Ours(NO_NAME, _) => "New program   it draws a circle to begin with".to_string(),
        Choice::Ours(name, _) => {
            let example = EXAMPLES.iter().find(|example| example.name == *name);
            let about = example.map_or("", |example| example.about);
            format!("{name:12}  Example: {about}")
        }
        Choice::File(file) => {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let folder = file.parent().unwrap_or(Path::new("")).display().to_string();
            format!(
                "{:12}  {}",
                files::fitted(&name, 12),
                files::fitted(&folder, 52)
            )
        }
        Choice::Open => "Open a file   from a folder".to_string(),
    }
}

fn edit_file(session: &mut Session<'_>, file: &Path) -> Result<(), Quit> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let ours = source(&name).map_or("", |source| source.text);
    let file = SourceFile::of_file(&session.keeper, file);
    edit(session, file, ours)
}

/// Edits a file. If it is there afterwards it heads the list of the last ones.
fn edit(session: &mut Session<'_>, file: SourceFile, ours: &str) -> Result<(), Quit> {
    let path = file.path().map(Path::to_path_buf);
    match Editor::open(file, ours) {
        Ok(mut editor) => editor.run(session)?,
        Err(why) => return dialog::tell(&mut session.console, &dialog::sentence(&why)),
    }
    match path {
        Some(path) if path.is_file() => files::opened(session, &PROGRAMS, &path),
        _ => Ok(()),
    }
}
