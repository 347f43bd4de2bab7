//! Statements: from tokens to operations, each with the stop before it.

use super::code::{Op, Table};
use super::expr::{Expr, Node};
use super::lexer::{Token, TokenKind};
use super::parser::{Parsed, Parser, Skip};
use super::types::Type;
use super::value::PlaceKind;

/// What a function's statements have in common.
#[derive(Default)]
pub struct Body {
    /// The jumps out of each loop and `switch` around here.
    breaks: Vec<Vec<usize>>,
    /// The jumps to the next turn of each loop around here.
    continues: Vec<Vec<usize>>,
    /// The tables of each `switch` around here, and whether it has a default.
    switches: Vec<(Table, bool)>,
    labels: Vec<(String, u32)>,
    gotos: Vec<(String, usize, usize)>,
    /// Does the function say `return` with a value, and without one?
    pub returns_value: bool,
    pub returns_nothing: bool,
}

impl Parser<'_> {
    /// A block after its opening brace. Its names are forgotten behind the closing one.
    pub fn block(&mut self, body: &mut Body) -> Parsed<()> {
        let before = self
            .function
            .map(|n| self.code.functions[n].variables.len());
        self.scopes.push(Default::default());
        let parsed = self.deeper(|parser| {
            while !parser.is("}") {
                if parser.ended() {
                    return parser.fail("Compound statement missing }");
                }
                if parser.at_definition() {
                    let line = parser.last().line as usize;
                    parser.error(line, "Compound statement missing }");
                    return Err(Skip);
                }
                parser.recovering(|parser| parser.item(body))?;
            }
            parser.advance();
            Ok(())
        });
        self.scopes.pop();
        // Those of the function's outermost block can be seen up to its closing brace.
        if let (Some(n), Some(before)) = (self.function, before)
            && self.scopes.len() > 2
        {
            let here = self.here();
            for variable in &mut self.code.functions[n].variables[before..] {
                variable.to = variable.to.min(here);
            }
        }
        parsed
    }

    /// Reads something; after an error its rest is left out. Fails only where a block does not end.
    fn recovering(&mut self, read: impl FnOnce(&mut Self) -> Parsed<()>) -> Parsed<()> {
        let begun = self.at;
        if read(self).is_err() {
            if self.ended() || self.at_definition() {
                return Err(Skip);
            }
            self.skip();
            if self.at == begun && !self.is("}") {
                self.advance();
            }
        }
        Ok(())
    }

    fn item(&mut self, body: &mut Body) -> Parsed<()> {
        // A name with a colon is a label, even if it is a type's.
        if !self.type_ahead(0) || matches!(self.ahead(1).kind, TokenKind::Sign(":")) {
            return self.statement(body);
        }
        let specifiers = self.specifiers()?;
        if !self.is(";") {
            loop {
                let declarator = self.declarator(specifiers.ty.clone())?;
                if specifiers.is_type {
                    let symbol = super::parser::Symbol::Type(declarator.ty);
                    self.declare(declarator.line, &declarator.name, symbol);
                } else if declarator.parameters.is_some() {
                    self.declare_function(declarator.line, &declarator.name, declarator.ty);
                } else {
                    self.variable(&specifiers, declarator)?;
                }
                if !self.takes(",") {
                    break;
                }
            }
        }
        self.semicolon("Declaration missing ;");
        Ok(())
    }

    /// A statement. One that is no good is left out, and the block goes on.
    fn nested(&mut self, body: &mut Body) -> Parsed<()> {
        self.deeper(|parser| parser.recovering(|parser| parser.statement(body)))
    }

    fn statement(&mut self, body: &mut Body) -> Parsed<()> {
        if self.takes("{") {
            return self.block(body);
        }
        if self.takes(";") {
            return Ok(());
        }
        let first = self.token().clone();
        let word = self.word().map(str::to_string).unwrap_or_default();
        match word.as_str() {
            "if" => self.if_statement(body),
            "while" => self.while_statement(body),
            "do" => self.do_statement(body),
            "for" => self.for_statement(body),
            "switch" => self.switch_statement(body),
            "case" | "default" => self.case(body, word == "case"),
            "return" => self.return_statement(body),
            "break" | "continue" => {
                let stop = self.stop(PlaceKind::Statement);
                self.advance();
                let jump = self.jump(Op::Jump(0));
                let around = if word == "break" {
                    &mut body.breaks
                } else {
                    &mut body.continues
                };
                match around.last_mut() {
                    Some(jumps) => jumps.push(jump),
                    None => self.error(first.line as usize, format!("Misplaced {word}")),
                }
                self.semicolon("Statement missing ;");
                self.end_stop(stop);
                Ok(())
            }
            "goto" => {
                let stop = self.stop(PlaceKind::Statement);
                self.advance();
                let Some(label) = self.word().map(str::to_string) else {
                    return self.fail("Goto statement missing label");
                };
                let jump = self.jump(Op::Jump(0));
                body.gotos.push((label, jump, self.line()));
                self.advance();
                self.semicolon("Statement missing ;");
                self.end_stop(stop);
                Ok(())
            }
            "else" => {
                self.error(first.line as usize, "Misplaced else");
                self.advance();
                self.nested(body)
            }
            label if !label.is_empty() && matches!(self.ahead(1).kind, TokenKind::Sign(":")) => {
                let label = label.to_string();
                if body.labels.iter().any(|(name, _)| *name == label) {
                    self.error(
                        first.line as usize,
                        format!("Multiple declaration for '{label}'"),
                    );
                }
                body.labels.push((label, self.here()));
                self.landed = self.here();
                self.advance();
                self.advance();
                if self.is("}") {
                    Ok(())
                } else {
                    self.nested(body)
                }
            }
            _ => {
                let stop = self.stepped()?;
                self.semicolon("Statement missing ;");
                self.end_stop(stop);
                Ok(())
            }
        }
    }

    /// An expression for what it does, with the stop before it.
    fn stepped(&mut self) -> Parsed<usize> {
        let line = self.line();
        let stop = self.stop(PlaceKind::Statement);
        let expr = self.expression()?;
        if !expr.has_effect() && !matches!(expr.ty, Type::Void) {
            self.warn(line, "Code has no effect");
        }
        self.effect(&expr);
        self.end_stop(stop);
        Ok(stop)
    }

    /// A condition in brackets.
    fn in_brackets(&mut self, missing: &str) -> Parsed<bool> {
        self.expect("(", &format!("{missing} statement missing ("))?;
        let always = self.condition()?;
        self.expect(")", &format!("{missing} statement missing )"))?;
        Ok(always)
    }

    /// A condition, whose value is left on the stack. Does it always hold?
    fn condition(&mut self) -> Parsed<bool> {
        let (line, stop) = (self.line(), self.stop(PlaceKind::Condition));
        let condition = self.expression()?;
        let condition = self.scalar(condition)?;
        if matches!(condition.node, Node::Assign(..)) {
            self.warn(line, "Possibly incorrect assignment");
        }
        self.value(&condition);
        self.end_stop(stop);
        Ok(condition.known().is_some_and(|n| n != 0))
    }

    /// The way out of a loop, by which nothing comes if its condition always holds.
    fn way_out(&mut self, out: usize, always: bool) {
        match always {
            true => self.land_at(out, self.here()),
            false => self.land(out),
        }
    }

    fn if_statement(&mut self, body: &mut Body) -> Parsed<()> {
        self.advance();
        self.in_brackets("If")?;
        let otherwise = self.jump(Op::Branch(0));
        self.nested(body)?;
        if !self.takes_word("else") {
            self.land(otherwise);
            return Ok(());
        }
        let end = self.reaches_here().then(|| self.jump(Op::Jump(0)));
        self.land(otherwise);
        self.nested(body)?;
        end.into_iter().for_each(|end| self.land(end));
        Ok(())
    }

    /// The inside of a loop. What comes out are the jumps to its next turn; those out of it come later.
    fn looped(&mut self, body: &mut Body) -> Parsed<Vec<usize>> {
        body.breaks.push(Vec::new());
        body.continues.push(Vec::new());
        let parsed = self.nested(body);
        let continues = body.continues.pop().unwrap_or_default();
        if parsed.is_err() {
            body.breaks.pop();
        }
        parsed.map(|()| continues)
    }

    fn leave_loop(&mut self, body: &mut Body) {
        for jump in body.breaks.pop().unwrap_or_default() {
            self.land(jump);
        }
    }

    fn while_statement(&mut self, body: &mut Body) -> Parsed<()> {
        self.advance();
        let top = self.here();
        let always = self.in_brackets("While")?;
        let out = self.jump(Op::Branch(0));
        for jump in self.looped(body)? {
            self.land(jump);
        }
        self.emit(Op::Jump(top));
        self.way_out(out, always);
        self.leave_loop(body);
        Ok(())
    }

    fn do_statement(&mut self, body: &mut Body) -> Parsed<()> {
        self.advance();
        let top = self.here();
        for jump in self.looped(body)? {
            self.land(jump);
        }
        if !self.takes_word("while") {
            self.error(self.last().line as usize, "Do statement must have while");
            body.breaks.pop();
            return Ok(());
        }
        let always = self.in_brackets("Do-while")?;
        let out = self.jump(Op::Branch(0));
        self.emit(Op::Jump(top));
        self.way_out(out, always);
        self.leave_loop(body);
        self.semicolon("Statement missing ;");
        Ok(())
    }

    fn for_statement(&mut self, body: &mut Body) -> Parsed<()> {
        let word = self.token().clone();
        self.advance();
        self.expect("(", "For statement missing (")?;
        if !self.is(";") {
            self.stepped()?;
        }
        self.expect(";", "For statement missing ;")?;
        let top = self.here();
        let mut out = None;
        if self.is(";") {
            // Even a loop without a condition can be stopped at each turn.
            self.stop_at(PlaceKind::Statement, &word);
        } else {
            let always = self.condition()?;
            out = Some((self.jump(Op::Branch(0)), always));
        }
        self.expect(";", "For statement missing ;")?;
        let third = match self.is(")") {
            true => None,
            false => Some(self.third_part()?),
        };
        self.expect(")", "For statement missing )")?;
        for jump in self.looped(body)? {
            self.land(jump);
        }
        if let Some((expr, first, end)) = third {
            let stop = self.stop_at(PlaceKind::Statement, &first);
            self.code.stops[stop].end = end;
            self.effect(&expr);
        }
        self.emit(Op::Jump(top));
        if let Some((out, always)) = out {
            self.way_out(out, always);
        }
        self.leave_loop(body);
        Ok(())
    }

    /// What a `for` does after each turn: the expression, its first token, and the column where it ends.
    fn third_part(&mut self) -> Parsed<(Expr, Token, u32)> {
        let first = self.token().clone();
        let expr = self.expression()?;
        if !expr.has_effect() {
            self.warn(first.line as usize, "Code has no effect");
        }
        let end = match self.last().line == first.line {
            true => self.last().end,
            false => u32::MAX,
        };
        Ok((expr, first, end))
    }

    fn switch_statement(&mut self, body: &mut Body) -> Parsed<()> {
        self.advance();
        self.in_brackets("Switch")?;
        let n = self.code.tables.len();
        self.code.tables.push(Table::default());
        self.emit(Op::Switch(n as u32));
        body.breaks.push(Vec::new());
        body.switches.push((Table::default(), false));
        let parsed = self.nested(body);
        let (mut table, with_default) = body.switches.pop().unwrap_or_default();
        if !with_default {
            table.otherwise = self.here();
            self.landed = self.here();
        }
        self.code.tables[n] = table;
        self.leave_loop(body);
        parsed
    }

    fn case(&mut self, body: &mut Body, with_value: bool) -> Parsed<()> {
        let (line, here) = (self.line(), self.here());
        self.landed = here;
        self.advance();
        let value = if with_value {
            Some(self.constant()?)
        } else {
            None
        };
        let missing = if with_value {
            "Case statement missing :"
        } else {
            "Default statement missing :"
        };
        self.expect(":", missing)?;
        let text = match (body.switches.last_mut(), value) {
            (None, Some(_)) => "Case outside of switch",
            (None, None) => "Default outside of switch",
            (Some((table, _)), Some(value)) => {
                let twice = table.cases.iter().any(|(n, _)| *n == value);
                table.cases.push((value, here));
                if twice { "Duplicate case" } else { "" }
            }
            (Some((table, with_default)), None) => {
                table.otherwise = here;
                if std::mem::replace(with_default, true) {
                    "Too many default cases"
                } else {
                    ""
                }
            }
        };
        if !text.is_empty() {
            self.error(line, text);
        }
        Ok(())
    }

    fn return_statement(&mut self, body: &mut Body) -> Parsed<()> {
        let stop = self.stop(PlaceKind::Statement);
        let line = self.line();
        self.advance();
        let returns = self
            .function
            .map(|n| self.code.functions[n].returns.clone());
        if self.is(";") || self.is("}") {
            body.returns_nothing = true;
            self.emit(Op::Push(0));
        } else {
            body.returns_value = true;
            let value = self.expression()?;
            let value = self.scalar(value)?;
            match returns {
                Some(Type::Void) | None => {
                    self.error(line, "A void function cannot return a value");
                    return Err(Skip);
                }
                Some(ty) => {
                    self.converts(&value, &ty, line);
                    self.value(&value.cast(ty));
                }
            }
        }
        self.emit(Op::Return);
        self.semicolon("Statement missing ;");
        self.end_stop(stop);
        Ok(())
    }

    /// Lets the function's `goto`s lead to their labels.
    pub fn join_labels(&mut self, body: &Body) {
        for (label, jump, line) in &body.gotos {
            match body.labels.iter().find(|(name, _)| name == label) {
                Some((_, to)) => self.code.ops[*jump] = Op::Jump(*to),
                None => self.error(*line, format!("Undefined label '{label}'")),
            }
        }
    }
}
