//! The editor for C programs, with Turbo C's keys and the usual modern ones.

mod debug;
mod difference;
mod make;
mod reference;
mod search;
mod sheet;
mod start;
mod stepped;

use super::dialog;
use super::files::{self, PROGRAMS};
use super::help;
use super::menu_bar::{self, Menu};
use super::session::Session;
use super::source_file::SourceFile;
use super::subject::at_line;
use ::screen::editor as screen;
use lessons::check::tasks::Task;
use lessons::text::{Text, Way};
use lessons::tutor::progress::Progress;
use lessons::tutor::sources::source;
pub use sheet::Editor;
pub use start::start;
use std::path::Path;
use std::sync::Arc;
use turbo::dos::{Console, Key, Quit, Subject};
use turbo::examples;
use words::{phrase, say};

/// The pause in typing after which the draft is saved, in ms.
const PAUSE: u32 = 700;
/// The number of changes on one line after which the draft is saved.
const CHANGES: u32 = 30;

/// An action of a key or a menu line.
#[derive(Clone, Copy)]
enum Action {
    Leave,
    Change(fn(&mut Text)),
    Do(fn(&mut Editor)),
    Ask(fn(&mut Editor, &mut dyn Console) -> Result<(), Quit>),
    Run(fn(&mut Editor, &mut Session<'_>) -> Result<(), Quit>),
    ForTask(fn(&mut Editor, &mut Session<'_>, &Task) -> Result<(), Quit>),
    /// A debugger key.
    Debug(Key),
}

use Action::{Ask, Change, Debug, Do, ForTask, Leave, Run};

const MENUS: [Menu<Action>; 7] = [
    (
        phrase!("File"),
        &[
            (phrase!("New||a program"), 'n', "", Run(Editor::new_program)),
            (phrase!("Open"), 'o', "F3", Run(Editor::open_program)),
            (phrase!("Save"), 's', "F2", Run(Editor::save)),
            (phrase!("Save as"), 'a', "", Run(Editor::save_as)),
            (phrase!("Supplied version"), 'v', "Ctrl+R", Ask(Editor::back_to_ours)),
            (phrase!("Leave"), 'l', "Esc", Leave),
        ],
    ),
    (
        phrase!("Edit"),
        &[
            (phrase!("Undo||in a text"), 'u', "Ctrl+Z", Do(Editor::undo)),
            (phrase!("Redo"), 'r', "Ctrl+U", Do(Editor::redo)),
            (phrase!("Delete line"), 'd', "Ctrl+Y", Change(Text::delete_line)),
            (phrase!("Insert line"), 'i', "Ctrl+N", Change(Text::insert_line)),
            (phrase!("Delete word"), 'w', "Ctrl+T", Change(Text::delete_word)),
            (phrase!("Cut"), 't', "Ctrl+X", Run(|editor, session| editor.copy(session, true))),
            (phrase!("Copy||a text"), 'c', "Ctrl+C", Run(|editor, session| editor.copy(session, false))),
            (phrase!("Paste"), 'p', "Ctrl+V", Ask(Editor::paste)),
            (phrase!("Colours of keywords"), 'k', "", Run(Editor::switch_keywords)),
        ],
    ),
    (
        phrase!("Search"),
        &[
            (phrase!("Find"), 'f', "Ctrl+F", Ask(Editor::find)),
            (phrase!("Next"), 'n', "Ctrl+L", Do(Editor::find_next)),
            (phrase!("Replace"), 'r', "Ctrl+Q A", Ask(Editor::replace)),
            (phrase!("Go to line"), 'g', "Ctrl+G", Ask(Editor::ask_line)),
        ],
    ),
    (
        phrase!("Run"),
        &[
            (phrase!("Run"), 'r', "Ctrl+F9", Run(Editor::run_or_go_on)),
            (phrase!("Program reset"), 'p', "Ctrl+F2", Do(Editor::reset_program)),
            (phrase!("Go to cursor"), 'g', "F4", Debug(Key::F(4))),
            (phrase!("Trace into"), 't', "F7", Debug(Key::F(7))),
            (phrase!("Step over"), 's', "F8", Debug(Key::F(8))),
            (phrase!("User screen"), 'u', "Alt+F5", Ask(Editor::show_user_screen)),
        ],
    ),
    (
        phrase!("Compile"),
        &[
            (phrase!("Make"), 'm', "F9", Ask(Editor::make)),
            (phrase!("Next mistake"), 'n', "Alt+F7", Do(Editor::next_mistake)),
            (phrase!("Check"), 'c', "Ctrl+F10", Run(Editor::check)),
            (phrase!("The task"), 't', "F6", ForTask(|_, session, task| tell_task(session, task))),
            (phrase!("A hint"), 'h', "Shift+F6", ForTask(Editor::hint)),
        ],
    ),
    (
        phrase!("Debug"),
        &[
            (phrase!("Evaluate"), 'e', "Ctrl+F4", Debug(Key::CtrlF(4))),
            (phrase!("Call stack"), 'c', "Ctrl+F3", Debug(Key::CtrlF(3))),
            (phrase!("Add watch"), 'w', "Ctrl+F7", Debug(Key::CtrlF(7))),
            (phrase!("Breakpoint"), 'b', "Ctrl+F8", Do(Editor::toggle_breakpoint)),
            (phrase!("Stop if"), 's', "Alt+F8", Debug(Key::AltF(8))),
        ],
    ),
    (
        phrase!("Help"),
        &[
            (phrase!("This word"), 't', "Ctrl+F1", Ask(Editor::help_on_word)),
            (phrase!("All words"), 'a', "Shift+F1", Ask(Editor::help_index)),
        ],
    ),
];

const KEYS: [(&str, &str); 7] = [
    ("F2", phrase!("Save")),
    ("F9", phrase!("Make")),
    ("Ctrl+F9", phrase!("Run")),
    ("F7", phrase!("Step")),
    ("F10", phrase!("Menu")),
    ("Ctrl+F1", phrase!("This word")),
    ("Esc", phrase!("Leave")),
];

const TASK_KEYS: [(&str, &str); 7] = [
    ("F6", phrase!("Task")),
    ("Shift+F6", phrase!("Hint")),
    ("F7", phrase!("Step")),
    ("Ctrl+F9", phrase!("Run")),
    ("Ctrl+F10", phrase!("Check")),
    ("F10", phrase!("Menu")),
    ("Esc", phrase!("Leave")),
];

/// Opens the user's version of a supplied source at a line in the editor. A new version starts as the text
/// `ours`. Returns the edited text.
pub fn edit(session: &mut Session<'_>, name: &str, ours: &str, line: usize) -> Result<String, Quit> {
    open(session, name, ours, |editor| editor.go_to_line(line))
}

/// Opens the program of a task in the editor, where Ctrl+F10 checks it. A task that starts from a supplied source
/// has its own copy of the file, so that tasks do not overwrite each other's programs.
pub(crate) fn work(session: &mut Session<'_>, task: &Arc<Task>) -> Result<String, Quit> {
    let file = match source(&task.file) {
        Some(_) => format!("TASK-{}.C", task.name.to_ascii_uppercase()),
        None => task.file.clone(),
    };
    open(session, &file, &task.skeleton, |editor| editor.work_on(task.clone()))
}

fn open(
    session: &mut Session<'_>,
    name: &str,
    ours: &str,
    prepare: impl FnOnce(&mut Editor),
) -> Result<String, Quit> {
    let file = SourceFile::of_source(&session.profile, name);
    let opened = Editor::open(file, ours).map_err(|why| dialog::sentence(&why));
    let Some(mut editor) = dialog::or_tell(&mut session.console, Some(opened))? else {
        return Ok(ours.to_string());
    };
    prepare(&mut editor);
    editor.run(session)?;
    Ok(editor.text())
}

/// Shows the next hint after the `shown` earlier ones, and records its use. Returns the number of hints shown
/// so far.
pub(crate) fn show_hint(session: &mut Session<'_>, task: &Task, shown: usize) -> Result<usize, Quit> {
    let count = task.hints.len();
    let n = shown % count.max(1);
    let Some(hint) = task.hints.get(n) else {
        dialog::tell(&mut session.console, say!("There are no hints for this task."))?;
        return Ok(0);
    };
    let made = |made: &mut Progress| made.hint(&task.name, n as u32 + 1);
    session.profile.progress_made(made);
    let text = say!("Hint {n} of {count}: {hint}", n = n + 1, count, hint);
    dialog::tell(&mut session.console, &text)?;
    Ok(n + 1)
}

fn tell_task(session: &mut Session<'_>, task: &Task) -> Result<(), Quit> {
    let text = say!(
        "{task} (Ctrl+F10 checks your solution. F6 shows this again, Shift+F6 a hint.)",
        task = task.text
    );
    dialog::tell(&mut session.console, &text)
}

impl Editor {
    /// Sets the task that Ctrl+F10 checks.
    pub(crate) fn work_on(&mut self, task: Arc<Task>) {
        self.ours = Some(task.skeleton.clone());
        self.task = Some(task);
    }

    /// Edits until the user leaves.
    pub fn run(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let left = session.with_help(help::EDITOR, |session| self.edit(session));
        self.keep();
        left
    }

    fn edit(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        self.keywords = session.settings.keywords;
        if let Some(task) = self.task.clone() {
            self.draw(session.console.screen(), &TASK_KEYS, None);
            tell_task(session, &task)?;
        }
        loop {
            let key = self.next_key(&mut session.console)?;
            self.note.clear();
            self.marked = None;
            let (lines, line) = (self.text.lines().len(), self.text.cursor().line);
            let selects = key != key.without_shift();
            self.anchor = self.anchor.or(selects.then(|| self.text.cursor()));
            let before = self.anchor;
            match self.action_of_key(&mut session.console, key)? {
                None => {}
                Some(Leave) => return Ok(()),
                Some(Change(how)) => self.change(how),
                Some(Do(act)) => act(self),
                Some(Ask(act)) => act(self, &mut session.console)?,
                Some(Run(act)) => act(self, session)?,
                Some(ForTask(act)) => match self.task.clone() {
                    Some(task) => act(self, session, &task)?,
                    None => {
                        self.note = say!("This file has no task. Each lesson of the tutor ends with one.")
                            .to_string();
                    }
                },
                Some(Debug(key)) => self.debug(session, key)?,
            }
            if !selects && self.anchor == before {
                self.anchor = None;
            }
            let more = self.text.lines().len() as isize - lines as isize;
            let at = line.min(self.text.cursor().line) + 1;
            self.stepped.shift(at, more);
            if self.changes >= CHANGES || self.changes > 0 && self.text.cursor().line != self.line {
                self.keep();
            }
            self.line = self.text.cursor().line;
        }
    }

    /// Shows the text and waits for a key. Saves the draft when the user pauses.
    fn next_key(&mut self, console: &mut dyn Console) -> Result<Key, Quit> {
        let keys = if self.task.is_some() { &TASK_KEYS[..] } else { &KEYS[..] };
        self.draw(console.screen(), keys, None);
        console.set_subject(&self.subject());
        if self.changes > 0
            && let Some(key) = console.text_key_within(PAUSE)?
        {
            return Ok(key);
        }
        self.keep();
        console.text_key()
    }

    /// Describes the cursor's line, with a link that opens the text again. If the editor was opened for a
    /// task, the link is the task's.
    fn subject(&self) -> Subject {
        let link = if self.task.is_some() { ("task", String::new()) } else { ("c", self.text()) };
        let cursor = self.text.cursor();
        let at = cursor.line;
        let line: String = self.text.lines()[at].iter().collect();
        let (top, left) = self.corner;
        let seen = (self.text.column(cursor) - left, at - top);
        Subject {
            link: Some(link),
            cursor: Some(screen::cursor_at(seen)),
            is_text: true,
            ..at_line(at + 1, &line)
        }
    }

    /// Returns the action of a key. Keys that type or move the cursor take effect here and return `None`.
    fn action_of_key(&mut self, console: &mut dyn Console, key: Key) -> Result<Option<Action>, Quit> {
        let action = match key {
            Key::F(10) => self.menu(console, None)?,
            Key::Alt(hot) => match menu_bar::opened_by(&MENUS, hot) {
                None => action(key),
                menu => self.menu(console, menu)?,
            },
            Key::Ctrl('q') => self.second_key(console)?,
            key => action(key),
        };
        if action.is_none() {
            self.type_key(key);
        }
        Ok(action)
    }

    /// Handles the key after Ctrl+Q.
    fn second_key(&mut self, console: &mut dyn Console) -> Result<Option<Action>, Quit> {
        self.note = say!("Ctrl+Q: F finds, A replaces, Y deletes to the end of the line").to_string();
        self.draw(console.screen(), &[], None);
        self.note.clear();
        let key = console.getkey()?;
        let letter = match key {
            Key::Ctrl(c) => Some(c.to_ascii_lowercase()),
            key => key.letter(),
        };
        match letter {
            Some('f') => return Ok(Some(Ask(Editor::find))),
            Some('a') => return Ok(Some(Ask(Editor::replace))),
            Some('y') => self.change(Text::delete_to_end),
            Some('r') => self.text.go(Way::Start),
            Some('c') => self.text.go(Way::End),
            _ => {}
        }
        Ok(None)
    }

    /// Opens the menu bar. Without a task, the menus omit the lines about tasks.
    fn menu(&mut self, console: &mut dyn Console, menu: Option<usize>) -> Result<Option<Action>, Quit> {
        let has_task = self.task.is_some();
        menu_bar::choose(console, &MENUS, menu, |action| has_task || !matches!(action, ForTask(_)))
    }

    /// Handles a key that moves the cursor or types.
    fn type_key(&mut self, key: Key) {
        let page = screen::ROWS[0] as isize - 1;
        let replaces = matches!(key, Key::Char(_) | Key::Space | Key::Enter | Key::Tab);
        if replaces || matches!(key, Key::Backspace | Key::Delete) {
            let is_deleted = self.delete_selection();
            if is_deleted && !replaces {
                return;
            }
        }
        let text = &mut self.text;
        match key.without_shift() {
            Key::CtrlUp => self.scroll(-1),
            Key::CtrlDown => self.scroll(1),
            Key::Up => text.go_lines(-1),
            Key::Down => text.go_lines(1),
            Key::PageUp => text.go_lines(-page),
            Key::PageDown => text.go_lines(page),
            Key::Left => text.go(Way::Left),
            Key::Right => text.go(Way::Right),
            Key::CtrlLeft => text.go(Way::WordLeft),
            Key::CtrlRight => text.go(Way::WordRight),
            Key::Home => text.go(Way::LineStart),
            Key::End => text.go(Way::LineEnd),
            Key::CtrlHome | Key::CtrlPageUp => text.go(Way::Start),
            Key::CtrlEnd | Key::CtrlPageDown => text.go(Way::End),
            Key::Insert => text.inserting = !text.inserting,
            Key::Backspace => self.change(Text::backspace),
            Key::Delete => self.change(Text::delete),
            Key::Enter => self.change(Text::enter),
            Key::Tab => self.change(Text::tab),
            Key::Space => self.type_char(' '),
            Key::Char(c) => self.type_char(c),
            _ => {}
        }
    }

    /// Deletes the selection. Returns false if there is none.
    fn delete_selection(&mut self) -> bool {
        let selection = self.selection();
        if let Some((from, to)) = selection {
            self.change(|text| text.delete_range(from, to));
        }
        selection.is_some()
    }

    /// Copies the selection to the clipboard; with `cuts` also deletes it.
    fn copy(&mut self, session: &mut Session<'_>, cuts: bool) -> Result<(), Quit> {
        let Some((from, to)) = self.selection() else {
            self.note = say!("Select a text first: hold Shift and press the arrow keys.").to_string();
            return Ok(());
        };
        self.note = files::copy_text(session, self.text.between(from, to), say!("Copied."))?;
        if cuts {
            self.delete_selection();
        }
        Ok(())
    }

    /// Inserts the text of the clipboard in place of the selection.
    fn paste(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        match files::pasted_text(console)? {
            Ok(pasted) => {
                self.delete_selection();
                self.changes += 1;
                if let Err(why) = self.text.insert(&pasted) {
                    self.note = dialog::sentence(&why);
                }
            }
            Err(why) => self.note = why,
        }
        Ok(())
    }

    fn type_char(&mut self, c: char) {
        match self.text.type_char(c) {
            Ok(()) => self.changes += 1,
            Err(why) => self.note = dialog::sentence(&why),
        }
    }

    fn undo(&mut self) {
        match self.text.undo() {
            true => self.changes += 1,
            false => self.note = say!("There is nothing to undo.").to_string(),
        }
    }

    fn redo(&mut self) {
        match self.text.redo() {
            true => self.changes += 1,
            false => self.note = say!("There is nothing to redo.").to_string(),
        }
    }

    fn switch_keywords(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        self.keywords = !self.keywords;
        session.settings.keywords = self.keywords;
        session.profile.keep_settings(&session.settings);
        Ok(())
    }

    /// Shows the next hint. After the last hint, starts again with the first.
    fn hint(&mut self, session: &mut Session<'_>, task: &Task) -> Result<(), Quit> {
        self.hints = show_hint(session, task, self.hints)?;
        Ok(())
    }

    /// Saves the text. As in Turbo C, asks for the name of a new program.
    fn save(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let is_new = self.file.path().is_some_and(|path| !path.exists());
        if is_new && self.file.name().starts_with("NONAME") {
            return self.save_as(session);
        }
        self.write();
        Ok(())
    }

    fn write(&mut self) {
        self.note = self.file.save(&mut self.text).unwrap_or_else(|why| why);
        self.changes = 0;
    }

    /// Opens a new program in an editor of its own; leaving it returns to this one.
    fn new_program(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        self.keep();
        let file = start::new_file(&session.profile);
        start::edit(session, file, examples::new_program())
    }

    /// Opens a file in an editor of its own; leaving it returns to this one.
    fn open_program(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        self.keep();
        let folder = self.file.path().and_then(Path::parent).unwrap_or(Path::new("."));
        match files::open_file(session, &PROGRAMS, &start::absolute(folder))? {
            Some(file) => start::edit_file(session, &file),
            None => Ok(()),
        }
    }

    /// Asks for another name and saves the text under it.
    fn save_as(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let hint = say!("A name such as BALL.C, or a path.");
        let console = &mut session.console;
        let typed = dialog::ask_text(console, say!("Save as"), self.file.name(), hint, say!("Save"))?;
        let Some(name) = typed.filter(|typed| !typed.trim().is_empty()) else {
            return Ok(());
        };
        let file = self.file.renamed(&session.profile, name.trim());
        let exists = file.path().is_some_and(Path::is_file);
        if exists && file.path() != self.file.path() {
            let question = say!("{file} exists. Replace it?", file = file.name());
            if !dialog::ask(&mut session.console, &question)? {
                return Ok(());
            }
        }
        self.file.drop_draft();
        self.file = file;
        self.write();
        match self.file.path().filter(|path| path.exists()) {
            Some(path) => files::opened(session, &PROGRAMS, path),
            None => Ok(()),
        }
    }

    fn back_to_ours(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        let Some(ours) = self.ours.clone() else {
            self.note = say!("{file} is not one of the tutor's programs.", file = self.file.name());
            return Ok(());
        };
        if ours == self.text() {
            self.note = say!("This is the supplied version.").to_string();
        } else if dialog::ask(console, say!("Restore the supplied version?"))? {
            self.change(|text| text.set(&ours));
            self.note = say!("Ctrl+Z restores yours.").to_string();
        }
        Ok(())
    }
}

/// Returns the action of a key, or `None` if the key types or moves the cursor.
fn action(key: Key) -> Option<Action> {
    // Alternative shortcuts, mapped to those in the menus.
    let key = match key {
        Key::Ctrl('s') => Key::F(2),
        Key::Ctrl('Z') => Key::Ctrl('u'),
        Key::AltF(9) => Key::F(9),
        Key::Alt('x') => Key::Esc,
        key => key,
    };
    menu_bar::action(&MENUS, key)
}
