//! A whole file: its functions and global variables.

use super::code::{Code, Declared, Op};
use super::expr::At;
use super::lexer;
use super::message::{Message, Severity};
use super::parser::{Parsed, Parser, Skip, Symbol};
use super::statements::Body;
use super::types::{INT, Type};
use super::value::PlaceKind;

/// What comes out of a source: its code and its warnings, or its errors with the warnings among them.
pub fn compile(file: &str, source: &str) -> Result<(Code, Vec<Message>), Vec<Message>> {
    let (tokens, complaints) = lexer::tokens(source);
    let mut parser = Parser::new(file, tokens);
    for (line, text) in complaints {
        parser.error(line, text);
    }
    while !parser.ended() {
        let begun = parser.at;
        if parser.external().is_err() {
            parser.leave_function();
            parser.next_definition(begun);
        }
    }
    parser.check_calls();
    let mut messages = parser.messages;
    messages.sort_by_key(|message| message.line);
    match messages
        .iter()
        .any(|message| message.severity == Severity::Error)
    {
        true => Err(messages),
        false => Ok((parser.code, messages)),
    }
}

impl Parser<'_> {
    /// A declaration or a function outside all functions.
    fn external(&mut self) -> Parsed<()> {
        if self.takes(";") {
            return Ok(());
        }
        let specifiers = self.specifiers()?;
        if !specifiers.written && self.word().is_none() && !self.is("*") {
            return self.fail("Declaration syntax error");
        }
        if self.is(";") && specifiers.written {
            self.advance();
            return Ok(());
        }
        loop {
            let first = self.token().clone();
            let declarator = self.declarator(specifiers.ty.clone())?;
            let line = declarator.line;
            if specifiers.is_type {
                self.declare(line, &declarator.name, Symbol::Type(declarator.ty));
            } else if let Some(mut parameters) = declarator.parameters {
                let is_definition = self.is("{") || self.type_ahead(0) && !self.is(";");
                let number = self.declare_function(line, &declarator.name, declarator.ty.clone());
                if matches!(declarator.ty, Type::Struct(_)) {
                    self.error(line, "A function returns a number or a pointer here");
                    return Err(Skip);
                }
                if is_definition {
                    self.old_style(&mut parameters)?;
                    let begin = super::lexer::Token {
                        line: line as u32,
                        ..first
                    };
                    return self.definition(
                        number,
                        begin,
                        declarator.ty,
                        parameters,
                        specifiers.written,
                    );
                }
            } else {
                if !specifiers.written {
                    self.error(line, "Declaration syntax error");
                    return Err(Skip);
                }
                self.variable(&specifiers, declarator)?;
            }
            if !self.takes(",") {
                break;
            }
        }
        self.semicolon("Declaration missing ;");
        Ok(())
    }

    fn definition(
        &mut self,
        number: usize,
        begin: lexer::Token,
        returns: Type,
        parameters: Vec<(String, Type)>,
        typed: bool,
    ) -> Parsed<()> {
        let line = begin.line as usize;
        let here = self.here();
        let function = &mut self.code.functions[number];
        let name = function.name.clone();
        let known = function.returns.clone();
        if function.entry.replace(here).is_some() {
            self.error(line, format!("Multiple declaration for '{name}'"));
        }
        if known != returns && (known != INT || returns.target().is_some()) {
            self.error(line, format!("Type mismatch in redeclaration of '{name}'"));
        }
        let function = &mut self.code.functions[number];
        function.first_line = line;
        function.returns = returns.clone();
        function.cells = parameters.len();
        function.parameters.clone_from(&parameters);
        self.function = Some(number);
        self.forget_unknown();
        self.scopes.push(Default::default());
        for (cell, (name, ty)) in parameters.iter().enumerate() {
            if name.is_empty() {
                self.error(line, "Argument list syntax error");
            }
            let (at, ty) = (At::Frame(cell as u32), ty.clone());
            self.given.insert(cell as u32);
            let declared = Declared {
                name: name.clone(),
                ty: ty.clone(),
                cell,
                in_frame: true,
                from: here,
                to: u32::MAX,
            };
            self.code.functions[number].variables.push(declared);
            let constant = false;
            self.declare(line, name, Symbol::Variable { at, ty, constant });
        }
        let stop = self.stop_at(PlaceKind::Enter, &begin);
        self.code.stops[stop].end = u32::MAX;
        self.expect("{", "Declaration syntax error")?;
        let mut body = Body::default();
        self.block(&mut body)?;
        self.join_labels(&body);
        let brace = self.last().clone();
        self.code.functions[number].last_line = brace.line as usize;
        let falls_off = self.reaches_here() || body.returns_nothing;
        if returns != Type::Void && falls_off && (typed && name != "main" || body.returns_value) {
            self.warn(brace.line as usize, "Function should return a value");
        }
        self.stop_at(PlaceKind::Leave, &brace);
        self.emit(Op::Push(0));
        self.emit(Op::Return);
        self.leave_function();
        Ok(())
    }

    fn leave_function(&mut self) {
        self.function = None;
        self.scopes.truncate(1);
    }

    /// After an error outside all functions: on to where a function or a declaration begins.
    fn next_definition(&mut self, begun: usize) {
        let mut depth = 0_i32;
        while !self.ended() {
            let starts_line = self.token().start == 0
                && self.at > begun
                && (self.type_ahead(0) || self.at_definition());
            if starts_line || self.at > begun && depth <= 0 && self.at_definition() {
                return;
            }
            depth += i32::from(self.is("{")) - i32::from(self.is("}"));
            let ends = depth <= 0 && (self.is("}") || self.is(";"));
            self.advance();
            if ends {
                return;
            }
        }
    }

    /// Are there as many arguments as parameters, and do they fit?
    fn check_calls(&mut self) {
        self.function = None;
        for made in std::mem::take(&mut self.calls) {
            self.function = made.caller.and_then(|name| {
                let functions = &self.code.functions;
                functions.iter().position(|f| f.name == name)
            });
            let function = &self.code.functions[made.function];
            let name = function.name.clone();
            if function.entry.is_none() {
                self.error(made.line, format!("Undefined symbol '{name}'"));
                continue;
            }
            let parameters = function.parameters.clone();
            if made.arguments.len() < parameters.len() {
                self.error(made.line, format!("Too few parameters in call to '{name}'"));
            } else if made.arguments.len() > parameters.len() {
                self.error(made.line, format!("Extra parameter in call to '{name}'"));
            }
            for ((parameter, to), (from, is_zero)) in parameters.iter().zip(&made.arguments) {
                let (from_pointer, to_pointer) = (from.target(), to.target());
                if from_pointer.is_some() != to_pointer.is_some()
                    && !(to_pointer.is_some() && *is_zero)
                {
                    let text =
                        format!("Type mismatch in parameter '{parameter}' in call to '{name}'");
                    self.error(made.line, text);
                } else if let (Some(from), Some(to)) = (from_pointer, to_pointer)
                    && from != to
                    && *from != Type::Void
                    && *to != Type::Void
                {
                    self.warn(made.line, "Suspicious pointer conversion");
                }
            }
        }
        self.function = None;
    }
}
