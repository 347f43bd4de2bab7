//! What a debugger shows of a program that stands still.

use std::fmt;
use std::ops::Range;

use super::text::general;
use crate::dos::coding::Coding;

/// What a variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An `int` or `unsigned`.
    Int(i32),
    /// A `char`.
    Char(i8),
    /// A `long`.
    Long(i32),
    /// A `float` or `double`, by its bits: [`f64::from_bits`].
    Real(u64),
    /// The elements of an array, those of several dimensions as arrays of arrays.
    Array(Vec<Value>),
    /// The members of a struct, by name.
    Struct(Vec<(String, Value)>),
    /// Where a pointer points: `&Map[3][4]`, `"text"` or `NULL`.
    Pointer(String),
    /// A local variable that has been given no value yet.
    Unset,
}

impl Value {
    /// The number, if it is one.
    pub fn number(&self) -> Option<i32> {
        match self {
            Value::Int(n) | Value::Long(n) => Some(*n),
            Value::Char(c) => Some((*c).into()),
            _ => None,
        }
    }
}

/// As C would write it: `3`, `'a'`, `{1, 2}`, `"text"`; `?` for what has no value yet.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(n) | Value::Long(n) => write!(f, "{n}"),
            Value::Char(c) => match u8::try_from(*c) {
                Ok(c) if (b' '..127).contains(&c) => write!(f, "'{}'", char::from(c)),
                _ => write!(f, "{c}"),
            },
            Value::Real(bits) => f.write_str(&general(f64::from_bits(*bits))),
            Value::Array(elements) => match text(elements) {
                Some(text) => write!(f, "{text:?}"),
                None => list(f, elements.iter()),
            },
            Value::Struct(members) => list(f, members.iter().map(|(_, value)| value)),
            Value::Pointer(place) => f.write_str(place),
            Value::Unset => f.write_str("?"),
        }
    }
}

fn list<'a>(f: &mut fmt::Formatter<'_>, values: impl Iterator<Item = &'a Value>) -> fmt::Result {
    let values: Vec<String> = values.map(Value::to_string).collect();
    write!(f, "{{{}}}", values.join(", "))
}

/// The text in an array of chars that a 0 ends.
fn text(elements: &[Value]) -> Option<String> {
    let mut text = Vec::new();
    for element in elements {
        match element {
            Value::Char(0) => return Some(Coding::of(&text).decode(&text)),
            Value::Char(c) => text.push(*c as u8),
            _ => return None,
        }
    }
    None
}

/// A variable that can be seen from where the program stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type as C writes it: `int [8][8]`.
    pub declared: String,
    /// What it holds.
    pub value: Value,
    /// Did the last step change it?
    pub fresh: bool,
}

/// A call that has not ended yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The function.
    pub function: String,
    /// The line at which it stands, from 1.
    pub line: usize,
    /// Its parameters and variables that can be seen there, in the order in which they are declared.
    pub variables: Vec<Variable>,
    /// How many of them are parameters.
    pub parameters: usize,
}

/// As C writes a call, with what the parameters hold now: `QpChange(320, 280, 1)`.
impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = self.variables.iter().take(self.parameters);
        let values: Vec<String> = parameters.map(|v| v.value.to_string()).collect();
        write!(f, "{}({})", self.function, values.join(", "))
    }
}

/// What a stop stands before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// A statement, or the first or the third part of a `for`.
    Statement,
    /// The condition of an `if` or a loop, or the value of a `switch`.
    Condition,
    /// The beginning of a function: the head's line. The arguments have been handed over.
    Enter,
    /// The closing brace of a function.
    Leave,
}

/// Where a program stands: before this piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The line, from 1.
    pub line: usize,
    /// Which of the line's bytes it is, from 0; to the line's end if it goes on below.
    pub columns: Range<usize>,
    /// The function.
    pub function: &'a str,
    /// What it is.
    pub kind: PlaceKind,
}

/// Was an element read or written?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It was read.
    Read,
    /// It was written, and perhaps read before.
    Write,
}

/// An element of an array that the last step read or wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The name of the array.
    pub name: String,
    /// One index for each of its dimensions.
    pub indices: Vec<usize>,
    /// Which of both it was.
    pub access: Access,
}

/// What a call from outside hands to a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number, which wraps to the parameter's type.
    Int(i32),
    /// An array, made for this call: all its elements in a row.
    Array(Vec<i32>),
}

/// Where a program stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Before the next statement or condition.
    At,
    /// The call has ended.
    Over,
}
