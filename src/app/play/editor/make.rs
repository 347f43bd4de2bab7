//! Compiles, runs and checks the program in the editor.

use super::difference::{self, MIDDLE, ROOM, offer};
use super::sheet::Editor;
use crate::play::dialog;
use crate::play::running::{self, ProgramEnd};
use crate::play::session::Session;
use crate::play::tutor::step_through;
use ::screen::panel;
use ::screen::tutor as screen;
use lessons::check::tasks::{Checked, Task};
use lessons::check::{Verdict, check};
use lessons::text::At;
use turbo::c::{Message, Program};
use turbo::dos::{Console, Key, Quit, Subject};
use words::{phrase, say};

const MESSAGE_KEYS: [(&str, &str); 3] =
    [("↑↓", phrase!("Message")), ("Enter", phrase!("To its line")), ("Esc", phrase!("Close"))];

const CHECK_KEYS: [(&str, &str); 3] =
    [("↑↓", phrase!("Function")), ("Enter", phrase!("What is wrong")), ("Esc", phrase!("Close"))];

impl Editor {
    /// Compiles the text. If it has errors, shows them to the user and returns `None`.
    pub(super) fn compile(&mut self, console: &mut dyn Console) -> Result<Option<Program>, Quit> {
        match self.build() {
            Ok(program) => Ok(Some(program)),
            Err(messages) => {
                self.show(console, say!("Messages"), &messages)?;
                Ok(None)
            }
        }
    }

    fn build(&mut self) -> Result<Program, Vec<Message>> {
        self.keep();
        let headers = |name: &str| self.file.header(name);
        Program::build_in(self.text.encoding(), &[(self.file.name(), &*self.text())], &headers)
    }

    /// Compiles the text and goes to the next error or warning below the cursor's line, or to the first one.
    pub(super) fn next_mistake(&mut self) {
        let messages = self.build().map_or_else(|errors| errors, |program| program.warnings().to_vec());
        let line = self.text.cursor().line + 1;
        let next = messages.iter().find(|message| self.line_of(message) > line).or(messages.first());
        self.note = match next {
            Some(message) => {
                self.go_to_mistake(self.line_of(message), &message.text);
                message.to_string()
            }
            None => say!("No errors. Ctrl+F9 runs it.").to_string(),
        };
    }

    /// Returns the line of a message, or 0 if it is not about this text.
    fn line_of(&self, message: &Message) -> usize {
        if message.file == self.file.name() { message.line } else { 0 }
    }

    /// Goes to a line, unless it is 0, and marks the word that the message about it quotes.
    fn go_to_mistake(&mut self, line: usize, message: &str) {
        if line == 0 {
            return;
        }
        self.go_to_line(line);
        let quoted: Vec<char> = message.split('\'').nth(1).unwrap_or_default().chars().collect();
        let code = &self.text.lines()[self.text.cursor().line];
        let is_part = |c: Option<&char>| c.is_some_and(|c| c.is_alphanumeric() || *c == '_');
        let is_whole = |col: &usize| {
            let (before, behind) = (code[..*col].last(), code.get(col + quoted.len()));
            !(is_part(quoted.first()) && is_part(before) || is_part(quoted.last()) && is_part(behind))
        };
        let col = (0..code.len()).find(|col| code[*col..].starts_with(&quoted) && is_whole(col));
        if let Some(col) = col.filter(|_| !quoted.is_empty()) {
            let at = At { col, ..self.text.cursor() };
            self.text.go_to(at);
            self.marked = Some((at, At { col: col + quoted.len(), ..at }));
        }
    }

    /// Compiles the text, shows its errors and warnings, and lets the user go to one of them.
    pub(super) fn make(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        let Some(program) = self.compile(console)? else { return Ok(()) };
        if program.warnings().is_empty() {
            self.note = say!("No errors. Ctrl+F9 runs it.").to_string();
            return Ok(());
        }
        match self.show(console, say!("No errors, but warnings"), program.warnings())? {
            Key::CtrlF(9) => self.run_program(console, false),
            _ => Ok(()),
        }
    }

    /// Checks whether the task is solved. Without a task, compares the functions with the supplied versions.
    pub(super) fn check(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let Some(program) = self.compile(&mut session.console)? else {
            return Ok(());
        };
        match self.task.clone() {
            Some(task) => check_task(session, &task, &program),
            None => self.check_functions(session, &program),
        }
    }

    /// Compares the functions with the supplied versions and shows the results. The user can step through a
    /// difference from its start.
    fn check_functions(&mut self, session: &mut Session<'_>, program: &Program) -> Result<(), Quit> {
        self.note = say!("Comparing the functions with the supplied ones...").to_string();
        self.draw(session.console.screen(), &[], None);
        session.console.delay(1)?;
        self.note.clear();
        let report = check(program);
        let verdicts = &report.verdicts;
        if verdicts.is_empty() {
            self.note = say!("There is no function to compare.").to_string();
            return Ok(());
        }
        let wrong = verdicts.iter().position(Verdict::is_at_fault);
        let mut chosen = wrong.unwrap_or(0);
        let difference_line = |verdict: &Verdict| verdict.difference().map_or(0, |d| d.line);
        let lines = verdicts.iter().map(Verdict::to_string);
        let lines: Vec<String> = lines.chain(report.notes.iter().cloned()).collect();
        let mut at: Vec<usize> = verdicts.iter().map(difference_line).collect();
        at.resize(lines.len(), 0);
        loop {
            let list = (say!("Compared with the supplied version"), lines.as_slice(), at.as_slice());
            if self.choose_line(&mut session.console, &CHECK_KEYS, list, &mut chosen)? != Key::Enter {
                return Ok(());
            }
            if let Some(difference) = verdicts.get(chosen).and_then(Verdict::difference)
                && difference::show(&mut session.console, difference, program)?
            {
                match difference.scene(program) {
                    Ok(scene) => {
                        let title = say!("Yours: {function}", function = difference.function);
                        step_through(session, &title, scene, difference.step)?;
                    }
                    Err(why) => dialog::tell(&mut session.console, &dialog::sentence(&why))?,
                }
            }
        }
    }

    /// Lists messages with their line numbers. Enter goes to the line of a message, any other key that closes
    /// the list back to the cursor. Returns this key.
    fn show(&mut self, console: &mut dyn Console, title: &str, messages: &[Message]) -> Result<Key, Quit> {
        let lines: Vec<String> = messages.iter().map(Message::to_string).collect();
        let at: Vec<usize> = messages.iter().map(|message| self.line_of(message)).collect();
        let before = self.text.cursor();
        let key = self.choose_line(console, &MESSAGE_KEYS, (title, &lines, &at), &mut 0)?;
        if key != Key::Enter {
            self.text.go_to(before);
        }
        Ok(key)
    }

    /// Shows a list and moves the cursor to the source line of each chosen entry. Returns the key that closes
    /// the list: Enter, Esc, or Ctrl+F9, which runs the program.
    fn choose_line(
        &mut self,
        console: &mut dyn Console,
        keys: &[(&str, &str)],
        (title, lines, at): (&str, &[String], &[usize]),
        chosen: &mut usize,
    ) -> Result<Key, Quit> {
        loop {
            self.go_to_mistake(at[*chosen], &lines[*chosen]);
            self.draw(console.screen(), keys, Some((title, lines, *chosen)));
            console.set_subject(&Subject { is_text: false, has_messages: true, ..self.subject() });
            match console.getkey()? {
                key @ (Key::Enter | Key::Esc | Key::CtrlF(9)) => return Ok(key),
                key => *chosen = dialog::scrolled(key, *chosen, lines.len() - 1, 0),
            }
        }
    }

    /// Runs the program. If `stays` is true, its last output stays on the screen until a key is pressed.
    pub(crate) fn run_program(&mut self, console: &mut dyn Console, stays: bool) -> Result<(), Quit> {
        let Some(program) = self.compile(console)? else {
            return Ok(());
        };
        let ran = running::run(console, &program, None);
        let ended = ran.ended?;
        if stays && ran.unseen && ended == ProgramEnd::Over {
            console.getkey()?;
        }
        self.user_screen = Some(std::mem::take(console.screen()).as_shown());
        match ended {
            ProgramEnd::Over => {
                self.note = say!("The program has ended. Alt+F5 shows its screen.").to_string();
            }
            ProgramEnd::Stopped | ProgramEnd::Endless => {
                self.note = say!("The program was stopped. Alt+F5 shows its screen.").to_string();
            }
            ProgramEnd::Fault(fault) => {
                // A warning often names the cause.
                let messages = [&[fault], program.warnings()].concat();
                if self.show(console, say!("The program stopped"), &messages)? == Key::CtrlF(9) {
                    return self.run_program(console, stays);
                }
                return Ok(());
            }
        }
        if let Some(warning) = program.warnings().first() {
            self.note += &say!("  F9: {warning}", warning);
        }
        Ok(())
    }

    pub(super) fn show_user_screen(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        match &self.user_screen {
            Some(user) => {
                console.screen().clone_from(user);
                console.getkey()?;
            }
            None => self.note = say!("No program has run yet. Ctrl+F9 runs this one.").to_string(),
        }
        Ok(())
    }
}

/// Reports whether the program solves the task. The user can step through a failing call.
fn check_task(session: &mut Session<'_>, task: &Task, program: &Program) -> Result<(), Quit> {
    let failure = match task.check(program) {
        Checked::Right(seen) => {
            session.profile.progress_made(|made| made.solve(&task.name));
            return dialog::tell(&mut session.console, &say!("Right. {seen}", seen));
        }
        Checked::Wrong(failure) => failure,
    };
    let lines = panel::wrapped(&failure.text, ROOM);
    let console = &mut session.console;
    let under = console.screen().clone();
    let mut middle = MIDDLE;
    if let Some([theirs, ours]) = &failure.pictures {
        middle += 100;
        let theme = session.settings.theme;
        screen::two_pictures(console.screen(), theme, theirs, ours);
    }
    let wanted = match &failure.scene {
        Some(_) => offer(console, middle, say!("Not yet"), &lines)?,
        None => {
            dialog::tell(console, &say!("Not yet. {failure}", failure = failure.text))?;
            false
        }
    };
    *session.console.screen() = under;
    match failure.scene {
        Some(scene) if wanted => step_through(session, &task.title, scene, 0),
        _ => Ok(()),
    }
}
