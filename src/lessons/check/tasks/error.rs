//! Errors in a task file.

use std::fmt;

use crate::check::matter::UnknownMatter;
use crate::tutor::calls::BadMoves;
use turbo::dos::UnknownKey;
use words::say;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct TaskError {
    /// The line number, from 1. It is 0 if the file as a whole lacks something.
    pub line: usize,
    pub(super) kind: Mistake,
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => self.kind.fmt(f),
            line => f.write_str(&say!("line {line}: {text}", line, text = self.kind)),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Mistake {
    #[error("{}", say!("the first line must be the title"))]
    NoTitle,
    #[error("{}", say!("there is no section '{what}'", what = .0))]
    NoSection(String),
    #[error("{}", say!("there is no program here"))]
    NoProgram,
    #[error("{}", say!("'ignore {text}' is not of the form 'ignore LEFT TOP RIGHT BOTTOM'", text = .0))]
    Area(String),
    #[error("{}", say!("the sealed solution is damaged"))]
    NotSealed,
    #[error("{}", say!("'{name}' is not a file name without a folder", name = .0))]
    FileName(String),
    #[error("{}", say!("there is no section 'replace' before this"))]
    NoReplace,
    #[error("{}", say!("a section 'by' must follow this"))]
    NoBy,
    #[error("{}", say!("the program does not contain this"))]
    NotInProgram,
    #[error("{}", say!("the program does not compile: {first}", first = .0))]
    NotCompiled(String),
    #[error("{}", say!("the solution fails the test '{test}': {wrong}", test, wrong))]
    SolutionFails { test: String, wrong: String },
    #[error("{}", say!("there are more than {most} tests", most = .0))]
    TooMany(usize),
    #[error("{}", say!("this test expects nothing, and there is no solution to compare with"))]
    ExpectsNothing,
    #[error("{}", say!("'each {each}' is not of the form 'each NAME in A | B | C'", each = .0))]
    Each(String),
    #[error("{}", say!("'moves' must come before 'each cell in free'"))]
    NoMoves,
    #[error("{}", say!("'{value}' is not {count} values separated by commas", value, count))]
    Values { value: String, count: usize },
    #[error("{}", say!("a call in 'before' takes only numbers"))]
    OnlyNumbers,
    #[error("{}", say!("'{line}' is not of the form 'expect WHAT = VALUE'", line = .0))]
    Expect(String),
    #[error("{}", say!("no line of a test begins with '{word}'", word = .0))]
    Line(String),
    #[error("{}", say!("'{text}' is not a call", text = .0))]
    Call(String),
    #[error("{}", say!("'set {text}' is not of the form 'set NAME = NUMBERS'", text = .0))]
    Set(String),
    #[error("{}", say!("the program has no global variable '{name}'", name = .0))]
    NoGlobal(String),
    #[error(transparent)]
    Matter(#[from] UnknownMatter),
    #[error(transparent)]
    Moves(#[from] BadMoves),
    #[error(transparent)]
    Keys(#[from] UnknownKey),
}

impl Mistake {
    pub(super) fn at(self, line: usize) -> TaskError {
        TaskError { line, kind: self }
    }
}
