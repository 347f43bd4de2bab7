//! Operands: names, literals, calls, elements, and unary operators.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::code::{Binary, Callee, Element, FloatArgs, Op, Site, Slot, Space};
use super::compiler::{CallMade, Compiler, Parsed, Reported, Symbol};
use super::declarations::undefined_structure;
use super::files;
use super::helpers;
use super::library;
use super::message::is_nearly;
use super::reference;
use super::token::TokenKind;
use super::types::{INT, Kind, Member, Signature, Type, bits};
use super::values::{Expr, ExprKind};
use words::say;

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
            self.expect(")", say!("Expression syntax"))?;
            let operand = self.deeper(Self::prefixed)?;
            if ty == Type::Void {
                return Ok(Expr { ty, ..operand });
            }
            if ty.kind().is_none() {
                return self.fail_at(line, say!("Not an allowed type"));
            }
            let operand = self.scalar(operand)?;
            return Ok(self.meant(operand, ty));
        }
        let operand = self.deeper(Self::prefixed)?;
        if sign == "&" {
            return match &operand.ty {
                Type::Function(_) => Ok(self.decayed(operand)),
                Type::Bits(..) => self.fail_at(line, say!("A bit field has no address")),
                _ if operand.is_place() => Ok(self.address(operand)),
                _ => self.fail_at(line, say!("Lvalue required")),
            };
        }
        if sign == "++" || sign == "--" {
            return self.step(operand, sign, false, line);
        }
        // Don't report an undeclared name twice.
        let nowhere = self.constant_slot(0);
        if sign == "*" && matches!(operand.is, ExprKind::At(slot) if slot == nowhere) {
            return Ok(operand);
        }
        let operand = self.scalar(operand)?;
        match sign {
            "*" => self.target(operand, line),
            "!" => Ok(self.opposite(operand, line)),
            _ if operand.is_pointer() => self.fail_at(line, say!("Illegal use of pointer")),
            sign => {
                let kind = operand.kind().with(Kind::Int);
                let ty = Type::Number(kind);
                let zero = |n| Expr::number(Kind::Int.convert(n, kind), ty.clone(), line);
                let operand = self.settled(operand);
                match sign {
                    // 0.0 - 0.0 would be 0.0, not -0.0.
                    "-" if kind.is_real() => {
                        let zero = Expr::number(bits(-0.0), ty, line);
                        self.arithmetic(Binary::Sub, zero, operand, mark, line)
                    }
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
            ExprKind::Number(n) => ExprKind::Number((n == 0).into()),
            ExprKind::Compare(op, a, b) => ExprKind::Compare(op.opposite(), a, b),
            ExprKind::Jumps(jumps, taken) => ExprKind::Jumps(jumps, !taken),
            _ => ExprKind::Compare(Binary::Equal, self.value(&operand), self.constant_slot(0)),
        };
        Expr::new(is, INT, line)
    }

    fn size(&mut self, line: usize) -> Parsed<Expr> {
        let bytes = if self.is("(") && self.type_ahead(1) {
            self.advance();
            let ty = self.type_name()?;
            self.expect(")", say!("Expression syntax"))?;
            ty.bytes()
        } else {
            let from = self.here();
            // `sizeof` does not read its operand.
            let unset = std::mem::take(&mut self.unset);
            let operand = self.deeper(Self::prefixed);
            self.unset = unset;
            self.forget(from);
            operand?.ty.bytes()
        };
        let ty = Type::Number(Kind::Unsigned);
        Ok(Expr::number(bytes as i64, ty, line))
    }

    /// Emits `++` or `--`; the postfix form yields the old value.
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
        if let ExprKind::Value(slot) = &mut before.is
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
        Ok(Expr { constant: false, assigns: false, acts: true, ..if behind { before } else { new } })
    }

    fn target(&mut self, pointer: Expr, line: usize) -> Parsed<Expr> {
        match &pointer.ty {
            Type::Pointer(to) if matches!(**to, Type::Function(_)) => {
                Ok(Expr { ty: (**to).clone(), ..self.valued(&pointer) })
            }
            Type::Pointer(to) if **to != Type::Void => {
                let is = ExprKind::At(self.value(&pointer));
                Ok(Expr::new(is, (**to).clone(), line))
            }
            _ => self.fail_at(line, say!("Invalid indirection")),
        }
    }

    fn postfixed(&mut self) -> Parsed<Expr> {
        let (mark, begun) = (self.temporaries, self.at);
        let mut operand = self.primary()?;
        let mut used = None;
        loop {
            let line = self.line();
            self.one_more()?;
            if self.takes("[") {
                let from = self.here();
                operand = self.settled(operand);
                if self.is_ahead(1, ",") {
                    return self.fail(say!("Each index has brackets of its own: [1][2]"));
                }
                let mut index = self.operand(1)?;
                self.expect("]", say!("Array bounds missing ]"))?;
                operand = self.held(operand, from, Self::pinned);
                // The index expression may have activated another member of the union, so activate this
                // member again.
                let others = &self.code.ops[from as usize..];
                if let Some(used) = used.filter(|_| others.iter().any(|op| op.writes())) {
                    let (from, to) = (self.value(&index), self.temporary());
                    self.emit(Op::Set(to, Kind::Pointer, from));
                    index.is = ExprKind::Value(to);
                    self.emit(used);
                }
                operand = self.element(operand, index, mark, line)?;
            } else if self.is(".") || self.is("->") {
                if self.is("->") {
                    if matches!(operand.ty, Type::Struct(_)) {
                        return self.fail(say!("Pointer required on left side of ->"));
                    }
                    let pointer = self.scalar(operand)?;
                    operand = self.target(pointer, line)?;
                }
                self.advance();
                let from = self.here() as usize;
                operand = self.member(operand, line)?;
                let is_use = |op: &&Op| matches!(op, Op::Member(..));
                let found = self.code.ops[from..].iter().find(is_use);
                used = found.copied().or(used);
            } else if self.is("++") || self.is("--") {
                let sign = if self.is("++") { "++" } else { "--" };
                self.advance();
                operand = self.step(operand, sign, true, line)?;
            } else if self.is("(") {
                operand = self.call_at(operand, begun, mark, line)?;
            } else {
                return Ok(operand);
            }
        }
    }

    fn element(&mut self, array: Expr, index: Expr, mark: usize, line: usize) -> Parsed<Expr> {
        let Type::Array(of, count) = array.ty.clone() else {
            let array = self.scalar(array)?;
            if !array.is_pointer() && !index.is_pointer() {
                return self.fail_at(line, say!("Invalid indirection"));
            }
            let pointer = self.arithmetic(Binary::Add, array, index, mark, line)?;
            return self.target(pointer, line);
        };
        if index.is_pointer() {
            return self.fail_at(line, say!("Illegal use of pointer"));
        }
        if index.is_real() {
            return self.fail_at(line, say!("Illegal use of floating point"));
        }
        let (constant, stride) = (array.constant, of.cells());
        let pointer = self.address(array);
        let is = match (pointer.known(), index.known()) {
            (Some(pointer), Some(n)) if (0..count as i64).contains(&n) => {
                ExprKind::At(self.constant_slot(pointer + n * stride as i64))
            }
            _ => ExprKind::Element(Element {
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
            return self.fail(say!("Expression syntax"));
        };
        let Type::Struct(s) = &of.ty else {
            let behind_pointer = of.ty.target().is_some_and(is_struct);
            return self.fail_at(
                line,
                match behind_pointer {
                    true => say!("Structure required on left side of .: a pointer to one takes ->"),
                    false => say!("Structure required on left side of . or ->"),
                },
            );
        };
        if s.is_open() {
            return self.fail_at(line, undefined_structure(&s.name));
        }
        let Some(number) = s.numbers.get(&name).copied() else {
            self.undefined(line, &name);
            return Err(Reported);
        };
        let Member { ty, at: cells, .. } = s.members[number].clone();
        let constant = of.constant;
        let of = match s.is_union {
            true => self.in_use(of, number),
            false => of,
        };
        let is = match of.is {
            ExprKind::Variable(slot) => ExprKind::Variable(Slot::new(slot.space(), slot.number() + cells)),
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
                ExprKind::At(slot)
            }
        };
        Ok(Expr::new(is, ty, line).fixed(constant))
    }

    fn in_use(&mut self, of: Expr, member: usize) -> Expr {
        let pointer = self.address(of.clone());
        let slot = self.value(&pointer);
        let types = &mut self.code.types;
        let known = types.iter().position(|ty| *ty == of.ty);
        let number = known.unwrap_or_else(|| {
            types.push(of.ty.clone());
            types.len() - 1
        });
        self.emit(Op::Member(slot, number as u32, member as u32));
        match of.is {
            ExprKind::Variable(_) => of,
            _ => Expr { is: ExprKind::At(slot), ..of },
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let line = self.line();
        match self.token().kind.clone() {
            TokenKind::Number(n, kind) => {
                self.advance();
                Ok(Expr::number(n, Type::Number(kind), line))
            }
            TokenKind::Text(_) => {
                let bytes = self.texts();
                let (pointer, ty) = self.allocate_text(&bytes);
                let is = ExprKind::At(self.constant_slot(pointer));
                Ok(Expr::new(is, ty, line))
            }
            TokenKind::Sign("(") => {
                self.advance();
                let inside = self.binding(1)?;
                self.expect(")", say!("Expression syntax"))?;
                // Brackets mark an assignment as intended.
                Ok(Expr { assigns: false, ..inside })
            }
            TokenKind::Word(name) => {
                self.advance();
                match self.find(&name) {
                    Some(Symbol::Variable { .. }) => self.named(&name, line),
                    _ if self.is("(") => self.call(&name, line),
                    _ => self.named(&name, line),
                }
            }
            _ => self.no_operand(),
        }
    }

    fn no_operand<T>(&mut self) -> Parsed<T> {
        let (TokenKind::Sign(first), TokenKind::Sign(second)) = (&self.last().kind, &self.token().kind)
        else {
            return self.fail(say!("Expression syntax"));
        };
        let side_by_side = (self.last().line, self.last().end) == (self.token().line, self.token().start);
        let why = match (*first, *second) {
            ("=", "{") => {
                say!(": values in { } stand where a variable is declared, and nowhere else")
            }
            _ if !side_by_side => "",
            ("=", ">") => say!(": C writes >= for =>"),
            ("=", "<") => say!(": C writes <= for =<"),
            ("<", ">") => say!(": C writes != for <>"),
            (":", "=") => say!(": C writes = for :="),
            _ => "",
        };
        self.fail(say!("Expression syntax{why}", why))
    }

    pub(crate) fn texts(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        while let TokenKind::Text(more) = &self.token().kind {
            bytes.extend_from_slice(more);
            self.advance();
        }
        bytes
    }

    /// Returns the expression for a function name; it becomes a pointer where one is needed.
    fn designator(&mut self, callee: Callee, line: usize) -> Parsed<Expr> {
        let signature = match callee {
            Callee::Own(function) => {
                self.calls.push(CallMade {
                    line,
                    caller: self.function,
                    function,
                    arguments: None,
                    spread: false,
                });
                let function = &self.code.functions[function];
                let types = function.parameters.iter().map(|(_, ty)| ty.clone());
                Signature {
                    returns: function.returns.clone(),
                    parameters: function.entry.map(|_| types.collect()),
                    more: false,
                }
            }
            Callee::Library(number) => {
                let function = library::numbered(number);
                let name = function.name();
                if counts_bytes(name) {
                    let text = say!("'{name}' is called by its name here, not by a pointer", name);
                    return self.fail_at(line, text);
                }
                self.code.allocates |= function.allocates();
                self.code.pointed_at.push((number, name));
                let types = function.parameters().into_iter().map(|(_, ty)| ty);
                Signature {
                    returns: function.returns(),
                    parameters: Some(types.collect()),
                    more: function.takes_more(),
                }
            }
        };
        let is = ExprKind::Number(callee.pointer());
        Ok(Expr::new(is, Type::Function(Arc::new(signature)), line))
    }

    fn named(&mut self, name: &str, line: usize) -> Parsed<Expr> {
        match self.find(name).cloned() {
            Some(Symbol::Variable { slot, ty, constant }) => {
                if self.announced.contains(name) {
                    self.wanted.entry(name.to_string()).or_insert(line);
                }
                Ok(Expr::new(ExprKind::Variable(slot), ty, line).fixed(constant))
            }
            Some(Symbol::Constant(n)) => Ok(Expr::number(n, INT, line)),
            Some(Symbol::Function(n)) => self.designator(Callee::Own(n), line),
            Some(Symbol::Type(_)) => self.fail_at(line, say!("Expression syntax")),
            None if self.is_reserved(name) => {
                self.at -= 1;
                let is_type = self.type_ahead(0);
                self.at += 1;
                let why = if is_type { say!(": no type can stand here") } else { "" };
                self.fail_at(line, say!("Expression syntax{why}", why))
            }
            None => {
                if let Some(n) = library::constant(name) {
                    let kind = match n {
                        n if Kind::Int.wrap(n) == n => Kind::Int,
                        n if Kind::Unsigned.wrap(n) == n => Kind::Unsigned,
                        n if Kind::Long.wrap(n) == n => Kind::Long,
                        _ => Kind::UnsignedLong,
                    };
                    return Ok(Expr::number(n, Type::Number(kind), line));
                }
                if let Some(n) = files::standard(name) {
                    return Ok(Expr::number(n, Type::Void.pointer(), line));
                }
                if let Some(n) = library::float_constant(name) {
                    return Ok(Expr::number(n, Type::Number(Kind::Double), line));
                }
                if let Some((number, _)) = library::function(name)
                    && [")", ",", ";", "}", ":", "==", "!="].iter().any(|sign| self.is(sign))
                {
                    return self.designator(Callee::Library(number), line);
                }
                self.undefined(line, name);
                self.skip_elements();
                let is = ExprKind::At(self.constant_slot(0));
                Ok(Expr::new(is, INT, line))
            }
        }
    }

    pub(crate) fn similar_name(&self, name: &str) -> Option<String> {
        if self.structs.contains_key(name) {
            return Some(format!("struct {name}"));
        }
        if self.enumerations.contains(name) {
            return Some(format!("enum {name}"));
        }
        let is_near = |known: &&str| is_nearly(known, name);
        let own = self.scopes.iter().flat_map(|scope| scope.keys());
        let own = own.chain(&self.defined).map(String::as_str);
        let own = own.filter(is_near).map(str::to_string);
        let others = library::words().chain(Compiler::reserved_words());
        let others = others.filter(is_near).map(str::to_string);
        let known: BTreeSet<String> = own.chain(others).collect();
        let same = known.iter().find(|known| known.eq_ignore_ascii_case(name));
        same.or(known.first()).cloned()
    }

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
        let mark = self.temporaries;
        let found = self.find(name).cloned();
        if found.is_none() && name.starts_with("va_") {
            return self.unnamed_arguments(name, line);
        }
        if found.is_none() && name == "offsetof" {
            return self.offset(line);
        }
        let is_free = found.is_none() && !self.defined.contains(name);
        match name {
            "max" if is_free => return self.one_of_two(Binary::Greater, line),
            "min" if is_free => return self.one_of_two(Binary::Less, line),
            _ => {}
        }
        let function = match found {
            Some(Symbol::Function(n)) => n,
            Some(_) => return self.fail_at(line, say!("Call of nonfunction")),
            None if self.defined.contains(name) => self.declare_function(line, name, INT),
            None => return self.call_library(name, mark, line),
        };
        let base = helpers::base(name).filter(|_| self.is_hidden(name));
        let named = self.code.functions[function].named;
        let mut arguments = self.arguments(mark, &[], named, base)?;
        if let Some(base) = base.filter(|base| arguments.len() == base + 4) {
            let of = arguments[base].0.target().filter(|of| **of != Type::Void);
            let sizes = of.map_or([0, 0], |of| [of.bytes(), of.cells()]);
            for size in sizes {
                let size = Expr::number(size as i64, Type::Number(Kind::Unsigned), line);
                self.argument(mark, &mut arguments, size);
            }
        }
        let float_args = float_args(&arguments);
        if let Some(count) = named.filter(|count| arguments.len() > *count) {
            arguments.remove(count);
        }
        self.calls.push(CallMade {
            line,
            caller: self.function,
            function,
            arguments: Some(arguments),
            spread: named.is_some(),
        });
        let ty = self.code.functions[function].returns.clone();
        let first = Slot::new(Space::Temporary, mark);
        let op = |to| Op::Call(to, function as u32, first, float_args);
        self.returned(mark, ty, line, op)
    }

    /// Checks that `scanf` and `initgraph` get addresses.
    fn check_addresses(&mut self, name: &str, line: usize) -> Parsed<()> {
        let mut n = match name {
            "initgraph" | "detectgraph" => 0,
            _ if name.ends_with("scanf") => 1,
            _ => return Ok(()),
        };
        let ends = |kind: &TokenKind| matches!(kind, TokenKind::End | TokenKind::Sign(";" | ")"));
        while !ends(&self.ahead(n).kind) {
            let alone = self.is_ahead(n + 2, ",") || self.is_ahead(n + 2, ")");
            if (self.is_ahead(n, ",") || n == 0)
                && alone
                && let TokenKind::Word(word) = &self.ahead(n + 1).kind
                && let Some(Symbol::Variable { ty: Type::Number(_), .. }) = self.find(word)
            {
                let text = say!("{name} wants the address of a variable: write & before its name", name);
                return self.fail_at(line, text);
            }
            n += 1;
        }
        Ok(())
    }

    fn call_library(&mut self, name: &str, mark: usize, line: usize) -> Parsed<Expr> {
        let of_library = library::function(name);
        let parameters = of_library.map_or_else(Vec::new, |(_, f)| f.parameters());
        self.check_addresses(name, line)?;
        let mut arguments = self.arguments(mark, &parameters, None, None)?;
        let read = match name {
            "scanf" | "cscanf" => 1,
            "fscanf" | "sscanf" => 2,
            _ => arguments.len(),
        };
        let mut read = arguments.iter().skip(read);
        if of_library.is_some() && read.any(|(ty, _)| matches!(ty, Type::Number(_))) {
            let text = say!("{name} wants the address of a variable: write & before its name", name);
            return self.fail_at(line, text);
        }
        let Some((number, signature)) = of_library else {
            self.undefined(line, name);
            return Err(Reported);
        };
        // The reference takes time to read, so other calls do not ask it.
        let entry =
            (arguments.is_empty() && !parameters.is_empty()).then(|| reference::entry(name)).flatten();
        let header = entry.map(|entry| entry.header.trim_end_matches(".h"));
        if let Some(header) = header.filter(|header| !self.included.contains(header)) {
            // Turbo C checks no arguments without a prototype; the function finds what is on the stack.
            self.warn(
                line,
                say!("'{name}' gets no argument, so it takes 0: <{header}.h> declares it", name, header),
            );
            for _ in &parameters {
                self.argument(mark, &mut arguments, Expr::number(0, INT, line));
            }
        }
        self.check(name, line, &arguments, &parameters, signature.takes_more());
        let mut extra = arguments.iter().skip(parameters.len());
        if extra.any(|(ty, _)| is_struct(ty)) {
            let text = say!("A structure is no parameter in call to '{name}'", name);
            self.error(line, text);
        }
        self.code.allocates |= signature.allocates();
        // These functions count bytes, but memory consists of cells.
        if counts_bytes(name) && name.starts_with("mem") {
            let to = arguments.first().and_then(|(ty, _)| ty.target());
            let [bytes, cells] = to.map_or([2, 1], |to| [to.bytes(), to.cells().max(1)]);
            // A union or a bit field has more cells than bytes.
            if cells > bytes && !arguments.is_empty() {
                let count = Slot::new(Space::Temporary, mark + arguments.len() - 1);
                for (op, n) in [(Binary::Mul, cells), (Binary::Div, bytes.max(1))] {
                    let n = self.constant_slot(n as i64);
                    self.emit(Op::Binary(count, Kind::UnsignedLong, op, count, n));
                }
            }
            let of_a_cell = Expr::number(bytes.div_ceil(cells) as i64, INT, line);
            self.argument(mark, &mut arguments, of_a_cell);
        }
        if let Some(buffer) = buffer(name) {
            let of = arguments.get(buffer).and_then(|(ty, _)| ty.target());
            self.code.types.push(of.cloned().unwrap_or(Type::Void));
            let ty = Expr::number(self.code.types.len() as i64 - 1, INT, line);
            self.argument(mark, &mut arguments, ty);
        }
        let (count, float_args) = (arguments.len() as u16, float_args(&arguments));
        let first = Slot::new(Space::Temporary, mark);
        let op = |to| Op::Library(to, number, count, first, float_args);
        let called = self.result(mark, signature.returns(), line, op);
        Ok(called.acting(true))
    }

    fn one_of_two(&mut self, op: Binary, line: usize) -> Parsed<Expr> {
        self.advance();
        let one = self.assignment()?;
        self.expect(",", say!("Function call missing )"))?;
        let from = self.here();
        let two = self.assignment()?;
        self.expect(")", say!("Function call missing )"))?;
        let one = self.held(one, from, Self::valued);
        let ty = match (&one.ty, &two.ty) {
            (Type::Number(a), Type::Number(b)) => Type::Number(a.with(*b)),
            (ty, _) => ty.clone(),
        };
        let acts = one.acts || two.acts;
        let [one, two] = [one, two].map(|expr| {
            let expr = self.cast(expr, ty.clone());
            self.valued(&expr)
        });
        let (first, to) = (self.value(&one), self.temporary());
        self.emit(Op::Set(to, Kind::Pointer, first));
        let compared = self.arithmetic(op, one, two.clone(), self.temporaries, line)?;
        let holds = self.branch(compared, true);
        let second = self.value(&two);
        self.emit(Op::Set(to, Kind::Pointer, second));
        self.land(&holds);
        Ok(Expr::new(ExprKind::Value(to), ty, line).acting(acts))
    }

    fn offset(&mut self, line: usize) -> Parsed<Expr> {
        self.advance();
        let (mut ty, mut bytes) = (self.type_name()?, 0);
        self.expect(",", say!("Function call missing )"))?;
        loop {
            let Type::Struct(of) = &ty else {
                return self.fail_at(line, say!("Structure required on left side of . or ->"));
            };
            let of = of.clone();
            let name = self.take_word().unwrap_or_default();
            let Some(member) = of.numbers.get(&name).map(|n| &of.members[*n]) else {
                self.undefined(line, &name);
                return Err(Reported);
            };
            (ty, bytes) = (member.ty.clone(), bytes + member.byte);
            if !self.takes(".") {
                break;
            }
        }
        self.expect(")", say!("Function call missing )"))?;
        Ok(Expr::number(bytes as i64, Type::Number(Kind::Unsigned), line))
    }

    fn unnamed_arguments(&mut self, name: &str, line: usize) -> Parsed<Expr> {
        self.advance();
        let list = self.binding(2)?;
        self.changeable(&list)?;
        let done = |expr: Expr| Expr { ty: Type::Void, ..expr.acting(true) };
        let expr = match name {
            "va_start" => {
                let function = self.function.map(|n| &self.code.functions[n]);
                let named = function.and_then(|f| f.named.map(|count| &f.parameters[..count]));
                let Some(named) = named else {
                    let text = say!("va_start is for a function whose parameters end with ...");
                    return self.fail_at(line, text);
                };
                let cells = named.iter().map(|(_, ty)| ty.cells()).sum();
                let slot = Slot::new(Space::Local, cells);
                self.expect(",", say!("Function call missing )"))?;
                self.binding(2)?;
                let first = Expr::new(ExprKind::Variable(slot), Type::Void.pointer(), line);
                done(self.stored(list, first))
            }
            "va_arg" => {
                self.expect(",", say!("Function call missing )"))?;
                let ty = self.type_name()?;
                self.sized(&ty, line)?;
                let list = Expr { ty: ty.pointer(), ..list };
                let place = self.step(list, "++", true, line)?;
                self.target(place, line)?.acting(true)
            }
            "va_end" => done(list),
            _ => {
                self.undefined(line, name);
                return Err(Reported);
            }
        };
        self.expect(")", say!("Function call missing )"))?;
        Ok(expr)
    }

    /// Emits a call through a function pointer. The operand begins at the token with index `begun`.
    fn call_at(&mut self, called: Expr, begun: usize, mark: usize, line: usize) -> Parsed<Expr> {
        let called = self.decayed(called);
        let Some(Type::Function(signature)) = called.ty.target().cloned() else {
            return self.fail_at(line, say!("Call of nonfunction"));
        };
        let pointer = self.value(&called);
        let first = self.temporaries;
        let types = signature.parameters.iter().flatten().cloned();
        let parameters: Vec<(String, Type)> = (1..).map(|n: usize| n.to_string()).zip(types).collect();
        let name = self.first_word(begun);
        let arguments = self.arguments(first, &parameters, None, None)?;
        if signature.parameters.is_some() {
            self.check(&name, line, &arguments, &parameters, signature.more);
        }
        let site = self.code.sites.len() as u32;
        self.code.sites.push(Site {
            float_args: float_args(&arguments),
            arguments: arguments.into_iter().map(|(ty, _)| ty).collect(),
            returns: signature.returns.clone(),
        });
        let first = Slot::new(Space::Temporary, first);
        let op = |to| Op::CallAt(to, pointer, first, site);
        self.returned(mark, signature.returns.clone(), line, op)
    }

    /// Returns the result of a call. A struct result stays in local cells until the call runs again.
    fn returned(&mut self, mark: usize, ty: Type, line: usize, op: impl FnOnce(Slot) -> Op) -> Parsed<Expr> {
        let Type::Struct(of) = &ty else {
            return Ok(self.result(mark, ty, line, op).acting(true));
        };
        if of.is_open() {
            return self.fail_at(line, undefined_structure(&of.name));
        }
        let place = self.local(of.cells)?;
        self.emit(op(place));
        self.temporaries = mark;
        let expr = Expr::new(ExprKind::Variable(place), ty, line);
        Ok(expr.acting(true).fixed(true))
    }

    fn is_hidden(&self, name: &str) -> bool {
        let functions = &self.code.functions;
        matches!(self.find(name), Some(Symbol::Function(n)) if functions[*n].is_hidden())
    }

    /// Parses the arguments of a call into consecutive temporaries. A cell before the unnamed arguments holds
    /// the number of their cells and the set of floating-point numbers among them. The argument with index
    /// `base` keeps its type even if it is cast to `void *`.
    fn arguments(
        &mut self,
        first: usize,
        parameters: &[(String, Type)],
        named: Option<usize>,
        base: Option<usize>,
    ) -> Parsed<Vec<(Type, bool)>> {
        self.advance();
        let mut arguments = Vec::new();
        let line = self.line();
        let about = Expr::number(0, Type::Number(Kind::UnsignedLong), line);
        while !self.is(")") {
            let is_base = base == Some(arguments.len()) && self.is("(");
            if is_base && self.is_ahead(2, "*") && self.is_ahead(3, ")") {
                self.advance();
                if self.takes_word("void") {
                    self.advance();
                    self.advance();
                }
            }
            let mut argument = self.return_text()?;
            if let Some((_, Type::Number(kind))) = parameters.get(arguments.len())
                && !argument.is_pointer()
                && argument.is_real() != kind.is_real()
            {
                argument = self.cast(argument, Type::Number(*kind));
            }
            self.argument(first, &mut arguments, argument);
            if named == Some(arguments.len()) {
                self.argument(first, &mut arguments, about.clone());
            }
            if !self.takes(",") {
                break;
            }
        }
        let behind_text = matches!(self.last().kind, TokenKind::Text(_));
        if behind_text && (self.word().is_some() || self.is_number()) {
            return self.fail_at(self.last().line as usize, say!("A comma is missing behind the text"));
        }
        self.expect(")", say!("Function call missing )"))?;
        if let Some(count) = named.filter(|count| arguments.len() > *count) {
            let cells = |list: &[(Type, bool)]| list.iter().map(|(ty, _)| ty.cells()).sum::<usize>();
            let (before, behind) = (cells(&arguments[..count]), cells(&arguments[count + 1..]));
            let float_args = float_args(&arguments).checked_shr(count as u32 + 1).unwrap_or(0);
            let about = self.constant_slot((behind as i64) << 32 | i64::from(float_args));
            let slot = Slot::new(Space::Temporary, first + before);
            self.emit(Op::Set(slot, Kind::Pointer, about));
        }
        Ok(arguments)
    }

    fn argument(&mut self, mark: usize, arguments: &mut Vec<(Type, bool)>, argument: Expr) {
        let before: usize = arguments.iter().map(|(ty, _)| ty.cells()).sum();
        let slot = Slot::new(Space::Temporary, mark + before);
        match argument.ty {
            Type::Struct(_) => {
                let place = Expr::new(ExprKind::Variable(slot), argument.ty.clone(), argument.line);
                self.copied(&place, &argument);
            }
            _ => self.put(slot, argument.kind(), &argument),
        }
        self.use_temporaries(slot.number() + argument.ty.cells());
        arguments.push((argument.ty.clone(), argument.is_zero()));
    }

    pub(crate) fn check(
        &mut self,
        name: &str,
        line: usize,
        arguments: &[(Type, bool)],
        parameters: &[(String, Type)],
        more: bool,
    ) {
        if arguments.len() < parameters.len() {
            self.error(line, say!("Too few parameters in call to '{name}'", name));
        } else if arguments.len() > parameters.len() && !more {
            self.error(line, say!("Extra parameter in call to '{name}'", name));
        }
        for ((parameter, to), (from, is_zero)) in parameters.iter().zip(arguments) {
            match (from.target(), to.target()) {
                (None, None) if from == to || !is_struct(from) && !is_struct(to) => {}
                (None, Some(_)) if *is_zero => {}
                (Some(from), Some(to)) => {
                    if from.differs(to) {
                        self.warn(line, say!("Suspicious pointer conversion"));
                    }
                }
                _ => {
                    let which = say!("parameter {parameter} in call to '{name}'", parameter, name);
                    self.error(line, say!("Type mismatch in {which}", which));
                }
            }
        }
    }
}

fn is_struct(ty: &Type) -> bool {
    matches!(ty, Type::Struct(_))
}

/// True if a library function needs the type of its pointer's target, because memory consists of cells.
fn counts_bytes(name: &str) -> bool {
    name.starts_with("mem") || buffer(name).is_some()
}

fn buffer(name: &str) -> Option<usize> {
    match name {
        "fread" | "fwrite" => Some(0),
        "read" | "_read" | "write" | "_write" => Some(1),
        _ => None,
    }
}

fn float_args(arguments: &[(Type, bool)]) -> FloatArgs {
    let real = |(ty, _): &(Type, bool)| ty.kind().is_some_and(Kind::is_real);
    let numbered = arguments.iter().take(32).zip(0..);
    numbered.map(|(argument, n)| FloatArgs::from(real(argument)) << n).sum()
}
