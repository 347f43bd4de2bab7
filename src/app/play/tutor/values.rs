//! The values window.

use screen::data::{Named, Piece, SEEN};
use turbo::dos::Key;

/// The selection and the scroll position of the values window.
#[derive(Default)]
pub(crate) struct ValuesWindow {
    pub(super) open: bool,
    /// The index of the selected piece, and its expression.
    chosen: Option<(usize, Named)>,
    /// The first visible line and column.
    corner: (usize, usize),
}

impl ValuesWindow {
    /// Returns the selected piece of a sheet. After a step, this is the nearest piece with the same name, or
    /// else the nearest piece.
    pub(super) fn place(&self, sheet: &[Piece]) -> Option<usize> {
        let was = self.chosen.as_ref().map_or(0, |(was, _)| *was);
        let near = |n: &usize| n.abs_diff(was);
        let is_it = |n: &usize| sheet[*n].of.as_ref() == self.named();
        let all = || (0..sheet.len()).filter(|n| sheet[*n].of.is_some());
        let found = all().filter(is_it).min_by_key(near);
        found.or_else(|| all().min_by_key(near))
    }

    pub(super) fn choose(&mut self, sheet: &[Piece], n: usize) {
        self.chosen = sheet[n].of.clone().map(|named| (n, named));
    }

    /// Scrolls to the selected piece. Returns the first visible line and column, and the piece.
    pub(super) fn seen(&mut self, sheet: &[Piece]) -> ((usize, usize), Option<usize>) {
        let place = self.place(sheet);
        if let Some(n) = place {
            let piece = &sheet[n];
            let (top, left) = self.corner;
            // Show the lines above the first value, which describe it.
            let is_first = sheet[..n].iter().all(|piece| piece.of.is_none());
            let highest = if is_first { 0 } else { piece.line.saturating_sub(2) };
            self.corner.0 = top.clamp((piece.line + 1).saturating_sub(SEEN.0), highest);
            // Show the beginning of a value that is too long.
            let least = piece.end().saturating_sub(SEEN.1).min(piece.column);
            self.corner.1 = left.clamp(least, piece.column);
            if piece.end() < SEEN.1 {
                self.corner.1 = 0;
            }
        }
        (self.corner, place)
    }

    pub(super) fn named(&self) -> Option<&Named> {
        self.chosen.as_ref().map(|(_, named)| named)
    }
}

/// Returns the piece that a key moves to, or `None` for any other key.
pub(super) fn moved(sheet: &[Piece], here: usize, key: Key) -> Option<usize> {
    let all = || (0..sheet.len()).filter(|n| sheet[*n].of.is_some());
    let at = &sheet[here];
    // The piece below or above, on the line closest to `far` lines away.
    let vertical = |far: isize| {
        let line = at.line as isize + far;
        let beyond = |n: &usize| if far < 0 { sheet[*n].line < at.line } else { sheet[*n].line > at.line };
        let away = |n: usize| (sheet[n].line as isize - line).unsigned_abs();
        all().filter(beyond).min_by_key(|n| (away(*n), sheet[*n].end().abs_diff(at.end())))
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
