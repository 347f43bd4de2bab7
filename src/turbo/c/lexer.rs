//! Characters in, tokens out: comments, `#include` and `#define` are dealt with here.

use std::collections::HashMap;
use std::sync::Arc;

use super::conditions;
use super::token::{Token, TokenKind};
use super::types::{Kind, bits};

/// What is wrong with a line before it is parsed.
pub(crate) type Complaint = (usize, String);

const SIGNS: &str = "<<= >>= ... -> ++ -- << >> <= >= == != && || += -= *= /= %= &= |= ^= \
                     + - * / % & | ^ ~ ! < > = ? : ; , . ( ) [ ] { }";

/// What `#include` may name, each with `.h`, and what it declares in C. Functions and constants are in the table of the library.
const HEADERS: [(&str, &str); 18] = [
    ("alloc", SIZES),
    ("bios", ""),
    (
        "conio",
        "int directvideo;
        struct text_info { unsigned char winleft, wintop, winright, winbottom, attribute, normattr, currmode, screenheight,
        screenwidth, curx, cury; };",
    ),
    ("ctype", ""),
    (
        "dos",
        "struct date { int da_year; char da_day, da_mon; };
        struct time { unsigned char ti_min, ti_hour, ti_hund, ti_sec; };",
    ),
    ("float", ""),
    (
        "graphics",
        "struct arccoordstype { int x, y, xstart, ystart, xend, yend; };
        struct palettetype { unsigned char size; signed char colors[16]; } _palette; char _name[60];
        struct textsettingstype { int font, direction, charsize, horiz, vert; };
        struct linesettingstype { int linestyle; unsigned upattern; int thickness; };
        struct fillsettingstype { int pattern, color; };
        struct viewporttype { int left, top, right, bottom, clip; };",
    ),
    ("limits", ""),
    ("malloc", SIZES),
    ("math", ""),
    ("mem", SIZES),
    ("process", ""),
    ("stdbool", "typedef int bool; enum { false, true };"),
    ("stddef", SIZES),
    (
        "stdio",
        "typedef unsigned size_t; typedef struct FILE FILE;",
    ),
    ("stdlib", SIZES),
    ("string", SIZES),
    (
        "time",
        "typedef unsigned size_t; typedef long time_t, clock_t;
        struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
        struct tm _tm; char _time[27];",
    ),
];
const SIZES: &str = "typedef unsigned size_t;";

/// Macros cannot make more tokens than this of a source, nor stand in each other deeper than so.
const MOST_MADE: usize = 200_000;
const MOST_INSIDE: usize = 30;

#[derive(Clone, Debug)]
pub(crate) struct Macro {
    /// Each parameter with its number.
    parameters: Option<HashMap<Arc<str>, usize>>,
    body: Vec<Token>,
}

/// What `#define` gave a meaning, by name.
pub(crate) type Macros = HashMap<Arc<str>, Macro>;

/// Reads a whole source, for which these macros hold from its first line on. The last token is [`TokenKind::End`].
pub(crate) fn tokens(source: &str, macros: &mut Macros) -> (Vec<Token>, Vec<Complaint>) {
    let mut reader = Reader {
        bytes: source.as_bytes(),
        at: 0,
        line: 1,
        line_start: 0,
        complaints: Vec::new(),
        open: Vec::new(),
        included: Vec::new(),
        declared: Vec::new(),
    };
    let mut raw = Vec::new();
    let mut expansion = Expansion::default();
    loop {
        let more = reader.blank();
        let before = &reader.bytes[reader.line_start.min(reader.at)..reader.at];
        let directive = reader.peek(0) == b'#' && before.iter().all(u8::is_ascii_whitespace);
        if !more || directive {
            let line = raw.first().map_or(0, |token: &Token| token.line as usize);
            if let Err(text) = expansion.expand(&raw, macros) {
                reader.complaints.push((line, text));
            }
            raw.clear();
        }
        match (more, directive) {
            (false, _) => break,
            (true, true) => {
                reader.directive(macros);
                raw.append(&mut reader.declared);
            }
            (true, false) => raw.extend(reader.token()),
        }
    }
    if let Some((begun, _)) = reader.open.pop() {
        let text = "Unexpected end of file in conditional started on line";
        reader.complaints.push((begun, format!("{text} {begun}")));
    }
    let mut out = expansion.out;
    let (line, end) = out.last().map_or((1, 0), |token| (token.line, token.end));
    out.push(Token {
        kind: TokenKind::End,
        line,
        start: end,
        end,
    });
    (out, reader.complaints)
}

/// Puts what macros stand for in their place.
#[derive(Default)]
struct Expansion {
    /// The macros around here.
    inside: Vec<Arc<str>>,
    out: Vec<Token>,
    /// How many tokens macros have stood for.
    made: usize,
}

impl Expansion {
    fn expand(&mut self, tokens: &[Token], macros: &Macros) -> Result<(), String> {
        let (mut brackets, mut at) = (None, 0);
        while let Some(token) = tokens.get(at) {
            at += 1;
            let found = match &token.kind {
                TokenKind::Word(word) if !self.inside.contains(word) => macros.get_key_value(word),
                _ => None,
            };
            let Some((name, definition)) = found else {
                self.out.push(token.clone());
                continue;
            };
            let mut body = Vec::new();
            if let Some(parameters) = &definition.parameters {
                let closings = brackets.get_or_insert_with(|| closings(tokens));
                let Some(&Some(close)) = closings.get(at) else {
                    self.out.push(token.clone());
                    continue;
                };
                let arguments = arguments(&tokens[at + 1..close]);
                at = close + 1;
                for part in &definition.body {
                    let number = match &part.kind {
                        TokenKind::Word(word) => parameters.get(word),
                        _ => None,
                    };
                    match number {
                        Some(n) => body.extend_from_slice(arguments.get(*n).unwrap_or(&&[][..])),
                        None => body.push(part.clone()),
                    }
                    self.fits(body.len())?;
                }
            } else {
                self.fits(definition.body.len())?;
                body.clone_from(&definition.body);
            }
            for part in &mut body {
                (part.line, part.start, part.end) = (token.line, token.start, token.end);
            }
            self.made += body.len() + 1;
            if self.inside.len() >= MOST_INSIDE {
                return Err(format!(
                    "Macros nested too deeply: at most {MOST_INSIDE} levels"
                ));
            }
            self.inside.push(name.clone());
            let expanded = self.expand(&body, macros);
            self.inside.pop();
            expanded?;
        }
        Ok(())
    }

    /// May macros make so many tokens more?
    fn fits(&self, more: usize) -> Result<(), String> {
        match self.made + more > MOST_MADE {
            true => Err(format!(
                "Macro expansion too long: at most {MOST_MADE} words and signs"
            )),
            false => Ok(()),
        }
    }
}

/// For each opening bracket, where it is closed.
fn closings(tokens: &[Token]) -> Vec<Option<usize>> {
    let (mut closings, mut open) = (vec![None; tokens.len()], Vec::new());
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Sign("(") => open.push(at),
            TokenKind::Sign(")") => {
                if let Some(opened) = open.pop() {
                    closings[opened] = Some(at);
                }
            }
            _ => {}
        }
    }
    closings
}

/// What stands between the commas, of which those in brackets do not count.
fn arguments(tokens: &[Token]) -> Vec<&[Token]> {
    let mut depth = 0;
    let comma = |token: &Token| {
        match token.kind {
            TokenKind::Sign("(") => depth += 1,
            TokenKind::Sign(")") => depth -= 1,
            _ => {}
        }
        depth == 0 && token.kind == TokenKind::Sign(",")
    };
    tokens.split(comma).collect()
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    line_start: usize,
    complaints: Vec<Complaint>,
    /// Each `#if` around here: its line, and whether one of its branches has been read.
    open: Vec<(usize, bool)>,
    included: Vec<&'static str>,
    /// What the header of this line declares.
    declared: Vec<Token>,
}

fn in_a_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn complain(&mut self, text: impl Into<String>) {
        self.complaints.push((self.line, text.into()));
    }

    fn next_line(&mut self) {
        self.line += 1;
        self.line_start = self.at + 1;
    }

    /// Skips blanks and comments; false at the end.
    fn blank(&mut self) -> bool {
        while self.at < self.bytes.len() {
            match (self.peek(0), self.peek(1)) {
                (b'\n', _) => self.next_line(),
                // A DOS file may end with this.
                (b' ' | b'\t' | b'\r' | 0x0C | 0x1A, _) | (b'\\', b'\n' | b'\r') => {}
                (b'/', b'/') => {
                    self.take(|c| c != b'\n');
                    continue;
                }
                (b'/', b'*') => {
                    let begun = self.line;
                    self.at += 2;
                    while (self.peek(0), self.peek(1)) != (b'*', b'/') {
                        if self.at >= self.bytes.len() {
                            let text = "Unexpected end of file in comment started on line";
                            self.complaints.push((begun, format!("{text} {begun}")));
                            return false;
                        }
                        if self.peek(0) == b'\n' {
                            self.next_line();
                        }
                        self.at += 1;
                    }
                    self.at += 1;
                }
                _ => return true,
            }
            self.at += 1;
        }
        false
    }

    fn token(&mut self) -> Option<Token> {
        let (begin, line) = (self.at, self.line);
        let kind = match self.peek(0) {
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            c if in_a_word(c) => TokenKind::Word(self.take(in_a_word).into()),
            b'"' => TokenKind::Text(self.quoted(b'"').into()),
            b'\'' => self.character(),
            _ => TokenKind::Sign(self.sign()?),
        };
        let column = |at: usize| at.saturating_sub(self.line_start) as u32;
        Some(Token {
            kind,
            line: line as u32,
            start: column(begin),
            end: column(self.at),
        })
    }

    fn take(&mut self, fits: impl Fn(u8) -> bool) -> String {
        let begin = self.at;
        while self.at < self.bytes.len() && fits(self.peek(0)) {
            self.at += 1;
        }
        String::from_utf8_lossy(&self.bytes[begin..self.at]).into_owned()
    }

    fn number(&mut self) -> TokenKind {
        if let Some(number) = self.with_point() {
            return number;
        }
        let word = self
            .take(|c| c.is_ascii_alphanumeric())
            .to_ascii_lowercase();
        let digits = word.trim_end_matches(['u', 'l']);
        let suffix = &word[digits.len()..];
        let (digits, radix) = match digits.strip_prefix("0x") {
            Some(digits) => (digits, 16),
            None if digits.len() > 1 && digits.starts_with('0') => (digits, 8),
            None => (digits, 10),
        };
        let number = i64::from_str_radix(digits, radix);
        match number {
            Ok(n) if n <= u32::MAX.into() => {
                // A decimal number too large for an int is a long; any other may be unsigned.
                let kind = match (suffix.contains('u'), suffix.contains('l')) {
                    (false, false) if n <= i16::MAX.into() => Kind::Int,
                    (unsigned, false) if n <= u16::MAX.into() && (unsigned || radix != 10) => {
                        Kind::Unsigned
                    }
                    (false, _) if n <= i32::MAX.into() => Kind::Long,
                    _ => Kind::UnsignedLong,
                };
                return TokenKind::Number(n, kind);
            }
            Ok(_) => self.complain("Numeric constant too large: at most 4294967295"),
            Err(_) if radix == 8 => self.complain("Illegal octal digit"),
            Err(_) => self.complain("Numeric constant cannot be read"),
        }
        TokenKind::Number(0, Kind::Int)
    }

    /// A number with a decimal point or an exponent, if one stands here.
    fn with_point(&mut self) -> Option<TokenKind> {
        let begin = self.at;
        let digit = |c: u8| c.is_ascii_digit();
        self.take(digit);
        let mut real = self.peek(0) == b'.' && self.peek(1) != b'.';
        if real {
            self.at += 1;
            self.take(digit);
        }
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if digit(self.peek(1 + sign)) {
                self.at += 1 + sign;
                self.take(digit);
                real = true;
            }
        }
        if !real {
            self.at = begin;
            return None;
        }
        let text = String::from_utf8_lossy(&self.bytes[begin..self.at]).into_owned();
        let suffix = self.take(in_a_word).to_ascii_lowercase();
        let kind = match suffix.as_str() {
            "f" => Kind::Float,
            _ => Kind::Double,
        };
        if !["", "f", "l"].contains(&suffix.as_str()) {
            self.complain("Numeric constant cannot be read");
        }
        let number = bits(text.parse().unwrap_or(0.0));
        Some(TokenKind::Number(Kind::Double.convert(number, kind), kind))
    }

    fn character(&mut self) -> TokenKind {
        let bytes = self.quoted(b'\'');
        // Of two characters the first is the low byte.
        let value = match bytes[..] {
            [c] => i64::from(c as i8),
            [low, high] => i64::from(i16::from_le_bytes([low, high])),
            _ => {
                self.complain("Character constant must be one or two characters long");
                0
            }
        };
        TokenKind::Number(value, Kind::Int)
    }

    /// What stands between two quotes.
    fn quoted(&mut self, quote: u8) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.at += 1;
        loop {
            let c = self.peek(0);
            if self.at >= self.bytes.len() || c == b'\n' || c == b'\r' {
                self.complain("Unterminated string or character constant");
                return bytes;
            }
            self.at += 1;
            match c {
                _ if c == quote => return bytes,
                b'\\' => bytes.extend(self.escape()),
                _ => bytes.push(c),
            }
        }
    }

    fn escape(&mut self) -> Option<u8> {
        let c = self.peek(0);
        if self.at >= self.bytes.len() {
            return None;
        }
        self.at += 1;
        let (most, radix) = match c {
            b'0'..=b'7' => (3, 8),
            b'x' => (2, 16),
            // At the end of a line a backslash joins it with the next one.
            b'\r' if self.peek(0) == b'\n' => return self.escape(),
            b'\n' | b'\r' => {
                self.line += 1;
                self.line_start = self.at;
                return None;
            }
            _ => {
                let letters = b"ntrabfv".iter().position(|letter| *letter == c);
                return Some(letters.map_or(c, |n| b"\n\t\r\x07\x08\x0C\x0B"[n]));
            }
        };
        self.at -= usize::from(radix == 8);
        let mut n: u32 = 0;
        for _ in 0..most {
            let Some(digit) = char::from(self.peek(0)).to_digit(radix) else {
                break;
            };
            n = n * radix + digit;
            self.at += 1;
        }
        Some(n as u8)
    }

    fn sign(&mut self) -> Option<&'static str> {
        let rest = &self.bytes[self.at..];
        let mut signs = SIGNS.split_ascii_whitespace();
        if let Some(sign) = signs.find(|sign| rest.starts_with(sign.as_bytes())) {
            self.at += sign.len();
            return Some(sign);
        }
        let width = (1..4).find(|n| rest.get(*n).is_none_or(|byte| byte & 0xC0 != 0x80));
        let shown = &rest[..width.unwrap_or(4).min(rest.len())];
        let text = String::from_utf8_lossy(shown).escape_debug().to_string();
        self.at += shown.len();
        self.complain(format!("Illegal character '{text}' (0x{:02x})", shown[0]));
        None
    }

    /// A line that begins with #.
    fn directive(&mut self, macros: &mut Macros) {
        let blank = |c| c == b' ' || c == b'\t';
        self.at += 1;
        self.take(blank);
        let directive = self.take(in_a_word);
        self.take(blank);
        match directive.as_str() {
            "include" => self.include(),
            "if" | "ifdef" | "ifndef" => {
                let line = self.line;
                let holds = self.condition(&directive, macros);
                self.open.push((line, holds));
                if !holds {
                    self.skip_to_branch(macros);
                }
            }
            "elif" | "else" | "endif" if self.open.is_empty() => {
                self.complain(format!("Misplaced {directive} directive"));
            }
            // The branch that was read ends here.
            "elif" | "else" => self.skip_to_branch(macros),
            "endif" => {
                self.open.pop();
                self.take(|c| c != b'\n');
            }
            "error" => {
                let text = self.take(|c| c != b'\n');
                self.complain(format!("Error directive: {}", text.trim()));
            }
            "pragma" | "line" | "" => drop(self.take(|c| c != b'\n')),
            "define" | "undef" => {
                let name = self.take(in_a_word);
                if name.is_empty() || name.as_bytes()[0].is_ascii_digit() {
                    self.complain("Define directive needs an identifier");
                    self.take(|c| c != b'\n');
                } else if directive == "undef" {
                    macros.remove(name.as_str());
                } else {
                    let definition = self.definition();
                    macros.insert(name.into(), definition);
                }
            }
            _ => {
                self.complain(format!("Unknown preprocessor directive: '{directive}'"));
                self.take(|c| c != b'\n');
            }
        }
    }

    /// A header that we know. What it declares in C comes into the source here.
    fn include(&mut self) {
        let rest = self.take(|c| c != b'\n');
        let named = rest.trim().strip_prefix(['<', '"']).unwrap_or(rest.trim());
        let header = named.split(['>', '"']).next().unwrap_or(named);
        let header = header.trim().to_ascii_lowercase();
        let found = HEADERS
            .iter()
            .find(|(known, _)| header.strip_suffix(".h") == Some(known));
        let Some((name, text)) = found else {
            let header = header.escape_debug();
            return self.complain(format!("Unable to open include file '{header}'"));
        };
        if self.included.contains(name) {
            return;
        }
        self.included.push(name);
        let (mut declared, _) = tokens(text, &mut Macros::new());
        declared.pop();
        for token in &mut declared {
            (token.line, token.start, token.end) = (self.line as u32, 0, 0);
        }
        self.declared.append(&mut declared);
    }

    /// The truth of what stands behind `#if`, `#ifdef` or `#ifndef`, to the end of the line.
    fn condition(&mut self, directive: &str, macros: &Macros) -> bool {
        let text = self.take(|c| c != b'\n');
        let (mut tokens, _) = tokens(&text, &mut Macros::new());
        tokens.pop();
        let word = |token: Option<&Token>| match token.map(|token| &token.kind) {
            Some(TokenKind::Word(word)) => Some(word.clone()),
            _ => None,
        };
        if directive != "if" && directive != "elif" {
            let name = word(tokens.first());
            let known = name.is_some_and(|name| macros.contains_key(&name));
            return known == (directive == "ifdef");
        }
        while let Some(at) = tokens
            .iter()
            .position(|token| word(Some(token)).is_some_and(|word| &*word == "defined"))
        {
            let brackets = matches!(
                tokens.get(at + 1).map(|token| &token.kind),
                Some(TokenKind::Sign("("))
            );
            let name = word(tokens.get(at + 1 + usize::from(brackets)));
            let known = name.is_some_and(|name| macros.contains_key(&name));
            tokens[at].kind = TokenKind::Number(known.into(), Kind::Int);
            let behind = at + 2 + 2 * usize::from(brackets);
            tokens.drain(at + 1..behind.min(tokens.len()));
        }
        let mut expansion = Expansion::default();
        let expanded = expansion.expand(&tokens, macros);
        let value = expanded.and_then(|()| conditions::value(&expansion.out));
        value.unwrap_or_else(|text| {
            self.complain(text);
            0
        }) != 0
    }

    /// Leaves out lines up to the branch of this `#if` that is to be read, or to its end.
    fn skip_to_branch(&mut self, macros: &Macros) {
        let mut depth = 0;
        while let Some((begun, taken)) = self.open.last().copied() {
            self.take(|c| c != b'\n');
            if self.at >= self.bytes.len() {
                self.open.pop();
                let text = "Unexpected end of file in conditional started on line";
                self.complaints.push((begun, format!("{text} {begun}")));
                return;
            }
            self.next_line();
            self.at += 1;
            let blank = |c: u8| c == b' ' || c == b'\t';
            self.take(blank);
            if self.peek(0) != b'#' {
                continue;
            }
            self.at += 1;
            self.take(blank);
            let directive = self.take(in_a_word);
            match directive.as_str() {
                "if" | "ifdef" | "ifndef" => depth += 1,
                "endif" if depth == 0 => {
                    self.open.pop();
                    self.take(|c| c != b'\n');
                    return;
                }
                "endif" => depth -= 1,
                "else" | "elif" if depth == 0 && !taken => {
                    let holds = directive == "else" || self.condition("elif", macros);
                    if let Some(open) = self.open.last_mut().filter(|_| holds) {
                        open.1 = true;
                        self.take(|c| c != b'\n');
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// What a macro stands for: the rest of the line.
    fn definition(&mut self) -> Macro {
        let with_parameters = self.peek(0) == b'(';
        let (mut body, mut line) = (Vec::new(), self.line);
        while self.blank() {
            // A backslash at the end of the line goes on with it on the next one.
            let before = &self.bytes[..self.line_start];
            let before = before.strip_suffix(b"\n").unwrap_or(before);
            let before = before.strip_suffix(b"\r").unwrap_or(before);
            if self.line > line + 1 || self.line > line && !before.ends_with(b"\\") {
                break;
            }
            line = self.line;
            body.extend(self.token());
        }
        let mut parameters = None;
        if with_parameters && let Some(&Some(close)) = closings(&body).first() {
            let word = |tokens: &[Token]| match &tokens.first()?.kind {
                TokenKind::Word(word) => Some(word.clone()),
                _ => None,
            };
            let words = arguments(&body[1..close]).into_iter().filter_map(word);
            parameters = Some(words.zip(0..).collect());
            body.drain(..=close);
        }
        Macro { parameters, body }
    }
}
