//! The window with all values of the program, in which one is chosen.

use screen::data::{Named, Piece, SEEN};
use turbo::dos::Key;

/// Which value is chosen, and which lines are seen.
#[derive(Default)]
pub(crate) struct ValuesWindow {
    /// Is it on the screen?
    pub(super) open: bool,
    /// The place of the chosen piece, and what it is.
    chosen: Option<(usize, Named)>,
    /// The first line and column that are seen.
    corner: (usize, usize),
}

impl ValuesWindow {
    /// The chosen piece of a sheet. After a step it is the one of the same name, or one near where it was.
    pub(super) fn place(&self, sheet: &[Piece]) -> Option<usize> {
        let (was, named) = match &self.chosen {
            Some((was, named)) => (*was, Some(named)),
            None => (0, None),
        };
        let can_be_chosen = |n: &usize| sheet[*n].of.is_some();
        if named.is_some() && sheet.get(was).map(|piece| piece.of.as_ref()) == Some(named) {
            return Some(was);
        }
        let is_it = |n: &usize| named.is_some() && sheet[*n].of.as_ref() == named;
        let near = |n: &usize| n.abs_diff(was);
        let all = || (0..sheet.len()).filter(can_be_chosen);
        let found = all().filter(is_it).min_by_key(near);
        found.or_else(|| all().min_by_key(near))
    }

    pub(super) fn choose(&mut self, sheet: &[Piece], n: usize) {
        self.chosen = sheet[n].of.clone().map(|named| (n, named));
    }

    /// Which lines and columns are seen, so that the chosen piece is among them, and which piece that is.
    pub(super) fn seen(&mut self, sheet: &[Piece]) -> ((usize, usize), Option<usize>) {
        let place = self.place(sheet);
        if let Some(n) = place {
            let piece = &sheet[n];
            let (top, left) = self.corner;
            // The lines above a value say what it is, and all of them are seen above the first.
            let is_first = sheet[..n].iter().all(|piece| piece.of.is_none());
            let highest = if is_first {
                0
            } else {
                piece.line.saturating_sub(2)
            };
            self.corner.0 = top.clamp((piece.line + 1).saturating_sub(SEEN.0), highest);
            // Of a value that is too long, the beginning is seen.
            let least = piece.end().saturating_sub(SEEN.1).min(piece.column);
            self.corner.1 = left.clamp(least, piece.column);
            if piece.end() < SEEN.1 {
                self.corner.1 = 0;
            }
        }
        (self.corner, place)
    }

    /// What is chosen.
    pub(super) fn named(&self) -> Option<&Named> {
        self.chosen.as_ref().map(|(_, named)| named)
    }
}

/// Where a key leads from a piece; `None` for a key that leads nowhere.
pub(super) fn moved(sheet: &[Piece], here: usize, key: Key) -> Option<usize> {
    let all = || (0..sheet.len()).filter(|n| sheet[*n].of.is_some());
    let at = &sheet[here];
    // Of the nearest line beyond a number of lines, the piece below or above.
    let vertical = |far: isize| {
        let line = at.line as isize + far;
        let beyond = |n: &usize| match far < 0 {
            true => sheet[*n].line < at.line,
            false => sheet[*n].line > at.line,
        };
        let away = |n: usize| (sheet[n].line as isize - line).unsigned_abs();
        all()
            .filter(beyond)
            .min_by_key(|n| (away(*n), sheet[*n].end().abs_diff(at.end())))
    };
    let page = SEEN.0 as isize - 1;
    let there = match key {
        Key::Left => all().rfind(|n| *n < here),
        Key::Right => all().find(|n| *n > here),
        Key::Up => vertical(-1),
        Key::Down => vertical(1),
        Key::PageUp => vertical(-page),
        Key::PageDown => vertical(page),
        Key::Home => all().next(),
        Key::End => all().next_back(),
        _ => return None,
    };
    Some(there.unwrap_or(here))
}
