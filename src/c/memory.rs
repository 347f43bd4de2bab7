//! Memory: a cell for each number and each pointer, and the way back from what was written.

use super::code::{Pointer, UNSET};
use super::history::History;

/// The cells that the frames of all calls can take together.
const STACK: usize = 32_768;

#[derive(Clone)]
pub struct Memory {
    pub cells: Vec<i64>,
    /// The first cell that belongs to nothing.
    pub top: usize,
    /// What was changed, if one can go back.
    pub history: Option<History>,
}

/// A pointer that leads nowhere.
pub enum Astray {
    Null,
    /// It points outside what it belongs to.
    Outside(Pointer),
    /// The call whose variable it pointed to has ended.
    Gone,
}

impl Memory {
    pub fn new(first: &[i64], history: Option<History>) -> Memory {
        let mut cells = first.to_vec();
        cells.resize(first.len() + STACK, UNSET);
        Memory {
            cells,
            top: first.len(),
            history,
        }
    }

    /// The cell at which a pointer points.
    #[inline(always)]
    pub fn at(&self, pointer: Pointer) -> Result<usize, Astray> {
        let cell = (pointer.base + pointer.offset) as usize;
        match pointer.offset < pointer.cells && cell < self.top {
            true => Ok(cell),
            false => Err(astray(pointer)),
        }
    }

    #[inline(always)]
    pub fn write(&mut self, cell: usize, value: i64) {
        if let Some(history) = &mut self.history {
            history.cell(cell, self.cells[cell]);
        }
        self.cells[cell] = value;
    }

    /// As many cells as a pointer has from its place on, at most `most`: where they begin, and how many they are.
    pub fn rest(&self, pointer: i64, most: usize) -> Result<(usize, usize), Astray> {
        let pointer = Pointer::unpack(pointer);
        let cell = self.at(pointer)?;
        let count = (pointer.cells - pointer.offset) as usize;
        Ok((cell, count.min(most).min(self.top - cell)))
    }

    /// The text at a pointer, without its 0.
    pub fn text(&self, pointer: i64) -> Result<Vec<u8>, Astray> {
        let (cell, count) = self.rest(pointer, usize::MAX)?;
        let cells = &self.cells[cell..cell + count];
        let end = cells.iter().position(|cell| *cell == 0);
        let mut past = Pointer::unpack(pointer);
        past.offset = past.cells;
        let end = end.ok_or(Astray::Outside(past))?;
        Ok(cells[..end].iter().map(|cell| *cell as u8).collect())
    }

    /// Writes a text with its 0.
    pub fn set_text(&mut self, pointer: i64, text: &[u8]) -> Result<(), Astray> {
        let (cell, count) = self.rest(pointer, usize::MAX)?;
        for (n, byte) in text.iter().chain(&[0]).enumerate() {
            if n == count {
                let mut past = Pointer::unpack(pointer);
                past.offset = past.cells;
                return Err(Astray::Outside(past));
            }
            self.write(cell + n, i64::from(*byte as i8));
        }
        Ok(())
    }
}

#[cold]
fn astray(pointer: Pointer) -> Astray {
    match pointer {
        Pointer { base: 0, .. } => Astray::Null,
        Pointer { offset, cells, .. } if offset >= cells => Astray::Outside(pointer),
        _ => Astray::Gone,
    }
}
