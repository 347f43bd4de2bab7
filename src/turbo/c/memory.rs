//! The memory of a program: one cell for each number or pointer.

use super::code::{Pointer, UNSET};
use super::history::History;
use crate::dos::Quit;

/// The heap size in cells, including the headers of blocks.
pub(crate) const HEAP: usize = 131_072;
/// The stack size in cells.
pub(crate) const STACK: usize = 800_000;
/// The maximum call depth. Turbo C's stack would overflow much earlier.
pub(crate) const DEEPEST: usize = 60_000;

/// The cells of global variables, constants, heap and stack.
#[derive(Clone)]
pub(crate) struct Memory {
    pub(crate) cells: Vec<i64>,
    pub(crate) history: Option<History>,
}

/// The reason why an operation could not complete.
pub(crate) enum Trap {
    Fault(String),
    /// The use of a pointer without a target.
    BadPointer(Pointer),
    Quit(Quit),
    Exit(i64),
    /// A call of `longjmp`: the call depth, the operation to continue at, and the value of `setjmp` there.
    LongJump(usize, usize, i64),
}

impl From<String> for Trap {
    fn from(text: String) -> Trap {
        Trap::Fault(text)
    }
}

impl From<Quit> for Trap {
    fn from(quit: Quit) -> Trap {
        Trap::Quit(quit)
    }
}

impl Memory {
    #[inline(always)]
    pub(crate) fn at(&self, pointer: i64) -> Result<usize, Trap> {
        let pointer = Pointer::unpack(pointer);
        let cell = (pointer.base + pointer.offset) as usize;
        match pointer.offset < pointer.cells && cell < self.cells.len() {
            true => Ok(cell),
            false => Err(Trap::BadPointer(pointer)),
        }
    }

    #[inline(always)]
    pub(crate) fn write(&mut self, cell: usize, value: i64) {
        let held = std::mem::replace(&mut self.cells[cell], value);
        if let Some(history) = &mut self.history {
            history.cell(cell, held);
        }
    }

    /// Returns the cell that a pointer points to, and the number of cells from there to the end of the
    /// object, which is at least `wanted`.
    pub(crate) fn rest(&self, pointer: i64, wanted: usize) -> Result<(usize, usize), Trap> {
        let cell = self.at(pointer)?;
        let mut pointer = Pointer::unpack(pointer);
        let count = (pointer.cells - pointer.offset) as usize;
        let count = count.min(self.cells.len() - cell);
        if count < wanted {
            pointer.offset += count as u32;
            return Err(Trap::BadPointer(pointer));
        }
        Ok((cell, count))
    }

    pub(crate) fn numbers(&self, pointer: i64, count: usize) -> Result<&[i64], Trap> {
        let (cell, _) = self.rest(pointer, count)?;
        Ok(&self.cells[cell..cell + count])
    }

    /// Writes consecutive numbers starting at a pointer.
    pub(crate) fn set_numbers(&mut self, pointer: i64, numbers: &[i64]) -> Result<(), Trap> {
        let (cell, _) = self.rest(pointer, numbers.len())?;
        for (cell, number) in (cell..).zip(numbers) {
            self.write(cell, *number);
        }
        Ok(())
    }

    /// Writes bytes as consecutive values of type `char`.
    pub(crate) fn write_bytes(&mut self, cell: usize, bytes: impl IntoIterator<Item = u8>) {
        for (cell, byte) in (cell..).zip(bytes) {
            self.write(cell, i64::from(byte as i8));
        }
    }

    pub(crate) fn text(&self, pointer: i64) -> Result<Vec<u8>, Trap> {
        let (cell, count) = self.rest(pointer, 1)?;
        let cells = self.cells[cell..cell + count].iter();
        let text = cells.take_while(|cell| **cell != 0 && **cell != UNSET);
        let text: Vec<u8> = text.map(|cell| *cell as u8).collect();
        self.rest(pointer, text.len() + 1)?;
        Ok(text)
    }

    pub(crate) fn set_text(&mut self, pointer: i64, text: &[u8]) -> Result<(), Trap> {
        let (cell, _) = self.rest(pointer, text.len() + 1)?;
        self.write_bytes(cell, text.iter().copied().chain([0]));
        Ok(())
    }
}
