//! Expressions: operators by precedence, and the types of their operands.

use super::code::{Binary, OPERATORS, Pointer};
use super::compiler::{Compiler, Parsed, Reported};
use super::declarations::undefined_structure;
use super::token::TokenKind;
use super::tree::{Assign, AssignForm, Expr, Node, Operation};
use super::types::{CHAR, INT, Kind, Type, narrowed, real};
use words::say;

/// The maximum number of operands and operators in an expression.
const LONGEST: usize = 4_000;

impl Compiler<'_> {
    pub(crate) fn expression(&mut self) -> Parsed<Expr> {
        self.operators = 0;
        self.temporaries = 0;
        self.binding(1)
    }

    /// Parses an operand whose operators have at least this precedence.
    pub(crate) fn operand(&mut self, least: u8) -> Parsed<Expr> {
        let expr = self.binding(least)?;
        self.scalar(expr)
    }

    pub(crate) fn assignment(&mut self) -> Parsed<Expr> {
        self.operand(2)
    }

    pub(crate) fn return_text(&mut self) -> Parsed<Expr> {
        let expr = self.binding(2)?;
        if let Type::Struct(of) = &expr.ty {
            return match of.is_open() {
                true => self.fail_at(expr.line, undefined_structure(&of.name)),
                false => Ok(expr),
            };
        }
        self.scalar(expr)
    }

    /// Parses an expression that must be constant.
    pub(crate) fn constant_expression(&mut self) -> Parsed<Expr> {
        // The operators of a constant don't count as operators of the enclosing expression.
        let around = std::mem::take(&mut self.operators);
        self.cpp.in_constant = true;
        let value = self.binding(3);
        self.cpp.in_constant = false;
        self.operators = around;
        value
    }

    pub(crate) fn constant(&mut self) -> Parsed<i64> {
        let line = self.line();
        let value = self.constant_expression()?;
        match value.known() {
            Some(n) if !value.is_pointer() && !value.is_real() => Ok(n),
            _ => self.fail_at(line, say!("Constant expression required")),
        }
    }

    pub(crate) fn one_more(&mut self) -> Parsed<()> {
        self.operators += 1;
        match self.operators > LONGEST {
            true => self.fail(say!("Expression too long: at most {LONGEST} operands and operators", LONGEST)),
            false => Ok(()),
        }
    }

    pub(crate) fn binding(&mut self, least: u8) -> Parsed<Expr> {
        self.deeper(|compiler| {
            let mut left = compiler.prefixed()?;
            while let TokenKind::Sign(sign) = compiler.token().kind {
                let operator = OPERATORS.iter().find(|(s, ..)| *s == sign);
                let Some((_, binds, op)) = operator.filter(|(_, binds, _)| *binds >= least) else {
                    break;
                };
                compiler.one_more()?;
                compiler.advance();
                left = compiler.infix(left, *binds, *op)?;
            }
            Ok(left)
        })
    }

    fn infix(&mut self, left: Expr, binds: u8, op: Option<Binary>) -> Parsed<Expr> {
        let line = self.last().line as usize;
        match (binds, op) {
            (1, _) => {
                let right = self.binding(2)?.decayed();
                let (ty, acts) = (right.ty.clone(), right.acts);
                let mut parts = match left.node {
                    Node::Sequence(parts) => parts,
                    _ => vec![left],
                };
                parts.push(right);
                Ok(Expr::new(Node::Sequence(parts), ty, line).acting(acts))
            }
            (2, op) => {
                let right = self.binding(2)?;
                self.assign(left, op, right, line)
            }
            (3, _) => self.choice(left, line),
            (4 | 5, _) => self.both_or_either(left, binds == 5, line),
            (_, op) if self.is_streamed(&left, op) => self.through_stream(left, op, line),
            (_, op) => {
                let behind_text = self.before_last().is_text();
                if behind_text && op == Some(Binary::And) {
                    return self.fail_at(line, say!("A comma is missing after the string"));
                }
                let in_order = |op: Binary| op.compares() && !matches!(op, Binary::Equal | Binary::Different);
                if left.comparison().is_some_and(in_order)
                    && op.is_some_and(in_order)
                    && self.before_last().sign() != ")"
                {
                    self.warn(
                        line,
                        say!(
                            "This compares the result (1 or 0) of the first comparison: join two comparisons with &&"
                        ),
                    );
                }
                let left = self.scalar(left)?;
                let right = self.operand(binds + 1)?;
                let text = behind_text || self.last().is_text();
                if text && op.is_some_and(Binary::compares) {
                    self.warn(
                        line,
                        say!("This compares the addresses of the strings: compare strings with strcmp"),
                    );
                }
                self.arithmetic(op.ok_or(Reported)?, left, right, line)
            }
        }
    }

    pub(crate) fn arithmetic(&mut self, op: Binary, left: Expr, right: Expr, line: usize) -> Parsed<Expr> {
        match (op, left.is_pointer(), right.is_pointer()) {
            (_, false, false) => {}
            (Binary::Add, false, true) => return self.arithmetic(op, right, left, line),
            (Binary::Sub, true, _) | (Binary::Add, true, false) => {
                let stride = left.ty.target().map_or(1, |to| to.bytes() as i32);
                if let Some(moved) = moved(op, &left, &right, stride.into()) {
                    return Ok(moved);
                }
                let (operation, ty) = match (op, right.is_pointer()) {
                    (_, true) => (Operation::Distance(stride), INT),
                    (Binary::Sub, _) => (Operation::Move(-stride), left.ty.clone()),
                    _ => (Operation::Move(stride), left.ty.clone()),
                };
                return Ok(Expr::new(Node::Binary(operation, Box::new([left, right])), ty, line));
            }
            (op, a, b) if op.compares() => {
                if !a && !left.is_zero() || !b && !right.is_zero() {
                    self.warn(line, say!("Nonportable pointer comparison"));
                }
            }
            (Binary::Add, true, true) if left.ty.target() == Some(&CHAR) => {
                let text = say!("Illegal use of pointer: append a string to another one with strcat");
                return self.fail_at(line, text);
            }
            _ => return self.fail_at(line, say!("Illegal use of pointer")),
        }
        let other = if op.shifts() { Kind::Int } else { right.kind() };
        let kind = left.kind().with(other);
        let ty = Type::Number(if op.compares() { Kind::Int } else { kind });
        // An unsigned type changes a negative operand. Other integer types change no operand.
        let converts = kind.is_real() || kind.is_unsigned() && !op.shifts();
        let [left, right] = [left, right].map(|operand| match converts {
            true => self.cast(operand, Type::Number(kind)),
            false => operand,
        });
        if kind.is_real() && op.eval_real(0.0, 1.0).is_none() {
            return self.fail_at(line, say!("Illegal use of floating point"));
        }
        if let (Some(a), Some(b)) = (left.known(), right.known()) {
            let value = if kind.is_real() { op.eval_real(real(a), real(b)) } else { op.eval(a, b) };
            if let Some(n) = value {
                if op.is_of_numbers() && !kind.is_unsigned() && kind.wrap(n) != n {
                    self.warn(line, kind.overflowed(n, kind.wrap(n)));
                }
                return Ok(Expr::number(n, ty, line));
            }
        }
        if matches!(op, Binary::Div | Binary::Rem) && right.is_zero() && !kind.is_real() {
            return self.fail_at(line, say!("Division by zero"));
        }
        let node = Node::Binary(Operation::Number(op, kind), Box::new([left, right]));
        Ok(Expr::new(node, ty, line))
    }

    fn both_or_either(&mut self, left: Expr, both: bool, line: usize) -> Parsed<Expr> {
        let left = self.scalar(left)?;
        let unnamed = self.cpp.unnamed.len();
        let right = self.operand(if both { 6 } else { 5 })?;
        let right = self.and_end_unnamed(right, unnamed)?;
        if let (Some(a), Some(b)) = (truth_of(&left), truth_of(&right)) {
            let truth = if both { a && b } else { a || b };
            return Ok(Expr::number(truth.into(), INT, line));
        }
        let acts = right.acts;
        let mut parts = match left.node {
            Node::All(parts) if both => parts,
            Node::Any(parts) if !both => parts,
            _ => vec![left],
        };
        parts.push(right);
        let node = if both { Node::All(parts) } else { Node::Any(parts) };
        Ok(Expr::new(node, INT, line).acting(acts))
    }

    fn choice(&mut self, condition: Expr, line: usize) -> Parsed<Expr> {
        let condition = self.scalar(condition)?;
        let unnamed = self.cpp.unnamed.len();
        let yes = self.binding(1)?;
        self.expect(":", say!("Expression syntax"))?;
        // In C++ an assignment behind `:` belongs to the choice.
        let no = self.binding(if self.cpp.on { 2 } else { 3 })?;
        // Objects that may not have been built are not destroyed.
        self.cpp.unnamed.truncate(unnamed);
        let gives_struct = yes.ty.is_struct() || no.ty.is_struct();
        if gives_struct && yes.ty != no.ty {
            return self.fail_at(line, say!("Incompatible type conversion"));
        }
        let acts = yes.acts || no.acts;
        if gives_struct {
            let ty = yes.ty.clone();
            let node = Node::Choice(Box::new([condition, yes.address(), no.address()]));
            return Ok(Expr::new(node, ty, line).fixed(true).acting(acts));
        }
        let (yes, no) = (yes.decayed(), no.decayed());
        let ty = match (&yes.ty, &no.ty) {
            (Type::Number(a), Type::Number(b)) => Type::Number(a.with(*b)),
            (Type::Number(_), other) | (other, _) => other.clone(),
        };
        if let (Some(truth), Some(_), Some(_)) = (truth_of(&condition), yes.known(), no.known()) {
            return Ok(self.cast(if truth { yes } else { no }, ty));
        }
        let node = Node::Choice(Box::new([condition, yes, no]));
        Ok(Expr::new(node, ty, line).acting(acts))
    }

    /// Returns `left` or `right` as `max` and `min` do, each of which is evaluated once.
    pub(crate) fn one_of(&mut self, op: Binary, left: Expr, right: Expr, line: usize) -> Parsed<Expr> {
        let ty = match (&left.ty, &right.ty) {
            (Type::Number(a), Type::Number(b)) => Type::Number(a.with(*b)),
            (ty, _) => ty.clone(),
        };
        let acts = left.acts || right.acts;
        let [left, right] = [left, right].map(|expr| self.cast(expr, ty.clone()));
        self.arithmetic(op, left.clone(), right.clone(), line)?;
        Ok(Expr::new(Node::Pick(op, Box::new([left, right])), ty, line).acting(acts))
    }

    pub(crate) fn opposite(&mut self, operand: Expr, line: usize) -> Expr {
        if let Some(truth) = truth_of(&operand) {
            return Expr::number((!truth).into(), INT, line);
        }
        let node = match operand.node {
            Node::Binary(Operation::Number(op, kind), parts) if op.compares() && !kind.is_real() => {
                Node::Binary(Operation::Number(op.opposite(), kind), parts)
            }
            Node::Not(of) => of.node,
            Node::All(_) | Node::Any(_) => Node::Not(Box::new(operand)),
            _ => return compared_to_zero(Binary::Equal, operand),
        };
        Expr::new(node, INT, line)
    }

    pub(crate) fn scalar(&mut self, expr: Expr) -> Parsed<Expr> {
        let expr = self.stream_truth(expr.decayed())?;
        match expr.ty {
            Type::Void => self.fail_at(expr.line, say!("Not an allowed type: this has no value")),
            Type::Struct(_) => self.fail_at(expr.line, say!("Illegal structure operation")),
            _ => Ok(expr),
        }
    }

    /// Converts a value implicitly.
    pub(crate) fn cast(&mut self, expr: Expr, ty: Type) -> Expr {
        if expr.ty == ty {
            return if expr.is_place() { expr.converted(ty) } else { expr };
        }
        if ty == Type::Bool {
            return Expr { ty, ..self.truth(expr) };
        }
        let (line, kind, acts) = (expr.line, ty.kind().unwrap_or(Kind::Int), expr.acts);
        match expr.known() {
            Some(n) => Expr::number(expr.kind().convert(n, kind), ty, line).acting(acts),
            None => expr.converted(ty),
        }
    }

    /// Casts a value explicitly.
    pub(crate) fn meant(&mut self, expr: Expr, ty: Type) -> Expr {
        let cast = self.cast(expr, ty);
        match cast.node {
            Node::Convert(of) if cast.ty != Type::Bool => Expr { node: Node::Cast(of), ..cast },
            _ => cast,
        }
    }

    /// Converts a value to 1 or 0.
    fn truth(&mut self, expr: Expr) -> Expr {
        if let Some(truth) = truth_of(&expr) {
            return Expr::number(truth.into(), INT, expr.line);
        }
        let acts = expr.acts;
        compared_to_zero(Binary::Different, expr).acting(acts)
    }

    pub(crate) fn changeable(&mut self, place: &Expr) -> Parsed<()> {
        let whole = matches!(place.ty, Type::Array(..) | Type::Void);
        match () {
            () if place.ty.element() == &CHAR && whole => {
                self.fail_at(place.line, say!("Lvalue required: copy a string into an array with strcpy"))
            }
            () if !place.is_place() || whole => self.fail_at(place.line, say!("Lvalue required")),
            () if place.is_result() => {
                self.fail_at(place.line, say!("Lvalue required: the result of a function is not a variable"))
            }
            () if place.constant => self.fail_at(place.line, say!("Cannot modify a const object")),
            () => Ok(()),
        }
    }

    /// Builds `a = b` or `a += b`.
    pub(crate) fn assign(
        &mut self,
        place: Expr,
        op: Option<Binary>,
        value: Expr,
        line: usize,
    ) -> Parsed<Expr> {
        self.changeable(&place)?;
        if let (Type::Struct(_), None) = (&place.ty, op) {
            let value = self.as_object(&place.ty, value, line)?;
            if value.ty != place.ty || !value.is_place() {
                return self.fail_at(line, say!("Incompatible type conversion"));
            }
            return Ok(Expr::copy(place, value));
        }
        let value = self.scalar(value)?;
        let Some(op) = op else {
            self.converts(&value, &place.ty, line);
            return Ok(self.stored(place, value, AssignForm::Plain));
        };
        if value.is_pointer() {
            return self.fail_at(line, say!("Illegal use of pointer"));
        }
        self.changed(place, op, value, AssignForm::Change, line)
    }

    /// Builds the assignment of a value that is computed from the old one.
    pub(crate) fn changed(
        &mut self,
        place: Expr,
        op: Binary,
        operand: Expr,
        form: AssignForm,
        line: usize,
    ) -> Parsed<Expr> {
        let before = Expr::new(Node::Before, place.ty.clone(), place.line);
        let before = self.scalar(before)?;
        let value = self.arithmetic(op, before, operand, line)?;
        Ok(self.stored(place, value, form))
    }

    /// Builds an assignment, which yields the value.
    pub(crate) fn stored(&mut self, place: Expr, value: Expr, form: AssignForm) -> Expr {
        let value = match place.ty {
            Type::Bits(kind, width, _) => self.narrowed(value, kind, width),
            Type::Bool => self.cast(value, Type::Bool),
            Type::Pointer(_) if !value.is_pointer() => self.cast(value, place.ty.clone()),
            _ => value,
        };
        let (ty, line) = (place.ty.clone(), value.line);
        let node = Node::Assign(Box::new(Assign { place, value, form }));
        Expr { acts: true, assigns: true, ..Expr::new(node, ty, line) }
    }

    fn narrowed(&mut self, value: Expr, kind: Kind, width: u8) -> Expr {
        let value = self.cast(value, Type::Number(Kind::Long));
        let (ty, line) = (Type::Number(kind), value.line);
        if let Some(n) = value.known() {
            return Expr::number(narrowed(kind, width, n), ty, line);
        }
        let long = if kind.is_unsigned() { Kind::UnsignedLong } else { Kind::Long };
        let shifted = |op: Binary, value: Expr| {
            let count = Expr::number(32 - i64::from(width), INT, line);
            let node = Node::Binary(Operation::Number(op, long), Box::new([value, count]));
            Expr::new(node, ty.clone(), line)
        };
        shifted(Binary::Shr, shifted(Binary::Shl, value))
    }

    /// Warns about a conversion between a pointer and a number, or between different pointers.
    pub(crate) fn converts(&mut self, value: &Expr, to: &Type, line: usize) {
        let text = match (&value.ty, to) {
            (Type::Pointer(a), Type::Pointer(b)) if a.differs(b) => {
                say!("Suspicious pointer conversion")
            }
            (Type::Number(_), Type::Pointer(_)) if value.is_zero() => return,
            (_, Type::Number(_)) if self.last().is_text() => {
                say!("Nonportable pointer conversion: write a character in single quotes (')")
            }
            (Type::Number(_), Type::Pointer(_)) | (Type::Pointer(_), Type::Number(_)) => {
                say!("Nonportable pointer conversion")
            }
            _ => return,
        };
        self.warn(line, text);
    }
}

fn compared_to_zero(op: Binary, expr: Expr) -> Expr {
    let (line, kind) = (expr.line, expr.kind());
    let zero = Expr::number(0, expr.ty.clone(), line);
    Expr::new(Node::Binary(Operation::Number(op, kind), Box::new([expr, zero])), INT, line)
}

/// Returns whether a constant counts as true.
fn truth_of(expr: &Expr) -> Option<bool> {
    let known = expr.known();
    known.map(|n| if expr.is_real() { real(n) != 0.0 } else { n != 0 })
}

fn moved(op: Binary, left: &Expr, right: &Expr, stride: i64) -> Option<Expr> {
    let (pointer, by) = (left.known()?, right.known()?);
    let by = if op == Binary::Sub { -by } else { by } * stride;
    let Pointer { base, bytes, offset } = Pointer::unpack(pointer);
    let stays = base > 0 && (0..=i64::from(bytes)).contains(&(i64::from(offset) + by));
    (stays && !right.is_pointer()).then(|| Expr::new(Node::Number(pointer + by), left.ty.clone(), left.line))
}
