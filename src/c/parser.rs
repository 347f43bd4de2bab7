//! The parser's state: tokens, names in scope, messages, and the code that comes out.

use std::collections::{HashMap, HashSet};

use super::code::{Code, Op, StopMark};
use super::expr::At;
use super::lexer::{Token, TokenKind};
use super::message::{Message, Severity};
use super::types::{Kind, Type};
use super::value::PlaceKind;

/// Something was wrong and has been said; what stands here is left out.
pub struct Skip;
pub type Parsed<T> = Result<T, Skip>;

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Symbol {
    Variable { at: At, ty: Type, constant: bool },
    Constant(i64),
    Type(Type),
    Function(usize),
}

/// A call, checked when all functions are known.
pub struct CallMade {
    pub line: usize,
    pub caller: Option<String>,
    pub function: usize,
    /// The types of the arguments, and whether each is a plain 0.
    pub arguments: Vec<(Type, bool)>,
}

/// Turbo C stopped after so many errors too.
const MOST_ERRORS: usize = 25;
/// How deep statements and brackets may be nested.
const DEEPEST: usize = 60;
/// How many operators an expression may have.
pub const LONGEST: usize = 300;

pub struct Parser<'a> {
    file: &'a str,
    tokens: Vec<Token>,
    pub at: usize,
    pub code: Code,
    pub messages: Vec<Message>,
    /// From the file's names to those of the innermost block.
    pub scopes: Vec<HashMap<String, Symbol>>,
    pub structs: HashMap<String, Type>,
    /// The functions that the file defines somewhere.
    pub defined: HashSet<String>,
    pub calls: Vec<CallMade>,
    /// The global variables that were announced with `extern` and not declared yet.
    pub announced: HashSet<String>,
    /// The function that is being read.
    pub function: Option<usize>,
    /// The undefined names that this function has been told of.
    unknown: HashSet<String>,
    /// The local variables that have been given a value, by cell.
    pub given: HashSet<u32>,
    pub operators: usize,
    /// The last operation to which something jumps.
    pub landed: u32,
    depth: usize,
}

impl<'a> Parser<'a> {
    pub fn new(file: &'a str, tokens: Vec<Token>) -> Parser<'a> {
        let mut parser = Parser {
            file,
            tokens,
            at: 0,
            code: Code::default(),
            messages: Vec::new(),
            scopes: vec![HashMap::new()],
            structs: HashMap::new(),
            defined: HashSet::new(),
            calls: Vec::new(),
            announced: HashSet::new(),
            function: None,
            unknown: HashSet::new(),
            given: HashSet::new(),
            operators: 0,
            landed: 0,
            depth: 0,
        };
        // Cell 0 is where NULL points.
        parser.code.memory.push(0);
        for at in 0..parser.tokens.len() {
            if let Some(name) = parser.head_at(at) {
                parser.defined.insert(name);
            }
        }
        parser
    }

    /// The name of the function whose definition's `name(...)` stands here.
    fn head_at(&self, at: usize) -> Option<String> {
        let TokenKind::Word(name) = &self.tokens[at].kind else {
            return None;
        };
        let control = ["if", "while", "for", "switch", "return", "sizeof"];
        if control.contains(&&**name) || !self.sign_at(at + 1, "(") {
            return None;
        }
        let mut after = at + 2;
        while let Some(
            TokenKind::Word(_)
            | TokenKind::Number(..)
            | TokenKind::Sign("," | "*" | "[" | "]" | "("),
        ) = self.tokens.get(after).map(|token| &token.kind)
        {
            after += 1;
            // An array of pointers or a pointer to an array has brackets of its own.
            if self.sign_at(after, ")") && self.sign_at(after + 1, "[") {
                after += 1;
            }
        }
        if !self.sign_at(after, ")") {
            return None;
        }
        let brace = self.sign_at(after + 1, "{");
        let old_style = match self.tokens.get(after + 1).map(|token| &token.kind) {
            Some(TokenKind::Word(word)) => {
                ["int", "char", "long", "unsigned", "struct"].contains(&&**word)
            }
            _ => false,
        };
        (brace || old_style).then(|| name.to_string())
    }

    /// Does the definition of a function begin here, perhaps after the words of its type?
    pub fn at_definition(&self) -> bool {
        let mut at = self.at;
        while matches!(
            self.tokens[at].kind,
            TokenKind::Word(_) | TokenKind::Sign("*")
        ) && at < self.at + 5
        {
            if self.head_at(at).is_some() {
                return true;
            }
            at += 1;
        }
        false
    }

    fn sign_at(&self, at: usize, sign: &str) -> bool {
        let token = self.tokens.get(at);
        token.is_some_and(|token| matches!(token.kind, TokenKind::Sign(found) if found == sign))
    }

    pub fn token(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    pub fn ahead(&self, n: usize) -> &Token {
        &self.tokens[(self.at + n).min(self.tokens.len() - 1)]
    }

    /// The token before.
    pub fn last(&self) -> &Token {
        &self.tokens[self.at.saturating_sub(1).min(self.tokens.len() - 1)]
    }

    pub fn line(&self) -> usize {
        self.token().line as usize
    }

    pub fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub fn ended(&self) -> bool {
        self.token().kind == TokenKind::End
    }

    pub fn is(&self, sign: &str) -> bool {
        self.sign_at(self.at.min(self.tokens.len() - 1), sign)
    }

    /// Takes this sign if it is next.
    pub fn takes(&mut self, sign: &str) -> bool {
        let is = self.is(sign);
        if is {
            self.advance();
        }
        is
    }

    pub fn word(&self) -> Option<&str> {
        match &self.token().kind {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    pub fn takes_word(&mut self, word: &str) -> bool {
        let is = self.word() == Some(word);
        if is {
            self.advance();
        }
        is
    }

    /// Takes this sign, or says what is missing.
    pub fn expect(&mut self, sign: &str, missing: &str) -> Parsed<()> {
        match self.takes(sign) {
            true => Ok(()),
            false => self.fail(missing),
        }
    }

    /// Takes the semicolon. If there is none, it is missing on the line before this token, and all goes on as if it were
    /// there.
    pub fn semicolon(&mut self, missing: &str) {
        if self.takes(";") {
            return;
        }
        let line = self.last().line as usize;
        self.error(line, missing);
        while self.line() == line && !self.ended() && !self.is("}") && !self.is("{") {
            if self.takes(";") {
                return;
            }
            self.advance();
        }
    }

    /// Leaves out the rest of what cannot be understood.
    pub fn skip(&mut self) {
        let begun = self.at;
        let words = [
            "if", "for", "while", "do", "switch", "return", "break", "continue", "case",
        ];
        while !self.ended() && !self.is("}") && !self.is("{") {
            let line = self.last().line;
            let begins =
                self.token().line > line && self.word().is_some_and(|word| words.contains(&word));
            if self.takes(";") || begins && self.at > begun {
                return;
            }
            self.advance();
        }
    }

    fn say(&mut self, severity: Severity, line: usize, text: String) {
        let function = self.function.map(|n| self.code.functions[n].name.clone());
        let message = Message {
            severity,
            file: self.file.to_string(),
            line,
            text,
            function,
        };
        if !self.messages.contains(&message) && self.messages.len() < 200 {
            self.messages.push(message);
        }
    }

    pub fn error(&mut self, line: usize, text: impl Into<String>) {
        let errors = self
            .messages
            .iter()
            .filter(|m| m.severity == Severity::Error);
        if errors.count() < MOST_ERRORS {
            self.say(Severity::Error, line, text.into());
        } else {
            self.at = self.tokens.len() - 1;
        }
    }

    pub fn warn(&mut self, line: usize, text: impl Into<String>) {
        self.say(Severity::Warning, line, text.into());
    }

    /// An error at this token.
    pub fn fail<T>(&mut self, text: impl Into<String>) -> Parsed<T> {
        self.error(self.line(), text);
        Err(Skip)
    }

    /// Goes a level deeper into brackets or blocks for as long as `inside` takes.
    pub fn deeper<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            self.at = self.tokens.len() - 1;
            return self.fail("Too many levels of brackets or blocks");
        }
        self.depth += 1;
        let parsed = inside(self);
        self.depth -= 1;
        parsed
    }

    pub fn find(&self, name: &str) -> Option<&Symbol> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    /// Tells once per function that a name is not known.
    pub fn undefined(&mut self, line: usize, name: &str) {
        if self.unknown.insert(name.to_string()) {
            self.error(line, format!("Undefined symbol '{name}'"));
        }
    }

    pub fn forget_unknown(&mut self) {
        self.unknown.clear();
        self.given.clear();
    }

    /// Gives a name its meaning in the innermost scope.
    pub fn declare(&mut self, line: usize, name: &str, symbol: Symbol) {
        let scope = self.scopes.last_mut().expect("the file has a scope");
        if scope.insert(name.to_string(), symbol).is_some() {
            self.error(line, format!("Multiple declaration for '{name}'"));
        }
    }

    /// Adds an operation, joined with those before it where there is one for all of them.
    pub fn emit(&mut self, op: Op) {
        let ops = &mut self.code.ops;
        // Something may jump to between the two.
        let apart = self.landed as usize + 1 >= ops.len();
        let (joined, with) = match (&ops[..], op) {
            (&[.., Op::Local(slot)], Op::Index { count, stride }) => {
                let joined = Op::IndexLocal {
                    slot,
                    count,
                    stride,
                };
                (joined, 1)
            }
            (&[.., Op::Index { count, stride }], Op::Load) => (Op::IndexLoad { count, stride }, 1),
            (&[.., Op::Local(a), Op::Local(b)], Op::Add(kind)) => (Op::AddLocals(a, b, kind), 2),
            _ => (op, 0),
        };
        match apart {
            true => ops.push(op),
            false => {
                ops.truncate(ops.len() - with);
                ops.push(joined);
            }
        }
    }

    /// A jump whose target is not known yet: [`land`](Parser::land) gives it one.
    pub fn jump(&mut self, op: Op) -> usize {
        self.emit(op);
        self.code.ops.len() - 1
    }

    pub fn here(&self) -> u32 {
        self.code.ops.len() as u32
    }

    /// Lets a jump lead to here.
    pub fn land(&mut self, jump: usize) {
        let here = self.here();
        self.landed = here;
        self.land_at(jump, here);
    }

    /// Lets a jump lead to an operation.
    pub fn land_at(&mut self, jump: usize, here: u32) {
        match &mut self.code.ops[jump] {
            Op::Jump(to)
            | Op::IfZero(to)
            | Op::BothOrJump(to)
            | Op::EitherOrJump(to)
            | Op::Branch(to) => *to = here,
            op => unreachable!("{op:?} is no jump"),
        }
    }

    /// Can the program come to here?
    pub fn reaches_here(&self) -> bool {
        let leaves = matches!(self.code.ops.last(), Some(Op::Return | Op::Jump(_)));
        !leaves || self.landed == self.here()
    }

    /// A stop before the token that comes next; [`end_stop`](Parser::end_stop) says where its piece ends.
    pub fn stop(&mut self, kind: PlaceKind) -> usize {
        let token = self.token().clone();
        self.stop_at(kind, &token)
    }

    pub fn stop_at(&mut self, kind: PlaceKind, token: &Token) -> usize {
        let n = self.code.stops.len();
        self.code.stops.push(StopMark {
            at: self.here(),
            line: token.line,
            start: token.start,
            end: token.end,
            function: self.function.unwrap_or(0) as u32,
            kind,
        });
        self.emit(Op::Stop(n as u32));
        n
    }

    /// The piece of a stop ends with the token before this one.
    pub fn end_stop(&mut self, stop: usize) {
        let (line, end) = (self.last().line, self.last().end);
        let mark = &mut self.code.stops[stop];
        mark.end = if mark.line == line {
            end.max(mark.end)
        } else {
            u32::MAX
        };
    }

    /// New cells in memory.
    pub fn allocate(&mut self, ty: &Type) -> u32 {
        let cell = self.code.memory.len();
        // A byte of the PC's memory for each cell would already be more than a program had.
        if ty.bytes() > 65_535 || cell + ty.cells() > 65_535 {
            self.error(self.line(), "Too much global data defined in file");
            self.at = self.tokens.len() - 1;
            return 0;
        }
        self.code.memory.resize(cell + ty.cells(), 0);
        cell as u32
    }

    /// A text in memory, with its 0 at the end.
    pub fn allocate_text(&mut self, bytes: &[u8]) -> (u32, Type) {
        let ty = Type::Array(Box::new(Type::Number(Kind::Char)), bytes.len() + 1);
        let cell = self.allocate(&ty);
        for (at, byte) in bytes.iter().enumerate() {
            if let Some(to) = self.code.memory.get_mut(cell as usize + at) {
                *to = i64::from(*byte as i8);
            }
        }
        (cell, ty)
    }
}
