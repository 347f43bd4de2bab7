//! Expressions: from tokens to operations. What a name or an element holds is fetched as late as can be, so that most
//! operations work on variables where they lie.

use super::code::{Binary, Element, OPERATORS, Op, Pointer, Slot, Space, Tells, Test};
use super::compiler::{CallMade, Compiler, Parsed, Skip, Symbol};
use super::lexer::TokenKind;
use super::library;
use super::types::{INT, Kind, Type};

/// How many operators an expression may have.
const LONGEST: usize = 300;

#[derive(Clone, Debug)]
pub struct Expr {
    pub is: Is,
    pub ty: Type,
    pub line: usize,
    /// May it not be assigned to, though it has a place?
    pub constant: bool,
    /// Would anything be missing if it were not there?
    pub acts: bool,
    /// Is it an assignment without brackets of its own?
    pub assigns: bool,
}

/// Where the value of an expression is, or how to come by it.
#[derive(Clone, Debug)]
pub enum Is {
    Number(i64),
    Value(Slot),
    /// A variable from this cell on.
    Variable(Slot),
    /// What the pointer in a cell points to.
    At(Slot),
    Element(Element),
    Compare(Binary, Slot, Slot),
    /// These jumps are taken if it is `true` or else `false`; the code goes on here if it is not.
    Jumps(Vec<u32>, bool),
}

impl Expr {
    pub fn new(is: Is, ty: Type, line: usize) -> Expr {
        Expr {
            is,
            ty,
            line,
            constant: false,
            acts: false,
            assigns: false,
        }
    }

    pub fn number(n: i64, ty: Type, line: usize) -> Expr {
        let n = ty.kind().map_or(n, |kind| kind.wrap(n));
        Expr::new(Is::Number(n), ty, line)
    }

    /// The number, if it is known already.
    pub fn known(&self) -> Option<i64> {
        match self.is {
            Is::Number(n) => Some(n),
            _ => None,
        }
    }

    pub fn is_zero(&self) -> bool {
        self.known() == Some(0)
    }

    fn is_place(&self) -> bool {
        matches!(self.is, Is::Variable(_) | Is::At(_) | Is::Element(_))
    }

    fn is_pointer(&self) -> bool {
        self.ty.target().is_some()
    }

    pub fn kind(&self) -> Kind {
        self.ty.kind().unwrap_or(Kind::Int)
    }

    fn acting(self) -> Expr {
        Expr { acts: true, ..self }
    }
}

impl Compiler<'_> {
    /// A whole expression, commas included.
    pub fn expression(&mut self) -> Parsed<Expr> {
        self.operators = 0;
        self.temporaries = 0;
        self.binding(1)
    }

    /// An expression between commas, with a value.
    pub fn assignment(&mut self) -> Parsed<Expr> {
        let expr = self.binding(2)?;
        self.scalar(expr)
    }

    /// A number that is known already.
    pub fn constant(&mut self) -> Parsed<i64> {
        let line = self.line();
        let value = self.binding(3)?;
        match value.known() {
            Some(n) if !value.is_pointer() => Ok(n),
            _ => self.fail_at(line, "Constant expression required"),
        }
    }

    fn one_more(&mut self) -> Parsed<()> {
        self.operators += 1;
        match self.operators > LONGEST {
            true => self.fail("Expression too long"),
            false => Ok(()),
        }
    }

    fn binding(&mut self, least: u8) -> Parsed<Expr> {
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
                let left = self.scalar(left)?;
                let left = self.settled(left);
                let from = self.here();
                let right = self.binding(binds + 1)?;
                let right = self.scalar(right)?;
                let right = self.settled(right);
                let left = self.held(left, from, Self::valued);
                let op = op.ok_or(Skip)?;
                self.arithmetic(op, left, right, mark, line)
            }
        }
    }

    /// What an operation gives, in the place of the temporaries that it used up.
    fn result(&mut self, mark: usize, ty: Type, line: usize, op: impl FnOnce(Slot) -> Op) -> Expr {
        self.temporaries = mark;
        let to = self.temporary();
        self.emit(op(to));
        Expr::new(Is::Value(to), ty, line)
    }

    /// The cell that holds the value of an expression.
    pub fn value(&mut self, expr: &Expr) -> Slot {
        match &expr.is {
            Is::Number(n) => self.constant_slot(*n),
            Is::Variable(slot) => {
                if slot.space() == Space::Local && self.unset.remove(&slot.number()) {
                    let function = self.function.map(|n| &self.code.functions[n]);
                    let mut variables = function.into_iter().flat_map(|f| &f.variables);
                    if let Some(variable) = variables.find(|v| v.slot == *slot) {
                        let name = &variable.name;
                        let text = format!("Possible use of '{name}' before definition");
                        self.warn(expr.line, text);
                    }
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
    fn valued(&mut self, expr: &Expr) -> Expr {
        let is = match expr.is {
            Is::Number(n) => Is::Number(n),
            _ => Is::Value(self.value(expr)),
        };
        Expr { is, ..expr.clone() }
    }

    /// The same, without jumps that are still to be landed.
    fn settled(&mut self, expr: Expr) -> Expr {
        match expr.is {
            Is::Compare(..) | Is::Jumps(..) => self.valued(&expr),
            _ => expr,
        }
    }

    /// An expression as it was before the operations from `from` on, if they may change it: `fix` makes it fast.
    fn held(&mut self, expr: Expr, from: u32, fix: fn(&mut Self, &Expr) -> Expr) -> Expr {
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
    fn pinned(&mut self, place: &Expr) -> Expr {
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
    pub fn dropped(&mut self, expr: Expr) {
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

    /// An array as a pointer to its first element, all else as it is.
    fn decayed(&mut self, expr: Expr) -> Expr {
        match &expr.ty {
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

    /// A pointer to a place.
    fn address(&mut self, place: Expr) -> Expr {
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
    pub fn scalar(&mut self, expr: Expr) -> Parsed<Expr> {
        let expr = self.decayed(expr);
        match expr.ty {
            Type::Void => self.fail_at(expr.line, "Not an allowed type"),
            Type::Struct(_) => self.fail_at(expr.line, "Illegal structure operation"),
            _ => Ok(expr),
        }
    }

    /// The same value in another type.
    pub fn cast(&mut self, expr: Expr, ty: Type) -> Expr {
        let (line, kind, acts) = (expr.line, ty.kind().unwrap_or(Kind::Int), expr.acts);
        let cast = match expr.known() {
            Some(n) => Expr::number(n, ty, line),
            None if expr.kind().fits(kind) => Expr {
                ty,
                ..self.valued(&expr)
            },
            None => {
                let from = self.value(&expr);
                let to = self.temporary();
                self.emit(Op::Set(to, kind, from));
                Expr::new(Is::Value(to), ty, line)
            }
        };
        Expr { acts, ..cast }
    }

    /// An operation between two numbers, or a number and a pointer, or two pointers.
    fn arithmetic(
        &mut self,
        op: Binary,
        left: Expr,
        right: Expr,
        mark: usize,
        line: usize,
    ) -> Parsed<Expr> {
        let stride = |expr: &Expr| expr.ty.target().map_or(1, |to| to.cells() as i32);
        match (op, left.is_pointer(), right.is_pointer()) {
            (_, false, false) => {}
            (Binary::Add, false, true) => {
                return self.arithmetic(op, right, left, mark, line);
            }
            (Binary::Add | Binary::Sub, true, false) => {
                let (ty, stride) = (left.ty.clone(), stride(&left));
                let stride = if op == Binary::Sub { -stride } else { stride };
                let (pointer, by) = (self.value(&left), self.value(&right));
                return Ok(self.result(mark, ty, line, |to| Op::Move(to, pointer, by, stride)));
            }
            (Binary::Sub, true, true) => {
                let stride = stride(&left);
                let (a, b) = (self.value(&left), self.value(&right));
                return Ok(self.result(mark, INT, line, |to| Op::Distance(to, a, b, stride)));
            }
            (op, a, b) if op.compares() => {
                if !a && !left.is_zero() || !b && !right.is_zero() {
                    self.warn(line, "Nonportable pointer comparison");
                }
            }
            _ => return self.fail_at(line, "Illegal use of pointer"),
        }
        let kind = match op.shifts() {
            true => left.kind().with(Kind::Int),
            false => left.kind().with(right.kind()),
        };
        let ty = if op.compares() {
            INT
        } else {
            Type::Number(kind)
        };
        // Only in an unsigned type does a negative number change before the operation.
        let fit = |compiler: &mut Self, expr: Expr| match kind.is_unsigned() && !op.shifts() {
            true => compiler.cast(expr, Type::Number(kind)),
            false => expr,
        };
        let (left, right) = (fit(self, left), fit(self, right));
        let divides = matches!(op, Binary::Div | Binary::Rem);
        if let (Some(a), Some(b)) = (left.known(), right.known())
            && let Some(n) = op.reckon(a, b)
        {
            return Ok(Expr::number(n, ty, line));
        }
        if divides && right.is_zero() {
            return self.fail_at(line, "Division by zero");
        }
        let (a, b) = (self.value(&left), self.value(&right));
        if op.compares() {
            return Ok(Expr::new(Is::Compare(op, a, b), ty, line));
        }
        Ok(self.result(mark, ty, line, |to| Op::Binary(to, kind, op, a, b)))
    }

    /// Jumps if the truth of an expression is `when`, and goes on here if it is not. What comes out are the jumps.
    pub fn branch(&mut self, expr: Expr, when: bool) -> Vec<u32> {
        let (op, a, b) = match expr.is {
            Is::Jumps(jumps, taken) if taken == when => return jumps,
            Is::Jumps(mut jumps, _) => {
                let last = self.here() - 1;
                // The last test goes on here where it jumped, and the other way round.
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
            Is::Compare(op, a, b) => (op, a, b),
            _ => {
                let value = self.value(&expr);
                (Binary::Different, value, self.constant_slot(0))
            }
        };
        self.emit(Op::Test(Test {
            op,
            a,
            b,
            to: 0,
            holds: when,
            tells: Tells::Nothing,
        }));
        vec![self.here() - 1]
    }

    /// The truth of a condition: the jumps that are taken if it does not hold.
    pub fn condition_jumps(&mut self, expr: Expr, from: u32) -> Vec<u32> {
        let jumps = self.branch(expr, false);
        let here = self.here();
        for (op, at) in self.code.ops[from as usize..].iter_mut().zip(from..) {
            if let Op::Test(test) = op {
                test.tells = match () {
                    () if jumps.contains(&at) => Tells::FailsIfItJumps,
                    () if test.to == here => Tells::HoldsIfItJumps,
                    () => Tells::Nothing,
                };
            }
        }
        jumps
    }

    /// `&&` and `||`.
    fn both_or_either(&mut self, left: Expr, both: bool, line: usize) -> Parsed<Expr> {
        let left = self.scalar(left)?;
        let known = left.known();
        let mut jumps = self.branch(left, !both);
        let right = self.binding(if both { 6 } else { 5 })?;
        let right = self.scalar(right)?;
        if let (Some(a), Some(b)) = (known, right.known()) {
            self.forget(jumps[0]);
            let truth = if both {
                a != 0 && b != 0
            } else {
                a != 0 || b != 0
            };
            return Ok(Expr::number(truth.into(), INT, line));
        }
        let acts = right.acts;
        jumps.extend(self.branch(right, !both));
        Ok(Expr {
            acts,
            ..Expr::new(Is::Jumps(jumps, !both), INT, line)
        })
    }

    /// The rest of `a ? b : c`.
    fn choice(&mut self, condition: Expr, mark: usize, line: usize) -> Parsed<Expr> {
        let condition = self.scalar(condition)?;
        let (known, from) = (condition.known(), self.here());
        let otherwise = self.branch(condition, false);
        self.temporaries = mark;
        let to = self.temporary();
        let yes = self.binding(1)?;
        let yes = self.decayed(yes);
        let slot = self.value(&yes);
        let set = self.here() as usize;
        self.emit(Op::Set(to, Kind::Pointer, slot));
        let end = self.jump();
        self.land(&otherwise);
        self.expect(":", "Expression syntax")?;
        self.temporaries = mark + 1;
        let no = self.binding(3)?;
        let no = self.decayed(no);
        let ty = match (&yes.ty, &no.ty) {
            (Type::Number(a), Type::Number(b)) => Type::Number(a.with(*b)),
            (Type::Number(_), other) | (other, _) => other.clone(),
        };
        if let (Some(known), Some(yes), Some(no)) = (known, yes.known(), no.known()) {
            self.forget(from);
            return Ok(Expr::number(if known != 0 { yes } else { no }, ty, line));
        }
        let kind = ty.kind().unwrap_or(Kind::Pointer);
        self.code.ops[set] = Op::Set(to, kind, slot);
        let slot = self.value(&no);
        self.emit(Op::Set(to, kind, slot));
        self.land(&[end]);
        self.temporaries = mark + 1;
        Ok(Expr {
            acts: yes.acts || no.acts,
            ..Expr::new(Is::Value(to), ty, line)
        })
    }

    fn changeable(&mut self, place: &Expr) -> Parsed<()> {
        let whole = matches!(place.ty, Type::Array(..) | Type::Void);
        match () {
            () if !place.is_place() || whole => self.fail_at(place.line, "Lvalue required"),
            () if place.constant => self.fail_at(place.line, "Cannot modify a const object"),
            () => Ok(()),
        }
    }

    /// `a = b`, or `a += b` with an operator. The operations of `b` begin at `from`.
    fn assign(
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
                return self.fail_at(line, "Incompatible type conversion");
            }
            let cells = place.ty.cells() as u32;
            let [to, from] = [&place, &value].map(|expr| {
                let pointer = self.address(expr.clone());
                self.value(&pointer)
            });
            self.emit(Op::Copy(to, from, cells));
            return Ok(place.acting());
        }
        let value = self.scalar(value)?;
        let value = self.settled(value);
        let Some(op) = op else {
            self.converts(&value, &place.ty, line);
            let place = self.held(place, from, Self::pinned);
            return Ok(self.stored(place, value));
        };
        if value.is_pointer() {
            return self.fail_at(line, "Illegal use of pointer");
        }
        let place = self.held(place, from, Self::pinned);
        let place = self.pinned(&place);
        let left = self.scalar(place.clone())?;
        let left = self.held(left, from, Self::valued);
        let mark = self.temporaries;
        let value = self.arithmetic(op, left, value, mark, line)?;
        Ok(self.stored(place, value))
    }

    /// Puts a value in its place, and is that value.
    pub fn stored(&mut self, place: Expr, value: Expr) -> Expr {
        let (kind, line) = (place.kind(), value.line);
        let is = match place.is {
            Is::Variable(slot) => {
                if slot.space() == Space::Local {
                    self.unset.remove(&slot.number());
                }
                self.put(slot, kind, &value);
                Is::Value(slot)
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

    /// Puts a value in a cell of this kind. Where it can, the last operation puts it there at once.
    pub fn put(&mut self, to: Slot, kind: Kind, value: &Expr) {
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
                Op::Binary(result, reckoned, ..) if !fits && kind.bytes() <= reckoned.bytes() => {
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
        self.emit(Op::Set(to, kind, from));
    }

    /// Warns where a pointer and a number, or pointers to different things, are taken for each other.
    pub fn converts(&mut self, value: &Expr, to: &Type, line: usize) {
        let text = match (&value.ty, to) {
            (Type::Pointer(a), Type::Pointer(b)) if differ(a, b) => "Suspicious pointer conversion",
            (Type::Number(_), Type::Pointer(_)) if !value.is_zero() => {
                "Nonportable pointer conversion"
            }
            (Type::Pointer(_), Type::Number(_)) => "Nonportable pointer conversion",
            _ => return,
        };
        self.warn(line, text);
    }

    fn prefixed(&mut self) -> Parsed<Expr> {
        let (line, mark) = (self.line(), self.temporaries);
        let TokenKind::Sign(sign) = self.token().kind else {
            return match self.takes_word("sizeof") {
                true => self.size(line),
                false => self.postfixed(),
            };
        };
        let is_cast = sign == "(" && self.type_ahead(1);
        if !is_cast && !["-", "+", "~", "!", "*", "&", "++", "--"].contains(&sign) {
            return self.postfixed();
        }
        self.advance();
        if is_cast {
            let ty = self.type_name()?;
            self.expect(")", "Expression syntax")?;
            let operand = self.deeper(Self::prefixed)?;
            if ty == Type::Void {
                return Ok(Expr { ty, ..operand });
            }
            let operand = self.scalar(operand)?;
            return Ok(self.cast(operand, ty));
        }
        let operand = self.deeper(Self::prefixed)?;
        if sign == "&" {
            return match operand.is_place() {
                true => Ok(self.address(operand)),
                false => self.fail_at(line, "Lvalue required"),
            };
        }
        if sign == "++" || sign == "--" {
            return self.step(operand, sign, false, line);
        }
        let operand = self.scalar(operand)?;
        match sign {
            "*" => self.target(operand, line),
            "!" => Ok(self.opposite(operand, line)),
            _ if operand.is_pointer() => self.fail_at(line, "Illegal use of pointer"),
            sign => {
                let ty = Type::Number(operand.kind().with(Kind::Int));
                let zero = |n| Expr::number(n, ty.clone(), line);
                let operand = self.settled(operand);
                match sign {
                    "-" => self.arithmetic(Binary::Sub, zero(0), operand, mark, line),
                    "~" => self.arithmetic(Binary::Xor, operand, zero(-1), mark, line),
                    _ => Ok(self.cast(operand, ty)),
                }
            }
        }
    }

    fn opposite(&mut self, operand: Expr, line: usize) -> Expr {
        let is = match operand.is {
            Is::Number(n) => Is::Number((n == 0).into()),
            Is::Compare(op, a, b) => Is::Compare(op.opposite(), a, b),
            Is::Jumps(jumps, taken) => Is::Jumps(jumps, !taken),
            _ => Is::Compare(Binary::Equal, self.value(&operand), self.constant_slot(0)),
        };
        Expr::new(is, INT, line)
    }

    fn size(&mut self, line: usize) -> Parsed<Expr> {
        let bytes = if self.is("(") && self.type_ahead(1) {
            self.advance();
            let ty = self.type_name()?;
            self.expect(")", "Expression syntax")?;
            ty.bytes()
        } else {
            let from = self.here();
            let operand = self.deeper(Self::prefixed)?;
            self.forget(from);
            operand.ty.bytes()
        };
        let ty = Type::Number(Kind::Unsigned);
        Ok(Expr::number(bytes as i64, ty, line))
    }

    /// `a++` and its relatives. Behind its operand it gives the old value.
    fn step(&mut self, place: Expr, sign: &str, behind: bool, line: usize) -> Parsed<Expr> {
        self.changeable(&place)?;
        let op = if sign == "++" {
            Binary::Add
        } else {
            Binary::Sub
        };
        let place = self.pinned(&place);
        let mut old = self.scalar(place.clone())?;
        old = self.valued(&old);
        if let Is::Value(slot) = &mut old.is
            && behind
            && slot.is_variable()
        {
            let to = self.temporary();
            self.emit(Op::Set(to, Kind::Pointer, *slot));
            *slot = to;
        }
        let mark = self.temporaries;
        let now = match (behind, &place.is) {
            (true, Is::Variable(slot)) => Expr::new(Is::Value(*slot), old.ty.clone(), line),
            _ => old.clone(),
        };
        let new = self.arithmetic(op, now, Expr::number(1, INT, line), mark, line)?;
        let new = self.stored(place, new);
        let value = if behind { old } else { new };
        Ok(Expr {
            constant: false,
            assigns: false,
            acts: true,
            ..value
        })
    }

    fn target(&mut self, pointer: Expr, line: usize) -> Parsed<Expr> {
        match &pointer.ty {
            Type::Pointer(to) if **to != Type::Void => {
                let is = Is::At(self.value(&pointer));
                Ok(Expr::new(is, (**to).clone(), line))
            }
            _ => self.fail_at(line, "Invalid indirection"),
        }
    }

    fn postfixed(&mut self) -> Parsed<Expr> {
        let mark = self.temporaries;
        let mut operand = self.primary()?;
        loop {
            let line = self.line();
            self.one_more()?;
            if self.takes("[") {
                let from = self.here();
                operand = self.settled(operand);
                let index = self.binding(1)?;
                let index = self.scalar(index)?;
                let index = self.settled(index);
                self.expect("]", "Array bounds missing ]")?;
                operand = self.held(operand, from, Self::pinned);
                operand = self.element(operand, index, mark, line)?;
            } else if self.is(".") || self.is("->") {
                if self.is("->") {
                    let pointer = self.scalar(operand)?;
                    operand = self.target(pointer, line)?;
                }
                self.advance();
                operand = self.member(operand, line)?;
            } else if self.is("++") || self.is("--") {
                let sign = if self.is("++") { "++" } else { "--" };
                self.advance();
                operand = self.step(operand, sign, true, line)?;
            } else if self.is("(") {
                return self.fail("Call of nonfunction");
            } else {
                return Ok(operand);
            }
        }
    }

    fn element(&mut self, array: Expr, index: Expr, mark: usize, line: usize) -> Parsed<Expr> {
        let Type::Array(of, count) = array.ty.clone() else {
            let array = self.scalar(array)?;
            if !array.is_pointer() && !index.is_pointer() {
                return self.fail_at(line, "Invalid indirection");
            }
            let pointer = self.arithmetic(Binary::Add, array, index, mark, line)?;
            return self.target(pointer, line);
        };
        if index.is_pointer() {
            return self.fail_at(line, "Illegal use of pointer");
        }
        let (constant, stride) = (array.constant, of.cells());
        let pointer = self.address(array);
        let is = match (pointer.known(), index.known()) {
            (Some(pointer), Some(n)) if (0..count as i64).contains(&n) => {
                Is::At(self.constant_slot(pointer + n * stride as i64))
            }
            _ => Is::Element(Element {
                pointer: self.value(&pointer),
                index: self.value(&index),
                count: count as u16,
                stride: stride as u16,
            }),
        };
        Ok(Expr {
            constant,
            ..Expr::new(is, *of, line)
        })
    }

    fn member(&mut self, of: Expr, line: usize) -> Parsed<Expr> {
        let Some(name) = self.take_word() else {
            return self.fail("Expression syntax");
        };
        let Type::Struct(s) = &of.ty else {
            return self.fail_at(line, "Structure required on left side of . or ->");
        };
        let found = s.members.iter().find(|(n, ..)| *n == name);
        let Some((_, ty, cells)) = found.cloned() else {
            self.undefined(line, &name);
            return Err(Skip);
        };
        let constant = of.constant;
        let is = match of.is {
            Is::Variable(slot) => Is::Variable(Slot::new(slot.space(), slot.number() + cells)),
            _ => {
                let pointer = self.address(of);
                let mut slot = self.value(&pointer);
                if let Some(pointer) = pointer.known() {
                    slot = self.constant_slot(pointer + cells as i64);
                } else if cells > 0 {
                    let (to, by) = (self.temporary(), self.constant_slot(cells as i64));
                    self.emit(Op::Binary(to, Kind::Pointer, Binary::Add, slot, by));
                    slot = to;
                }
                Is::At(slot)
            }
        };
        Ok(Expr {
            constant,
            ..Expr::new(is, ty, line)
        })
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let line = self.line();
        match self.token().kind.clone() {
            TokenKind::Number(n, kind) => {
                self.advance();
                Ok(Expr::number(n, Type::Number(kind), line))
            }
            TokenKind::Text(_) => {
                let mut bytes = Vec::new();
                while let TokenKind::Text(more) = &self.token().kind {
                    bytes.extend_from_slice(more);
                    self.advance();
                }
                let (pointer, ty) = self.allocate_text(&bytes);
                let is = Is::At(self.constant_slot(pointer));
                Ok(Expr::new(is, ty, line))
            }
            TokenKind::Sign("(") => {
                self.advance();
                let inside = self.binding(1)?;
                self.expect(")", "Expression syntax")?;
                // In brackets of its own an assignment is meant.
                Ok(Expr {
                    assigns: false,
                    ..inside
                })
            }
            TokenKind::Word(name) => {
                self.advance();
                match self.find(&name) {
                    Some(Symbol::Variable { .. }) => self.named(&name, line),
                    _ if self.is("(") => self.call(&name, line),
                    _ => self.named(&name, line),
                }
            }
            _ => self.fail("Expression syntax"),
        }
    }

    fn named(&mut self, name: &str, line: usize) -> Parsed<Expr> {
        match self.find(name).cloned() {
            Some(Symbol::Variable { slot, ty, constant }) => Ok(Expr {
                constant,
                ..Expr::new(Is::Variable(slot), ty, line)
            }),
            Some(Symbol::Constant(n)) => Ok(Expr::number(n, INT, line)),
            Some(Symbol::Function(_)) => {
                let text = format!("'{name}' is a function: call it with brackets");
                self.fail_at(line, text)
            }
            Some(Symbol::Type(_)) => self.fail_at(line, "Expression syntax"),
            None if self.is_reserved(name) => self.fail_at(line, "Expression syntax"),
            None => match library::constant(name) {
                Some(n) => Ok(Expr::number(n, INT, line)),
                None => {
                    self.undefined(line, name);
                    let is = Is::At(self.constant_slot(0));
                    Ok(Expr::new(is, INT, line))
                }
            },
        }
    }

    fn call(&mut self, name: &str, line: usize) -> Parsed<Expr> {
        self.advance();
        let mark = self.temporaries;
        let mut arguments = Vec::new();
        while !self.is(")") {
            let argument = self.assignment()?;
            self.argument(mark, &mut arguments, argument);
            if !self.takes(",") {
                break;
            }
        }
        self.expect(")", "Function call missing )")?;
        let function = match self.find(name) {
            Some(Symbol::Function(n)) => Some(*n),
            Some(_) => return self.fail_at(line, "Call of nonfunction"),
            None if self.defined.contains(name) => Some(self.declare_function(line, name, INT)),
            None => None,
        };
        let first = Slot::new(Space::Temporary, mark);
        if let Some(function) = function {
            self.calls.push(CallMade {
                line,
                caller: self.function,
                function,
                arguments,
            });
            let ty = self.code.functions[function].returns.clone();
            let called = self.result(mark, ty, line, |to| Op::Call(to, function as u32, first));
            return Ok(called.acting());
        }
        let Some((number, signature)) = library::function(name) else {
            self.undefined(line, name);
            return Err(Skip);
        };
        let parameters = signature.parameters();
        self.check(name, line, &arguments, &parameters, signature.takes_more());
        // These count in bytes, and memory is made of cells.
        if name.starts_with("mem") {
            let to = arguments.first().and_then(|(ty, _)| ty.target());
            let bytes = to.map_or(2, |to| to.bytes().div_ceil(to.cells().max(1)));
            let bytes = Expr::number(bytes as i64, INT, line);
            self.argument(mark, &mut arguments, bytes);
        }
        let count = arguments.len() as u16;
        let op = |to| Op::Library(to, number, count, first);
        let called = self.result(mark, signature.returns(), line, op);
        Ok(called.acting())
    }

    /// Lays an argument behind those before it.
    fn argument(&mut self, mark: usize, arguments: &mut Vec<(Type, bool)>, argument: Expr) {
        let settled = self.settled(argument);
        let slot = Slot::new(Space::Temporary, mark + arguments.len());
        self.put(slot, settled.kind(), &settled);
        arguments.push((settled.ty.clone(), settled.is_zero()));
        self.temporaries = slot.number();
        self.temporary();
    }

    /// Are there as many arguments as parameters, and do they fit?
    pub fn check(
        &mut self,
        name: &str,
        line: usize,
        arguments: &[(Type, bool)],
        parameters: &[(String, Type)],
        more: bool,
    ) {
        if arguments.len() < parameters.len() {
            self.error(line, format!("Too few parameters in call to '{name}'"));
        } else if arguments.len() > parameters.len() && !more {
            self.error(line, format!("Extra parameter in call to '{name}'"));
        }
        for ((parameter, to), (from, is_zero)) in parameters.iter().zip(arguments) {
            match (from.target(), to.target()) {
                (None, None) => {}
                (None, Some(_)) if *is_zero => {}
                (Some(from), Some(to)) => {
                    if differ(from, to) {
                        self.warn(line, "Suspicious pointer conversion");
                    }
                }
                _ => {
                    let which = format!("parameter {parameter} in call to '{name}'");
                    self.error(line, format!("Type mismatch in {which}"));
                }
            }
        }
    }
}

/// Do pointers to these two lead to different things?
fn differ(a: &Type, b: &Type) -> bool {
    a != b && *a != Type::Void && *b != Type::Void
}
