//! The first screen of the editor: a new program, recent files and the examples.

use std::iter;
use std::path::{Path, PathBuf};

use super::sheet::Editor;
use crate::play::dialog;
use crate::play::files::{self, PROGRAMS};
use crate::play::help;
use crate::play::profile::Profile;
use crate::play::session::Session;
use crate::play::source_file::SourceFile;
use lessons::tutor::sources::{Source, source};
use screen::panel;
use turbo::dos::{Console, Quit};
use turbo::examples::{EXAMPLES, Example, new_program};
use words::say;

enum Choice {
    New,
    Open,
    File(PathBuf),
    Example(&'static Example),
}

/// Offers programs to edit until the user leaves. With a folder, lists its files first.
pub fn start(session: &mut Session<'_>, folder: Option<&Path>) -> Result<(), Quit> {
    let page = session.console.turn_to(help::EDITOR);
    if let Some(folder) = folder {
        let mut begin = absolute(folder);
        draw_background(session);
        while let Some(file) = files::choose_file(&mut session.console, &PROGRAMS, &begin)? {
            edit_file(session, &file)?;
            begin = file;
            draw_background(session);
        }
    }
    let mut chosen = 0;
    loop {
        draw_background(session);
        let choices = choices(session)?;
        let lines: Vec<String> = choices.iter().map(line_of).collect();
        let title = say!("What do you want to edit?");
        let Some(n) = dialog::pick(&mut session.console, (title, ""), &lines, &mut chosen)? else {
            session.console.turn_to(page);
            return Ok(());
        };
        match &choices[n] {
            Choice::New => {
                let file = new_file(&session.profile);
                edit(session, file, new_program())?;
            }
            Choice::Open => {
                while let Some(file) = files::open_file(session, &PROGRAMS, &absolute(Path::new(".")))? {
                    edit_file(session, &file)?;
                    draw_background(session);
                }
            }
            Choice::File(file) => edit_file(session, file)?,
            Choice::Example(example) => {
                let file = SourceFile::of_source(&session.profile, example.name);
                edit(session, file, example.translated())?;
            }
        }
    }
}

fn draw_background(session: &mut Session<'_>) {
    let theme = session.settings.theme;
    panel::ground(session.console.screen(), theme, say!("C programs"));
}

/// Returns a new file in the user's programs folder, under the first unused one of Turbo C's default names.
pub(super) fn new_file(profile: &Profile) -> SourceFile {
    let numbered = (1..).map(|n| format!("NONAME{n}.C"));
    let mut files =
        iter::once("NONAME.C".to_string()).chain(numbered).map(|name| SourceFile::of_source(profile, &name));
    let free = files.find(SourceFile::is_new);
    free.expect("there are more numbers than files")
}

/// Returns the absolute path, so that the user can go up to parent folders.
pub(super) fn absolute(folder: &Path) -> PathBuf {
    std::path::absolute(folder).unwrap_or(folder.to_path_buf())
}

fn choices(session: &mut Session<'_>) -> Result<Vec<Choice>, Quit> {
    let last = files::last_files(session, &PROGRAMS)?;
    let last = last.into_iter().map(Choice::File);
    let examples = EXAMPLES.iter().map(Choice::Example);
    let first = [Choice::New, Choice::Open].into_iter();
    Ok(first.chain(last).chain(examples).collect())
}

fn line_of(choice: &Choice) -> String {
    match choice {
        Choice::New => say!("New program   starts with a circle").to_string(),
        Choice::Open => say!("Open a file   from a folder").to_string(),
        Choice::Example(example) => {
            say!(
                "{example}  Example: {about}",
                example = format_args!("{:12}", example.name),
                about = words::translate(example.about)
            )
        }
        Choice::File(file) => {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let folder = file.parent().unwrap_or(Path::new("")).display().to_string();
            format!("{:12}  {}", files::shorten(&name, 12), files::shorten(&folder, 52))
        }
    }
}

pub(super) fn edit_file(session: &mut Session<'_>, file: &Path) -> Result<(), Quit> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let ours = source(&name).map_or("", Source::translated);
    let file = SourceFile::of_file(&session.profile, file);
    edit(session, file, ours)
}

/// Edits a file, and makes it the most recent one before the first key, so that a crash leaves it on the list.
pub(super) fn edit(session: &mut Session<'_>, file: SourceFile, ours: &str) -> Result<(), Quit> {
    if let Some(path) = file.path() {
        files::opened(session, &PROGRAMS, path)?;
    }
    match Editor::open(file, ours) {
        Ok(mut editor) => editor.run(session),
        Err(why) => dialog::tell(&mut session.console, &dialog::sentence(&why)),
    }
}
