//! The memory of a program: a cell for each byte.
//!
//! The cell of a number's first byte holds the whole number, with the object that a pointer points to; the
//! cells of its other bytes hold nothing. A tag for each cell says which kind of number begins there. Code that
//! reads or writes a number as another kind sees its bytes.

use std::fmt;

use super::code::{Pointer, UNSET};
use super::history::History;
use super::timeline::CellChange;
use super::types::{Kind, Type};
use crate::dos::Quit;

/// The heap size in bytes, including the headers of blocks.
pub(crate) const HEAP: usize = 131_072;
/// The stack size in cells.
pub(crate) const STACK: usize = 800_000;
/// The maximum call depth. Turbo C's stack would overflow much earlier.
pub(crate) const DEEPEST: usize = 60_000;

/// The cells of global variables, constants, heap and stack.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    pub(crate) cells: Vec<i64>,
    /// As long as `cells`.
    pub(crate) tags: Vec<Tag>,
    pub(crate) history: Option<History>,
}

/// The use of a cell: the kind of number that begins there, or the number of bytes since one began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tag(pub(crate) u8);

/// Marks a later byte of a number; the lowest bits are the offset.
const INSIDE: u8 = 0x40;
/// Marks the numbers of a variable, which keep their kinds.
const FIXED: u8 = 0x80;

impl Tag {
    /// A byte for which no kind is known.
    pub(crate) const BYTE: Tag = Tag(Kind::UnsignedChar as u8);

    /// The tags of a number that may be replaced by one of another kind.
    pub(crate) fn of(kind: Kind) -> impl Iterator<Item = Tag> {
        (0..kind.bytes() as u8).map(move |n| if n == 0 { Tag(kind as u8) } else { Tag(INSIDE | n) })
    }

    pub(crate) fn fixed(self) -> Tag {
        Tag(self.0 | FIXED)
    }

    pub(crate) fn is_fixed(self) -> bool {
        self.0 & FIXED != 0
    }

    #[inline(always)]
    pub(crate) fn is(self, kind: Kind) -> bool {
        self.0 & !FIXED == kind as u8
    }

    /// True if an integer begins here that differs from `kind` at most by its sign.
    #[inline(always)]
    pub(crate) fn is_like(self, kind: Kind) -> bool {
        kind < Kind::Float && self.0 & !FIXED & !1 == kind as u8 & !1
    }

    /// The kind of the number that begins here, or the offset within a number.
    fn part(self) -> Result<Kind, usize> {
        const KINDS: [Kind; 9] = [
            Kind::Char,
            Kind::UnsignedChar,
            Kind::Int,
            Kind::Unsigned,
            Kind::Long,
            Kind::UnsignedLong,
            Kind::Float,
            Kind::Double,
            Kind::Pointer,
        ];
        match self.0 & INSIDE {
            0 => Ok(KINDS[usize::from(self.0 & !FIXED)]),
            _ => Err(usize::from(self.0 & 7)),
        }
    }
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
    /// The program's handlers run, and then the call of the library is repeated.
    Repeat,
}

impl<T: Into<String>> From<T> for Trap {
    fn from(text: T) -> Trap {
        Trap::Fault(text.into())
    }
}

impl From<Quit> for Trap {
    fn from(quit: Quit) -> Trap {
        Trap::Quit(quit)
    }
}

/// Returns the offset and the kind of each number in a list. The last letter applies to the rest.
fn layout(letters: &'static str) -> impl Iterator<Item = (usize, Kind)> {
    let last = letters.bytes().last().unwrap_or(b'i');
    let kinds = letters.bytes().chain(std::iter::repeat(last)).map(Kind::of_letter);
    kinds.scan(0, |end, kind| {
        *end += kind.bytes();
        Some((*end - kind.bytes(), kind))
    })
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").field("bytes", &self.cells.len()).finish_non_exhaustive()
    }
}

impl Memory {
    /// Appends cells without values up to the cell `end`.
    pub(crate) fn grow(&mut self, end: usize) {
        self.cells.resize(end, UNSET);
        self.tags.resize(end, Tag::BYTE);
    }

    pub(crate) fn truncate(&mut self, end: usize) {
        self.cells.truncate(end);
        self.tags.truncate(end);
    }

    /// Appends a number that keeps its kind.
    pub(crate) fn push(&mut self, kind: Kind, value: i64) {
        self.cells.push(value);
        self.tags.extend(Tag::of(kind).map(Tag::fixed));
        self.cells.resize(self.tags.len(), UNSET);
    }

    /// Returns the cell that a pointer to an object of this many bytes points to.
    #[inline(always)]
    pub(crate) fn at(&self, pointer: i64, bytes: usize) -> Result<usize, Trap> {
        let pointer = Pointer::unpack(pointer);
        let cell = (pointer.base + pointer.offset) as usize;
        match pointer.offset as usize + bytes <= pointer.bytes as usize && cell + bytes <= self.cells.len() {
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

    /// Returns the cells that differ in another memory, with their values and tags there.
    pub(crate) fn changes_to(&self, other: &Memory) -> Vec<CellChange> {
        let own = self.cells.iter().zip(&self.tags);
        let others = other.cells.iter().zip(&other.tags);
        let pairs = own.zip(others).enumerate().filter(|(_, (old, new))| old != new);
        pairs.map(|(cell, (_, (value, tag)))| (cell, *value, *tag)).collect()
    }

    pub(crate) fn change(&mut self, (cell, value, tag): CellChange) {
        self.set_tag(cell, tag);
        self.write(cell, value);
    }

    /// Makes a cell an unset byte.
    pub(crate) fn clear(&mut self, cell: usize) {
        self.change((cell, UNSET, Tag::BYTE));
    }

    fn set_tag(&mut self, cell: usize, tag: Tag) {
        let held = std::mem::replace(&mut self.tags[cell], tag);
        if let Some(history) = &mut self.history
            && held != tag
        {
            history.tag(cell, held);
        }
    }

    /// True if a number of this kind begins at a cell, or none that was set.
    pub(crate) fn could_be(&self, cell: usize, kind: Kind) -> bool {
        self.tags[cell].is(kind) || self.tags[cell] == Tag::BYTE && matches!(self.cells[cell], UNSET | 0)
    }

    /// Returns the first cell and the kind of the number to which a byte belongs.
    fn number_at(&self, cell: usize) -> (usize, Kind) {
        let first = cell - self.tags[cell].part().err().unwrap_or(0);
        (first, self.tags[first].part().unwrap_or(Kind::UnsignedChar))
    }

    /// Returns a byte; `None` if it has no value.
    pub(crate) fn byte(&self, cell: usize) -> Option<u8> {
        let (first, kind) = self.number_at(cell);
        let held = self.cells[first];
        (held != UNSET).then(|| (kind.image(held) >> (8 * (cell - first))) as u8)
    }

    /// Reads a number; [`UNSET`] if none of its bytes has a value.
    #[inline(always)]
    pub(crate) fn read(&self, kind: Kind, cell: usize) -> i64 {
        if self.tags[cell].is(kind) { self.cells[cell] } else { self.assembled(kind, cell) }
    }

    /// Reads a number of another kind than the one that was stored.
    #[cold]
    fn assembled(&self, kind: Kind, cell: usize) -> i64 {
        let bytes = (cell..cell + kind.bytes()).map(|cell| self.byte(cell));
        let (mut image, mut is_set) = (0, false);
        for (n, byte) in bytes.enumerate() {
            is_set |= byte.is_some();
            image |= u64::from(byte.unwrap_or(0)) << (8 * n);
        }
        if is_set { kind.of_image(image) } else { UNSET }
    }

    #[inline(always)]
    pub(crate) fn store(&mut self, kind: Kind, cell: usize, value: i64) {
        if self.tags[cell].is(kind) { self.write(cell, value) } else { self.store_as(kind, cell, value) }
    }

    /// Stores a number where numbers of other kinds are. A variable keeps its kinds and gets the bytes.
    #[cold]
    fn store_as(&mut self, kind: Kind, cell: usize, value: i64) {
        let end = cell + kind.bytes();
        if self.tags[cell..end].iter().any(|tag| tag.is_fixed()) {
            if value != UNSET {
                let image = kind.image(value);
                (cell..end).zip(image.to_le_bytes()).for_each(|(cell, byte)| self.store_byte(cell, byte));
            }
            return;
        }
        self.split(cell);
        self.split(end);
        for (cell, tag) in (cell..).zip(Tag::of(kind)) {
            self.set_tag(cell, tag);
        }
        self.write(cell, value);
    }

    pub(crate) fn store_typed(&mut self, ty: &Type, cell: usize, value: i64) {
        match ty {
            Type::Bits(_, width, shift) => self.store_bits(cell, (*width, *shift), value),
            ty => self.store(ty.kind().unwrap_or(Kind::Int), cell, value),
        }
    }

    /// Stores a bit field: its width, and its first bit in the word that begins at a cell.
    pub(crate) fn store_bits(&mut self, cell: usize, (width, shift): (u8, u8), value: i64) {
        let word = self.read(Kind::Unsigned, cell);
        let word = if word == UNSET { 0 } else { word };
        let mask = ((1 << width) - 1) << shift;
        self.store(Kind::Unsigned, cell, word & !mask | value << shift & mask);
    }

    fn store_byte(&mut self, cell: usize, byte: u8) {
        let (first, kind) = self.number_at(cell);
        let (held, shift) = (self.cells[first], 8 * (cell - first));
        let image = if held == UNSET { 0 } else { kind.image(held) };
        let image = image & !(0xFF << shift) | u64::from(byte) << shift;
        self.write(first, kind.of_image(image));
    }

    /// Replaces a number by its bytes if it reaches over the beginning of a cell.
    fn split(&mut self, cell: usize) {
        if self.tags.get(cell).is_none_or(|tag| tag.part().is_ok()) {
            return;
        }
        let (first, kind) = self.number_at(cell);
        let held = self.cells[first];
        for n in 0..kind.bytes() {
            let byte = (kind.image(held) >> (8 * n)) as u8;
            self.set_tag(first + n, Tag::BYTE);
            self.write(first + n, if held == UNSET { UNSET } else { byte.into() });
        }
    }

    /// Copies bytes between areas that may overlap.
    pub(crate) fn copy(&mut self, to: usize, from: usize, count: usize) {
        let (tags, own) = (&self.tags[from..from + count], &self.tags[to..to + count]);
        if tags.iter().zip(own).all(|(one, two)| one.fixed() == two.fixed()) && self.is_whole(from, count) {
            let copied = self.cells[from..from + count].to_vec();
            (to..).zip(copied).for_each(|(cell, value)| self.write(cell, value));
            return;
        }
        for (offset, kind, value) in self.taken(from, count) {
            self.store(kind, to + offset, value);
        }
    }

    /// True if no number reaches over the ends of an area.
    fn is_whole(&self, first: usize, count: usize) -> bool {
        let begins = |cell: usize| self.tags.get(cell).is_none_or(|tag| tag.part().is_ok());
        begins(first) && begins(first + count)
    }

    /// Returns the numbers in an area with their offsets and kinds.
    pub(crate) fn taken(&self, first: usize, count: usize) -> Vec<(usize, Kind, i64)> {
        let (mut taken, mut offset) = (Vec::new(), 0);
        while offset < count {
            let cell = first + offset;
            let kind = self.tags[cell].part().ok().filter(|kind| offset + kind.bytes() <= count);
            taken.push(match kind {
                Some(kind) => (offset, kind, self.cells[cell]),
                None => (offset, Kind::UnsignedChar, self.byte(cell).map_or(UNSET, i64::from)),
            });
            offset += kind.map_or(1, Kind::bytes);
        }
        taken
    }

    /// Returns the cell that a pointer points to, and the number of bytes from there to the end of the object,
    /// which is at least `wanted`.
    pub(crate) fn rest(&self, pointer: i64, wanted: usize) -> Result<(usize, usize), Trap> {
        let cell = self.at(pointer, 1)?;
        let mut pointer = Pointer::unpack(pointer);
        let count = (pointer.bytes - pointer.offset) as usize;
        let count = count.min(self.cells.len() - cell);
        if count < wanted {
            pointer.offset += count as u32;
            return Err(Trap::BadPointer(pointer));
        }
        Ok((cell, count))
    }

    pub(crate) fn number(&self, pointer: i64, kind: Kind) -> Result<i64, Trap> {
        Ok(self.read(kind, self.at(pointer, kind.bytes())?))
    }

    pub(crate) fn set_number(&mut self, pointer: i64, kind: Kind, n: i64) -> Result<(), Trap> {
        self.store(kind, self.at(pointer, kind.bytes())?, n);
        Ok(())
    }

    /// Reads consecutive numbers of the kinds that the letters give; see [`Kind::of_letter`]. The last letter applies to
    /// the rest.
    pub(crate) fn numbers(
        &self,
        pointer: i64,
        letters: &'static str,
        count: usize,
    ) -> Result<Vec<i64>, Trap> {
        let (end, _) = layout(letters).nth(count).unwrap_or((0, Kind::Int));
        let (first, _) = self.rest(pointer, end)?;
        Ok(layout(letters).take(count).map(|(offset, kind)| self.read(kind, first + offset)).collect())
    }

    /// Writes consecutive numbers; see [`numbers`](Memory::numbers).
    pub(crate) fn set_numbers(
        &mut self,
        pointer: i64,
        letters: &'static str,
        numbers: &[i64],
    ) -> Result<(), Trap> {
        let (end, _) = layout(letters).nth(numbers.len()).unwrap_or((0, Kind::Int));
        let (first, _) = self.rest(pointer, end)?;
        for ((offset, kind), n) in layout(letters).zip(numbers) {
            self.store(kind, first + offset, kind.wrap(*n));
        }
        Ok(())
    }

    /// Returns bytes; those without a value are 0.
    pub(crate) fn bytes(&self, pointer: i64, count: usize) -> Result<Vec<u8>, Trap> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let (first, _) = self.rest(pointer, count)?;
        Ok((first..first + count).map(|cell| self.byte(cell).unwrap_or(0)).collect())
    }

    /// Writes bytes, as characters where nothing is yet.
    fn write_bytes(&mut self, cell: usize, bytes: impl IntoIterator<Item = u8>) {
        for (cell, byte) in (cell..).zip(bytes) {
            self.store(Kind::Char, cell, i64::from(byte as i8));
        }
    }

    pub(crate) fn set_bytes(&mut self, pointer: i64, bytes: &[u8]) -> Result<(), Trap> {
        if !bytes.is_empty() {
            let (first, _) = self.rest(pointer, bytes.len())?;
            self.write_bytes(first, bytes.iter().copied());
        }
        Ok(())
    }

    pub(crate) fn text(&self, pointer: i64) -> Result<Vec<u8>, Trap> {
        let (first, count) = self.rest(pointer, 1)?;
        let bytes = (first..first + count).map_while(|cell| self.byte(cell));
        let text: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
        self.rest(pointer, text.len() + 1)?;
        Ok(text)
    }

    pub(crate) fn set_text(&mut self, pointer: i64, text: &[u8]) -> Result<(), Trap> {
        let (cell, _) = self.rest(pointer, text.len() + 1)?;
        self.write_bytes(cell, text.iter().copied().chain([0]));
        Ok(())
    }
}
