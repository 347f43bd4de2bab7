//! The frequent operations once more, in a form that is quicker to run: most of a long run is spent here.
//!
//! Each stands under the number of the operation that it does, and may do the next one along with it. What is out of the ordinary (a cell
//! without a value, a number that does not fit, an index outside of its array, a call of the library) it leaves to the operation itself,
//! before it has changed anything.

use super::code::{Binary, Code, Element, FunctionCode, Op, Pointer, Slot, Space, Test, UNSET};
use super::history::Call;
use super::memory::DEEPEST;
use super::types::{Kind, bits, real};

/// A cell of the running call, counted from its first one; or, as a negative number, any other: `!n` is the cell n of memory.
#[derive(Clone, Copy, Debug)]
struct Cell(i32);

/// A program in its quicker form: all operations, each under its number, and what a call of each function needs to know.
#[derive(Clone, Debug)]
pub(crate) struct Quick {
    all: Vec<Step>,
    functions: Vec<Option<Entry>>,
}

/// An operation, whether a stop stands before it, and with which it goes on.
#[derive(Clone, Copy, Debug)]
struct Step {
    does: Does,
    stops: u32,
    next: u32,
}

/// A function whose call does nothing but lay numbers and pointers into a frame: its first operation, the cells of the frame, how many of
/// them are variables, and the kinds of its parameters.
#[derive(Clone, Debug)]
struct Entry {
    at: u32,
    cells: usize,
    variables: usize,
    parameters: Box<[Kind]>,
}

#[derive(Clone, Copy, Debug)]
enum Does {
    /// Nothing here: the operation itself does it.
    Leave,
    Pass,
    Set(Cell, Kind, Cell),
    SetNumber(Cell, i32),
    Cast(Cell, Kind, Cell),
    Convert(Cell, Kind, Kind, Cell),
    /// Sums and differences of ints.
    Add(Cell, Cell, Cell),
    AddNumber(Cell, Cell, i32),
    Sub(Cell, Cell, Cell),
    Mul(Cell, Cell, Cell),
    DivNumber(Cell, Cell, Divisor),
    RemNumber(Cell, Cell, Divisor),
    Binary(Cell, Kind, Binary, Cell, Cell),
    RealAdd(Cell, Cell, Cell),
    RealSub(Cell, Cell, Cell),
    RealMul(Cell, Cell, Cell),
    Real(Cell, Binary, Cell, Cell),
    /// Jumps if the two compare in one of these ways.
    Test(Ways, Cell, Cell, u32),
    TestNumber(Ways, Cell, i32, u32),
    /// Compares two numbers with a decimal point, and jumps if it holds, or if it does not.
    TestReal(Cell, Comparison, [Cell; 2], u32),
    /// The same with what comes out of another operation.
    AddTest(Cell, Cell, Cell, Then),
    SubTest(Cell, Cell, Cell, Then),
    GetTest(Cell, At, Then),
    GetThereTest(Cell, There, Then),
    /// An element of a row of an array that lies there.
    GetInRow(Cell, Row),
    GetInRowTest(Row, Then),
    /// The same where row and index are sums.
    GetAtSumsTest(Sums, Then),
    Address(Cell, Cell, u32),
    Move(Cell, Cell, Cell, i32),
    Load(Cell, Cell),
    Store(Cell, Cell),
    Element(Cell, At),
    Get(Cell, At),
    Put(At, Cell),
    /// The same in an array that lies at a cell of memory.
    GetThere(Cell, There),
    PutThere(There, Cell),
    /// Calls the function of this number, whose arguments lie side by side from the second cell on.
    Call(Cell, Cell, u32),
    Return(Cell),
}

/// An element of the array to which the pointer in a cell leads.
#[derive(Clone, Copy, Debug)]
struct At {
    pointer: Cell,
    index: Cell,
    count: u16,
    stride: u16,
}

/// An element of the array that begins with a cell of memory.
#[derive(Clone, Copy, Debug)]
struct There {
    first: u32,
    index: Cell,
    count: u16,
    stride: u16,
}

/// An element of a row of the array of rows that begins with a cell of memory.
#[derive(Clone, Copy, Debug)]
struct Row {
    first: u32,
    row: Cell,
    index: Cell,
    rows: u16,
    count: u16,
}

/// The sum of what two cells hold, or their difference: the second one counts 1 or -1.
#[derive(Clone, Copy, Debug)]
struct Sum {
    a: Cell,
    b: Cell,
    counts: i8,
}

/// The same where row and index are sums.
#[derive(Clone, Copy, Debug)]
struct Sums {
    first: u32,
    row: Sum,
    index: Sum,
    rows: u16,
    count: u16,
}

#[derive(Clone, Copy, Debug)]
struct Comparison {
    op: Binary,
    holds: bool,
}

/// A test of what has just come out: how it compares with another number, and where to jump then.
#[derive(Clone, Copy, Debug)]
struct Then {
    ways: Ways,
    with: Cell,
    to: u32,
}

/// An int from 2 on by which ints are divided. To multiply by its inverse is quicker: 2^32 divided by the number, and the next one. That is
/// too much by less than 2^15 in 2^32, and what is divided has no more than 15 bits, so nothing of it is seen.
#[derive(Clone, Copy, Debug)]
struct Divisor {
    number: i16,
    inverse: u32,
}

/// The ways in which two numbers can compare: a bit each for less, equal and greater.
#[derive(Clone, Copy, Debug)]
struct Ways(u8);

/// A frame holds fewer cells than these, or the work of its call is counted.
const LARGE_FRAME: usize = 64;

impl Quick {
    pub(crate) fn new(code: &Code) -> Quick {
        Quick {
            all: all(code),
            functions: code.functions.iter().map(Entry::of).collect(),
        }
    }

    /// Runs on from an operation, up to one that is out of the ordinary or would begin more than so many steps: which one it is, and how
    /// many steps are left. Memory may grow to so many cells.
    pub(crate) fn run(
        &self,
        cells: &mut Vec<i64>,
        calls: &mut Vec<Call>,
        room: usize,
        (mut at, mut left): (usize, u64),
    ) -> (usize, u64) {
        loop {
            let frame = calls.last().map_or(0, |call| call.base as usize);
            (at, left) = run(&self.all, cells, frame, (at, left));
            // Where a stop still stands before it, there are no steps left for it.
            let next = self.all.get(at).filter(|step| step.stops == 0);
            let goes_on = next.and_then(|step| match step.does {
                Does::Call(to, first, function) => {
                    let entry = self.functions[function as usize].as_ref();
                    let entry = entry.filter(|_| calls.len() < DEEPEST)?;
                    let call = Call {
                        function,
                        base: cells.len() as u32,
                        temporaries: (cells.len() + entry.variables) as u32,
                        back: at as u32 + 1,
                        to: Cells { cells, frame }.cell(to) as u32,
                    };
                    let first = Cells { cells, frame }.cell(first);
                    entry.begin(cells, first, room - cells.len().min(room))?;
                    calls.push(call);
                    Some(entry.at)
                }
                Does::Return(value) => leave(cells, calls, frame, value),
                _ => None,
            });
            match goes_on {
                Some(next) => at = next as usize,
                None => return (at, left),
            }
        }
    }
}

impl Entry {
    fn of(function: &FunctionCode) -> Option<Entry> {
        let cells = function.cells + function.temporaries;
        let kinds = function.parameters.iter().map(|(_, ty)| ty.kind());
        let parameters: Box<[Kind]> = kinds.collect::<Option<_>>()?;
        let plain = function.named.is_none() && !parameters.iter().any(|kind| kind.is_real());
        Some(Entry {
            at: function.entry.filter(|_| plain && cells < LARGE_FRAME)?,
            cells,
            variables: function.cells,
            parameters,
        })
    }

    /// Lays a frame behind all cells, if so many are free and the arguments fit the parameters.
    fn begin(&self, cells: &mut Vec<i64>, first: usize, free: usize) -> Option<()> {
        let given = cells.get(first..first + self.parameters.len())?;
        let mut pairs = given.iter().zip(&self.parameters);
        if self.cells > free || pairs.any(|(n, kind)| kind.wrap(*n) != *n) {
            return None;
        }
        let base = cells.len();
        cells.resize(base + self.cells, UNSET);
        cells.copy_within(first..first + self.parameters.len(), base);
        Some(())
    }
}

/// Ends the innermost call, unless it is the outermost one, too: the operation to which it goes back.
fn leave(cells: &mut Vec<i64>, calls: &mut Vec<Call>, frame: usize, value: Cell) -> Option<u32> {
    let value = Cells { cells, frame }.read(value)?;
    let call = *calls.last().filter(|_| calls.len() > 1)?;
    *cells.get_mut(call.to as usize)? = value;
    cells.truncate(call.base as usize);
    calls.pop();
    Some(call.back)
}

/// Runs on up to an operation that is out of the ordinary, calls something or ends a call.
#[inline(never)]
fn run(
    all: &[Step],
    cells: &mut [i64],
    frame: usize,
    (mut at, mut left): (usize, u64),
) -> (usize, u64) {
    let mut memory = Cells { cells, frame };
    while let Some(quick) = all.get(at) {
        let Some(less) = left.checked_sub(quick.stops.into()) else {
            break;
        };
        left = less;
        match memory.does(quick) {
            Some(next) => at = next as usize,
            None => return (at + quick.stops as usize, left),
        }
    }
    (at, left)
}

struct Cells<'a> {
    cells: &'a mut [i64],
    frame: usize,
}

impl Cells<'_> {
    /// With what it goes on; `None` if nothing was done.
    #[inline(always)]
    fn does(&mut self, quick: &Step) -> Option<u32> {
        match quick.does {
            Does::Leave => return None,
            Does::Pass => {}
            Does::Set(to, kind, from) => self.write(to, fitting(kind, self.read(from)?)?)?,
            Does::SetNumber(to, n) => self.write(to, n.into())?,
            Does::Cast(to, kind, from) => self.write(to, kind.wrap(self.read(from)?))?,
            Does::Convert(to, was, kind, from) => {
                self.write(to, was.convert(self.read(from)?, kind))?;
            }
            Does::Add(to, a, b) => {
                let sum = self.read(a)?.wrapping_add(self.read(b)?);
                self.write(to, fitting(Kind::Int, sum)?)?;
            }
            Does::AddNumber(to, a, n) => {
                let sum = self.read(a)?.wrapping_add(n.into());
                self.write(to, fitting(Kind::Int, sum)?)?;
            }
            Does::Sub(to, a, b) => {
                let difference = self.read(a)?.wrapping_sub(self.read(b)?);
                self.write(to, fitting(Kind::Int, difference)?)?;
            }
            Does::Mul(to, a, b) => {
                let product = self.read(a)?.wrapping_mul(self.read(b)?);
                self.write(to, fitting(Kind::Int, product)?)?;
            }
            Does::DivNumber(to, a, by) => self.write(to, by.quotient(self.read(a)?)?)?,
            Does::RemNumber(to, a, by) => {
                let n = self.read(a)?;
                self.write(to, n - by.quotient(n)? * i64::from(by.number))?;
            }
            Does::Binary(to, kind, op, a, b) => {
                let n = op.reckon(self.read(a)?, self.read(b)?)?;
                match op.is_of_numbers() && !kind.is_unsigned() {
                    true => self.write(to, fitting(kind, n)?)?,
                    false => self.write(to, kind.wrap(n))?,
                }
            }
            Does::RealAdd(to, a, b) => self.write(to, bits(self.real(a)? + self.real(b)?))?,
            Does::RealSub(to, a, b) => self.write(to, bits(self.real(a)? - self.real(b)?))?,
            Does::RealMul(to, a, b) => self.write(to, bits(self.real(a)? * self.real(b)?))?,
            Does::Real(to, op, a, b) => {
                self.write(to, op.reckon_real(self.real(a)?, self.real(b)?)?)?;
            }
            Does::Test(ways, a, b, to) => {
                if ways.holds(self.read(a)?, self.read(b)?) {
                    return Some(to);
                }
            }
            Does::TestNumber(ways, a, n, to) => {
                if ways.holds(self.read(a)?, n.into()) {
                    return Some(to);
                }
            }
            Does::TestReal(truth, Comparison { op, holds }, [a, b], to) => {
                let compared = op.reckon_real(self.real(a)?, self.real(b)?)?;
                self.write(truth, compared)?;
                if (compared != 0) == holds {
                    return Some(to);
                }
            }
            Does::AddTest(to, a, b, then) => {
                let sum = self.read(a)?.wrapping_add(self.read(b)?);
                return self.test(to, fitting(Kind::Int, sum)?, then, quick.next);
            }
            Does::SubTest(to, a, b, then) => {
                let difference = self.read(a)?.wrapping_sub(self.read(b)?);
                return self.test(to, fitting(Kind::Int, difference)?, then, quick.next);
            }
            _ => return self.reaches(quick),
        }
        Some(quick.next)
    }

    /// The same for what works on elements and by pointers.
    #[inline(always)]
    fn reaches(&mut self, quick: &Step) -> Option<u32> {
        match quick.does {
            Does::GetTest(to, element, then) => {
                let value = self.held(place(self.pointer(element)?)?)?;
                return self.test(to, value, then, quick.next);
            }
            Does::GetThereTest(to, there, then) => {
                let value = self.held(self.there(there)?)?;
                return self.test(to, value, then, quick.next);
            }
            Does::GetInRow(to, row) => self.write(to, self.held(self.in_row(row)?)?)?,
            Does::GetInRowTest(row, then) => {
                let value = self.held(self.in_row(row)?)?;
                if then.ways.holds(value, self.read(then.with)?) {
                    return Some(then.to);
                }
            }
            Does::GetAtSumsTest(sums, then) => {
                let value = self.held(self.at_sums(sums)?)?;
                if then.ways.holds(value, self.read(then.with)?) {
                    return Some(then.to);
                }
            }
            Does::Address(to, of, cells) => {
                self.write(to, Pointer::pack(self.cell(of), cells as usize))?;
            }
            Does::Move(to, pointer, by, stride) => {
                let pointer = self.read(pointer)?;
                let by = self.read(by)?.wrapping_mul(stride.into());
                self.write(to, moved(pointer, by)?)?;
            }
            Does::Load(to, pointer) => {
                let value = self.held(place(self.read(pointer)?)?)?;
                self.write(to, value)?;
            }
            Does::Store(pointer, value) => {
                let cell = place(self.read(pointer)?)?;
                *self.cells.get_mut(cell)? = self.read(value)?;
            }
            Does::Element(to, element) => self.write(to, self.pointer(element)?)?,
            Does::Get(to, element) => {
                let value = self.held(place(self.pointer(element)?)?)?;
                self.write(to, value)?;
            }
            Does::Put(element, value) => {
                let cell = place(self.pointer(element)?)?;
                *self.cells.get_mut(cell)? = self.read(value)?;
            }
            Does::GetThere(to, there) => self.write(to, self.held(self.there(there)?)?)?,
            Does::PutThere(there, value) => {
                *self.cells.get_mut(self.there(there)?)? = self.read(value)?;
            }
            _ => return None,
        }
        Some(quick.next)
    }

    #[inline(always)]
    fn cell(&self, cell: Cell) -> usize {
        match cell.0 >= 0 {
            true => self.frame + cell.0 as usize,
            false => !cell.0 as usize,
        }
    }

    /// What a cell of memory holds, if it has a value.
    #[inline(always)]
    fn held(&self, cell: usize) -> Option<i64> {
        match self.cells.get(cell) {
            Some(held) if *held != UNSET => Some(*held),
            _ => None,
        }
    }

    #[inline(always)]
    fn read(&self, cell: Cell) -> Option<i64> {
        self.held(self.cell(cell))
    }

    #[inline(always)]
    fn real(&self, cell: Cell) -> Option<f64> {
        self.read(cell).map(real)
    }

    #[inline(always)]
    fn write(&mut self, to: Cell, value: i64) -> Option<()> {
        *self.cells.get_mut(self.cell(to))? = value;
        Some(())
    }

    /// Writes a number, and goes on where its test leads.
    #[inline(always)]
    fn test(&mut self, to: Cell, n: i64, then: Then, next: u32) -> Option<u32> {
        let jumps = then.ways.holds(n, self.read(then.with)?);
        self.write(to, n)?;
        Some(if jumps { then.to } else { next })
    }

    /// A pointer to an element.
    #[inline(always)]
    fn pointer(&self, element: At) -> Option<i64> {
        let index = self.read(element.index)?;
        let pointer = self.read(element.pointer)?;
        let is_inside = (index as u64) < element.count.into();
        is_inside.then(|| pointer + index * i64::from(element.stride))
    }

    /// The cell of an element.
    #[inline(always)]
    fn there(&self, element: There) -> Option<usize> {
        let index = self.read(element.index)? as u64;
        let is_inside = index < element.count.into();
        is_inside.then(|| element.first as usize + index as usize * usize::from(element.stride))
    }

    #[inline(always)]
    fn sum(&self, Sum { a, b, counts }: Sum) -> Option<i64> {
        let b = self.read(b)?.wrapping_mul(counts.into());
        Some(self.read(a)?.wrapping_add(b))
    }

    #[inline(always)]
    fn at_sums(&self, of: Sums) -> Option<usize> {
        let [row, index] = [self.sum(of.row)? as u64, self.sum(of.index)? as u64];
        let is_inside = row < of.rows.into() && index < of.count.into();
        is_inside.then(|| of.first as usize + row as usize * usize::from(of.count) + index as usize)
    }

    #[inline(always)]
    fn in_row(&self, of: Row) -> Option<usize> {
        let [row, index] = [self.read(of.row)? as u64, self.read(of.index)? as u64];
        let is_inside = row < of.rows.into() && index < of.count.into();
        is_inside.then(|| of.first as usize + row as usize * usize::from(of.count) + index as usize)
    }
}

/// A number that its kind can hold.
#[inline(always)]
fn fitting(kind: Kind, n: i64) -> Option<i64> {
    (kind.wrap(n) == n).then_some(n)
}

/// The cell to which a pointer leads.
#[inline(always)]
fn place(pointer: i64) -> Option<usize> {
    let to = Pointer::unpack(pointer);
    (to.offset < to.cells).then(|| (to.base + to.offset) as usize)
}

#[inline(always)]
fn moved(pointer: i64, by: i64) -> Option<i64> {
    let from = Pointer::unpack(pointer);
    let offset = i64::from(from.offset).wrapping_add(by);
    (0..=i64::from(from.cells))
        .contains(&offset)
        .then(|| pointer + by)
}

impl Divisor {
    fn new(n: i32) -> Option<Divisor> {
        let number = i16::try_from(n).ok().filter(|n| *n > 1)?;
        let inverse = (1_u64 << 32) / number as u64 + 1;
        Some(Divisor {
            number,
            inverse: inverse as u32,
        })
    }

    /// Rounded towards 0; `None` for what is no int.
    #[inline(always)]
    fn quotient(self, n: i64) -> Option<i64> {
        let quotient = (n.unsigned_abs().wrapping_mul(self.inverse.into()) >> 32) as i64;
        (Kind::Int.wrap(n) == n).then_some(if n < 0 { -quotient } else { quotient })
    }
}

impl Ways {
    fn of(test: Test) -> Ways {
        let holds = |a: i64| test.op.holds(a, 0) == test.holds;
        Ways(
            [-1, 0, 1]
                .map(holds)
                .iter()
                .rev()
                .fold(0, |ways, holds| ways << 1 | u8::from(*holds)),
        )
    }

    #[inline(always)]
    fn holds(self, a: i64, b: i64) -> bool {
        self.0 >> (1 + a.cmp(&b) as i32) & 1 == 1
    }
}

/// All operations of a program, each under its number.
fn all(code: &Code) -> Vec<Step> {
    let entry = |n: usize| code.functions[n].entry;
    let mut functions: Vec<usize> = (0..code.functions.len()).collect();
    functions.retain(|n| entry(*n).is_some());
    functions.sort_by_key(|n| entry(*n));
    let mut maker = Maker {
        code,
        constants: code.memory.len(),
        temporaries: 0,
    };
    let mut functions = functions.into_iter().peekable();
    let mut quick = Vec::with_capacity(code.ops.len());
    for at in 0..code.ops.len() {
        while let Some(n) = functions.next_if(|n| entry(*n) <= Some(at as u32)) {
            maker.temporaries = code.functions[n].cells;
        }
        quick.push(maker.quick(at));
    }
    quick
}

struct Maker<'a> {
    code: &'a Code,
    /// The cell of the first constant.
    constants: usize,
    /// The first temporary in the frame of the function.
    temporaries: usize,
}

impl Maker<'_> {
    fn quick(&self, at: usize) -> Step {
        let ops = &self.code.ops;
        let stops = ops[at] == Op::Stop;
        let own = at + usize::from(stops);
        let (does, next) = match &ops[own..] {
            [] => (Does::Leave, own),
            [Op::Stop, ..] => (Does::Pass, own),
            [Op::Jump(to), ..] => (Does::Pass, *to as usize),
            ops => self.several(ops).map_or_else(
                || (self.does(&ops[0]), own + 1),
                |(does, count)| (does, own + count),
            ),
        };
        Step {
            does,
            stops: stops.into(),
            next: self.target(next as u32),
        }
    }

    /// The first operations as one, and how many they are.
    fn several(&self, ops: &[Op]) -> Option<(Does, usize)> {
        if let Some(summed) = self.summed(ops) {
            return Some(summed);
        }
        match *ops {
            [Op::Element(row, of), Op::Get(to, element), ref rest @ ..]
                if element.pointer == row && element.index != row =>
            {
                let row = self.row(of, element)?;
                match *rest {
                    // Nobody else reads what is got only for a test.
                    [Op::Test(test), ..] if to == test.a && !to.is_variable() && to != test.b => {
                        Some((Does::GetInRowTest(row, self.then(test)), 3))
                    }
                    _ => Some((Does::GetInRow(self.cell(to), row), 2)),
                }
            }
            [op, Op::Test(test), ..] => self.tested(op, test).map(|does| (does, 2)),
            _ => None,
        }
    }

    /// One or two sums or differences that are the row and the index of an element, which is only tested. Nobody else reads them.
    fn summed(&self, ops: &[Op]) -> Option<(Does, usize)> {
        let sums = ops.iter().take(2).map_while(|op| match *op {
            Op::Add(to, a, b) if !to.is_variable() => Some((to, [a, b], 1)),
            Op::Binary(to, Kind::Int, Binary::Sub, a, b) if !to.is_variable() => {
                Some((to, [a, b], -1))
            }
            _ => None,
        });
        let sums: Vec<(Slot, [Slot; 2], i8)> = sums.collect();
        let [
            Op::Element(of_row, of),
            Op::Get(to, element),
            Op::Test(test),
            ..,
        ] = ops[sums.len()..]
        else {
            return None;
        };
        let is_row = element.pointer == of_row && element.index != of_row;
        let only_tested = to == test.a && !to.is_variable() && to != test.b;
        let used = |slot: Slot| slot == of.index || slot == element.index;
        if !is_row || !only_tested || !sums.iter().all(|(to, ..)| used(*to) && *to != test.b) {
            return None;
        }
        let sum = |slot: Slot| {
            let found = sums.iter().find(|(to, ..)| *to == slot);
            let (a, b, counts) = match found {
                Some((_, [a, b], counts)) => (self.cell(*a), self.cell(*b), *counts),
                None => (self.cell(slot), self.zero()?, 1),
            };
            Some(Sum { a, b, counts })
        };
        let Row {
            first, rows, count, ..
        } = self.row(of, element)?;
        let sums_of = Sums {
            first,
            row: sum(of.index)?,
            index: sum(element.index)?,
            rows,
            count,
        };
        let does = Does::GetAtSumsTest(sums_of, self.then(test));
        (!sums.is_empty()).then_some((does, sums.len() + 3))
    }

    /// A cell that always holds 0.
    fn zero(&self) -> Option<Cell> {
        let number = self.code.constants.iter().position(|n| *n == 0)?;
        Some(self.cell(Slot::new(Space::Constant, number)))
    }

    fn then(&self, test: Test) -> Then {
        Then {
            ways: Ways::of(test),
            with: self.cell(test.b),
            to: self.target(test.to),
        }
    }

    /// An operation together with the test of what it gives.
    fn tested(&self, mut op: Op, test: Test) -> Option<Does> {
        if op.result() != Some(&mut { test.a }) || test.a == test.b {
            return None;
        }
        let to = self.cell(test.a);
        let then = self.then(test);
        let is_truth = test.op == Binary::Different && self.known(test.b) == Some(0);
        Some(match op {
            Op::Add(_, a, b) => Does::AddTest(to, self.cell(a), self.cell(b), then),
            Op::Binary(_, Kind::Int, Binary::Sub, a, b) => {
                Does::SubTest(to, self.cell(a), self.cell(b), then)
            }
            Op::Get(_, element) => match self.there(element) {
                Some(there) => Does::GetThereTest(to, there, then),
                None => Does::GetTest(to, self.at(element), then),
            },
            Op::Real(_, op, a, b) if is_truth => {
                let holds = test.holds;
                let operands = [self.cell(a), self.cell(b)];
                Does::TestReal(to, Comparison { op, holds }, operands, then.to)
            }
            _ => return None,
        })
    }

    fn does(&self, op: &Op) -> Does {
        let cell = |slot: Slot| self.cell(slot);
        match *op {
            Op::Set(to, kind, from) => match self.number(from) {
                Some(n) if kind.wrap(n.into()) == n.into() => Does::SetNumber(cell(to), n),
                _ => Does::Set(cell(to), kind, cell(from)),
            },
            Op::Cast(to, kind, from) => Does::Cast(cell(to), kind, cell(from)),
            Op::Convert(to, was, kind, from) => Does::Convert(cell(to), was, kind, cell(from)),
            Op::Add(to, a, b) => match (self.number(a), self.number(b)) {
                (_, Some(n)) => Does::AddNumber(cell(to), cell(a), n),
                (Some(n), None) => Does::AddNumber(cell(to), cell(b), n),
                (None, None) => Does::Add(cell(to), cell(a), cell(b)),
            },
            Op::Binary(to, Kind::Int, op, a, b) => self.of_ints(to, op, a, b),
            Op::Binary(to, kind, op, a, b) => Does::Binary(cell(to), kind, op, cell(a), cell(b)),
            Op::Real(to, Binary::Add, a, b) => Does::RealAdd(cell(to), cell(a), cell(b)),
            Op::Real(to, Binary::Sub, a, b) => Does::RealSub(cell(to), cell(a), cell(b)),
            Op::Real(to, Binary::Mul, a, b) => Does::RealMul(cell(to), cell(a), cell(b)),
            Op::Real(to, op, a, b) => Does::Real(cell(to), op, cell(a), cell(b)),
            Op::Test(test) => {
                let (ways, to) = (Ways::of(test), self.target(test.to));
                match self.number(test.b) {
                    Some(n) => Does::TestNumber(ways, cell(test.a), n, to),
                    None => Does::Test(ways, cell(test.a), cell(test.b), to),
                }
            }
            Op::Address(to, of, cells) => Does::Address(cell(to), cell(of), cells),
            Op::Move(to, pointer, by, n) => Does::Move(cell(to), cell(pointer), cell(by), n),
            Op::Load(to, pointer) => match self.known_place(pointer) {
                Some(place) => Does::Set(cell(to), Kind::Pointer, place),
                None => Does::Load(cell(to), cell(pointer)),
            },
            Op::Store(pointer, value) => match self.known_place(pointer) {
                Some(place) => Does::Set(place, Kind::Pointer, cell(value)),
                None => Does::Store(cell(pointer), cell(value)),
            },
            Op::Element(to, element) => Does::Element(cell(to), self.at(element)),
            Op::Get(to, element) => match self.there(element) {
                Some(there) => Does::GetThere(cell(to), there),
                None => Does::Get(cell(to), self.at(element)),
            },
            Op::Put(element, value) => match self.there(element) {
                Some(there) => Does::PutThere(there, cell(value)),
                None => Does::Put(self.at(element), cell(value)),
            },
            Op::Call(to, function, first, 0) => Does::Call(cell(to), cell(first), function),
            Op::Return(value) => Does::Return(cell(value)),
            _ => Does::Leave,
        }
    }

    fn of_ints(&self, to: Slot, op: Binary, a: Slot, b: Slot) -> Does {
        let number = self.number(b);
        let [to, a, b] = [to, a, b].map(|slot| self.cell(slot));
        match (op, number) {
            (Binary::Sub, Some(n)) => Does::AddNumber(to, a, -n),
            (Binary::Sub, None) => Does::Sub(to, a, b),
            (Binary::Mul, _) => Does::Mul(to, a, b),
            _ => match (op, number.and_then(Divisor::new)) {
                (Binary::Div, Some(by)) => Does::DivNumber(to, a, by),
                (Binary::Rem, Some(by)) => Does::RemNumber(to, a, by),
                _ => Does::Binary(to, Kind::Int, op, a, b),
            },
        }
    }

    fn cell(&self, slot: Slot) -> Cell {
        let n = slot.number() as i32;
        Cell(match slot.space() {
            Space::Global => !n,
            Space::Constant => !(self.constants as i32 + n),
            Space::Local => n,
            Space::Temporary => self.temporaries as i32 + n,
        })
    }

    fn known(&self, slot: Slot) -> Option<i64> {
        let is_constant = slot.space() == Space::Constant;
        is_constant.then(|| self.code.constants[slot.number()])
    }

    fn number(&self, slot: Slot) -> Option<i32> {
        self.known(slot)?.try_into().ok().filter(|n| *n > i32::MIN)
    }

    /// The cell to which a pointer leads that is known.
    fn known_place(&self, pointer: Slot) -> Option<Cell> {
        place(self.known(pointer)?).map(|cell| Cell(!(cell as i32)))
    }

    fn at(&self, element: Element) -> At {
        At {
            pointer: self.cell(element.pointer),
            index: self.cell(element.index),
            count: element.count,
            stride: element.stride,
        }
    }

    /// The same in an array whose place is known.
    fn there(&self, element: Element) -> Option<There> {
        let Element { count, stride, .. } = element;
        let to = Pointer::unpack(self.known(element.pointer)?);
        let cells = u32::from(count) * u32::from(stride);
        (to.offset + cells <= to.cells).then(|| There {
            first: to.base + to.offset,
            index: self.cell(element.index),
            count,
            stride,
        })
    }

    /// An element of a row, both of which are found in an array whose place is known.
    fn row(&self, of: Element, element: Element) -> Option<Row> {
        let There {
            first,
            index: row,
            count: rows,
            stride,
        } = self.there(of)?;
        (element.stride == 1 && stride == element.count).then(|| Row {
            first,
            row,
            index: self.cell(element.index),
            rows,
            count: element.count,
        })
    }

    /// Where a jump leads, past the jumps there.
    fn target(&self, to: u32) -> u32 {
        let mut to = to;
        // A loop may have nothing in it.
        for _ in 0..8 {
            match self.code.ops.get(to as usize) {
                Some(Op::Jump(next)) => to = *next,
                _ => break,
            }
        }
        to
    }
}
