//! What stands between operators: names, numbers, calls, elements, and the signs before and behind them.

use super::code::{Binary, Element, Op, Reals, Slot, Space};
use super::compiler::{CallMade, Compiler, Parsed, Skip, Symbol};
use super::expressions::differ;
use super::files;
use super::library;
use super::token::TokenKind;
use super::types::{INT, Kind, Type};
use super::values::{Expr, Is};

impl Compiler<'_> {
    pub(crate) fn prefixed(&mut self) -> Parsed<Expr> {
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
        // Of a name that is not known no more is said.
        let nowhere = self.constant_slot(0);
        if sign == "*" && matches!(operand.is, Is::At(slot) if slot == nowhere) {
            return Ok(operand);
        }
        let operand = self.scalar(operand)?;
        match sign {
            "*" => self.target(operand, line),
            "!" => Ok(self.opposite(operand, line)),
            _ if operand.is_pointer() => self.fail_at(line, "Illegal use of pointer"),
            sign => {
                let kind = operand.kind().with(Kind::Int);
                let ty = Type::Number(kind);
                let zero = |n| Expr::number(Kind::Int.convert(n, kind), ty.clone(), line);
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
        let operand = self.truth(operand);
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
        let op = match sign {
            "++" => Binary::Add,
            _ => Binary::Sub,
        };
        let place = self.pinned(&place);
        let old = self.scalar(place.clone())?;
        let old = self.valued(&old);
        let mut before = old.clone();
        if let Is::Value(slot) = &mut before.is
            && behind
            && slot.is_variable()
        {
            let to = self.temporary();
            self.emit(Op::Set(to, Kind::Pointer, *slot));
            *slot = to;
        }
        let one = Expr::number(1, INT, line);
        let new = self.arithmetic(op, old, one, self.temporaries, line)?;
        let new = self.stored(place, new);
        Ok(Expr {
            constant: false,
            assigns: false,
            acts: true,
            ..if behind { before } else { new }
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
                let index = self.operand(1)?;
                self.expect("]", "Array bounds missing ]")?;
                operand = self.held(operand, from, Self::pinned);
                operand = self.element(operand, index, mark, line)?;
            } else if self.is(".") || self.is("->") {
                if self.is("->") {
                    if matches!(operand.ty, Type::Struct(_)) {
                        return self.fail("Pointer required on left side of ->");
                    }
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
        if index.is_real() {
            return self.fail_at(line, "Illegal use of floating point");
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
        Ok(Expr::new(is, *of, line).fixed(constant))
    }

    fn member(&mut self, of: Expr, line: usize) -> Parsed<Expr> {
        let Some(name) = self.take_word() else {
            return self.fail("Expression syntax");
        };
        let Type::Struct(s) = &of.ty else {
            return self.fail_at(line, "Structure required on left side of . or ->");
        };
        if s.is_open() {
            return self.fail_at(line, "Undefined structure");
        }
        let found = s.numbers.get(&name).map(|n| &s.members[*n]);
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
        Ok(Expr::new(is, ty, line).fixed(constant))
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
            Some(Symbol::Variable { slot, ty, constant }) => {
                if self.announced.contains(name) {
                    self.wanted.entry(name.to_string()).or_insert(line);
                }
                Ok(Expr::new(Is::Variable(slot), ty, line).fixed(constant))
            }
            Some(Symbol::Constant(n)) => Ok(Expr::number(n, INT, line)),
            Some(Symbol::Function(_)) => {
                let text = format!("'{name}' is a function: call it with brackets");
                self.fail_at(line, text)
            }
            Some(Symbol::Type(_)) => self.fail_at(line, "Expression syntax"),
            None if self.is_reserved(name) => self.fail_at(line, "Expression syntax"),
            None => {
                if let Some(n) = library::constant(name) {
                    return Ok(Expr::number(n, INT, line));
                }
                if let Some(n) = files::standard(name) {
                    return Ok(Expr::number(n, Type::Void.pointer(), line));
                }
                if let Some(n) = library::real_constant(name) {
                    return Ok(Expr::number(n, Type::Number(Kind::Double), line));
                }
                self.undefined(line, name);
                self.skip_elements();
                let is = Is::At(self.constant_slot(0));
                Ok(Expr::new(is, INT, line))
            }
        }
    }

    /// Leaves out the elements and members of what is not known.
    fn skip_elements(&mut self) {
        loop {
            if self.takes("[") {
                let mut open = 1;
                while open > 0 && !self.ended() && !self.is(";") {
                    open += i32::from(self.is("[")) - i32::from(self.is("]"));
                    self.advance();
                }
            } else if self.takes(".") || self.takes("->") {
                self.take_word();
            } else {
                return;
            }
        }
    }

    fn call(&mut self, name: &str, line: usize) -> Parsed<Expr> {
        self.advance();
        let mark = self.temporaries;
        let mut arguments = Vec::new();
        let of_library = match self.find(name) {
            None if !self.defined.contains(name) => library::function(name),
            _ => None,
        };
        let parameters = of_library.map_or_else(Vec::new, |(_, f)| f.parameters());
        while !self.is(")") {
            let mut argument = self.assignment()?;
            let read = match name {
                "scanf" | "cscanf" => arguments.len(),
                "fscanf" | "sscanf" => arguments.len().saturating_sub(1),
                _ => 0,
            };
            if of_library.is_some() && read > 0 && matches!(argument.ty, Type::Number(_)) {
                let text =
                    format!("{name} wants the address of a variable: write & before its name");
                return self.fail_at(line, text);
            }
            if let Some((_, Type::Number(kind))) = parameters.get(arguments.len())
                && !argument.is_pointer()
                && argument.is_real() != kind.is_real()
            {
                argument = self.cast(argument, Type::Number(*kind));
            }
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
            let reals = reals(&arguments);
            self.calls.push(CallMade {
                line,
                caller: self.function,
                function,
                arguments,
            });
            let ty = self.code.functions[function].returns.clone();
            let op = |to| Op::Call(to, function as u32, first, reals);
            return Ok(self.result(mark, ty, line, op).acting(true));
        }
        let Some((number, signature)) = of_library else {
            self.undefined(line, name);
            return Err(Skip);
        };
        self.check(name, line, &arguments, &parameters, signature.takes_more());
        self.code.allocates |= signature.allocates();
        // These count in bytes, and memory is made of cells.
        if name.starts_with("mem") {
            let to = arguments.first().and_then(|(ty, _)| ty.target());
            let bytes = to.map_or(2, |to| to.bytes().div_ceil(to.cells().max(1)));
            let bytes = Expr::number(bytes as i64, INT, line);
            self.argument(mark, &mut arguments, bytes);
        }
        if ["fread", "fwrite"].contains(&name) {
            let of = arguments.first().and_then(|(ty, _)| ty.target());
            self.code.types.push(of.cloned().unwrap_or(Type::Void));
            let ty = Expr::number(self.code.types.len() as i64 - 1, INT, line);
            self.argument(mark, &mut arguments, ty);
        }
        let (count, reals) = (arguments.len() as u16, reals(&arguments));
        let op = |to| Op::Library(to, number, count, first, reals);
        let called = self.result(mark, signature.returns(), line, op);
        Ok(called.acting(true))
    }

    /// Lays an argument behind those before it.
    fn argument(&mut self, mark: usize, arguments: &mut Vec<(Type, bool)>, argument: Expr) {
        let slot = Slot::new(Space::Temporary, mark + arguments.len());
        self.put(slot, argument.kind(), &argument);
        arguments.push((argument.ty.clone(), argument.is_zero()));
        self.temporaries = slot.number();
        self.temporary();
    }

    /// Are there as many arguments as parameters, and do they fit?
    pub(crate) fn check(
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

/// Which of the first 32 arguments have a decimal point.
fn reals(arguments: &[(Type, bool)]) -> Reals {
    let real = |(ty, _): &(Type, bool)| ty.kind().is_some_and(Kind::is_real);
    let numbered = arguments.iter().take(32).zip(0..);
    numbered
        .map(|(argument, n)| Reals::from(real(argument)) << n)
        .sum()
}
