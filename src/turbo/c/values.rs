//! Values on their way: what the compiler knows of an expression, and how it comes by its value. What a name or an element
//! holds is fetched as late as can be, so that most operations work on variables where they lie.

use super::code::{Binary, Element, Op, Pointer, Slot, Space};
use super::compiler::{Compiler, Parsed};
use super::types::{INT, Kind, Type, real};
use super::unions;
use words::say;

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) is: Is,
    pub(crate) ty: Type,
    pub(crate) line: usize,
    /// May it not be assigned to, though it has a place?
    pub(crate) constant: bool,
    /// Would anything be missing if it were not there?
    pub(crate) acts: bool,
    /// Is it an assignment without brackets of its own?
    pub(crate) assigns: bool,
}

/// Where the value of an expression is, or how to come by it.
#[derive(Clone, Debug)]
pub(crate) enum Is {
    Number(i64),
    Value(Slot),
    Variable(Slot),
    /// What the pointer in a cell points to.
    At(Slot),
    Element(Element),
    Compare(Binary, Slot, Slot),
    /// These jumps are taken if it is `true` or else `false`; the code goes on here if it is not.
    Jumps(Vec<u32>, bool),
}

impl Expr {
    pub(crate) fn new(is: Is, ty: Type, line: usize) -> Expr {
        Expr {
            is,
            ty,
            line,
            constant: false,
            acts: false,
            assigns: false,
        }
    }

    pub(crate) fn number(n: i64, ty: Type, line: usize) -> Expr {
        let n = ty.kind().map_or(n, |kind| kind.wrap(n));
        Expr::new(Is::Number(n), ty, line)
    }

    /// The number, if it is known already.
    pub(crate) fn known(&self) -> Option<i64> {
        match self.is {
            Is::Number(n) => Some(n),
            _ => None,
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.known() == Some(0)
    }

    /// A number with a decimal point.
    pub(crate) fn is_real(&self) -> bool {
        self.kind().is_real()
    }

    pub(crate) fn is_place(&self) -> bool {
        matches!(self.is, Is::Variable(_) | Is::At(_) | Is::Element(_))
    }

    pub(crate) fn is_pointer(&self) -> bool {
        self.ty.target().is_some()
    }

    pub(crate) fn kind(&self) -> Kind {
        self.ty.kind().unwrap_or(Kind::Int)
    }

    pub(crate) fn acting(self, acts: bool) -> Expr {
        Expr { acts, ..self }
    }

    pub(crate) fn fixed(self, constant: bool) -> Expr {
        Expr { constant, ..self }
    }
}

impl Compiler<'_> {
    /// What an operation gives, in the place of the temporaries that it used up.
    pub(crate) fn result(
        &mut self,
        mark: usize,
        ty: Type,
        line: usize,
        op: impl FnOnce(Slot) -> Op,
    ) -> Expr {
        self.temporaries = mark;
        let to = self.temporary();
        self.emit(op(to));
        Expr::new(Is::Value(to), ty, line)
    }

    /// Copies a struct to a place.
    pub(crate) fn copied(&mut self, place: &Expr, value: &Expr) {
        let [to, from] = [place, value].map(|expr| {
            let pointer = self.address(expr.clone());
            self.value(&pointer)
        });
        self.emit(Op::Copy(to, from, place.ty.cells() as u32));
    }

    /// The cell that holds the value of an expression.
    pub(crate) fn value(&mut self, expr: &Expr) -> Slot {
        match &expr.is {
            Is::Number(n) => self.constant_slot(*n),
            Is::Variable(slot) => {
                if slot.space() == Space::Local
                    && let Some(name) = self.unset.remove(&slot.number())
                {
                    let text = say!("Possible use of '{name}' before definition", name);
                    self.warn(expr.line, text);
                }
                *slot
            }
            Is::Value(slot) => *slot,
            is => {
                let to = self.temporary();
                match is {
                    Is::At(pointer) => self.emit(Op::Load(to, *pointer)),
                    Is::Element(element) => self.emit(Op::Get(to, *element)),
                    Is::Compare(op, a, b) => self.emit(Op::Binary(to, Kind::Int, *op, *a, *b)),
                    Is::Jumps(jumps, taken) => {
                        let [yes, no] = [1, 0].map(|n| self.constant_slot(n));
                        let (jumped, other) = if *taken { (yes, no) } else { (no, yes) };
                        self.emit(Op::Set(to, Kind::Int, other));
                        let end = self.jump();
                        self.land(jumps);
                        self.emit(Op::Set(to, Kind::Int, jumped));
                        self.land(&[end]);
                    }
                    _ => {}
                }
                to
            }
        }
    }

    /// The same with its value in a cell.
    pub(crate) fn valued(&mut self, expr: &Expr) -> Expr {
        let is = match expr.is {
            Is::Number(n) => Is::Number(n),
            _ => Is::Value(self.value(expr)),
        };
        Expr { is, ..expr.clone() }
    }

    /// The same, without jumps that are still to be landed.
    pub(crate) fn settled(&mut self, expr: Expr) -> Expr {
        match expr.is {
            Is::Compare(..) | Is::Jumps(..) => self.valued(&expr),
            _ => expr,
        }
    }

    /// An expression as it was before the operations from `from` on, if they may change it: `fix` makes it fast.
    pub(crate) fn held(
        &mut self,
        expr: Expr,
        from: u32,
        fix: fn(&mut Self, &Expr) -> Expr,
    ) -> Expr {
        let changes = match &expr.is {
            Is::Value(slot) | Is::Variable(slot) => slot.is_variable(),
            is => matches!(is, Is::At(_) | Is::Element(_)),
        };
        if !changes || !self.code.ops[from as usize..].iter().any(|op| op.writes()) {
            return expr;
        }
        // None of the temporaries that the later operations use.
        let most = self.function.map(|n| self.code.functions[n].temporaries);
        self.temporaries = most.unwrap_or(self.temporaries);
        let mut fixed = expr;
        self.before(from, |compiler| {
            fixed = fix(compiler, &fixed);
            if let Is::Value(slot) | Is::At(slot) = &mut fixed.is
                && slot.is_variable()
            {
                let to = compiler.temporary();
                compiler.emit(Op::Set(to, Kind::Pointer, *slot));
                *slot = to;
            }
        });
        fixed
    }

    /// The place itself, as a pointer leads to it; a variable stays one.
    pub(crate) fn pinned(&mut self, place: &Expr) -> Expr {
        match place.is {
            Is::Element(_) => {
                let pointer = self.address(place.clone());
                let is = Is::At(self.value(&pointer));
                Expr {
                    is,
                    ..place.clone()
                }
            }
            _ => place.clone(),
        }
    }

    /// Evaluates an expression for what it does.
    pub(crate) fn dropped(&mut self, expr: Expr) {
        match &expr.is {
            Is::Jumps(jumps, _) => self.land(jumps),
            // Without its old value, x++ is ++x.
            Is::Value(slot) => {
                if let [.., Op::Set(old, _, from), mut op] = self.code.ops[..]
                    && (old, Some(&mut { from })) == (*slot, op.result())
                    && self.landed < self.here() - 1
                {
                    let at = self.code.ops.len() - 2;
                    self.code.ops.remove(at);
                }
            }
            Is::Number(_) | Is::Variable(_) => {}
            _ if expr.ty.kind().is_some() => drop(self.value(&expr)),
            _ => {}
        }
    }

    /// An array as a pointer to its first element, a function as one to itself, all else as it is.
    pub(crate) fn decayed(&mut self, expr: Expr) -> Expr {
        match &expr.ty {
            Type::Bits(..) | Type::Bool => Expr {
                ty: Type::Number(expr.kind()),
                ..expr
            },
            Type::Function(_) => Expr {
                ty: expr.ty.clone().pointer(),
                ..expr
            },
            Type::Array(of, _) => {
                let ty = of.clone().pointer();
                Expr {
                    ty,
                    ..self.address(expr)
                }
            }
            _ => expr,
        }
    }

    pub(crate) fn address(&mut self, place: Expr) -> Expr {
        let cells = place.ty.cells();
        let is = match place.is {
            Is::Variable(slot) if slot.space() == Space::Global => {
                Is::Number(Pointer::pack(slot.number(), cells))
            }
            Is::Variable(slot) => {
                self.unset.remove(&slot.number());
                let to = self.temporary();
                self.emit(Op::Address(to, slot, cells as u32));
                Is::Value(to)
            }
            Is::At(slot) if slot.space() == Space::Constant => {
                Is::Number(self.code.constants[slot.number()])
            }
            Is::At(slot) => Is::Value(slot),
            Is::Element(element) => {
                let to = self.temporary();
                self.emit(Op::Element(to, element));
                Is::Value(to)
            }
            is => is,
        };
        Expr::new(is, place.ty.pointer(), place.line)
    }

    /// A number or a pointer.
    pub(crate) fn scalar(&mut self, expr: Expr) -> Parsed<Expr> {
        let expr = self.decayed(expr);
        match expr.ty {
            Type::Void => self.fail_at(expr.line, say!("Not an allowed type: this gives no value")),
            Type::Struct(_) => self.fail_at(expr.line, say!("Illegal structure operation")),
            _ => Ok(expr),
        }
    }

    /// A pointer to nothing in particular as what it is taken for: only then memory from `malloc` has elements.
    pub(crate) fn typed(&mut self, expr: Expr, ty: &Type) -> Expr {
        match (&expr.ty, ty.target()) {
            (Type::Pointer(of), Some(to))
                if **of == Type::Void && *to != Type::Void && expr.known().is_none() =>
            {
                let from = self.value(&expr);
                let result = self.temporary();
                let (bytes, cells) = (to.bytes() as u32, to.cells() as u32);
                self.emit(Op::Typed(result, from, bytes, cells));
                Expr::new(Is::Value(result), ty.clone(), expr.line).acting(expr.acts)
            }
            _ => expr,
        }
    }

    /// The same value in another type, as the program asks for it.
    pub(crate) fn meant(&mut self, expr: Expr, ty: Type) -> Expr {
        let before = self.here() as usize;
        let cast = self.cast(expr, ty);
        if let Some(op @ Op::Set(..)) = self
            .code
            .ops
            .get_mut(before..)
            .and_then(|ops| ops.last_mut())
            && let Op::Set(to, kind, from) = *op
        {
            *op = Op::Cast(to, kind, from);
        }
        cast
    }

    /// The same value in another type.
    pub(crate) fn cast(&mut self, expr: Expr, ty: Type) -> Expr {
        if ty == Type::Bool && expr.ty != ty {
            let value = self.truth(expr);
            let is = match value.known() {
                Some(n) => Is::Number((n != 0).into()),
                None => {
                    let (value, zero) = (self.value(&value), self.constant_slot(0));
                    let is = Is::Compare(Binary::Different, value, zero);
                    Is::Value(self.value(&Expr::new(is, INT, 0)))
                }
            };
            return Expr { is, ty, ..value };
        }
        let expr = self.typed(expr, &ty);
        let (line, kind, acts) = (expr.line, ty.kind().unwrap_or(Kind::Int), expr.acts);
        let cast = match expr.known() {
            Some(n) => Expr::number(expr.kind().convert(n, kind), ty, line),
            None if expr.kind().fits(kind) => Expr {
                ty,
                ..self.valued(&expr)
            },
            None => {
                let from = self.value(&expr);
                let to = self.temporary();
                self.emit(converts(to, kind, expr.kind(), from));
                Expr::new(Is::Value(to), ty, line)
            }
        };
        Expr { acts, ..cast }
    }

    /// Whether it is true, as an int; only of a number with a decimal point this is something else than the value.
    pub(crate) fn truth(&mut self, expr: Expr) -> Expr {
        if !expr.is_real() {
            return expr;
        }
        let line = expr.line;
        if let Some(n) = expr.known() {
            return Expr::number((real(n) != 0.0).into(), INT, line);
        }
        let (value, zero) = (self.value(&expr), self.constant_slot(0));
        let to = self.temporary();
        self.emit(Op::Real(to, Binary::Different, value, zero));
        Expr::new(Is::Value(to), INT, line).acting(expr.acts)
    }

    /// Puts a value in its place, and is that value.
    pub(crate) fn stored(&mut self, place: Expr, value: Expr) -> Expr {
        let value = self.typed(value, &place.ty);
        let value = match place.ty {
            Type::Bits(kind, width) => self.narrowed(value, kind, width),
            Type::Bool => self.cast(value, Type::Bool),
            _ => value,
        };
        let (kind, line) = (place.kind(), value.line);
        let is = match place.is {
            Is::Variable(slot) => {
                if slot.space() == Space::Local {
                    self.unset.remove(&slot.number());
                }
                self.put(slot, kind, &value);
                Is::Value(slot)
            }
            Is::Element(element) => {
                let value = self.cast(value, place.ty.clone());
                let value = self.value(&value);
                self.emit(Op::Put(element, value));
                Is::Value(value)
            }
            _ => {
                let value = self.cast(value, place.ty.clone());
                let value = self.value(&value);
                let pointer = self.address(place.clone());
                let pointer = self.value(&pointer);
                self.emit(Op::Store(pointer, value));
                Is::Value(value)
            }
        };
        Expr {
            acts: true,
            assigns: true,
            ..Expr::new(is, place.ty, line)
        }
    }

    /// The same value in so many bits.
    fn narrowed(&mut self, value: Expr, kind: Kind, width: u8) -> Expr {
        let value = self.cast(value, Type::Number(Kind::Long));
        let (ty, line) = (Type::Number(kind), value.line);
        if let Some(n) = value.known() {
            return Expr::number(unions::narrowed(kind, width, n), ty, line);
        }
        let from = self.value(&value);
        let free = self.constant_slot(32 - i64::from(width));
        let [upper, to] = [self.temporary(), self.temporary()];
        let long = match kind.is_unsigned() {
            true => Kind::UnsignedLong,
            false => Kind::Long,
        };
        self.emit(Op::Binary(upper, long, Binary::Shl, from, free));
        self.emit(Op::Binary(to, long, Binary::Shr, upper, free));
        Expr::new(Is::Value(to), ty, line)
    }

    /// Puts a value in a cell of this kind. Where it can, the last operation puts it there at once.
    pub(crate) fn put(&mut self, to: Slot, kind: Kind, value: &Expr) {
        let from = self.value(value);
        let fits = value.kind().fits(kind);
        if from == to && fits {
            return;
        }
        if from.space() == Space::Temporary
            && let Some(op) = self.last_op()
            && op.result() == Some(&mut { from })
        {
            match op {
                Op::Binary(result, reckoned, ..)
                    if !fits && !kind.is_real() && kind.bytes() <= reckoned.bytes() =>
                {
                    (*result, *reckoned) = (to, kind);
                    return;
                }
                op if fits => {
                    op.result().into_iter().for_each(|result| *result = to);
                    return;
                }
                _ => {}
            }
        }
        self.emit(converts(to, kind, value.kind(), from));
    }
}

/// Puts a number of the kind `was` into a cell of another.
pub(crate) fn converts(to: Slot, kind: Kind, was: Kind, from: Slot) -> Op {
    match kind.is_real() || was.is_real() {
        true if !was.fits(kind) => Op::Convert(to, was, kind, from),
        // Between two types of one size all bits stay.
        false if was.is_unsigned() != kind.is_unsigned() && was.bytes() == kind.bytes() => {
            Op::Cast(to, kind, from)
        }
        _ => Op::Set(to, kind, from),
    }
}
