//! A program that was read without errors.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::code::Code;
use super::compiler::Symbol;
use super::expansion::Macros;
use super::message::Message;
use super::quick::Quick;
use super::sources::Sources;
use super::types::Struct;
use crate::dos::coding::Coding;

/// A program that was read without errors. Clones share it.
#[derive(Clone, Debug)]
pub struct Program(Arc<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    sources: Sources,
    warnings: Vec<Message>,
    functions: Vec<Function>,
    code: Code,
    /// Its operations in a quicker form.
    quick: Quick,
    /// What each of its files knows.
    scopes: Vec<Scope>,
}

/// What names stand for outside of all functions, at the end of a source file.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    /// The operations behind those of its functions.
    pub(crate) end: u32,
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
        sources: Sources,
        warnings: Vec<Message>,
        code: Code,
        scopes: Vec<Scope>,
    ) -> Program {
        let functions = code.functions.iter();
        let defined = functions.filter(|f| f.entry.is_some() && !f.is_hidden());
        let function = |f: &super::code::FunctionCode| Function {
            name: f.name.clone(),
            lines: f.first_line..=f.last_line,
            parameters: f.parameters.iter().map(|(name, _)| name.clone()).collect(),
        };
        let mut functions: Vec<Function> = defined.map(function).collect();
        functions.sort_by_key(|f| *f.lines.start());
        Program(Arc::new(Parts {
            sources,
            warnings,
            functions,
            quick: Quick::new(&code),
            code,
            scopes,
        }))
    }

    /// How its texts are written in bytes.
    pub(super) fn coding(&self) -> Coding {
        self.0.sources.coding()
    }

    pub(super) fn code(&self) -> &Code {
        &self.0.code
    }

    pub(super) fn quick(&self) -> &Quick {
        &self.0.quick
    }

    /// The code, to be changed in this clone alone.
    pub(super) fn code_mut(&mut self) -> &mut Code {
        &mut Arc::make_mut(&mut self.0).code
    }

    /// What the file knows in which an operation stands.
    pub(super) fn scope(&self, at: usize) -> &Scope {
        let scopes = &self.0.scopes;
        let of = scopes.partition_point(|scope| scope.end as usize <= at);
        &scopes[of.min(scopes.len() - 1)]
    }

    /// What may not be as it was meant.
    pub fn warnings(&self) -> &[Message] {
        &self.0.warnings
    }

    /// The name of the first source in messages.
    pub fn file(&self) -> &str {
        self.0.sources.first()
    }

    /// The name of the file to which a line of [`source`](Program::source) belongs, and its number there.
    pub fn place(&self, line: usize) -> (&str, usize) {
        self.0.sources.place(line)
    }

    /// The source. Behind it come the other files that belong to the program, each under its name.
    pub fn source(&self) -> &str {
        self.0.sources.text()
    }

    /// A line of the source by its number, from 1, without its end. Beyond the last one it is empty.
    pub fn line(&self, number: usize) -> &str {
        self.0.sources.line(number)
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
