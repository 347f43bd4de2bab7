//! Operands of C++: members of the current object, methods, `A::b`, `new`, and casts such as `int(x)`.

use super::super::code::Binary;
use super::super::compiler::{Compiler, Parsed, Reported, Symbol};
use super::super::tree::{Expr, Node};
use super::super::types::{Kind, Type};
use super::streams::{flag, is_stream};
use words::say;

impl Compiler<'_> {
    /// Parses an operand that only C++ has. Returns `None`, and reads nothing, if there is none.
    pub(crate) fn operand_of_cplusplus(&mut self, name: &str, line: usize) -> Parsed<Option<Expr>> {
        if let Some(member) = self.own_member(name, line) {
            self.advance();
            return Ok(Some(member));
        }
        if !self.cpp.on {
            return Ok(None);
        }
        if self.is_ahead(1, "::") {
            return self.qualified(name, line).map(Some);
        }
        let is_local = self.scopes.iter().skip(1).any(|scope| scope.contains_key(name));
        if let Some(class) = self.current_class().filter(|_| !is_local)
            && let Some(expr) = self.of_class(&class, name, 1, line)?
        {
            return Ok(Some(expr));
        }
        let is_call = self.is_ahead(1, "(");
        if is_call && self.type_ahead(0) {
            return self.converted_to(line).map(Some);
        }
        if self.find(name).is_some() {
            return match is_call && self.is_overloaded(name) {
                true => {
                    self.advance();
                    let arguments = self.given()?;
                    let candidates = self.overloads(name);
                    self.call_best(name, &candidates, None, arguments, line).map(Some)
                }
                false => Ok(None),
            };
        }
        let parsed = match name {
            "new" => {
                self.advance();
                self.new_object(line)?
            }
            "delete" => {
                self.advance();
                self.delete(line)?
            }
            "static_cast" | "const_cast" | "reinterpret_cast" | "dynamic_cast" => {
                self.advance();
                self.expect("<", say!("Expression syntax"))?;
                let ty = self.type_name()?;
                self.expect(">", say!("Expression syntax"))?;
                self.expect("(", say!("Expression syntax"))?;
                let value = self.binding(1)?;
                self.expect(")", say!("Expression syntax"))?;
                let value = self.scalar(value)?;
                self.meant(value, ty)
            }
            "swap" if is_call && !self.defined.contains(name) => {
                self.advance();
                self.swap(line)?
            }
            "abs" if is_call && !self.defined.contains(name) => {
                self.advance();
                self.absolute(line)?
            }
            name => match self.stream(name, line)? {
                Some(expr) => expr,
                None => return Ok(None),
            },
        };
        Ok(Some(parsed))
    }

    /// Parses the use of a static member or a method of the current class. The name is this many tokens before its
    /// end.
    fn of_class(&mut self, class: &str, name: &str, length: usize, line: usize) -> Parsed<Option<Expr>> {
        let key = format!("{class}::{name}");
        let methods = if name == class { Vec::new() } else { self.overloads(&key) };
        if !methods.is_empty() && self.is_ahead(length, "(") {
            self.at += length;
            let this = match self.is_static(class, name) {
                true => None,
                false => match self.this_object(line) {
                    Some(this) if self.cpp.class.as_deref() == Some(class) => Some(this.address()),
                    _ => {
                        let text =
                            say!("'{key}' works on an object: write x.{name}() with an object x", key, name);
                        return self.fail_at(line, text);
                    }
                },
            };
            self.check_access(class, name, line);
            let arguments = self.given()?;
            return self.call_best(&key, &methods, this, arguments, line).map(Some);
        }
        if matches!(self.scopes[0].get(&key), Some(Symbol::Variable { .. })) {
            self.at += length;
            self.check_access(class, name, line);
            return self.named(&key, line).map(Some);
        }
        Ok(None)
    }

    /// Parses `A::b`, where the class may only hold the enumeration of the constant `b`.
    fn qualified(&mut self, class: &str, line: usize) -> Parsed<Expr> {
        self.advance();
        self.advance();
        let Some(name) = self.word().map(str::to_string) else {
            return self.fail(say!("Expression syntax"));
        };
        if let Some(flag) = flag(&name).filter(|_| ["ios", "ios_base"].contains(&class)) {
            self.advance();
            return Ok(Expr::number(flag, Type::Number(Kind::Int), line));
        }
        if let Some(expr) = self.of_class(class, &name, 1, line)? {
            return Ok(expr);
        }
        if let Some(member) = self.own_member(&name, line) {
            self.advance();
            return Ok(member);
        }
        match self.find(&name) {
            Some(Symbol::Constant(_)) => {
                self.advance();
                self.named(&name, line)
            }
            _ => {
                self.undefined(line, &format!("{class}::{name}"));
                Err(Reported)
            }
        }
    }

    /// Parses the call of a method behind `.` or `->`, or the use of a static member. The name is read already.
    pub(crate) fn member_of_class(&mut self, of: &Expr, name: &str, line: usize) -> Parsed<Option<Expr>> {
        if is_stream(&of.ty) {
            return self.stream_member(of.clone(), name, line).map(Some);
        }
        let Type::Struct(s) = &of.ty else {
            return Ok(None);
        };
        let class = s.name.clone();
        self.check_access(&class, name, line);
        if name == class && self.is("(") {
            let arguments = self.given()?;
            let built = self.construction(of.clone(), arguments, line)?;
            return Ok(Some(built.unwrap_or_else(|| Expr::number(0, Type::Void, line).acting(true))));
        }
        let key = format!("{class}::{name}");
        if matches!(self.scopes[0].get(&key), Some(Symbol::Variable { .. })) {
            return self.named(&key, line).map(Some);
        }
        let methods = self.overloads(&key);
        if methods.is_empty() {
            return Ok(None);
        }
        if !self.is("(") {
            let text = say!("'{name}' is a function of the class: a call has ( ) behind the name", name);
            return self.fail_at(line, text);
        }
        let arguments = self.given()?;
        let this = match self.is_static(&class, name) {
            true => None,
            false => Some(of.clone().address()),
        };
        self.call_best(&key, &methods, this, arguments, line).map(Some)
    }

    /// Parses the end of an object's life behind `.~` or `->~`.
    pub(crate) fn explicit_end(&mut self, of: &Expr, line: usize) -> Parsed<Expr> {
        self.take_word();
        self.given()?;
        let end = self.destruction(of);
        Ok(end.unwrap_or_else(|| Expr::number(0, Type::Void, line).acting(true)))
    }

    /// Parses `int(x)` or `Ball(1, 2)`.
    fn converted_to(&mut self, line: usize) -> Parsed<Expr> {
        let ty = self.specifiers()?.ty;
        let mut values = self.given()?;
        if let Type::Struct(_) = &ty {
            return self.temporary_object(&ty, values, line);
        }
        match (values.pop(), values.is_empty()) {
            (None, _) => Ok(Expr::number(0, ty, line)),
            (Some(value), true) => {
                let value = self.scalar(value)?;
                Ok(self.meant(value, ty))
            }
            _ => self.fail_at(line, say!("Expression syntax")),
        }
    }

    /// Parses the call of `swap`, which exchanges two variables.
    fn swap(&mut self, line: usize) -> Parsed<Expr> {
        let [one, two] = match <[Expr; 2]>::try_from(self.given()?) {
            Ok(both) if both[0].ty == both[1].ty => both,
            _ => return self.fail_at(line, say!("swap exchanges two variables of one type")),
        };
        let held = self.hidden_variable(&one.ty, line)?;
        let mut parts = Vec::new();
        for (to, from) in [(held.clone(), one.clone()), (one, two.clone()), (two, held)] {
            parts.push(self.assign(to, None::<Binary>, from, line)?);
        }
        Ok(Expr::new(Node::Sequence(parts), Type::Void, line).acting(true))
    }

    /// Parses the call of `abs`, which C++ has for each kind of number.
    fn absolute(&mut self, line: usize) -> Parsed<Expr> {
        let mut given = self.given()?;
        let (Some(value), true) = (given.pop(), given.is_empty()) else {
            return self.fail_at(line, say!("Too few parameters in call to '{name}'", name = "abs"));
        };
        let value = self.scalar(value)?;
        let (name, kind) = match value.kind() {
            Kind::Float | Kind::Double => ("fabs", Kind::Double),
            Kind::Long | Kind::UnsignedLong => ("labs", Kind::Long),
            _ => ("abs", Kind::Int),
        };
        let value = self.cast(value, Type::Number(kind));
        self.library_call(name, vec![value], line)
    }

    /// Returns the value of a constant variable where C++ wants a constant.
    pub(crate) fn constant_value(&mut self, place: &Expr) -> Option<Expr> {
        let Node::Variable(slot) = place.node else {
            return None;
        };
        let known = self.cpp.constants.iter().rfind(|(known, _)| *known == slot);
        let (_, n) = *known.filter(|_| self.cpp.in_constant && place.constant)?;
        if !self.cpp.on {
            let text =
                say!("A const variable is a constant in C++, which this machine accepts: C has #define");
            self.warn_once(place.line, text);
        }
        Some(Expr::number(n, place.ty.clone(), place.line))
    }
}
