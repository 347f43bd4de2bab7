//! Values during compilation. Names and elements are loaded as late as possible, so that most operations work
//! directly on variables.

use super::code::{Binary, Element, Op, Pointer, Slot, Space};
use super::compiler::{Compiler, Parsed};
use super::types::{INT, Kind, Type, real};
use super::unions;
use words::say;

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) is: ExprKind,
    pub(crate) ty: Type,
    pub(crate) line: usize,
    /// True if the expression has an address but must not be changed.
    pub(crate) constant: bool,
    /// True if the expression has side effects.
    pub(crate) acts: bool,
    pub(crate) assigns: bool,
}

/// The location of an expression's value, or the operation that computes it.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Number(i64),
    Value(Slot),
    Variable(Slot),
    /// The target of the pointer in a cell.
    At(Slot),
    Element(Element),
    Compare(Binary, Slot, Slot),
    /// Jumps that are taken if the value is `true` (or `false`); otherwise execution continues here.
    Jumps(Vec<u32>, bool),
}

impl Expr {
    pub(crate) fn new(is: ExprKind, ty: Type, line: usize) -> Expr {
        Expr { is, ty, line, constant: false, acts: false, assigns: false }
    }

    pub(crate) fn number(n: i64, ty: Type, line: usize) -> Expr {
        let n = ty.kind().map_or(n, |kind| kind.wrap(n));
        Expr::new(ExprKind::Number(n), ty, line)
    }

    pub(crate) fn known(&self) -> Option<i64> {
        match self.is {
            ExprKind::Number(n) => Some(n),
            _ => None,
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.known() == Some(0)
    }

    pub(crate) fn is_real(&self) -> bool {
        self.kind().is_real()
    }

    pub(crate) fn is_place(&self) -> bool {
        matches!(self.is, ExprKind::Variable(_) | ExprKind::At(_) | ExprKind::Element(_))
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
    pub(crate) fn result(&mut self, mark: usize, ty: Type, line: usize, op: impl FnOnce(Slot) -> Op) -> Expr {
        self.temporaries = mark;
        let to = self.temporary();
        self.emit(op(to));
        Expr::new(ExprKind::Value(to), ty, line)
    }

    pub(crate) fn copied(&mut self, place: &Expr, value: &Expr) {
        let [to, from] = [place, value].map(|expr| {
            let pointer = self.address(expr.clone());
            self.value(&pointer)
        });
        self.emit(Op::Copy(to, from, place.ty.cells() as u32));
    }

    pub(crate) fn value(&mut self, expr: &Expr) -> Slot {
        match &expr.is {
            ExprKind::Number(n) => self.constant_slot(*n),
            ExprKind::Variable(slot) => {
                if slot.space() == Space::Local
                    && let Some(name) = self.unset.remove(&slot.number())
                {
                    let text = say!("Possible use of '{name}' before definition", name);
                    self.warn(expr.line, text);
                }
                *slot
            }
            ExprKind::Value(slot) => *slot,
            is => {
                let to = self.temporary();
                match is {
                    ExprKind::At(pointer) => self.emit(Op::Load(to, *pointer)),
                    ExprKind::Element(element) => self.emit(Op::Get(to, *element)),
                    ExprKind::Compare(op, a, b) => self.emit(Op::Binary(to, Kind::Int, *op, *a, *b)),
                    ExprKind::Jumps(jumps, taken) => {
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

    pub(crate) fn valued(&mut self, expr: &Expr) -> Expr {
        let is = match expr.is {
            ExprKind::Number(n) => ExprKind::Number(n),
            _ => ExprKind::Value(self.value(expr)),
        };
        Expr { is, ..expr.clone() }
    }

    pub(crate) fn settled(&mut self, expr: Expr) -> Expr {
        match expr.is {
            ExprKind::Compare(..) | ExprKind::Jumps(..) => self.valued(&expr),
            _ => expr,
        }
    }

    /// Saves the value of an expression if the operations from index `from` on may change it.
    pub(crate) fn held(&mut self, expr: Expr, from: u32, fix: fn(&mut Self, &Expr) -> Expr) -> Expr {
        let changes = match &expr.is {
            ExprKind::Value(slot) | ExprKind::Variable(slot) => slot.is_variable(),
            is => matches!(is, ExprKind::At(_) | ExprKind::Element(_)),
        };
        if !changes || !self.code.ops[from as usize..].iter().any(|op| op.writes()) {
            return expr;
        }
        // The saved cell must not be a temporary of the later operations.
        let most = self.function.map(|n| self.code.functions[n].temporaries);
        self.temporaries = most.unwrap_or(self.temporaries);
        let mut fixed = expr;
        self.before(from, |compiler| {
            fixed = fix(compiler, &fixed);
            if let ExprKind::Value(slot) | ExprKind::At(slot) = &mut fixed.is
                && slot.is_variable()
            {
                let to = compiler.temporary();
                compiler.emit(Op::Set(to, Kind::Pointer, *slot));
                *slot = to;
            }
        });
        fixed
    }

    /// Evaluates the address of an array element once, and returns the element at that address. Returns other
    /// objects unchanged.
    pub(crate) fn pinned(&mut self, place: &Expr) -> Expr {
        match place.is {
            ExprKind::Element(_) => {
                let pointer = self.address(place.clone());
                let is = ExprKind::At(self.value(&pointer));
                Expr { is, ..place.clone() }
            }
            _ => place.clone(),
        }
    }

    /// Evaluates an expression for its side effects.
    pub(crate) fn dropped(&mut self, expr: Expr) {
        match &expr.is {
            ExprKind::Jumps(jumps, _) => self.land(jumps),
            // An unused `x++` is `++x`.
            ExprKind::Value(slot) => {
                if let [.., Op::Set(old, _, from), mut op] = self.code.ops[..]
                    && (old, Some(&mut { from })) == (*slot, op.result())
                    && self.landed < self.here() - 1
                {
                    let at = self.code.ops.len() - 2;
                    self.code.ops.remove(at);
                }
            }
            ExprKind::Number(_) | ExprKind::Variable(_) => {}
            _ if expr.ty.kind().is_some() => drop(self.value(&expr)),
            _ => {}
        }
    }

    /// Converts an array to a pointer to its first element, and a function to a pointer.
    pub(crate) fn decayed(&mut self, expr: Expr) -> Expr {
        match &expr.ty {
            Type::Bits(..) | Type::Bool => Expr { ty: Type::Number(expr.kind()), ..expr },
            Type::Function(_) => Expr { ty: expr.ty.clone().pointer(), ..expr },
            Type::Array(of, _) => {
                let ty = of.clone().pointer();
                Expr { ty, ..self.address(expr) }
            }
            _ => expr,
        }
    }

    pub(crate) fn address(&mut self, place: Expr) -> Expr {
        let cells = place.ty.cells();
        let is = match place.is {
            ExprKind::Variable(slot) if slot.space() == Space::Global => {
                ExprKind::Number(Pointer::pack(slot.number(), cells))
            }
            ExprKind::Variable(slot) => {
                self.unset.remove(&slot.number());
                let to = self.temporary();
                self.emit(Op::Address(to, slot, cells as u32));
                ExprKind::Value(to)
            }
            ExprKind::At(slot) if slot.space() == Space::Constant => {
                ExprKind::Number(self.code.constants[slot.number()])
            }
            ExprKind::At(slot) => ExprKind::Value(slot),
            ExprKind::Element(element) => {
                let to = self.temporary();
                self.emit(Op::Element(to, element));
                ExprKind::Value(to)
            }
            is => is,
        };
        Expr::new(is, place.ty.pointer(), place.line)
    }

    pub(crate) fn scalar(&mut self, expr: Expr) -> Parsed<Expr> {
        let expr = self.decayed(expr);
        match expr.ty {
            Type::Void => self.fail_at(expr.line, say!("Not an allowed type: this gives no value")),
            Type::Struct(_) => self.fail_at(expr.line, say!("Illegal structure operation")),
            _ => Ok(expr),
        }
    }

    /// Converts a `void *` to a typed pointer, which gives memory from `malloc` its element type.
    pub(crate) fn typed(&mut self, expr: Expr, ty: &Type) -> Expr {
        match (&expr.ty, ty.target()) {
            (Type::Pointer(of), Some(to))
                if **of == Type::Void && *to != Type::Void && expr.known().is_none() =>
            {
                let from = self.value(&expr);
                let result = self.temporary();
                let (bytes, cells) = (to.bytes() as u32, to.cells() as u32);
                self.emit(Op::Typed(result, from, bytes, cells));
                Expr::new(ExprKind::Value(result), ty.clone(), expr.line).acting(expr.acts)
            }
            _ => expr,
        }
    }

    /// Casts a value explicitly.
    pub(crate) fn meant(&mut self, expr: Expr, ty: Type) -> Expr {
        let before = self.here() as usize;
        let cast = self.cast(expr, ty);
        if let Some(op @ Op::Set(..)) = self.code.ops.get_mut(before..).and_then(|ops| ops.last_mut())
            && let Op::Set(to, kind, from) = *op
        {
            *op = Op::Cast(to, kind, from);
        }
        cast
    }

    /// Converts a value implicitly.
    pub(crate) fn cast(&mut self, expr: Expr, ty: Type) -> Expr {
        if ty == Type::Bool && expr.ty != ty {
            let value = self.truth(expr);
            let is = match value.known() {
                Some(n) => ExprKind::Number((n != 0).into()),
                None => {
                    let (value, zero) = (self.value(&value), self.constant_slot(0));
                    let is = ExprKind::Compare(Binary::Different, value, zero);
                    ExprKind::Value(self.value(&Expr::new(is, INT, 0)))
                }
            };
            return Expr { is, ty, ..value };
        }
        let expr = self.typed(expr, &ty);
        let (line, kind, acts) = (expr.line, ty.kind().unwrap_or(Kind::Int), expr.acts);
        let cast = match expr.known() {
            Some(n) => Expr::number(expr.kind().convert(n, kind), ty, line),
            None if expr.kind().fits(kind) => Expr { ty, ..self.valued(&expr) },
            None => {
                let from = self.value(&expr);
                let to = self.temporary();
                self.emit(converts(to, kind, expr.kind(), from));
                Expr::new(ExprKind::Value(to), ty, line)
            }
        };
        Expr { acts, ..cast }
    }

    /// Converts a floating-point number to its truth value as an int; returns other values unchanged.
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
        Expr::new(ExprKind::Value(to), INT, line).acting(expr.acts)
    }

    /// Stores and yields the value.
    pub(crate) fn stored(&mut self, place: Expr, value: Expr) -> Expr {
        let value = self.typed(value, &place.ty);
        let value = match place.ty {
            Type::Bits(kind, width) => self.narrowed(value, kind, width),
            Type::Bool => self.cast(value, Type::Bool),
            _ => value,
        };
        let (kind, line) = (place.kind(), value.line);
        let is = match place.is {
            ExprKind::Variable(slot) => {
                if slot.space() == Space::Local {
                    self.unset.remove(&slot.number());
                }
                self.put(slot, kind, &value);
                ExprKind::Value(slot)
            }
            ExprKind::Element(element) => {
                let value = self.cast(value, place.ty.clone());
                let value = self.value(&value);
                self.emit(Op::Put(element, value));
                ExprKind::Value(value)
            }
            _ => {
                let value = self.cast(value, place.ty.clone());
                let value = self.value(&value);
                let pointer = self.address(place.clone());
                let pointer = self.value(&pointer);
                self.emit(Op::Store(pointer, value));
                ExprKind::Value(value)
            }
        };
        Expr { acts: true, assigns: true, ..Expr::new(is, place.ty, line) }
    }

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
        Expr::new(ExprKind::Value(to), ty, line)
    }

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
                Op::Binary(result, eval_checked, ..)
                    if !fits && !kind.is_real() && kind.bytes() <= eval_checked.bytes() =>
                {
                    (*result, *eval_checked) = (to, kind);
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

pub(crate) fn converts(to: Slot, kind: Kind, was: Kind, from: Slot) -> Op {
    match kind.is_real() || was.is_real() {
        true if !was.fits(kind) => Op::Convert(to, was, kind, from),
        // A conversion between signed and unsigned types of equal size keeps the bits and is no overflow.
        false if was.is_unsigned() != kind.is_unsigned() && was.bytes() == kind.bytes() => {
            Op::Cast(to, kind, from)
        }
        _ => Op::Set(to, kind, from),
    }
}
