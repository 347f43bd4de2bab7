//! Types, names and first values.

use std::sync::Arc;

use super::code::{Declared, FunctionCode};
use super::expr::{At, Expr, Node};
use super::first_values::cell_kind;
use super::lexer::TokenKind;
use super::parser::{Parsed, Parser, Skip, Symbol};
use super::types::{CHAR, INT, Kind, Struct, Type};
use super::value::PlaceKind;

/// What stands before the names of a declaration.
#[derive(Clone)]
pub struct Specifiers {
    pub ty: Type,
    /// Was a type written down, or is it `int` because none was?
    pub written: bool,
    pub is_static: bool,
    pub is_extern: bool,
    pub is_type: bool,
    pub constant: bool,
}

/// A name with its type; a function's parameters too.
pub struct Declarator {
    pub name: String,
    pub line: usize,
    pub ty: Type,
    pub parameters: Option<Vec<(String, Type)>>,
}

const NUMBERS: [&str; 8] = [
    "void", "char", "short", "int", "long", "signed", "unsigned", "float",
];
const OTHERS: [&str; 14] = [
    "double", "struct", "union", "enum", "static", "extern", "const", "volatile", "register",
    "auto", "typedef", "far", "near", "huge",
];

impl Parser<'_> {
    /// Does a type begin so many tokens ahead?
    pub fn type_ahead(&self, n: usize) -> bool {
        let TokenKind::Word(word) = &self.ahead(n).kind else {
            return false;
        };
        NUMBERS.contains(&&**word)
            || OTHERS.contains(&&**word)
            || matches!(self.find(word), Some(Symbol::Type(_)))
    }

    pub fn specifiers(&mut self) -> Parsed<Specifiers> {
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
                "long" => base = Some(Type::Number(Kind::Long)),
                "float" | "double" => {
                    self.error(
                        self.line(),
                        format!("Numbers with a decimal point ({word}) are not known here"),
                    );
                    base = Some(INT);
                }
                "union" => return self.fail("union is not known here"),
                "struct" => {
                    self.advance();
                    base = Some(self.structure()?);
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
            Some(Type::Number(Kind::Int)) if unsigned => Type::Number(Kind::Unsigned),
            Some(Type::Number(Kind::Char)) if unsigned => Type::Number(Kind::UnsignedChar),
            Some(Type::Number(Kind::Long)) if unsigned => Type::Number(Kind::UnsignedLong),
            base => base.unwrap_or(INT),
        };
        Ok(found)
    }

    fn structure(&mut self) -> Parsed<Type> {
        let tag = self.word().map(str::to_string);
        if tag.is_some() {
            self.advance();
        }
        if !self.takes("{") {
            let known = tag.and_then(|tag| self.structs.get(&tag).cloned());
            return known.map_or_else(|| self.fail("Undefined structure"), Ok);
        }
        let (mut members, mut cells): (Vec<(String, Type, usize)>, usize) = (Vec::new(), 0);
        while !self.is("}") && !self.ended() {
            let specifiers = self.specifiers()?;
            if !specifiers.written {
                return self.fail("Declaration syntax error");
            }
            loop {
                let member = self.declarator(specifiers.ty.clone())?;
                self.sized(&member.ty, member.line)?;
                let ty = member.ty;
                if members.iter().any(|(name, ..)| *name == member.name) {
                    self.error(
                        member.line,
                        format!("Multiple declaration for '{}'", member.name),
                    );
                }
                members.push((member.name, ty.clone(), cells));
                cells += ty.cells();
                if !self.takes(",") {
                    break;
                }
            }
            self.semicolon("Declaration missing ;");
        }
        self.expect("}", "Compound statement missing }")?;
        let name = tag.clone().unwrap_or_default();
        let ty = Type::Struct(Arc::new(Struct { name, members }));
        if ty.bytes() > 65_535 {
            return self.fail("Structure size too large");
        }
        if let Some(tag) = tag {
            self.structs.insert(tag, ty.clone());
        }
        Ok(ty)
    }

    fn enumeration(&mut self) -> Parsed<()> {
        if self.word().is_some() {
            self.advance();
        }
        if !self.takes("{") {
            return Ok(());
        }
        let mut next = 0;
        while let Some(name) = self.word().map(str::to_string) {
            let line = self.line();
            self.advance();
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
    pub fn type_name(&mut self) -> Parsed<Type> {
        let mut ty = self.specifiers()?.ty;
        while self.takes("*") {
            ty = ty.pointer();
        }
        self.bounds(ty)
    }

    pub fn declarator(&mut self, mut ty: Type) -> Parsed<Declarator> {
        while self.takes("*") {
            while self.takes_word("const") || self.takes_word("far") {}
            ty = ty.pointer();
        }
        // A pointer to an array stands in brackets.
        if self.is("(") && matches!(self.ahead(1).kind, TokenKind::Sign("*")) {
            self.advance();
            let mut depth = 0;
            while self.takes("*") {
                depth += 1;
            }
            let (name, line) = self.name()?;
            self.expect(")", "Declaration syntax error")?;
            if self.is("(") {
                return self.fail("Pointers to functions are not known here");
            }
            let mut ty = self.bounds(ty)?;
            for _ in 0..depth.min(8) {
                ty = ty.pointer();
            }
            return Ok(Declarator {
                name,
                line,
                ty,
                parameters: None,
            });
        }
        let (name, line) = self.name()?;
        let mut parameters = None;
        if self.takes("(") {
            parameters = Some(self.parameters()?);
        } else {
            ty = self.bounds(ty)?;
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
            Some(name)
                if !self.type_ahead(0) || matches!(self.find(&name), Some(Symbol::Type(_))) =>
            {
                self.advance();
                Ok((name, line))
            }
            _ => self.fail("Declaration syntax error"),
        }
    }

    /// The bounds of an array. Empty ones are 0 until the first values are known.
    fn bounds(&mut self, ty: Type) -> Parsed<Type> {
        let mut bounds = Vec::new();
        while self.takes("[") {
            let line = self.line();
            let n = if self.is("]") { 0 } else { self.constant()? };
            self.expect("]", "Array bounds missing ]")?;
            if !(0..=65_535).contains(&n)
                || n == 0 && self.last().line as usize != line
                || bounds.len() >= 8
            {
                self.error(line, "Array must have at least one element");
                return Err(Skip);
            }
            bounds.push(n as usize);
        }
        let mut ty = ty;
        for n in bounds.into_iter().rev() {
            ty = Type::Array(Box::new(ty), n);
            if ty.bytes() > 65_535 {
                return self.fail("Array size too large");
            }
        }
        Ok(ty)
    }

    /// What stands in the brackets of a function: types with names, or names alone in the old style.
    fn parameters(&mut self) -> Parsed<Vec<(String, Type)>> {
        let mut found: Vec<(String, Type)> = Vec::new();
        if matches!(&self.token().kind, TokenKind::Word(word) if &**word == "void")
            && matches!(self.ahead(1).kind, TokenKind::Sign(")"))
        {
            self.advance();
        }
        while !self.is(")") {
            if self.is("...") {
                return self.fail("A function here takes a fixed number of parameters");
            }
            if self.type_ahead(0) {
                let mut ty = self.specifiers()?.ty;
                while self.takes("*") {
                    ty = ty.pointer();
                }
                // In a prototype the name may be left out.
                let named = self.word().is_some() || self.is("(");
                let declarator = if named {
                    self.declarator(ty)?
                } else {
                    Declarator {
                        name: String::new(),
                        line: self.line(),
                        ty: self.bounds(ty)?,
                        parameters: None,
                    }
                };
                let ty = parameter_type(declarator.ty);
                if matches!(ty, Type::Struct(_) | Type::Void) || declarator.parameters.is_some() {
                    self.error(declarator.line, "A parameter is a number or a pointer here");
                }
                found.push((declarator.name, ty));
            } else {
                let (name, _) = self.name()?;
                found.push((name, INT));
            }
            if !self.takes(",") {
                break;
            }
        }
        self.expect(")", "Declaration syntax error")?;
        Ok(found)
    }

    /// The types of old style parameters, between the brackets and the brace.
    pub fn old_style(&mut self, parameters: &mut [(String, Type)]) -> Parsed<()> {
        while self.type_ahead(0) {
            let specifiers = self.specifiers()?;
            loop {
                let declarator = self.declarator(specifiers.ty.clone())?;
                let ty = parameter_type(declarator.ty);
                match parameters
                    .iter_mut()
                    .find(|(name, _)| *name == declarator.name)
                {
                    Some((_, old)) if !matches!(ty, Type::Struct(_) | Type::Void) => *old = ty,
                    _ => self.error(declarator.line, "Declaration syntax error"),
                }
                if !self.takes(",") {
                    break;
                }
            }
            self.semicolon("Declaration missing ;");
        }
        Ok(())
    }

    /// The number of a function, which may be called before it is defined.
    pub fn declare_function(&mut self, line: usize, name: &str, returns: Type) -> usize {
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
            variables: Vec::new(),
        });
        n
    }

    fn sized(&mut self, ty: &Type, line: usize) -> Parsed<()> {
        let text = match ty {
            Type::Void => "Size of the type is unknown or zero",
            _ if ty.cells() == 0 => "Array must have at least one element",
            _ => return Ok(()),
        };
        self.error(line, text);
        Err(Skip)
    }

    /// The rest of the declaration of a variable, after its declarator: gives it a place and its first value.
    pub fn variable(&mut self, specifiers: &Specifiers, declarator: Declarator) -> Parsed<()> {
        let Declarator { name, line, ty, .. } = declarator;
        let begin = self.last().clone();
        let given = self.takes("=");
        let mut ty = ty;
        let open = matches!(&ty, Type::Array(_, 0));
        let local = self.function.is_some() && !specifiers.is_static && !specifiers.is_extern;
        let mut values = Vec::new();
        if given {
            self.operators = 0;
            values = self.first_values(&mut ty)?;
        }
        if open && !given && specifiers.is_extern {
            return Ok(());
        }
        self.sized(&ty, line)?;
        let known = match self.scopes[0].get(&name) {
            Some(Symbol::Variable { at, ty: known, .. }) if *known == ty => Some(*at),
            _ => None,
        };
        if specifiers.is_extern {
            if known.is_some() {
                return Ok(());
            }
            self.announced.insert(name.clone());
        }
        let announces = local || specifiers.is_extern;
        let announced = known.filter(|_| !announces && self.announced.remove(&name));
        let at = match (local, self.function) {
            (true, Some(function)) => {
                let cells = self.code.functions[function].cells;
                if cells + ty.cells() > 30_000 {
                    return self.fail("Too many local variables for the stack");
                }
                self.code.functions[function].cells += ty.cells();
                At::Frame(cells as u32)
            }
            _ => announced.unwrap_or_else(|| At::Memory(self.allocate(&ty))),
        };
        if announced.is_none() {
            let symbol = Symbol::Variable {
                at,
                ty: ty.clone(),
                constant: specifiers.constant,
            };
            self.declare(line, &name, symbol);
        }
        let (cell, in_frame) = match at {
            At::Frame(cell) => (cell as usize, true),
            At::Memory(cell) => (cell as usize, false),
        };
        let declared = Declared {
            name: name.clone(),
            ty: ty.clone(),
            cell,
            in_frame,
            from: self.here(),
            to: u32::MAX,
        };
        match self.function {
            Some(function) => self.code.functions[function].variables.push(declared),
            None if announced.is_some() => {}
            None => self.code.globals.push(declared),
        }
        if !given {
            return Ok(());
        }
        if !in_frame {
            for (offset, value) in values {
                let Some(known) = value.known() else {
                    self.error(value.line, "Constant expression required");
                    continue;
                };
                if let Some(to) = self.code.memory.get_mut(cell + offset) {
                    *to = cell_kind(&ty, offset).wrap(known);
                }
            }
            return Ok(());
        }
        let stop = self.stop_at(PlaceKind::Statement, &begin);
        self.end_stop(stop);
        if let (Some(_), [(_, value)]) = (ty.kind(), &values[..]) {
            let place = Expr::new(Node::Variable(at, name), ty, line);
            let node = Node::Assign(Box::new(place), Box::new(value.clone()));
            let ty = value.ty.clone();
            self.effect(&Expr::new(node, ty, line));
            return Ok(());
        }
        self.array_in_frame(cell as u32, &ty, &values);
        Ok(())
    }
}

/// An array as a parameter is a pointer.
fn parameter_type(ty: Type) -> Type {
    match ty {
        Type::Array(of, _) => of.pointer(),
        ty => ty,
    }
}
