//! Find, replace and go to line.

use super::sheet::Editor;
use crate::play::dialog::{self, Choice, Menu};
use lessons::text::At;
use turbo::dos::{Console, Quit};
use words::say;

impl Editor {
    pub(super) fn find(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        if let Some(wanted) = self.ask_wanted(console, say!("Find"))? {
            self.wanted = wanted;
            self.find_next();
        }
        Ok(())
    }

    /// Asks for the text to find. An empty answer repeats the last search.
    fn ask_wanted(&self, console: &mut dyn Console, title: &str) -> Result<Option<Vec<char>>, Quit> {
        let last: String = self.wanted.iter().collect();
        let hint = match last.as_str() {
            "" => say!("The search is case-sensitive.").to_string(),
            last => say!("Press Enter to find {last} again.", last),
        };
        let typed = dialog::ask_text(console, title, "", &hint, say!("Find"))?;
        Ok(typed.map(|typed| match typed.as_str() {
            "" => self.wanted.clone(),
            typed => typed.chars().collect(),
        }))
    }

    /// Goes to the next match and marks it.
    pub(super) fn find_next(&mut self) {
        let from = self.text.cursor();
        let length = self.wanted.len();
        let Some(at) = self.text.find(&self.wanted, from) else {
            let wanted: String = self.wanted.iter().collect();
            self.note = match wanted.as_str() {
                "" => say!("Press Ctrl+F to search.").to_string(),
                wanted => say!("{wanted} was not found.", wanted),
            };
            return;
        };
        let end = At { col: at.col + length, ..at };
        self.marked = Some((at, end));
        self.text.go_to(end);
    }

    /// Goes from the cursor to the end of the text, and asks at each match whether to replace it.
    pub(super) fn replace(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        let Some(wanted) = self.ask_wanted(console, say!("Replace what?"))? else {
            return Ok(());
        };
        let by = dialog::ask_text(
            console,
            say!("Replace it with what?"),
            "",
            say!("An empty line deletes it."),
            say!("Replace"),
        )?;
        let Some(by) = by else { return Ok(()) };
        let by: Vec<char> = by.chars().collect();
        self.wanted = wanted;
        let (mut all, mut replaced) = (false, 0);
        loop {
            let from = self.text.cursor();
            let found = self.text.find(&self.wanted, from).filter(|at| *at >= from);
            let Some(at) = found else { break };
            let end = At { col: at.col + self.wanted.len(), ..at };
            self.text.go_to(end);
            self.marked = Some((at, end));
            let replaces = all || {
                self.draw(console.screen(), &[], None);
                let items = [(say!("Yes"), 'y'), (say!("No"), 'n'), (say!("All"), 'a'), (say!("Stop"), 's')];
                let keys = [("↑↓", say!("Choose")), ("Enter", say!("Answer")), ("Esc", say!("Stop"))];
                let menu = Menu { y: 336, title: say!("Replace?"), items: &items, keys: &keys };
                match menu.choose(console, &mut 0)? {
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
            1 => say!("Replaced once.").to_string(),
            n => say!("Replaced {n} times.", n),
        };
        Ok(())
    }

    pub(super) fn ask_line(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        let hint = say!("1 to {count}", count = self.text.lines().len());
        let typed = dialog::ask_text(console, say!("Go to line"), "", &hint, say!("Go"))?;
        match typed.map(|typed| typed.trim().parse()) {
            Some(Ok(line)) => self.go_to_line(line),
            Some(Err(_)) => self.note = say!("Type a line number: {hint}.", hint),
            None => {}
        }
        Ok(())
    }
}
