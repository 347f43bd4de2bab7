//! The keys that move the stone straight to a place: the place's name, and Tab for the next likely place.

use super::session::{ActiveGame, Session};
use super::turn::Effect;
use games::Place;
use turbo::dos::Key;
use words::say;

/// Letters that have another meaning at the board. With Shift they name a column.
const TAKEN: &str = "noprst";

/// The characters typed so far of a place's name, and the setting for legal moves before the first of them.
#[derive(Default)]
pub(crate) struct Naming {
    typed: String,
    hints: Option<bool>,
}

impl Naming {
    /// Discards a partly typed name.
    pub(crate) fn forget(&mut self) {
        self.typed.clear();
    }

    /// Returns the effect of this key on a stone at the pixel position `at`. Returns `None` for a key with
    /// another meaning.
    ///
    /// The H key shows the legal moves and may also begin a name; if a row follows, the setting for legal
    /// moves is restored. The first digit of a two-digit row moves the stone to the row of that digit.
    pub(crate) fn key(
        &mut self,
        session: &mut Session<'_>,
        game: &ActiveGame,
        key: Key,
        at: (i32, i32),
    ) -> Option<Effect> {
        let grid = game.grid();
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
            // The name was complete. This character begins another one.
            name.clear();
        }
        if name.is_empty() && key == Key::Char(sign) && TAKEN.contains(sign) {
            return None;
        }
        name.push(sign);
        let places = (0..grid.size).flat_map(|row| (0..grid.size).map(move |col| (row, col)));
        let named = places.map(|(row, col)| ((row, col), game.name_of((row, col))));
        let begun: Vec<(Place, String)> = named.filter(|(_, found)| found.starts_with(&name)).collect();
        let exact = begun.iter().find(|(_, found)| *found == name);
        if begun.is_empty() {
            return None;
        }
        if begun.len() > 1 {
            self.typed = name;
        }
        let Some(((row, col), _)) = exact else {
            self.hints = session.settings.hints;
            return (sign != 'h').then(|| Effect::Note(say!("Column {sign}. Now type the row.", sign)));
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

/// Returns the place after or before `here` in row order, wrapping around at the ends.
pub fn next(places: &[Place], here: Option<Place>, forwards: bool) -> Option<Place> {
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
