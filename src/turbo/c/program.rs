//! A compiled program.

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
use super::value::Place;
use crate::dos::encoding::Encoding;

/// A compiled program. Clones share their data.
#[derive(Clone, Debug)]
pub struct Program(Arc<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    sources: Sources,
    warnings: Vec<Message>,
    functions: Vec<Function>,
    code: Code,
    /// The fast form of the program's operations.
    quick: Arc<Quick>,
    /// The file-level names of each source file.
    scopes: Vec<Scope>,
}

/// The file-level names at the end of a source file.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    /// The end of the file's operations.
    pub(crate) end: u32,
    pub(crate) symbols: HashMap<String, Symbol>,
    pub(crate) structs: HashMap<String, Arc<Struct>>,
    pub(crate) macros: Macros,
}

/// A function that the program defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name.
    pub name: String,
    /// The lines from the head to the closing brace, numbered from 1.
    pub lines: RangeInclusive<usize>,
    /// The names of the parameters.
    pub parameters: Vec<String>,
}

impl Program {
    pub(super) fn new(
        sources: Sources,
        warnings: Vec<Message>,
        mut code: Code,
        scopes: Vec<Scope>,
    ) -> Program {
        code.heap = code.memory.cells.len() + code.constants.len();
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
            quick: Arc::new(Quick::new(&code)),
            code,
            scopes,
        }))
    }

    /// The text encoding of the sources.
    pub(super) fn encoding(&self) -> Encoding {
        self.0.sources.encoding
    }

    /// True if the sources have Chinese text.
    pub(super) fn is_chinese(&self) -> bool {
        self.0.sources.is_chinese
    }

    /// Decodes the program's output for the screen.
    pub(super) fn shown(&self, bytes: &[u8]) -> String {
        self.encoding().shown(bytes, self.is_chinese())
    }

    pub(super) fn code(&self) -> &Code {
        &self.0.code
    }

    pub(super) fn quick(&self) -> &Arc<Quick> {
        &self.0.quick
    }

    /// Returns the code of this clone for modification.
    pub(super) fn code_mut(&mut self) -> &mut Code {
        &mut Arc::make_mut(&mut self.0).code
    }

    /// Returns the file-level names of the file that contains an operation.
    pub(super) fn scope(&self, at: usize) -> &Scope {
        let scopes = &self.0.scopes;
        &scopes[scopes.partition_point(|scope| scope.end as usize <= at).min(scopes.len() - 1)]
    }

    /// The compiler's warnings.
    pub fn warnings(&self) -> &[Message] {
        &self.0.warnings
    }

    /// The name of the first source file.
    pub fn file(&self) -> &str {
        self.0.sources.first()
    }

    /// Returns the file of a line of [`source`](Program::source), and the line's number in that file.
    pub fn place(&self, line: usize) -> (&str, usize) {
        self.0.sources.place(line)
    }

    /// The first source, followed by the program's other files, each under its name.
    pub fn source(&self) -> &str {
        &self.0.sources.text
    }

    /// Returns a line of [`source`](Program::source) without its newline, by its number from 1; empty after
    /// the last line.
    pub fn line(&self, number: usize) -> &str {
        self.0.sources.line(number)
    }

    /// The functions in source order.
    pub fn functions(&self) -> &[Function] {
        &self.0.functions
    }

    /// The function with this name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions().iter().find(|f| f.name == name)
    }

    /// Returns the source location of the stop point at or before an operation.
    pub(super) fn place_at(&self, at: usize) -> Place<'_> {
        let stop = self.code().stop_before(at);
        let length = self.line(stop.line as usize).trim_end().len();
        let end = (stop.end as usize).min(length);
        Place {
            line: stop.line as usize,
            columns: (stop.start as usize).min(end)..end,
            function: &self.code().functions[stop.function as usize].name,
            kind: stop.kind,
        }
    }

    /// The source locations of all statements and conditions.
    pub fn places(&self) -> impl Iterator<Item = Place<'_>> {
        let stops = self.0.code.stops.iter().map(|stop| self.place_at(stop.at as usize));
        stops.filter(|place| place.line > 0)
    }

    /// True if a statement or condition begins on this line (from 1).
    pub fn stops_at(&self, line: usize) -> bool {
        let mut stops = self.0.code.stops.iter();
        stops.any(|stop| stop.line as usize == line)
    }
}
