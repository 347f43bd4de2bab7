//! Messages of the compiler and the machine, in the format of Turbo C.

use std::fmt;
use words::say;

/// The severity of a [`Message`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The program cannot run, or cannot continue.
    Error,
    /// The program can run, but may not do what its author meant.
    Warning,
}

/// A message about a line of a source.
///
/// ```
/// use turbo::c::Program;
/// let source = "main()\n{\n    int x;\n    x = 1\n}\n";
/// let messages = Program::compile("ONE.C", source).unwrap_err();
/// assert_eq!(messages[0].to_string(), "Error ONE.C 4: Statement missing ; in function main");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// An error or a warning.
    pub severity: Severity,
    /// The name of the source file.
    pub file: String,
    /// The line of that file, from 1; 0 for a message without a line.
    pub line: usize,
    /// The text of the message, as a sentence.
    pub text: String,
    /// The function that contains the line.
    pub function: Option<String>,
}

impl Message {
    pub(crate) fn without_line(text: impl Into<String>) -> Message {
        Message { severity: Severity::Error, file: String::new(), line: 0, text: text.into(), function: None }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Message { file, text, .. } = self;
        let severity = match self.severity {
            Severity::Error => say!("Error||of a program"),
            Severity::Warning => say!("Warning||of a program"),
        };
        let place = match self.line {
            0 => file.clone(),
            line => format!("{file} {line}"),
        };
        f.write_str(&match &self.function {
            Some(function) => {
                say!("{severity} {place}: {text} in function {function}", severity, place, text, function)
            }
            None => say!("{severity} {place}: {text}", severity, place, text),
        })
    }
}

impl std::error::Error for Message {}

/// True if two names differ only in case, or by one missing, wrong or swapped letter.
pub(crate) fn is_nearly(one: &str, other: &str) -> bool {
    if one.eq_ignore_ascii_case(other) {
        return true;
    }
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let shorter = one.len().min(other.len());
    let same = |pairs: &mut dyn Iterator<Item = (&u8, &u8)>| pairs.take_while(|(a, b)| a == b).count();
    let front = same(&mut one.iter().zip(other));
    let back = same(&mut one.iter().rev().zip(other.iter().rev())).min(shorter - front);
    let (one, other) = (&one[front..one.len() - back], &other[front..other.len() - back]);
    let swapped = matches!((one, other), ([a, b], [c, d]) if (a, b) == (d, c));
    shorter > 3 && one.len().max(other.len()) <= 1 || shorter > 2 && swapped
}
