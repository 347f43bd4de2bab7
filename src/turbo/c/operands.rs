//! Operands: names, literals, elements, and unary operators.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::code::{Binary, Callee, Pointer, Slot, Space};
use super::compiler::{CallMade, Compiler, DEEPEST, Parsed, Reported, Symbol};
use super::declarations::undefined_structure;
use super::files;
use super::library;
use super::message::is_nearly;
use super::token::TokenKind;
use super::tree::{AssignForm, Expr, Node};
use super::types::{INT, Kind, Member, Signature, Type, bits};
use words::say;

impl Compiler<'_> {
    pub(crate) fn prefixed(&mut self) -> Parsed<Expr> {
        let line = self.line();
        if self.takes_word("sizeof") {
            return self.size(line);
        }
        let sign = self.token().sign();
        let is_cast = sign == "(" && self.type_ahead(1) && !self.is_object_expression(1);
        if !is_cast && !["-", "+", "~", "!", "*", "&", "++", "--"].contains(&sign) {
            return self.postfixed();
        }
        self.advance();
        if is_cast {
            let ty = self.type_name()?;
            self.expect(")", say!("Expression syntax"))?;
            let operand = self.deeper(Self::prefixed)?;
            if ty == Type::Void {
                let acts = operand.acts;
                return Ok(Expr::new(Node::Cast(Box::new(operand)), ty, line).acting(acts));
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
                Type::Function(_) => Ok(operand.decayed()),
                Type::Bits(..) => self.fail_at(line, say!("A bit field has no address")),
                _ if operand.is_place() => Ok(self.address_of_object(operand)),
                _ => self.fail_at(line, say!("Lvalue required")),
            };
        }
        if sign == "++" || sign == "--" {
            return self.step(operand, sign, AssignForm::Change, line);
        }
        // Don't report an undeclared name twice.
        if sign == "*" && matches!(&operand.node, Node::Target(pointer) if pointer.is_zero()) {
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
                match sign {
                    // 0.0 - 0.0 would be 0.0, not -0.0.
                    "-" if kind.is_real() => {
                        let zero = Expr::number(bits(-0.0), ty, line);
                        self.arithmetic(Binary::Sub, zero, operand, line)
                    }
                    "-" => self.arithmetic(Binary::Sub, zero(0), operand, line),
                    "~" => self.arithmetic(Binary::Xor, operand, zero(-1), line),
                    _ => Ok(self.cast(operand, ty)),
                }
            }
        }
    }

    fn size(&mut self, line: usize) -> Parsed<Expr> {
        let bytes = if self.is("(") && self.type_ahead(1) {
            self.advance();
            let ty = self.type_name()?;
            self.expect(")", say!("Expression syntax"))?;
            ty.bytes()
        } else {
            self.deeper(Self::prefixed)?.ty.bytes()
        };
        Ok(Expr::number(bytes as i64, Type::Number(Kind::Unsigned), line))
    }

    /// Builds `++` or `--`.
    pub(crate) fn step(&mut self, place: Expr, sign: &str, form: AssignForm, line: usize) -> Parsed<Expr> {
        self.changeable(&place)?;
        let op = if sign == "++" { Binary::Add } else { Binary::Sub };
        let stepped = self.changed(place, op, Expr::number(1, INT, line), form, line)?;
        Ok(Expr { assigns: false, ..stepped })
    }

    pub(crate) fn target(&mut self, pointer: Expr, line: usize) -> Parsed<Expr> {
        match &pointer.ty {
            Type::Pointer(to) if matches!(**to, Type::Function(_)) => {
                let ty = (**to).clone();
                Ok(Expr { ty, ..pointer })
            }
            Type::Pointer(to) if **to != Type::Void => {
                let ty = (**to).clone();
                Ok(Expr::new(Node::Target(Box::new(pointer)), ty, line))
            }
            _ => self.fail_at(line, say!("Invalid indirection")),
        }
    }

    fn postfixed(&mut self) -> Parsed<Expr> {
        let begun = self.at;
        let mut operand = self.primary()?;
        for _ in 0..DEEPEST {
            let line = self.line();
            self.one_more()?;
            if self.takes("[") {
                if self.is_ahead(1, ",") {
                    return self.fail(say!("Write each index in its own brackets: [1][2]"));
                }
                let index = self.operand(1)?;
                self.expect("]", say!("Array bounds missing ]"))?;
                operand = self.element(operand, index, line)?;
            } else if self.is(".") || self.is("->") {
                if self.is("->") {
                    if operand.ty.is_struct() {
                        return self.fail(say!("Pointer required on left side of ->"));
                    }
                    let pointer = self.scalar(operand)?;
                    operand = self.target(pointer, line)?;
                }
                self.advance();
                operand = self.member(operand, line)?;
            } else if self.is("++") || self.is("--") {
                let sign = if self.is("++") { "++" } else { "--" };
                self.advance();
                operand = self.step(operand, sign, AssignForm::Postfix, line)?;
            } else if self.is("(") {
                operand = self.call_at(operand, begun, line)?;
            } else {
                return Ok(operand);
            }
        }
        self.too_deep()
    }

    /// Returns the address of an object, which for a member of a global struct may lead to the whole struct.
    fn address_of_object(&self, object: Expr) -> Expr {
        let around = match object.node {
            Node::Variable(slot) if slot.space() == Space::Global => self.struct_around(slot, &object.ty),
            _ => None,
        };
        let pointer = object.address();
        match around {
            Some((first, bytes, at)) => {
                Expr { node: Node::Number(Pointer::pack(first.number(), bytes) + at as i64), ..pointer }
            }
            None => pointer,
        }
    }

    fn element(&mut self, array: Expr, index: Expr, line: usize) -> Parsed<Expr> {
        let Type::Array(of, count) = array.ty.clone() else {
            let array = self.scalar(array)?;
            if !array.is_pointer() && !index.is_pointer() {
                return self.fail_at(line, say!("Invalid indirection"));
            }
            let pointer = self.arithmetic(Binary::Add, array, index, line)?;
            return self.target(pointer, line);
        };
        if index.is_pointer() {
            return self.fail_at(line, say!("Illegal use of pointer"));
        }
        if index.is_real() {
            return self.fail_at(line, say!("Illegal use of floating point"));
        }
        let (constant, stride) = (array.constant, of.bytes());
        if count <= 1 && array.ends_object() {
            let pointer = self.scalar(array)?;
            let pointer = self.arithmetic(Binary::Add, pointer, index, line)?;
            return self.target(pointer, line);
        }
        let node = match (array.known_address(), index.known()) {
            (Some(pointer), Some(n)) if (0..count as i64).contains(&n) => {
                target_of(pointer + n * stride as i64, &of, line)
            }
            _ => Node::Element(Box::new([array, index])),
        };
        Ok(Expr::new(node, *of, line).fixed(constant))
    }

    fn member(&mut self, of: Expr, line: usize) -> Parsed<Expr> {
        if self.cpp.on && self.takes("~") {
            return self.explicit_end(&of, line);
        }
        let Some(name) = self.take_word() else { return self.fail(say!("Expression syntax")) };
        let Type::Struct(s) = &of.ty else {
            let behind_pointer = of.ty.target().is_some_and(Type::is_struct);
            return self.fail_at(
                line,
                match behind_pointer {
                    true => say!("Structure required on left side of .: write -> after a pointer"),
                    false => say!("Structure required on left side of . or ->"),
                },
            );
        };
        if s.is_open() {
            return self.fail_at(line, undefined_structure(&s.name));
        }
        if self.cpp.on
            && let Some(operand) = self.member_of_class(&of, &name, line)?
        {
            return Ok(operand);
        }
        let Some(number) = s.numbers.get(&name).copied() else {
            self.undefined(line, &name);
            return Err(Reported);
        };
        let Member { ty, at, .. } = s.members[number].clone();
        let constant = of.constant;
        // The members of a union share their bytes, and bit fields do.
        let is_alone = !s.is_union && !matches!(ty, Type::Bits(..));
        let node = match (&of.node, of.known_address()) {
            (Node::Variable(slot), _) if is_alone => {
                Node::Variable(Slot::new(slot.space(), slot.number() + at))
            }
            (_, Some(address)) => target_of(address + at as i64, &ty, line),
            _ => Node::Member(Box::new(of), number),
        };
        Ok(Expr::new(node, ty, line).fixed(constant))
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let line = self.line();
        match self.token().kind.clone() {
            TokenKind::Number(n, kind) => {
                self.advance();
                // A character is an int in C.
                let kind = if kind == Kind::Char && !self.cpp.on { Kind::Int } else { kind };
                Ok(Expr::number(n, Type::Number(kind), line))
            }
            TokenKind::Text(_) => {
                let bytes = self.texts();
                let (pointer, ty) = self.allocate_text(&bytes);
                Ok(Expr::new(target_of(pointer, &ty, line), ty, line))
            }
            TokenKind::Sign("::") if self.cpp.on => {
                self.advance();
                let name = self.take_word().unwrap_or_default();
                self.at_file_level(|compiler| compiler.named(&name, line))
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
                if let Some(operand) = self.operand_of_cplusplus(&name, line)? {
                    return Ok(operand);
                }
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
                say!(": values in { } are allowed only where a variable is declared")
            }
            _ if !side_by_side => "",
            ("=", ">") => say!(": write >= instead of =>"),
            ("=", "<") => say!(": write <= instead of =<"),
            ("<", ">") => say!(": write != instead of <>"),
            (":", "=") => say!(": write = instead of :="),
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
                let name = function.name;
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
        Ok(Expr::new(Node::Number(callee.pointer()), Type::Function(Arc::new(signature)), line))
    }

    pub(crate) fn named(&mut self, name: &str, line: usize) -> Parsed<Expr> {
        match self.find(name).or_else(|| self.cpp.of_loops.get(name)).cloned() {
            Some(Symbol::Variable { slot, ty, constant }) => {
                if self.announced.contains(name) {
                    self.wanted.entry(name.to_string()).or_insert(line);
                }
                let place = Expr::new(Node::Variable(slot), ty, line).fixed(constant);
                let known = self.constant_value(&place);
                Ok(known.unwrap_or_else(|| self.followed(place)))
            }
            Some(Symbol::Elsewhere(slot, ty)) => {
                self.wanted.entry(name.to_string()).or_insert(line);
                let pointer = Expr::new(Node::Variable(slot), ty.clone().pointer(), line);
                Ok(Expr::new(Node::Target(Box::new(pointer)), ty, line))
            }
            Some(Symbol::Constant(n)) => Ok(Expr::number(n, INT, line)),
            Some(Symbol::Function(n)) => self.designator(Callee::Own(n), line),
            Some(Symbol::Type(_)) => self.fail_at(line, say!("Expression syntax")),
            None if self.is_reserved(name) => {
                self.at -= 1;
                let is_type = self.type_ahead(0);
                self.at += 1;
                let why = if is_type { say!(": a type is not allowed here") } else { "" };
                self.fail_at(line, say!("Expression syntax{why}", why))
            }
            None => {
                if let Some(n) = library::constant(name) {
                    let mut kinds = [Kind::Int, Kind::Unsigned, Kind::Long].into_iter();
                    let kind = kinds.find(|kind| kind.wrap(n) == n).unwrap_or(Kind::UnsignedLong);
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
                Ok(Expr::new(target_of(0, &INT, line), INT, line))
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
}

/// The object of this type that a constant pointer points to.
fn target_of(pointer: i64, ty: &Type, line: usize) -> Node {
    let ty = ty.clone().pointer();
    Node::Target(Box::new(Expr::new(Node::Number(pointer), ty, line)))
}
