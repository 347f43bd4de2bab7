//! Expressions: operators by precedence.

use super::code::{Binary, BranchSense, Declared, OPERATORS, Op, Pointer, Space, Test};
use super::compiler::{Compiler, Parsed, Reported};
use super::declarations::undefined_structure;
use super::token::TokenKind;
use super::types::{CHAR, INT, Kind, Type, real};
use super::values::{Expr, ExprKind, converts};
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
        let expr = self.scalar(expr)?;
        Ok(self.settled(expr))
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
        let expr = self.scalar(expr)?;
        Ok(self.settled(expr))
    }

    pub(crate) fn constant(&mut self) -> Parsed<i64> {
        let line = self.line();
        // The operators of a constant don't count as operators of the enclosing expression.
        let around = std::mem::take(&mut self.operators);
        let value = self.binding(3)?;
        self.operators = around;
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
            let mark = compiler.temporaries;
            let mut left = compiler.prefixed()?;
            while let TokenKind::Sign(sign) = compiler.token().kind {
                let operator = OPERATORS.iter().find(|(s, ..)| *s == sign);
                let Some((_, binds, op)) = operator.filter(|(_, binds, _)| *binds >= least) else {
                    break;
                };
                compiler.one_more()?;
                compiler.advance();
                left = compiler.infix(left, *binds, *op, mark)?;
            }
            Ok(left)
        })
    }

    fn infix(&mut self, left: Expr, binds: u8, op: Option<Binary>, mark: usize) -> Parsed<Expr> {
        let line = self.last().line as usize;
        match (binds, op) {
            (1, _) => {
                self.dropped(left);
                self.temporaries = mark;
                let right = self.binding(2)?;
                let right = self.decayed(right);
                Ok(match right.ty.kind() {
                    Some(_) => self.valued(&right),
                    None => right,
                })
            }
            (2, op) => {
                let from = self.here();
                let right = self.binding(2)?;
                self.assign(left, from, op, right, line)
            }
            (3, _) => self.choice(left, mark, line),
            (4 | 5, _) => self.both_or_either(left, binds == 5, line),
            (_, op) => {
                let behind_text = self.behind_text();
                if behind_text && op == Some(Binary::And) {
                    return self.fail_at(line, say!("A comma is missing behind the text"));
                }
                let in_order = |op: Binary| op.compares() && !matches!(op, Binary::Equal | Binary::Different);
                if let ExprKind::Compare(before, ..) = left.is
                    && in_order(before)
                    && op.is_some_and(in_order)
                    && !self.behind_bracket()
                {
                    self.warn(
                        line,
                        say!(
                            "This compares the 1 or 0 that the first comparison gives: && joins two of them"
                        ),
                    );
                }
                let left = self.scalar(left)?;
                let left = self.settled(left);
                let from = self.here();
                let right = self.operand(binds + 1)?;
                let text = behind_text || matches!(self.last().kind, TokenKind::Text(_));
                if text && op.is_some_and(Binary::compares) {
                    self.warn(line, say!("This compares where the texts lie: strcmp compares the texts"));
                }
                let left = self.held(left, from, Self::valued);
                self.arithmetic(op.ok_or(Reported)?, left, right, mark, line)
            }
        }
    }

    pub(crate) fn arithmetic(
        &mut self,
        op: Binary,
        left: Expr,
        right: Expr,
        mark: usize,
        line: usize,
    ) -> Parsed<Expr> {
        match (op, left.is_pointer(), right.is_pointer()) {
            (_, false, false) => {}
            (Binary::Add, false, true) => return self.arithmetic(op, right, left, mark, line),
            (Binary::Sub, true, _) | (Binary::Add, true, false) => {
                let stride = left.ty.target().map_or(1, |to| to.cells() as i32);
                if let Some(moved) = moved(op, &left, &right, stride.into()) {
                    return Ok(moved);
                }
                let (a, b) = (self.value(&left), self.value(&right));
                return Ok(match (op, right.is_pointer()) {
                    (_, true) => self.result(mark, INT, line, |to| Op::Distance(to, a, b, stride)),
                    (Binary::Sub, _) => self.result(mark, left.ty, line, |to| Op::Move(to, a, b, -stride)),
                    _ => self.result(mark, left.ty, line, |to| Op::Move(to, a, b, stride)),
                });
            }
            (op, a, b) if op.compares() => {
                if !a && !left.is_zero() || !b && !right.is_zero() {
                    self.warn(line, say!("Nonportable pointer comparison"));
                }
            }
            (Binary::Add, true, true) if left.ty.target() == Some(&CHAR) => {
                let text = say!("Illegal use of pointer: strcat puts a text behind another one");
                return self.fail_at(line, text);
            }
            _ => return self.fail_at(line, say!("Illegal use of pointer")),
        }
        let other = if op.shifts() { Kind::Int } else { right.kind() };
        let kind = left.kind().with(other);
        let ty = Type::Number(if op.compares() { Kind::Int } else { kind });
        if kind.is_real() {
            return self.with_point(op, [left, right], ty, mark, line);
        }
        // Only the conversion to an unsigned type changes the value of a negative operand.
        let fit = |compiler: &mut Self, expr: Expr| match kind.is_unsigned() && !op.shifts() {
            true => compiler.cast(expr, Type::Number(kind)),
            false => expr,
        };
        let (left, right) = (fit(self, left), fit(self, right));
        if let (Some(a), Some(b)) = (left.known(), right.known())
            && let Some(n) = op.eval(a, b)
        {
            return Ok(Expr::number(n, ty, line));
        }
        if matches!(op, Binary::Div | Binary::Rem) && right.is_zero() {
            return self.fail_at(line, say!("Division by zero"));
        }
        let (a, b) = (self.value(&left), self.value(&right));
        if op.compares() {
            return Ok(Expr::new(ExprKind::Compare(op, a, b), ty, line));
        }
        Ok(self.result(mark, ty, line, |to| match (op, kind) {
            (Binary::Add, Kind::Int) => Op::Add(to, a, b),
            _ => Op::Binary(to, kind, op, a, b),
        }))
    }

    /// Emits an operation with a floating-point operand.
    fn with_point(
        &mut self,
        op: Binary,
        operands: [Expr; 2],
        ty: Type,
        mark: usize,
        line: usize,
    ) -> Parsed<Expr> {
        let [left, right] = operands.map(|expr| self.cast(expr, Type::Number(Kind::Double)));
        if op.eval_real(0.0, 1.0).is_none() {
            return self.fail_at(line, say!("Illegal use of floating point"));
        }
        if let (Some(a), Some(b)) = (left.known(), right.known())
            && let Some(n) = op.eval_real(real(a), real(b))
        {
            return Ok(Expr::number(n, ty, line));
        }
        let (a, b) = (self.value(&left), self.value(&right));
        Ok(self.result(mark, ty, line, |to| Op::Real(to, op, a, b)))
    }

    /// Emits jumps that are taken if the expression equals `when`.
    pub(crate) fn branch(&mut self, expr: Expr, when: bool) -> Vec<u32> {
        let expr = self.truth(expr);
        let (op, a, b) = match expr.is {
            ExprKind::Jumps(jumps, taken) if taken == when => return jumps,
            ExprKind::Jumps(mut jumps, _) => {
                let last = self.here() - 1;
                // Invert the last test.
                let turned = match self.last_op() {
                    Some(Op::Test(test)) if jumps.last() == Some(&last) => {
                        test.holds = !test.holds;
                        jumps.pop().map(|last| vec![last])
                    }
                    _ => None,
                };
                let out = turned.unwrap_or_else(|| vec![self.jump()]);
                self.land(&jumps);
                return out;
            }
            ExprKind::Compare(op, a, b) => (op, a, b),
            _ => {
                let value = self.value(&expr);
                (Binary::Different, value, self.constant_slot(0))
            }
        };
        let (to, holds, tells) = (0, when, BranchSense::Nothing);
        self.emit(Op::Test(Test { op, a, b, to, holds, tells }));
        vec![self.here() - 1]
    }

    /// Emits the jumps that are taken if a condition is false.
    pub(crate) fn condition_jumps(&mut self, expr: Expr, from: u32) -> Vec<u32> {
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

    fn both_or_either(&mut self, left: Expr, both: bool, line: usize) -> Parsed<Expr> {
        let left = self.scalar(left)?;
        let left = self.truth(left);
        let known = left.known();
        let mut jumps = self.branch(left, !both);
        let right = self.binding(if both { 6 } else { 5 })?;
        let right = self.scalar(right)?;
        let right = self.truth(right);
        if let (Some(a), Some(b)) = (known, right.known()) {
            self.forget(jumps[0]);
            let (a, b) = (a != 0, b != 0);
            let truth = if both { a && b } else { a || b };
            return Ok(Expr::number(truth.into(), INT, line));
        }
        let acts = right.acts;
        jumps.extend(self.branch(right, !both));
        Ok(Expr::new(ExprKind::Jumps(jumps, !both), INT, line).acting(acts))
    }

    fn choice(&mut self, condition: Expr, mark: usize, line: usize) -> Parsed<Expr> {
        let condition = self.scalar(condition)?;
        let condition = self.truth(condition);
        let (known, from) = (condition.known(), self.here());
        let otherwise = self.branch(condition, false);
        self.temporaries = mark;
        let to = self.temporary();
        let yes = self.binding(1)?;
        let structure = match &yes.ty {
            Type::Struct(_) => Some(yes.ty.clone()),
            _ => None,
        };
        let yes = self.chosen(yes);
        let slot = self.value(&yes);
        let set = self.here() as usize;
        self.emit(Op::Set(to, Kind::Pointer, slot));
        let end = self.jump();
        self.land(&otherwise);
        self.expect(":", say!("Expression syntax"))?;
        self.temporaries = mark + 1;
        let no = self.binding(3)?;
        if (structure.is_some() || matches!(no.ty, Type::Struct(_))) && structure.as_ref() != Some(&no.ty) {
            return self.fail_at(line, say!("Incompatible type conversion"));
        }
        let no = self.chosen(no);
        let ty = match (&yes.ty, &no.ty) {
            (Type::Number(a), Type::Number(b)) => Type::Number(a.with(*b)),
            (Type::Number(_), other) | (other, _) => other.clone(),
        };
        if let (Some(known), Some(_), Some(_)) = (known, yes.known(), no.known())
            && structure.is_none()
        {
            self.forget(from);
            return Ok(self.cast(if known != 0 { yes } else { no }, ty));
        }
        let kind = ty.kind().unwrap_or(Kind::Pointer);
        self.code.ops[set] = converts(to, kind, yes.kind(), slot);
        let slot = self.value(&no);
        self.emit(converts(to, kind, no.kind(), slot));
        self.land(&[end]);
        self.temporaries = mark + 1;
        let chosen = match structure {
            Some(ty) => Expr::new(ExprKind::At(to), ty, line).fixed(true),
            None => Expr::new(ExprKind::Value(to), ty, line),
        };
        Ok(chosen.acting(yes.acts || no.acts))
    }

    /// Converts one alternative of a `?:` to its value, or to a pointer to its struct.
    fn chosen(&mut self, expr: Expr) -> Expr {
        match expr.ty {
            Type::Struct(_) => self.address(expr),
            _ => self.decayed(expr),
        }
    }

    pub(crate) fn changeable(&mut self, place: &Expr) -> Parsed<()> {
        let whole = matches!(place.ty, Type::Array(..) | Type::Void);
        match () {
            () if place.ty.element() == &CHAR && whole => {
                self.fail_at(place.line, say!("Lvalue required: strcpy copies a text into an array"))
            }
            () if !place.is_place() || whole => self.fail_at(place.line, say!("Lvalue required")),
            () if self.is_result(place) => self.fail_at(
                place.line,
                say!("Lvalue required: what a function returns has no place of its own"),
            ),
            () if place.constant => self.fail_at(place.line, say!("Cannot modify a const object")),
            () => Ok(()),
        }
    }

    /// True if the object is a call's temporary result.
    fn is_result(&self, place: &Expr) -> bool {
        let ExprKind::Variable(slot) = place.is else {
            return false;
        };
        let function = self.function.map(|n| &self.code.functions[n]);
        let mut variables = function.into_iter().flat_map(|f| &f.variables);
        let holds = |v: &Declared| {
            let first = v.slot.number();
            let cells = first..first + v.ty.cells();
            v.slot.space() == slot.space() && cells.contains(&slot.number())
        };
        place.constant && slot.space() == Space::Local && !variables.any(holds)
    }

    /// Emits `a = b` or `a += b`. The operations of `b` begin at index `from`.
    pub(crate) fn assign(
        &mut self,
        place: Expr,
        from: u32,
        op: Option<Binary>,
        value: Expr,
        line: usize,
    ) -> Parsed<Expr> {
        self.changeable(&place)?;
        if let (Type::Struct(_), None) = (&place.ty, op) {
            if value.ty != place.ty || !value.is_place() {
                return self.fail_at(line, say!("Incompatible type conversion"));
            }
            let place = self.held(place, from, Self::pinned);
            self.copied(&place, &value);
            return Ok(place.acting(true));
        }
        let value = self.scalar(value)?;
        let value = self.settled(value);
        let Some(op) = op else {
            self.converts(&value, &place.ty, line);
            let place = self.held(place, from, Self::pinned);
            return Ok(self.stored(place, value));
        };
        if value.is_pointer() {
            return self.fail_at(line, say!("Illegal use of pointer"));
        }
        let before = self.here();
        let place = self.held(place, from, Self::pinned);
        let from = from + (self.here() - before);
        let place = self.pinned(&place);
        let left = self.scalar(place.clone())?;
        let left = self.held(left, from, Self::valued);
        let mark = self.temporaries;
        let value = self.arithmetic(op, left, value, mark, line)?;
        Ok(self.stored(place, value))
    }

    /// Warns about a conversion between a pointer and a number, or between different pointers.
    pub(crate) fn converts(&mut self, value: &Expr, to: &Type, line: usize) {
        let text = match (&value.ty, to) {
            (Type::Pointer(a), Type::Pointer(b)) if a.differs(b) => {
                say!("Suspicious pointer conversion")
            }
            (Type::Number(_), Type::Pointer(_)) if value.is_zero() => return,
            (_, Type::Number(_)) if matches!(self.last().kind, TokenKind::Text(_)) => {
                say!("Nonportable pointer conversion: a character stands between two '")
            }
            (Type::Number(_), Type::Pointer(_)) | (Type::Pointer(_), Type::Number(_)) => {
                say!("Nonportable pointer conversion")
            }
            _ => return,
        };
        self.warn(line, text);
    }
}

fn moved(op: Binary, left: &Expr, right: &Expr, stride: i64) -> Option<Expr> {
    let (pointer, by) = (left.known()?, right.known()?);
    let by = if op == Binary::Sub { -by } else { by } * stride;
    let Pointer { base, cells, offset } = Pointer::unpack(pointer);
    let stays = base > 0 && (0..=i64::from(cells)).contains(&(i64::from(offset) + by));
    (stays && !right.is_pointer()).then(|| {
        let is = ExprKind::Number(pointer + by);
        Expr::new(is, left.ty.clone(), left.line)
    })
}
