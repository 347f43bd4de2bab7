//! A program that was read without errors.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::code::Code;
use super::compiler::Symbol;
use super::lexer::Macros;
use super::message::Message;
use super::types::Struct;

/// A program that was read without errors. Clones share it.
#[derive(Clone, Debug)]
pub struct Program(Arc<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    file: String,
    source: String,
    /// Where each line begins, and one past the end of the last one.
    lines: Vec<usize>,
    warnings: Vec<Message>,
    functions: Vec<Function>,
    code: Code,
    scope: Scope,
}

/// What names stand for outside of all functions, at the end of the source.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    pub(crate) symbols: HashMap<String, Symbol>,
    pub(crate) structs: HashMap<String, Arc<Struct>>,
    pub(crate) macros: Macros,
}

/// A function that a program defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its lines from the head to the closing brace, from 1.
    pub lines: RangeInclusive<usize>,
    /// The names of its parameters.
    pub parameters: Vec<String>,
}

impl Program {
    /// What came out of a source.
    pub(super) fn new(
        file: &str,
        source: &str,
        warnings: Vec<Message>,
        code: Code,
        scope: Scope,
    ) -> Program {
        let defined = code.functions.iter().filter(|f| f.entry.is_some());
        let function = |f: &super::code::FunctionCode| Function {
            name: f.name.clone(),
            lines: f.first_line..=f.last_line,
            parameters: f.parameters.iter().map(|(name, _)| name.clone()).collect(),
        };
        let mut functions: Vec<Function> = defined.map(function).collect();
        functions.sort_by_key(|f| *f.lines.start());
        Program(Arc::new(Parts {
            file: file.to_string(),
            source: source.to_string(),
            lines: beginnings(source),
            warnings,
            functions,
            code,
            scope,
        }))
    }

    pub(super) fn code(&self) -> &Code {
        &self.0.code
    }

    /// The code, to be changed in this clone alone.
    pub(super) fn code_mut(&mut self) -> &mut Code {
        &mut Arc::make_mut(&mut self.0).code
    }

    pub(super) fn scope(&self) -> &Scope {
        &self.0.scope
    }

    /// What may not be as it was meant.
    pub fn warnings(&self) -> &[Message] {
        &self.0.warnings
    }

    /// The name of the source in messages.
    pub fn file(&self) -> &str {
        &self.0.file
    }

    /// The source.
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// A line of the source by its number, from 1, without its end. Beyond the last one it is empty.
    pub fn line(&self, number: usize) -> &str {
        let parts = &self.0;
        let range = number
            .checked_sub(1)
            .and_then(|n| parts.lines.get(n..n + 2));
        let text = range.map_or("", |ends| &parts.source[ends[0]..ends[1]]);
        text.trim_end_matches(['\n', '\r'])
    }

    /// Its functions, in the order of the source.
    pub fn functions(&self) -> &[Function] {
        &self.0.functions
    }

    /// The function of this name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions().iter().find(|f| f.name == name)
    }

    /// Does a statement or condition begin on this line? Lines count from 1.
    pub fn stops_at(&self, line: usize) -> bool {
        let mut stops = self.0.code.stops.iter();
        stops.any(|stop| stop.line as usize == line)
    }
}

/// Where the lines of a text begin, and where the last one ends.
fn beginnings(text: &str) -> Vec<usize> {
    let ends = text.split_inclusive('\n').scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}
