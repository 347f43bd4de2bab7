//! The keys that inspect a program without running it: cursor, breakpoints, call stack, search.

use super::scene_view::SceneView;
use super::values::moved;
use crate::play::dialog;
use crate::play::session::Session;
use screen::code;
use screen::data::{Facts, Piece, sheet};
use screen::tutor::note;
use turbo::c::{Access, Frame, Variable};
use turbo::dos::{Console, Key, Quit};
use words::say;

impl SceneView {
    /// Handles a key that inspects the program. Returns false for any other key.
    pub(crate) fn look(&mut self, session: &mut Session<'_>, key: Key) -> Result<bool, Quit> {
        let lines = self.stepper.machine().program().source().lines().count();
        let page = code::LINES - 1;
        match (key, key.letter()) {
            (key, _) if self.values.open && self.choose_value(key) => {}
            (Key::Up, _) => self.line = self.line.saturating_sub(1).max(1),
            (Key::Down, _) => self.line = (self.line + 1).min(lines),
            (Key::PageUp, _) => self.line = self.line.saturating_sub(page).max(1),
            (Key::PageDown, _) => self.line = (self.line + page).min(lines),
            (Key::F(6), _) | (_, Some('v')) => self.switch_values(),
            (Key::CtrlF(8), _) | (_, Some('b')) => self.toggle_breakpoint(),
            (Key::AltF(8), _) | (_, Some('i')) => self.ask_when_to_stop(session)?,
            (Key::AltF(5), _) | (_, Some('u')) => self.show_user_screen(session)?,
            (Key::CtrlF(3), _) | (_, Some('c')) => self.show_calls(session)?,
            (Key::CtrlF(7), _) => self.add_watch(session)?,
            (Key::CtrlF(4), _) => self.evaluate(session)?,
            (_, Some('w')) => self.who_wrote_again(session)?,
            (_, Some('y')) => self.why_not(session)?,
            (Key::Ctrl('q'), _) => self.second_key(session)?,
            (Key::Ctrl('f'), _) => self.ask_what_to_find(session)?,
            (Key::Ctrl('l'), _) => self.find_next(),
            (_, Some('k')) => self.ask_key_ahead(session)?,
            _ => return Ok(false),
        }
        self.keep_in_sight(lines);
        Ok(true)
    }

    /// Shows the call stack with arguments, innermost call first. Enter goes to the line of a call.
    fn show_calls(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let frames = self.stepper.frames();
        let calls: Vec<String> = frames.iter().map(call).collect();
        if calls.is_empty() {
            return Ok(());
        }
        let mut chosen = 0;
        if dialog::pick(&mut session.console, (say!("Call stack"), ""), &calls, &mut chosen)?.is_some() {
            self.values.open = false;
            self.line = frames[chosen].line;
            self.scroll();
        }
        Ok(())
    }

    /// Handles the key after Ctrl+Q.
    fn second_key(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        note(session.console.screen(), say!("Ctrl+Q: F finds."));
        match session.console.getkey()? {
            Key::Ctrl('f') | Key::Char('f' | 'F') => self.ask_what_to_find(session),
            _ => Ok(()),
        }
    }

    fn ask_what_to_find(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        let hint = say!("The search is case-sensitive. Ctrl+L finds the next match.");
        let console = &mut session.console;
        let typed = dialog::ask_text(console, say!("Find"), &self.wanted, hint, say!("Find"))?;
        if let Some(typed) = typed {
            self.wanted = typed;
            self.find_next();
        }
        Ok(())
    }

    /// Goes to the next matching line, wrapping around at the end.
    fn find_next(&mut self) {
        let lines: Vec<&str> = self.stepper.machine().program().source().lines().collect();
        let wanted = &self.wanted;
        let after = (1..=lines.len()).map(|n| (self.line - 1 + n) % lines.len());
        let found = after.into_iter().find(|n| lines[*n].contains(wanted));
        match found.filter(|_| !wanted.is_empty()) {
            Some(n) => {
                self.line = n + 1;
                self.values.open = false;
                self.scroll();
            }
            None if wanted.is_empty() => self.note = Some(say!("Press Ctrl+F to search.").to_string()),
            None => self.note = Some(say!("{wanted} was not found.", wanted)),
        }
    }

    /// Asks for a key and puts it into the program's keyboard buffer.
    fn ask_key_ahead(&mut self, session: &mut Session<'_>) -> Result<(), Quit> {
        note(session.console.screen(), say!("Press the key that the program will read next."));
        let key = session.console.getkey()?;
        self.type_key(key);
        self.note = Some(say!("The key is in the program's keyboard buffer.").to_string());
        Ok(())
    }

    /// Lays out the contents of the values window.
    pub(super) fn sheet(&self) -> Vec<Piece> {
        let machine = self.stepper.machine();
        let touched = machine.touched().into_iter();
        let written = touched.filter(|touch| touch.access == Access::Write);
        let written = written.map(|touch| {
            let indices: String = touch.indices.iter().map(|n| format!("[{n}]")).collect();
            format!("{}{indices}", touch.name)
        });
        sheet(&Facts {
            watches: &self.watched(),
            frames: &self.stepper.frames(),
            globals: &machine.globals(),
            heap: &machine.heap_graph(),
            written: &written.collect::<Vec<_>>(),
            value: &|named| self.value_of(named).ok(),
        })
    }

    /// Opens or closes the values window.
    pub(super) fn switch_values(&mut self) {
        self.values.open = !self.values.open;
        let sheet = self.sheet();
        if let Some(n) = self.values.place(&sheet) {
            self.values.choose(&sheet, n);
        }
    }

    /// Handles a key that selects another value. Returns false for any other key.
    pub(super) fn choose_value(&mut self, key: Key) -> bool {
        let sheet = self.sheet();
        let Some(here) = self.values.place(&sheet) else {
            return false;
        };
        match moved(&sheet, here, key) {
            Some(there) => self.values.choose(&sheet, there),
            None => return false,
        }
        true
    }
}

/// Formats a call with its arguments and its local variables: `Fib(n = 3), line 7: a 1`.
fn call(frame: &Frame) -> String {
    let parameters = frame.parameters.min(frame.variables.len());
    let (given, own) = frame.variables.split_at(parameters);
    let joined = |variables: &[Variable], sign: &str| {
        let texts = variables.iter();
        let texts = texts.map(|var| format!("{}{sign}{}", var.name, var.value));
        texts.collect::<Vec<_>>().join(", ")
    };
    let call = say!(
        "{function}({joined}), line {line}",
        function = frame.function,
        joined = joined(given, " = "),
        line = frame.line
    );
    match own {
        [] => call,
        own => format!("{call}: {}", joined(own, " ")),
    }
}
