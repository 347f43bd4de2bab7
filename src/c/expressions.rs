//! Expressions: from tokens to trees, by precedence.

use super::code::Pointer;
use super::expr::{Binary, Expr, Node, Unary};
use super::lexer::TokenKind;
use super::library::{self, Call};
use super::parser::{CallMade, LONGEST, Parsed, Parser, Skip, Symbol};
use super::types::{INT, Kind, Type};

/// How tightly an operator binds; 0 for what is none. Assignment is 2, `?:` 3.
fn precedence(sign: &str) -> u8 {
    match sign {
        "," => 1,
        "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" => 2,
        "?" => 3,
        "||" => 4,
        "&&" => 5,
        "|" => 6,
        "^" => 7,
        "&" => 8,
        "==" | "!=" => 9,
        "<" | ">" | "<=" | ">=" => 10,
        "<<" | ">>" => 11,
        "+" | "-" => 12,
        "*" | "/" | "%" => 13,
        _ => 0,
    }
}

fn operator(sign: &str) -> Option<Binary> {
    Some(match sign.trim_end_matches('=') {
        "+" => Binary::Add,
        "-" => Binary::Sub,
        "*" => Binary::Mul,
        "/" => Binary::Div,
        "%" => Binary::Rem,
        "<<" => Binary::Shl,
        ">>" => Binary::Shr,
        "&" => Binary::And,
        "|" => Binary::Or,
        "^" => Binary::Xor,
        _ => return None,
    })
}

impl Parser<'_> {
    /// A whole expression, commas included.
    pub fn expression(&mut self) -> Parsed<Expr> {
        self.operators = 0;
        self.binding(1)
    }

    /// An expression between commas.
    pub fn assignment(&mut self) -> Parsed<Expr> {
        self.binding(2)
    }

    /// A number that is known already.
    pub fn constant(&mut self) -> Parsed<i64> {
        let line = self.line();
        let value = self.binding(3)?;
        match value.known() {
            Some(n) if value.ty.kind().is_some() => Ok(n),
            _ => {
                self.error(line, "Constant expression required");
                Err(Skip)
            }
        }
    }

    fn binding(&mut self, least: u8) -> Parsed<Expr> {
        self.deeper(|parser| {
            let mut left = parser.prefixed()?;
            while let TokenKind::Sign(sign) = parser.token().kind {
                let binds = precedence(sign);
                if binds < least || binds == 0 {
                    break;
                }
                parser.operators += 1;
                if parser.operators > LONGEST {
                    return parser.fail("Expression too long");
                }
                parser.advance();
                left = parser.infix(left, sign, binds)?;
            }
            Ok(left)
        })
    }

    fn infix(&mut self, left: Expr, sign: &'static str, binds: u8) -> Parsed<Expr> {
        let line = self.last().line as usize;
        match binds {
            1 => {
                let right = self.binding(2)?;
                let right = self.value_of(right);
                let ty = right.ty.clone();
                Ok(Expr::new(
                    Node::Comma(Box::new(left), Box::new(right)),
                    ty,
                    line,
                ))
            }
            2 => {
                let right = self.binding(2)?;
                self.assign(left, sign, right, line)
            }
            3 => {
                let yes = self.binding(1)?;
                self.expect(":", "Expression syntax")?;
                let no = self.binding(3)?;
                self.choice(left, yes, no, line)
            }
            4 | 5 => {
                let right = self.binding(binds + 1)?;
                let (left, right) = (self.scalar(left)?, self.scalar(right)?);
                if let (Some(a), Some(b)) = (left.known(), right.known()) {
                    let truth = if binds == 5 {
                        a != 0 && b != 0
                    } else {
                        a != 0 || b != 0
                    };
                    return Ok(Expr::number(truth.into(), INT, line));
                }
                Ok(Expr::new(
                    Node::Logic(binds == 5, Box::new(left), Box::new(right)),
                    INT,
                    line,
                ))
            }
            _ => {
                let right = self.binding(binds + 1)?;
                let (left, right) = (self.scalar(left)?, self.scalar(right)?);
                match sign {
                    "==" => self.arithmetic(Binary::Equal, left, right, line),
                    "!=" => self.arithmetic(Binary::Different, left, right, line),
                    "<" => self.arithmetic(Binary::Less, left, right, line),
                    ">" => self.arithmetic(Binary::Less, right, left, line),
                    "<=" => self.arithmetic(Binary::LessEqual, left, right, line),
                    ">=" => self.arithmetic(Binary::LessEqual, right, left, line),
                    sign => {
                        let op = operator(sign).ok_or(Skip)?;
                        self.arithmetic(op, left, right, line)
                    }
                }
            }
        }
    }

    /// An array as a pointer to its first element, all else as it is.
    pub fn value_of(&mut self, operand: Expr) -> Expr {
        let Type::Array(of, _) = &operand.ty else {
            return operand;
        };
        let (ty, line) = (of.clone().pointer(), operand.line);
        self.address(operand, ty, line)
    }

    fn address(&mut self, place: Expr, ty: Type, line: usize) -> Expr {
        let node = match (place.known_place(), place.node) {
            (Some(pointer), _) => Node::Constant(pointer.pack()),
            (None, Node::Constant(n)) => Node::Constant(n),
            (None, Node::Target(pointer)) => pointer.node,
            (None, node) => Node::Address(Box::new(Expr { node, ..place })),
        };
        Expr::new(node, ty, line)
    }

    /// A number or a pointer.
    pub fn scalar(&mut self, operand: Expr) -> Parsed<Expr> {
        let operand = self.value_of(operand);
        if operand.ty.kind().is_none() {
            let what = match operand.ty {
                Type::Void => "Not an allowed type",
                _ => "Illegal structure operation",
            };
            self.error(operand.line, what);
            return Err(Skip);
        }
        Ok(operand)
    }

    fn arithmetic(&mut self, op: Binary, left: Expr, right: Expr, line: usize) -> Parsed<Expr> {
        let pointers = (left.ty.target().cloned(), right.ty.target().cloned());
        let node = |op, left, right| Node::Binary(op, Box::new(left), Box::new(right));
        match (op, pointers) {
            (_, (None, None)) => Expr::binary(op, left, right, line).ok_or_else(|| {
                self.error(line, "Division by zero");
                Skip
            }),
            (Binary::Add, (Some(_), None)) => {
                let ty = left.ty.clone();
                Ok(Expr::new(node(op, left, right), ty, line))
            }
            (Binary::Add, (None, Some(_))) => {
                let ty = right.ty.clone();
                Ok(Expr::new(node(op, right, left), ty, line))
            }
            (Binary::Sub, (Some(_), None)) => {
                let ty = left.ty.clone();
                let right = Expr::unary(Unary::Negate, right);
                Ok(Expr::new(node(Binary::Add, left, right), ty, line))
            }
            (Binary::Sub, (Some(_), Some(_))) => {
                Ok(Expr::new(node(Binary::Distance, left, right), INT, line))
            }
            (Binary::Less | Binary::LessEqual | Binary::Equal | Binary::Different, (a, b)) => {
                if a.is_none() && !left.is_zero() || b.is_none() && !right.is_zero() {
                    self.warn(line, "Nonportable pointer comparison");
                }
                Ok(Expr::new(node(op, left, right), INT, line))
            }
            _ => {
                self.error(line, "Illegal use of pointer");
                Err(Skip)
            }
        }
    }

    fn choice(&mut self, condition: Expr, yes: Expr, no: Expr, line: usize) -> Parsed<Expr> {
        let condition = self.scalar(condition)?;
        let (yes, no) = (self.value_of(yes), self.value_of(no));
        let ty = match (&yes.ty, &no.ty) {
            (Type::Number(a), Type::Number(b)) => Type::Number(a.with(*b)),
            (Type::Number(_), other) | (other, _) => other.clone(),
        };
        match condition.known() {
            Some(0) if no.known().is_some() => Ok(no.cast(ty)),
            Some(n) if n != 0 && yes.known().is_some() => Ok(yes.cast(ty)),
            _ => {
                let node = Node::Choice(Box::new(condition), Box::new(yes), Box::new(no));
                Ok(Expr::new(node, ty, line))
            }
        }
    }

    fn assign(
        &mut self,
        place: Expr,
        sign: &'static str,
        value: Expr,
        line: usize,
    ) -> Parsed<Expr> {
        self.changeable(&place)?;
        let ty = place.ty.clone();
        if let (Type::Struct(_), "=") = (&ty, sign) {
            if value.ty != ty || !value.is_place() {
                self.error(line, "Incompatible type conversion");
                return Err(Skip);
            }
            return Ok(Expr::new(
                Node::Assign(Box::new(place), Box::new(value)),
                ty,
                line,
            ));
        }
        let value = self.scalar(value)?;
        if sign == "=" {
            self.converts(&value, &ty, line);
            return Ok(Expr::new(
                Node::Assign(Box::new(place), Box::new(value)),
                ty,
                line,
            ));
        }
        let mut op = operator(sign).ok_or(Skip)?;
        let mut value = value;
        if ty.target().is_some() {
            if value.ty.target().is_some() || !matches!(op, Binary::Add | Binary::Sub) {
                self.error(line, "Illegal use of pointer");
                return Err(Skip);
            }
            if op == Binary::Sub {
                (op, value) = (Binary::Add, Expr::unary(Unary::Negate, value));
            }
        } else if value.ty.target().is_some() {
            self.error(line, "Illegal use of pointer");
            return Err(Skip);
        } else if matches!(op, Binary::Div | Binary::Rem) && value.is_zero() {
            self.error(line, "Division by zero");
        }
        let kind = match op {
            Binary::Shl | Binary::Shr => place.kind().with(Kind::Int),
            _ => place.kind().with(value.kind()),
        };
        Ok(Expr::new(
            Node::Change(Box::new(place), op, Box::new(value), kind),
            ty,
            line,
        ))
    }

    fn changeable(&mut self, place: &Expr) -> Parsed<()> {
        let whole = matches!(place.ty, Type::Array(..) | Type::Void);
        let text = match () {
            () if !place.is_place() || whole => "Lvalue required",
            () if place.constant => "Cannot modify a const object",
            () => return Ok(()),
        };
        self.error(place.line, text);
        Err(Skip)
    }

    /// Warns where a pointer and a number, or pointers to different things, are taken for each other.
    pub fn converts(&mut self, value: &Expr, to: &Type, line: usize) {
        match (&value.ty, to) {
            (Type::Pointer(a), Type::Pointer(b))
                if a != b && **a != Type::Void && **b != Type::Void =>
            {
                self.warn(line, "Suspicious pointer conversion");
            }
            (Type::Number(_), Type::Pointer(_)) if !value.is_zero() => {
                self.warn(line, "Nonportable pointer conversion");
            }
            (Type::Pointer(_), Type::Number(_)) => {
                self.warn(line, "Nonportable pointer conversion")
            }
            _ => {}
        }
    }

    fn prefixed(&mut self) -> Parsed<Expr> {
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
