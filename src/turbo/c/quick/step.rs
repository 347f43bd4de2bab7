//! The fast steps and their execution.

use std::cell;

use super::super::code::{Binary, Pointer, Test, UNSET};
use super::super::memory::Tag;
use super::super::types::{Kind, bits, real};

/// The number of cells that always exist after the start of the current frame.
pub(super) const FRAME: usize = 64;

/// A cell relative to the current frame; the negative number `!n` is the memory cell n.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell(pub(super) i32);

/// One of the first cells of the current frame, which needs no bounds check.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local(pub(super) u32);

/// A fast operation that fits a cache line, with the number of steps that it begins and the index of the next
/// operation.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Step {
    pub(super) form: Form,
    pub(super) stops: u32,
    pub(super) next: u32,
}

/// A fused operation in one of two operand forms. Most operations use only cells of the current frame.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    Local(FusedOp<Local>),
    Any(FusedOp<Cell>),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum FusedOp<C> {
    /// Falls back to the plain operation.
    Leave,
    Pass,
    Set(C, Kind, C),
    SetNumber(C, i32),
    Convert(C, Kind, Kind, C),
    /// Adds or subtracts ints.
    Add(C, C, C),
    AddNumber(C, C, i32),
    Sub(C, C, C),
    Mul(C, C, C),
    Binary(C, Kind, Binary, C, C),
    /// Applies up to three immediate operations, each to the result of the one before it.
    Chain(C, C, [ImmOp; 3]),
    ImmOp(C, C, ImmOp),
    RealAdd(C, C, C),
    RealSub(C, C, C),
    RealMul(C, C, C),
    Real(C, Binary, C, C),
    /// Jumps if the result of the comparison is in the mask.
    Test(CompareMask, C, C, u32),
    TestNumber(CompareMask, C, i32, u32),
    /// Compares floating-point numbers and jumps if the comparison holds, or if it does not.
    TestReal(C, Binary, bool, [C; 2], u32),
    /// Adds and tests the result.
    AddTest(C, C, C, Then<C>),
    SubTest(C, C, C, Then<C>),
    /// Adds and tests, without storing the result.
    SumTest(Sum<C>, CompareMask, i32, u32),
    ImmTest(C, ImmOp, CompareMask, i32, u32),
    /// Increments a variable and tests it in the next step, as loops do.
    Count(C, C, i32, CompareMask, i32, u32),
    GetTest(C, At<C>, Then<C>),
    GetThereTest(C, There<C>, Then<C>),
    /// Loads an element of a row of an array.
    GetInRow(C, Row<C>),
    GetInRowTest(Row<C>, Then<C>),
    /// Tests an array element whose row and index are sums.
    GetAtSumsTest(Row<Sum<C>>, Then<C>),
    Address(C, C, u32),
    Move(C, C, C, i32),
    Load(C, Kind, C),
    Store(Kind, C, C),
    Element(C, At<C>),
    Get(C, At<C>),
    Put(At<C>, C),
    /// Loads an element of an array with a constant address.
    GetThere(C, There<C>),
    PutThere(There<C>, C),
    /// Calls the function with this number; its arguments begin at the second cell.
    Call(C, C, u32),
    Return(C),
}

/// An element of the array that a pointer cell points to.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<C> {
    pub(super) pointer: C,
    pub(super) index: C,
    pub(super) count: u16,
    pub(super) stride: u16,
    pub(super) kind: Kind,
}

/// An element of the array at a constant address.
#[derive(Clone, Copy, Debug)]
pub(super) struct There<C> {
    pub(super) first: u32,
    pub(super) index: C,
    pub(super) count: u16,
    pub(super) stride: u16,
}

/// An element of a row of the array at a constant address. The row and the index are cells or sums.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<V> {
    pub(super) first: u32,
    pub(super) row: V,
    pub(super) index: V,
    pub(super) rows: u16,
    pub(super) count: u16,
    /// The size of an element, as a power of 2.
    pub(super) shift: u8,
}

/// The sum of two cells; the second has the factor 1, -1, or 0 if absent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum<C> {
    pub(super) a: C,
    pub(super) b: C,
    pub(super) counts: i8,
}

/// The test at the end of a fused operation: compares its result with `with` and jumps to `to`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Then<C> {
    pub(super) ways: CompareMask,
    pub(super) with: C,
    pub(super) to: u32,
}

/// A constant int divisor of at least 2, with its rounded-up inverse (2^32 divided by the divisor, plus 1).
/// Multiplying an int by the inverse gives an error of at most 2^-17, which cannot change the quotient.
#[derive(Clone, Copy, Debug)]
pub(super) struct Divisor {
    pub(super) number: i16,
    pub(super) inverse: u32,
}

/// An operation with a constant operand.
#[derive(Clone, Copy, Debug)]
pub(super) enum ImmOp {
    Same,
    /// Adds an int constant.
    Add(i32),
    Mul(i32),
    Div(Divisor),
    Rem(Divisor),
    /// An unsigned operation; its constant is not 0.
    Unsigned(Binary, i32),
    Cast(Kind),
}

/// A set of comparison results: one bit each for less, equal and greater.
#[derive(Clone, Copy, Debug)]
pub(super) struct CompareMask(pub(super) u8);

/// Runs fast steps until an unusual case, a call or a return. The frame's cells are within the given range;
/// the cells after that range exist only to make up [`FRAME`] cells.
#[inline(never)]
pub(super) fn run(
    all: &[Step],
    (cells, tags): (&mut [i64], &[Tag]),
    (frame, end): (usize, usize),
    (mut at, mut left): (usize, u64),
) -> (usize, u64) {
    let cells = cell::Cell::from_mut(cells).as_slice_of_cells();
    let Some(locals) = cells.get(frame..).and_then(|cells| cells.first_chunk()) else {
        return (at, left);
    };
    let memory = Memory { cells: &cells[..end], tags, frame, locals };
    while let Some(quick) = all.get(at) {
        let Some(less) = left.checked_sub(quick.stops.into()) else { break };
        left = less;
        let goes_on = match &quick.form {
            Form::Local(does) => memory.does(does, quick),
            Form::Any(does) => memory.does(does, quick),
        };
        match goes_on {
            Some(next) => at = next as usize,
            // The operation was not executed. At most one stop point precedes it.
            None => {
                let begun = quick.stops.min(1);
                return (at + begun as usize, left + u64::from(quick.stops - begun));
            }
        }
    }
    (at, left)
}

pub(super) struct Memory<'a> {
    pub(super) cells: &'a [cell::Cell<i64>],
    pub(super) tags: &'a [Tag],
    pub(super) frame: usize,
    pub(super) locals: &'a [cell::Cell<i64>; FRAME],
}

/// A number that a step reads.
pub(super) trait Number: Copy {
    fn read(self, memory: &Memory) -> Option<i64>;
}

/// A form of operands.
pub(super) trait Operand: Number {
    /// Converts a cell to this form, if possible.
    fn of(cell: Cell) -> Option<Self>;

    fn write(self, memory: &Memory, n: i64) -> Option<()>;

    fn in_memory(self, frame: usize) -> usize;
}

impl Number for Cell {
    #[inline(always)]
    fn read(self, memory: &Memory) -> Option<i64> {
        memory.held(self.in_memory(memory.frame))
    }
}

impl Operand for Cell {
    fn of(cell: Cell) -> Option<Cell> {
        Some(cell)
    }

    #[inline(always)]
    fn write(self, memory: &Memory, n: i64) -> Option<()> {
        memory.put(self.in_memory(memory.frame), n)
    }

    #[inline(always)]
    fn in_memory(self, frame: usize) -> usize {
        if self.0 >= 0 { frame + self.0 as usize } else { !self.0 as usize }
    }
}

impl Number for Local {
    #[inline(always)]
    fn read(self, memory: &Memory) -> Option<i64> {
        let held = memory.locals[self.0 as usize % FRAME].get();
        (held != UNSET).then_some(held)
    }
}

impl<C: Operand> Number for Sum<C> {
    #[inline(always)]
    fn read(self, memory: &Memory) -> Option<i64> {
        let b = self.b.read(memory)?.wrapping_mul(self.counts.into());
        Some(self.a.read(memory)?.wrapping_add(b))
    }
}

impl Operand for Local {
    fn of(cell: Cell) -> Option<Local> {
        u32::try_from(cell.0).ok().filter(|n| *n < FRAME as u32).map(Local)
    }

    #[inline(always)]
    fn write(self, memory: &Memory, n: i64) -> Option<()> {
        memory.locals[self.0 as usize % FRAME].set(n);
        Some(())
    }

    #[inline(always)]
    fn in_memory(self, frame: usize) -> usize {
        frame + self.0 as usize
    }
}

impl Memory<'_> {
    /// Executes an operation and returns the index of the next one; `None` if the operation is left undone.
    #[inline(always)]
    fn does<C: Operand>(&self, does: &FusedOp<C>, step: &Step) -> Option<u32> {
        match *does {
            FusedOp::Leave => return None,
            FusedOp::Pass => {}
            FusedOp::Set(to, kind, from) => to.write(self, fitting(kind, from.read(self)?)?)?,
            FusedOp::SetNumber(to, n) => to.write(self, n.into())?,
            FusedOp::Convert(to, was, kind, from) => {
                to.write(self, was.convert(from.read(self)?, kind))?;
            }
            FusedOp::Add(to, a, b) => self.put_int(to, a.read(self)?.wrapping_add(b.read(self)?))?,
            FusedOp::AddNumber(to, a, n) => self.put_int(to, a.read(self)?.wrapping_add(n.into()))?,
            FusedOp::Sub(to, a, b) => self.put_int(to, a.read(self)?.wrapping_sub(b.read(self)?))?,
            FusedOp::Mul(to, a, b) => self.put_int(to, a.read(self)?.wrapping_mul(b.read(self)?))?,
            FusedOp::Binary(to, kind, op, a, b) => {
                let n = op.eval(a.read(self)?, b.read(self)?)?;
                match op.is_of_numbers() && !kind.is_unsigned() {
                    true => to.write(self, fitting(kind, n)?)?,
                    false => to.write(self, kind.wrap(n))?,
                }
            }
            FusedOp::Chain(to, from, [first, second, third]) => {
                let n = second.of(first.of(from.read(self)?)?)?;
                to.write(self, third.of(n)?)?;
            }
            FusedOp::ImmOp(to, from, link) => to.write(self, link.of(from.read(self)?)?)?,
            FusedOp::RealAdd(to, a, b) => to.write(self, bits(self.real(a)? + self.real(b)?))?,
            FusedOp::RealSub(to, a, b) => to.write(self, bits(self.real(a)? - self.real(b)?))?,
            FusedOp::RealMul(to, a, b) => to.write(self, bits(self.real(a)? * self.real(b)?))?,
            FusedOp::Real(to, op, a, b) => {
                to.write(self, op.eval_real(self.real(a)?, self.real(b)?)?)?;
            }
            FusedOp::Test(ways, a, b, to) => {
                if ways.holds(a.read(self)?, b.read(self)?) {
                    return Some(to);
                }
            }
            FusedOp::TestNumber(ways, a, n, to) => {
                if ways.holds(a.read(self)?, n.into()) {
                    return Some(to);
                }
            }
            FusedOp::TestReal(truth, op, holds, [a, b], to) => {
                let compared = op.eval_real(self.real(a)?, self.real(b)?)?;
                truth.write(self, compared)?;
                if (compared != 0) == holds {
                    return Some(to);
                }
            }
            FusedOp::AddTest(to, a, b, then) => {
                let sum = a.read(self)?.wrapping_add(b.read(self)?);
                return self.test(to, fitting(Kind::Int, sum)?, then, step);
            }
            FusedOp::SubTest(to, a, b, then) => {
                let difference = a.read(self)?.wrapping_sub(b.read(self)?);
                return self.test(to, fitting(Kind::Int, difference)?, then, step);
            }
            FusedOp::SumTest(sum, ways, n, to) => {
                if ways.holds(fitting(Kind::Int, sum.read(self)?)?, n.into()) {
                    return Some(to);
                }
            }
            FusedOp::ImmTest(from, link, ways, n, to) => {
                if ways.holds(link.of(from.read(self)?)?, n.into()) {
                    return Some(to);
                }
            }
            FusedOp::Count(to, from, by, ways, n, over) => {
                let sum = fitting(Kind::Int, from.read(self)?.wrapping_add(by.into()))?;
                to.write(self, sum)?;
                if ways.holds(sum, n.into()) {
                    return Some(over);
                }
            }
            _ => return self.reaches(does, step),
        }
        Some(step.next)
    }

    /// Executes operations on elements and pointers.
    #[inline(always)]
    fn reaches<C: Operand>(&self, does: &FusedOp<C>, step: &Step) -> Option<u32> {
        match *does {
            FusedOp::GetTest(to, element, then) => {
                let value = self.held_as(element.kind, self.pointer(element)?)?;
                return self.test(to, value, then, step);
            }
            FusedOp::GetThereTest(to, there, then) => {
                let value = self.held(self.there(there)?)?;
                return self.test(to, value, then, step);
            }
            FusedOp::GetInRow(to, row) => to.write(self, self.held(self.in_row(row)?)?)?,
            FusedOp::GetInRowTest(row, then) => return self.row_test(row, then, step),
            FusedOp::GetAtSumsTest(sums, then) => return self.row_test(sums, then, step),
            FusedOp::Address(to, of, bytes) => {
                let first = of.in_memory(self.frame);
                to.write(self, Pointer::pack(first, bytes as usize))?;
            }
            FusedOp::Move(to, pointer, by, stride) => {
                let pointer = pointer.read(self)?;
                let by = by.read(self)?.wrapping_mul(stride.into());
                to.write(self, moved(pointer, by)?)?;
            }
            FusedOp::Load(to, kind, pointer) => to.write(self, self.held_as(kind, pointer.read(self)?)?)?,
            FusedOp::Store(kind, pointer, value) => {
                self.put_as(kind, pointer.read(self)?, value.read(self)?)?;
            }
            FusedOp::Element(to, element) => to.write(self, self.pointer(element)?)?,
            FusedOp::Get(to, element) => {
                to.write(self, self.held_as(element.kind, self.pointer(element)?)?)?;
            }
            FusedOp::Put(element, value) => {
                self.put_as(element.kind, self.pointer(element)?, value.read(self)?)?;
            }
            FusedOp::GetThere(to, there) => to.write(self, self.held(self.there(there)?)?)?,
            FusedOp::PutThere(there, value) => {
                self.put(self.there(there)?, value.read(self)?)?;
            }
            _ => return None,
        }
        Some(step.next)
    }

    #[inline(always)]
    fn held(&self, cell: usize) -> Option<i64> {
        let held = self.cells.get(cell)?.get();
        (held != UNSET).then_some(held)
    }

    #[inline(always)]
    fn put(&self, cell: usize, n: i64) -> Option<()> {
        self.cells.get(cell)?.set(n);
        Some(())
    }

    /// Reads a number of a kind at a pointer; `None` if another kind was stored there.
    #[inline(always)]
    fn held_as(&self, kind: Kind, pointer: i64) -> Option<i64> {
        let cell = place(pointer, kind)?;
        let (held, tag) = (self.held(cell)?, *self.tags.get(cell)?);
        if tag.is(kind) { Some(held) } else { tag.is_like(kind).then(|| kind.wrap(held)) }
    }

    #[inline(always)]
    fn put_as(&self, kind: Kind, pointer: i64, n: i64) -> Option<()> {
        let cell = place(pointer, kind)?;
        self.tags.get(cell).filter(|tag| tag.is(kind))?;
        self.put(cell, n)
    }

    #[inline(always)]
    fn real<C: Operand>(&self, of: C) -> Option<f64> {
        of.read(self).map(real)
    }

    /// Stores the result of an operation on ints, unless it overflows.
    #[inline(always)]
    fn put_int(&self, to: impl Operand, n: i64) -> Option<()> {
        to.write(self, fitting(Kind::Int, n)?)
    }

    /// Tests an element without storing it.
    #[inline(always)]
    fn row_test(&self, row: Row<impl Number>, then: Then<impl Operand>, step: &Step) -> Option<u32> {
        let value = self.held(self.in_row(row)?)?;
        if then.ways.holds(value, then.with.read(self)?) {
            return Some(then.to);
        }
        Some(step.next)
    }

    /// Stores a number and applies its test.
    #[inline(always)]
    fn test<C: Operand>(&self, to: C, n: i64, then: Then<C>, step: &Step) -> Option<u32> {
        let jumps = then.ways.holds(n, then.with.read(self)?);
        to.write(self, n)?;
        Some(if jumps { then.to } else { step.next })
    }

    #[inline(always)]
    fn pointer<C: Operand>(&self, element: At<C>) -> Option<i64> {
        let index = element.index.read(self)?;
        let pointer = element.pointer.read(self)?;
        let is_inside = (index as u64) < element.count.into();
        is_inside.then(|| pointer + index * i64::from(element.stride))
    }

    #[inline(always)]
    fn there<C: Operand>(&self, element: There<C>) -> Option<usize> {
        let index = element.index.read(self)? as u64;
        let is_inside = index < element.count.into();
        is_inside.then(|| element.first as usize + index as usize * usize::from(element.stride))
    }

    #[inline(always)]
    fn in_row(&self, of: Row<impl Number>) -> Option<usize> {
        let [row, index] = [of.row.read(self)? as u64, of.index.read(self)? as u64];
        let is_inside = row < of.rows.into() && index < of.count.into();
        let number = || row as usize * usize::from(of.count) + index as usize;
        is_inside.then(|| of.first as usize + (number() << (of.shift & 3)))
    }
}

/// Returns the number `n` if the kind can represent it.
#[inline(always)]
pub(super) fn fitting(kind: Kind, n: i64) -> Option<i64> {
    (kind.wrap(n) == n).then_some(n)
}

/// Returns the cell of a pointer's target.
#[inline(always)]
pub(super) fn place(pointer: i64, kind: Kind) -> Option<usize> {
    let to = Pointer::unpack(pointer);
    (to.offset + kind.bytes() as u32 <= to.bytes).then(|| (to.base + to.offset) as usize)
}

#[inline(always)]
pub(super) fn moved(pointer: i64, by: i64) -> Option<i64> {
    let from = Pointer::unpack(pointer);
    let offset = i64::from(from.offset).wrapping_add(by);
    (0..=i64::from(from.bytes)).contains(&offset).then(|| pointer + by)
}

impl Divisor {
    pub(super) fn new(n: i32) -> Option<Divisor> {
        let number = i16::try_from(n).ok().filter(|n| *n > 1)?;
        let inverse = (1_u64 << 32) / number as u64 + 1;
        Some(Divisor { number, inverse: inverse as u32 })
    }

    /// Returns the quotient rounded towards 0; `None` if `n` is not an int.
    #[inline(always)]
    pub(super) fn quotient(self, n: i64) -> Option<i64> {
        let quotient = (n.unsigned_abs().wrapping_mul(self.inverse.into()) >> 32) as i64;
        (Kind::Int.wrap(n) == n).then_some(if n < 0 { -quotient } else { quotient })
    }
}

impl ImmOp {
    /// Applies the operation to `n` and returns the result; `None` if it overflows.
    #[inline(always)]
    pub(super) fn of(self, n: i64) -> Option<i64> {
        match self {
            ImmOp::Same => Some(n),
            ImmOp::Add(m) => fitting(Kind::Int, n.wrapping_add(m.into())),
            ImmOp::Mul(m) => fitting(Kind::Int, n.wrapping_mul(m.into())),
            ImmOp::Div(by) => by.quotient(n),
            ImmOp::Rem(by) => Some(n - by.quotient(n)? * i64::from(by.number)),
            ImmOp::Unsigned(op, m) => Some(Kind::Unsigned.wrap(op.eval(n, m.into())?)),
            ImmOp::Cast(kind) => Some(kind.wrap(n)),
        }
    }
}

impl CompareMask {
    pub(super) fn of(test: Test) -> CompareMask {
        let holds = |a: i64| test.op.holds(a, 0) == test.holds;
        CompareMask([-1, 0, 1].map(holds).iter().rev().fold(0, |ways, holds| ways << 1 | u8::from(*holds)))
    }

    #[inline(always)]
    pub(super) fn holds(self, a: i64, b: i64) -> bool {
        self.0 >> (1 + a.cmp(&b) as i32) & 1 == 1
    }
}
