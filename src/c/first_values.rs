//! The first values of variables.

use super::code::{Op, Pointer};
use super::expr::Expr;
use super::lexer::TokenKind;
use super::parser::{Parsed, Parser};
use super::types::{CHAR, Kind, Type};

impl Parser<'_> {
    /// Copies what is known from memory, and stores the rest one by one.
    pub fn array_in_frame(&mut self, slot: u32, ty: &Type, values: &[(usize, Expr)]) {
        let image = self.allocate(ty) as usize;
        let cells = ty.cells() as u32;
        self.given.insert(slot);
        for (offset, value) in values {
            if let (Some(known), Some(to)) =
                (value.known(), self.code.memory.get_mut(image + offset))
            {
                *to = cell_kind(ty, *offset).wrap(known);
            }
        }
        self.emit(Op::Frame { slot, cells });
        self.emit(Op::Push(Pointer::new(image, cells as usize).pack()));
        self.emit(Op::Copy(cells));
        self.emit(Op::Drop);
        for (offset, value) in values.iter().filter(|(_, value)| value.known().is_none()) {
            self.emit(Op::Frame { slot, cells });
            self.emit(Op::Member(*offset as u32));
            self.value(value);
            self.emit(Op::Store(cell_kind(ty, *offset)));
            self.emit(Op::Drop);
        }
    }

    /// The first values of a variable, each with its cell. An array without a bound gets it here.
    pub fn first_values(&mut self, ty: &mut Type) -> Parsed<Vec<(usize, Expr)>> {
        let mut values = Vec::new();
        if let Type::Array(of, 0) = ty {
            let of = (**of).clone();
            let count = match &self.token().kind {
                TokenKind::Text(bytes) if of.kind() == Some(Kind::Char) => bytes.len() + 1,
                _ => {
                    let mut many = Type::Array(Box::new(of.clone()), 65_535 / of.bytes().max(1));
                    let before = self.at;
                    let used = self.list(&mut many, 0, &mut values, true)?;
                    values.clear();
                    self.at = before;
                    used
                }
            };
            *ty = Type::Array(Box::new(of), count);
        }
        self.list(ty, 0, &mut values, true)?;
        Ok(values)
    }

    /// Reads values for a type that begins at a cell; how many of an array's elements got any. Only a part of a `whole` needs
    /// no braces.
    fn list(
        &mut self,
        ty: &mut Type,
        cell: usize,
        values: &mut Vec<(usize, Expr)>,
        whole: bool,
    ) -> Parsed<usize> {
        if let Type::Array(of, count) = ty
            && of.kind().is_some_and(|kind| kind <= Kind::UnsignedChar)
            && let TokenKind::Text(bytes) = self.token().kind.clone()
        {
            let line = self.line();
            self.advance();
            if bytes.len() > *count {
                self.error(line, "Too many initializers");
            }
            for (n, byte) in bytes.iter().chain(&[0]).enumerate().take(*count) {
                values.push((cell + n, Expr::number(i64::from(*byte as i8), CHAR, line)));
            }
            return Ok(bytes.len() + 1);
        }
        let braced = self.takes("{");
        let mut used = 0;
        match ty {
            Type::Array(of, count) => {
                let (of, count) = (&mut (**of).clone(), *count);
                if !braced && whole {
                    return self.fail("Declaration syntax error");
                }
                used = self.several(braced, count, |parser, n| {
                    let cell = cell + n * of.cells();
                    parser
                        .deeper(|parser| parser.list(of, cell, values, false))
                        .map(|_| ())
                })?;
            }
            Type::Struct(s) => {
                let s = s.clone();
                if !braced && whole {
                    return self.fail("Declaration syntax error");
                }
                self.several(braced, s.members.len(), |parser, n| {
                    let (_, ty, at) = &s.members[n];
                    let list =
                        |parser: &mut Self| parser.list(&mut ty.clone(), cell + at, values, false);
                    parser.deeper(list).map(|_| ())
                })?;
            }
            ty => {
                self.operators = 0;
                let line = self.line();
                let value = self.assignment()?;
                let value = self.scalar(value)?;
                self.converts(&value, ty, line);
                values.push((cell, value));
            }
        }
        if braced {
            self.takes(",");
            let text = match self.last().kind {
                TokenKind::Sign(",") => "Too many initializers",
                _ => "Declaration syntax error",
            };
            self.expect("}", text)?;
        }
        Ok(used)
    }

    /// Up to `count` values between commas; how many there were.
    fn several(
        &mut self,
        braced: bool,
        count: usize,
        mut one: impl FnMut(&mut Self, usize) -> Parsed<()>,
    ) -> Parsed<usize> {
        let mut n = 0;
        while n < count && !self.is("}") {
            one(self, n)?;
            n += 1;
            let more = matches!(self.ahead(1).kind, TokenKind::Sign("}"));
            // Without braces of its own a part leaves the comma after it to the whole.
            if !self.is(",") || more && !braced || n == count {
                break;
            }
            self.advance();
        }
        Ok(n)
    }
}

/// The kind of number in a cell of a type.
pub fn cell_kind(ty: &Type, cell: usize) -> Kind {
    match ty {
        Type::Array(of, _) => cell_kind(of, cell % of.cells().max(1)),
        Type::Struct(s) => {
            let member = s.members.iter().rev().find(|(_, _, at)| *at <= cell);
            member.map_or(Kind::Int, |(_, ty, at)| cell_kind(ty, cell - at))
        }
        ty => ty.kind().unwrap_or(Kind::Int),
    }
}
