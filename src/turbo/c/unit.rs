//! Translation units: functions and global variables.

use super::code::{Declared, Op, Slot, Space};
use super::compiler::{Compiler, Parsed, Symbol};
use super::statements::Body;
use super::token::Token;
use super::tree::{AssignForm, Expr, Node};
use super::types::{INT, Kind, Type};
use super::value::PlaceKind;
use words::say;

/// The keywords that begin a statement but never a declaration.
const STATEMENTS: [&str; 7] = ["return", "if", "else", "for", "while", "do", "switch"];

impl Compiler<'_> {
    /// Parses the file.
    pub(crate) fn file(&mut self) {
        while !self.ended() {
            let begun = self.at;
            if self.external().is_err() {
                self.leave_function();
                self.next_definition(begun);
            }
        }
    }

    fn external(&mut self) -> Parsed<()> {
        if self.takes(";") {
            return Ok(());
        }
        if self.is("}") || self.word().is_some_and(|word| STATEMENTS.contains(&word)) {
            self.error(
                self.line(),
                say!("This is outside of all functions: there may be one } too many before it"),
            );
            self.skip_statements();
            return Ok(());
        }
        if let Some(word @ ("include" | "define")) = self.word()
            && self.token().start == 0
        {
            let (line, text) = (self.line(), say!("A # is missing before '{word}'", word));
            self.error(line, text);
            while self.line() == line && !self.ended() {
                self.advance();
            }
            return Ok(());
        }
        if self.is("{") && self.last().sign() == ";" {
            let text = say!("The ; ends this declaration: remove it before the { of a function");
            return self.fail_at(self.last().line as usize, text);
        }
        let specifiers = self.specifiers()?;
        if !specifiers.written && self.word().is_none() && !self.is("*") {
            return self.fail(say!("Declaration syntax error"));
        }
        if specifiers.written && self.takes(";") {
            return Ok(());
        }
        let mut definition = false;
        self.between_commas(|compiler| {
            let first = compiler.token().clone();
            let declarator = compiler.declarator(&specifiers)?;
            let line = declarator.line;
            let signature = match &declarator.ty {
                Type::Function(signature) if !specifiers.is_type => signature.clone(),
                _ if compiler.is("{") && !specifiers.is_type => {
                    let text = say!(
                        "Write ( ) after the name of a function: {declarator}()",
                        declarator = declarator.name
                    );
                    return compiler.fail_at(line, text);
                }
                _ if specifiers.written => return compiler.variable(&specifiers, declarator),
                Type::Number(_) | Type::Array(..)
                    if specifiers.stored || compiler.ends_implicit_int(&declarator.ty) =>
                {
                    let name = &declarator.name;
                    compiler.warn(line, say!("'{name}' has no type, so it is an int", name));
                    return compiler.variable(&specifiers, declarator);
                }
                _ => return compiler.fail_at(line, say!("Declaration syntax error")),
            };
            let (name, mut returns) = (declarator.name, signature.returns.clone());
            let is_method = compiler.cpp.on && name.contains("::");
            if is_method {
                compiler.takes_word("const");
                returns = if specifiers.written { returns } else { Type::Void };
            }
            definition = is_method || compiler.is("{") || compiler.type_ahead(0) || compiler.lacks_brace();
            if !definition && compiler.is_of_library(&name) {
                return Ok(());
            }
            if is_method {
                let mut parameters = declarator.parameters.unwrap_or_default();
                let number = compiler.outer_method(&name, line, &signature, &mut parameters)?;
                let begin = Token { line: line as u32, ..first };
                return compiler.definition(number, begin, returns, parameters, true);
            }
            if !specifiers.is_static {
                compiler.join(&name);
            }
            let number = compiler.declare_as(line, &name, &signature);
            compiler.keep_defaults(number, &declarator.defaults);
            if specifiers.is_static {
                compiler.own.insert(name);
            }
            if definition {
                compiler.code.functions[number].is_old = signature.parameters.is_none();
                let mut parameters = declarator.parameters.unwrap_or_default();
                compiler.old_style(&mut parameters)?;
                let begin = Token { line: line as u32, ..first };
                compiler.definition(number, begin, returns, parameters, specifiers.written)?;
            }
            Ok(())
        })?;
        if !definition {
            self.semicolon(say!("Declaration missing ;"));
        }
        Ok(())
    }

    /// True if a declaration without a type may end here. A misplaced assignment is no declaration.
    fn ends_implicit_int(&self, ty: &Type) -> bool {
        self.is(";") || self.is(",") || matches!(ty, Type::Array(..)) && self.is("=") && self.is_ahead(1, "{")
    }

    fn lacks_brace(&self) -> bool {
        let begins = self.line() > self.last().line as usize && !self.at_definition();
        let is_statement = |word: &str| STATEMENTS.contains(&word) || self.is_ahead(1, "(");
        begins && self.word().is_some_and(is_statement)
    }

    fn skip_statements(&mut self) {
        self.advance();
        while !self.ended() && (self.token().start > 0 || !self.type_ahead(0)) {
            self.advance();
        }
    }

    pub(crate) fn definition(
        &mut self,
        number: usize,
        begin: Token,
        returns: Type,
        parameters: Vec<(String, Type)>,
        typed: bool,
    ) -> Parsed<()> {
        let (line, here) = (begin.line as usize, self.here());
        let function = &mut self.code.functions[number];
        let name = function.name.clone();
        let known = std::mem::replace(&mut function.returns, returns.clone());
        let twice = function.entry.replace(here).is_some();
        function.first_line = line;
        function.tags.clear();
        parameters.iter().for_each(|(_, ty)| ty.tags(&mut function.tags));
        function.parameters.clone_from(&parameters);
        if returns.is_struct() {
            self.sized(&returns, line)?;
        }
        if twice {
            self.error(line, say!("Multiple declaration for '{name}'", name));
        }
        // A caller that saw no declaration took the result for an int, which a real number never passes for.
        let is_plain = match &returns {
            Type::Number(kind) => !kind.is_real(),
            ty => *ty == Type::Void,
        };
        if known != returns && (known != INT || !is_plain) {
            self.error(line, say!("Type mismatch in redeclaration of '{name}'", name));
        }
        self.function = Some(number);
        self.unset.clear();
        self.cpp.enter_function();
        self.scopes.push(Default::default());
        let mut cell = 0;
        for (name, ty) in parameters {
            if name.is_empty() && !self.cpp.on {
                self.error(line, say!("Argument list syntax error"));
            }
            self.sized(&ty, line)?;
            let slot = Slot::new(Space::Local, cell);
            cell += ty.bytes();
            if self.cpp.on && ty.is_struct() && self.is_special(&ty) {
                self.cpp.objects.push(Expr::new(Node::Variable(slot), ty.clone(), line));
            }
            let symbol = Symbol::Variable { slot, ty: ty.clone(), constant: false };
            if !name.is_empty() {
                self.declare(line, &name, symbol);
            }
            self.code.functions[number].variables.push(Declared { name, ty, slot, from: here, to: u32::MAX });
        }
        if self.code.functions[number].named.is_some() {
            // A pointer to the unnamed arguments follows the parameters.
            self.local(&Type::Void.pointer())?;
        }
        let stop = self.stop(PlaceKind::Enter, &begin);
        self.code.stops[stop].end = u32::MAX;
        self.settle_truths(number);
        self.before_body(number)?;
        // A missing brace counts as present.
        if !self.takes("{") {
            self.error(self.last().line as usize, say!("Compound statement missing {"));
        }
        let mut body = Body::default();
        self.cpp.parameter_objects = self.cpp.objects.len();
        self.block(&mut body)?;
        self.join_labels(&body);
        if self.reaches_here() {
            self.end_objects(0, None);
        }
        let brace = self.last().clone();
        let last_line = brace.line as usize;
        self.code.functions[number].last_line = last_line;
        let falls_off = self.reaches_here() || body.returns_nothing;
        if returns != Type::Void && falls_off && (typed && name != "main" || body.returns_value) {
            self.warn(last_line, say!("Function should return a value"));
        }
        self.stop(PlaceKind::Leave, &brace);
        self.after_body(number);
        self.returns_nothing();
        self.leave_function();
        Ok(())
    }

    /// Converts the values of `_Bool` parameters to 0 or 1.
    fn settle_truths(&mut self, number: usize) {
        let parameters = self.code.functions[number].variables.clone();
        for Declared { slot, .. } in parameters.iter().filter(|v| v.ty == Type::Bool) {
            let place = Expr::new(Node::Variable(*slot), Type::Bool, 0);
            let given = Expr::new(Node::Variable(*slot), Type::Number(Kind::UnsignedChar), 0);
            let settled = self.stored(place, given, AssignForm::Plain);
            self.dropped(&settled);
        }
    }

    /// Emits a return without a value. The result is uninitialized in a non-void function, and 0 in `main`.
    pub(crate) fn returns_nothing(&mut self) {
        let function = self.function.map(|n| &self.code.functions[n]);
        let owes = function.is_some_and(|f| f.returns != Type::Void && f.name != "main");
        let op = if owes { Op::ReturnNone } else { Op::Return(self.constant_slot(0)) };
        self.emit(op);
    }

    pub(crate) fn leave_function(&mut self) {
        self.function = None;
        self.cpp.class = None;
        self.scopes.truncate(1);
    }

    /// Skips to the next definition after an error at file level.
    fn next_definition(&mut self, begun: usize) {
        let mut depth = 0_i32;
        while !self.ended() {
            let starts_line = self.token().start == 0 && self.type_ahead(0);
            let begins = (starts_line || self.token().start == 0 || depth <= 0)
                && (starts_line || self.at_definition());
            if self.at > begun && begins {
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

    pub(crate) fn check_calls(&mut self) {
        for made in std::mem::take(&mut self.calls) {
            self.function = made.caller;
            let function = &self.code.functions[made.function];
            let name = function.name.clone();
            if function.entry.is_none() {
                let text = say!("it is declared, but no file defines it");
                self.error(made.line, say!("Undefined symbol '{name}': {text}", name, text));
                continue;
            }
            let Some(arguments) = made.arguments else { continue };
            let more = function.named.is_some();
            if more != made.spread {
                let text = say!("takes any number of arguments: declare it before the calls");
                self.error(made.line, format!("'{name}' {text}"));
                continue;
            }
            // One parameter more than there are arguments suffices to report too few arguments.
            let named = function.parameters.iter().take(arguments.len() + 1);
            let quoted = |(name, ty): &(String, Type)| (format!("'{name}'"), ty.clone());
            let parameters: Vec<(String, Type)> = named.map(quoted).collect();
            // A function without declared parameters takes any arguments, as in early C.
            if parameters.is_empty() && !arguments.is_empty() {
                self.warn(made.line, say!("Extra parameter in call to '{name}'", name));
                continue;
            }
            self.check(&name, made.line, &arguments, &parameters, (more, function.is_old));
        }
        self.function = None;
    }
}
