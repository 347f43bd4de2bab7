//! The emitter: operations from the tree of an expression.
//!
//! Operations work directly on variables where they can. A value that later operations of the same expression
//! may change is copied first.

use super::code::{Binary, BranchSense, Element, Op, Pointer, Slot, Space, Test, float_args};
use super::compiler::Compiler;
use super::tree::{Assign, AssignForm, Call, CallTarget, Expr, Node, Operation};
use super::types::{INT, Kind, Member, Type};
use words::say;

/// Where an object is.
#[derive(Clone, Copy)]
enum Place {
    Variable(Slot),
    /// The target of the pointer in a cell.
    At(Slot),
    Element(Element),
}

impl Compiler<'_> {
    /// Emits the evaluation of a number or a pointer, and returns the cell with the value.
    pub(crate) fn value(&mut self, expr: &Expr) -> Slot {
        self.value_in(expr, None)
    }

    /// Emits an evaluation whose last operation writes to the cell `to`, if there is such an operation.
    fn value_in(&mut self, expr: &Expr, to: Option<Slot>) -> Slot {
        let mark = self.temporaries;
        match &expr.node {
            Node::Number(n) => self.constant_slot(*n),
            Node::Before => *self.before.last().expect("an assignment is around it"),
            Node::Variable(_) | Node::Target(_) | Node::Element(_) | Node::Member(..) => {
                let place = self.place(expr);
                self.temporaries = mark;
                self.load(place, expr, to)
            }
            Node::Address(of) => {
                let mut place = self.place(of);
                self.temporaries = mark;
                // C allows the address behind the last element.
                if let (Place::Element(element), false) = (&mut place, matches!(of.ty, Type::Array(..))) {
                    element.count = element.count.saturating_add(1);
                }
                let around = match place {
                    Place::Variable(slot) => self.struct_around(slot, &of.ty),
                    _ => None,
                };
                match around {
                    Some((variable, bytes, 0)) => self.address_of(Place::Variable(variable), bytes, to),
                    Some((variable, bytes, at)) => {
                        let pointer = self.address_of(Place::Variable(variable), bytes, None);
                        self.temporaries = mark;
                        self.behind(pointer, at, to)
                    }
                    None => self.address_of(place, of.ty.bytes(), to),
                }
            }
            Node::Binary(..) => self.binary(expr, to, None),
            Node::Not(_) | Node::All(_) | Node::Any(_) => self.truth_value(expr, to),
            Node::Choice(parts) => self.choice_value(expr, parts, to),
            Node::Pick(op, parts) => self.pick(*op, parts, expr.kind()),
            Node::Sequence(parts) => {
                let (last, before) = parts.split_last().expect("a sequence has two parts");
                for part in before {
                    self.dropped(part);
                    self.temporaries = mark;
                }
                self.value_in(last, to)
            }
            Node::Convert(of) | Node::Cast(of) => self.conversion(of, expr, to),
            Node::Assign(assign) => self.assigned(assign, true),
            Node::Call(call) => self.called(call, &expr.ty, to),
        }
    }

    /// Returns the struct of which a variable of this type is a member: its first cell, its size, and the member's
    /// offset. A pointer to a member may lead to the whole struct, but one to an array has its bounds.
    pub(crate) fn struct_around(&self, slot: Slot, ty: &Type) -> Option<(Slot, usize, usize)> {
        let own = self.function.map(|n| &self.code.functions[n].variables);
        let mut variables = own.into_iter().flatten().chain(&self.code.globals);
        variables.find_map(|v| {
            let at = slot.number().checked_sub(v.slot.number())?;
            let is_part = slot.space() == v.slot.space() && at < v.ty.bytes();
            let is_member = is_part && v.ty.is_struct() && !matches!(ty, Type::Array(..));
            is_member.then(|| (v.slot, v.ty.bytes(), at))
        })
    }

    /// Returns the cell for a result: the wanted one, or the next temporary.
    fn result(&mut self, to: Option<Slot>) -> Slot {
        to.unwrap_or_else(|| self.temporary())
    }

    /// Emits an operation and returns the cell of its result.
    fn made(&mut self, to: Option<Slot>, op: impl FnOnce(Slot) -> Op) -> Slot {
        let to = self.result(to);
        self.emit(op(to));
        to
    }

    /// Emits the address `bytes` behind a pointer.
    fn behind(&mut self, pointer: Slot, bytes: usize, to: Option<Slot>) -> Slot {
        let by = self.constant_slot(bytes as i64);
        self.made(to, |to| Op::Binary(to, Kind::Pointer, Binary::Add, pointer, by))
    }

    fn load(&mut self, place: Place, expr: &Expr, to: Option<Slot>) -> Slot {
        if let Type::Bits(kind, width, shift) = expr.ty {
            return self.load_bits(place, (kind, width, shift), to);
        }
        match place {
            Place::Variable(slot) => {
                if slot.space() == Space::Local
                    && let Some(name) = self.unset.remove(&slot.number())
                {
                    self.warn(expr.line, say!("Possible use of '{name}' before definition", name));
                }
                slot
            }
            Place::At(pointer) => self.made(to, |to| Op::Load(to, expr.kind(), pointer)),
            Place::Element(element) => self.made(to, |to| Op::Get(to, expr.kind(), element)),
        }
    }

    /// Emits the value of a bit field: its kind, its width, and its first bit in a word.
    fn load_bits(&mut self, place: Place, (kind, width, shift): (Kind, u8, u8), to: Option<Slot>) -> Slot {
        let word = if kind.is_unsigned() { Kind::Unsigned } else { Kind::Int };
        let pointer = self.address_of(place, 2, None);
        let to = self.made(to, |to| Op::Load(to, word, pointer));
        for (op, by) in [(Binary::Shl, 16 - width - shift), (Binary::Shr, 16 - width)] {
            let by = self.constant_slot(by.into());
            self.emit(Op::Binary(to, word, op, to, by));
        }
        to
    }

    /// Emits the address of an object of this many bytes.
    fn address_of(&mut self, place: Place, bytes: usize, to: Option<Slot>) -> Slot {
        match place {
            Place::Variable(slot) if slot.space() == Space::Global => {
                self.constant_slot(Pointer::pack(slot.number(), bytes))
            }
            Place::Variable(slot) => {
                self.unset.remove(&slot.number());
                self.made(to, |to| Op::Address(to, slot, bytes as u32))
            }
            Place::At(pointer) => pointer,
            Place::Element(element) => self.made(to, |to| Op::Element(to, element)),
        }
    }

    /// Emits what is needed to find an object.
    fn place(&mut self, expr: &Expr) -> Place {
        match &expr.node {
            Node::Variable(slot) => Place::Variable(*slot),
            Node::Target(pointer) => Place::At(self.value(pointer)),
            Node::Element(parts) => self.element_place(&parts[0], &parts[1]),
            Node::Member(of, number) => self.member_place(of, *number),
            Node::Call(call) => Place::Variable(self.called(call, &expr.ty, None)),
            Node::Assign(assign) => self.copied(&assign.place, &assign.value),
            Node::Sequence(parts) => {
                let (last, before) = parts.split_last().expect("a sequence has two parts");
                before.iter().for_each(|part| self.dropped(part));
                self.place(last)
            }
            _ => Place::At(self.value(expr)),
        }
    }

    fn element_place(&mut self, array: &Expr, index: &Expr) -> Place {
        let Type::Array(of, count) = &array.ty else { return Place::At(self.value(array)) };
        // The index comes behind those of the array, so that the fast form can fuse the operations.
        let place = self.place(array);
        let place = match place {
            Place::Element(_) if index.writes() => Place::At(self.address_of(place, array.ty.bytes(), None)),
            Place::At(pointer) => Place::At(self.kept(pointer, index)),
            place => place,
        };
        let index = self.value(index);
        let pointer = self.address_of(place, array.ty.bytes(), None);
        Place::Element(Element { pointer, index, count: *count as u16, stride: of.bytes() as u16 })
    }

    fn member_place(&mut self, of: &Expr, number: usize) -> Place {
        let Type::Struct(structure) = &of.ty else { return self.place(of) };
        let place = self.place(of);
        let Member { at, ty, .. } = &structure.members[number];
        // The members of a union share their bytes, and bit fields do.
        if let Place::Variable(slot) = place
            && !structure.is_union
            && !matches!(ty, Type::Bits(..))
        {
            return Place::Variable(Slot::new(slot.space(), slot.number() + at));
        }
        let pointer = self.address_of(place, of.ty.bytes(), None);
        Place::At(if *at == 0 { pointer } else { self.behind(pointer, *at, None) })
    }

    /// Copies the value of a variable if the evaluation of `later` may change it.
    fn kept(&mut self, slot: Slot, later: &Expr) -> Slot {
        if slot.is_variable() && later.writes() { self.copy_of(slot) } else { slot }
    }

    pub(crate) fn copy_of(&mut self, slot: Slot) -> Slot {
        self.made(None, |to| Op::Set(to, Kind::Pointer, slot))
    }

    /// Emits an operator, whose result wraps to the kind `wraps` if there is one. Its left operands may be a
    /// chain of thousands, so they are not visited recursively.
    fn binary(&mut self, expr: &Expr, to: Option<Slot>, wraps: Option<Kind>) -> Slot {
        let mark = self.temporaries;
        let (mut chain, mut first) = (Vec::new(), expr);
        while let Node::Binary(operation, parts) = &first.node {
            chain.push((*operation, &parts[1]));
            first = &parts[0];
        }
        let mut a = self.value(first);
        while let Some((operation, right)) = chain.pop() {
            a = self.kept(a, right);
            let b = self.value(right);
            self.temporaries = mark;
            let is_last = chain.is_empty();
            let to = self.result(to.filter(|_| is_last));
            self.emit(match (operation, wraps) {
                (Operation::Number(op, _), Some(kind)) if is_last => Op::Binary(to, kind, op, a, b),
                _ => operation_on(operation, to, a, b),
            });
            a = to;
        }
        a
    }

    /// Emits the value 1 or 0 of a logical operator.
    fn truth_value(&mut self, expr: &Expr, to: Option<Slot>) -> Slot {
        let mark = self.temporaries;
        let jumps_on = expr.jumps_on();
        let jumps = self.branch(expr, jumps_on);
        self.temporaries = mark;
        let to = self.result(to);
        let [jumped, other] = [jumps_on, !jumps_on].map(|truth| self.constant_slot(truth.into()));
        self.emit(Op::Set(to, Kind::Int, other));
        let end = self.jump();
        self.land(&jumps);
        self.emit(Op::Set(to, Kind::Int, jumped));
        self.land(&[end]);
        to
    }

    fn choice_value(&mut self, expr: &Expr, [condition, yes, no]: &[Expr; 3], to: Option<Slot>) -> Slot {
        let mark = self.temporaries;
        let kind = expr.ty.kind().unwrap_or(Kind::Pointer);
        let otherwise = self.branch(condition, false);
        self.temporaries = mark;
        let to = self.result(to);
        let mark = self.temporaries;
        self.put(to, kind, yes);
        let end = self.jump();
        self.land(&otherwise);
        self.temporaries = mark;
        self.put(to, kind, no);
        self.land(&[end]);
        self.temporaries = mark;
        to
    }

    fn pick(&mut self, op: Binary, [one, two]: &[Expr; 2], kind: Kind) -> Slot {
        let to = self.temporary();
        let first = self.value(one);
        self.emit(Op::Set(to, Kind::Pointer, first));
        let second = self.value(two);
        let holds = self.compare((op, kind), to, second, true);
        self.emit(Op::Set(to, Kind::Pointer, second));
        self.land(&[holds]);
        to
    }

    fn conversion(&mut self, of: &Expr, expr: &Expr, to: Option<Slot>) -> Slot {
        let (was, kind) = (of.kind(), expr.ty.kind().unwrap_or(Kind::Int));
        let mark = self.temporaries;
        if was.fits(kind) {
            return self.value_in(of, to);
        }
        let from = self.value(of);
        self.temporaries = mark;
        self.made(to, |to| match (converts(to, kind, was, from), &expr.node) {
            (Op::Set(to, kind, from), Node::Cast(_)) => Op::Cast(to, kind, from),
            (op, _) => op,
        })
    }

    /// Emits an evaluation that writes a value of this kind to a cell.
    fn put(&mut self, to: Slot, kind: Kind, value: &Expr) {
        let was = value.kind();
        let fits = was.fits(kind);
        if let Node::Binary(Operation::Number(op, own), _) = value.node
            && !(fits || kind.is_real() || own.is_real())
            && kind.bytes() <= own.bytes()
            && (op, own) != (Binary::Add, Kind::Int)
        {
            self.binary(value, Some(to), Some(kind));
            return;
        }
        let from = self.value_in(value, fits.then_some(to));
        if from != to || !fits {
            self.emit(converts(to, kind, was, from));
        }
    }

    /// Emits an assignment to a number or pointer. Returns the cell of its value, which is the old one for
    /// `a++` if the value is used.
    fn assigned(&mut self, assign: &Assign, used: bool) -> Slot {
        let Assign { place: object, value, form } = assign;
        let place = self.place_before(object, value, *form != AssignForm::Plain);
        let mut old = None;
        if *form != AssignForm::Plain {
            let slot = self.load(place, object, None);
            let slot = match used && *form == AssignForm::Postfix && slot.is_variable() {
                true => self.copy_of(slot),
                false => self.kept(slot, value),
            };
            self.before.push(slot);
            old = Some(slot);
        }
        let new = self.store(place, object, value);
        if old.is_some() {
            self.before.pop();
        }
        old.filter(|_| *form == AssignForm::Postfix).unwrap_or(new)
    }

    /// Finds the object of an assignment. Its place stays the same if the value writes, or if it is used
    /// `twice`.
    fn place_before(&mut self, object: &Expr, value: &Expr, twice: bool) -> Place {
        let place = self.place(object);
        match place {
            Place::Element(_) if twice || value.writes() => {
                Place::At(self.address_of(place, object.ty.bytes(), None))
            }
            Place::At(pointer) => Place::At(self.kept(pointer, value)),
            place => place,
        }
    }

    fn store(&mut self, place: Place, object: &Expr, value: &Expr) -> Slot {
        let kind = object.kind();
        if let Type::Bits(kind, width, shift) = object.ty {
            let pointer = self.address_of(place, 2, None);
            let from = self.value_of_kind(kind, value);
            self.emit(Op::StoreBits(pointer, from, width, shift));
            return from;
        }
        match place {
            Place::Variable(slot) => {
                self.put(slot, kind, value);
                if slot.space() == Space::Local {
                    self.unset.remove(&slot.number());
                }
                slot
            }
            Place::At(pointer) => {
                let from = self.value_of_kind(kind, value);
                self.emit(Op::Store(kind, pointer, from));
                from
            }
            Place::Element(element) => {
                let from = self.value_of_kind(kind, value);
                self.emit(Op::Put(kind, element, from));
                from
            }
        }
    }

    fn value_of_kind(&mut self, kind: Kind, value: &Expr) -> Slot {
        let was = value.kind();
        if let Some(n) = value.known() {
            return self.constant_slot(was.convert(n, kind));
        }
        let from = self.value(value);
        if was.fits(kind) {
            return from;
        }
        self.made(None, |to| converts(to, kind, was, from))
    }

    /// Emits the assignment of a struct.
    fn copied(&mut self, object: &Expr, value: &Expr) -> Place {
        let place = self.place_before(object, value, false);
        let bytes = object.ty.bytes();
        let from = self.place(value);
        let to = self.address_of(place, bytes, None);
        let from = self.address_of(from, bytes, None);
        self.emit(Op::Copy(to, from, bytes as u32));
        place
    }

    /// Emits a call with its arguments in consecutive temporaries.
    fn called(&mut self, call: &Call, ty: &Type, to: Option<Slot>) -> Slot {
        let mark = self.temporaries;
        let writes = || call.arguments.iter().any(Expr::writes);
        let mut pointer = None;
        if let CallTarget::Pointer(called, _) = &call.callee {
            let slot = self.value(called);
            pointer = Some(if slot.is_variable() && writes() { self.copy_of(slot) } else { slot });
        }
        let named = match call.callee {
            CallTarget::Own(function) => self.code.functions[function as usize].named,
            _ => None,
        };
        let first = self.temporaries;
        let count = named.unwrap_or(usize::MAX).min(call.arguments.len());
        let (arguments, more) = call.arguments.split_at(count);
        for argument in arguments {
            let slot = self.temporary();
            let next = self.temporaries;
            self.temporaries -= 1;
            let object = match (&argument.node, &call.callee) {
                // The function copies the struct.
                _ if argument.ty.is_struct() => Some(argument),
                // The library wants an element, and not the address behind the last one.
                (Node::Address(of), CallTarget::Library(_)) if matches!(of.node, Node::Element(_)) => {
                    Some(&**of)
                }
                _ => None,
            };
            match object {
                Some(object) => {
                    let place = self.place(object);
                    let pointer = self.address_of(place, object.ty.bytes(), Some(slot));
                    if pointer != slot {
                        self.emit(Op::Set(slot, Kind::Pointer, pointer));
                    }
                }
                None => self.put(slot, argument.kind(), argument),
            }
            self.temporaries = next;
        }
        if named.is_some() {
            let slot = self.temporary();
            self.pass_unnamed(more, slot);
        }
        let (first, count) = (Slot::new(Space::Temporary, first), call.arguments.len() as u16);
        let float_args = float_args(call.arguments.iter().map(|argument| &argument.ty));
        self.temporaries = mark;
        let to = match to {
            // A struct result stays in these cells until the call runs again.
            None if ty.is_struct() => self.local(ty).unwrap_or(Slot::new(Space::Local, 0)),
            to => self.result(to),
        };
        self.emit(match &call.callee {
            CallTarget::Own(function) => Op::Call(to, *function, first, float_args),
            CallTarget::Library(number) => Op::Library(to, *number, count, first, float_args),
            CallTarget::Pointer(_, site) => Op::CallAt(to, pointer.unwrap_or(to), first, *site),
        });
        to
    }

    /// Emits the arguments that no parameter names, which lie in memory one after the other, and puts a pointer
    /// to them in the cell `to`.
    fn pass_unnamed(&mut self, arguments: &[Expr], to: Slot) {
        let types: Vec<Type> = arguments.iter().map(|argument| unnamed(&argument.ty)).collect();
        let bytes: usize = types.iter().map(Type::bytes).sum();
        let nowhere = Slot::new(Space::Local, 0);
        // The compiler reports an area that is too large.
        let slots = types.iter().map(|ty| self.local(ty).unwrap_or(nowhere));
        let slots: Vec<Slot> = slots.collect();
        for ((argument, ty), slot) in arguments.iter().zip(types).zip(&slots) {
            let object = Expr::new(Node::Variable(*slot), ty, argument.line);
            match argument.ty {
                Type::Struct(_) => drop(self.copied(&object, argument)),
                _ => self.put(*slot, object.kind(), argument),
            }
        }
        let area = slots.first().copied().unwrap_or(nowhere);
        self.emit(Op::Address(to, area, bytes as u32));
    }

    /// Emits the evaluation of an expression for its side effects.
    pub(crate) fn dropped(&mut self, expr: &Expr) {
        match &expr.node {
            Node::Number(_) | Node::Variable(_) | Node::Before => {}
            Node::Assign(assign) if expr.ty.kind().is_some() || expr.ty == Type::Void => {
                self.assigned(assign, false);
            }
            Node::Not(_) | Node::All(_) | Node::Any(_) => {
                let jumps = self.branch(expr, expr.jumps_on());
                self.land(&jumps);
            }
            Node::Sequence(parts) => parts.iter().for_each(|part| self.dropped(part)),
            Node::Convert(of) | Node::Cast(of) => self.dropped(of),
            _ if expr.ty.kind().is_some() => drop(self.value(expr)),
            Node::Call(call) => drop(self.called(call, &expr.ty, None)),
            _ if expr.is_place() => drop(expr.writes().then(|| self.place(expr))),
            _ => drop(self.value(expr)),
        }
    }

    /// Emits jumps that are taken if the expression equals `when`.
    pub(crate) fn branch(&mut self, expr: &Expr, when: bool) -> Vec<u32> {
        let mark = self.temporaries;
        let jumps = match &expr.node {
            Node::Not(of) => self.branch(of, !when),
            Node::All(parts) | Node::Any(parts) if expr.jumps_on() == when => {
                let mut jumps = Vec::new();
                for part in parts {
                    jumps.extend(self.branch(part, when));
                }
                jumps
            }
            Node::All(parts) | Node::Any(parts) => {
                let (last, before) = parts.split_last().expect("a logical operator has two operands");
                let mut ends = Vec::new();
                for part in before {
                    ends.extend(self.branch(part, !when));
                }
                let jumps = self.branch(last, when);
                self.land(&ends);
                jumps
            }
            Node::Binary(Operation::Number(op, kind), parts) if expr.comparison().is_some() => {
                let a = self.value(&parts[0]);
                let a = self.kept(a, &parts[1]);
                let b = self.value(&parts[1]);
                vec![self.compare((*op, *kind), a, b, when)]
            }
            _ => {
                let value = self.value(expr);
                let zero = self.constant_slot(0);
                vec![self.compare((Binary::Different, expr.kind()), value, zero, when)]
            }
        };
        self.temporaries = mark;
        jumps
    }

    /// Emits a jump that is taken if the result of a comparison is `when`.
    fn compare(&mut self, (op, kind): (Binary, Kind), a: Slot, b: Slot, when: bool) -> u32 {
        let (mut op, mut a, mut b) = (op, a, b);
        if kind.is_real() {
            let to = self.made(None, |to| Op::Real(to, op, a, b));
            (op, a, b) = (Binary::Different, to, self.constant_slot(0));
        }
        self.emit(Op::Test(Test { op, a, b, to: 0, holds: when, tells: BranchSense::Nothing }));
        self.here() - 1
    }

    /// Emits the jumps that are taken if a condition is false.
    pub(crate) fn condition_jumps(&mut self, expr: &Expr) -> Vec<u32> {
        let from = self.here();
        let jumps = self.branch(expr, false);
        let here = self.here();
        for (op, at) in self.code.ops[from as usize..].iter_mut().zip(from..) {
            if let Op::Test(test) = op {
                test.tells = match () {
                    () if jumps.contains(&at) => BranchSense::FalseIfJumps,
                    () if test.to == here => BranchSense::TrueIfJumps,
                    () => BranchSense::Nothing,
                };
            }
        }
        jumps
    }
}

fn operation_on(operation: Operation, to: Slot, a: Slot, b: Slot) -> Op {
    match operation {
        Operation::Number(Binary::Add, Kind::Int) => Op::Add(to, a, b),
        Operation::Number(op, kind) if kind.is_real() => Op::Real(to, op, a, b),
        Operation::Number(op, _) if op.compares() => Op::Binary(to, Kind::Int, op, a, b),
        Operation::Number(op, kind) => Op::Binary(to, kind, op, a, b),
        Operation::Move(stride) => Op::Move(to, a, b, stride),
        Operation::Distance(stride) => Op::Distance(to, a, b, stride),
    }
}

/// Returns the type with which a function gets an argument that its prototype does not name.
pub(crate) fn unnamed(ty: &Type) -> Type {
    match ty.kind() {
        Some(Kind::Char | Kind::UnsignedChar) => INT,
        Some(Kind::Float) => Type::Number(Kind::Double),
        _ => ty.clone(),
    }
}

fn converts(to: Slot, kind: Kind, was: Kind, from: Slot) -> Op {
    match kind.is_real() || was.is_real() || (was == Kind::Pointer) != (kind == Kind::Pointer) {
        true if !was.fits(kind) => Op::Convert(to, was, kind, from),
        // A conversion between signed and unsigned types of equal size keeps the bits and is no overflow.
        false if was.is_unsigned() != kind.is_unsigned() && was.bytes() == kind.bytes() => {
            Op::Cast(to, kind, from)
        }
        _ => Op::Set(to, kind, from),
    }
}
