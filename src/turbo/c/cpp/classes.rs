//! Classes: the declaration of members and methods, and who may use them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::super::code::{Slot, Space};
use super::super::compiler::{Compiler, Parsed, Reported, Symbol};
use super::super::declarations::{Declarator, Specifiers};
use super::super::token::Token;
use super::super::tree::{Expr, Node};
use super::super::types::{INT, Signature, Struct, Type};
use super::super::value::PlaceKind;
use words::say;

#[derive(Default)]
pub(super) struct Class {
    /// The word that the next members are declared under: `private` or `protected`; `None` for public members.
    hides: Option<&'static str>,
    /// The members, each with `private` or `protected` if no function of the name is public.
    hidden: HashMap<String, Option<&'static str>>,
    /// The functions and classes that may use the hidden members.
    friends: HashSet<String>,
    statics: HashSet<String>,
    /// The default values of members.
    pub(super) defaults: HashMap<String, Expr>,
}

/// A class whose declaration has begun.
pub(crate) struct OpenClass {
    pub(super) name: String,
    ty: Type,
    bodies: Vec<MethodBody>,
}

/// A method whose body stands in the class. It is compiled once the class is complete.
struct MethodBody {
    function: usize,
    begin: Token,
    /// The index of the first token behind the parameter list.
    at: usize,
    returns: Type,
    parameters: Vec<(String, Type)>,
}

/// The first values that a constructor gives to members: the tokens and the arguments of each.
pub(super) type Given = HashMap<String, (Token, Vec<Expr>)>;

/// The name of the parameter with the object.
const THIS: &str = "this";

impl Compiler<'_> {
    /// Returns the type that a tag names in C++.
    pub(crate) fn tag_type(&self, name: &str) -> Option<Type> {
        if !self.cpp.on || self.find(name).is_some() {
            return None;
        }
        let structure = self.structs.get(name).map(|of| Type::Struct(of.clone()));
        structure.or_else(|| self.enumerations.contains(name).then_some(INT))
    }

    /// Begins the members of a class and returns the class around it.
    pub(crate) fn open_class(&mut self, structure: &Arc<Struct>, is_class: bool) -> Option<OpenClass> {
        let (name, ty) = (structure.name.clone(), Type::Struct(structure.clone()));
        let class = Class { hides: is_class.then_some("private"), ..Class::default() };
        self.cpp.classes.insert(name.clone(), class);
        self.cpp.open.replace(OpenClass { name, ty, bodies: Vec::new() })
    }

    /// Ends a class: compiles the methods whose bodies stand in it.
    pub(crate) fn close_class(&mut self, around: Option<OpenClass>) -> Parsed<()> {
        let Some(class) = std::mem::replace(&mut self.cpp.open, around) else { return Ok(()) };
        if !class.bodies.is_empty() && self.function.is_some() {
            return self.fail(say!("Declare a class with functions outside of all functions"));
        }
        let end = self.at;
        for MethodBody { function, begin, at, returns, parameters } in class.bodies {
            self.at = at;
            self.cpp.class = Some(class.name.clone());
            if self.definition(function, begin, returns, parameters, true).is_err() {
                self.leave_function();
            }
        }
        self.at = end;
        if self.function.is_none() && !class.name.is_empty() && self.is_special(&class.ty) {
            let name = &class.name;
            // Hidden functions construct and destroy the objects of an array.
            let hidden = |prefix: &str, body: String| {
                format!("static void {prefix}_{name}({name} *at, unsigned n) {{ {body} }}")
            };
            let constructors = self.life_functions(&class.ty, "");
            if constructors.is_empty() || constructors.iter().any(|n| self.cpp.parameters[n].takes(0)) {
                let body = format!("while (n-- > 0) {{ at->{name}(); at++; }}");
                self.read_hidden(&hidden("_new", body), true);
            }
            let body = format!("at += n; while (n-- > 0) {{ at--; at->~{name}(); }}");
            self.read_hidden(&hidden("_delete", body), true);
        }
        Ok(())
    }

    /// Parses `public:`, a friend, a constructor or a destructor. Returns false for any other member.
    pub(crate) fn class_member(&mut self) -> Parsed<bool> {
        let Some(name) = self.cpp.open.as_ref().map(|open| open.name.clone()) else { return Ok(false) };
        let mut words = ["public", "private", "protected"].into_iter();
        if let Some(word) = words.find(|word| self.takes_word(word)) {
            self.expect(":", say!("A : is missing after public, private or protected"))?;
            if let Some(class) = self.cpp.open_class() {
                class.hides = Some(word).filter(|word| *word != "public");
            }
        } else if [self.word().unwrap_or_default(), self.word_ahead(1)].contains(&"friend") {
            self.friend();
        } else if self.is("~") || self.word() == Some(&name) && self.is_ahead(1, "(") {
            let specifiers = Specifiers { written: true, ty: Type::Void, ..Specifiers::default() };
            let begin = self.token().clone();
            let declarator = self.declarator(&specifiers)?;
            self.method(&specifiers, declarator, begin)?;
            self.takes(";");
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn friend(&mut self) {
        let mut name = String::new();
        while !self.ended() && !self.is(";") && !self.is("}") {
            if let Some(word) = self.word().filter(|_| self.is_ahead(1, "(") || self.is_ahead(1, ";")) {
                name = word.to_string();
            }
            self.advance();
        }
        self.takes(";");
        if let Some(class) = self.cpp.open_class() {
            class.friends.insert(name);
        }
    }

    /// Notes who may use a member of the open class, and returns its name with the class.
    pub(crate) fn note_member(&mut self, name: &str, is_static: bool) -> String {
        if let Some(class) = self.cpp.open_class() {
            let word = class.hides;
            let known = class.hidden.entry(name.to_string()).or_insert(word);
            *known = known.and(word);
            class.statics.extend(is_static.then(|| name.to_string()));
        }
        let class = self.cpp.open.as_ref().map_or("", |open| &open.name);
        format!("{class}::{name}")
    }

    /// Parses the default value of a member.
    pub(crate) fn default_value(&mut self, member: &str) -> Parsed<()> {
        let value = self.binding(2)?;
        if let Some(class) = self.cpp.open_class() {
            class.defaults.insert(member.to_string(), value);
        }
        Ok(())
    }

    /// Declares a static variable of the open class.
    pub(crate) fn static_member(&mut self, specifiers: &Specifiers, found: Declarator) -> Parsed<()> {
        let key = self.note_member(&found.name, true);
        let is_extern = !self.is("=");
        let specifiers = Specifiers { is_static: false, is_extern, ..specifiers.clone() };
        self.at_file_level(|compiler| compiler.variable(&specifiers, Declarator { name: key, ..found }))
    }

    /// Declares a method in its class; a body is compiled later.
    pub(crate) fn method(
        &mut self,
        specifiers: &Specifiers,
        declarator: Declarator,
        begin: Token,
    ) -> Parsed<()> {
        let (Type::Function(signature), Some(open)) = (&declarator.ty, &self.cpp.open) else {
            return Ok(());
        };
        let ty = open.ty.clone();
        let key = self.note_member(&declarator.name, specifiers.is_static);
        let number = self.declare_overload(declarator.line, &key, signature);
        self.keep_defaults(number, &declarator.defaults);
        while self.takes_word("const") {}
        if self.is("=") {
            let text = say!("This machine has no inheritance, so each function of a class has a body");
            return self.fail(text);
        }
        if !self.is("{") && !self.is(":") {
            return Ok(());
        }
        let mut parameters = declarator.parameters.unwrap_or_default();
        if !specifiers.is_static {
            parameters.insert(0, (THIS.to_string(), ty.pointer()));
        }
        let (at, returns) = (self.at, signature.returns.clone());
        while !self.is("{") && !self.ended() {
            self.advance();
        }
        self.skip_definition();
        if let Some(open) = &mut self.cpp.open {
            open.bodies.push(MethodBody { function: number, begin, at, returns, parameters });
        }
        Ok(())
    }

    /// Begins the definition of a method outside of its class, and adds `this` to the parameters.
    pub(crate) fn outer_method(
        &mut self,
        name: &str,
        line: usize,
        signature: &Signature,
        parameters: &mut Vec<(String, Type)>,
    ) -> Parsed<usize> {
        let (class, method) = name.split_once("::").unwrap_or_default();
        let Some(function) = self.overload(name, signature) else {
            let text = match self.overloads(name).is_empty() {
                true => say!("'{name}' is not declared in the class", name),
                false => say!("'{name}' is declared in the class with other parameters", name),
            };
            return self.fail_at(line, text);
        };
        if let Some(of) = self.structs.get(class)
            && !self.is_static(class, method)
        {
            parameters.insert(0, (THIS.to_string(), Type::Struct(of.clone()).pointer()));
        }
        self.cpp.class = Some(class.to_string());
        Ok(function)
    }

    pub(super) fn is_static(&self, class: &str, member: &str) -> bool {
        self.cpp.classes.get(class).is_some_and(|class| class.statics.contains(member))
    }

    /// Returns the name of the class whose method or declaration is being compiled.
    pub(super) fn current_class(&self) -> Option<String> {
        self.cpp.class.clone().or_else(|| self.cpp.open.as_ref().map(|open| open.name.clone()))
    }

    /// Reports the use of a member by a function that must not use it.
    pub(super) fn check_access(&mut self, class: &str, member: &str, line: usize) {
        let Some(known) = self.cpp.classes.get(class) else { return };
        let function = self.function.map_or("", |n| &self.code.functions[n].name);
        let own = self.current_class().unwrap_or_default();
        let may = own == class || [function, &own].iter().any(|name| known.friends.contains(*name));
        if let Some(word) = known.hidden.get(member).copied().flatten().filter(|_| !may) {
            let text = say!(
                "'{class}::{member}' is {word}: only the functions of the class can use it",
                class,
                member,
                word
            );
            self.error(line, text);
        }
    }

    /// Returns the object of the method that is being compiled.
    pub(super) fn this_object(&self, line: usize) -> Option<Expr> {
        let Some(Symbol::Variable { slot, ty: Type::Pointer(of), .. }) = self.find(THIS) else {
            return None;
        };
        let pointer = Expr::new(Node::Variable(*slot), of.clone().pointer(), line);
        Some(Expr::new(Node::Target(Box::new(pointer)), (**of).clone(), line))
    }

    fn this_and_class(&self, line: usize) -> Option<(Expr, Arc<Struct>)> {
        let this = self.this_object(line)?;
        if let Type::Struct(class) = this.ty.clone() { Some((this, class)) } else { None }
    }

    /// Parses `: x(1), y(2)` of a constructor, and emits the first values of all members.
    fn member_values(&mut self) -> Parsed<()> {
        let Some((this, class)) = self.this_and_class(self.line()) else { return Ok(()) };
        let mut given = Given::new();
        while self.takes(if given.is_empty() { ":" } else { "," }) {
            let begin = self.token().clone();
            let name = self.take_word().unwrap_or_default();
            if !self.is("(") && !self.is("{") {
                return self.fail(say!("Write a member's initial value in ( ) after its name"));
            }
            let arguments = self.given()?;
            if !class.numbers.contains_key(&name) {
                self.undefined(begin.line as usize, &name);
                return Err(Reported);
            }
            given.insert(name, (Token { end: self.last().end, ..begin }, arguments));
        }
        for (token, value) in self.first_member_values(&this, &class, given)? {
            if let Some(token) = token {
                self.stop(PlaceKind::Statement, &token);
            }
            self.temporaries = 0;
            self.dropped(&value);
        }
        Ok(())
    }

    /// Returns the expressions that give a new object's members their first values, with the tokens of given ones.
    pub(super) fn first_member_values(
        &mut self,
        object: &Expr,
        class: &Arc<Struct>,
        mut given: Given,
    ) -> Parsed<Vec<(Option<Token>, Expr)>> {
        let mut values = Vec::new();
        let defaults = self.cpp.classes.get(&class.name).map(|class| class.defaults.clone());
        let defaults = defaults.unwrap_or_default();
        for (n, member) in class.members.iter().enumerate() {
            let place = member_of(object, class, n, object.line);
            let (token, arguments) = match (given.remove(&member.name), defaults.get(&member.name)) {
                (Some((begin, values)), _) => (Some(begin), values),
                (None, Some(value)) => (None, vec![value.clone()]),
                (None, None) if self.is_special(&member.ty) => (None, Vec::new()),
                (None, None) => continue,
            };
            let value = self.construction(place, arguments, object.line)?;
            values.extend(value.map(|value| (token, value)));
        }
        Ok(values)
    }

    /// Emits what precedes a function's body: the first values of a new object, or those of global objects.
    pub(crate) fn before_body(&mut self, number: usize) -> Parsed<()> {
        let name = &self.code.functions[number].name;
        match name.split_once("::") {
            Some((class, method)) if class == method => return self.member_values(),
            None if name == "main" => self.start_globals(),
            _ => {}
        }
        Ok(())
    }

    /// Emits what follows a function's body: the end of a destructor's members.
    pub(crate) fn after_body(&mut self, number: usize) {
        if self.code.functions[number].name.contains("::~")
            && let Some(this) = self.this_object(self.line())
        {
            for value in self.member_ends(&this) {
                self.dropped(&value);
            }
        }
    }

    /// Returns the member that a name means in a method, unless a local variable has the name.
    pub(super) fn own_member(&self, name: &str, line: usize) -> Option<Expr> {
        if self.scopes.iter().skip(1).any(|scope| scope.contains_key(name)) {
            return None;
        }
        let (this, class) = self.this_and_class(line).filter(|(_, class)| class.is_class)?;
        Some(member_of(&this, &class, *class.numbers.get(name)?, line))
    }

    /// Allocates a variable without a name.
    pub(super) fn unnamed_variable(
        &mut self,
        ty: &Type,
        is_local: bool,
        line: usize,
    ) -> Parsed<(Slot, Expr)> {
        let slot = if is_local { self.local(ty)? } else { Slot::new(Space::Global, self.allocate(ty)) };
        Ok((slot, Expr::new(Node::Variable(slot), ty.clone(), line)))
    }

    /// Allocates a variable for an intermediate value.
    pub(super) fn hidden_variable(&mut self, ty: &Type, line: usize) -> Parsed<Expr> {
        Ok(self.unnamed_variable(ty, self.function.is_some(), line)?.1)
    }
}

/// Returns the member with this number of an object.
pub(super) fn member_of(object: &Expr, class: &Arc<Struct>, number: usize, line: usize) -> Expr {
    let ty = class.members[number].ty.clone();
    Expr::new(Node::Member(Box::new(object.clone()), number), ty, line).fixed(object.constant)
}
