//! The state of the editor: the text, the scroll position and the draft.

use super::stepped::Stepped;
use crate::play::source_file::SourceFile;
use ::screen::editor::{self as screen, COLUMNS, View};
use lessons::check::tasks::Task;
use lessons::text::{At, Text};
use lessons::tutor::sources::{self, Source};
use std::sync::Arc;
use turbo::dos::Screen;

pub struct Editor {
    pub(super) file: SourceFile,
    pub(super) text: Text,
    pub(super) ours: Option<String>,
    /// The first visible line and column.
    pub(super) corner: (usize, usize),
    /// The start and end of a text that was found.
    pub(super) marked: Option<(At, At)>,
    /// The other end of the selection, which the cursor's movement with Shift begins.
    pub(super) anchor: Option<At>,
    pub(super) wanted: Vec<char>,
    /// True if keywords and comments have colours of their own, as in the settings.
    pub(super) keywords: bool,
    /// The task, if the editor was opened for one.
    pub(super) task: Option<Arc<Task>>,
    /// The number of hints shown since the editor was opened.
    pub(super) hints: usize,
    pub(super) stepped: Stepped,
    /// The program's screen at the end of its last run.
    pub(super) user_screen: Option<Screen>,
    pub(super) note: String,
    /// The number of changes since the draft was saved.
    pub(super) changes: u32,
    /// The line of the cursor after the last key.
    pub(super) line: usize,
    /// True if the user has been told that the draft cannot be saved.
    reported: bool,
}

impl Editor {
    /// Opens a file. A new file starts with the text `ours`.
    pub fn open(mut file: SourceFile, ours: &str) -> Result<Editor, String> {
        let (text, note) = file.read(ours)?;
        let source = sources::source(file.name()).map(Source::translated);
        let ours = [ours, source.unwrap_or_default()];
        let ours = ours.into_iter().find(|ours| !ours.is_empty());
        Ok(Editor {
            file,
            text,
            ours: ours.map(str::to_string),
            corner: (0, 0),
            marked: None,
            anchor: None,
            wanted: Vec::new(),
            keywords: false,
            task: None,
            stepped: Stepped::default(),
            hints: 0,
            user_screen: None,
            note,
            changes: 0,
            line: 0,
            reported: false,
        })
    }

    pub fn text(&self) -> String {
        self.text.text()
    }

    /// True if there are unsaved changes.
    pub fn is_changed(&self) -> bool {
        self.text.is_changed()
    }

    /// Puts the cursor on the first character of a line, counted from 1.
    pub(crate) fn go_to_line(&mut self, line: usize) {
        let line = line.clamp(1, self.text.lines().len()) - 1;
        let blanks = self.text.lines()[line].iter();
        let col = blanks.take_while(|c| c.is_whitespace()).count();
        self.text.go_to(At { line, col });
    }

    /// The start and end of the selection, unless it is empty.
    pub(super) fn selection(&self) -> Option<(At, At)> {
        let (anchor, at) = (self.anchor?, self.text.cursor());
        (anchor != at).then(|| (anchor.min(at), anchor.max(at)))
    }

    /// Scrolls by `n` lines, down if positive. The cursor stays in view.
    pub(super) fn scroll(&mut self, n: isize) {
        let last = self.text.lines().len() - 1;
        let top = self.corner.0.saturating_add_signed(n).min(last);
        let line = self.text.cursor().line;
        let seen = line.clamp(top, top + screen::ROWS[0] - 1);
        self.text.go_lines(seen as isize - line as isize);
        self.corner.0 = top;
    }

    /// Saves the draft. Reports only the first failure.
    pub(super) fn keep(&mut self) {
        self.changes = 0;
        if let Err(why) = self.file.keep(&self.text)
            && !std::mem::replace(&mut self.reported, true)
        {
            self.note = why;
        }
    }

    /// Draws the text with the cursor in view.
    pub(super) fn draw(
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
            // A jump sideways keeps part of the line before the cursor in view.
            *left = (column + 1).saturating_sub(COLUMNS / 2);
            if column < COLUMNS {
                *left = 0;
            }
        }
        let stands = self.stepped.line(&self.text).map(|line| line - 1);
        let view = View {
            menus: &super::MENUS.map(|(name, _)| name),
            name: self.file.name(),
            text: &self.text,
            corner: self.corner,
            marked: self.selection().or(self.marked),
            keywords: self.keywords,
            pointed_at: messages.is_some().then_some(at.line),
            stands,
            breakpoints: &self.stepped.stops(),
            messages,
            keys,
            note: &self.note,
        };
        screen::draw(screen, &view);
    }

    pub(super) fn change(&mut self, how: impl FnOnce(&mut Text)) {
        how(&mut self.text);
        self.changes += 1;
    }
}
