//! `cout` and `cin`: each `<<` and `>>` becomes the call of a library function.

use std::sync::{Arc, LazyLock};

use super::super::code::Binary;
use super::super::compiler::{Compiler, Parsed};
use super::super::tree::{Expr, Node};
use super::super::types::{CHAR, INT, Kind, Members, Struct, Type};
use super::console::{BASES, FLAGS, FLOATS, SIDES};
use words::say;

fn stream_type(name: &str) -> Type {
    let of = Struct::open(name.to_string(), false, true);
    of.close(Members { bytes: 1, levels: 1, ..Members::default() });
    Type::Struct(Arc::new(of))
}

static OUTPUT: LazyLock<Type> = LazyLock::new(|| stream_type("ostream"));
static INPUT: LazyLock<Type> = LazyLock::new(|| stream_type("istream"));

pub(super) fn is_stream(ty: &Type) -> bool {
    *ty == *OUTPUT || *ty == *INPUT
}

/// Returns the bit of a flag such as `ios::fixed`.
pub(super) fn flag(name: &str) -> Option<i64> {
    let n = FLAGS.iter().position(|known| *known == name);
    n.map(|n| 1 << n).or(match name {
        "floatfield" => Some(FLOATS),
        "basefield" => Some(BASES),
        "adjustfield" => Some(SIDES),
        _ => None,
    })
}

/// The flags that a manipulator sets and clears.
fn manipulator(name: &str) -> Option<[i64; 2]> {
    let bit = flag(name.strip_prefix("no").unwrap_or(name));
    Some(match (name, bit?) {
        ("fixed" | "scientific", bit) => [bit, FLOATS],
        ("hex" | "oct" | "dec", bit) => [bit, BASES],
        ("left" | "right" | "internal", bit) => [bit, SIDES],
        ("floatfield" | "basefield" | "adjustfield", _) => return None,
        (name, bit) if name.starts_with("no") => [0, bit],
        (_, bit) => [bit, 0],
    })
}

fn int(n: i64, line: usize) -> Expr {
    Expr::number(n, INT, line)
}

impl Compiler<'_> {
    /// Parses the name of a stream, or of a function that works on one.
    pub(super) fn stream(&mut self, name: &str, line: usize) -> Parsed<Option<Expr>> {
        let ty = match name {
            "cout" | "cerr" | "clog" => OUTPUT.clone(),
            "cin" => INPUT.clone(),
            "getline" if self.is_ahead(1, "(") => {
                self.advance();
                return self.getline(line).map(Some);
            }
            _ => return Ok(None),
        };
        if !self.included.contains(&"iostream") {
            self.error(line, say!("'{name}' needs #include <iostream.h>", name));
        }
        self.advance();
        Ok(Some(Expr::new(Node::Number(0), ty, line)))
    }

    /// Parses the operand of `<<` or `>>` behind a stream. Returns any other left operand unchanged as the error.
    pub(crate) fn through_stream(
        &mut self,
        left: Expr,
        op: Option<Binary>,
        line: usize,
    ) -> Parsed<Result<Expr, Expr>> {
        if !self.cpp.on || !is_stream(&left.ty) {
            return Ok(Err(left));
        }
        let call = match (op, left.ty == *OUTPUT) {
            (Some(Binary::Shl), true) => match self.manipulation(line)? {
                Some(call) => call,
                None => {
                    let value = self.binding(12)?;
                    self.output(value, line)?
                }
            },
            (Some(Binary::Shr), false) => match self.word() {
                Some("ws") if self.find("ws").is_none() => {
                    self.advance();
                    self.stream_call("_stream", 's', int(0, line), line)?
                }
                _ => {
                    let place = self.binding(12)?;
                    self.input(place, line)?
                }
            },
            (Some(op), is_output) if is_output || !op.compares() => {
                return self.fail_at(line, say!("cout takes <<, and cin takes >>"));
            }
            _ => return Ok(Err(left)),
        };
        Ok(Ok(behind(left, call, line)))
    }

    fn stream_call(&mut self, name: &str, letter: char, value: Expr, line: usize) -> Parsed<Expr> {
        self.library_call(name, vec![int(i64::from(letter as u8), line), value], line)
    }

    /// Builds the output of a value.
    fn output(&mut self, value: Expr, line: usize) -> Parsed<Expr> {
        if let Type::Struct(of) = &value.ty {
            let name = &of.name;
            return self
                .fail_at(line, say!("cout cannot show a whole '{name}': show its members one by one", name));
        }
        let letter = match &value.ty {
            Type::Bool => 'b',
            ty if ty.target() == Some(&CHAR) => 's',
            ty if ty.target().is_some() => 'p',
            ty => match ty.kind().unwrap_or(Kind::Int) {
                Kind::Char | Kind::UnsignedChar => 'c',
                Kind::Int => 'i',
                Kind::Unsigned => 'u',
                Kind::Long => 'l',
                Kind::UnsignedLong => 'U',
                Kind::Float | Kind::Double => 'd',
                Kind::Pointer => 'p',
            },
        };
        let value = self.scalar(value)?;
        self.stream_call("_cout", letter, value, line)
    }

    /// Parses a manipulator such as `endl` or `setw(5)`, unless the program declares the name.
    fn manipulation(&mut self, line: usize) -> Parsed<Option<Expr>> {
        let Some(name) = self.word().map(str::to_string).filter(|name| self.find(name).is_none()) else {
            return Ok(None);
        };
        let letter = match name.as_str() {
            "endl" => 'n',
            "flush" | "ends" => 'f',
            "setw" => 'w',
            "setprecision" => 'p',
            "setfill" => 'c',
            "setiosflags" => '+',
            "resetiosflags" => '-',
            _ => {
                let Some([sets, clears]) = manipulator(&name) else {
                    return Ok(None);
                };
                self.advance();
                return self.flags(sets, clears, line).map(Some);
            }
        };
        self.advance();
        let mut value = int(0, line);
        if !"nf".contains(letter) {
            let given = self.given()?.into_iter().next();
            value = match given {
                Some(given) => self.scalar(given)?,
                None => return self.fail_at(line, say!("Too few parameters in call to '{name}'", name)),
            };
        }
        self.stream_call("_stream", letter, value, line).map(Some)
    }

    fn flags(&mut self, sets: i64, clears: i64, line: usize) -> Parsed<Expr> {
        let clear = self.stream_call("_stream", '-', int(clears, line), line)?;
        let set = self.stream_call("_stream", '+', int(sets, line), line)?;
        Ok(Expr::new(Node::Sequence(vec![clear, set]), INT, line))
    }

    /// Builds the input of a variable.
    fn input(&mut self, place: Expr, line: usize) -> Parsed<Expr> {
        let format: &[u8] = match &place.ty {
            ty if ty.target() == Some(&CHAR) => b"%s",
            ty => match ty.kind() {
                Some(Kind::Char | Kind::UnsignedChar) if *ty != Type::Bool => b" %c",
                Some(Kind::Int) => b"%d",
                Some(Kind::Unsigned) => b"%u",
                Some(Kind::Long) => b"%ld",
                Some(Kind::UnsignedLong) => b"%lu",
                Some(Kind::Float) => b"%f",
                Some(Kind::Double) => b"%lf",
                _ => {
                    let text = say!("cin reads numbers, characters and arrays of char, and this is {ty}", ty);
                    return self.fail_at(line, text);
                }
            },
        };
        let pointer = match place.ty.target() {
            Some(_) => self.scalar(place)?,
            None => {
                self.changeable(&place)?;
                place.address()
            }
        };
        let (text, ty) = self.allocate_text(format);
        let format = Expr::new(Node::Number(text), ty.target().cloned().unwrap_or(CHAR).pointer(), line);
        self.library_call("_cin", vec![format, pointer], line)
    }

    /// Parses the call of `getline(cin, s)`.
    fn getline(&mut self, line: usize) -> Parsed<Expr> {
        let given = self.given()?;
        match &given[..] {
            [stream, text] if stream.ty == *INPUT => match &text.ty {
                Type::Array(of, count) if **of == CHAR => {
                    let count = int(*count as i64, line);
                    self.line_call(stream.clone(), vec![text.clone(), count], 1, line)
                }
                _ => self.fail_at(line, say!("getline takes cin and an array of char")),
            },
            _ => self.fail_at(line, say!("getline takes cin and an array of char")),
        }
    }

    fn line_call(&mut self, stream: Expr, given: Vec<Expr>, takes: i64, line: usize) -> Parsed<Expr> {
        let mut arguments = Vec::new();
        for value in given {
            arguments.push(self.scalar(value)?);
        }
        if arguments.len() == 2 {
            arguments.push(int(10, line));
        }
        arguments.push(int(takes, line));
        if arguments.len() != 4 || !arguments[0].is_pointer() {
            return self.fail_at(line, say!("getline takes an array of char and its size"));
        }
        let call = self.library_call("_getline", arguments, line)?;
        Ok(behind(stream, call, line))
    }

    /// Parses the call of a stream's function, such as `cin.get()` or `cout.width(5)`.
    pub(super) fn stream_member(&mut self, stream: Expr, name: &str, line: usize) -> Parsed<Expr> {
        if !self.is("(") {
            let text = say!("'{name}' is a function of the class: a call has ( ) behind the name", name);
            return self.fail_at(line, text);
        }
        let given = self.given()?;
        let letter = match (name, given.len()) {
            ("get", 0) => 'g',
            ("peek", 0) => 'k',
            ("fail" | "bad", 0) => '!',
            ("eof", 0) => 'e',
            ("good", 0) => '?',
            ("clear", _) => 'C',
            ("flush" | "sync", 0) => 'f',
            ("width", 1) => 'w',
            ("precision", 1) => 'p',
            ("fill", 1) => 'c',
            ("setf", _) => '+',
            ("unsetf", 1) => '-',
            ("get", 1) => {
                let call = self.character(&given[0], line)?;
                return Ok(behind(stream, call, line));
            }
            ("get", 2 | 3) => return self.line_call(stream, given, 0, line),
            ("getline", 2 | 3) => return self.line_call(stream, given, 1, line),
            ("put", 1) => {
                let value = self.scalar(given.into_iter().next().unwrap_or_else(|| int(0, line)))?;
                let call = self.stream_call("_cout", 'c', value, line)?;
                return Ok(behind(stream, call, line));
            }
            ("ignore", 0..=2) => {
                let mut given = given.into_iter();
                let count = given.next().unwrap_or_else(|| int(1, line));
                let end = given.next().unwrap_or_else(|| int(-1, line));
                let call = self.library_call("_ignore", vec![count, end], line)?;
                return Ok(behind(stream, call, line));
            }
            _ => {
                let text = say!("The streams here have no function '{name}' with these arguments", name);
                return self.fail_at(line, text);
            }
        };
        if let ("setf", [sets, clears]) = (name, &given[..]) {
            let parts = [('-', clears), ('+', sets)];
            let calls = parts.map(|(letter, value)| self.stream_call("_stream", letter, value.clone(), line));
            let [clear, set] = calls;
            return Ok(behind(stream, Expr::new(Node::Sequence(vec![clear?, set?]), INT, line), line));
        }
        let value = given.into_iter().next().unwrap_or_else(|| int(0, line));
        let value = self.scalar(value)?;
        self.stream_call("_stream", letter, value, line)
    }

    /// Builds `cin.get(c)`.
    fn character(&mut self, place: &Expr, line: usize) -> Parsed<Expr> {
        if place.ty.kind().is_none_or(|kind| kind.bytes() != 1) {
            return self.fail_at(line, say!("cin.get reads into a char"));
        }
        self.changeable(place)?;
        let (text, ty) = self.allocate_text(b"%c");
        let format = Expr::new(Node::Number(text), ty.target().cloned().unwrap_or(CHAR).pointer(), line);
        self.library_call("_cin", vec![format, place.clone().address()], line)
    }

    /// Returns whether the last input through a stream succeeded.
    pub(crate) fn stream_truth(&mut self, stream: Expr) -> Parsed<Expr> {
        if stream.ty != *INPUT || !self.cpp.on {
            return Ok(stream);
        }
        let line = stream.line;
        let good = self.stream_call("_stream", '?', int(0, line), line)?;
        Ok(Expr::new(Node::Sequence(vec![stream, good]), INT, line).acting(true))
    }
}

/// Adds a call to those that a stream has in an expression.
fn behind(stream: Expr, call: Expr, line: usize) -> Expr {
    let mut parts = match stream.node {
        Node::Sequence(parts) => parts,
        _ => Vec::new(),
    };
    parts.push(call);
    Expr::new(Node::Sequence(parts), stream.ty, line).acting(true)
}
