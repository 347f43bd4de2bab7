//! Calls and their arguments.

use super::code::{Binary, Site, Slot, Space, float_args};
use super::compiler::{CallMade, Compiler, Parsed, Reported, Symbol};
use super::declarations::undefined_structure;
use super::library;
use super::reference;
use super::text;
use super::token::TokenKind;
use super::tree::{AssignForm, Call, CallTarget, Expr, Node, Operation};
use super::types::{INT, Kind, Type};
use words::say;

impl Compiler<'_> {
    pub(crate) fn call(&mut self, name: &str, line: usize) -> Parsed<Expr> {
        let found = self.find(name).cloned();
        if found.is_none() && name.starts_with("va_") {
            return self.unnamed_arguments(name, line);
        }
        if found.is_none() && name == "offsetof" {
            return self.offset(line);
        }
        let is_free = found.is_none() && !self.defined.contains(name);
        match name {
            "max" if is_free => return self.one_of_two(Binary::Greater, line),
            "min" if is_free => return self.one_of_two(Binary::Less, line),
            _ => {}
        }
        let function = match found {
            Some(Symbol::Function(n)) => n,
            Some(_) => return self.fail_at(line, say!("Call of nonfunction")),
            None if self.defined.contains(name) => self.declare_function(line, name, INT),
            None => return self.call_library(name, line),
        };
        let named = self.code.functions[function].named;
        let arguments = self.arguments(&[])?;
        self.calls.push(CallMade {
            line,
            caller: self.function,
            function,
            arguments: Some(summary(&arguments)),
            spread: named.is_some(),
        });
        let ty = self.code.functions[function].returns.clone();
        self.returned(CallTarget::Own(function as u32), arguments, ty, line)
    }

    /// Checks that a function that stores values gets no numbers in place of addresses.
    fn check_addresses(&mut self, name: &str, mut n: usize, line: usize) -> Parsed<()> {
        let ends = |kind: &TokenKind| matches!(kind, TokenKind::End | TokenKind::Sign(";" | ")"));
        while !ends(&self.ahead(n).kind) {
            let alone = self.is_ahead(n + 2, ",") || self.is_ahead(n + 2, ")");
            if (self.is_ahead(n, ",") || n == 0)
                && alone
                && let Some(Symbol::Variable { ty: Type::Number(_), .. }) = self.find(self.word_ahead(n + 1))
            {
                let text = say!("{name} needs the address of a variable: write & before its name", name);
                return self.fail_at(line, text);
            }
            n += 1;
        }
        Ok(())
    }

    fn call_library(&mut self, name: &str, line: usize) -> Parsed<Expr> {
        let of_library = library::function(name);
        let parameters = of_library.map_or_else(Vec::new, |(_, f)| f.parameters());
        let scans = of_library.and_then(|(_, f)| f.scans());
        if of_library.is_some_and(|(_, f)| f.takes_addresses()) {
            self.check_addresses(name, scans.map_or(0, |_| 1), line)?;
        }
        let begun = self.at + 1;
        let mut arguments = self.arguments(&parameters)?;
        let mut read = arguments.iter().skip(scans.unwrap_or(usize::MAX));
        if read.any(|argument| matches!(argument.ty, Type::Number(_))) {
            let text = say!("{name} needs the address of a variable: write & before its name", name);
            return self.fail_at(line, text);
        }
        let Some((number, signature)) = of_library else {
            self.undefined(line, name);
            return Err(Reported);
        };
        for (argument, letter) in arguments.iter_mut().zip(signature.letters.bytes()) {
            // WinBGIm's functions have references for parameters.
            if letter == b'o' && matches!(argument.ty, Type::Number(_)) && argument.is_place() {
                *argument = argument.clone().address();
            }
        }
        // The reference takes time to read, so other calls do not ask it.
        let entry =
            (arguments.is_empty() && !parameters.is_empty()).then(|| reference::entry(name)).flatten();
        let header = entry.map(|entry| entry.header.trim_end_matches(".h"));
        if let Some(header) = header.filter(|header| !self.included.contains(header)) {
            // Turbo C checks no arguments without a prototype; the function finds what is on the stack.
            self.warn(
                line,
                say!("'{name}' got no argument and uses 0: <{header}.h> declares it", name, header),
            );
            arguments.extend(parameters.iter().map(|_| Expr::number(0, INT, line)));
        }
        let is_shown = |letter: u8| signature.draws() && matches!(letter, b'f' | b's');
        let mut shown = signature.letters.bytes().zip(&arguments).zip(1..);
        let wrong = shown.find(|((letter, argument), _)| {
            is_shown(*letter) && matches!(argument.ty, Type::Number(_)) && !argument.is_zero()
        });
        if let Some((_, parameter)) = wrong {
            let which = say!("parameter {parameter} in call to '{name}'", parameter, name);
            let text = match self.source_at(begun) {
                "'" if parameter == 1 => {
                    say!("Type mismatch in {which}: write a string in double quotes (\")", which)
                }
                _ => say!("Type mismatch in {which}: convert the number to a string with 'sprintf'", which),
            };
            return self.fail_at(line, text);
        }
        self.check(name, line, &summary(&arguments), &parameters, (signature.takes_more(), false));
        let mut extra = arguments.iter().skip(parameters.len());
        if extra.any(|argument| argument.ty.is_struct()) {
            self.error(line, say!("A structure cannot be an argument in call to '{name}'", name));
        }
        if let Some(at) = signature.format() {
            self.split_longs((name, at), &mut arguments, line);
        }
        self.code.allocates |= signature.allocates();
        self.returned(CallTarget::Library(number), arguments, signature.returns(), line)
    }

    /// Splits each `long` that `printf` takes for an int into its two words, as they lie on Turbo C's stack.
    fn split_longs(&mut self, (name, at): (&str, usize), arguments: &mut Vec<Expr>, line: usize) {
        let format = arguments.get(at).and_then(Expr::known);
        let Some(format) = format.and_then(|pointer| self.code.memory.text(pointer).ok()) else {
            return;
        };
        for (n, (letter, is_long)) in text::conversions(&format).into_iter().enumerate() {
            let Some(argument) = arguments.get(at + 1 + n) else { return };
            let is_word = b"diuxXoc".contains(&letter) && !is_long;
            if is_word
                && argument.kind().bytes() == 4
                && matches!(argument.ty, Type::Number(kind) if !kind.is_real())
            {
                let letter = char::from(letter);
                self.warn(
                    line,
                    say!("{name}'s %{letter} prints half of a long: use %l{letter}", name, letter),
                );
                if !argument.writes() {
                    let words = [0, 16].map(|shift| word_of(argument.clone(), shift));
                    arguments.splice(at + 1 + n..at + 2 + n, words);
                }
            }
        }
    }

    fn one_of_two(&mut self, op: Binary, line: usize) -> Parsed<Expr> {
        self.advance();
        let one = self.assignment()?;
        self.expect(",", say!("Function call missing )"))?;
        let two = self.assignment()?;
        self.expect(")", say!("Function call missing )"))?;
        self.one_of(op, one, two, line)
    }

    fn offset(&mut self, line: usize) -> Parsed<Expr> {
        self.advance();
        let (mut ty, mut bytes) = (self.type_name()?, 0);
        self.expect(",", say!("Function call missing )"))?;
        loop {
            let Type::Struct(of) = &ty else {
                return self.fail_at(line, say!("Structure required on left side of . or ->"));
            };
            let of = of.clone();
            let name = self.take_word().unwrap_or_default();
            let Some(member) = of.numbers.get(&name).map(|n| &of.members[*n]) else {
                self.undefined(line, &name);
                return Err(Reported);
            };
            (ty, bytes) = (member.ty.clone(), bytes + member.at);
            if !self.takes(".") {
                break;
            }
        }
        self.expect(")", say!("Function call missing )"))?;
        Ok(Expr::number(bytes as i64, Type::Number(Kind::Unsigned), line))
    }

    fn unnamed_arguments(&mut self, name: &str, line: usize) -> Parsed<Expr> {
        self.advance();
        let list = self.binding(2)?;
        self.changeable(&list)?;
        let done = |expr: Expr| Expr { ty: Type::Void, ..expr.acting(true) };
        let expr = match name {
            "va_start" => {
                let function = self.function.map(|n| &self.code.functions[n]);
                let named = function.and_then(|f| f.named.map(|count| &f.parameters[..count]));
                let Some(named) = named else {
                    let text = say!("va_start is for a function whose parameters end with ...");
                    return self.fail_at(line, text);
                };
                let slot = Slot::new(Space::Local, named.iter().map(|(_, ty)| ty.bytes()).sum());
                self.expect(",", say!("Function call missing )"))?;
                self.binding(2)?;
                let first = Expr::new(Node::Variable(slot), Type::Void.pointer(), line);
                done(self.stored(list, first, AssignForm::Plain))
            }
            "va_arg" => {
                self.expect(",", say!("Function call missing )"))?;
                let ty = self.type_name()?;
                self.sized(&ty, line)?;
                let list = Expr { ty: ty.pointer(), ..list };
                let place = self.step(list, "++", AssignForm::Postfix, line)?;
                self.target(place, line)?.acting(true)
            }
            "va_end" => done(list),
            _ => {
                self.undefined(line, name);
                return Err(Reported);
            }
        };
        self.expect(")", say!("Function call missing )"))?;
        Ok(expr)
    }

    /// Builds a call through a function pointer. The operand begins at the token with index `begun`.
    pub(crate) fn call_at(&mut self, called: Expr, begun: usize, line: usize) -> Parsed<Expr> {
        let called = called.decayed();
        let Some(Type::Function(signature)) = called.ty.target().cloned() else {
            return self.fail_at(line, say!("Call of nonfunction"));
        };
        let types = signature.parameters.iter().flatten().cloned();
        let parameters: Vec<(String, Type)> = (1..).map(|n: usize| n.to_string()).zip(types).collect();
        let name = self.first_word(begun);
        let arguments = self.arguments(&parameters)?;
        if signature.parameters.is_some() {
            self.check(&name, line, &summary(&arguments), &parameters, (signature.more, false));
        }
        let site = self.code.sites.len() as u32;
        self.code.sites.push(Site {
            float_args: float_args(arguments.iter().map(|argument| &argument.ty)),
            arguments: arguments.iter().map(|argument| argument.ty.clone()).collect(),
            returns: signature.returns.clone(),
        });
        let ty = signature.returns.clone();
        self.returned(CallTarget::Pointer(called, site), arguments, ty, line)
    }

    pub(crate) fn returned(
        &mut self,
        callee: CallTarget,
        arguments: Vec<Expr>,
        ty: Type,
        line: usize,
    ) -> Parsed<Expr> {
        let is_struct = match &ty {
            Type::Struct(of) if of.is_open() => return self.fail_at(line, undefined_structure(&of.name)),
            ty => ty.is_struct(),
        };
        let node = Node::Call(Box::new(Call { callee, arguments }));
        if matches!(ty, Type::Reference(..)) {
            let object = self.followed(Expr::new(node, ty, line).acting(true));
            return Ok(object.acting(true));
        }
        self.kept_result(Expr::new(node, ty, line).acting(true).fixed(is_struct))
    }

    /// Parses the arguments of a call.
    fn arguments(&mut self, parameters: &[(String, Type)]) -> Parsed<Vec<Expr>> {
        self.advance();
        let mut arguments = Vec::new();
        while !self.is(")") {
            let mut argument = self.return_text()?;
            if let Some((_, Type::Number(kind))) = parameters.get(arguments.len())
                && !argument.is_pointer()
                && argument.is_real() != kind.is_real()
            {
                argument = self.cast(argument, Type::Number(*kind));
            }
            arguments.push(argument);
            if !self.takes(",") {
                break;
            }
        }
        self.check_comma_behind_text()?;
        self.expect(")", say!("Function call missing )"))?;
        Ok(arguments)
    }

    /// Reports an argument that follows a text without a comma.
    pub(crate) fn check_comma_behind_text(&mut self) -> Parsed<()> {
        match self.last().is_text() && (self.word().is_some() || self.is_number()) {
            true => self.fail_at(self.last().line as usize, say!("A comma is missing after the string")),
            false => Ok(()),
        }
    }

    /// Checks the arguments of a call: whether the function takes `more`, and whether it has no prototype, so that
    /// Turbo C checks nothing.
    pub(crate) fn check(
        &mut self,
        name: &str,
        line: usize,
        arguments: &[(Type, bool)],
        parameters: &[(String, Type)],
        (more, is_old): (bool, bool),
    ) {
        if arguments.len() < parameters.len() {
            self.error(line, say!("Too few parameters in call to '{name}'", name));
        } else if arguments.len() > parameters.len() && !more {
            self.error(line, say!("Extra parameter in call to '{name}'", name));
        }
        for ((parameter, to), (from, is_zero)) in parameters.iter().zip(arguments) {
            match (from.target(), to.target()) {
                (None, None) if from == to || !from.is_struct() && !to.is_struct() => {}
                (None, Some(_)) if *is_zero => {}
                (Some(from), Some(to)) => {
                    if from.differs(to) {
                        self.warn(line, say!("Suspicious pointer conversion"));
                    }
                }
                (Some(_), None) if !to.is_struct() => self.warn(line, say!("Nonportable pointer conversion")),
                _ => {
                    let which = say!("parameter {parameter} in call to '{name}'", parameter, name);
                    let text = say!("Type mismatch in {which}", which);
                    match is_old && !from.is_struct() && !to.is_struct() {
                        true => self.warn(line, text),
                        false => self.error(line, text),
                    }
                }
            }
        }
    }
}

/// The 16 bits of a long from a bit on, as an int.
fn word_of(long: Expr, shift: i64) -> Expr {
    let (ty, line) = (long.ty.clone(), long.line);
    let parts = Box::new([long, Expr::number(shift, INT, line)]);
    let shifted = Expr::new(Node::Binary(Operation::Number(Binary::Shr, Kind::Long), parts), ty, line);
    Expr::new(Node::Cast(Box::new(shifted)), INT, line)
}

/// The type of each argument, and whether it is a literal 0.
fn summary(arguments: &[Expr]) -> Vec<(Type, bool)> {
    arguments.iter().map(|argument| (argument.ty.clone(), argument.is_zero())).collect()
}
