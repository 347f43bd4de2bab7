//! The editor: the keys of Turbo C, and those that everybody knows.

use super::dialog::{self, Choice, Item};
use super::help;
use super::paper::Paper;
use super::running::{self, Ended};
use super::session::Session;
use crate::c::{Message, Program};
use crate::dos::bgi::BLACK;
use crate::dos::{Console, Key, Quit, Screen};
use crate::play::check::{Difference, Verdict, check};
use crate::screen::editor::{self as screen, COLUMNS, MENUS, View, menu_x};
use crate::screen::frame::frame;
use crate::screen::panel;
use crate::tutor::sources;
use crate::tutor::text::{At, Text, Way};

/// After so long without a key, in ms, what was typed is kept.
const PAUSE: u32 = 700;
/// After so many changes on one line, too.
const CHANGES: u32 = 30;

/// How the editor was left, and with which text.
#[derive(Clone, Debug)]
pub struct Edited {
    /// The text, whether it was saved or not.
    pub text: String,
    /// How it was left.
    pub left: Left,
}

/// How the editor was left.
#[derive(Clone, Debug)]
pub enum Left {
    /// By Esc.
    Closed,
    /// From a result of the check: the user wants to see step by step where a function goes another way than ours.
    Step(Box<Difference>),
}

/// What a key or a line of a menu does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Save,
    Ours,
    Leave,
    Undo,
    Redo,
    DeleteLine,
    InsertLine,
    DeleteWord,
    Find,
    FindNext,
    Replace,
    GoToLine,
    Run,
    UserScreen,
    Make,
    Check,
}

/// The lines of the menus: what they say, the hot key, the key that does the same without a menu, and what it does.
const ITEMS: [&[(&str, char, &str, Action)]; MENUS.len()] = [
    &[
        ("Save", 's', "F2", Action::Save),
        ("Back to ours", 'b', "Ctrl+R", Action::Ours),
        ("Leave", 'l', "Esc", Action::Leave),
    ],
    &[
        ("Undo", 'u', "Ctrl+Z", Action::Undo),
        ("Redo", 'r', "Ctrl+U", Action::Redo),
        ("Delete line", 'd', "Ctrl+Y", Action::DeleteLine),
        ("Insert line", 'i', "Ctrl+N", Action::InsertLine),
        ("Delete word", 'w', "Ctrl+T", Action::DeleteWord),
    ],
    &[
        ("Find", 'f', "Ctrl+F", Action::Find),
        ("Next", 'n', "Ctrl+L", Action::FindNext),
        ("Replace", 'r', "Ctrl+Q A", Action::Replace),
        ("Go to line", 'g', "Ctrl+G", Action::GoToLine),
    ],
    &[
        ("Run", 'r', "Ctrl+F9", Action::Run),
        ("User screen", 'u', "Alt+F5", Action::UserScreen),
    ],
    &[
        ("Make", 'm', "F9", Action::Make),
        ("Check", 'c', "F10", Action::Check),
    ],
];

const KEYS: [(&str, &str); 7] = [
    ("F2", "Save"),
    ("F9", "Make"),
    ("Ctrl+F9", "Run"),
    ("F10", "Check"),
    ("Ctrl+Z", "Undo"),
    ("Ctrl+U", "Redo"),
    ("Esc", "Leave"),
];

const MESSAGE_KEYS: [(&str, &str); 3] = [
    ("↑↓", "Message"),
    ("Enter", "To its line"),
    ("Esc", "Close"),
];

const CHECK_KEYS: [(&str, &str); 3] = [
    ("↑↓", "Function"),
    ("Enter", "What is wrong"),
    ("Esc", "Close"),
];

/// Opens the user's own version of one of the tutor's sources, which begins as `ours`, and lets the user edit it.
///
/// # Errors
/// The window was closed. What was typed is kept.
pub fn edit(session: &mut Session<'_>, name: &str, ours: &str) -> Result<Edited, Quit> {
    let paper = Paper::of_source(&session.keeper, name);
    match Editor::open(paper, ours) {
        Ok(mut editor) => editor.run(session),
        Err(why) => {
            dialog::tell(&mut session.console, &dialog::sentence(&why))?;
            Ok(Edited {
                text: ours.to_string(),
                left: Left::Closed,
            })
        }
    }
}

/// A file that is edited.
pub struct Editor {
    paper: Paper,
    text: Text,
    ours: Option<String>,
    /// The first line and the first column that are seen.
    corner: (usize, usize),
    marked: Option<(At, usize)>,
    wanted: Vec<char>,
    /// What the program drew when it ran last.
    user_screen: Option<Screen>,
    note: String,
    /// How many changes were made since the text was kept, and on which line the last was.
    changes: u32,
    line: usize,
    /// Was the user told that the text cannot be kept?
    told: bool,
}

impl Editor {
    /// Opens a file; where there is none it begins as `ours`.
    ///
    /// # Errors
    /// It cannot be read, or is no text.
    pub fn open(mut paper: Paper, ours: &str) -> Result<Editor, String> {
        let (text, note) = paper.read(ours)?;
        let source = sources::source(paper.name()).map(|source| source.text);
        let ours = [ours, source.unwrap_or_default()];
        let ours = ours.into_iter().find(|ours| !ours.is_empty());
        Ok(Editor {
            paper,
            text,
            ours: ours.map(str::to_string),
            corner: (0, 0),
            marked: None,
            wanted: Vec::new(),
            user_screen: None,
            note,
            changes: 0,
            line: 0,
            told: false,
        })
    }

    /// The text as it stands.
    pub fn text(&self) -> String {
        self.text.text()
    }

    /// Was it changed and not saved?
    pub fn is_changed(&self) -> bool {
        self.text.is_changed()
    }

    /// Puts the cursor at the beginning of a line, from 1.
    pub fn go_to_line(&mut self, line: usize) {
        let line = line.clamp(1, self.text.lines().len()) - 1;
        let blanks = self.text.lines()[line].iter();
        let col = blanks.take_while(|c| c.is_whitespace()).count();
        self.text.go_to(At { line, col });
    }

    /// Lets the user edit until the user leaves.
    ///
    /// # Errors
    /// The window was closed. What was typed is kept.
    pub fn run(&mut self, session: &mut Session<'_>) -> Result<Edited, Quit> {
        let page = session.console.turn_to(help::EDITOR);
        let left = self.edit(&mut session.console);
        self.keep();
        session.console.turn_to(page);
        let text = self.text();
        left.map(|left| Edited { text, left })
    }

    fn edit(&mut self, console: &mut dyn Console) -> Result<Left, Quit> {
        loop {
            let key = self.next_key(console)?;
            self.note.clear();
            self.marked = None;
            if let Some(left) = self.press(console, key)? {
                return Ok(left);
            }
            if self.changes >= CHANGES || self.changes > 0 && self.text.cursor().line != self.line {
                self.keep();
            }
            self.line = self.text.cursor().line;
        }
    }

    /// Shows the text and waits for a key. In a pause what was typed is kept.
    fn next_key(&mut self, console: &mut dyn Console) -> Result<Key, Quit> {
        self.draw(console.screen(), &KEYS, None);
        if self.changes > 0
            && let Some(key) = console.key_within(PAUSE)?
        {
            return Ok(key);
        }
        self.keep();
        console.getkey()
    }

    /// Keeps what was typed, and says once when that cannot be done.
    fn keep(&mut self) {
        self.changes = 0;
        if let Err(why) = self.paper.keep(&self.text)
            && !std::mem::replace(&mut self.told, true)
        {
            self.note = why;
        }
    }

    /// Draws the text so that the cursor is seen.
    fn draw(
        &mut self,
        screen: &mut Screen,
        keys: &[(&str, &str)],
        messages: Option<(&str, &[String], usize)>,
    ) {
        let at = self.text.cursor();
        let column = self.text.column(at);
        let rows = screen::ROWS[usize::from(messages.is_some())];
        let (top, left) = &mut self.corner;
        *top = (*top).clamp((at.line + 1).saturating_sub(rows), at.line);
        if column < *left || column >= *left + COLUMNS {
            // A jump sideways leaves some of the line in sight before the cursor.
            *left = (column + 1).saturating_sub(COLUMNS / 2);
            if column < COLUMNS {
                *left = 0;
            }
        }
        let view = View {
            name: self.paper.name(),
            text: &self.text,
            corner: self.corner,
            marked: self.marked,
            pointed_at: messages.is_some().then_some(at.line),
            messages,
            keys,
            note: &self.note,
        };
        screen::draw(screen, &view);
    }

    /// Does what a key does. Says how the editor was left, if it was.
    fn press(&mut self, console: &mut dyn Console, key: Key) -> Result<Option<Left>, Quit> {
        let action = match key {
            Key::Alt(hot) => {
                let menu = MENUS.iter().position(|m| m.to_lowercase().starts_with(hot));
                match menu {
                    Some(menu) => self.menu(console, menu)?,
                    None => None,
                }
            }
            Key::Ctrl('q') => self.second_key(console)?,
            key => action(key),
        };
        match action {
            Some(action) => self.act(console, action),
            None => {
                self.type_key(key);
                Ok(None)
            }
        }
    }

    /// The key that follows Ctrl+Q.
    fn second_key(&mut self, console: &mut dyn Console) -> Result<Option<Action>, Quit> {
        self.note = "Ctrl+Q: F finds, A replaces, Y deletes to the end of the line".to_string();
        self.draw(console.screen(), &KEYS, None);
        self.note.clear();
        let key = console.getkey()?;
        let letter = match key {
            Key::Ctrl(c) => Some(c.to_ascii_lowercase()),
            key => key.letter(),
        };
        match letter {
            Some('f') => return Ok(Some(Action::Find)),
            Some('a') => return Ok(Some(Action::Replace)),
            Some('y') => self.change(Text::delete_to_end),
            Some('r') => self.text.go(Way::Start),
            Some('c') => self.text.go(Way::End),
            _ => {}
        }
        Ok(None)
    }

    /// Opens a menu of the line at the top.
    fn menu(&mut self, console: &mut dyn Console, menu: usize) -> Result<Option<Action>, Quit> {
        let lines = ITEMS[menu].iter();
        let lines: Vec<(String, char)> = lines
            .map(|(what, hot, key, _)| (format!("{what:16} {key}"), *hot))
            .collect();
        let items: Vec<Item<'_>> = lines.iter().map(|(line, c)| (line.as_str(), *c)).collect();
        let choice = dialog::pull_down(console, menu_x(menu) - 16, &items, &mut 0)?;
        Ok(match choice {
            Choice::Item(n) => Some(ITEMS[menu][n].3),
            Choice::Closed | Choice::Other(_) => None,
        })
    }

    /// Changes the text.
    fn change(&mut self, how: impl FnOnce(&mut Text)) {
        how(&mut self.text);
        self.changes += 1;
    }

    /// A key that moves the cursor or types.
    fn type_key(&mut self, key: Key) {
        let page = screen::ROWS[0] as isize - 1;
        let text = &mut self.text;
        match key {
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

    fn type_char(&mut self, c: char) {
        match self.text.type_char(c) {
            Ok(()) => self.changes += 1,
            Err(why) => self.note = dialog::sentence(&why),
        }
    }

    fn act(&mut self, console: &mut dyn Console, action: Action) -> Result<Option<Left>, Quit> {
        match action {
            Action::Leave => return Ok(Some(Left::Closed)),
            Action::Check => return self.check(console),
            Action::Save => self.save(),
            Action::Ours => self.back_to_ours(console)?,
            Action::Undo => {
                if self.text.undo() {
                    self.changes += 1;
                } else {
                    self.note = "There is nothing to take back.".to_string();
                }
            }
            Action::Redo => {
                if self.text.redo() {
                    self.changes += 1;
                } else {
                    self.note = "Nothing was taken back.".to_string();
                }
            }
            Action::DeleteLine => self.change(Text::delete_line),
            Action::InsertLine => self.change(Text::insert_line),
            Action::DeleteWord => self.change(Text::delete_word),
            Action::Find => self.find(console)?,
            Action::FindNext => self.find_next(),
            Action::Replace => self.replace(console)?,
            Action::GoToLine => self.ask_line(console)?,
            Action::Run => self.run_program(console)?,
            Action::UserScreen => self.show_user_screen(console)?,
            Action::Make => self.make(console)?,
        }
        Ok(None)
    }

    fn save(&mut self) {
        self.note = match self.paper.save(&mut self.text) {
            Ok(told) | Err(told) => told,
        };
        self.changes = 0;
    }

    fn back_to_ours(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        let Some(ours) = self.ours.clone() else {
            self.note = format!("{} is not one of the tutor's programs.", self.paper.name());
            return Ok(());
        };
        if ours == self.text() {
            self.note = "This is ours already.".to_string();
        } else if dialog::ask(console, "Go back to our text?")? {
            self.change(|text| text.set(&ours));
            self.note = "Ctrl+Z brings yours back.".to_string();
        }
        Ok(())
    }

    fn find(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        if let Some(wanted) = self.ask_wanted(console, "Find")? {
            self.wanted = wanted;
            self.find_next();
        }
        Ok(())
    }

    /// Asks what is wanted. An empty answer is the last one.
    fn ask_wanted(
        &self,
        console: &mut dyn Console,
        title: &str,
    ) -> Result<Option<Vec<char>>, Quit> {
        let last: String = self.wanted.iter().collect();
        let hint = match last.as_str() {
            "" => "Small and capital letters differ, as in C.".to_string(),
            last => format!("Enter alone looks for {last} again."),
        };
        let typed = dialog::line(console, title, "", &hint, "Find")?;
        Ok(typed.map(|typed| match typed.as_str() {
            "" => self.wanted.clone(),
            typed => typed.chars().collect(),
        }))
    }

    /// Goes to the next place of what was looked for last, and marks it.
    fn find_next(&mut self) {
        let from = self.text.cursor();
        let length = self.wanted.len();
        let Some(at) = self.text.find(&self.wanted, from) else {
            let wanted: String = self.wanted.iter().collect();
            self.note = match wanted.as_str() {
                "" => "Ctrl+F asks what to look for.".to_string(),
                wanted => format!("There is no {wanted}."),
            };
            return;
        };
        self.marked = Some((at, length));
        self.text.go_to(At {
            col: at.col + length,
            ..at
        });
    }

    /// Replaces one place after the other, each time asking, from the cursor to the end of the text.
    fn replace(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        let Some(wanted) = self.ask_wanted(console, "Replace what?")? else {
            return Ok(());
        };
        let by = dialog::line(
            console,
            "By what?",
            "",
            "An empty line deletes it.",
            "Replace",
        )?;
        let Some(by) = by else { return Ok(()) };
        let by: Vec<char> = by.chars().collect();
        self.wanted = wanted;
        let (mut all, mut replaced) = (false, 0);
        loop {
            let from = self.text.cursor();
            let found = self.text.find(&self.wanted, from).filter(|at| *at >= from);
            let Some(at) = found else { break };
            let end = At {
                col: at.col + self.wanted.len(),
                ..at
            };
            self.text.go_to(end);
            self.marked = Some((at, self.wanted.len()));
            let replaces = all || {
                self.draw(console.screen(), &KEYS, None);
                let items = [("Yes", 'y'), ("No", 'n'), ("All", 'a'), ("Stop", 's')];
                let keys = [("↑↓", "Choose"), ("Enter", "Answer"), ("Esc", "Stop")];
                match dialog::choose(console, 336, "Replace?", &items, &keys, &mut 0)? {
                    Choice::Item(0) => true,
                    Choice::Item(2) => {
                        all = true;
                        true
                    }
                    Choice::Item(1) => false,
                    _ => break,
                }
            };
            if replaces {
                let length = self.wanted.len();
                self.change(|text| text.put(at, length, &by));
                replaced += 1;
            }
        }
        self.marked = None;
        self.note = match replaced {
            1 => "Replaced once.".to_string(),
            n => format!("Replaced {n} times."),
        };
        Ok(())
    }

    fn ask_line(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        let hint = format!("1 to {}", self.text.lines().len());
        let typed = dialog::line(console, "Go to line", "", &hint, "Go")?;
        match typed.map(|typed| typed.trim().parse()) {
            Some(Ok(line)) => self.go_to_line(line),
            Some(Err(_)) => self.note = format!("A line has a number: {hint}."),
            None => {}
        }
        Ok(())
    }

    /// The program, or `None` when its errors were shown.
    fn compile(&mut self, console: &mut dyn Console) -> Result<Option<Program>, Quit> {
        self.keep();
        match Program::compile(self.paper.name(), &self.text()) {
            Ok(program) => Ok(Some(program)),
            Err(messages) => {
                self.show(console, "Messages", &messages)?;
                Ok(None)
            }
        }
    }

    /// Compiles the text. Shows what is wrong with it, and lets the user go to one of the lines.
    fn make(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        match self.compile(console)? {
            Some(program) if !program.warnings().is_empty() => {
                self.show(console, "No errors, but warnings", program.warnings())
            }
            Some(_) => {
                self.note = "No errors. Ctrl+F9 runs it.".to_string();
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Holds the functions against ours and shows what came out.
    fn check(&mut self, console: &mut dyn Console) -> Result<Option<Left>, Quit> {
        let Some(program) = self.compile(console)? else {
            return Ok(None);
        };
        self.note = "The functions are held against ours...".to_string();
        self.draw(console.screen(), &KEYS, None);
        console.delay(1)?;
        self.note.clear();
        let verdicts = check(&program);
        let lines: Vec<String> = verdicts.iter().map(Verdict::to_string).collect();
        if lines.is_empty() {
            self.note = "None of the functions is one of ours.".to_string();
            return Ok(None);
        }
        let wrong = verdicts.iter().position(|verdict| !verdict.is_right());
        let mut chosen = wrong.unwrap_or(0);
        loop {
            let difference = verdicts[chosen].difference();
            if let Some(difference) = difference {
                self.go_to_line(difference.line);
            }
            let messages = Some(("Held against ours", lines.as_slice(), chosen));
            self.draw(console.screen(), &CHECK_KEYS, messages);
            match (console.getkey()?, difference) {
                (Key::Up, _) => chosen = chosen.saturating_sub(1),
                (Key::Down, _) => chosen = (chosen + 1).min(lines.len() - 1),
                (Key::Home, _) => chosen = 0,
                (Key::End, _) => chosen = lines.len() - 1,
                (Key::Enter, Some(difference)) if explain(console, difference)? => {
                    return Ok(Some(Left::Step(Box::new(difference.clone()))));
                }
                (Key::Esc, _) => return Ok(None),
                _ => {}
            }
        }
    }

    /// Shows messages, each with its line, until one is chosen or the window closed.
    fn show(
        &mut self,
        console: &mut dyn Console,
        title: &str,
        messages: &[Message],
    ) -> Result<(), Quit> {
        let lines: Vec<String> = messages.iter().map(Message::to_string).collect();
        let before = self.text.cursor();
        let mut chosen = 0;
        loop {
            let message = &messages[chosen];
            if message.line > 0 {
                self.go_to_line(message.line);
            }
            self.draw(
                console.screen(),
                &MESSAGE_KEYS,
                Some((title, &lines, chosen)),
            );
            match console.getkey()? {
                Key::Up => chosen = chosen.saturating_sub(1),
                Key::Down => chosen = (chosen + 1).min(lines.len() - 1),
                Key::Home => chosen = 0,
                Key::End => chosen = lines.len() - 1,
                Key::Enter => return Ok(()),
                Key::Esc => {
                    self.text.go_to(before);
                    return Ok(());
                }
                _ => {}
            }
        }
    }

    fn run_program(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        let Some(program) = self.compile(console)? else {
            return Ok(());
        };
        let ended = running::run(console, &program).0?;
        self.user_screen = Some(console.screen().clone());
        match ended {
            Ended::Over => {
                self.note = "The program has ended. Alt+F5 shows its screen.".to_string();
            }
            Ended::Stopped => {
                self.note = "The program was stopped. Alt+F5 shows its screen.".to_string();
            }
            Ended::Fault(fault) => self.show(console, "The program stopped", &[fault])?,
        }
        Ok(())
    }

    fn show_user_screen(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        match &self.user_screen {
            Some(user) => {
                console.screen().clone_from(user);
                console.getkey()?;
            }
            None => self.note = "No program has run yet. Ctrl+F9 runs this one.".to_string(),
        }
        Ok(())
    }
}

/// Shows where a function differs from ours. True if the user wants to see it step by step.
fn explain(console: &mut dyn Console, difference: &Difference) -> Result<bool, Quit> {
    const COLUMNS: usize = 66;
    let told = |who: &str, what: &str| panel::wrapped(&format!("{who}: {what}"), COLUMNS - 4);
    let mut lines = vec![
        format!("{}{}", difference.call, difference.about),
        String::new(),
    ];
    lines.extend(difference.board.iter().map(|row| format!("    {row}")));
    if !difference.board.is_empty() {
        lines.push(String::new());
    }
    lines.extend(told("Ours", &difference.ours));
    lines.extend(told("Yours", &difference.theirs));
    lines.truncate(24);
    let under = console.screen().clone();
    let screen = console.screen();
    let (x, y) = (48, 240 - 8 * (lines.len() as i32 + 2));
    frame(screen, x, y, COLUMNS, lines.len(), difference.function);
    for (line, row) in lines.iter().zip((y + 16..).step_by(16)) {
        let line: String = line.chars().take(COLUMNS - 4).collect();
        panel::write(screen, x + 24, row, BLACK, &line);
    }
    panel::key_line(screen, &[("Enter", "Step by step"), ("Esc", "Close")]);
    let steps = loop {
        match console.getkey()? {
            Key::Enter => break true,
            Key::Esc => break false,
            _ => {}
        }
    };
    *console.screen() = under;
    Ok(steps)
}

/// What a key does, if it does more than to move the cursor or to type.
fn action(key: Key) -> Option<Action> {
    Some(match key {
        Key::F(2) | Key::Ctrl('s') => Action::Save,
        Key::Ctrl('r') => Action::Ours,
        Key::Esc => Action::Leave,
        Key::Ctrl('z') => Action::Undo,
        Key::Ctrl('u' | 'Z') => Action::Redo,
        Key::Ctrl('y') => Action::DeleteLine,
        Key::Ctrl('n') => Action::InsertLine,
        Key::Ctrl('t') => Action::DeleteWord,
        Key::Ctrl('f') => Action::Find,
        Key::Ctrl('l') => Action::FindNext,
        Key::Ctrl('g') => Action::GoToLine,
        Key::CtrlF(9) => Action::Run,
        Key::AltF(5) => Action::UserScreen,
        Key::F(9) | Key::AltF(9) => Action::Make,
        Key::F(10) => Action::Check,
        _ => return None,
    })
}
