//! The translation of operations into fast steps.

use std::cell;

use super::super::code::{Binary, Code, Element, Op, Pointer, Slot, Space, Test};
use super::super::types::Kind;
use super::step::{
    At, Cell, CompareMask, Divisor, Form, FusedOp, ImmOp, Operand, Row, Step, Sum, Then, There, place,
};

pub(super) fn all(code: &Code) -> Vec<Step> {
    let entry = |n: usize| code.functions[n].entry;
    let mut functions: Vec<usize> = (0..code.functions.len()).collect();
    functions.retain(|n| entry(*n).is_some());
    functions.sort_by_key(|n| entry(*n));
    let mut maker =
        Maker { code, constants: code.memory.cells.len(), temporaries: 0, all_local: cell::Cell::new(true) };
    let mut functions = functions.into_iter().peekable();
    let mut quick = Vec::with_capacity(code.ops.len());
    for at in 0..code.ops.len() {
        while let Some(n) = functions.next_if(|n| entry(*n) <= Some(at as u32)) {
            maker.temporaries = code.functions[n].cells();
        }
        quick.push(maker.quick(at));
    }
    quick
}

struct Maker<'a> {
    code: &'a Code,
    constants: usize,
    temporaries: usize,
    /// True if all cells fit the requested form.
    all_local: cell::Cell<bool>,
}

impl Maker<'_> {
    fn quick(&self, at: usize) -> Step {
        let ops = &self.code.ops;
        let stops = ops[at] == Op::Stop;
        let own = at + usize::from(stops);
        let (form, next) = match &ops[own..] {
            [] => (Form::Any(FusedOp::Leave), own),
            [Op::Stop, ..] => (Form::Any(FusedOp::Pass), own),
            [Op::Jump(to), ..] => (Form::Any(FusedOp::Pass), *to as usize),
            _ => self.form(own),
        };
        let counts = matches!(form, Form::Local(FusedOp::Count(..)) | Form::Any(FusedOp::Count(..)));
        Step { form, stops: u32::from(stops) + u32::from(counts), next: self.target(next as u32) }
    }

    fn form(&self, at: usize) -> (Form, usize) {
        self.all_local.set(true);
        let (does, next) = self.first(at);
        if self.all_local.get() && !matches!(does, FusedOp::Call(..) | FusedOp::Return(..)) {
            return (Form::Local(does), next);
        }
        let (does, next) = self.first(at);
        (Form::Any(does), next)
    }

    fn first<C: Operand>(&self, at: usize) -> (FusedOp<C>, usize) {
        let ops = &self.code.ops[at..];
        if let Some(counted) = self.counted(at) {
            return counted;
        }
        let (does, count) = self.several(ops).unwrap_or_else(|| (self.does(&ops[0]), 1));
        (does, at + count)
    }

    /// Fuses an increment with its test.
    fn counted<C: Operand>(&self, at: usize) -> Option<(FusedOp<C>, usize)> {
        let ops = &self.code.ops;
        let (to, from, ImmOp::Add(by)) = self.link(ops[at])? else { return None };
        let next = self.target(at as u32 + 1) as usize;
        let [Op::Stop, Op::Test(test), ..] = ops[next..] else { return None };
        let with = self.number(test.b).filter(|_| test.a == to)?;
        let (to, from) = (self.cell(to), self.cell(from));
        let over = self.target(test.to);
        let does = FusedOp::Count(to, from, by, CompareMask::of(test), with, over);
        Some((does, next + 2))
    }

    /// Fuses the first operations of a list, if possible. Returns the fused operation and the number of
    /// operations that it replaces.
    fn several<C: Operand>(&self, ops: &[Op]) -> Option<(FusedOp<C>, usize)> {
        if let Some(found) = self.summed(ops).or_else(|| self.chain(ops)) {
            return Some(found);
        }
        match *ops {
            [Op::Element(row, of), Op::Get(to, kind, element), ref rest @ ..]
                if element.pointer == row && element.index != row =>
            {
                let row = self.row(of, kind, element)?;
                match *rest {
                    // Only the test reads the loaded element.
                    [Op::Test(test), ..] if to == test.a && !to.is_variable() && to != test.b => {
                        Some((FusedOp::GetInRowTest(row, self.then(test)), 3))
                    }
                    _ => Some((FusedOp::GetInRow(self.cell(to), row), 2)),
                }
            }
            [op, Op::Test(test), ..] => self.tested(op, test).map(|does| (does, 2)),
            _ => None,
        }
    }

    /// Fuses two or three operations if each result is read only by the next operation.
    fn chain<C: Operand>(&self, ops: &[Op]) -> Option<(FusedOp<C>, usize)> {
        let (mut last, from, first) = self.link(*ops.first()?)?;
        let mut links = [first, ImmOp::Same, ImmOp::Same];
        let mut count = 1;
        while count < links.len() && !last.is_variable() {
            let Some((to, of, link)) = ops.get(count).and_then(|op| self.link(*op)) else { break };
            if of != last {
                break;
            }
            (last, links[count]) = (to, link);
            count += 1;
        }
        let chain = || FusedOp::Chain(self.cell(last), self.cell(from), links);
        (count > 1).then(|| (chain(), count))
    }

    /// Splits an operation with a constant into its target, its other operand, and its immediate form.
    fn link(&self, op: Op) -> Option<(Slot, Slot, ImmOp)> {
        let (to, kind, op, a, b) = match op {
            Op::Cast(to, kind, from) => return Some((to, from, ImmOp::Cast(kind))),
            Op::Add(to, a, b) => (to, Kind::Int, Binary::Add, a, b),
            Op::Binary(to, kind, op, a, b) => (to, kind, op, a, b),
            _ => return None,
        };
        let turned = self.number(b).is_none() && matches!(op, Binary::Add | Binary::Mul);
        let (a, b) = if turned { (b, a) } else { (a, b) };
        let number = self.number(b)?;
        let link = match (kind, op) {
            (Kind::Int, Binary::Add) => ImmOp::Add(number),
            (Kind::Int, Binary::Sub) => ImmOp::Add(-number),
            (Kind::Int, Binary::Mul) => ImmOp::Mul(number),
            (Kind::Int, Binary::Div) => ImmOp::Div(Divisor::new(number)?),
            (Kind::Int, Binary::Rem) => ImmOp::Rem(Divisor::new(number)?),
            (Kind::Unsigned, op) if number != 0 => ImmOp::Unsigned(op, number),
            _ => return None,
        };
        Some((to, a, link))
    }

    /// Fuses one or two sums, the array element that they index, and the element's test, if only the test
    /// reads the element.
    fn summed<C: Operand>(&self, ops: &[Op]) -> Option<(FusedOp<C>, usize)> {
        let sums = ops.iter().take(2).map_while(|op| match *op {
            Op::Add(to, a, b) if !to.is_variable() => Some((to, [a, b], 1)),
            Op::Binary(to, Kind::Int, Binary::Sub, a, b) if !to.is_variable() => Some((to, [a, b], -1)),
            _ => None,
        });
        let sums: Vec<(Slot, [Slot; 2], i8)> = sums.collect();
        let [Op::Element(of_row, of), Op::Get(to, kind, element), Op::Test(test), ..] = ops[sums.len()..]
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
                None => (self.cell(slot), self.cell(slot), 0),
            };
            Sum { a, b, counts }
        };
        let Row::<C> { first, rows, count, shift, .. } = self.row(of, kind, element)?;
        let sums_of = Row { first, row: sum(of.index), index: sum(element.index), rows, count, shift };
        let does = FusedOp::GetAtSumsTest(sums_of, self.then(test));
        (!sums.is_empty()).then_some((does, sums.len() + 3))
    }

    fn then<C: Operand>(&self, test: Test) -> Then<C> {
        Then { ways: CompareMask::of(test), with: self.cell(test.b), to: self.target(test.to) }
    }

    /// Fuses an operation with the test of its result.
    fn tested<C: Operand>(&self, mut op: Op, test: Test) -> Option<FusedOp<C>> {
        if op.result() != Some(&mut { test.a }) || test.a == test.b {
            return None;
        }
        if let Some(found) = self.summed_for(op, test).or_else(|| self.linked(op, test)) {
            return Some(found);
        }
        let to = self.cell(test.a);
        let then = self.then(test);
        let is_truth = test.op == Binary::Different && self.known(test.b) == Some(0);
        Some(match op {
            Op::Add(_, a, b) => FusedOp::AddTest(to, self.cell(a), self.cell(b), then),
            Op::Binary(_, Kind::Int, Binary::Sub, a, b) => {
                FusedOp::SubTest(to, self.cell(a), self.cell(b), then)
            }
            Op::Get(_, kind, element) => match self.there_as(kind, element) {
                Some(there) => FusedOp::GetThereTest(to, there, then),
                None => FusedOp::GetTest(to, self.at(kind, element), then),
            },
            Op::Real(_, op, a, b) if is_truth => {
                FusedOp::TestReal(to, op, test.holds, [a, b].map(|slot| self.cell(slot)), then.to)
            }
            _ => return None,
        })
    }

    /// Fuses an operation with a test if only the test reads its result.
    fn linked<C: Operand>(&self, op: Op, test: Test) -> Option<FusedOp<C>> {
        let (to, from, link) = self.link(op)?;
        let with = self.number(test.b).filter(|_| !to.is_variable())?;
        let over = self.target(test.to);
        Some(FusedOp::ImmTest(self.cell(from), link, CompareMask::of(test), with, over))
    }

    /// Fuses a sum with a test if only the test reads its result.
    fn summed_for<C: Operand>(&self, op: Op, test: Test) -> Option<FusedOp<C>> {
        let (to, a, b, counts) = match op {
            Op::Add(to, a, b) => (to, a, b, 1),
            Op::Binary(to, Kind::Int, Binary::Sub, a, b) => (to, a, b, -1),
            _ => return None,
        };
        let with = self.number(test.b).filter(|_| !to.is_variable())?;
        let sum = Sum { a: self.cell(a), b: self.cell(b), counts };
        Some(FusedOp::SumTest(sum, CompareMask::of(test), with, self.target(test.to)))
    }

    fn does<C: Operand>(&self, op: &Op) -> FusedOp<C> {
        let cell = |slot: Slot| self.cell(slot);
        match *op {
            Op::Set(to, kind, from) => match self.number(from) {
                Some(n) if kind.wrap(n.into()) == n.into() => FusedOp::SetNumber(cell(to), n),
                _ => FusedOp::Set(cell(to), kind, cell(from)),
            },
            // Only the plain operation finds the object of a pointer that was a number.
            Op::Convert(_, _, Kind::Pointer, _) => FusedOp::Leave,
            Op::Convert(to, was, kind, from) => FusedOp::Convert(cell(to), was, kind, cell(from)),
            Op::Add(to, a, b) => match (self.number(a), self.number(b)) {
                (_, Some(n)) => FusedOp::AddNumber(cell(to), cell(a), n),
                (Some(n), None) => FusedOp::AddNumber(cell(to), cell(b), n),
                (None, None) => FusedOp::Add(cell(to), cell(a), cell(b)),
            },
            Op::Binary(to, Kind::Int, Binary::Sub, a, b) => match self.number(b) {
                Some(n) => FusedOp::AddNumber(cell(to), cell(a), -n),
                None => FusedOp::Sub(cell(to), cell(a), cell(b)),
            },
            Op::Binary(to, Kind::Int, Binary::Mul, a, b) => FusedOp::Mul(cell(to), cell(a), cell(b)),
            Op::Cast(..) | Op::Binary(..) => match (self.link(*op), *op) {
                (Some((to, from, link)), _) => FusedOp::ImmOp(cell(to), cell(from), link),
                (None, Op::Binary(to, kind, of, a, b)) => {
                    FusedOp::Binary(cell(to), kind, of, cell(a), cell(b))
                }
                _ => FusedOp::Leave,
            },
            Op::Real(to, Binary::Add, a, b) => FusedOp::RealAdd(cell(to), cell(a), cell(b)),
            Op::Real(to, Binary::Sub, a, b) => FusedOp::RealSub(cell(to), cell(a), cell(b)),
            Op::Real(to, Binary::Mul, a, b) => FusedOp::RealMul(cell(to), cell(a), cell(b)),
            Op::Real(to, op, a, b) => FusedOp::Real(cell(to), op, cell(a), cell(b)),
            Op::Test(test) => {
                let (ways, to) = (CompareMask::of(test), self.target(test.to));
                match self.number(test.b) {
                    Some(n) => FusedOp::TestNumber(ways, cell(test.a), n, to),
                    None => FusedOp::Test(ways, cell(test.a), cell(test.b), to),
                }
            }
            Op::Address(to, of, bytes) => FusedOp::Address(cell(to), cell(of), bytes),
            Op::Move(to, pointer, by, n) => FusedOp::Move(cell(to), cell(pointer), cell(by), n),
            Op::Load(to, kind, pointer) => match self.known_place(kind, pointer) {
                Some(place) => FusedOp::Set(cell(to), Kind::Pointer, place),
                None => FusedOp::Load(cell(to), kind, cell(pointer)),
            },
            Op::Store(kind, pointer, value) => match self.known_place(kind, pointer) {
                Some(place) => FusedOp::Set(place, Kind::Pointer, cell(value)),
                None => FusedOp::Store(kind, cell(pointer), cell(value)),
            },
            // The kind is that of the element's address.
            Op::Element(to, element) => FusedOp::Element(cell(to), self.at(Kind::Pointer, element)),
            Op::Get(to, kind, element) => match self.there_as(kind, element) {
                Some(there) => FusedOp::GetThere(cell(to), there),
                None => FusedOp::Get(cell(to), self.at(kind, element)),
            },
            Op::Put(kind, element, value) => match self.there_as(kind, element) {
                Some(there) => FusedOp::PutThere(there, cell(value)),
                None => FusedOp::Put(self.at(kind, element), cell(value)),
            },
            Op::Call(to, function, first, 0) => FusedOp::Call(cell(to), cell(first), function),
            Op::Return(value) => FusedOp::Return(cell(value)),
            _ => FusedOp::Leave,
        }
    }

    fn cell<C: Operand>(&self, slot: Slot) -> C {
        let n = slot.number() as i32;
        self.had(Cell(match slot.space() {
            Space::Global => !n,
            Space::Constant => !(self.constants as i32 + n),
            Space::Local => n,
            Space::Temporary => self.temporaries as i32 + n,
        }))
    }

    /// Converts a cell to the requested form. If that is impossible, clears `all_local` and returns the first
    /// cell.
    fn had<C: Operand>(&self, cell: Cell) -> C {
        C::of(cell).unwrap_or_else(|| {
            self.all_local.set(false);
            C::of(Cell(0)).expect("every form supports the first cell")
        })
    }

    fn known(&self, slot: Slot) -> Option<i64> {
        let is_constant = slot.space() == Space::Constant;
        is_constant.then(|| self.code.constants[slot.number()])
    }

    fn number(&self, slot: Slot) -> Option<i32> {
        self.known(slot)?.try_into().ok().filter(|n| *n > i32::MIN)
    }

    /// Returns the cell at a constant address, if a number of this kind is always there.
    fn known_place<C: Operand>(&self, kind: Kind, pointer: Slot) -> Option<C> {
        let cell = place(self.known(pointer)?, kind).filter(|cell| self.holds(kind, *cell));
        cell.map(|cell| self.had(Cell(!(cell as i32))))
    }

    fn holds(&self, kind: Kind, cell: usize) -> bool {
        let tag = self.code.memory.tags.get(cell);
        tag.is_some_and(|tag| tag.is_fixed() && tag.is(kind))
    }

    fn at<C: Operand>(&self, kind: Kind, element: Element) -> At<C> {
        At {
            pointer: self.cell(element.pointer),
            index: self.cell(element.index),
            count: element.count,
            stride: element.stride,
            kind,
        }
    }

    /// Returns the element of an array at a constant address, if its elements are always of this kind.
    fn there_as<C: Operand>(&self, kind: Kind, element: Element) -> Option<There<C>> {
        self.there(element).filter(|there| self.holds(kind, there.first as usize))
    }

    fn there<C: Operand>(&self, element: Element) -> Option<There<C>> {
        let Element { count, stride, .. } = element;
        let to = Pointer::unpack(self.known(element.pointer)?);
        let bytes = u32::from(count) * u32::from(stride);
        (to.offset + bytes <= to.bytes).then(|| There {
            first: to.base + to.offset,
            index: self.cell(element.index),
            count,
            stride,
        })
    }

    /// Returns the element of a row of an array with a constant address.
    fn row<C: Operand>(&self, of: Element, kind: Kind, element: Element) -> Option<Row<C>> {
        let There { first, index: row, count: rows, stride } = self.there_as(kind, of)?;
        let is_row = u32::from(stride) == u32::from(element.count) * u32::from(element.stride);
        (is_row && element.stride.is_power_of_two() && element.stride <= 8).then(|| Row {
            first,
            row,
            index: self.cell(element.index),
            rows,
            count: element.count,
            shift: element.stride.trailing_zeros() as u8,
        })
    }

    fn target(&self, to: u32) -> u32 {
        let mut to = to;
        // Limit the number of jumps followed, because an empty loop jumps to itself.
        for _ in 0..8 {
            match self.code.ops.get(to as usize) {
                Some(Op::Jump(next)) => to = *next,
                _ => break,
            }
        }
        to
    }
}
