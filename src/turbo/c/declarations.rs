//! Declarations: types, names and initializers.

use std::sync::Arc;

use super::code::{Declared, FunctionCode, Op, Pointer, Slot, Space};
use super::compiler::{Compiler, Parsed, Reported, Symbol};
use super::cpp::is_name_of_cplusplus;
use super::helpers::HEADERS_VARIABLES;
use super::library;
use super::token::{Token, TokenKind};
use super::tree::{AssignForm, Expr, Node};
use super::types::{CHAR, INT, Kind, Member, Members, Signature, Struct, Type, narrowed};
use super::value::PlaceKind;
use words::say;

/// True if a word is reserved in C or C++.
pub fn is_keyword(word: &str) -> bool {
    Compiler::reserved_words().any(|known| known == word) || is_name_of_cplusplus(word)
}

#[derive(Clone, Default)]
pub(crate) struct Specifiers {
    pub(crate) ty: Type,
    pub(crate) written: bool,
    /// True if there is a storage class or a qualifier, as in `const n = 1`.
    pub(crate) stored: bool,
    pub(crate) is_static: bool,
    pub(crate) is_extern: bool,
    pub(crate) is_type: bool,
    pub(crate) constant: bool,
    /// True if the type is an unknown name, which is reported already and needs no further errors.
    pub(crate) unknown: bool,
}

#[derive(Default)]
pub(crate) struct Declarator {
    pub(crate) name: String,
    pub(crate) line: usize,
    pub(crate) ty: Type,
    pub(crate) parameters: Option<Vec<(String, Type)>>,
    /// The default arguments of the parameters.
    pub(crate) defaults: Vec<Option<Expr>>,
    pub(crate) constant: bool,
}

#[derive(Default)]
struct Parameters {
    list: Vec<(String, Type)>,
    defaults: Vec<Option<Expr>>,
    typed: bool,
    more: bool,
}

enum Target {
    Local(usize),
    Global(Vec<(usize, Type, i64)>),
}

const MOST_LEVELS: usize = 40;
const MOST_PARTS: usize = 300;
const MOST_PARAMETERS: usize = 32;

const IN_TYPES: &str = "_Bool void char short int long signed unsigned float double struct union enum static extern const volatile \
     register auto typedef far near huge";
const OTHERS: &str = "if else for while do switch case default return break continue goto sizeof";

struct Layout {
    is_union: bool,
    members: Members,
    /// The number of bits that bit fields use in the last two bytes; 16 after any other member.
    bits: u8,
}

impl Layout {
    fn new(is_union: bool) -> Layout {
        let members = Members { levels: 1, ..Members::default() };
        Layout { is_union, members, bits: 16 }
    }

    fn add(&mut self, name: String, ty: Type) {
        let of = &mut self.members;
        let ends = if self.is_union { 0 } else { of.bytes };
        let (mut at, mut shift) = (ends, 0);
        match ty {
            Type::Bits(_, 0, _) => self.bits = 16,
            Type::Bits(_, width, _) if !self.is_union && self.bits + width <= 16 => {
                (at, shift) = (ends - 2, self.bits);
                self.bits += width;
            }
            Type::Bits(_, width, _) => self.bits = width,
            _ => self.bits = 16,
        }
        if !matches!(ty, Type::Bits(_, 0, _)) {
            of.bytes = of.bytes.max(at + ty.bytes());
        }
        // An unnamed member cannot be accessed.
        if name.is_empty() {
            return;
        }
        of.levels = of.levels.max(1 + ty.levels());
        of.numbers.insert(name.clone(), of.members.len());
        let ty = match ty {
            Type::Bits(kind, width, _) => Type::Bits(kind, width, shift),
            ty => ty,
        };
        of.members.push(Member { name, ty, at });
    }
}

impl Compiler<'_> {
    pub(crate) fn type_ahead(&self, n: usize) -> bool {
        let word = self.word_ahead(n);
        matches!(self.find(word), Some(Symbol::Type(_)))
            || self.cpp.on && word == "class"
            || self.tag_type(word).is_some()
            || IN_TYPES.split(' ').any(|known| known == word)
    }

    /// True if an unknown name precedes another name, as only a type can, or is a tag before a `*`.
    pub(crate) fn unknown_type_ahead(&self) -> bool {
        let known = |name: &str| self.find(name).is_some() || self.is_reserved(name);
        let Some(name) = self.word().filter(|name| !known(name)) else { return false };
        let stars = usize::from(self.is_ahead(1, "*") && self.structs.contains_key(name));
        let declared = self.ahead(1 + stars);
        let is_name = !declared.word().is_empty() && !self.is_reserved(declared.word());
        is_name && declared.line == self.token().line
    }

    pub(crate) fn is_reserved(&self, name: &str) -> bool {
        Compiler::reserved_words().any(|word| word == name) || self.cpp.on && is_name_of_cplusplus(name)
    }

    pub(crate) fn reserved_words() -> impl Iterator<Item = &'static str> {
        IN_TYPES.split(' ').chain(OTHERS.split(' '))
    }

    pub(crate) fn specifiers(&mut self) -> Parsed<Specifiers> {
        let mut found = Specifiers::default();
        let (mut unsigned, mut base) = (false, None);
        let (mut signed, mut types) = (false, 0);
        let line = self.line();
        while let Some(word) = self.word().map(str::to_string) {
            types += usize::from(["void", "char", "int", "float", "double"].contains(&&*word));
            signed |= word == "signed";
            found.stored |= ["static", "extern", "const", "volatile", "register"].contains(&&*word);
            match word.as_str() {
                "static" => found.is_static = true,
                "extern" => found.is_extern = true,
                "typedef" => found.is_type = true,
                "const" => found.constant = true,
                "volatile" | "register" | "auto" | "far" | "near" | "huge" => {}
                "int" | "signed" | "short" => base = base.or(Some(INT)),
                "unsigned" => (unsigned, base) = (true, base.or(Some(INT))),
                "void" => base = Some(Type::Void),
                "_Bool" => base = Some(Type::Bool),
                "char" => base = Some(CHAR),
                // `long double` is `double` here.
                "double" => base = Some(Type::Number(Kind::Double)),
                "long" if base == Some(Type::Number(Kind::Double)) => {}
                "long" => {
                    if base == Some(Type::Number(Kind::Long)) {
                        self.warn_once(
                            line,
                            say!("long long is newer than Turbo C: here it is a long of 32 bits"),
                        );
                    }
                    base = Some(Type::Number(Kind::Long));
                }
                "float" => base = Some(Type::Number(Kind::Float)),
                "struct" | "union" | "class" if word != "class" || self.cpp.on => {
                    self.advance();
                    base = Some(self.structure(&word)?);
                    base = self.ended_type(base);
                    continue;
                }
                "enum" => {
                    self.advance();
                    self.enumeration()?;
                    base = self.ended_type(Some(INT));
                    continue;
                }
                _ if self.cpp.on && self.is_ahead(1, "::") => {
                    if base.is_some() || !self.is_nested_type(0) {
                        break;
                    }
                    self.advance();
                }
                name => match self.find(name) {
                    Some(Symbol::Type(ty)) if base.is_none() => base = Some(ty.clone()),
                    None if base.is_none() && self.tag_type(name).is_some() => base = self.tag_type(name),
                    None if base.is_none() && self.unknown_type_ahead() => {
                        self.undefined(self.line(), name);
                        let meant = self.structs.get(name);
                        found.unknown = meant.is_none();
                        base = Some(meant.map_or(INT, |of| Type::Struct(of.clone())));
                    }
                    _ => break,
                },
            }
            self.advance();
        }
        let is_real = base.as_ref().is_some_and(Type::is_real);
        if types > 1 || (signed || unsigned) && (is_real || base == Some(Type::Void)) {
            self.error(line, say!("Too many types in declaration"));
        }
        found.written = base.is_some();
        found.ty = match base {
            Some(Type::Number(kind)) if unsigned => Type::Number(match kind {
                Kind::Char => Kind::UnsignedChar,
                Kind::Long => Kind::UnsignedLong,
                _ => Kind::Unsigned,
            }),
            base => base.unwrap_or(INT),
        };
        Ok(found)
    }

    /// Ends a struct type, reporting a missing semicolon if another type follows the closing brace.
    fn ended_type(&mut self, ty: Option<Type>) -> Option<Type> {
        let names = [";", ",", "[", "="].iter().any(|sign| self.is_ahead(1, sign));
        if self.last().sign() == "}" && self.type_ahead(0) && !names {
            self.error(self.last().line as usize, say!("Declaration missing ;"));
            return None;
        }
        ty
    }

    pub(crate) fn between_commas(&mut self, mut one: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        one(self)?;
        while self.takes(",") {
            one(self)?;
        }
        Ok(())
    }

    pub(crate) fn declares(
        &mut self,
        specifiers: &Specifiers,
        mut one: impl FnMut(&mut Self, Declarator) -> Parsed<()>,
    ) -> Parsed<()> {
        self.between_commas(|compiler| {
            let declarator = compiler.declarator(specifiers)?;
            one(compiler, declarator)
        })?;
        self.semicolon(say!("Declaration missing ;"));
        Ok(())
    }

    fn structure(&mut self, word: &str) -> Parsed<Type> {
        let is_union = word == "union";
        let tag = self.take_word();
        if tag.is_none() && !self.is("{") {
            return self.fail(say!("Declaration syntax error"));
        }
        let known = tag.as_ref().and_then(|tag| self.structs.get(tag).cloned());
        let defines = self.takes("{");
        let known = known.filter(|known| known.is_union == is_union);
        let structure = match known {
            Some(known) if !defines || known.is_open() => known,
            _ => Arc::new(Struct::open(tag.clone().unwrap_or_default(), is_union, self.cpp.on)),
        };
        if let Some(tag) = tag {
            self.structs.insert(tag, structure.clone());
        }
        let ty = Type::Struct(structure.clone());
        if !defines {
            return Ok(ty);
        }
        let mut layout = Layout::new(is_union);
        let has_class = self.cpp.on && !is_union;
        let around = if has_class { self.open_class(&structure, word == "class") } else { None };
        while !self.is("}") && !self.ended() {
            let begun = self.at;
            if self.members_of(&mut layout).is_err() {
                self.skip();
                if self.at == begun {
                    self.advance();
                }
            }
        }
        self.expect("}", say!("Compound statement missing }"))?;
        let mut members = layout.members;
        if has_class {
            // An object without members still has an address of its own.
            members.bytes = members.bytes.max(1);
        }
        structure.close(members);
        if has_class {
            self.close_class(around)?;
        }
        Ok(ty)
    }

    fn members_of(&mut self, layout: &mut Layout) -> Parsed<()> {
        if self.class_member()? {
            return Ok(());
        }
        let specifiers = self.deeper(Self::specifiers)?;
        if specifiers.written && self.cpp.on && self.takes(";") {
            return Ok(());
        }
        if !specifiers.written {
            return self.fail(say!("Declaration syntax error"));
        }
        self.between_commas(|compiler| compiler.member_of(&specifiers, layout))?;
        // The body of a method needs no semicolon.
        if self.cpp.on && self.last().sign() == "}" {
            self.takes(";");
            return Ok(());
        }
        self.semicolon(match self.is("=") {
            true => say!("A structure member cannot have an initial value: initialize each variable"),
            false => say!("Declaration missing ;"),
        });
        Ok(())
    }

    fn member_of(&mut self, specifiers: &Specifiers, layout: &mut Layout) -> Parsed<()> {
        let line = self.line();
        let (mut name, mut ty) = (String::new(), specifiers.ty.clone());
        if !self.is(":") {
            let begin = self.token().clone();
            let found = self.declarator(specifiers)?;
            if self.cpp.on && matches!(found.ty, Type::Function(_)) {
                return self.method(specifiers, found, begin);
            }
            if self.cpp.on && specifiers.is_static {
                return self.static_member(specifiers, found);
            }
            Declarator { name, ty, .. } = found;
        }
        if self.takes(":") {
            let Type::Number(kind @ (Kind::Char | Kind::UnsignedChar | Kind::Int | Kind::Unsigned)) = ty
            else {
                return self.fail_at(line, say!("Bit fields must be signed or unsigned int"));
            };
            let width = self.constant()?;
            if !(0..=16).contains(&width) || width == 0 && !name.is_empty() {
                return self.fail_at(line, say!("A bit field has 1 to 16 bits"));
            }
            ty = Type::Bits(kind, width as u8, 0);
        } else {
            self.sized(&ty, line)?;
        }
        if layout.members.numbers.contains_key(&name) {
            self.error(line, say!("Multiple declaration for '{name}'", name));
        }
        if let Type::Reference(..) = ty {
            return self.fail_at(line, say!("A member cannot be a reference here: make it a pointer"));
        }
        if self.cpp.on {
            self.note_member(&name, false);
            if self.takes("=") {
                self.default_value(&name)?;
            }
        }
        layout.add(name, ty);
        match layout.members.bytes > 65_535 {
            true => self.fail_at(line, say!("Structure size too large: at most 65535 bytes")),
            false => Ok(()),
        }
    }

    fn enumeration(&mut self) -> Parsed<()> {
        if let Some(name) = self.take_word() {
            self.enumerations.insert(name);
        }
        if !self.takes("{") {
            return Ok(());
        }
        let mut next = 0;
        while self.word().is_some() {
            let (name, line) = self.name()?;
            if self.takes("=") {
                next = self.constant()?;
            }
            self.declare(line, &name, Symbol::Constant(Kind::Int.wrap(next)));
            next += 1;
            if !self.takes(",") {
                break;
            }
        }
        self.expect("}", say!("Enum syntax error"))
    }

    pub(crate) fn type_name(&mut self) -> Parsed<Type> {
        let specifiers = self.specifiers()?;
        let found = self.unnamed(&specifiers)?;
        if found.name.is_empty() { Ok(found.ty) } else { self.fail(say!("Expression syntax")) }
    }

    pub(crate) fn declarator(&mut self, specifiers: &Specifiers) -> Parsed<Declarator> {
        let found = self.unnamed(specifiers)?;
        if !found.name.is_empty() {
            return Ok(found);
        }
        let in_list = self.last().sign() == ",";
        let why = match in_list && self.is_number() {
            true => say!(": write a name after the comma, or a decimal point in a number"),
            false => "",
        };
        self.fail(say!("Declaration syntax error{why}", why))
    }

    fn unnamed(&mut self, specifiers: &Specifiers) -> Parsed<Declarator> {
        let (line, ty, constant) = (self.line(), specifiers.ty.clone(), specifiers.constant);
        let mut found = Declarator { line, ty, constant, ..Declarator::default() };
        self.inwards(&mut found)?;
        let too_deep = say!(
            "Type too deep: at most {MOST_LEVELS} levels of pointers, arrays and structures",
            MOST_LEVELS
        );
        match found.ty.levels() > MOST_LEVELS || found.ty.parts() > MOST_PARTS {
            true => self.fail_at(found.line, too_deep),
            false => Ok(found),
        }
    }

    /// Parses a declarator inwards to the name: stars, suffixes on the right, and the inside of brackets.
    fn inwards(&mut self, found: &mut Declarator) -> Parsed<()> {
        self.stars(found);
        if let Some(close) = self.nests() {
            let inside = self.at + 1;
            self.at = close + 1;
            self.behind_name(found)?;
            let end = std::mem::replace(&mut self.at, inside);
            self.deeper(|compiler| compiler.inwards(found))?;
            if self.at != close {
                return self.fail(say!("Declaration syntax error"));
            }
            self.at = end;
            return Ok(());
        }
        if self.word().is_some_and(|word| !self.is_reserved(word)) || self.cpp.on && self.is("~") {
            (found.name, found.line) = self.name()?;
        }
        self.behind_name(found)
    }

    fn nests(&self) -> Option<usize> {
        let begins = match &self.ahead(1).kind {
            TokenKind::Sign("&") => self.cpp.on,
            TokenKind::Sign(sign) => ["*", "(", "["].contains(sign),
            TokenKind::Word(word) => ["far", "near", "huge"].contains(&&**word) || !self.type_ahead(1),
            _ => false,
        };
        self.closing(self.at).filter(|_| begins)
    }

    pub(crate) fn stars(&mut self, found: &mut Declarator) {
        let mut depth = 0;
        loop {
            if self.takes("*") {
                depth += 1;
                (found.parameters, found.constant) = (None, false);
                // More than eight levels of pointers make no sense.
                if depth <= 8 {
                    found.ty = found.ty.clone().pointer();
                }
            } else if self.cpp.on && self.takes("&") {
                if !matches!(found.ty, Type::Reference(..)) {
                    found.ty = Type::Reference(Box::new(found.ty.clone()), found.constant);
                }
                found.constant = false;
            } else if self.takes_word("const") {
                found.constant = true;
            } else if !["volatile", "far", "near", "huge"].iter().any(|word| self.takes_word(word)) {
                return;
            }
        }
    }

    fn behind_name(&mut self, found: &mut Declarator) -> Parsed<()> {
        let line = self.line();
        if self.gives_first_value(found) {
            return Ok(());
        }
        if self.takes("(") {
            let Parameters { list, defaults, typed, more } = self.parameters()?;
            found.defaults = defaults;
            if matches!(found.ty, Type::Array(..) | Type::Function(_)) {
                return self.fail_at(line, say!("A function cannot return an array or a function"));
            }
            let types = typed.then(|| list.iter().map(|(_, ty)| ty.clone()).collect());
            found.ty =
                Type::Function(Arc::new(Signature { returns: found.ty.clone(), parameters: types, more }));
            (found.parameters, found.constant) = (Some(list), false);
        } else if self.is("[") {
            if matches!(found.ty, Type::Function(_)) {
                return self.fail_at(line, say!("An array cannot hold functions, but pointers to them"));
            }
            found.ty = self.bounds(found.ty.clone())?;
            found.parameters = None;
            if self.is("(") {
                return self.fail_at(line, say!("An array cannot hold functions, but pointers to them"));
            }
        }
        Ok(())
    }

    /// True if the brackets behind a variable of C++ contain its first value, and no parameters.
    fn gives_first_value(&self, found: &Declarator) -> bool {
        let is_typed = self.type_ahead(1) && !self.is_object_expression(1);
        let is_list = is_typed || self.is_ahead(1, ")") || self.is_ahead(1, "...");
        let is_unknown_type = !self.word_ahead(1).is_empty() && !self.word_ahead(2).is_empty();
        self.cpp.on
            && !found.name.is_empty()
            && self.is("(")
            && !is_list
            && !is_unknown_type
            && found.ty != Type::Void
    }

    /// True if a type begins at this token but the whole is an expression of C++: `int(x)` or `A::b`.
    pub(crate) fn is_object_expression(&self, n: usize) -> bool {
        let is_conversion = self.is_ahead(n + 1, "(") && !self.is_ahead(n + 2, "*");
        let is_qualified = self.is_ahead(n + 1, "::") && !self.is_nested_type(n);
        self.cpp.on && (is_conversion || is_qualified)
    }

    /// True if `A::B` at this token names a type that was declared in a class.
    fn is_nested_type(&self, n: usize) -> bool {
        let name = self.word_ahead(n + 2);
        self.is_ahead(n + 1, "::")
            && name != self.word_ahead(n)
            && !self.is_ahead(n + 3, "(")
            && (self.tag_type(name).is_some() || matches!(self.find(name), Some(Symbol::Type(_))))
    }

    fn name(&mut self) -> Parsed<(String, usize)> {
        let line = self.line();
        if self.cpp.on && (self.is("~") || self.is_ahead(1, "::")) {
            let mut name = String::new();
            while let Some(part) = self.take_word() {
                name += &part;
                if !self.takes("::") {
                    return Ok((name, line));
                }
                name += "::";
            }
            if self.takes("~") {
                name += "~";
            }
            name += &self.take_word().unwrap_or_default();
            return Ok((name, line));
        }
        match self.word().map(str::to_string) {
            Some(name) if !self.is_reserved(&name) => {
                self.advance();
                Ok((name, line))
            }
            _ => self.fail(say!("Declaration syntax error")),
        }
    }

    pub(crate) fn bounds(&mut self, mut ty: Type) -> Parsed<Type> {
        let mut bounds = Vec::new();
        while self.takes("[") {
            let line = self.line();
            let n = if self.is("]") { 0 } else { self.bound()? };
            self.expect("]", say!("Array bounds missing ]"))?;
            let wrong = match n {
                _ if bounds.len() >= 8 => say!("An array can have 8 dimensions at most"),
                ..0 => say!("Array must have at least one element"),
                0..=65_535 => "",
                _ => say!("Array size too large: at most 65535 bytes"),
            };
            if !wrong.is_empty() {
                return self.fail_at(line, wrong);
            }
            bounds.push(n as usize);
        }
        for n in bounds.into_iter().rev() {
            ty = Type::Array(Box::new(ty), n);
            if ty.bytes() > 65_535 {
                return self.fail(say!("Array size too large: at most 65535 bytes"));
            }
        }
        Ok(ty)
    }

    fn bound(&mut self) -> Parsed<i64> {
        let value = self.constant_expression()?;
        if let Some(n) = value.known().filter(|_| !value.is_pointer() && !value.is_real()) {
            return Ok(n);
        }
        let text = say!("Constant expression required: Turbo C has no arrays of variable size");
        self.error(value.line, text);
        Ok(1)
    }

    /// Parses a parameter list: typed parameters, or only names in the old style.
    fn parameters(&mut self) -> Parsed<Parameters> {
        let mut found = Parameters::default();
        if self.word() == Some("void") && self.is_ahead(1, ")") {
            self.advance();
            found.typed = true;
        }
        found.typed |= self.cpp.on;
        // (...) is the () of C for handlers in C++.
        if self.takes(")") || self.is_ahead(1, ")") && self.takes("...") && self.takes(")") {
            return Ok(found);
        }
        self.between_commas(|compiler| {
            if found.list.len() == MOST_PARAMETERS {
                return compiler
                    .fail(say!("Too many parameters: at most {MOST_PARAMETERS}", MOST_PARAMETERS));
            }
            if found.typed && compiler.is_ahead(1, ")") && compiler.takes("...") {
                found.more = true;
                return Ok(());
            }
            let unknown = compiler.unknown_type_ahead();
            if !compiler.type_ahead(0) && !unknown {
                if found.typed {
                    let text = say!("Argument list syntax error: each parameter needs its own type");
                    compiler.error(compiler.line(), text);
                }
                found.list.push((compiler.name()?.0, INT));
                return Ok(());
            }
            let line = compiler.line();
            // A prototype may omit the names.
            let Declarator { name, ty, .. } = compiler.deeper(|compiler| {
                let specifiers = compiler.specifiers()?;
                compiler.unnamed(&specifiers)
            })?;
            let ty = ty.in_parameters();
            if ty == Type::Void {
                compiler.error(line, say!("Size of the type is unknown or zero"));
            }
            found.typed = true;
            found.list.push((name, ty));
            let given = compiler.cpp.on && compiler.takes("=");
            found.defaults.push(if given { Some(compiler.binding(2)?) } else { None });
            Ok(())
        })?;
        self.expect(")", say!("Declaration syntax error"))?;
        Ok(found)
    }

    pub(crate) fn old_style(&mut self, parameters: &mut [(String, Type)]) -> Parsed<()> {
        while self.type_ahead(0) {
            let specifiers = self.specifiers()?;
            self.declares(&specifiers, |compiler, Declarator { name, line, ty, .. }| {
                let ty = ty.in_parameters();
                match parameters.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, old)) if ty != Type::Void => *old = ty,
                    _ => compiler.error(line, say!("Declaration syntax error")),
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// True if this is a library function that no file redefines, so its declaration adds nothing.
    pub(crate) fn is_of_library(&self, name: &str) -> bool {
        library::function(name).is_some()
            && self.find(name).is_none()
            && !self.defined_anywhere.contains(name)
    }

    pub(crate) fn declare_function(&mut self, line: usize, name: &str, returns: Type) -> usize {
        match self.scopes[0].get(name) {
            Some(Symbol::Function(n)) => return *n,
            Some(_) => self.error(line, say!("Multiple declaration for '{name}'", name)),
            None => {}
        }
        let n = self.new_function(line, name, returns);
        self.scopes[0].insert(name.to_string(), Symbol::Function(n));
        n
    }

    pub(crate) fn new_function(&mut self, line: usize, name: &str, returns: Type) -> usize {
        self.code.functions.push(FunctionCode {
            name: name.to_string(),
            first_line: line,
            last_line: line,
            returns,
            ..FunctionCode::default()
        });
        self.code.functions.len() - 1
    }

    pub(crate) fn declare_as(&mut self, line: usize, name: &str, signature: &Signature) -> usize {
        let number = match self.cpp.on {
            true => self.declare_overload(line, name, signature),
            false => self.declare_function(line, name, signature.returns.clone()),
        };
        let count = signature.parameters.as_ref().map(Vec::len);
        self.code.functions[number].named = count.filter(|_| signature.more);
        number
    }

    pub(crate) fn sized(&mut self, ty: &Type, line: usize) -> Parsed<()> {
        if let Type::Struct(of) = ty.element()
            && of.is_open()
        {
            return self.fail_at(line, undefined_structure(&of.name));
        }
        match ty {
            Type::Void => self.fail_at(line, say!("Size of the type is unknown or zero")),
            Type::Function(_) => self.fail_at(line, say!("Declaration syntax error")),
            _ if ty.bytes() == 0 => self.fail_at(line, say!("Array must have at least one element")),
            _ => Ok(()),
        }
    }

    /// Allocates and initializes a declared variable, or names the type of a `typedef`.
    pub(crate) fn variable(&mut self, specifiers: &Specifiers, mut declarator: Declarator) -> Parsed<()> {
        if specifiers.is_extern && !specifiers.is_type && self.function.is_some() {
            return self.at_file_level(|compiler| compiler.variable(specifiers, declarator));
        }
        if self.cpp.on && !specifiers.is_type && !specifiers.unknown {
            let Some(other) = self.object(specifiers, declarator)? else { return Ok(()) };
            declarator = other;
        }
        let Declarator { name, line, mut ty, constant, .. } = declarator;
        if specifiers.is_type {
            self.name_type(line, &name, ty);
            return Ok(());
        }
        if specifiers.unknown {
            self.unknown.insert(name);
            return Err(Reported);
        }
        let (begin, from) = (self.last().clone(), self.here());
        let local = self.function.filter(|_| !specifiers.is_static && !specifiers.is_extern);
        let in_brackets = self.cpp.on && self.takes("(");
        let given = in_brackets || self.takes("=") || self.cpp.on && self.is("{");
        let room = self.room(&ty);
        let mut target = match local {
            Some(_) => Target::Local(self.local(&room)?.number()),
            None => Target::Global(Vec::new()),
        };
        let mut early = None;
        if given {
            early = self.seeing_itself(&name, &mut ty, &mut target, &begin)?;
            if in_brackets {
                self.expect(")", say!("Declaration syntax error"))?;
            }
        } else if let (true, Type::Array(of, 0)) = (specifiers.is_extern, &ty) {
            self.announce_array(&name, of);
            return Ok(());
        }
        self.sized(&ty, line)?;
        let at_file_level = self.function.is_none();
        // In a file a variable may be declared again as long as only one declaration has an initializer.
        let again = at_file_level
            && self.known_place(&name, &ty).is_some()
            && !(given && self.initialized.contains(&name));
        if specifiers.is_static && at_file_level {
            self.own.insert(name.clone());
        } else if at_file_level {
            self.join(&name);
        }
        let known = self.known_place(&name, &ty).filter(|_| at_file_level);
        // A header declares its variables in each file that includes it.
        let from_header = !given && HEADERS_VARIABLES.contains(&&*name);
        if known.is_some() && (specifiers.is_extern || from_header) {
            return Ok(());
        }
        if specifiers.is_extern {
            self.announced.insert(name.clone());
        } else if given && at_file_level {
            self.initialized.insert(name.clone());
        }
        let announced = !specifiers.is_extern && at_file_level && self.announced.remove(&name);
        let declared = known.filter(|_| again || announced);
        let slot = match (local, declared) {
            (Some(function), _) => self.settle(function, &target, room.bytes(), &ty)?,
            (None, Some(slot)) => slot,
            // An initializer such as a string in braces may need more bytes than estimated.
            (None, None) => early
                .filter(|_| room.bytes() >= ty.bytes())
                .unwrap_or_else(|| Slot::new(Space::Global, self.allocate(&ty))),
        };
        if let Some(pointer) = self.elsewhere.get(&name).filter(|_| at_file_level) {
            self.code.memory.write(pointer.number(), Pointer::pack(slot.number(), ty.bytes()));
            self.scopes[0].retain(|known, symbol| *known != name || !matches!(symbol, Symbol::Elsewhere(..)));
        }
        if given && constant {
            self.cpp.keep_constant(slot, ty.kind());
        }
        self.start_with(slot);
        if local.is_some() && self.cpp.on && self.is_special(&ty) {
            self.cpp.objects.push(Expr::new(Node::Variable(slot), ty.clone(), line));
        }
        let is_plain = ty.kind().is_some();
        if declared.is_none() {
            self.declare_variable((line, from), &name, (slot, ty, constant));
        }
        if let Target::Global(values) = target {
            for (offset, ty, value) in values {
                self.code.memory.store_typed(&ty, slot.number() + offset, value);
            }
        } else if !given && is_plain {
            self.unset.insert(slot.number(), name);
        }
        Ok(())
    }

    /// Declares an `extern` array without a bound, which is used by a pointer.
    fn announce_array(&mut self, name: &str, of: &Type) {
        self.join(name);
        if self.scopes[0].contains_key(name) {
            return;
        }
        let ty = Type::Array(Box::new(of.clone()), 65_535 / of.bytes().max(1));
        let slot = match self.elsewhere.get(name) {
            Some(slot) => *slot,
            None => Slot::new(Space::Global, self.allocate(&ty.clone().pointer())),
        };
        self.elsewhere.insert(name.to_string(), slot);
        self.announced.insert(name.to_string());
        self.scopes[0].insert(name.to_string(), Symbol::Elsewhere(slot, ty));
    }

    pub(crate) fn at_file_level<T>(&mut self, declare: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let (function, inner) = (self.function.take(), self.scopes.split_off(1));
        let declared = declare(self);
        self.function = function;
        self.scopes.extend(inner);
        declared
    }

    /// Declares a type name. Several headers may define the same name for the same type.
    fn name_type(&mut self, line: usize, name: &str, ty: Type) {
        let known = self.scopes.last().and_then(|scope| scope.get(name));
        if !matches!(known, Some(Symbol::Type(known)) if *known == ty) {
            self.declare(line, name, Symbol::Type(ty));
        }
    }

    fn known_place(&self, name: &str, ty: &Type) -> Option<Slot> {
        match self.scopes[0].get(name) {
            Some(Symbol::Variable { slot, ty: known, .. }) if known == ty => Some(*slot),
            _ => None,
        }
    }

    /// Declares a variable whose scope begins at the operation with index `from`.
    pub(crate) fn declare_variable(
        &mut self,
        (line, from): (usize, u32),
        name: &str,
        (slot, ty, constant): (Slot, Type, bool),
    ) {
        self.declare(line, name, Symbol::Variable { slot, ty: ty.clone(), constant });
        let declared = Declared { name: name.to_string(), ty, slot, from, to: u32::MAX };
        match self.function {
            Some(function) => self.code.functions[function].variables.push(declared),
            None => self.code.globals.push(declared),
        }
    }

    /// Returns the type with an estimated bound if it is an array without one.
    fn room(&self, ty: &Type) -> Type {
        let Type::Array(of, 0) = ty else { return ty.clone() };
        let (mut count, mut depth) = (usize::from(self.is("{")), 0);
        let rest = (0..).map(|n| self.ahead(n));
        for token in rest.take_while(|token| token.kind != TokenKind::End) {
            match token.sign() {
                "{" | "(" => depth += 1,
                "}" | ")" => depth -= 1,
                "," if depth == 1 => count += 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        Type::Array(of.clone(), count)
    }

    /// Trims a local variable to its final size and returns its first cell.
    fn settle(&mut self, function: usize, target: &Target, room: usize, ty: &Type) -> Parsed<Slot> {
        let Target::Local(first) = *target else { return self.local(ty) };
        // Temporary structs of calls in the initializer may follow the variable, which then keeps its size.
        if self.code.functions[function].cells() == first + room {
            self.code.functions[function].tags.truncate(first);
            return self.local(ty);
        }
        Ok(Slot::new(Space::Local, first))
    }

    /// Parses an initializer that may use its own variable, as in `struct node *p = malloc(sizeof *p)`.
    fn seeing_itself(
        &mut self,
        name: &str,
        ty: &mut Type,
        target: &mut Target,
        begin: &Token,
    ) -> Parsed<Option<Slot>> {
        let seen = self.room(ty);
        if seen.bytes() == 0 {
            self.first_values(ty, target, begin)?;
            return Ok(None);
        }
        let slot = match target {
            Target::Local(cell) => Slot::new(Space::Local, *cell),
            Target::Global(_) => Slot::new(Space::Global, self.allocate(&seen)),
        };
        if slot.space() == Space::Local && ty.kind().is_some() {
            self.unset.insert(slot.number(), name.to_string());
        }
        let symbol = Symbol::Variable { slot, ty: seen, constant: false };
        let innermost = self.scopes.len() - 1;
        let before = self.scopes[innermost].insert(name.to_string(), symbol);
        let read = self.first_values(ty, target, begin);
        self.scopes[innermost].remove(name);
        if let Some(before) = before {
            self.scopes[innermost].insert(name.to_string(), before);
        }
        if slot.space() == Space::Local {
            self.unset.remove(&slot.number());
        }
        read.map(|()| Some(slot))
    }

    /// Parses an initializer, which also sets the size of an array without a bound.
    fn first_values(&mut self, ty: &mut Type, target: &mut Target, begin: &Token) -> Parsed<()> {
        self.operators = 0;
        let open = if let Type::Array(of, 0) = ty { Some((**of).clone()) } else { None };
        if let Some(of) = &open {
            *ty = Type::Array(Box::new(of.clone()), 65_535 / of.bytes().max(1));
        }
        let mut stop = None;
        if let Target::Local(cell) = target {
            stop = Some(self.stop(PlaceKind::Statement, begin));
            if ty.kind().is_none() {
                self.emit(Op::Clear(Slot::new(Space::Local, *cell), ty.bytes() as u32));
            }
        }
        let at = self.here() as usize;
        let used = self.list(ty, 0, target, None, true)?;
        if let Some(of) = open {
            *ty = Type::Array(Box::new(of), used);
            if let Some(Op::Clear(_, bytes)) = self.code.ops.get_mut(at.wrapping_sub(1)) {
                *bytes = ty.bytes() as u32;
            }
        }
        if let Some(stop) = stop {
            self.end_stop(stop);
        }
        Ok(())
    }

    /// Parses the initial values of the object at a cell; `first` is a value that has already been parsed.
    /// Returns the number of initialized elements. Braces may be omitted unless `whole` is true.
    fn list(
        &mut self,
        ty: &Type,
        cell: usize,
        target: &mut Target,
        mut first: Option<Expr>,
        whole: bool,
    ) -> Parsed<usize> {
        if let Some(used) = self.text_value(ty, cell, target)? {
            return Ok(used);
        }
        let is_text = self.token().is_text();
        if let (Type::Struct(_), Target::Local(variable)) = (ty, &*target)
            && !self.is("{")
            && !is_text
        {
            let slot = Slot::new(Space::Local, *variable + cell);
            first = self.struct_value(ty, slot, first)?;
            match &first {
                None => return Ok(1),
                Some(value) if whole => {
                    return self.fail_at(value.line, say!("Incompatible type conversion"));
                }
                Some(_) => {}
            }
        }
        let braced = first.is_none() && self.takes("{");
        if ty.kind().is_none() && !braced && whole {
            let text = say!("Declaration syntax error: write the values of an array or a structure in { }");
            return self.fail(text);
        }
        let used = match ty {
            Type::Array(of, count) => self.several(braced, *count, |compiler, n| {
                compiler.list(of, cell + n * of.bytes(), target, first.take(), false)
            })?,
            Type::Struct(s) => {
                let most = if s.is_union { 1 } else { usize::MAX };
                let count = s.members.len().min(most);
                self.several(braced, count, |compiler, n| {
                    let Member { ty, at, .. } = &s.members[n];
                    compiler.list(ty, cell + at, target, first.take(), false)
                })?
            }
            ty => {
                (self.operators, self.temporaries) = (0, 0);
                let line = self.line();
                let value = if let Some(value) = first { self.scalar(value)? } else { self.assignment()? };
                self.converts(&value, ty, line);
                self.first_value(ty, cell, target, value);
                1
            }
        };
        if braced && self.takes(",") && !self.is("}") {
            self.error(self.line(), say!("Too many initializers"));
            let mut open = 1;
            while open > 0 && !self.ended() && !self.is(";") {
                open += i32::from(self.is("{")) - i32::from(self.is("}"));
                self.advance();
            }
        } else if braced {
            self.expect("}", say!("Declaration syntax error"))?;
        }
        Ok(used)
    }

    /// Parses a string for a character array. Returns its size, or `None` for other values.
    fn text_value(&mut self, ty: &Type, cell: usize, target: &mut Target) -> Parsed<Option<usize>> {
        let Type::Array(of, count) = ty else { return Ok(None) };
        let in_braces = self.is("{");
        let is_text = self.ahead(usize::from(in_braces)).is_text();
        if !is_text || of.kind().is_none_or(|kind| kind.bytes() != 1) {
            return Ok(None);
        }
        let line = self.line();
        if in_braces {
            self.advance();
        }
        let bytes = self.texts();
        if in_braces {
            self.expect("}", say!("Declaration syntax error"))?;
        }
        if bytes.len() > *count {
            let text = say!(
                "Too many initializers: the string takes {count} characters with its end, but there are {count_2}",
                count = bytes.len() + 1,
                count_2 = count
            );
            self.error(line, text);
        }
        for (n, byte) in bytes.iter().chain(&[0]).enumerate().take(*count) {
            let value = Expr::number(i64::from(*byte as i8), CHAR, line);
            self.first_value(of, cell + n, target, value);
        }
        Ok(Some(bytes.len() + 1))
    }

    /// Initializes a struct from a value of its type. Returns any other value, which is for the first member.
    fn struct_value(&mut self, ty: &Type, slot: Slot, first: Option<Expr>) -> Parsed<Option<Expr>> {
        (self.operators, self.temporaries) = (0, 0);
        let value = if let Some(value) = first { value } else { self.return_text()? };
        if value.ty != *ty {
            return Ok(Some(value));
        }
        let place = Expr::new(Node::Variable(slot), ty.clone(), value.line);
        let line = value.line;
        let value = self.by_value(value, line)?;
        self.dropped(&Expr::copy(place, value));
        Ok(None)
    }

    fn first_value(&mut self, ty: &Type, cell: usize, target: &mut Target, value: Expr) {
        self.cpp.initial = value.known().map(|n| value.kind().convert(n, Kind::Long));
        match target {
            Target::Local(first) => {
                let slot = Slot::new(Space::Local, *first + cell);
                let mut place = Expr::new(Node::Variable(slot), ty.clone(), value.line);
                if !self.is_alone(slot, ty) {
                    place.node = Node::Target(Box::new(place.clone().address()));
                }
                let stored = self.stored(place, value, AssignForm::Plain);
                self.dropped(&stored);
            }
            Target::Global(values) => match value.initial() {
                Some(n) => {
                    let kind = ty.kind().unwrap_or(Kind::Int);
                    let n = value.kind().convert(n, kind);
                    let n = match ty {
                        Type::Bits(kind, width, _) => narrowed(*kind, *width, n),
                        Type::Bool => self.cast(value, Type::Bool).known().unwrap_or(0),
                        _ => n,
                    };
                    values.push((cell, ty.clone(), n));
                }
                None if self.cpp.on => self.cpp.late.push((cell, ty.clone(), value)),
                None => self.error(value.line, say!("Constant expression required")),
            },
        }
    }

    /// True if a local number shares its bytes with nothing else.
    fn is_alone(&self, slot: Slot, ty: &Type) -> bool {
        let tags = self.function.map(|n| &self.code.functions[n].tags);
        let tag = tags.and_then(|tags| tags.get(slot.number()));
        !matches!(ty, Type::Bits(..)) && tag.is_none_or(|tag| tag.is_fixed())
    }

    /// Parses up to `count` values separated by commas and returns their number.
    fn several(
        &mut self,
        braced: bool,
        count: usize,
        mut one: impl FnMut(&mut Self, usize) -> Parsed<usize>,
    ) -> Parsed<usize> {
        let mut n = 0;
        while n < count && !self.is("}") {
            self.deeper(|compiler| one(compiler, n))?;
            n += 1;
            let last = self.is_ahead(1, "}") && !braced;
            // A part without braces leaves its comma to the enclosing initializer.
            if !self.is(",") || last || n == count {
                break;
            }
            self.advance();
        }
        Ok(n)
    }
}

/// Returns the error message for an undefined `struct`.
pub(crate) fn undefined_structure(name: &str) -> String {
    match name {
        "FILE" => say!("Undefined structure 'FILE': declare a pointer, FILE *f").to_string(),
        _ => say!("Undefined structure '{name}'", name),
    }
}
