//! The compiler's state: tokens, scopes, messages and generated code.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::absent;
use super::code::{Code, Op, Pointer, Slot, Space, StopMark};
use super::cpp::Cpp;
use super::helpers::{AT_END, EVENTS};
use super::message::{Message, Severity};
use super::sources::Sources;
use super::token::{Token, TokenKind};
use super::types::{CHAR, Kind, Struct, Type};
use super::value::PlaceKind;
use words::say;

pub(crate) struct Reported;
pub(crate) type Parsed<T> = Result<T, Reported>;

#[derive(Clone, Debug)]
pub(crate) enum Symbol {
    Variable {
        slot: Slot,
        ty: Type,
        constant: bool,
    },
    Constant(i64),
    Type(Type),
    Function(usize),
    /// An `extern` array without a bound: a pointer to it, and its type.
    Elsewhere(Slot, Type),
}

/// A call to check once all functions are known.
pub(crate) struct CallMade {
    pub(crate) line: usize,
    pub(crate) caller: Option<usize>,
    pub(crate) function: usize,
    /// The type of each argument, and whether the argument is a literal 0; `None` if the program takes the
    /// function's address instead of calling it.
    pub(crate) arguments: Option<Vec<(Type, bool)>>,
    pub(crate) spread: bool,
}

/// The maximum number of errors, the same as in Turbo C.
const MOST_ERRORS: usize = 25;
/// The maximum size of a function's variables, in bytes.
const MOST_LOCALS: usize = 60_000;
/// The maximum size of the global variables and texts, in bytes. Turbo C has a segment for each file.
const MOST_GLOBALS: usize = 131_070;
/// The maximum nesting depth of statements and brackets.
pub(crate) const DEEPEST: usize = 100;

#[derive(Default)]
pub(crate) struct Compiler<'a> {
    sources: Option<&'a Sources>,
    tokens: Vec<Token>,
    pub(crate) at: usize,
    pub(crate) code: Code,
    messages: Vec<Message>,
    /// The functions and variables that earlier files share.
    shared: HashMap<String, Symbol>,
    /// The names private to this file.
    pub(crate) own: HashSet<String>,
    pub(crate) scopes: Vec<HashMap<String, Symbol>>,
    pub(crate) structs: HashMap<String, Arc<Struct>>,
    pub(crate) enumerations: HashSet<String>,
    /// The headers of the library that this file includes, without `.h`.
    pub(crate) included: Vec<&'static str>,
    pub(crate) defined: HashSet<String>,
    pub(crate) defined_anywhere: HashSet<String>,
    pub(crate) calls: Vec<CallMade>,
    /// The global variables declared `extern` but not defined yet.
    pub(crate) announced: HashSet<String>,
    /// The pointers to `extern` arrays without a bound.
    pub(crate) elsewhere: HashMap<String, Slot>,
    /// The global variables of the file whose declaration has an initializer.
    pub(crate) initialized: HashSet<String>,
    pub(crate) wanted: HashMap<String, usize>,
    pub(crate) function: Option<usize>,
    /// The undefined names already reported in this file.
    pub(crate) unknown: HashSet<String>,
    /// The names of the local variables without a value so far, by cell.
    pub(crate) unset: HashMap<usize, String>,
    pub(crate) cpp: Cpp,
    /// The number of operators in the current expression.
    pub(crate) operators: usize,
    pub(crate) temporaries: usize,
    /// The cells with the old values of the objects that the enclosing assignments change.
    pub(crate) before: Vec<Slot>,
    /// The last operation that is a jump target.
    pub(crate) landed: u32,
    /// True if the warning about newer C features has been given.
    is_modern: bool,
    constants: HashMap<i64, usize>,
    depth: usize,
    /// The index of the closing token for each `(`, and 0 for all other tokens.
    closings: Vec<u32>,
    /// For each token, the number of earlier tokens that cannot occur in a parameter list.
    strange: Vec<u32>,
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(sources: &'a Sources) -> Compiler<'a> {
        let scopes = vec![HashMap::new()];
        let mut compiler = Compiler { sources: Some(sources), scopes, ..Compiler::default() };
        // NULL points to cell 0.
        compiler.code.memory.push(Kind::UnsignedChar, 0);
        compiler
    }

    pub(crate) fn begin(&mut self, tokens: Vec<Token>) {
        (self.tokens, self.at) = (tokens, 0);
        self.is_modern = false;
        self.unknown.clear();
        self.look_at_brackets();
        self.defined = self.free_heads();
    }

    /// True if the file seems to use a function without defining it. A variable of that name also counts.
    pub(crate) fn wants(&self, name: &str) -> bool {
        let is_used = |at: usize| {
            let behind = ["(", ",", ")"].iter().any(|sign| self.sign_at(at + 1, sign));
            let is_value = at > 0 && self.sign_at(at - 1, "=") && self.sign_at(at + 1, ";");
            self.tokens[at].word() == name && (behind || is_value)
        };
        !self.defined_anywhere.contains(name) && (0..self.tokens.len()).any(is_used)
    }

    /// The first character of a token in the source.
    pub(crate) fn source_at(&self, token: usize) -> &str {
        let Token { line, start, .. } = self.tokens[token.min(self.tokens.len() - 1)];
        let text = self.sources.map_or("", |sources| sources.line(line as usize));
        text.get(start as usize..start as usize + 1).unwrap_or_default()
    }

    /// Compiles hidden functions in the middle of a file.
    pub(crate) fn read_hidden(&mut self, text: &str, is_cplusplus: bool) {
        let (tokens, at) = (std::mem::take(&mut self.tokens), self.at);
        let around = std::mem::replace(&mut self.cpp.on, is_cplusplus);
        let Code { ops, stops, functions, globals, .. } = &self.code;
        let [ops, stops, functions, globals] = [ops.len(), stops.len(), functions.len(), globals.len()];
        self.begin(super::build::tokens(text));
        self.file();
        self.code.stops.truncate(stops);
        self.code.globals.truncate(globals);
        for (op, next) in self.code.ops.iter_mut().zip(1..).skip(ops) {
            if *op == Op::Stop {
                *op = Op::Jump(next);
            }
        }
        for (function, n) in self.code.functions.iter_mut().zip(0..).skip(functions) {
            function.first_line = 0;
            match &*function.name {
                AT_END => self.code.at_end.push(n),
                EVENTS => self.code.events = Some(n),
                _ => {}
            }
        }
        self.cpp.on = around;
        self.begin(tokens);
        self.at = at;
    }

    /// Ends a file and returns its names. Later files can use only the shared ones.
    pub(crate) fn end(&mut self) -> HashMap<String, Symbol> {
        let symbols = std::mem::take(&mut self.scopes[0]);
        let own = std::mem::take(&mut self.own);
        self.initialized.clear();
        self.cpp.forget(&own);
        let shared = symbols.iter().filter(|(name, symbol)| {
            matches!(symbol, Symbol::Variable { .. } | Symbol::Function(_)) && !own.contains(*name)
        });
        self.shared.extend(shared.map(|(name, symbol)| (name.clone(), symbol.clone())));
        symbols
    }

    /// Makes a shared name of an earlier file available here. Returns false if there is none.
    pub(crate) fn join(&mut self, name: &str) -> bool {
        let Some(symbol) = self.shared.get(name) else { return false };
        if !self.scopes[0].contains_key(name) {
            self.scopes[0].insert(name.to_string(), symbol.clone());
        }
        true
    }

    /// Checks that each used `extern` variable is defined.
    pub(crate) fn check_announced(&mut self) {
        for (name, line) in std::mem::take(&mut self.wanted) {
            if self.announced.contains(&name) {
                let text = say!("Undefined symbol '{name}': it is extern, but no file defines it", name);
                self.error(line, text);
            }
        }
    }

    pub(crate) fn into_messages(mut self) -> Vec<Message> {
        if let Some(sources) = self.sources {
            self.messages.sort_by_cached_key(|message| sources.order(message.line));
            for message in &mut self.messages {
                let (file, line) = sources.place(message.line);
                (message.file, message.line) = (file.to_string(), line);
            }
        }
        self.messages
    }

    /// Returns the names of the functions that the file defines outside of classes.
    fn free_heads(&self) -> HashSet<String> {
        let mut heads = HashSet::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let is_class = ["class", "struct"].contains(&self.tokens[at].word()) && self.sign_at(at + 2, "{");
            if self.cpp.on && is_class {
                let mut depth = 0;
                while at < self.tokens.len() {
                    depth += i32::from(self.sign_at(at, "{")) - i32::from(self.sign_at(at, "}"));
                    if depth == 0 && self.sign_at(at, "}") {
                        break;
                    }
                    at += 1;
                }
            }
            let is_method = at > 0 && ["::", "~"].iter().any(|sign| self.sign_at(at - 1, sign));
            if at < self.tokens.len() && !is_method {
                heads.extend(self.head_at(at));
            }
            at += 1;
        }
        heads
    }

    /// Returns the name at the token with index `at`, if a function definition has its name there.
    fn head_at(&self, at: usize) -> Option<String> {
        let name = self.tokens[at].word();
        let control = ["", "if", "while", "for", "switch", "return", "sizeof"];
        if control.contains(&name) || !self.sign_at(at + 1, "(") {
            return None;
        }
        // A constructor's values follow a `:`.
        if at > 0 && [":", ","].iter().any(|sign| self.cpp.on && self.sign_at(at - 1, sign)) {
            return None;
        }
        let mut end = self.closing(at + 1)?;
        if self.strange[end] > self.strange[at] {
            return None;
        }
        // If a function returns a function pointer, the pointer's brackets enclose the function's name and
        // parameters.
        while at > 0 && self.sign_at(at - 1, "*") && self.sign_at(end + 1, ")") {
            end = self.closing(end + 2)?;
        }
        let types = ["int", "char", "long", "unsigned", "struct"];
        let body = match self.tokens.get(end + 1).map(|token| &token.kind) {
            Some(TokenKind::Word(word)) if self.cpp.on => &**word == "const" && self.sign_at(end + 2, "{"),
            Some(TokenKind::Word(word)) => types.contains(&&**word),
            _ => self.sign_at(end + 1, "{"),
        };
        body.then(|| name.to_string())
    }

    /// Matches all brackets in one pass, so that deep nesting costs no extra time.
    fn look_at_brackets(&mut self) {
        self.closings = vec![0; self.tokens.len()];
        self.strange = Vec::with_capacity(self.tokens.len());
        let (mut open, mut strange) = (Vec::new(), 0);
        for (at, token) in self.tokens.iter().enumerate() {
            self.strange.push(strange);
            match token.kind {
                TokenKind::Sign("(") => open.push(at),
                TokenKind::Sign(")") => {
                    if let Some(begun) = open.pop() {
                        self.closings[begun] = at as u32;
                    }
                }
                TokenKind::Word(_) | TokenKind::Number(..) => {}
                TokenKind::Sign("," | "*" | "[" | "]" | "...") => {}
                TokenKind::Sign("&" | "=" | "::") if self.cpp.on => {}
                _ => strange += 1,
            }
        }
    }

    pub(crate) fn closing(&self, at: usize) -> Option<usize> {
        let end = self.closings.get(at).map(|end| *end as usize);
        end.filter(|end| *end > 0)
    }

    /// True if a function definition begins here, perhaps after its type.
    pub(crate) fn at_definition(&self) -> bool {
        let typed = |token: &&Token| {
            matches!(token.kind, TokenKind::Word(_) | TokenKind::Sign("*" | "&" | "::" | "~"))
        };
        let words = self.tokens[self.at..].iter().take(5).take_while(typed);
        (self.at..self.at + words.count()).any(|at| self.head_at(at).is_some())
    }

    pub(crate) fn sign_at(&self, at: usize, sign: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.sign() == sign)
    }

    pub(crate) fn ahead(&self, n: usize) -> &Token {
        &self.tokens[(self.at + n).min(self.tokens.len() - 1)]
    }

    pub(crate) fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    pub(crate) fn last(&self) -> &Token {
        &self.tokens[self.at.saturating_sub(1)]
    }

    pub(crate) fn line(&self) -> usize {
        self.token().line as usize
    }

    pub(crate) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(crate) fn give_up(&mut self) {
        self.at = self.tokens.len() - 1;
    }

    pub(crate) fn ended(&self) -> bool {
        self.at == self.tokens.len() - 1
    }

    pub(crate) fn is(&self, sign: &str) -> bool {
        self.sign_at(self.at, sign)
    }

    pub(crate) fn is_ahead(&self, n: usize, sign: &str) -> bool {
        self.sign_at(self.at + n, sign)
    }

    pub(crate) fn takes(&mut self, sign: &str) -> bool {
        let is = self.is(sign);
        if is {
            self.advance();
        }
        is
    }

    pub(crate) fn word(&self) -> Option<&str> {
        Some(self.token().word()).filter(|word| !word.is_empty())
    }

    /// Returns a later word; empty for any other token.
    pub(crate) fn word_ahead(&self, n: usize) -> &str {
        self.ahead(n).word()
    }

    pub(crate) fn takes_word(&mut self, word: &str) -> bool {
        let is = self.word() == Some(word);
        if is {
            self.advance();
        }
        is
    }

    pub(crate) fn is_number(&self) -> bool {
        matches!(self.token().kind, TokenKind::Number(..))
    }

    pub(crate) fn first_word(&self, from: usize) -> String {
        let mut words = self.tokens[from..self.at].iter().map(Token::word);
        words.find(|word| !word.is_empty()).unwrap_or_default().to_string()
    }

    pub(crate) fn take_word(&mut self) -> Option<String> {
        let word = self.word().map(str::to_string)?;
        self.advance();
        Some(word)
    }

    pub(crate) fn expect(&mut self, sign: &str, missing: &str) -> Parsed<()> {
        if self.takes(sign) { Ok(()) } else { self.fail_at(self.last().line as usize, missing) }
    }

    /// The token before the last one.
    pub(crate) fn before_last(&self) -> &Token {
        &self.tokens[self.at.saturating_sub(2)]
    }

    pub(crate) fn give_up_names(&mut self, from: usize) {
        let words = self.tokens[from..self.at].iter().map(Token::word);
        self.unknown.extend(words.filter(|word| !word.is_empty()).map(str::to_string));
    }

    /// Consumes a semicolon. Reports a missing one on the previous line and continues parsing.
    pub(crate) fn semicolon(&mut self, missing: &str) {
        if self.takes(";") {
            return;
        }
        let line = self.last().line as usize;
        match self.is(":") && self.is_ahead(1, "=") {
            true => self.error(line, say!("{missing}: write = instead of :=", missing)),
            false => self.error(line, missing),
        }
        while self.line() == line && !self.ended() && !self.is("}") && !self.is("{") {
            if self.takes(";") {
                return;
            }
            self.advance();
        }
    }

    pub(crate) fn skip(&mut self) {
        let begun = self.at;
        let words = ["if", "for", "while", "do", "switch", "return", "break", "continue", "case"];
        while !self.ended() && !self.is("}") && !self.is("{") {
            let next_line = self.token().line > self.last().line && self.at > begun;
            let begins = next_line && self.word().is_some_and(|word| words.contains(&word));
            if begins || self.takes(";") {
                return;
            }
            self.advance();
        }
    }

    fn say(&mut self, severity: Severity, line: usize, text: String) {
        let function = self.function.map(|n| self.code.functions[n].name.clone());
        let message = Message { severity, file: String::new(), line, text, function };
        if !self.messages.contains(&message) && self.messages.len() < 200 {
            self.messages.push(message);
        }
    }

    /// True if the current function has an error.
    pub(crate) fn has_error(&self) -> bool {
        let name = self.function.map(|n| &self.code.functions[n].name);
        self.messages.iter().any(|m| m.severity == Severity::Error && m.function.as_ref() == name)
    }

    pub(crate) fn errors(&self) -> usize {
        self.messages.iter().filter(|m| m.severity == Severity::Error).count()
    }

    pub(crate) fn error(&mut self, line: usize, text: impl Into<String>) {
        let text = text.into();
        if self.errors() >= MOST_ERRORS {
            return self.give_up();
        }
        // Report one error per line, except that every undefined name is reported.
        let is_name = |text: &str| text.starts_with("Undefined symbol");
        let mut told = self.messages.iter();
        let follows = told.any(|message| {
            let both_names = is_name(&text) && is_name(&message.text);
            message.severity == Severity::Error && message.line == line && !both_names
        });
        if !follows {
            self.say(Severity::Error, line, text);
        }
    }

    /// Adds a warning, unless the function has an error that may have caused it.
    pub(crate) fn warn(&mut self, line: usize, text: impl Into<String>) {
        if self.function.is_none() || !self.has_error() {
            self.say(Severity::Warning, line, text.into());
        }
    }

    /// Adds a warning, unless an earlier line has the same one.
    pub(crate) fn warn_once(&mut self, line: usize, text: &str) {
        if self.messages.iter().all(|message| message.text != text) {
            self.warn(line, text);
        }
    }

    /// Accepts a C99 feature and warns once per file.
    pub(crate) fn modern(&mut self, text: &str) {
        self.modern_at(self.line(), text);
    }

    pub(crate) fn modern_at(&mut self, line: usize, text: &str) {
        if !self.cpp.on && !std::mem::replace(&mut self.is_modern, true) {
            self.warn(line, text);
        }
    }

    pub(crate) fn fail<T>(&mut self, text: impl Into<String>) -> Parsed<T> {
        self.fail_at(self.line(), text)
    }

    pub(crate) fn fail_at<T>(&mut self, line: usize, text: impl Into<String>) -> Parsed<T> {
        self.error(line, text);
        Err(Reported)
    }

    /// Runs `inside` one nesting level deeper.
    pub(crate) fn deeper<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return self.too_deep();
        }
        self.depth += 1;
        let parsed = inside(self);
        self.depth -= 1;
        parsed
    }

    pub(crate) fn too_deep<T>(&mut self) -> Parsed<T> {
        self.give_up();
        self.fail(say!("Too many levels of brackets or blocks: at most {DEEPEST}", DEEPEST))
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Symbol> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    /// Reports an undefined name once per file.
    pub(crate) fn undefined(&mut self, line: usize, name: &str) {
        if self.unknown.insert(name.to_string()) {
            let absent = absent::sentence(name);
            // One header defines all three names.
            if absent::STDBOOL_NAMES.contains(&name) {
                self.unknown.extend(absent::STDBOOL_NAMES.map(str::to_string));
            }
            let meant = || match self.similar_name(name) {
                _ if self.defined.contains(name) => {
                    say!("Undefined symbol '{name}': write {name}( ) to call the function below", name)
                }
                Some(meant) => say!("Undefined symbol '{name}': is '{meant}' meant?", name, meant),
                None => say!("Undefined symbol '{name}'", name),
            };
            let text = absent.unwrap_or_else(meant);
            self.error(line, text);
        }
    }

    pub(crate) fn declare(&mut self, line: usize, name: &str, symbol: Symbol) {
        let scope = self.scopes.last_mut().expect("every file has a scope");
        if scope.insert(name.to_string(), symbol).is_some() {
            self.error(line, say!("Multiple declaration for '{name}'", name));
        }
    }

    pub(crate) fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
    }

    pub(crate) fn here(&self) -> u32 {
        self.code.ops.len() as u32
    }

    /// Emits a jump whose target [`land`](Compiler::land) sets.
    pub(crate) fn jump(&mut self) -> u32 {
        self.emit(Op::Jump(0));
        self.here() - 1
    }

    pub(crate) fn land(&mut self, jumps: &[u32]) {
        let here = self.here();
        self.land_at(jumps, here);
        if !jumps.is_empty() {
            self.landed = here;
        }
    }

    pub(crate) fn land_at(&mut self, jumps: &[u32], there: u32) {
        for jump in jumps {
            if let Some(to) = self.code.ops[*jump as usize].jump() {
                *to = there;
            }
        }
    }

    pub(crate) fn reaches_here(&self) -> bool {
        let leaves = matches!(
            self.code.ops.last(),
            Some(Op::Return(_) | Op::ReturnBytes(..) | Op::ReturnNone | Op::Jump(_))
        );
        !leaves || self.landed == self.here()
    }

    pub(crate) fn temporary(&mut self) -> Slot {
        let slot = Slot::new(Space::Temporary, self.temporaries);
        self.use_temporaries(self.temporaries + 1);
        slot
    }

    pub(crate) fn use_temporaries(&mut self, count: usize) {
        self.temporaries = count;
        if let Some(function) = self.function {
            let most = &mut self.code.functions[function].temporaries;
            *most = count.max(*most);
        }
    }

    pub(crate) fn constant_slot(&mut self, n: i64) -> Slot {
        let constants = &mut self.code.constants;
        let number = *self.constants.entry(n).or_insert_with(|| {
            constants.push(n);
            constants.len() - 1
        });
        Slot::new(Space::Constant, number)
    }

    /// Emits a stop point before this token.
    pub(crate) fn stop_here(&mut self, kind: PlaceKind) -> usize {
        let token = self.token().clone();
        self.stop(kind, &token)
    }

    /// Emits a stop point before a token; [`end_stop`](Compiler::end_stop) sets its end.
    pub(crate) fn stop(&mut self, kind: PlaceKind, token: &Token) -> usize {
        self.code.stops.push(StopMark {
            at: self.here(),
            line: token.line,
            start: token.start,
            end: token.end,
            function: self.function.unwrap_or(0) as u32,
            kind,
        });
        self.emit(Op::Stop);
        self.code.stops.len() - 1
    }

    pub(crate) fn end_stop(&mut self, stop: usize) {
        let (line, end) = (self.last().line, self.last().end);
        let mark = &mut self.code.stops[stop];
        mark.end = if mark.line == line { end.max(mark.end) } else { u32::MAX };
    }

    /// Allocates a local variable.
    pub(crate) fn local(&mut self, ty: &Type) -> Parsed<Slot> {
        let Some(function) = self.function else { return Ok(Slot::new(Space::Local, 0)) };
        let first = self.code.functions[function].cells();
        if first + ty.bytes() > MOST_LOCALS {
            let text =
                say!("Too many local variables for the stack: at most {MOST_LOCALS} bytes", MOST_LOCALS);
            return self.fail(text);
        }
        ty.tags(&mut self.code.functions[function].tags);
        Ok(Slot::new(Space::Local, first))
    }

    pub(crate) fn allocate(&mut self, ty: &Type) -> usize {
        let cell = self.code.memory.cells.len();
        // A PC's data segment has 65,535 bytes.
        if ty.bytes() > 65_535 || cell + ty.bytes() > MOST_GLOBALS {
            let text =
                say!("Too much global data defined in file: at most {MOST_GLOBALS} bytes", MOST_GLOBALS);
            self.error(self.line(), text);
            self.give_up();
            return 0;
        }
        self.code.memory.cells.resize(cell + ty.bytes(), 0);
        ty.tags(&mut self.code.memory.tags);
        cell
    }

    pub(crate) fn allocate_text(&mut self, bytes: &[u8]) -> (i64, Type) {
        let ty = Type::Array(Box::new(CHAR), bytes.len() + 1);
        let cell = self.allocate(&ty);
        for (to, byte) in self.code.memory.cells[cell..].iter_mut().zip(bytes) {
            *to = i64::from(*byte as i8);
        }
        (Pointer::pack(cell, ty.bytes()), ty)
    }
}
