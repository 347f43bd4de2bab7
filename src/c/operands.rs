//! What stands between operators: names, numbers, calls, elements, and the signs before and behind them.

use super::code::Pointer;
use super::expr::{Binary, Expr, Node, Unary};
use super::lexer::TokenKind;
use super::library::{self, Call};
use super::parser::{CallMade, LONGEST, Parsed, Parser, Skip, Symbol};
use super::types::{INT, Kind, Type};

impl Parser<'_> {
    pub fn prefixed(&mut self) -> Parsed<Expr> {
        let line = self.line();
        let TokenKind::Sign(sign) = self.token().kind else {
            if self.takes_word("sizeof") {
                return self.size(line);
            }
            return self.postfixed();
        };
        match sign {
            "-" | "+" | "~" | "!" | "*" | "&" | "++" | "--" => self.advance(),
            "(" if self.type_ahead(1) => {
                self.advance();
                let ty = self.type_name()?;
                self.expect(")", "Expression syntax")?;
                let operand = self.deeper(Self::prefixed)?;
                if ty == Type::Void {
                    return Ok(Expr::new(Node::Cast(Box::new(operand)), ty, line));
                }
                return Ok(self.scalar(operand)?.cast(ty));
            }
            _ => return self.postfixed(),
        }
        let operand = self.deeper(Self::prefixed)?;
        match sign {
            "++" => self.step(operand, 1, false, line),
            "--" => self.step(operand, -1, false, line),
            "&" => {
                if !operand.is_place() {
                    self.error(line, "Lvalue required");
                    return Err(Skip);
                }
                let ty = operand.ty.clone().pointer();
                Ok(self.address(operand, ty, line))
            }
            "*" => {
                let pointer = self.scalar(operand)?;
                self.target(pointer, line)
            }
            "!" => Ok(Expr::unary(Unary::Not, self.scalar(operand)?)),
            sign => {
                let operand = self.scalar(operand)?;
                if operand.ty.target().is_some() {
                    self.error(line, "Illegal use of pointer");
                    return Err(Skip);
                }
                Ok(match sign {
                    "-" => Expr::unary(Unary::Negate, operand),
                    "~" => Expr::unary(Unary::Invert, operand),
                    _ => {
                        let kind = operand.kind().with(Kind::Int);
                        operand.cast(Type::Number(kind))
                    }
                })
            }
        }
    }

    fn size(&mut self, line: usize) -> Parsed<Expr> {
        let bytes = if self.is("(") && self.type_ahead(1) {
            self.advance();
            let ty = self.type_name()?;
            self.expect(")", "Expression syntax")?;
            ty.bytes()
        } else {
            self.deeper(Self::prefixed)?.ty.bytes()
        };
        Ok(Expr::number(
            bytes as i64,
            Type::Number(Kind::Unsigned),
            line,
        ))
    }

    fn step(&mut self, place: Expr, by: i32, after: bool, line: usize) -> Parsed<Expr> {
        self.changeable(&place)?;
        let place = self.scalar(place)?;
        let ty = place.ty.clone();
        let stride = match &ty {
            Type::Pointer(to) => to.cells() as i32,
            _ => 1,
        };
        Ok(Expr::new(
            Node::Step(Box::new(place), by * stride, after),
            ty,
            line,
        ))
    }

    fn target(&mut self, pointer: Expr, line: usize) -> Parsed<Expr> {
        match &pointer.ty {
            Type::Pointer(to) if **to != Type::Void => {
                let ty = (**to).clone();
                // What &array[i] points to is the element itself.
                match pointer.node {
                    Node::Address(place) if place.ty == ty => Ok(*place),
                    node => {
                        let pointer = Expr::new(node, ty.clone().pointer(), line);
                        Ok(Expr::new(Node::Target(Box::new(pointer)), ty, line))
                    }
                }
            }
            _ => {
                self.error(line, "Invalid indirection");
                Err(Skip)
            }
        }
    }

    fn postfixed(&mut self) -> Parsed<Expr> {
        let mut operand = self.primary()?;
        loop {
            let line = self.line();
            self.operators += 1;
            if self.operators > LONGEST {
                return self.fail("Expression too long");
            }
            if self.takes("[") {
                let index = self.binding(1)?;
                let index = self.scalar(index)?;
                self.expect("]", "Array bounds missing ]")?;
                operand = self.element(operand, index, line)?;
            } else if self.is(".") || self.is("->") {
                if self.is("->") {
                    let pointer = self.scalar(operand)?;
                    operand = self.target(pointer, line)?;
                }
                self.advance();
                operand = self.member(operand, line)?;
            } else if self.takes("++") {
                operand = self.step(operand, 1, true, line)?;
            } else if self.takes("--") {
                operand = self.step(operand, -1, true, line)?;
            } else if self.is("(") {
                return self.fail("Call of nonfunction");
            } else {
                return Ok(operand);
            }
        }
    }

    fn element(&mut self, array: Expr, index: Expr, line: usize) -> Parsed<Expr> {
        match array.ty.clone() {
            Type::Array(of, count) if array.is_place() && index.ty.target().is_none() => {
                let constant = array.constant;
                let node = Node::Element(Box::new(array), Box::new(index), count);
                Ok(Expr {
                    constant,
                    ..Expr::new(node, *of, line)
                })
            }
            _ => {
                let array = self.scalar(array)?;
                if array.ty.target().is_none() && index.ty.target().is_none() {
                    self.error(line, "Invalid indirection");
                    return Err(Skip);
                }
                let pointer = self.arithmetic(Binary::Add, array, index, line)?;
                self.target(pointer, line)
            }
        }
    }

    fn member(&mut self, of: Expr, line: usize) -> Parsed<Expr> {
        let Some(name) = self.word().map(str::to_string) else {
            return self.fail("Expression syntax");
        };
        self.advance();
        let Type::Struct(members) = &of.ty else {
            self.error(line, "Structure required on left side of . or ->");
            return Err(Skip);
        };
        match members.members.iter().find(|(n, ..)| *n == name) {
            Some((_, ty, cell)) => {
                let (ty, cell, constant) = (ty.clone(), *cell, of.constant);
                let node = Node::Member(Box::new(of), cell);
                Ok(Expr {
                    constant,
                    ..Expr::new(node, ty, line)
                })
            }
            None => {
                self.undefined(line, &name);
                Err(Skip)
            }
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let line = self.line();
        match self.token().kind.clone() {
            TokenKind::Number(n, kind) => {
                self.advance();
                Ok(Expr::number(n, Type::Number(kind), line))
            }
            TokenKind::Text(bytes) => {
                let mut bytes = bytes.to_vec();
                self.advance();
                while let TokenKind::Text(more) = &self.token().kind {
                    bytes.extend_from_slice(more);
                    self.advance();
                }
                let (cell, ty) = self.allocate_text(&bytes);
                let pointer = Pointer::new(cell as usize, ty.cells()).pack();
                Ok(Expr::new(Node::Constant(pointer), ty, line))
            }
            TokenKind::Sign("(") => {
                self.advance();
                let inside = self.binding(1)?;
                self.expect(")", "Expression syntax")?;
                // In brackets of its own an assignment is meant.
                Ok(match inside.node {
                    Node::Assign(..) => {
                        let ty = inside.ty.clone();
                        Expr::new(Node::Cast(Box::new(inside)), ty, line)
                    }
                    _ => inside,
                })
            }
            TokenKind::Word(name) => {
                self.advance();
                if self.is("(") && !matches!(self.find(&name), Some(Symbol::Variable { .. })) {
                    return self.call(&name, line);
                }
                self.named(&name, line)
            }
            _ => self.fail("Expression syntax"),
        }
    }

    fn named(&mut self, name: &str, line: usize) -> Parsed<Expr> {
        match self.find(name).cloned() {
            Some(Symbol::Variable { at, ty, constant }) => {
                let node = Node::Variable(at, name.to_string());
                Ok(Expr {
                    constant,
                    ..Expr::new(node, ty, line)
                })
            }
            Some(Symbol::Constant(n)) => Ok(Expr::number(n, INT, line)),
            Some(Symbol::Function(_)) => {
                self.error(
                    line,
                    format!("'{name}' is a function: call it with brackets"),
                );
                Err(Skip)
            }
            Some(Symbol::Type(_)) => {
                self.error(line, "Expression syntax");
                Err(Skip)
            }
            None => match library::constant(name) {
                Some(n) => Ok(Expr::number(n, INT, line)),
                None => {
                    let words = [
                        "if", "else", "for", "while", "do", "switch", "case", "default", "return",
                        "break", "continue", "goto", "int", "char", "long", "void", "short",
                        "unsigned", "static",
                    ];
                    if words.contains(&name) {
                        self.error(line, "Expression syntax");
                        return Err(Skip);
                    }
                    self.undefined(line, name);
                    Ok(Expr::new(
                        Node::Target(Box::new(Expr::number(0, INT.pointer(), line))),
                        INT,
                        line,
                    ))
                }
            },
        }
    }

    fn call(&mut self, name: &str, line: usize) -> Parsed<Expr> {
        self.advance();
        let mut arguments = Vec::new();
        while !self.is(")") {
            let argument = self.assignment()?;
            arguments.push(self.scalar(argument)?);
            if !self.takes(",") {
                break;
            }
        }
        self.expect(")", "Function call missing )")?;
        let function = match self.find(name) {
            Some(Symbol::Function(n)) => Some(*n),
            Some(_) => {
                self.error(line, "Call of nonfunction");
                return Err(Skip);
            }
            None if self.defined.contains(name) => Some(self.declare_function(line, name, INT)),
            None => None,
        };
        if let Some(function) = function {
            let known = |a: &Expr| (a.ty.clone(), a.is_zero());
            self.calls.push(CallMade {
                line,
                caller: self.function.map(|n| self.code.functions[n].name.clone()),
                function,
                arguments: arguments.iter().map(known).collect(),
            });
            let ty = self.code.functions[function].returns.clone();
            return Ok(Expr::new(Node::Call(function, arguments), ty, line));
        }
        let Some(signature) = library::function(name) else {
            self.undefined(line, name);
            return Err(Skip);
        };
        let (given, wanted) = (arguments.len(), signature.parameters.len());
        if given < wanted {
            self.error(line, format!("Too few parameters in call to '{name}'"));
        } else if given > wanted && !signature.more {
            self.error(line, format!("Extra parameter in call to '{name}'"));
        }
        for (n, (argument, ty)) in arguments.iter().zip(&signature.parameters).enumerate() {
            let pointers = (argument.ty.target().is_some(), ty.target().is_some());
            if pointers.0 != pointers.1 && !(pointers.1 && argument.is_zero()) {
                let text = format!("Type mismatch in parameter {} in call to '{name}'", n + 1);
                self.error(line, text);
            }
        }
        // These count in bytes, and memory is made of cells.
        if let Call::Memset | Call::Memcpy | Call::Memmove = signature.call {
            let to = arguments.first().and_then(|a| a.ty.target().cloned());
            let bytes = to.map_or(2, |to| to.bytes().div_ceil(to.cells().max(1)));
            arguments.push(Expr::number(bytes as i64, INT, line));
        }
        Ok(Expr::new(
            Node::Library(signature.call, arguments),
            signature.returns,
            line,
        ))
    }
}
