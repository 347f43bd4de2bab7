//! Help on C words: the page of a word, the index, and the runnable example.

use super::sheet::Editor;
use crate::play::dialog;
use crate::play::running::{self, ProgramEnd};
use ::screen::panel;
use ::screen::reference::{self as screen, COLUMNS, Line, ROWS};
use turbo::c::Program;
use turbo::c::reference::{self, Entry};
use turbo::dos::bgi::columns_of;
use turbo::dos::{Console, Key, Quit};
use words::{phrase, say};

const KEYS: [(&str, &str); 5] = [
    ("↑↓", phrase!("Scroll")),
    ("← →", phrase!("Other words")),
    ("Enter", phrase!("Run the example")),
    ("Shift+F1", phrase!("Index")),
    ("Esc", phrase!("Close")),
];

impl Editor {
    /// Shows the help page of the word at the cursor or, if it has none, the index near the word.
    pub(super) fn help_on_word(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        let word = self.text.word();
        let words = words();
        let under = console.screen().clone();
        match words.iter().position(|(known, _)| *known == word) {
            Some(n) => read(console, &words, n)?,
            None => look_up(console, &words, &word)?,
        }
        *console.screen() = under;
        Ok(())
    }

    pub(super) fn help_index(&mut self, console: &mut dyn Console) -> Result<(), Quit> {
        look_up(console, &words(), "")
    }
}

/// The maximum number of characters in a line of the index.
const WIDEST: usize = 68;

type Word = (&'static str, &'static Entry);

/// Lists all words in alphabetical order.
fn words() -> Vec<Word> {
    let mut words: Vec<Word> = reference::words().collect();
    words.sort_by_key(|(word, _)| word.to_ascii_lowercase());
    words
}

/// Shows the index, starting at the word `near`, and the pages that the user opens there.
fn look_up(console: &mut dyn Console, words: &[Word], near: &str) -> Result<(), Quit> {
    let title = match near {
        "" => say!("Help on C words").to_string(),
        near => say!("There is no help on {near}", near = format_args!("{:.30}", near)),
    };
    let lines: Vec<String> = words.iter().map(line_of).collect();
    let near = near.to_ascii_lowercase();
    let mut chosen = words.partition_point(|(word, _)| word.to_ascii_lowercase() < near);
    while let Some(n) = dialog::pick(console, (&title, ""), &lines, &mut chosen)? {
        read(console, words, n)?;
    }
    Ok(())
}

/// Formats a word's line in the index: the word, its header and its syntax.
fn line_of((word, entry): &Word) -> String {
    let value = reference::value(word).map(|value| format!("= {value}"));
    let has_word = |line: &&&str| line.contains(word);
    let written = entry.head(word).or(entry.syntax.iter().find(has_word).copied());
    let about = written.map(str::to_string).or(value);
    let about = about.unwrap_or_else(|| entry.about()[0].to_string());
    let mut line = format!("{word:19} {:10} {about}", entry.header);
    if columns_of(&line) > WIDEST {
        let more = say!("...");
        line.truncate(panel::fitting(&line, WIDEST - columns_of(more)).len());
        line += more;
    }
    line
}

/// Shows the page of word `n`, and other pages that the user turns to.
fn read(console: &mut dyn Console, words: &[Word], mut n: usize) -> Result<(), Quit> {
    let under = console.screen().clone();
    let mut top = 0;
    loop {
        let (word, entry) = words[n];
        let lines = page(entry);
        let last = lines.len().saturating_sub(ROWS);
        screen::draw(console.screen(), word, &lines, top);
        panel::key_line(console.screen(), &KEYS);
        let before = n;
        match console.getkey()? {
            Key::Left => n = n.saturating_sub(1),
            Key::Right => n = (n + 1).min(words.len() - 1),
            Key::Enter | Key::CtrlF(9) => run(console, entry)?,
            Key::ShiftF(1) => look_up(console, words, "")?,
            Key::Esc => break,
            key => top = dialog::scrolled(key, top, last, ROWS),
        }
        if n != before {
            top = 0;
        }
    }
    *console.screen() = under;
    Ok(())
}

/// Builds the page of an entry: syntax, description, constants and example.
fn page(entry: &Entry) -> Vec<Line> {
    let said = |text: &str| Line::Said(text.to_string());
    let mut lines = Vec::new();
    if !entry.header.is_empty() {
        lines.push(Line::Written(say!("#include <{header}>", header = entry.header)));
    }
    let written = entry.syntax.iter();
    lines.extend(written.map(|text| Line::Written(text.to_string())));
    lines.push(said(""));
    lines.extend(entry.about().into_iter().map(said));
    lines.push(said(""));
    let values = values(entry);
    if !values.is_empty() {
        lines.extend(values.into_iter().map(Line::Said));
        lines.push(said(""));
    }
    let example = entry.example();
    lines.extend(example.lines().map(|text| Line::Code(text.to_string())));
    lines
}

/// Formats the constants of an entry and their values in columns.
fn values(entry: &Entry) -> Vec<String> {
    let value = |word: &&str| Some(format!("{word} = {}", reference::value(word)?));
    let values: Vec<String> = entry.words.iter().filter_map(value).collect();
    let widest = values.iter().map(String::len).max().unwrap_or(0) + 2;
    let row = |row: &[String]| row.iter().map(|value| format!("{value:widest$}")).collect();
    values.chunks(COLUMNS / widest).map(row).collect()
}

/// Runs the example of an entry, and waits for a key if its last picture was not seen.
fn run(console: &mut dyn Console, entry: &Entry) -> Result<(), Quit> {
    let under = console.screen().clone();
    let program = Program::compile("EXAMPLE.C", &entry.example());
    let fault = match program {
        Ok(program) => {
            let ran = running::run(console, &program, None);
            let ended = ran.ended?;
            if ran.unseen {
                console.getkey()?;
            }
            match ended {
                ProgramEnd::Fault(fault) => Some(fault),
                ProgramEnd::Over | ProgramEnd::Endless | ProgramEnd::Stopped => None,
            }
        }
        Err(mut messages) => messages.pop(),
    };
    *console.screen() = under;
    fault.map_or(Ok(()), |fault| dialog::tell(console, &fault.to_string()))
}
