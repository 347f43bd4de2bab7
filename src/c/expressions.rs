//! Expressions: from tokens to trees, by precedence.

use super::expr::{Binary, Expr, Node, Unary};
use super::lexer::TokenKind;
use super::parser::{LONGEST, Parsed, Parser, Skip};
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

    pub fn binding(&mut self, least: u8) -> Parsed<Expr> {
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

    pub fn address(&mut self, place: Expr, ty: Type, line: usize) -> Expr {
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

    pub fn arithmetic(&mut self, op: Binary, left: Expr, right: Expr, line: usize) -> Parsed<Expr> {
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

    pub fn changeable(&mut self, place: &Expr) -> Parsed<()> {
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
}
