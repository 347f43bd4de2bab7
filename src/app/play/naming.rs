//! The keys that bring the stone to a place at once: the signs of its name, and Tab to the next one that is likely.

use super::session::Session;
use super::turn::Effect;
use games::{Game, Place};
use turbo::dos::Key;
use words::say;

/// Letters that mean something else at the board; as columns they are typed with Shift.
const TAKEN: &str = "noprst";

/// The signs of a name that were typed so far, and the setting of the legal moves before them.
#[derive(Default)]
pub(crate) struct Naming {
    typed: String,
    hints: Option<bool>,
}

impl Naming {
    /// A name that was begun is given up.
    pub(crate) fn forget(&mut self) {
        self.typed.clear();
    }

    /// What this key does to a stone at a place in pixels; `None` for a key that means something else.
    ///
    /// H begins a name and shows the legal moves. If a row follows, only the name was meant. A row of two digits is reached by way of the
    /// first one.
    pub(crate) fn key(
        &mut self,
        session: &mut Session<'_>,
        game: &dyn Game,
        key: Key,
        at: (i32, i32),
    ) -> Option<Effect> {
        let grid = session.face(game).grid(game);
        let mut name = std::mem::take(&mut self.typed);
        if let Key::Tab | Key::ShiftTab = key {
            let here = grid.place(at.0, at.1);
            return Some(match next(&game.likely_moves(), here, key == Key::Tab) {
                Some((row, col)) => Effect::MoveStone(grid.centre(row, col), String::new()),
                None => Effect::Nothing,
            });
        }
        let sign = key.letter()?;
        if name.len() > 1 && !sign.is_ascii_digit() {
            // The name was complete, and another one begins.
            name.clear();
        }
        if name.is_empty() && key == Key::Char(sign) && TAKEN.contains(sign) {
            return None;
        }
        name.push(sign);
        let places = (0..grid.size).flat_map(|row| (0..grid.size).map(move |col| (row, col)));
        let named = places.map(|(row, col)| ((row, col), game.name_of((row, col))));
        let begun: Vec<(Place, String)> = named
            .filter(|(_, found)| found.starts_with(&name))
            .collect();
        let exact = begun.iter().find(|(_, found)| *found == name);
        if begun.is_empty() {
            return None;
        }
        if begun.len() > 1 {
            self.typed = name;
        }
        let Some(((row, col), _)) = exact else {
            self.hints = session.settings.hints;
            return (sign != 'h')
                .then(|| Effect::Note(say!("Column {sign}. Now type the row.", sign)));
        };
        let to = grid.centre(*row, *col);
        if session.settings.hints == self.hints {
            return Some(Effect::MoveStone(to, String::new()));
        }
        session.settings.hints = self.hints;
        session.table.stone_at = Some(to);
        Some(Effect::redraw())
    }
}

/// The place after or before this one, row by row, and from the end to the start.
fn next(places: &[Place], here: Option<Place>, forwards: bool) -> Option<Place> {
    let mut places = places.to_vec();
    places.sort_unstable();
    let (found, end) = match forwards {
        true => {
            let after = |place: &&Place| here.is_none_or(|here| **place > here);
            (places.iter().find(after), places.first())
        }
        false => {
            let before = |place: &&Place| here.is_some_and(|here| **place < here);
            (places.iter().rfind(before), places.last())
        }
    };
    found.or(end).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_goes_row_by_row_and_round() {
        let places = [(2, 3), (4, 1), (2, 5)];
        for (here, after, before) in [
            (None, (2, 3), (4, 1)),
            (Some((2, 3)), (2, 5), (4, 1)),
            (Some((2, 4)), (2, 5), (2, 3)),
            (Some((4, 1)), (2, 3), (2, 5)),
        ] {
            assert_eq!(next(&places, here, true), Some(after), "after {here:?}");
            assert_eq!(next(&places, here, false), Some(before), "before {here:?}");
        }
        assert_eq!(next(&[], Some((0, 0)), true), None);
    }
}
