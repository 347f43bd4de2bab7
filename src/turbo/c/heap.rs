//! The heap: the memory after the constants, divided into consecutive blocks. Each block has a header in the
//! cells before it, so going back restores the heap like other memory.

use super::calls::{LibCall, LibResult};
use super::code::{Code, Pointer, UNSET};
use super::machine::Machine;
use super::memory::{HEAP, Trap};
use words::say;

/// The number of cells in a block's header: the size in bytes, and the state.
const HEAD: usize = 2;

const FREE: i64 = 0;
const USED: i64 = 1;

#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) at: usize,
    pub(super) room: usize,
    state: i64,
}

impl Block {
    pub(super) fn is_used(&self) -> bool {
        self.state == USED
    }
}

impl Machine {
    fn in_heap(&self, pointer: Pointer) -> bool {
        let Code { heap, allocates, .. } = *self.program.code();
        allocates && (heap + HEAD..heap + HEAP).contains(&(pointer.base as usize))
    }

    /// True if a pointer points to a block that was freed.
    pub(super) fn is_freed(&self, pointer: Pointer) -> bool {
        self.in_heap(pointer) && self.memory.cells[pointer.base as usize - 1] == FREE
    }

    /// Returns the address in the heap to which a pointer points, as `%p` prints it.
    pub(super) fn heap_address(&self, pointer: i64) -> Option<String> {
        let target = Pointer::unpack(pointer);
        let address = format!("DS:{:04X}", Pointer::far(pointer) as u16);
        self.in_heap(target).then(|| match self.is_freed(target) {
            true => say!("{address}, freed", address),
            false => address,
        })
    }

    fn heap(&self) -> std::ops::Range<usize> {
        let code = self.program.code();
        let first = code.memory.cells.len() + code.constants.len();
        first..self.first_frame()
    }

    /// Returns the block that begins at a cell; `None` if that part of the heap was never used.
    fn block(&self, at: usize) -> Option<Block> {
        let cells = &self.memory.cells;
        let head = cells.get(at.checked_sub(HEAD)?..at)?;
        (head[0] != UNSET).then(|| Block { at, room: head[0] as usize, state: head[1] })
    }

    pub(super) fn blocks(&self) -> impl Iterator<Item = Block> {
        let heap = self.heap();
        let first = self.block(heap.start + HEAD).filter(|_| !heap.is_empty());
        std::iter::successors(first, move |block| {
            let next = block.at + block.room + HEAD;
            (next < heap.end).then(|| self.block(next)).flatten()
        })
    }

    fn block_around(&self, cell: usize) -> Option<Block> {
        self.blocks().find(|block| (block.at..block.at + block.room).contains(&cell))
    }

    /// Returns the message for reading an uninitialized heap cell; `None` for cells outside the heap.
    pub(super) fn heap_error(&self, cell: usize) -> Option<&'static str> {
        if !self.heap().contains(&cell) {
            return None;
        }
        Some(match self.block_around(cell) {
            Some(Block { state: FREE, .. }) => say!("The program reads memory that was freed"),
            _ => say!("The program reads memory from malloc that has no value yet"),
        })
    }

    /// Returns the pointer with its object for a pointer that was made from a number.
    pub(super) fn with_object(&self, pointer: i64) -> i64 {
        if !Pointer::unpack(pointer).is_number() {
            return pointer;
        }
        let number = Pointer::far(pointer);
        let Some(cell) = Pointer::cell_at(number) else {
            return Pointer::outside(number).unwrap_or(pointer);
        };
        let in_heap = || self.block_around(cell).map(|block| (block.at, block.room));
        let globals = self.program.code().memory.cells.len();
        let in_text = || (cell < globals).then(|| (cell, globals - cell));
        let around = || self.variable_around(cell).or_else(in_heap).or_else(in_text);
        let found = || around().map(|(first, bytes)| Pointer::pack(first, bytes) + (cell - first) as i64);
        Pointer::outside(number).or_else(found).unwrap_or(pointer)
    }

    /// Returns the pointer for an offset in the program's segment, which an int can hold; 0 if nothing is there.
    pub(super) fn near(&self, offset: i64) -> i64 {
        let pointer = self.with_object(Pointer::near(offset));
        if Pointer::unpack(pointer).is_number() { 0 } else { pointer }
    }

    fn heap_end(&self) -> usize {
        self.blocks().last().map_or(self.heap().start, |last| last.at + last.room)
    }

    fn write_head(&mut self, block: Block) {
        for (cell, value) in (block.at - HEAD..).zip([block.room as i64, block.state]) {
            self.memory.write(cell, value);
        }
    }

    /// Allocates an uninitialized block. Returns `None` if the heap is full.
    fn allocate(&mut self, bytes: i64) -> Option<Block> {
        let room = usize::try_from(bytes).ok()?.max(1);
        let fits = |block: &Block| block.state == FREE && block.room >= room;
        let free = self.blocks().find(fits);
        let mut block = match free {
            Some(block) => block,
            None => {
                let heap = self.heap();
                let at = self.heap_end() + HEAD;
                (at + room <= heap.end).then_some(Block { at, room, state: USED })?
            }
        };
        // The rest of a large block becomes a free block.
        if block.room > room + HEAD + 8 {
            self.write_head(Block {
                at: block.at + room + HEAD,
                room: block.room - room - HEAD,
                state: FREE,
            });
            block.room = room;
        }
        block.state = USED;
        self.write_head(block);
        Some(block)
    }
}

impl LibCall<'_> {
    fn block_at(&self, pointer: i64) -> Result<Block, Trap> {
        let pointer = Pointer::unpack(pointer);
        let at = pointer.base as usize;
        let mut blocks = self.machine.blocks();
        let found = blocks.find(|block| block.at == at && pointer.offset == 0);
        // C++ calls `_delete`.
        let name = self.name().trim_start_matches('_');
        match found {
            Some(block) if block.state != FREE => Ok(block),
            Some(_) => Err(say!("{name} of memory that was freed before", name).into()),
            None => Err(say!("{name} of something that did not come from malloc", name).into()),
        }
    }

    /// `malloc`: returns a pointer, or NULL if the heap is full.
    pub(crate) fn malloc(&mut self, bytes: i64) -> LibResult {
        self.machine.worked(8);
        let block = self.machine.allocate(bytes);
        Ok(block.map_or(0, |block| Pointer::pack(block.at, block.room.min(bytes.max(1) as usize))))
    }

    pub(crate) fn calloc(&mut self) -> LibResult {
        let pointer = self.malloc(self.a[0] * self.a[1])?;
        if pointer != 0 {
            let Pointer { base, bytes, .. } = Pointer::unpack(pointer);
            self.machine.worked(bytes as usize);
            for cell in base..base + bytes {
                self.machine.memory.write(cell as usize, 0);
            }
        }
        Ok(pointer)
    }

    pub(crate) fn free(&mut self) -> LibResult {
        if self.a[0] != 0 {
            let block = self.block_at(self.a[0])?;
            self.machine.worked(block.room);
            for cell in block.at..block.at + block.room {
                self.machine.memory.clear(cell);
            }
            self.machine.write_head(Block { state: FREE, ..block });
        }
        Ok(0)
    }

    pub(crate) fn realloc(&mut self) -> LibResult {
        let (old, bytes) = (self.a[0], self.a[1]);
        if old == 0 {
            return self.malloc(bytes);
        }
        let block = self.block_at(old)?;
        let pointer = self.malloc(bytes)?;
        if pointer == 0 {
            return Ok(0);
        }
        let to = Pointer::unpack(pointer).base as usize;
        let count = block.room.min(bytes as usize);
        self.machine.worked(count);
        self.machine.memory.copy(to, block.at, count);
        self.free()?;
        Ok(pointer)
    }

    /// `strdup`: copies a string into new memory.
    pub(crate) fn strdup(&mut self) -> LibResult {
        let text = self.text(0)?;
        let pointer = self.malloc(text.len() as i64 + 1)?;
        if pointer != 0 {
            self.machine.memory.set_text(pointer, &text)?;
        }
        Ok(pointer)
    }

    /// `coreleft`: returns the number of free bytes after the last block, at most 65535.
    pub(crate) fn coreleft(&mut self) -> LibResult {
        let heap = self.machine.heap();
        Ok((heap.end - self.machine.heap_end()).saturating_sub(HEAD).min(65_535) as i64)
    }
}
