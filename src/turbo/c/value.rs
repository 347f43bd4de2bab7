//! Values and places that a debugger shows.

use std::fmt;
use std::ops::Range;

use super::text::general;
use crate::dos::encoding::Encoding;

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An `int` or `unsigned`.
    Int(i32),
    /// A `char`.
    Char(i8),
    /// A `long`.
    Long(i32),
    /// The bits of a `float` or `double`; see [`f64::from_bits`].
    Real(u64),
    /// The elements of an array; an array with several dimensions contains arrays.
    Array(Vec<Value>),
    /// The members of a struct with their names.
    Struct(Vec<(String, Value)>),
    /// The target of a pointer: `&Map[3][4]`, `"text"` or `NULL`.
    Pointer(String),
    /// An uninitialized value.
    Unset,
}

impl Value {
    /// The value as an integer, if it is one.
    pub fn number(&self) -> Option<i32> {
        match self {
            Value::Int(n) | Value::Long(n) => Some(*n),
            Value::Char(c) => Some((*c).into()),
            _ => None,
        }
    }
}

/// Formats the value in C syntax: `3`, `'a'`, `{1, 2}`, `"text"`, or `?` if uninitialized.
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

/// Returns the text in an array of `char` that contains a 0.
fn text(elements: &[Value]) -> Option<String> {
    let mut text = Vec::new();
    for element in elements {
        match element {
            Value::Char(0) => return Some(Encoding::of(&text).decode(&text)),
            Value::Char(c) => text.push(*c as u8),
            _ => return None,
        }
    }
    None
}

/// A variable in scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The type in C syntax: `int [8][8]`.
    pub type_name: String,
    /// The value.
    pub value: Value,
    /// True if the last step changed the value.
    pub changed: bool,
}

/// A stack frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The name of the function.
    pub function: String,
    /// The current line, from 1.
    pub line: usize,
    /// The parameters and variables in scope, in order of declaration.
    pub variables: Vec<Variable>,
    /// The number of parameters among `variables`.
    pub parameters: usize,
}

/// Formats the call with the parameters' current values: `QpChange(320, 280, 1)`.
impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = self.variables.iter().take(self.parameters);
        let values: Vec<String> = parameters.map(|v| v.value.to_string()).collect();
        write!(f, "{}({})", self.function, values.join(", "))
    }
}

/// The kind of code at a stop point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// A statement, or the first or third part of a `for`.
    Statement,
    /// The condition of an `if` or a loop, or the value of a `switch`.
    Condition,
    /// The head of a function; the parameters have their values.
    Enter,
    /// The closing brace of a function.
    Leave,
}

/// The source location at which the program has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The line, from 1.
    pub line: usize,
    /// The byte range of the code that runs next; up to the line's end if the statement continues on the next
    /// line.
    pub columns: Range<usize>,
    /// The name of the function.
    pub function: &'a str,
    /// The kind of code.
    pub kind: PlaceKind,
}

/// The kind of access to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A read.
    Read,
    /// A write. The step may also have read the element before.
    Write,
}

/// An access to an array element by the last step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The name of the array.
    pub name: String,
    /// One index per dimension.
    pub indices: Vec<usize>,
    /// The kind of access.
    pub access: Access,
}

/// An argument of a call from outside the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number, wrapped to the parameter's type.
    Int(i32),
    /// The elements of an array that is allocated for this call.
    Array(Vec<i32>),
}

/// The state after a successful run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program is before its next statement or condition.
    Paused,
    /// The call has ended.
    Ended,
}
