//! Statements, each with the stop point before it.

use std::collections::HashMap;

use super::code::{Op, Table};
use super::compiler::{Compiler, Parsed, Reported, Symbol};
use super::token::Token;
use super::tree::Expr;
use super::types::{Kind, Type};
use super::value::PlaceKind;
use words::say;

/// The jumps out of a statement, and the number of objects that exist behind it.
struct Jumps {
    from: Vec<u32>,
    alive: usize,
}

#[derive(Default)]
pub(crate) struct Body {
    breaks: Vec<Jumps>,
    continues: Vec<Jumps>,
    /// The enclosing `switch` statements: the table, the kind of the value, and true if there is a `default`.
    switches: Vec<(Table, Kind, bool)>,
    labels: HashMap<String, u32>,
    gotos: Vec<(String, u32, usize)>,
    pub(crate) returns_value: bool,
    pub(crate) returns_nothing: bool,
}

impl Compiler<'_> {
    pub(crate) fn block(&mut self, body: &mut Body) -> Parsed<()> {
        self.scoped(|compiler| {
            let mut statements = false;
            while !compiler.is("}") {
                if compiler.ended() {
                    return compiler.fail(say!("Compound statement missing }"));
                }
                if compiler.at_definition() {
                    let nested = compiler.token().start > 0;
                    if nested {
                        compiler.error(compiler.line(), say!("A function cannot be defined in another one"));
                        compiler.skip_definition();
                        continue;
                    }
                    let line = compiler.last().line as usize;
                    return compiler.fail_at(line, say!("Compound statement missing }"));
                }
                match compiler.at_declaration() {
                    true if statements => {
                        compiler.modern(say!("Turbo C requires declarations before statements"));
                    }
                    declaration => statements = !declaration,
                }
                compiler.recovering(|compiler| compiler.item(body))?;
            }
            compiler.advance();
            Ok(())
        })
    }

    fn scoped(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<()>) -> Parsed<()> {
        let before = self.function.map_or(0, |n| self.code.functions[n].variables.len());
        self.scopes.push(Default::default());
        let alive = self.cpp.objects.len();
        let parsed = self.deeper(inside);
        if parsed.is_ok() && self.reaches_here() {
            self.end_objects(alive, None);
        }
        self.cpp.objects.truncate(alive);
        self.scopes.pop();
        // The outermost variables stay in scope at the closing brace.
        let here = self.here();
        if let Some(n) = self.function.filter(|_| self.scopes.len() > 2) {
            for variable in &mut self.code.functions[n].variables[before..] {
                variable.to = variable.to.min(here);
            }
        }
        parsed
    }

    /// Runs a parser and skips the rest of the statement after an error. Fails only in an unclosed block.
    fn recovering(&mut self, read: impl FnOnce(&mut Self) -> Parsed<()>) -> Parsed<()> {
        let begun = self.at;
        if read(self).is_err() {
            if self.ended() || self.at_definition() {
                return Err(Reported);
            }
            self.skip();
            if self.at == begun && !self.is("}") {
                self.advance();
            }
        }
        Ok(())
    }

    fn at_declaration(&self) -> bool {
        !self.is_object_expression(0) && self.type_ahead(0) && !self.is_ahead(1, ":")
            || self.unknown_type_ahead()
    }

    fn item(&mut self, body: &mut Body) -> Parsed<()> {
        if self.at_declaration() { self.declaration() } else { self.statement(body) }
    }

    fn declaration(&mut self) -> Parsed<()> {
        let specifiers = self.specifiers()?;
        if self.takes(";") {
            return Ok(());
        }
        let begun = self.at;
        let declared = self.declares(&specifiers, |compiler, declarator| {
            let signature = match &declarator.ty {
                Type::Function(signature) if !specifiers.is_type => signature.clone(),
                _ => return compiler.variable(&specifiers, declarator),
            };
            if !compiler.is_of_library(&declarator.name) {
                compiler.declare_as(declarator.line, &declarator.name, &signature);
            }
            Ok(())
        });
        self.end_unnamed();
        if declared.is_err() {
            self.give_up_names(begun);
        }
        declared
    }

    /// Skips a misplaced function definition.
    pub(crate) fn skip_definition(&mut self) {
        while !self.is("{") && !self.ended() {
            self.advance();
        }
        let mut open = 0;
        while !self.ended() {
            open += i32::from(self.is("{")) - i32::from(self.is("}"));
            self.advance();
            if open == 0 {
                return;
            }
        }
    }

    fn nested(&mut self, body: &mut Body) -> Parsed<()> {
        // A block counts as a level of its own.
        match self.is("{") {
            true => self.recovering(|compiler| compiler.statement(body)),
            false => self.deeper(|compiler| compiler.recovering(|compiler| compiler.statement(body))),
        }
    }

    fn statement(&mut self, body: &mut Body) -> Parsed<()> {
        if self.takes("{") {
            return self.block(body);
        }
        if self.takes(";") {
            return Ok(());
        }
        let (first, line) = (self.token().clone(), self.line());
        let word = self.word().unwrap_or_default().to_string();
        let keyword = Compiler::reserved_words().any(|known| known == word);
        if !word.is_empty() && !keyword && self.is_ahead(1, ":") {
            return self.label(word, body);
        }
        if keyword && word != "sizeof" {
            self.advance();
        }
        match word.as_str() {
            // A condition of C++ may declare a variable.
            "if" | "while" | "switch" if self.cpp.on && self.is("(") && self.type_ahead(1) => {
                return self.scoped(|compiler| match &*word {
                    "if" => compiler.if_statement(body),
                    "while" => compiler.while_statement(body),
                    _ => compiler.switch_statement(body),
                });
            }
            "if" => return self.if_statement(body),
            "while" => return self.while_statement(body),
            "for" => return self.for_statement(body),
            "switch" => return self.switch_statement(body),
            "case" | "default" => return self.case(body, word == "case"),
            "else" => {
                let text = say!("Misplaced else: put { } around the statements of its if");
                // After an error the `if` of this `else` may be missing.
                if !self.has_error() {
                    self.error(line, text);
                }
                return self.nested(body);
            }
            "do" => return self.do_statement(body),
            _ => {}
        }
        let stop = self.stop(PlaceKind::Statement, &first);
        match word.as_str() {
            "break" | "continue" => {
                let around = if word == "break" { &mut body.breaks } else { &mut body.continues };
                match around.last_mut() {
                    Some(jumps) => {
                        self.end_objects(jumps.alive, None);
                        jumps.from.push(self.jump());
                    }
                    None => self.error(line, say!("Misplaced {word}", word)),
                }
            }
            "goto" => {
                let line = self.line();
                let Some(label) = self.take_word() else {
                    return self.fail(say!("Goto statement missing label"));
                };
                body.gotos.push((label, self.jump(), line));
            }
            "return" => self.return_statement(body, line)?,
            _ => self.effect(stop)?,
        }
        self.semicolon(say!("Statement missing ;"));
        self.end_stop(stop);
        Ok(())
    }

    fn label(&mut self, label: String, body: &mut Body) -> Parsed<()> {
        self.landed = self.here();
        if body.labels.insert(label.clone(), self.landed).is_some() {
            self.error(self.line(), say!("Multiple declaration for '{label}'", label));
        }
        self.advance();
        self.advance();
        if self.is("}") { Ok(()) } else { self.nested(body) }
    }

    fn effect(&mut self, stop: usize) -> Parsed<()> {
        let line = self.line();
        self.no_type_but_variable()?;
        let expr = self.expression()?;
        if matches!(expr.ty, Type::Function(_)) {
            self.warn(line, say!("Code has no effect without ( ) after the name"));
        } else if !expr.acts && expr.ty != Type::Void {
            self.warn(line, say!("Code has no effect"));
        }
        self.dropped(&expr);
        self.end_unnamed();
        self.end_stop(stop);
        Ok(())
    }

    fn no_type_but_variable(&mut self) -> Parsed<()> {
        let word = self.word().unwrap_or_default().to_string();
        let name = self.word_ahead(1).to_string();
        let is_variable = matches!(self.find(&word), Some(Symbol::Variable { .. }));
        if name.is_empty() || !is_variable || self.ahead(1).line != self.token().line {
            return Ok(());
        }
        self.unknown.insert(name);
        self.fail(say!("'{word}' is a variable, not a type", word))
    }

    /// Parses a bracketed condition. Returns the jumps taken if it is false, and whether it is always true.
    fn in_brackets(&mut self, missing: &str) -> Parsed<(Vec<u32>, bool)> {
        self.expect("(", &say!("{missing} statement missing (", missing))?;
        let condition = self.condition()?;
        self.expect(")", &say!("{missing} statement missing )", missing))?;
        Ok(condition)
    }

    fn condition(&mut self) -> Parsed<(Vec<u32>, bool)> {
        let line = self.line();
        let stop = self.stop_here(PlaceKind::Condition);
        let condition = self.condition_value()?;
        if condition.assigns {
            self.warn(line, say!("Possibly incorrect assignment"));
        }
        let always = condition.known().is_some_and(|n| n != 0);
        let jumps = self.condition_jumps(&condition);
        self.end_stop(stop);
        Ok((jumps, always))
    }

    /// Parses the value of a condition, which in C++ may be `int n = f()`.
    fn condition_value(&mut self) -> Parsed<Expr> {
        let condition = match self.cpp.on && self.at_declaration() {
            true => {
                let specifiers = self.specifiers()?;
                let declarator = self.declarator(&specifiers)?;
                let name = declarator.name.clone();
                self.variable(&specifiers, declarator)?;
                self.named(&name, self.last().line as usize)?
            }
            false => self.expression()?,
        };
        let condition = self.scalar(condition)?;
        self.and_end_unnamed(condition, 0)
    }

    /// Parses an `if`. A chain of `else if` does not count as nesting.
    fn if_statement(&mut self, body: &mut Body) -> Parsed<()> {
        let mut ends = Vec::new();
        loop {
            let (otherwise, _) = self.in_brackets(say!("If||of C"))?;
            let on_line = self.line() == self.last().line as usize;
            if self.is(";") && on_line && self.word_ahead(1) != "else" {
                self.warn(self.line(), say!("Nothing depends on the condition: a ; ends this if"));
            }
            self.nested(body)?;
            if !self.takes_word("else") {
                self.land(&otherwise);
                break;
            }
            ends.extend(self.reaches_here().then(|| self.jump()));
            self.land(&otherwise);
            if !self.takes_word("if") {
                self.no_condition_behind_else();
                self.nested(body)?;
                break;
            }
        }
        self.land(&ends);
        Ok(())
    }

    fn no_condition_behind_else(&mut self) {
        let end = self.closing(self.at).filter(|_| self.is("("));
        if let Some(end) = end.filter(|end| self.sign_at(end + 1, "{")) {
            let text = say!("An else has no condition: write else if");
            self.error(self.last().line as usize, text);
            self.at = end + 1;
        }
    }

    /// Parses the body of a loop. `continue` jumps to the end of the body.
    fn inside(&mut self, word: &Token, body: &mut Body) -> Parsed<()> {
        let next = self.ahead(1);
        if self.is(";")
            && word.line == self.token().line
            && next.line == word.line + 1
            && next.start > word.start
            && !self.is_ahead(1, "{")
        {
            let text = say!("The line below is not repeated: a ; ends this loop");
            self.warn(self.line(), text);
        }
        if self.is(";") && self.is_ahead(1, "{") && self.line() == self.last().line as usize {
            self.warn(self.line(), say!("The block below is not repeated: a ; ends this loop"));
        }
        body.breaks.push(self.jumps());
        body.continues.push(self.jumps());
        let parsed = self.nested(body);
        let continues = body.continues.pop().map(|jumps| jumps.from).unwrap_or_default();
        self.land(&continues);
        if parsed.is_err() {
            body.breaks.pop();
        }
        parsed
    }

    fn jumps(&self) -> Jumps {
        Jumps { from: Vec::new(), alive: self.cpp.objects.len() }
    }

    fn turn(&mut self, top: u32, (out, always): (Vec<u32>, bool), body: &mut Body) {
        self.emit(Op::Jump(top));
        // A condition that is always true has no exit.
        match always {
            true => self.land_at(&out, self.here()),
            false => self.land(&out),
        }
        self.leave(body);
    }

    fn leave(&mut self, body: &mut Body) {
        let breaks = body.breaks.pop().map(|jumps| jumps.from).unwrap_or_default();
        self.land(&breaks);
    }

    fn while_statement(&mut self, body: &mut Body) -> Parsed<()> {
        let (word, top) = (self.last().clone(), self.here());
        let out = self.in_brackets(say!("While"))?;
        self.inside(&word, body)?;
        self.turn(top, out, body);
        Ok(())
    }

    fn do_statement(&mut self, body: &mut Body) -> Parsed<()> {
        let (word, top) = (self.last().clone(), self.here());
        self.inside(&word, body)?;
        if !self.takes_word("while") {
            self.error(self.last().line as usize, say!("Do statement must have while"));
            self.leave(body);
            return Ok(());
        }
        let out = self.in_brackets(say!("Do-while"))?;
        self.turn(top, out, body);
        self.semicolon(say!("Statement missing ;"));
        Ok(())
    }

    fn for_statement(&mut self, body: &mut Body) -> Parsed<()> {
        let word = self.last().clone();
        self.expect("(", say!("For statement missing ("))?;
        if self.at_declaration() {
            self.modern(say!("Turbo C requires declarations before statements, not in a for"));
            return self.scoped(|compiler| {
                compiler.declaration()?;
                // Turbo C++ knows the variables behind the loop, too.
                if let Some(scope) = compiler.scopes.last().filter(|_| compiler.cpp.on) {
                    compiler.cpp.of_loops.extend(scope.clone());
                }
                compiler.for_loop(&word, body)
            });
        }
        if !self.is(";") {
            let stop = self.stop_here(PlaceKind::Statement);
            self.effect(stop)?;
        }
        self.expect(";", say!("For statement missing ;"))?;
        self.for_loop(&word, body)
    }

    fn for_loop(&mut self, word: &Token, body: &mut Body) -> Parsed<()> {
        let top = self.here();
        let out = if self.is(";") {
            // A loop without a condition also needs a stop point.
            self.stop(PlaceKind::Statement, word);
            (Vec::new(), true)
        } else {
            self.condition()?
        };
        self.expect(";", say!("For statement missing ;"))?;
        // The third part runs after the body, so parse it there.
        let (third, mut depth) = (self.at, 0);
        while depth > 0 || !self.is(")") {
            if self.ended() || self.is(";") || self.is("{") {
                return self.fail(say!("For statement missing )"));
            }
            depth += i32::from(self.is("(")) - i32::from(self.is(")"));
            self.advance();
        }
        self.advance();
        self.inside(word, body)?;
        let behind = std::mem::replace(&mut self.at, third);
        if !self.is(")") {
            let stop = self.stop_here(PlaceKind::Statement);
            if self.effect(stop).is_ok() && !self.is(")") {
                self.error(self.line(), say!("For statement missing )"));
            }
        }
        if !self.ended() {
            self.at = behind;
        }
        self.turn(top, out, body);
        Ok(())
    }

    fn switch_statement(&mut self, body: &mut Body) -> Parsed<()> {
        self.expect("(", say!("Switch statement missing ("))?;
        let stop = self.stop_here(PlaceKind::Condition);
        let value = self.condition_value()?;
        if value.is_real() || value.is_pointer() {
            return self.fail(say!("Switch selection expression must be of integral type"));
        }
        let slot = self.value(&value);
        self.end_stop(stop);
        self.expect(")", say!("Switch statement missing )"))?;
        let n = self.code.tables.len();
        self.code.tables.push(Table::default());
        self.emit(Op::Switch(slot, n as u32));
        body.breaks.push(self.jumps());
        let kind = value.kind().with(Kind::Int);
        body.switches.push((Table::default(), kind, false));
        let parsed = match self.word() {
            Some("case" | "default") => self.cases_without_braces(body),
            _ => self.nested(body),
        };
        if let Some((mut table, _, with_default)) = body.switches.pop() {
            if !with_default {
                table.otherwise = self.here();
                self.landed = self.here();
            }
            self.code.tables[n] = table;
        }
        self.leave(body);
        parsed
    }

    /// Parses the one statement of a `switch` without braces. If more cases follow, the braces are missing.
    fn cases_without_braces(&mut self, body: &mut Body) -> Parsed<()> {
        let line = self.last().line as usize;
        while matches!(self.word(), Some("case" | "default")) {
            self.statement(body)?;
        }
        self.nested(body)?;
        if !matches!(self.word(), Some("case" | "default" | "break")) {
            return Ok(());
        }
        self.error(line, say!("Switch statement missing {"));
        while !self.is("}") && !self.ended() {
            self.recovering(|compiler| compiler.item(body))?;
        }
        Ok(())
    }

    fn case(&mut self, body: &mut Body, with_value: bool) -> Parsed<()> {
        let (line, here) = (self.last().line as usize, self.here());
        self.landed = here;
        let (name, value) = match with_value {
            true => (say!("Case"), Some(self.constant()?)),
            false => (say!("Default"), None),
        };
        self.expect(":", &say!("{name} statement missing :", name))?;
        let Some((table, kind, with_default)) = body.switches.last_mut() else {
            self.error(line, say!("{name} outside of switch", name));
            return Ok(());
        };
        match value.map(|n| kind.wrap(n)) {
            Some(n) => {
                if table.cases.insert(n, here).is_some() {
                    self.error(line, say!("Duplicate case"));
                }
            }
            None => {
                table.otherwise = here;
                if std::mem::replace(with_default, true) {
                    self.error(line, say!("Too many default cases"));
                }
            }
        }
        Ok(())
    }

    fn return_statement(&mut self, body: &mut Body, line: usize) -> Parsed<()> {
        let function = self.function.map(|n| &self.code.functions[n]);
        let returns = function.map_or(Type::Void, |f| f.returns.clone());
        if self.is(";") || self.is("}") {
            body.returns_nothing = true;
            self.end_objects(0, None);
            self.returns_nothing();
            return Ok(());
        }
        body.returns_value = true;
        let value = self.expression()?;
        if let Type::Reference(of, constant) = &returns {
            let pointer = self.referred(value, of, *constant, line)?;
            let slot = self.value(&pointer);
            self.end_objects(0, None);
            self.emit(Op::Return(slot));
            return Ok(());
        }
        if returns.is_struct() {
            let value = self.as_object(&returns, value, line)?;
            if value.ty != returns {
                return self.fail_at(line, say!("Incompatible type conversion"));
            }
            // A local object goes to the caller.
            let locals = &self.cpp.objects[self.cpp.parameter_objects.min(self.cpp.objects.len())..];
            let kept = value.slot().filter(|slot| locals.iter().any(|object| object.slot() == Some(*slot)));
            let value = if kept.is_some() { value } else { self.by_value(value, line)? };
            let slot = self.value(&value.address());
            self.end_unnamed();
            self.end_objects(0, kept);
            self.emit(Op::ReturnBytes(slot, returns.bytes() as u32));
            return Ok(());
        }
        let value = self.scalar(value)?;
        if returns == Type::Void {
            self.warn(line, say!("Void functions may not return a value"));
            self.dropped(&value);
            let nothing = self.constant_slot(0);
            self.emit(Op::Return(nothing));
            return Ok(());
        }
        self.converts(&value, &returns, line);
        let value = self.cast(value, returns);
        let mut slot = self.value(&value);
        if !(self.cpp.objects.is_empty() && self.cpp.unnamed.is_empty()) && slot.is_variable() {
            slot = self.copy_of(slot);
        }
        self.end_unnamed();
        self.end_objects(0, None);
        self.emit(Op::Return(slot));
        Ok(())
    }

    pub(crate) fn join_labels(&mut self, body: &Body) {
        for (label, jump, line) in &body.gotos {
            match body.labels.get(label) {
                Some(to) => self.land_at(&[*jump], *to),
                None => self.error(*line, say!("Undefined label '{label}'", label)),
            }
        }
    }
}
