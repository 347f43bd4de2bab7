//! Changes to the text, undo and redo.

use super::lines::{At, Edit, Refused, Text, split};

/// The maximum number of spaces that the Tab key inserts. It is the indentation of the C sources.
const INDENT: usize = 2;

impl Text {
    /// Replaces the text between two positions, and moves the cursor to the end of the new text.
    fn replace(&mut self, from: At, to: At, inserted: Vec<char>) {
        let cursor = self.cursor;
        let removed = self.exchange(from, to, &inserted);
        if removed.is_empty() && inserted.is_empty() {
            return;
        }
        self.undone.clear();
        self.done.push(Edit { at: from, removed, inserted, cursor, goes_on: false });
    }

    /// Replaces text without recording an undo step. Returns the old text.
    fn exchange(&mut self, from: At, to: At, inserted: &[char]) -> Vec<char> {
        let removed = self.between(from, to).chars().collect();
        let tail = self.lines[to.line].split_off(to.col);
        self.lines[from.line].truncate(from.col);
        let mut new = split(inserted.iter().copied());
        let first = new.remove(0);
        self.lines[from.line].extend(first);
        let end = from.line + new.len();
        self.lines.splice(from.line + 1..=to.line, new);
        self.cursor = self.end_of(end);
        self.lines[end].extend(tail);
        self.goal = self.column(self.cursor);
        removed
    }

    /// Returns the position after a text that begins at the position `at`.
    fn behind(at: At, text: &[char]) -> At {
        let lines = text.iter().filter(|c| **c == '\n').count();
        let last = text.rsplit(|c| *c == '\n').next().map_or(0, <[char]>::len);
        At { line: at.line + lines, col: if lines == 0 { at.col + last } else { last } }
    }

    /// Undoes the last change. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(edit) = self.done.pop() else { return false };
        self.exchange(edit.at, Text::behind(edit.at, &edit.inserted), &edit.removed);
        self.cursor = edit.cursor;
        self.goal = self.column(self.cursor);
        self.undone.push(edit);
        self.stop_typing();
        true
    }

    /// Redoes the change that was undone last. Returns false if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(edit) = self.undone.pop() else { return false };
        self.exchange(edit.at, Text::behind(edit.at, &edit.removed), &edit.inserted);
        self.done.push(edit);
        self.stop_typing();
        true
    }

    /// Types a character other than a line break: inserts it, or overwrites the character at the cursor.
    ///
    /// # Errors
    /// If the code page of the file does not have the character.
    pub fn type_char(&mut self, c: char) -> Result<(), Refused> {
        if self.encoding.encode(c).is_none() {
            return Err(Refused::NotOfPage(c));
        }
        let at = self.cursor;
        let over = !self.inserting && at.col < self.lines[at.line].len();
        let end = At { col: at.col + usize::from(over), ..at };
        let joined = self
            .done
            .last()
            .is_some_and(|last| last.goes_on && !over && Text::behind(last.at, &last.inserted) == at);
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

    /// Inserts a text with any line ends at the cursor.
    ///
    /// # Errors
    /// If the code page of the file lacks a character of the text.
    pub fn insert(&mut self, text: &str) -> Result<(), Refused> {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let kept = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
        let inserted: Vec<char> = text.chars().filter(kept).collect();
        let missing = inserted.iter().find(|c| **c != '\n' && self.encoding.encode(**c).is_none());
        match missing {
            Some(c) => Err(Refused::NotOfPage(*c)),
            None => {
                self.replace(self.cursor, self.cursor, inserted);
                Ok(())
            }
        }
    }

    /// Deletes the text between two positions.
    pub fn delete_range(&mut self, from: At, to: At) {
        self.replace(from, to, Vec::new());
    }

    pub fn tab(&mut self) {
        let spaces = INDENT - self.column(self.cursor) % INDENT;
        self.replace(self.cursor, self.cursor, vec![' '; spaces]);
    }

    /// Returns the white space at the start of a line, but at most `most` characters.
    fn indent(&self, line: usize, most: usize) -> Vec<char> {
        let blanks = self.lines[line].iter().take(most);
        blanks.take_while(|c| c.is_whitespace()).copied().collect()
    }

    /// Begins a new line at the cursor, with the same indentation as the old line.
    pub fn enter(&mut self) {
        let At { line, col } = self.cursor;
        let indent = self.indent(line, col);
        // Remove the blanks at the cursor, because they would indent the new line further.
        let rest = self.lines[line][col..].iter();
        let blanks = rest.take_while(|c| indent.len() < col && c.is_whitespace()).count();
        let end = At { line, col: col + blanks };
        let inserted = [vec!['\n'], indent].concat();
        self.replace(self.cursor, end, inserted);
    }

    pub fn backspace(&mut self) {
        let at = self.cursor;
        if let Some(before) = self.before(at) {
            self.replace(before, at, Vec::new());
        }
    }

    pub fn delete(&mut self) {
        let at = self.cursor;
        if let Some(after) = self.after(at) {
            self.replace(at, after, Vec::new());
        }
    }

    /// Deletes the text from the cursor to the next word. At the end of a line, deletes the line break.
    pub fn delete_word(&mut self) {
        let at = self.cursor;
        if at.col == self.lines[at.line].len() {
            return self.delete();
        }
        let line = &self.lines[at.line];
        let word = |col: &usize| self.is_word(At { col: *col, ..at });
        let blank = |col: &usize| line.get(*col).is_some_and(|c| c.is_whitespace());
        let mut col = at.col;
        // Delete a whole word or one other character, together with the blanks after it.
        if word(&col) {
            col = (col..).find(|col| !word(col)).unwrap_or(col);
        } else if !blank(&col) {
            col += 1;
        }
        let col = (col..).find(|col| !blank(col)).unwrap_or(col);
        let end = At { col, ..at };
        self.replace(at, end, Vec::new());
    }

    pub fn delete_line(&mut self) {
        let At { line, .. } = self.cursor;
        let start = At { line, col: 0 };
        let end = if line + 1 < self.lines.len() { At { line: line + 1, col: 0 } } else { self.end_of(line) };
        self.replace(start, end, Vec::new());
    }

    pub fn delete_to_end(&mut self) {
        let At { line, .. } = self.cursor;
        let end = self.end_of(line);
        self.replace(self.cursor, end, Vec::new());
    }

    /// Breaks the line at the cursor, without moving the cursor.
    pub fn insert_line(&mut self) {
        let at = self.cursor;
        self.replace(at, at, vec!['\n']);
        self.go_to(at);
    }

    /// Replaces the whole text. The change can be undone.
    pub fn set(&mut self, text: &str) {
        let line = self.lines.len() - 1;
        let end = self.end_of(line);
        let cursor = self.cursor;
        self.replace(At::default(), end, text.chars().collect());
        self.go_to(cursor);
    }

    /// Replaces `length` characters from a position in a line, and moves the cursor to the end of the
    /// replacement.
    pub fn put(&mut self, at: At, length: usize, text: &[char]) {
        let end = At { col: at.col + length, ..at };
        self.replace(at, end, text.to_vec());
    }
}
