//! Types, names and first values.

use std::collections::HashMap;
use std::sync::Arc;

use super::code::{Declared, FunctionCode, Op, Slot, Space};
use super::compiler::{Compiler, Parsed, Symbol};
use super::token::TokenKind;
use super::types::{CHAR, INT, Kind, Members, Struct, Type};
use super::value::PlaceKind;
use super::values::{Expr, Is};

/// What stands before the names of a declaration.
#[derive(Clone)]
pub(crate) struct Specifiers {
    pub(crate) ty: Type,
    /// Was a type written down, or is it `int` because none was?
    pub(crate) written: bool,
    pub(crate) is_static: bool,
    pub(crate) is_extern: bool,
    pub(crate) is_type: bool,
    pub(crate) constant: bool,
}

/// A name with its type; a function's parameters too.
pub(crate) struct Declarator {
    pub(crate) name: String,
    pub(crate) line: usize,
    pub(crate) ty: Type,
    pub(crate) parameters: Option<Vec<(String, Type)>>,
}

enum Target {
    /// Into the variables of a call, from this cell on.
    Local(usize),
    /// Into global memory: how far in, and what.
    Global(Vec<(usize, i64)>),
}

/// How many cells the variables of a function can take.
const MOST_LOCALS: usize = 30_000;
/// How many types can stand inside of each other.
const MOST_LEVELS: usize = 40;
const MOST_PARAMETERS: usize = 32;

const IN_TYPES: &str = "void char short int long signed unsigned float double struct union enum static extern const volatile \
     register auto typedef far near huge";
const OTHERS: &str = "if else for while do switch case default return break continue goto sizeof";

impl Compiler<'_> {
    /// Does a type begin so many tokens ahead?
    pub(crate) fn type_ahead(&self, n: usize) -> bool {
        let TokenKind::Word(word) = &self.ahead(n).kind else {
            return false;
        };
        let is_type = matches!(self.find(word), Some(Symbol::Type(_)));
        is_type || IN_TYPES.split(' ').any(|known| known == &**word)
    }

    pub(crate) fn is_reserved(&self, name: &str) -> bool {
        let mut words = IN_TYPES.split(' ').chain(OTHERS.split(' '));
        words.any(|word| word == name)
    }

    pub(crate) fn specifiers(&mut self) -> Parsed<Specifiers> {
        let mut found = Specifiers {
            ty: INT,
            written: false,
            is_static: false,
            is_extern: false,
            is_type: false,
            constant: false,
        };
        let (mut unsigned, mut base) = (false, None);
        while let Some(word) = self.word().map(str::to_string) {
            match word.as_str() {
                "static" => found.is_static = true,
                "extern" => found.is_extern = true,
                "typedef" => found.is_type = true,
                "const" => found.constant = true,
                "volatile" | "register" | "auto" | "far" | "near" | "huge" => {}
                "int" | "signed" | "short" => base = base.or(Some(INT)),
                "unsigned" => (unsigned, base) = (true, base.or(Some(INT))),
                "void" => base = Some(Type::Void),
                "char" => base = Some(CHAR),
                // A long double is a double here.
                "double" => base = Some(Type::Number(Kind::Double)),
                "long" if base == Some(Type::Number(Kind::Double)) => {}
                "long" => base = Some(Type::Number(Kind::Long)),
                "float" => base = Some(Type::Number(Kind::Float)),
                "union" => return self.fail("union is not known here"),
                "struct" => {
                    self.advance();
                    base = Some(self.structure()?);
                    if matches!(self.last().kind, TokenKind::Sign("}")) && self.type_ahead(0) {
                        self.error(self.last().line as usize, "Declaration missing ;");
                        base = None;
                    }
                    continue;
                }
                "enum" => {
                    self.advance();
                    self.enumeration()?;
                    base = Some(INT);
                    continue;
                }
                name => match self.find(name) {
                    Some(Symbol::Type(ty)) if base.is_none() => base = Some(ty.clone()),
                    _ => break,
                },
            }
            self.advance();
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

    /// Reads things up to the first that no comma stands behind.
    pub(crate) fn between_commas(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        one(self)?;
        while self.takes(",") {
            one(self)?;
        }
        Ok(())
    }

    /// The rest of a declaration behind its specifiers: what it declares, between commas, and the semicolon.
    pub(crate) fn declares(
        &mut self,
        specifiers: &Specifiers,
        mut one: impl FnMut(&mut Self, Declarator) -> Parsed<()>,
    ) -> Parsed<()> {
        self.between_commas(|compiler| {
            let declarator = compiler.declarator(specifiers.ty.clone())?;
            one(compiler, declarator)
        })?;
        self.semicolon("Declaration missing ;");
        Ok(())
    }

    fn structure(&mut self) -> Parsed<Type> {
        let tag = self.take_word();
        if tag.is_none() && !self.is("{") {
            return self.fail("Declaration syntax error");
        }
        let known = tag.as_ref().and_then(|tag| self.structs.get(tag).cloned());
        let defines = self.takes("{");
        let structure = match known {
            Some(known) if !defines || known.is_open() => known,
            _ => Arc::new(Struct::open(tag.clone().unwrap_or_default())),
        };
        if let Some(tag) = tag {
            self.structs.insert(tag, structure.clone());
        }
        let ty = Type::Struct(structure.clone());
        if !defines {
            return Ok(ty);
        }
        let mut members: Vec<(String, Type, usize)> = Vec::new();
        let (mut numbers, mut cells, mut bytes, mut levels) = (HashMap::new(), 0, 0, 1);
        while !self.is("}") && !self.ended() {
            let specifiers = self.deeper(Self::specifiers)?;
            if !specifiers.written {
                return self.fail("Declaration syntax error");
            }
            self.declares(
                &specifiers,
                |compiler, Declarator { name, line, ty, .. }| {
                    compiler.sized(&ty, line)?;
                    if numbers.insert(name.clone(), members.len()).is_some() {
                        compiler.error(line, format!("Multiple declaration for '{name}'"));
                    }
                    bytes += ty.bytes();
                    if bytes > 65_535 {
                        let text = "Structure size too large: at most 65535 bytes";
                        return compiler.fail_at(line, text);
                    }
                    levels = levels.max(1 + ty.levels());
                    cells += ty.cells();
                    members.push((name, ty.clone(), cells - ty.cells()));
                    Ok(())
                },
            )?;
        }
        self.expect("}", "Compound statement missing }")?;
        structure.close(Members {
            members,
            numbers,
            cells,
            bytes,
            levels,
        });
        Ok(ty)
    }

    fn enumeration(&mut self) -> Parsed<()> {
        self.take_word();
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
        self.expect("}", "Enum syntax error")
    }

    /// The type in a cast or in `sizeof`.
    pub(crate) fn type_name(&mut self) -> Parsed<Type> {
        let ty = self.specifiers()?.ty;
        let ty = self.stars(ty);
        self.bounds(ty)
    }

    fn stars(&mut self, mut ty: Type) -> Type {
        let mut depth = 0;
        while self.takes("*") || depth > 0 && (self.takes_word("const") || self.takes_word("far")) {
            if matches!(self.last().kind, TokenKind::Sign(_)) {
                depth += 1;
                // More than eight of them have no meaning that anybody could want.
                ty = if depth <= 8 { ty.pointer() } else { ty };
            }
        }
        ty
    }

    pub(crate) fn declarator(&mut self, ty: Type) -> Parsed<Declarator> {
        let mut ty = self.stars(ty);
        // A pointer to an array stands in brackets.
        let in_brackets = self.is("(") && self.is_ahead(1, "*");
        let mut around = INT;
        if in_brackets {
            self.advance();
            around = self.stars(around);
        }
        let (name, line) = self.name()?;
        let mut parameters = None;
        if in_brackets {
            self.expect(")", "Declaration syntax error")?;
            if self.is("(") {
                return self.fail("Pointers to functions are not known here");
            }
        } else if self.takes("(") {
            parameters = Some(self.parameters()?);
        }
        if parameters.is_none() {
            ty = self.bounds(ty)?;
        }
        while let Type::Pointer(of) = around {
            (around, ty) = (*of, ty.pointer());
        }
        if ty.levels() > MOST_LEVELS {
            let text = format!(
                "Type too deep: at most {MOST_LEVELS} levels of pointers, arrays and structures"
            );
            return self.fail_at(line, text);
        }
        Ok(Declarator {
            name,
            line,
            ty,
            parameters,
        })
    }

    fn name(&mut self) -> Parsed<(String, usize)> {
        let line = self.line();
        match self.word().map(str::to_string) {
            Some(name) if !self.is_reserved(&name) => {
                self.advance();
                Ok((name, line))
            }
            _ => self.fail("Declaration syntax error"),
        }
    }

    /// The bounds of an array. Empty ones are 0 until the first values are known.
    fn bounds(&mut self, mut ty: Type) -> Parsed<Type> {
        let mut bounds = Vec::new();
        while self.takes("[") {
            let line = self.line();
            let n = if self.is("]") { 0 } else { self.constant()? };
            self.expect("]", "Array bounds missing ]")?;
            let wrong = match n {
                _ if bounds.len() >= 8 => "An array can have 8 dimensions at most",
                ..0 => "Array must have at least one element",
                0..=65_535 => "",
                _ => "Array size too large: at most 65535 bytes",
            };
            if !wrong.is_empty() {
                return self.fail_at(line, wrong);
            }
            bounds.push(n as usize);
        }
        for n in bounds.into_iter().rev() {
            ty = Type::Array(Box::new(ty), n);
            if ty.bytes() > 65_535 {
                return self.fail("Array size too large: at most 65535 bytes");
            }
        }
        Ok(ty)
    }

    /// What stands in the brackets of a function: types with names, or names alone in the old style.
    fn parameters(&mut self) -> Parsed<Vec<(String, Type)>> {
        let mut found: Vec<(String, Type)> = Vec::new();
        if self.word() == Some("void") && self.is_ahead(1, ")") {
            self.advance();
        }
        if self.takes(")") {
            return Ok(found);
        }
        self.between_commas(|compiler| {
            if found.len() == MOST_PARAMETERS {
                return compiler.fail(format!("Too many parameters: at most {MOST_PARAMETERS}"));
            }
            if compiler.is("...") {
                return compiler.fail("A function here takes a fixed number of parameters");
            }
            if !compiler.type_ahead(0) {
                found.push((compiler.name()?.0, INT));
                return Ok(());
            }
            let (line, ty) = (compiler.line(), compiler.specifiers()?.ty);
            let ty = compiler.stars(ty);
            // In a prototype the name may be left out.
            let (name, ty) = match compiler.word().is_some() || compiler.is("(") {
                true => {
                    let declarator = compiler.declarator(ty)?;
                    let is_function = declarator.parameters.is_some();
                    let ty = if is_function {
                        Type::Void
                    } else {
                        declarator.ty
                    };
                    (declarator.name, ty.in_parameters())
                }
                false => (String::new(), compiler.bounds(ty)?.in_parameters()),
            };
            if ty.kind().is_none() {
                compiler.error(line, "A parameter is a number or a pointer here");
            }
            found.push((name, ty));
            Ok(())
        })?;
        self.expect(")", "Declaration syntax error")?;
        Ok(found)
    }

    /// The types of old style parameters, between the brackets and the brace.
    pub(crate) fn old_style(&mut self, parameters: &mut [(String, Type)]) -> Parsed<()> {
        while self.type_ahead(0) {
            let specifiers = self.specifiers()?;
            self.declares(
                &specifiers,
                |compiler, Declarator { name, line, ty, .. }| {
                    let ty = ty.in_parameters();
                    match parameters.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, old)) if ty.kind().is_some() => *old = ty,
                        _ => compiler.error(line, "Declaration syntax error"),
                    }
                    Ok(())
                },
            )?;
        }
        Ok(())
    }

    /// The number of a function, which may be called before it is defined.
    pub(crate) fn declare_function(&mut self, line: usize, name: &str, returns: Type) -> usize {
        let n = self.code.functions.len();
        match self.scopes[0].get(name) {
            Some(Symbol::Function(n)) => return *n,
            Some(_) => self.error(line, format!("Multiple declaration for '{name}'")),
            None => {}
        }
        self.scopes[0].insert(name.to_string(), Symbol::Function(n));
        self.code.functions.push(FunctionCode {
            name: name.to_string(),
            first_line: line,
            last_line: line,
            entry: None,
            parameters: Vec::new(),
            returns,
            cells: 0,
            temporaries: 0,
            variables: Vec::new(),
        });
        n
    }

    fn sized(&mut self, ty: &Type, line: usize) -> Parsed<()> {
        match ty {
            Type::Void => self.fail_at(line, "Size of the type is unknown or zero"),
            ty if matches!(ty.element(), Type::Struct(s) if s.is_open()) => {
                self.fail_at(line, "Undefined structure")
            }
            _ if ty.cells() == 0 => self.fail_at(line, "Array must have at least one element"),
            _ => Ok(()),
        }
    }

    /// The rest of the declaration of a variable, after its declarator: gives it a place and its first value. A `typedef` only
    /// names a type.
    pub(crate) fn variable(
        &mut self,
        specifiers: &Specifiers,
        declarator: Declarator,
    ) -> Parsed<()> {
        let Declarator {
            name, line, mut ty, ..
        } = declarator;
        let (begin, from) = (self.last().clone(), self.here());
        if specifiers.is_type {
            // Several headers give the same type the same name.
            let known = self.scopes.last().and_then(|scope| scope.get(&name));
            if !matches!(known, Some(Symbol::Type(known)) if *known == ty) {
                self.declare(line, &name, Symbol::Type(ty));
            }
            return Ok(());
        }
        let local = self
            .function
            .filter(|_| !specifiers.is_static && !specifiers.is_extern);
        let given = self.takes("=");
        let mut target = match local {
            Some(function) => Target::Local(self.code.functions[function].cells),
            None => Target::Global(Vec::new()),
        };
        if given {
            self.first_values(&mut ty, &mut target, &begin)?;
        } else if specifiers.is_extern && ty.cells() == 0 {
            return Ok(());
        }
        self.sized(&ty, line)?;
        if specifiers.is_static && self.function.is_none() {
            self.own.insert(name.clone());
        } else if specifiers.is_extern || self.function.is_none() {
            self.join(&name);
        }
        // What `extern` announced is declared once more, and its place is the same.
        let known = match self.scopes[0].get(&name) {
            Some(Symbol::Variable {
                slot, ty: known, ..
            }) if *known == ty => Some(*slot),
            _ => None,
        };
        if specifiers.is_extern {
            if known.is_some() {
                return Ok(());
            }
            self.announced.insert(name.clone());
        }
        let again = local.is_none() && !specifiers.is_extern && self.announced.contains(&name);
        let announced = known.filter(|_| again && self.announced.remove(&name));
        let slot = match (local, announced) {
            (Some(function), _) => {
                let cells = &mut self.code.functions[function].cells;
                if *cells + ty.cells() > MOST_LOCALS {
                    let text = format!(
                        "Too many local variables for the stack: at most {MOST_LOCALS} numbers, characters and pointers"
                    );
                    return self.fail(text);
                }
                *cells += ty.cells();
                Slot::new(Space::Local, *cells - ty.cells())
            }
            (None, Some(slot)) => slot,
            (None, None) => Slot::new(Space::Global, self.allocate(&ty)),
        };
        if announced.is_none() {
            let symbol = Symbol::Variable {
                slot,
                ty: ty.clone(),
                constant: specifiers.constant,
            };
            self.declare(line, &name, symbol);
            let declared = Declared {
                name: name.clone(),
                ty: ty.clone(),
                slot,
                from,
                to: u32::MAX,
            };
            match self.function {
                Some(function) => self.code.functions[function].variables.push(declared),
                None => self.code.globals.push(declared),
            }
        }
        if let Target::Global(values) = target {
            for (offset, value) in values {
                if let Some(to) = self.code.memory.get_mut(slot.number() + offset) {
                    *to = value;
                }
            }
        } else if !given && ty.kind().is_some() {
            self.unset.insert(slot.number(), name);
        }
        Ok(())
    }

    /// The first values of a variable. An array without a bound gets it here.
    fn first_values(
        &mut self,
        ty: &mut Type,
        target: &mut Target,
        begin: &super::token::Token,
    ) -> Parsed<()> {
        self.operators = 0;
        let open = match ty {
            Type::Array(of, 0) => Some((**of).clone()),
            _ => None,
        };
        if let Some(of) = &open {
            *ty = Type::Array(Box::new(of.clone()), 65_535 / of.bytes().max(1));
        }
        let mut stop = None;
        if let Target::Local(cell) = target {
            stop = Some(self.stop(PlaceKind::Statement, begin));
            if ty.kind().is_none() {
                self.emit(Op::Clear(Slot::new(Space::Local, *cell), ty.cells() as u32));
            }
        }
        let at = self.here() as usize;
        let used = self.list(ty, 0, target, true)?;
        if let Some(of) = open {
            *ty = Type::Array(Box::new(of), used);
            if let Some(Op::Clear(_, cells)) = self.code.ops.get_mut(at.wrapping_sub(1)) {
                *cells = ty.cells() as u32;
            }
        }
        if let Some(stop) = stop {
            self.end_stop(stop);
        }
        Ok(())
    }

    /// Reads values for a type that begins at a cell; how many of an array's elements got any. Only a part of a `whole` needs
    /// no braces.
    fn list(&mut self, ty: &Type, cell: usize, target: &mut Target, whole: bool) -> Parsed<usize> {
        if let Type::Array(of, count) = ty
            && of.kind().is_some_and(|kind| kind.bytes() == 1)
            && let TokenKind::Text(bytes) = self.token().kind.clone()
        {
            let line = self.line();
            self.advance();
            if bytes.len() > *count {
                self.error(line, "Too many initializers");
            }
            for (n, byte) in bytes.iter().chain(&[0]).enumerate().take(*count) {
                let value = Expr::number(i64::from(*byte as i8), CHAR, line);
                self.first_value(of, cell + n, target, value);
            }
            return Ok(bytes.len() + 1);
        }
        let braced = self.takes("{");
        if ty.kind().is_none() && !braced && whole {
            return self.fail("Declaration syntax error");
        }
        let used = match ty {
            Type::Array(of, count) => self.several(braced, *count, |compiler, n| {
                compiler.list(of, cell + n * of.cells(), target, false)
            })?,
            Type::Struct(s) => self.several(braced, s.members.len(), |compiler, n| {
                let (_, ty, at) = &s.members[n];
                compiler.list(ty, cell + at, target, false)
            })?,
            ty => {
                (self.operators, self.temporaries) = (0, 0);
                let line = self.line();
                let value = self.assignment()?;
                self.converts(&value, ty, line);
                self.first_value(ty, cell, target, value);
                1
            }
        };
        if braced {
            let text = match self.takes(",") {
                true => "Too many initializers",
                false => "Declaration syntax error",
            };
            self.expect("}", text)?;
        }
        Ok(used)
    }

    fn first_value(&mut self, ty: &Type, cell: usize, target: &mut Target, value: Expr) {
        match target {
            Target::Local(first) => {
                let slot = Slot::new(Space::Local, *first + cell);
                let place = Expr::new(Is::Variable(slot), ty.clone(), value.line);
                self.stored(place, value);
            }
            Target::Global(values) => match value.known() {
                Some(n) => {
                    let kind = ty.kind().unwrap_or(Kind::Int);
                    values.push((cell, value.kind().convert(n, kind)));
                }
                None => self.error(value.line, "Constant expression required"),
            },
        }
    }

    /// Up to `count` values between commas; how many there were.
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
            // Without braces of its own a part leaves the comma after it to the whole.
            if !self.is(",") || last || n == count {
                break;
            }
            self.advance();
        }
        Ok(n)
    }
}
