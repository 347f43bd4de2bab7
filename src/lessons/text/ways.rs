//! Cursor movement.

use super::lines::{At, Text};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Left,
    Right,
    WordLeft,
    WordRight,
    LineStart,
    LineEnd,
    Start,
    End,
}

impl Text {
    /// Moves the cursor to a position, or to the nearest one if the text or the line is shorter.
    pub fn go_to(&mut self, at: At) {
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

    /// Ends the current undo step, so that the next typed character begins a new one.
    pub(super) fn stop_typing(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.goes_on = false;
        }
    }

    /// Moves the cursor by `n` lines, down if positive. The cursor keeps its column in lines that are long
    /// enough.
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

    pub(super) fn before(&self, at: At) -> Option<At> {
        match at {
            At { line: 0, col: 0 } => None,
            At { line, col: 0 } => Some(self.end_of(line - 1)),
            At { line, col } => Some(At { line, col: col - 1 }),
        }
    }

    pub(super) fn after(&self, At { line, col }: At) -> Option<At> {
        if col < self.lines[line].len() {
            return Some(At { line, col: col + 1 });
        }
        let next = At { line: line + 1, col: 0 };
        (next.line < self.lines.len()).then_some(next)
    }

    pub(super) fn is_word(&self, at: At) -> bool {
        let c = self.lines[at.line].get(at.col);
        c.is_some_and(|c| c.is_alphanumeric() || *c == '_')
    }

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

    pub fn go(&mut self, way: Way) {
        let At { line, .. } = self.cursor;
        let here = self.cursor;
        let end = |line: usize| At { line, col: usize::MAX };
        let start = |line: usize| At { line, col: 0 };
        self.go_to(match way {
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
