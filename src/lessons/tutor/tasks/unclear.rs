//! What is wrong with the file of a task.

use std::fmt;

use words::say;

/// What is wrong with the file of a task, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear {
    /// The line, from 1; 0 where something is missing from the whole file.
    pub line: usize,
    text: String,
}

impl Unclear {
    pub(super) fn new(line: usize, text: impl Into<String>) -> Unclear {
        Unclear {
            line,
            text: text.into(),
        }
    }
}

/// `line 12: there is no section 'hints'`.
impl fmt::Display for Unclear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.text),
            line => f.write_str(&say!("line {line}: {text}", line, text = self.text)),
        }
    }
}

impl std::error::Error for Unclear {}
