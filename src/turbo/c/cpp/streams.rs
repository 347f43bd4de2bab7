//! `cout` and `cin`: each `<<` and `>>` becomes the call of a library function.

use std::sync::{Arc, LazyLock};

use super::super::code::Binary;
use super::super::compiler::{Compiler, Parsed};
use super::super::tree::{Expr, Node};
use super::super::types::{CHAR, INT, Kind, Members, Struct, Type};
use super::console::{BASES, FLAGS, FLOATS, SIDES};
use super::sequence;
use words::say;

/// The letters that `_cout` and the formats that `_cin` gets for each [`Kind`].
const LETTERS: [char; 9] = ['c', 'c', 'i', 'u', 'l', 'U', 'd', 'd', 'p'];
const FORMATS: [&str; 8] = [" %c", " %c", "%d", "%u", "%ld", "%lu", "%f", "%lf"];

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

/// Returns the bits of a flag such as `ios::fixed` or `ios::floatfield`.
pub(super) fn flag(name: &str) -> Option<i64> {
    Some(match name {
        "floatfield" => FLOATS,
        "basefield" => BASES,
        "adjustfield" => SIDES,
        _ => 1 << FLAGS.split(' ').position(|known| known == name)?,
    })
}

/// Returns the letter and the bit of a manipulator that sets or clears a flag.
fn manipulator(name: &str) -> Option<(char, i64)> {
    let sets = flag(name).filter(|_| !name.ends_with("field"));
    sets.map(|bit| ('+', bit)).or_else(|| Some(('-', flag(name.strip_prefix("no")?)?)))
}

fn int(n: i64, line: usize) -> Expr {
    Expr::number(n, INT, line)
}

impl Compiler<'_> {
    /// Returns the stream with a name, or parses the call of a function that works on one.
    pub(super) fn stream(&mut self, name: &str, line: usize) -> Parsed<Option<Expr>> {
        let ty = match name {
            "cout" | "cerr" | "clog" => OUTPUT.clone(),
            "cin" => INPUT.clone(),
            "getline" if self.is("(") => return self.getline(line).map(Some),
            _ => return Ok(None),
        };
        if !self.included.contains(&"iostream") {
            let other = if ty == *INPUT { "scanf" } else { "printf" };
            self.error(line, say!("'{name}' needs #include <iostream.h>; C has {other}", name, other));
        }
        Ok(Some(Expr::new(Node::Number(0), ty, line)))
    }

    /// True if the left operand is a stream, which an operator such as `<<` works on.
    pub(crate) fn is_streamed(&self, left: &Expr, op: Option<Binary>) -> bool {
        let compares = op.is_some_and(Binary::compares) && left.ty == *INPUT;
        self.cpp.on && is_stream(&left.ty) && !compares
    }

    /// Parses the operand of `<<` or `>>` behind a stream.
    pub(crate) fn through_stream(&mut self, left: Expr, op: Option<Binary>, line: usize) -> Parsed<Expr> {
        let call = match (op, left.ty == *OUTPUT) {
            (Some(Binary::Shl), true) => match self.manipulation(line)? {
                Some(call) => call,
                None => {
                    let value = self.binding(12)?;
                    self.output(value, line)?
                }
            },
            (Some(Binary::Shr), false) if self.find("ws").is_none() && self.takes_word("ws") => {
                self.stream_call("_stream", 's', int(0, line), line)?
            }
            (Some(Binary::Shr), false) => {
                let place = self.binding(12)?;
                self.input(place, line)?
            }
            _ => return self.fail_at(line, say!("cout takes <<, and cin takes >>")),
        };
        Ok(behind(left, call, line))
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
            ty => LETTERS[ty.kind().unwrap_or(Kind::Int) as usize],
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
            name => {
                let Some((letter, bit)) = manipulator(name) else { return Ok(None) };
                self.advance();
                return self.stream_call("_stream", letter, int(bit, line), line).map(Some);
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

    /// Builds the input of a variable.
    fn input(&mut self, place: Expr, line: usize) -> Parsed<Expr> {
        let format = match &place.ty {
            ty if ty.target() == Some(&CHAR) => Some("%s"),
            Type::Bool => None,
            ty => ty.kind().and_then(|kind| FORMATS.get(kind as usize).copied()),
        };
        match format {
            Some(format) => self.input_by(format, place, line),
            None => {
                let ty = &place.ty;
                let text = say!("cin reads numbers, characters and arrays of char, but this is {ty}", ty);
                self.fail_at(line, text)
            }
        }
    }

    /// Builds the input of a variable by a format of `scanf`.
    fn input_by(&mut self, format: &str, place: Expr, line: usize) -> Parsed<Expr> {
        let pointer = match place.is_pointer() {
            true => self.scalar(place)?,
            false => {
                self.changeable(&place)?;
                place.address()
            }
        };
        let (text, _) = self.allocate_text(format.as_bytes());
        let format = Expr::new(Node::Number(text), CHAR.pointer(), line);
        self.library_call("_cin", vec![format, pointer], line)
    }

    /// Parses the call of `getline(cin, s)`.
    fn getline(&mut self, line: usize) -> Parsed<Expr> {
        if let [stream, text] = &self.given()?[..]
            && stream.ty == *INPUT
            && let Type::Array(of, count) = &text.ty
            && **of == CHAR
        {
            let call = self.line_call(vec![text.clone(), int(*count as i64, line)], 1, line)?;
            return Ok(behind(stream.clone(), call, line));
        }
        self.fail_at(line, say!("getline takes cin and an array of char"))
    }

    /// Builds the input of a line, given the array, its size and perhaps the character that ends the line.
    fn line_call(&mut self, given: Vec<Expr>, takes: i64, line: usize) -> Parsed<Expr> {
        let end = (given.len() == 2).then(|| int(10, line));
        let given = given.into_iter().chain(end).map(|value| self.scalar(value));
        let mut arguments = given.collect::<Parsed<Vec<Expr>>>()?;
        arguments.push(int(takes, line));
        match arguments[0].is_pointer() {
            true => self.library_call("_getline", arguments, line),
            false => self.fail_at(line, say!("getline takes an array of char and its size")),
        }
    }

    /// Parses the call of a stream's function, such as `cin.get()` or `cout.width(5)`.
    pub(super) fn stream_member(&mut self, stream: Expr, name: &str, line: usize) -> Parsed<Expr> {
        if !self.is("(") {
            let text = say!("'{name}' is a function of the class: write {name}( )", name);
            return self.fail_at(line, text);
        }
        let mut given = self.given()?;
        let call = match (name, &given[..]) {
            ("get", [place]) if place.ty.kind().is_none_or(|kind| kind.bytes() != 1) => {
                return self.fail_at(line, say!("cin.get reads into a char"));
            }
            ("get", [place]) => self.input_by("%c", place.clone(), line)?,
            ("get" | "getline", [_, _] | [_, _, _]) => {
                self.line_call(given, i64::from(name == "getline"), line)?
            }
            ("put", [value]) => {
                let value = self.scalar(value.clone())?;
                self.stream_call("_cout", 'c', value, line)?
            }
            ("write", [text, count]) => {
                let (text, count) = (self.scalar(text.clone())?, self.scalar(count.clone())?);
                self.library_call("write", vec![int(1, line), text, count], line)?
            }
            ("ignore", [] | [_] | [_, _]) => {
                given.extend([1, -1].into_iter().skip(given.len()).map(|n| int(n, line)));
                self.library_call("_ignore", given, line)?
            }
            ("setf", [sets, clears]) => {
                let clear = self.stream_call("_stream", '-', clears.clone(), line)?;
                let set = self.stream_call("_stream", '+', sets.clone(), line)?;
                sequence(vec![clear, set], INT, line)
            }
            _ => return self.state_call(name, given, line),
        };
        Ok(behind(stream, call, line))
    }

    /// Builds the call of a function that changes or asks for the state of a stream.
    fn state_call(&mut self, name: &str, given: Vec<Expr>, line: usize) -> Parsed<Expr> {
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
            _ => {
                let text = say!("The streams here have no function '{name}' with these arguments", name);
                return self.fail_at(line, text);
            }
        };
        let value = given.into_iter().next().unwrap_or_else(|| int(0, line));
        let value = self.scalar(value)?;
        self.stream_call("_stream", letter, value, line)
    }

    /// Returns whether the last input through a stream succeeded.
    pub(crate) fn stream_truth(&mut self, stream: Expr) -> Parsed<Expr> {
        if stream.ty != *INPUT || !self.cpp.on {
            return Ok(stream);
        }
        let line = stream.line;
        let good = self.stream_call("_stream", '?', int(0, line), line)?;
        Ok(sequence(vec![stream, good], INT, line))
    }
}

/// Adds a call to those that a stream has in an expression.
fn behind(stream: Expr, call: Expr, line: usize) -> Expr {
    let mut parts = if let Node::Sequence(parts) = stream.node { parts } else { Vec::new() };
    parts.push(call);
    sequence(parts, stream.ty, line)
}
