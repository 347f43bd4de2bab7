//! A text that is edited: its lines, where the cursor is, and the way back. Nothing here draws or waits for a key.

use std::fmt;

/// How many columns a tab leads on to, at most.
pub const TAB: usize = 8;
/// How many spaces the Tab key types, at most: the sources are indented by so many.
const INDENT: usize = 2;
/// The longest file, in bytes.
const LONGEST: usize = 1 << 20;

/// The characters of the PC from 80h on: code page 437.
const HIGH: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// The line, from 0.
    pub line: usize,
    /// How many characters of the line stand before it.
    pub col: usize,
}

/// How a file writes its characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Coding {
    #[default]
    Utf8,
    /// The PC's: a byte is a character of code page 437.
    Dos,
}

/// Why a file cannot be edited, or a character not typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It has a byte 0, as programs and pictures have.
    NoText,
    /// It is longer than the editor takes.
    TooLong,
    /// The file is one of DOS, and its characters are those of code page 437.
    NotOfDos(char),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoText => f.write_str("it is no text: it has a byte 0"),
            Refused::TooLong => write!(f, "it is longer than {} KB", LONGEST / 1024),
            Refused::NotOfDos(c) => write!(f, "this file of DOS cannot hold the character {c}"),
        }
    }
}

impl std::error::Error for Refused {}

/// A piece of text that was replaced by another.
#[derive(Clone, Debug)]
struct Edit {
    at: At,
    removed: Vec<char>,
    inserted: Vec<char>,
    /// Where the cursor was before.
    cursor: At,
    /// Does the next typed character belong to it?
    goes_on: bool,
}

/// A text that is edited.
#[derive(Clone, Debug)]
pub struct Text {
    lines: Vec<Vec<char>>,
    cursor: At,
    /// The column to which up and down lead, if the line is long enough.
    goal: usize,
    /// Do typed characters push the others on? Otherwise they replace them.
    pub inserting: bool,
    done: Vec<Edit>,
    undone: Vec<Edit>,
    saved: Vec<Vec<char>>,
    coding: Coding,
    crlf: bool,
}

impl Text {
    /// A text of the program's own, which counts as saved.
    pub fn new(text: &str) -> Text {
        let lines = split(text.chars());
        Text {
            saved: lines.clone(),
            lines,
            cursor: At::default(),
            goal: 0,
            inserting: true,
            done: Vec::new(),
            undone: Vec::new(),
            coding: Coding::Utf8,
            crlf: false,
        }
    }

    /// The text of a file. One that is no UTF-8 is one of DOS. [`bytes`](Text::bytes) gives back what was read, with CR LF
    /// at the ends of lines where every line had them.
    ///
    /// ```
    /// use qipan::tutor::text::Text;
    /// let file = b"/* caf\x82 */\r\nint t;\r\n";
    /// let text = Text::read(file).unwrap();
    /// assert_eq!(text.text(), "/* café */\nint t;\n");
    /// assert_eq!(text.bytes(), file);
    /// ```
    ///
    /// # Errors
    /// It is no text, or too long.
    pub fn read(bytes: &[u8]) -> Result<Text, Refused> {
        if bytes.len() > LONGEST {
            return Err(Refused::TooLong);
        }
        if bytes.contains(&0) {
            return Err(Refused::NoText);
        }
        let (text, coding) = match std::str::from_utf8(bytes) {
            Ok(text) => (text.to_string(), Coding::Utf8),
            Err(_) => (bytes.iter().map(|b| of_dos(*b)).collect(), Coding::Dos),
        };
        let ends = text.matches('\n').count();
        let crlf = ends > 0 && text.matches("\r\n").count() == ends;
        Ok(Text {
            coding,
            crlf,
            ..Text::new(&match crlf {
                true => text.replace("\r\n", "\n"),
                false => text,
            })
        })
    }

    /// The text, its lines ended by LF.
    pub fn text(&self) -> String {
        let lines: Vec<String> = self
            .lines
            .iter()
            .map(|line| line.iter().collect())
            .collect();
        lines.join("\n")
    }

    /// The text as a file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut text = self.text();
        if self.crlf {
            text = text.replace('\n', "\r\n");
        }
        match self.coding {
            Coding::Utf8 => text.into_bytes(),
            Coding::Dos => text.chars().map(|c| to_dos(c).unwrap_or(b'?')).collect(),
        }
    }

    /// The lines, without their ends. There is always one.
    pub fn lines(&self) -> &[Vec<char>] {
        &self.lines
    }

    /// Where the cursor is.
    pub fn cursor(&self) -> At {
        self.cursor
    }

    /// The column at which a place is shown, from 0, with tabs in front of it.
    pub fn column(&self, at: At) -> usize {
        let line = &self.lines[at.line];
        line[..at.col.min(line.len())]
            .iter()
            .fold(0, |column, c| match c {
                '\t' => column + TAB - column % TAB,
                _ => column + 1,
            })
    }

    /// Does it differ from what was saved?
    pub fn is_changed(&self) -> bool {
        self.lines != self.saved
    }

    /// What it is now has been saved.
    pub fn saved(&mut self) {
        self.saved.clone_from(&self.lines);
    }

    fn move_to(&mut self, at: At) {
        let line = at.line.min(self.lines.len() - 1);
        let col = at.col.min(self.lines[line].len());
        self.cursor = At { line, col };
        self.goal = self.column(self.cursor);
        self.stop_typing();
    }

    /// The next typed character begins an edit of its own.
    fn stop_typing(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.goes_on = false;
        }
    }

    /// Puts the cursor there, or at the end of the line or of the text before it.
    pub fn go_to(&mut self, at: At) {
        self.move_to(at);
    }

    /// Moves by so many lines, up if negative, and stays in the column as far as the lines are long enough.
    pub fn go_lines(&mut self, n: isize) {
        let last = self.lines.len() - 1;
        let line = self.cursor.line.saturating_add_signed(n).min(last);
        let goal = self.goal;
        let length = self.lines[line].len();
        let fits = |col: &usize| self.column(At { line, col: *col }) <= goal;
        let col = (0..=length).rev().find(fits).unwrap_or(0);
        self.cursor = At { line, col };
        self.stop_typing();
    }

    /// The place one character back, or none at the start.
    fn before(&self, at: At) -> Option<At> {
        match at {
            At { line: 0, col: 0 } => None,
            At { line, col: 0 } => Some(At {
                line: line - 1,
                col: self.lines[line - 1].len(),
            }),
            At { line, col } => Some(At { line, col: col - 1 }),
        }
    }

    /// The place one character on, or none at the end.
    fn after(&self, At { line, col }: At) -> Option<At> {
        if col < self.lines[line].len() {
            return Some(At { line, col: col + 1 });
        }
        let next = At {
            line: line + 1,
            col: 0,
        };
        (next.line < self.lines.len()).then_some(next)
    }

    fn is_word(&self, at: At) -> bool {
        let c = self.lines[at.line].get(at.col);
        c.is_some_and(|c| c.is_alphanumeric() || *c == '_')
    }

    /// The start of the next word, or the end of the text.
    fn next_word(&self, from: At) -> At {
        let mut at = from;
        let mut left_word = !self.is_word(at);
        while let Some(next) = self.after(at) {
            left_word |= !self.is_word(at) || next.line > at.line;
            at = next;
            if left_word && self.is_word(at) {
                break;
            }
        }
        at
    }

    /// The start of the word before, or the start of the text.
    fn word_before(&self, from: At) -> At {
        let mut at = from;
        while let Some(before) = self.before(at) {
            if self.is_word(at) && !self.is_word(before) && at != from {
                break;
            }
            at = before;
        }
        at
    }

    /// Where a key leads that only moves the cursor.
    pub fn go(&mut self, way: Way) {
        let At { line, .. } = self.cursor;
        let here = self.cursor;
        let end = |line: usize| At {
            line,
            col: usize::MAX,
        };
        let start = |line: usize| At { line, col: 0 };
        self.move_to(match way {
            Way::Left => self.before(here).unwrap_or(here),
            Way::Right => self.after(here).unwrap_or(here),
            Way::WordLeft => self.word_before(here),
            Way::WordRight => self.next_word(here),
            Way::LineStart => start(line),
            Way::LineEnd => end(line),
            Way::Start => start(0),
            Way::End => end(usize::MAX),
        });
    }

    /// Replaces what stands from `from` to `to`; the cursor goes to the end of what came there.
    fn replace(&mut self, from: At, to: At, inserted: Vec<char>) {
        let cursor = self.cursor;
        let removed = self.exchange(from, to, &inserted);
        if removed.is_empty() && inserted.is_empty() {
            return;
        }
        self.undone.clear();
        self.done.push(Edit {
            at: from,
            removed,
            inserted,
            cursor,
            goes_on: false,
        });
    }

    /// Does it without a note. Returns what stood there.
    fn exchange(&mut self, from: At, to: At, inserted: &[char]) -> Vec<char> {
        let mut removed = Vec::new();
        for line in from.line..=to.line {
            let row = &self.lines[line];
            let first = if line == from.line { from.col } else { 0 };
            let last = if line == to.line { to.col } else { row.len() };
            removed.extend(&row[first..last]);
            if line < to.line {
                removed.push('\n');
            }
        }
        let tail = self.lines[to.line].split_off(to.col);
        self.lines[from.line].truncate(from.col);
        let mut new = split(inserted.iter().copied());
        let first = new.remove(0);
        self.lines[from.line].extend(first);
        let end = from.line + new.len();
        self.lines.splice(from.line + 1..=to.line, new);
        self.cursor = At {
            line: end,
            col: self.lines[end].len(),
        };
        self.lines[end].extend(tail);
        self.goal = self.column(self.cursor);
        removed
    }

    /// The place behind a piece of text that begins at a place.
    fn behind(at: At, text: &[char]) -> At {
        let lines = text.iter().filter(|c| **c == '\n').count();
        let last = text.rsplit(|c| *c == '\n').next().map_or(0, <[char]>::len);
        At {
            line: at.line + lines,
            col: if lines == 0 { at.col + last } else { last },
        }
    }

    /// Takes the last change back. False if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(edit) = self.done.pop() else {
            return false;
        };
        self.exchange(
            edit.at,
            Text::behind(edit.at, &edit.inserted),
            &edit.removed,
        );
        self.cursor = edit.cursor;
        self.goal = self.column(self.cursor);
        self.undone.push(edit);
        self.stop_typing();
        true
    }

    /// Makes the change again that was taken back last. False if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(edit) = self.undone.pop() else {
            return false;
        };
        self.exchange(
            edit.at,
            Text::behind(edit.at, &edit.removed),
            &edit.inserted,
        );
        self.done.push(edit);
        self.stop_typing();
        true
    }

    /// Types a character, which is no end of a line: it is inserted, or replaces the one at the cursor.
    ///
    /// # Errors
    /// The file cannot hold it.
    pub fn type_char(&mut self, c: char) -> Result<(), Refused> {
        if self.coding == Coding::Dos && to_dos(c).is_none() {
            return Err(Refused::NotOfDos(c));
        }
        let at = self.cursor;
        let over = !self.inserting && at.col < self.lines[at.line].len();
        let end = At {
            line: at.line,
            col: at.col + usize::from(over),
        };
        let joined = self.done.last().is_some_and(|last| {
            last.goes_on && !over && Text::behind(last.at, &last.inserted) == at
        });
        self.replace(at, end, vec![c]);
        if joined && let Some(typed) = self.done.pop() {
            let word = self.done.last_mut().expect("it was there a line ago");
            word.inserted.extend(typed.inserted);
        }
        if let Some(last) = self.done.last_mut() {
            last.goes_on = !over;
        }
        Ok(())
    }

    /// Types spaces up to the next even column.
    pub fn tab(&mut self) {
        let spaces = INDENT - self.column(self.cursor) % INDENT;
        self.replace(self.cursor, self.cursor, vec![' '; spaces]);
    }

    /// The blanks at the start of a line, but not those from a column on.
    fn indent(&self, line: usize, most: usize) -> Vec<char> {
        let blanks = self.lines[line].iter().take(most);
        blanks.take_while(|c| c.is_whitespace()).copied().collect()
    }

    /// Begins a new line at the cursor, indented as the old one is.
    pub fn enter(&mut self) {
        let At { line, col } = self.cursor;
        let indent = self.indent(line, col);
        // Behind the indent, the blanks at the cursor would indent the new line once more.
        let blanks = match indent.len() < col {
            true => self.lines[line][col..]
                .iter()
                .take_while(|c| c.is_whitespace())
                .count(),
            false => 0,
        };
        let end = At {
            line,
            col: col + blanks,
        };
        let inserted = [vec!['\n'], indent].concat();
        self.replace(self.cursor, end, inserted);
    }

    /// Deletes the character before the cursor.
    pub fn backspace(&mut self) {
        let at = self.cursor;
        if let Some(before) = self.before(at) {
            self.replace(before, at, Vec::new());
        }
    }

    /// Deletes the character at the cursor.
    pub fn delete(&mut self) {
        let at = self.cursor;
        if let Some(after) = self.after(at) {
            self.replace(at, after, Vec::new());
        }
    }

    /// Deletes from the cursor to the next word, at the end of a line its end.
    pub fn delete_word(&mut self) {
        let at = self.cursor;
        if at.col == self.lines[at.line].len() {
            return self.delete();
        }
        let line = &self.lines[at.line];
        let word = |col: &usize| self.is_word(At { col: *col, ..at });
        let blank = |col: &usize| line.get(*col).is_some_and(|c| c.is_whitespace());
        let mut col = at.col;
        // A word goes as a whole, signs go one by one, and the blanks behind go with them.
        if word(&col) {
            col = (col..).find(|col| !word(col)).unwrap_or(col);
        } else if !blank(&col) {
            col += 1;
        }
        let col = (col..).find(|col| !blank(col)).unwrap_or(col);
        let end = At { col, ..at };
        self.replace(at, end, Vec::new());
    }

    /// Deletes the cursor's line.
    pub fn delete_line(&mut self) {
        let At { line, .. } = self.cursor;
        let start = At { line, col: 0 };
        let end = match line + 1 < self.lines.len() {
            true => At {
                line: line + 1,
                col: 0,
            },
            false => At {
                line,
                col: self.lines[line].len(),
            },
        };
        self.replace(start, end, Vec::new());
    }

    /// Deletes from the cursor to the end of its line.
    pub fn delete_to_end(&mut self) {
        let At { line, .. } = self.cursor;
        let end = At {
            line,
            col: self.lines[line].len(),
        };
        self.replace(self.cursor, end, Vec::new());
    }

    /// Breaks the line at the cursor, which stays where it is.
    pub fn insert_line(&mut self) {
        let at = self.cursor;
        self.replace(at, at, vec!['\n']);
        self.move_to(at);
    }

    /// Replaces the whole text by another. It can be taken back like every change.
    pub fn set(&mut self, text: &str) {
        let line = self.lines.len() - 1;
        let end = At {
            line,
            col: self.lines[line].len(),
        };
        let cursor = self.cursor;
        self.replace(At::default(), end, text.chars().collect());
        self.move_to(cursor);
    }

    /// The next place of these characters, which are a part of one line, from `from` on and then from the start.
    pub fn find(&self, wanted: &[char], from: At) -> Option<At> {
        if wanted.is_empty() {
            return None;
        }
        let lines = self.lines.len();
        (0..=lines).find_map(|n| {
            let line = (from.line + n) % lines;
            let first = if n == 0 { from.col } else { 0 };
            let last = if n == lines { from.col } else { usize::MAX };
            let mut places = self.lines[line].windows(wanted.len()).enumerate();
            let (col, _) =
                places.find(|(col, here)| *col >= first && *col < last && *here == wanted)?;
            Some(At { line, col })
        })
    }

    /// Replaces so many characters at a place of a line; the cursor goes behind what came there.
    pub fn put(&mut self, at: At, length: usize, text: &[char]) {
        let end = At {
            line: at.line,
            col: at.col + length,
        };
        self.replace(at, end, text.to_vec());
    }
}

/// Where a key leads that only moves the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A character back.
    Left,
    /// A character on.
    Right,
    /// To the start of the word before.
    WordLeft,
    /// To the start of the next word.
    WordRight,
    /// To the start of the line.
    LineStart,
    /// To the end of the line.
    LineEnd,
    /// To the start of the text.
    Start,
    /// To the end of the text.
    End,
}

fn split(text: impl Iterator<Item = char>) -> Vec<Vec<char>> {
    let mut lines = vec![Vec::new()];
    for c in text {
        match c {
            '\n' => lines.push(Vec::new()),
            c => lines.last_mut().expect("there is a line").push(c),
        }
    }
    lines
}

/// The character of a byte under DOS.
fn of_dos(byte: u8) -> char {
    let high = byte.checked_sub(128);
    let of_table = high.and_then(|n| HIGH.chars().nth(n.into()));
    of_table.unwrap_or(char::from(byte))
}

/// The byte of a character under DOS, if there is one.
fn to_dos(c: char) -> Option<u8> {
    match c {
        '\0'..='\x7F' => u8::try_from(c).ok(),
        c => {
            let place = HIGH.chars().position(|high| high == c)?;
            u8::try_from(place + 128).ok()
        }
    }
}
