//! The preprocessor: handles directives and converts a file to tokens.

use std::io;
use std::sync::Arc;

use super::absent::{self, ASM_KEYWORDS, IGNORED_KEYWORDS};
use super::conditions::{self, ConditionError};
use super::expansion::{self, Expansion, Macro, Macros};
use super::helpers;
use super::lexer::{self, Piece, PieceKind};
use super::literals;
use super::message::{Severity, is_nearly};
use super::sources::Sources;
use super::token::{Token, TokenKind};
use super::types::Kind;
use words::say;

/// A function that loads a header by name. It returns the header's text, `None` if the header does not exist,
/// or the reason why the header cannot be read.
pub type Headers<'a> = &'a dyn Fn(&str) -> io::Result<Option<String>>;

const MOST_PARAMETERS: usize = 100;

/// The headers of C++ with the headers of C that have the same functions.
const CPLUSPLUS_HEADERS: [(&str, &str); 16] = [
    ("algorithm vector map set list deque queue stack utility sstream functional iterator array", ""),
    ("bits/stdc++.h", "iostream stdio stdlib string math time ctype limits"),
    ("cassert", "assert"),
    ("cctype", "ctype"),
    ("cerrno", "errno"),
    ("cfloat", "float"),
    ("climits", "limits"),
    ("cmath complex", "math"),
    ("cstdarg", "stdarg"),
    ("cstddef", "stddef"),
    ("cstdio", "stdio"),
    ("cstdlib", "stdlib"),
    ("cstring string", "string"),
    ("ctime", "time"),
    ("winbgim", "graphics"),
    ("iostream ostream istream fstream iomanip strstream new", "iostream"),
];

const PREDEFINED: [(&str, &str); 6] = [
    ("__STDC__", "1"),
    ("__TURBOC__", "0x0200"),
    ("__MSDOS__", "1"),
    // A fixed date, so that each run is the same.
    ("__DATE__", "\"Jan  1 1991\""),
    ("__TIME__", "\"12:00:00\""),
    ("__SMALL__", "1"),
];

/// A source file with the files that it includes.
#[derive(Default)]
pub(crate) struct Unit {
    /// The tokens; the last is [`TokenKind::End`].
    pub(crate) tokens: Vec<Token>,
    pub(crate) macros: Macros,
    /// The headers of the library that the file includes, without `.h`.
    pub(crate) included: Vec<&'static str>,
    pub(crate) messages: Vec<(Severity, usize, String)>,
    pub(crate) slashes: Option<usize>,
    /// The line that includes the first header of C++.
    pub(crate) cplusplus_header: Option<usize>,
    pub(crate) is_cplusplus: bool,
    /// True if a missing header or an unclosed comment makes further messages useless.
    pub(crate) fatal: bool,
}

pub(crate) fn unit(name: &str, text: &str, sources: &mut Sources, headers: Headers) -> Unit {
    let mut reader = Reader::new(sources, headers);
    for (name, text) in PREDEFINED {
        let body = lexer::pieces(text, 0).pieces;
        reader.unit.macros.insert(name.into(), Macro { parameters: None, body });
    }
    if let Err(text) = reader.file(name, text, 0) {
        reader.complain(1, text);
    }
    let (line, end) = reader.unit.tokens.last().map_or((1, 0), |token| (token.line, token.end));
    reader.unit.tokens.push(Token { kind: TokenKind::End, line, start: end, end });
    reader.unit
}

/// # Errors
/// If the expression is invalid; the error is a sentence.
pub(crate) fn expression(text: &str, macros: &Macros) -> Result<Vec<Token>, String> {
    let mut sources = Sources::default();
    let mut reader = Reader::new(&mut sources, &|_| Ok(None));
    reader.unit.macros.clone_from(macros);
    reader.raw = lexer::pieces(text, 0).pieces;
    reader.flush();
    if let Some((.., text)) = reader.unit.messages.pop() {
        return Err(text);
    }
    let end = text.len() as u32;
    reader.unit.tokens.push(Token { kind: TokenKind::End, line: 1, start: end, end });
    Ok(reader.unit.tokens)
}

/// An open `#if`.
struct Branch {
    line: usize,
    /// True if a branch was already taken, or if none may be.
    taken: bool,
    reads: bool,
    /// True after the `#else`.
    last: bool,
}

struct Reader<'a> {
    sources: &'a mut Sources,
    headers: Headers<'a>,
    unit: Unit,
    /// The pieces not yet expanded.
    raw: Vec<Piece>,
    open: Vec<Branch>,
    /// The file's name for `#include`.
    name: String,
    /// The file's name for `__FILE__`.
    shown: String,
    /// The difference between `__LINE__` and the line number.
    shift: i64,
    made: usize,
    /// The line of an unclosed string. The next unclosed string counts as its end and clears this field.
    open_text: Option<u32>,
}

impl<'a> Reader<'a> {
    fn new(sources: &'a mut Sources, headers: Headers<'a>) -> Reader<'a> {
        let (unit, raw, open, name, shown) = Default::default();
        Reader { sources, headers, unit, raw, open, name, shown, shift: 0, made: 0, open_text: None }
    }

    fn complain(&mut self, line: usize, text: impl Into<String>) {
        self.unit.messages.push((Severity::Error, line, text.into()));
    }

    fn file(&mut self, name: &str, text: &str, included_at: usize) -> Result<(), String> {
        let before = self.sources.add(name, text, included_at)?;
        let read = lexer::pieces(text, before);
        self.unit.slashes = self.unit.slashes.or(read.slashes);
        if let Some(line) = read.open_comment {
            self.unit.fatal = true;
            let (_, begun) = self.sources.place(line);
            let text = say!("Unexpected end of file in comment started on line {begun}", begun);
            self.complain(line, text);
        }
        let name = std::mem::replace(&mut self.name, name.to_string());
        let shown = std::mem::replace(&mut self.shown, self.name.clone());
        let shift = std::mem::replace(&mut self.shift, -(before as i64));
        let open = std::mem::take(&mut self.open);
        self.lines(&read.pieces);
        if let Some(Branch { line, .. }) = self.open.pop() {
            let (_, begun) = self.sources.place(line);
            let text = say!("Unexpected end of file in conditional started on line {begun}", begun);
            self.complain(line, text);
        }
        self.flush();
        (self.name, self.shown, self.shift, self.open) = (name, shown, shift, open);
        Ok(())
    }

    fn lines(&mut self, pieces: &[Piece]) {
        let mut at = 0;
        while let Some(piece) = pieces.get(at) {
            at += 1;
            if piece.begins && piece.is("#") {
                let rest = &pieces[at..];
                let end = rest.iter().position(|piece| piece.begins);
                let line = &rest[..end.unwrap_or(rest.len())];
                self.directive(piece.line as usize, line);
                at += line.len();
            } else if self.reads() {
                self.raw.push(piece.clone());
            }
        }
    }

    fn reads(&self) -> bool {
        self.open.last().is_none_or(|branch| branch.reads)
    }

    fn expand(&mut self, pieces: &[Piece]) -> Result<Vec<Piece>, expansion::MacroError> {
        let mut expansion = Expansion {
            macros: &self.unit.macros,
            file: &self.shown,
            shift: self.shift,
            made: &mut self.made,
        };
        expansion.expand(pieces, 0)
    }

    fn flush(&mut self) {
        let raw = std::mem::take(&mut self.raw);
        match self.expand(&raw) {
            Ok(pieces) => {
                let mut rest = &pieces[..];
                while let Some(piece) = rest.first() {
                    rest = &rest[self.tokens(piece, rest)..];
                }
            }
            Err((line, text)) => self.complain(line, text),
        }
    }

    /// Converts a piece to a token or skips unsupported words. Returns the number of pieces consumed.
    fn tokens(&mut self, piece: &Piece, rest: &[Piece]) -> usize {
        let line = piece.line as usize;
        let word = piece.word().map(|word| &**word).unwrap_or_default();
        if ASM_KEYWORDS.contains(&word) {
            self.complain(line, say!("This machine has no inline assembler"));
            // Inline assembler counts as a statement.
            self.unit.tokens.push(literals::token_at(piece, TokenKind::Sign(";")));
            return assembler(rest);
        }
        // Before a name it is a keyword; elsewhere it names Pascal's triangle.
        let is_pascal = word == "pascal" && rest.get(1).is_some_and(|next| next.word().is_some());
        if !is_pascal && !IGNORED_KEYWORDS.split(' ').any(|ignored| ignored == word) {
            match literals::token(piece, self.sources.encoding) {
                Ok(token) => self.unit.tokens.push(token),
                Err(error) => self.misread(piece, error.to_string()),
            }
        }
        1
    }

    /// Reports an invalid piece, and reads a string or character as if it were empty, and a full-width sign as the
    /// sign of C. A second unclosed string counts as the end of the first one and is not reported.
    fn misread(&mut self, piece: &Piece, text: String) {
        let is_text = matches!(piece.kind, PieceKind::Text(_));
        let begun = if is_text { self.open_text.take() } else { None };
        let kind = match piece.spelling().chars().next() {
            Some('"' | '“' | '”') => Some(TokenKind::Text([].into())),
            Some('\'' | '‘' | '’') => Some(TokenKind::Number(0, Kind::Int)),
            _ if matches!(piece.kind, PieceKind::Number(_)) => None,
            _ => lexer::sign_meant(piece.spelling()).map(TokenKind::Sign),
        };
        let Some(kind) = kind else { return self.complain(piece.line as usize, text) };
        if begun.is_none() {
            self.complain(piece.line as usize, text);
            self.open_text = is_text.then_some(piece.line);
        }
        let token = literals::token_at(piece, kind);
        self.unit.tokens.push(Token { line: begun.unwrap_or(piece.line), ..token });
    }

    fn directive(&mut self, at: usize, line: &[Piece]) {
        let Some((first, rest)) = line.split_first() else { return };
        match first.spelling() {
            name @ ("if" | "ifdef" | "ifndef") => {
                let reads = self.reads() && self.condition(at, name, rest);
                let taken = reads || !self.reads();
                self.open.push(Branch { line: at, taken, reads, last: false });
            }
            name @ ("elif" | "else" | "endif") => self.branch(at, name, rest),
            _ if !self.reads() => {}
            name @ ("include" | "define" | "undef" | "line") => {
                self.flush();
                match (name, rest.first().and_then(Piece::word)) {
                    ("include", _) => self.include(at, rest),
                    ("line", _) => self.number_lines(at, rest),
                    (_, None) => self.complain(at, say!("Define directive needs an identifier")),
                    ("define", Some(name)) => self.define(at, name, &rest[1..]),
                    (_, Some(name)) => drop(self.unit.macros.remove(name)),
                }
            }
            "error" => {
                self.complain(at, say!("Error directive: {written}", written = written(rest)));
            }
            "pragma" => {}
            name => {
                let text = say!(
                    "Unknown preprocessor directive: '{escape_debug}'",
                    escape_debug = name.escape_debug()
                );
                self.complain(at, text);
            }
        }
    }

    fn branch(&mut self, at: usize, name: &str, rest: &[Piece]) {
        let Some(mut branch) = self.open.pop() else {
            return self.complain(at, say!("Misplaced {name} directive", name));
        };
        if name == "endif" {
            return;
        }
        if branch.last {
            self.complain(at, say!("Misplaced {name} directive", name));
        }
        branch.reads = !branch.taken && (name == "else" || self.condition(at, name, rest));
        branch.taken |= branch.reads;
        branch.last |= name == "else";
        self.open.push(branch);
    }

    fn is_known(&self, name: &str) -> bool {
        self.unit.macros.contains_key(name) || ["__LINE__", "__FILE__"].contains(&name)
    }

    fn condition(&mut self, at: usize, directive: &str, line: &[Piece]) -> bool {
        if directive.ends_with("def") {
            let name = line.first().and_then(Piece::word);
            let known = name.is_some_and(|name| self.is_known(name));
            return known == (directive == "ifdef");
        }
        let mut pieces = line.to_vec();
        let defined = |piece: &Piece| piece.word().is_some_and(|word| &**word == "defined");
        while let Some(n) = pieces.iter().position(defined) {
            let brackets = usize::from(pieces.get(n + 1).is_some_and(|next| next.is("(")));
            let name = pieces.get(n + 1 + brackets).and_then(Piece::word);
            let known = name.is_some_and(|name| self.is_known(name));
            pieces[n].kind = PieceKind::Number(u8::from(known).to_string().into());
            let behind = (n + 2 + 2 * brackets).min(pieces.len());
            pieces.drain(n + 1..behind);
        }
        let expanded = self.expand(&pieces).map_err(|(_, text)| text);
        let encoding = self.sources.encoding;
        let value = |pieces: Vec<Piece>| -> Result<i64, ConditionError> {
            let tokens = pieces.iter().map(|piece| literals::token(piece, encoding));
            conditions::value(&tokens.collect::<Result<Vec<Token>, _>>()?)
        };
        let value = expanded.and_then(|pieces| value(pieces).map_err(|error| error.to_string()));
        value.unwrap_or_else(|text| {
            self.complain(at, text);
            0
        }) != 0
    }

    fn number_lines(&mut self, at: usize, line: &[Piece]) {
        let line = self.expand(line).unwrap_or_default();
        let number = line.first().and_then(|piece| piece.spelling().parse::<u16>().ok());
        let Some(number) = number else {
            return self.complain(at, say!("#line needs a line number"));
        };
        self.shift = i64::from(number) - at as i64 - 1;
        if let Some(PieceKind::Text(name)) = line.get(1).map(|piece| &piece.kind) {
            self.shown = name.trim_matches('"').to_string();
        }
    }

    fn include(&mut self, at: usize, line: &[Piece]) {
        let macros = line.first().is_some_and(|first| first.word().is_some());
        let expanded = macros.then(|| self.expand(line).unwrap_or_default());
        let text = written(expanded.as_deref().unwrap_or(line));
        let quotes = text.starts_with('"');
        if !quotes && !text.starts_with('<') {
            let text = text.trim();
            return self.complain(at, say!("Bad file name format in include directive: <{text}>", text));
        }
        // Ignore text after the name.
        let name = text.trim_start_matches(['"', '<']).split(['"', '>']).next().unwrap_or_default();
        let name = name.replace(' ', "").replace('\\', "/");
        let known_name = name.to_ascii_lowercase();
        let header = |name: &str| helpers::headers().find(|(header, _)| *header == name);
        if let Some(known) = known_name.strip_suffix(".h").and_then(header) {
            return self.library_header(at, known);
        }
        let is_of = |names: &str| names.split(' ').any(|known| known == known_name.trim_end_matches(".h"));
        let is_whole = |names: &str| names == known_name;
        if let Some((_, names)) = CPLUSPLUS_HEADERS.iter().find(|(names, _)| is_of(names) || is_whole(names))
        {
            self.unit.cplusplus_header = self.unit.cplusplus_header.or(Some(at));
            for known in names.split_ascii_whitespace().filter_map(header) {
                self.library_header(at, known);
            }
            return;
        }
        let folder = self.name.rsplit_once('/').map(|(folder, _)| format!("{folder}/{name}"));
        let mut names = folder.into_iter().chain([name.clone()]).filter(|_| quotes);
        let headers = self.headers;
        let found = names.find_map(|name| Some((headers(&name).transpose()?, name)));
        let read = match found {
            Some((Ok(text), name)) => self.file(&name, &text, at).map(|()| true),
            Some((Err(error), _)) => Err(error.to_string()),
            None => Ok(false),
        };
        match read {
            Ok(true) => {}
            Ok(false) if absent::is_left_out(&known_name) => {
                let text = say!("'{known_name}' belongs to Windows and is ignored", known_name);
                self.unit.messages.push((Severity::Warning, at, text));
            }
            Ok(false) => {
                let nearly = || {
                    let written = format!("{}.h", known_name.trim_end_matches(".h"));
                    let mut names = helpers::headers().map(|(header, _)| format!("{header}.h"));
                    names.find(|header| is_nearly(header, &written) && !header.starts_with('_'))
                };
                let why = absent::header_advice(&known_name)
                    .or_else(|| nearly().map(|header| say!(": is '{header}' meant?", header)));
                let (name, why) = (name.escape_debug(), why.unwrap_or_default());
                self.unit.fatal = true;
                self.complain(at, say!("Unable to open include file '{name}'{why}", name, why));
            }
            Err(text) => self.complain(at, text),
        }
    }

    fn library_header(&mut self, at: usize, (header, text): (&'static str, &'static str)) {
        if self.unit.included.contains(&header) {
            return;
        }
        if header == "iostream" {
            self.unit.cplusplus_header = self.unit.cplusplus_header.or(Some(at));
        }
        self.unit.included.push(header);
        let mut pieces = lexer::pieces(text, 0).pieces;
        for piece in &mut pieces {
            (piece.line, piece.start, piece.end) = (at as u32, 0, 0);
        }
        self.lines(&pieces);
    }

    fn define(&mut self, at: usize, name: &Arc<str>, mut body: &[Piece]) {
        let mut parameters = None;
        if let Some((_, behind)) = body.split_first().filter(|(first, _)| first.is("(") && !first.blank) {
            let close = behind.iter().position(|piece| piece.is(")"));
            let names = close.and_then(|close| names(&behind[..close]));
            let (Some(close), Some(names)) = (close, names) else {
                let text =
                    say!("The parameters of the macro '{name}' must be names separated by commas", name);
                return self.complain(at, text);
            };
            if names.len() > MOST_PARAMETERS {
                let text = say!(
                    "The macro '{name}' has too many parameters: at most {MOST_PARAMETERS}",
                    name,
                    MOST_PARAMETERS
                );
                return self.complain(at, text);
            }
            (body, parameters) = (&behind[close + 1..], Some(names));
        }
        self.check_constant(at, name, parameters.is_none(), body);
        let new = Macro { parameters, body: body.to_vec() };
        let old = self.unit.macros.insert(name.clone(), new);
        if old.is_some_and(|old| !old.is_like(&self.unit.macros[name])) {
            let text = say!("Redefinition of '{name}' is not identical", name);
            self.unit.messages.push((Severity::Warning, at, text));
        }
    }

    /// Warns about a constant with a stray `;` or `=`: `#define SIZE 5;` or `#define SIZE = 5`.
    fn check_constant(&mut self, at: usize, name: &str, plain: bool, body: &[Piece]) {
        let value = |piece: &Piece| !matches!(piece.kind, PieceKind::Word(_) | PieceKind::Sign(_));
        let sign = match body {
            [first, .., last] if value(first) && last.is(";") => ";",
            [first, ..] if first.is("=") => "=",
            _ => return,
        };
        if plain {
            let text = say!("The {sign} is part of the macro '{name}'", sign, name);
            self.unit.messages.push((Severity::Warning, at, text));
        }
    }
}

/// Returns the number of pieces of inline assembler, up to its closing brace or the end of the line.
fn assembler(pieces: &[Piece]) -> usize {
    let block = pieces.get(1).is_some_and(|piece| piece.is("{"));
    let line = pieces[0].line;
    let ends = |piece: &Piece| if block { piece.is("}") } else { piece.line != line || piece.is(";") };
    let end = pieces.iter().position(ends).unwrap_or(pieces.len());
    (end + usize::from(block)).min(pieces.len())
}

fn names(pieces: &[Piece]) -> Option<Vec<Arc<str>>> {
    if pieces.is_empty() {
        return Some(Vec::new());
    }
    let parts = pieces.split(|piece| piece.is(","));
    let name = |part: &[Piece]| match part {
        [piece] if piece.is("...") => Some("__VA_ARGS__".into()),
        [piece] => piece.word().cloned(),
        _ => None,
    };
    parts.map(name).collect()
}

fn written(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for piece in pieces {
        if piece.blank && !text.is_empty() {
            text.push(' ');
        }
        text += piece.spelling();
    }
    text
}
