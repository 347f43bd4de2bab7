//! Operands of C++: members of the current object, methods, `A::b`, `new`, and casts such as `int(x)`.

use super::super::compiler::{Compiler, Parsed, Reported, Symbol};
use super::super::tree::{Expr, Node};
use super::super::types::{INT, Kind, Type};
use super::sequence;
use super::streams::{flag, is_stream};
use words::say;

impl Compiler<'_> {
    /// Parses an operand that only C++ has, if there is one. Its first word is read already.
    pub(crate) fn operand_of_cplusplus(&mut self, name: &str, line: usize) -> Parsed<Option<Expr>> {
        let member = self.own_member(name, line);
        if member.is_some() || !self.cpp.on {
            return Ok(member);
        }
        if self.takes("::") {
            return self.qualified(name, line).map(Some);
        }
        let is_local = self.scopes.iter().skip(1).any(|scope| scope.contains_key(name));
        if let Some(class) = self.current_class().filter(|_| !is_local)
            && let Some(expr) = self.of_class(&class, name, None, line)?
        {
            return Ok(Some(expr));
        }
        let is_call = self.is("(");
        self.at -= 1;
        if is_call && self.type_ahead(0) {
            return self.converted_to(line).map(Some);
        }
        self.advance();
        if self.find(name).is_some() {
            let is_known = matches!(self.find(name), Some(Symbol::Function(n))
                if self.cpp.parameters.contains_key(n) && self.code.functions[*n].named.is_none());
            if !is_call || !is_known {
                return Ok(None);
            }
            let (arguments, candidates) = (self.given()?, self.overloads(name));
            return self.call_best(name, &candidates, None, arguments, line).map(Some);
        }
        let is_free_call = is_call && !self.defined.contains(name);
        let parsed = match name {
            "new" => self.new_object(line),
            "delete" => self.delete(line),
            "static_cast" | "const_cast" | "reinterpret_cast" | "dynamic_cast" => {
                self.expect("<", say!("Expression syntax"))?;
                let ty = self.type_name()?;
                self.expect(">", say!("Expression syntax"))?;
                self.expect("(", say!("Expression syntax"))?;
                let value = self.operand(1)?;
                self.expect(")", say!("Expression syntax"))?;
                Ok(self.meant(value, ty))
            }
            "swap" if is_free_call => self.swap(line),
            "abs" if is_free_call => self.absolute(line),
            name => return self.stream(name, line),
        };
        parsed.map(Some)
    }

    /// Parses the use of a static member or a method, whose name is read already, perhaps of the object `of`.
    fn of_class(&mut self, class: &str, name: &str, of: Option<Expr>, line: usize) -> Parsed<Option<Expr>> {
        let key = format!("{class}::{name}");
        if matches!(self.scopes[0].get(&key), Some(Symbol::Variable { .. })) {
            self.check_access(class, name, line);
            return self.named(&key, line).map(Some);
        }
        let methods = if name == class { Vec::new() } else { self.overloads(&key) };
        if methods.is_empty() || of.is_none() && !self.is("(") {
            return Ok(None);
        }
        if !self.is("(") {
            let text = say!("'{name}' is a function of the class: write {name}( )", name);
            return self.fail_at(line, text);
        }
        let is_own = self.cpp.class.as_deref() == Some(class);
        let of = of.or_else(|| self.this_object(line).filter(|_| is_own));
        let is_static = self.is_static(class, name);
        if of.is_none() && !is_static {
            let text = say!("'{key}' works on an object: write x.{name}() with an object x", key, name);
            return self.fail_at(line, text);
        }
        self.check_access(class, name, line);
        let this = of.filter(|_| !is_static).map(Expr::address);
        let arguments = self.given()?;
        self.call_best(&key, &methods, this, arguments, line).map(Some)
    }

    /// Parses the name behind `A::`. The class may only hold the enumeration with this constant.
    fn qualified(&mut self, class: &str, line: usize) -> Parsed<Expr> {
        let Some(name) = self.take_word() else { return self.fail(say!("Expression syntax")) };
        if let Some(flag) = flag(&name).filter(|_| ["ios", "ios_base"].contains(&class)) {
            return Ok(Expr::number(flag, INT, line));
        }
        if let Some(expr) = self.of_class(class, &name, None, line)? {
            return Ok(expr);
        }
        if let Some(member) = self.own_member(&name, line) {
            return Ok(member);
        }
        if matches!(self.find(&name), Some(Symbol::Constant(_))) {
            return self.named(&name, line);
        }
        self.undefined(line, &format!("{class}::{name}"));
        Err(Reported)
    }

    /// Parses the call of a method behind `.` or `->`, or the use of a static member. The name is read already.
    pub(crate) fn member_of_class(&mut self, of: &Expr, name: &str, line: usize) -> Parsed<Option<Expr>> {
        if is_stream(&of.ty) {
            return self.stream_member(of.clone(), name, line).map(Some);
        }
        let Type::Struct(s) = &of.ty else { return Ok(None) };
        let class = s.name.clone();
        self.check_access(&class, name, line);
        if name == class && self.is("(") {
            let arguments = self.given()?;
            let built = self.construction(of.clone(), arguments, line)?;
            return Ok(Some(built.unwrap_or_else(|| nothing(line))));
        }
        self.of_class(&class, name, Some(of.clone()), line)
    }

    /// Parses the end of an object's life behind `.~` or `->~`.
    pub(crate) fn explicit_end(&mut self, of: &Expr, line: usize) -> Parsed<Expr> {
        self.take_word();
        self.given()?;
        Ok(self.destruction(of).unwrap_or_else(|| nothing(line)))
    }

    /// Parses `int(x)` or `Ball(1, 2)`.
    fn converted_to(&mut self, line: usize) -> Parsed<Expr> {
        let ty = self.specifiers()?.ty;
        let values = self.given()?;
        match &values[..] {
            _ if ty.is_struct() => self.temporary_object(&ty, values, line),
            [] => Ok(Expr::number(0, ty, line)),
            [value] => {
                let value = self.scalar(value.clone())?;
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
            parts.push(self.assign(to, None, from, line)?);
        }
        Ok(sequence(parts, Type::Void, line))
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
        let Node::Variable(slot) = place.node else { return None };
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

/// An expression without an effect.
fn nothing(line: usize) -> Expr {
    Expr::number(0, Type::Void, line).acting(true)
}
