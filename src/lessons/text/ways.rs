//! Moving the cursor.

use super::lines::{At, Text};

/// Where a key that only moves the cursor leads.
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

impl Text {
    pub(super) fn move_to(&mut self, at: At) {
        let line = at.line.min(self.lines.len() - 1);
        let col = at.col.min(self.lines[line].len());
        self.cursor = At { line, col };
        self.goal = self.column(self.cursor);
        self.stop_typing();
    }

    pub(super) fn end_of(&self, line: usize) -> At {
        let col = self.lines[line].len();
        At { line, col }
    }

    /// Makes the next typed character begin an edit of its own.
    pub(super) fn stop_typing(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.goes_on = false;
        }
    }

    /// Puts the cursor there or, where there is no such place, at the end of the line or of the text.
    pub fn go_to(&mut self, at: At) {
        self.move_to(at);
    }

    /// Moves down by this many lines, or up if negative, and keeps to its column where the lines are long enough.
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
    pub(super) fn before(&self, at: At) -> Option<At> {
        match at {
            At { line: 0, col: 0 } => None,
            At { line, col: 0 } => Some(self.end_of(line - 1)),
            At { line, col } => Some(At { line, col: col - 1 }),
        }
    }

    /// The place one character on, or none at the end.
    pub(super) fn after(&self, At { line, col }: At) -> Option<At> {
        if col < self.lines[line].len() {
            return Some(At { line, col: col + 1 });
        }
        let next = At {
            line: line + 1,
            col: 0,
        };
        (next.line < self.lines.len()).then_some(next)
    }

    pub(super) fn is_word(&self, at: At) -> bool {
        let c = self.lines[at.line].get(at.col);
        c.is_some_and(|c| c.is_alphanumeric() || *c == '_')
    }

    /// The start of the next word, or the end of the text.
    pub(super) fn next_word(&self, from: At) -> At {
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
    pub(super) fn word_before(&self, from: At) -> At {
        let mut at = from;
        while let Some(before) = self.before(at) {
            if self.is_word(at) && !self.is_word(before) && at != from {
                break;
            }
            at = before;
        }
        at
    }

    /// Where a key that only moves the cursor leads.
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
}
