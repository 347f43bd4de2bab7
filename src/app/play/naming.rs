//! The keys that move the stone straight to a place: the place's name, and Tab for the next likely place.

use super::session::ActiveGame;
use super::turn::Effect;
use games::Place;
use turbo::dos::Key;
use words::say;

/// The keys of the digits 1 to 9 and 0 on a French keyboard without Shift.
const AZERTY: &str = "&é\"'(-è_çà";

/// The characters typed so far of a place's name.
#[derive(Default)]
pub(crate) struct Naming {
    typed: String,
}

impl Naming {
    /// Discards a partly typed name.
    pub(crate) fn forget(&mut self) {
        self.typed.clear();
    }

    /// Returns the effect of this key on a stone at the pixel position `at`. Returns `None` for a key that is
    /// no part of a name.
    ///
    /// The first digit of a two-digit row moves the stone to the row of that digit.
    pub(crate) fn key(&mut self, game: &ActiveGame, key: Key, at: (i32, i32)) -> Option<Effect> {
        if let (1, Key::Backspace | Key::Esc) = (self.typed.len(), key) {
            self.forget();
            return Some(Effect::note(""));
        }
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
        let digit = AZERTY.chars().position(|c| c == sign).filter(|_| !name.is_empty());
        let sign = digit.and_then(|n| "1234567890".chars().nth(n)).unwrap_or(sign);
        if name.len() > 1 && !sign.is_ascii_digit() {
            // The name was complete. This character begins another one.
            name.clear();
        }
        name.push(sign);
        let places = (0..grid.size).flat_map(|row| (0..grid.size).map(move |col| (row, col)));
        let named = places.map(|(row, col)| ((row, col), game.name_of((row, col))));
        let begun: Vec<(Place, String)> = named.filter(|(_, found)| found.starts_with(&name)).collect();
        let exact = begun.iter().find(|(_, found)| *found == name);
        if begun.is_empty() {
            return Some(Effect::Note(match name.len() {
                1 => say!("Type a place such as {name}.", name = game.name_of((2, 2))),
                _ => say!("There is no place {name}.", name),
            }));
        }
        if begun.len() > 1 {
            self.typed = name;
        }
        Some(match exact {
            Some(((row, col), _)) => Effect::MoveStone(grid.centre(*row, *col), String::new()),
            None => Effect::Note(say!("Column {sign}. Now type the row.", sign)),
        })
    }
}

/// Returns the place after or before `here` in row order, wrapping around at the ends.
pub fn next(places: &[Place], here: Option<Place>, forwards: bool) -> Option<Place> {
    let mut places = places.to_vec();
    places.sort_unstable();
    if !forwards {
        places.reverse();
    }
    let is_beyond = |here, place| if forwards { place > here } else { place < here };
    let found = places.iter().find(|place| here.is_some_and(|here| is_beyond(here, **place)));
    found.or(places.first()).copied()
}
