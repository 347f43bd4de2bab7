//! References, and the life of objects: construction, destruction, `new` and `delete`.

use super::super::code::{Binary, Slot};
use super::super::compiler::{Compiler, Parsed};
use super::super::declarations::{Declarator, Specifiers};
use super::super::library;
use super::super::tree::{AssignForm, Call, CallTarget, Expr, Node};
use super::super::types::{INT, Kind, Type};
use super::super::value::PlaceKind;
use super::classes::{Given, member_of};
use super::sequence;
use words::say;

impl Compiler<'_> {
    /// Follows a reference; returns any other object unchanged.
    pub(crate) fn followed(&mut self, object: Expr) -> Expr {
        let Type::Reference(of, constant) = object.ty.clone() else { return object };
        let line = object.line;
        let pointer = Expr { ty: of.clone().pointer(), ..object };
        Expr::new(Node::Target(Box::new(pointer)), *of, line).fixed(constant)
    }

    /// Returns the pointer for a reference to an object. A constant reference may refer to a copy.
    pub(crate) fn referred(&mut self, object: Expr, of: &Type, constant: bool, line: usize) -> Parsed<Expr> {
        let is_alike = object.is_place() && object.ty == *of;
        if is_alike && (constant || !object.constant && !object.is_result()) {
            return Ok(object.address());
        }
        if is_alike && object.constant && !object.is_result() && !matches!(object.node, Node::Call(_)) {
            return self.fail_at(line, say!("Cannot modify a const object: the reference is not const"));
        }
        if !constant {
            let text = match object.is_place() && object.ty.kind().is_some() {
                true => say!("The reference is to {of}, but this is {ty}", of, ty = object.ty),
                false => say!("A reference needs a variable, not a value without a name").to_string(),
            };
            return self.fail_at(line, text);
        }
        if of.is_struct() {
            return Ok(self.converted_object(of, object, line)?.address());
        }
        let value = self.scalar(object)?;
        self.converts(&value, of, line);
        let value = self.cast(value, of.clone());
        let (place, stored) = self.held(value, of, line)?;
        Ok(sequence(vec![stored, place.address()], of.clone().pointer(), line))
    }

    /// Returns a hidden variable, which holds an intermediate value, and the assignment of that value.
    pub(crate) fn held(&mut self, value: Expr, ty: &Type, line: usize) -> Parsed<(Expr, Expr)> {
        let place = self.hidden_variable(ty, line)?;
        Ok((place.clone(), self.stored(place, value, AssignForm::Plain)))
    }

    /// Returns the constructors of an object's or its elements' class, or with `~` its destructor.
    pub(super) fn life_functions(&self, ty: &Type, sign: &str) -> Vec<usize> {
        let Type::Struct(of) = ty.element() else { return Vec::new() };
        self.overloads(&format!("{class}::{sign}{class}", class = of.name))
    }

    pub(super) fn has_constructor(&self, ty: &Type) -> bool {
        !self.life_functions(ty, "").is_empty()
    }

    /// True if an object of the type, or a part of it, has a constructor, a destructor or default values.
    pub(crate) fn is_special(&self, ty: &Type) -> bool {
        let Type::Struct(of) = ty.element() else { return false };
        self.cpp.classes.get(&of.name).is_some_and(|class| !class.defaults.is_empty())
            || self.has_constructor(ty)
            || !self.life_functions(ty, "~").is_empty()
            || of.members.iter().any(|member| self.is_special(&member.ty))
    }

    /// Returns the expression that gives a new object its first value, if it gets one.
    pub(super) fn construction(
        &mut self,
        place: Expr,
        mut arguments: Vec<Expr>,
        line: usize,
    ) -> Parsed<Option<Expr>> {
        let ty = place.ty.clone();
        if matches!(ty, Type::Array(..)) && self.is_special(&ty) {
            return self.of_elements("_new", place, line).map(Some);
        }
        let Type::Struct(class) = &ty else {
            let Some(value) = arguments.pop() else { return Ok(None) };
            let value = self.scalar(value)?;
            self.converts(&value, &ty, line);
            return Ok(Some(self.stored(place, value, AssignForm::Plain)));
        };
        let name = class.name.clone();
        let constructors = self.life_functions(&ty, "");
        if is_object(&arguments, &ty) && (self.takes_over(&arguments[0]) || !self.copies_itself(&ty)) {
            return Ok(arguments.pop().map(|value| Expr::copy(place, value)));
        }
        if constructors.is_empty() {
            if !arguments.is_empty() {
                return self.fail_at(line, say!("'{name}' has no constructor that takes these values", name));
            }
            let values = self.first_member_values(&place, class, Given::new())?;
            let values: Vec<Expr> = values.into_iter().map(|(_, value)| value).collect();
            return Ok((!values.is_empty()).then(|| sequence(values, Type::Void, line)));
        }
        self.check_access(&name, &name, line);
        self.call_best(&name, &constructors, Some(place.address()), arguments, line).map(Some)
    }

    /// True if the class has a constructor that copies an object.
    fn copies_itself(&self, ty: &Type) -> bool {
        self.life_functions(ty, "").iter().any(|n| {
            let types = &self.cpp.parameters[n].types;
            matches!(&types[..], [Type::Reference(of, _)] if **of == *ty)
        })
    }

    /// Gives the object without a name that an expression builds to another owner. Returns false for other objects.
    fn takes_over(&mut self, value: &Expr) -> bool {
        let of = |value: &Expr| match &value.node {
            Node::Sequence(parts) => parts.last().and_then(Expr::slot),
            _ => None,
        };
        let at = of(value).and_then(|slot| self.cpp.unnamed.iter().position(|o| o.slot() == Some(slot)));
        at.map(|at| self.cpp.unnamed.remove(at)).is_some()
    }

    /// Returns an object that a function gets or returns by value: a copy, unless nobody else uses the object.
    pub(crate) fn by_value(&mut self, value: Expr, line: usize) -> Parsed<Expr> {
        if self.takes_over(&value) || !self.copies_itself(&value.ty) {
            return Ok(value);
        }
        let ty = value.ty.clone();
        let place = self.hidden_variable(&ty, line)?;
        let built = self.construction(place.clone(), vec![value], line)?;
        Ok(sequence(built.into_iter().chain([place]).collect(), ty, line))
    }

    /// Keeps the result of a call for as long as the expression needs it, if its class has constructors.
    pub(crate) fn kept_result(&mut self, call: Expr) -> Parsed<Expr> {
        let (ty, line) = (call.ty.clone(), call.line);
        if !self.cpp.on || self.function.is_none() || !self.is_special(&ty) {
            return Ok(call);
        }
        let place = self.hidden_variable(&ty, line)?;
        self.cpp.unnamed.push(place.clone());
        Ok(sequence(vec![Expr::copy(place.clone(), call), place], ty, line).fixed(true))
    }

    /// Returns the value of an operand that also ends the life of the objects that it has built, from an index on.
    pub(crate) fn and_end_unnamed(&mut self, value: Expr, from: usize) -> Parsed<Expr> {
        if self.cpp.unnamed.len() <= from {
            return Ok(value);
        }
        let (ty, line) = (value.ty.clone(), value.line);
        let (place, stored) = self.held(value, &ty, line)?;
        let objects = self.cpp.unnamed.split_off(from);
        let ends = objects.iter().rev().filter_map(|object| self.destruction(object));
        let parts = [stored].into_iter().chain(ends).collect::<Vec<_>>();
        Ok(sequence(parts.into_iter().chain([place]).collect(), ty, line))
    }

    /// Ends the life of the objects that the last expression has built.
    pub(crate) fn end_unnamed(&mut self) {
        while let Some(object) = self.cpp.unnamed.pop() {
            if let Some(end) = self.destruction(&object) {
                self.dropped(&end);
            }
        }
    }

    /// Returns a value as an object of a class: what the class's constructor makes of it, or the value itself.
    pub(crate) fn as_object(&mut self, ty: &Type, value: Expr, line: usize) -> Parsed<Expr> {
        let is_one = value.ty == *ty || !self.has_constructor(ty);
        if is_one { Ok(value) } else { self.converted_object(ty, value, line) }
    }

    fn converted_object(&mut self, ty: &Type, value: Expr, line: usize) -> Parsed<Expr> {
        if std::mem::replace(&mut self.cpp.converts, true) {
            return self.fail_at(line, say!("Incompatible type conversion"));
        }
        let object = self.temporary_object(ty, vec![value], line);
        self.cpp.converts = false;
        object
    }

    /// Builds a new object without a name.
    pub(super) fn temporary_object(&mut self, ty: &Type, arguments: Vec<Expr>, line: usize) -> Parsed<Expr> {
        let place = self.hidden_variable(ty, line)?;
        let built = self.construction(place.clone(), arguments, line)?;
        self.cpp.unnamed.push(place.clone());
        Ok(sequence(built.into_iter().chain([place]).collect(), ty.clone(), line))
    }

    /// Returns the call of a class's hidden function for all objects of an array.
    fn of_elements(&mut self, prefix: &str, array: Expr, line: usize) -> Parsed<Expr> {
        let of = array.ty.element().clone();
        let count = array.ty.bytes() / of.bytes().max(1);
        let first = Expr { ty: of.pointer(), ..array.address() };
        self.of_objects(prefix, first, Expr::number(count as i64, Type::Number(Kind::Unsigned), line), line)
    }

    fn of_objects(&mut self, prefix: &str, first: Expr, count: Expr, line: usize) -> Parsed<Expr> {
        let class = match first.ty.target().map(Type::element) {
            Some(Type::Struct(of)) => &*of.name,
            _ => "",
        };
        let name = format!("{prefix}_{class}");
        match self.overloads(&name)[..] {
            [] => self
                .fail_at(line, say!("An array of '{class}' needs a constructor without parameters", class)),
            ref known => self.call_best(&name, known, None, vec![first, count], line),
        }
    }

    /// Returns the expression that ends an object's life, if its class has a destructor.
    pub(super) fn destruction(&mut self, place: &Expr) -> Option<Expr> {
        if matches!(place.ty, Type::Array(..)) && self.is_special(&place.ty) {
            return self.of_elements("_delete", place.clone(), place.line).ok();
        }
        let Type::Struct(class) = &place.ty else { return None };
        let known = self.life_functions(&place.ty, "~");
        if known.is_empty() {
            let ends = self.member_ends(place);
            return (!ends.is_empty()).then(|| sequence(ends, Type::Void, place.line));
        }
        let (name, this) = (format!("{class}::~{class}", class = class.name), place.clone().address());
        self.call_best(&name, &known, Some(this), Vec::new(), place.line).ok()
    }

    /// Returns the expressions that end the life of an object's members, the last member first.
    pub(super) fn member_ends(&mut self, object: &Expr) -> Vec<Expr> {
        let Type::Struct(class) = &object.ty else { return Vec::new() };
        let members = (0..class.members.len()).rev();
        members.filter_map(|n| self.destruction(&member_of(object, class, n, object.line))).collect()
    }

    /// Ends the life of the objects from an index on, the last one first, except for the returned object `kept`.
    pub(crate) fn end_objects(&mut self, from: usize, kept: Option<Slot>) {
        let objects = self.cpp.objects.get(from..).unwrap_or_default().to_vec();
        for object in objects.iter().rev() {
            if matches!(object.node, Node::Variable(slot) if Some(slot) == kept) {
                continue;
            }
            if let Some(end) = self.destruction(object) {
                let mark = self.temporaries;
                self.dropped(&end);
                self.temporaries = mark;
            }
        }
    }

    /// Declares a reference or an object with a constructor or destructor. Returns any other variable.
    pub(crate) fn object(
        &mut self,
        specifiers: &Specifiers,
        found: Declarator,
    ) -> Parsed<Option<Declarator>> {
        let is_reference = matches!(found.ty, Type::Reference(..));
        let begins_with_values =
            self.is("=") && (self.is_ahead(1, "{") || matches!(found.ty, Type::Array(..)));
        let in_braces = self.is("{") && self.has_constructor(&found.ty);
        let is_object = self.is_special(&found.ty) && !begins_with_values || in_braces;
        if specifiers.is_extern || !is_reference && !is_object {
            return Ok(Some(found));
        }
        let Declarator { name, line, ty, constant, .. } = found;
        self.sized(&ty, line)?;
        let (begin, from) = (self.last().clone(), self.here());
        let local = self.function.filter(|_| !specifiers.is_static);
        let (slot, place) = self.unnamed_variable(&ty, local.is_some(), line)?;
        (self.operators, self.temporaries) = (0, 0);
        self.cpp.unnamed.clear();
        let arguments = if self.takes("=") { vec![self.binding(2)?] } else { self.given()? };
        let value = match &ty {
            Type::Reference(of, constant) => {
                let Some(object) = arguments.into_iter().next() else {
                    let text = say!(
                        "The reference '{name}' refers to nothing: write = and a variable after its name",
                        name
                    );
                    return self.fail_at(line, text);
                };
                let pointer = self.referred(object, of, *constant, line)?;
                // The reference keeps the object alive.
                let kept = std::mem::take(&mut self.cpp.unnamed);
                if local.is_some() { &mut self.cpp.objects } else { &mut self.cpp.globals }.extend(kept);
                let place = Expr { ty: pointer.ty.clone(), ..place.clone() };
                Some(self.stored(place, pointer, AssignForm::Plain))
            }
            _ => self.construction(place.clone(), arguments, line)?,
        };
        self.declare_variable((line, from), &name, (slot, ty.clone(), constant));
        match (value, local) {
            (Some(value), Some(_)) => {
                let stop = self.stop(PlaceKind::Statement, &begin);
                self.dropped(&value);
                self.end_unnamed();
                self.end_stop(stop);
            }
            (Some(value), None) => self.cpp.startup.push(value),
            (None, _) => {}
        }
        if self.is_special(&ty) {
            if local.is_some() { &mut self.cpp.objects } else { &mut self.cpp.globals }.push(place);
        }
        Ok(None)
    }

    /// Keeps the values of a global variable that are known only when the program runs.
    pub(crate) fn start_with(&mut self, slot: Slot) {
        for (offset, ty, value) in std::mem::take(&mut self.cpp.late) {
            let slot = Slot::new(slot.space(), slot.number() + offset);
            let place = Expr::new(Node::Variable(slot), ty, value.line);
            let stored = self.stored(place, value, AssignForm::Plain);
            self.cpp.startup.push(stored);
        }
    }

    /// Emits the call of the hidden function that gives global variables their first values.
    pub(super) fn start_globals(&mut self) {
        if !self.cpp.on {
            return;
        }
        let function = self.new_function(0, "_startup", Type::Void);
        self.cpp.startup_function = Some(function);
        let call = Call { callee: CallTarget::Own(function as u32), arguments: Vec::new() };
        self.dropped(&Expr::new(Node::Call(Box::new(call)), Type::Void, 0));
    }

    /// Emits the hidden functions that give global variables their first values and end their lives.
    pub(crate) fn end_startup(&mut self) {
        self.function = self.cpp.startup_function;
        let Some(function) = self.function else { return };
        let startup = std::mem::take(&mut self.cpp.startup);
        self.hidden_function(function, startup);
        let globals = std::mem::take(&mut self.cpp.globals);
        let ends: Vec<Expr> = globals.iter().rev().filter_map(|object| self.destruction(object)).collect();
        if !ends.is_empty() {
            let function = self.new_function(0, "_finish", Type::Void);
            self.hidden_function(function, ends);
            self.code.at_end.push(function);
        }
        self.function = None;
    }

    fn hidden_function(&mut self, function: usize, values: Vec<Expr>) {
        self.function = Some(function);
        self.code.functions[function].entry = Some(self.here());
        for value in values {
            self.temporaries = 0;
            self.dropped(&value);
        }
        self.returns_nothing();
    }

    /// Parses what follows `new`.
    pub(super) fn new_object(&mut self, line: usize) -> Parsed<Expr> {
        let specifiers = self.specifiers()?;
        if !specifiers.written {
            return self.fail_at(line, say!("A type is missing after new"));
        }
        let mut found = Declarator { ty: specifiers.ty, ..Declarator::default() };
        self.stars(&mut found);
        let mut ty = found.ty;
        let mut count = None;
        if self.takes("[") {
            count = Some(self.operand(1)?);
            self.expect("]", say!("Array bounds missing ]"))?;
            ty = self.bounds(ty)?;
        }
        self.sized(&ty, line)?;
        let given = self.given()?;
        let pointer = ty.clone().pointer();
        let long = Type::Number(Kind::UnsignedLong);
        let is_special = self.is_special(&ty);
        let (mut parts, mut counted) = (Vec::new(), None);
        let mut size = Expr::number(ty.bytes() as i64, long.clone(), line);
        if let Some(mut count) = count {
            if is_special {
                let (place, stored) = self.held(count, &Type::Number(Kind::Unsigned), line)?;
                parts.push(stored);
                count = place.clone();
                counted = Some(place);
            }
            let count = self.cast(count, long);
            size = self.arithmetic(Binary::Mul, count, size, line)?;
        }
        let block = self.library_call("farmalloc", vec![size], line)?;
        let block = self.meant(block, pointer.clone()).acting(true);
        if !is_special && given.is_empty() {
            return Ok(block);
        }
        let (held, stored) = self.held(block, &pointer, line)?;
        parts.push(stored);
        match counted {
            Some(count) => parts.push(self.of_objects("_new", held.clone(), count, line)?),
            None => {
                let object = self.target(held.clone(), line)?;
                parts.extend(self.construction(object, given, line)?);
            }
        }
        parts.push(held);
        Ok(sequence(parts, pointer, line))
    }

    /// Parses what follows `delete`.
    pub(super) fn delete(&mut self, line: usize) -> Parsed<Expr> {
        let all = self.is_ahead(1, "]") && self.takes("[");
        if all {
            self.advance();
        }
        let pointer = self.deeper(Self::prefixed)?;
        let mut held = self.scalar(pointer)?;
        let ty = held.ty.clone();
        let Some(of) = ty.target() else {
            return self.fail_at(line, say!("delete needs a pointer"));
        };
        let mut parts = Vec::new();
        if self.is_special(of) {
            let (place, stored) = self.held(held, &ty, line)?;
            parts.push(stored);
            held = place;
            let end = match all {
                true => {
                    let size = Expr::number(of.bytes() as i64, INT, line);
                    let count = self.library_call("_elements", vec![held.clone(), size], line)?;
                    Some(self.of_objects("_delete", held.clone(), count, line)?)
                }
                false => {
                    let object = self.target(held.clone(), line)?;
                    self.destruction(&object)
                }
            };
            if let Some(end) = end {
                let unless_null = Node::All(vec![held.clone(), Expr { ty: INT, ..end }]);
                parts.push(Expr::new(unless_null, INT, line));
            }
        }
        parts.push(self.library_call("_delete", vec![held], line)?);
        Ok(sequence(parts, Type::Void, line))
    }

    /// Builds a call of a function of the library.
    pub(super) fn library_call(&mut self, name: &str, arguments: Vec<Expr>, line: usize) -> Parsed<Expr> {
        let (number, function) =
            library::function(name).expect("the table has the functions that the compiler calls");
        self.code.allocates |= function.allocates();
        let returns = function.returns();
        self.returned(CallTarget::Library(number), arguments, returns, line)
    }
}

/// True if the only argument is an object of the type.
fn is_object(arguments: &[Expr], ty: &Type) -> bool {
    matches!(arguments, [only] if only.ty == *ty && only.is_place())
}
