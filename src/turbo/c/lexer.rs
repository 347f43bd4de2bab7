//! The lexer: splits a source into pieces for the preprocessor. It removes comments and joins lines.

use std::sync::Arc;

const SIGNS: &str = "<<= >>= ... -> ++ -- << >> <= >= == != && || += -= *= /= %= &= |= ^= ## \
                     + - * / % & | ^ ~ ! < > = ? :: : ; , . ( ) [ ] { } #";

/// A preprocessing token, here called a piece.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) kind: PieceKind,
    /// The line. A piece from a macro's expansion has the line and the offsets of the macro's name.
    pub(crate) line: u32,
    /// The offset of the first byte in the line.
    pub(crate) start: u32,
    /// The offset after the last byte in the line.
    pub(crate) end: u32,
    /// True if a blank precedes the piece.
    pub(crate) blank: bool,
    /// True if the piece is the first on its line.
    pub(crate) begins: bool,
    /// The macro expansions that produced the piece. Their macros are not expanded in it again.
    pub(crate) inside: Option<Arc<Inside>>,
}

/// One level of the macro expansions that produced a piece; `around` is the enclosing level.
#[derive(Debug)]
pub(crate) struct Inside {
    pub(crate) name: Arc<str>,
    pub(crate) around: Option<Arc<Inside>>,
}

/// The kind of a piece, with its spelling.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PieceKind {
    Word(Arc<str>),
    Number(Arc<str>),
    /// A string literal with its quotes; the last quote is missing if the line ended first.
    Text(Arc<str>),
    Character(Arc<str>),
    Sign(&'static str),
    Other(Arc<str>),
}

impl Piece {
    pub(crate) fn spelling(&self) -> &str {
        match &self.kind {
            PieceKind::Sign(sign) => sign,
            PieceKind::Word(text)
            | PieceKind::Number(text)
            | PieceKind::Text(text)
            | PieceKind::Character(text)
            | PieceKind::Other(text) => text,
        }
    }

    pub(crate) fn is(&self, sign: &str) -> bool {
        matches!(self.kind, PieceKind::Sign(found) if found == sign)
    }

    pub(crate) fn word(&self) -> Option<&Arc<str>> {
        if let PieceKind::Word(word) = &self.kind { Some(word) } else { None }
    }
}

fn sign_before(text: &str) -> Option<&'static str> {
    SIGNS.split_ascii_whitespace().find(|sign| text.starts_with(sign))
}

/// Returns the sign of C that a text begins with if its full-width characters are read as ASCII.
pub(crate) fn sign_meant(text: &str) -> Option<&'static str> {
    let ascii: String = text.chars().take(3).map(|c| ascii_of(c).unwrap_or(c)).collect();
    sign_before(&ascii)
}

/// Returns the ASCII character for a full-width character or a sign of Chinese text.
pub(crate) fn ascii_of(c: char) -> Option<char> {
    match c {
        '\u{3000}' => Some(' '),
        '。' => Some('.'),
        '、' => Some(','),
        '【' => Some('['),
        '】' => Some(']'),
        '《' => Some('<'),
        '》' => Some('>'),
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0),
        _ => None,
    }
}

/// The number of characters of a text between typographic quotation marks, or 1 if its line has no closing mark.
fn quoted_length(text: &str, quotes: &[char]) -> usize {
    let line = text.lines().next().unwrap_or_default();
    line.chars().skip(1).position(|c| quotes.contains(&c)).map_or(1, |n| n + 2)
}

/// The pieces of a source.
#[derive(Default)]
pub(crate) struct Pieces {
    pub(crate) pieces: Vec<Piece>,
    /// The line where an unclosed comment begins.
    pub(crate) open_comment: Option<usize>,
    pub(crate) slashes: Option<usize>,
}

/// Splits a text into pieces; `before` is the number of lines before the text.
pub(crate) fn pieces(text: &str, before: usize) -> Pieces {
    let mut reader = Reader { text, at: 0, line: before + 1, line_start: 0, found: Pieces::default() };
    reader.skip_joints();
    let (mut blank, mut begins) = (false, true);
    while let Some(c) = reader.peek() {
        let (start, line, line_start) = (reader.at, reader.line, reader.line_start);
        match reader.gap(c) {
            Some(newline) => {
                blank = true;
                begins |= newline;
            }
            None => {
                let kind = reader.piece(c);
                let column = |at: usize, from: usize| at.saturating_sub(from) as u32;
                reader.found.pieces.push(Piece {
                    kind,
                    line: line as u32,
                    start: column(start, line_start),
                    end: column(reader.at, line_start),
                    blank,
                    begins,
                    inside: None,
                });
                (blank, begins) = (false, false);
            }
        }
    }
    reader.found
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    line_start: usize,
    found: Pieces,
}

fn in_a_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}

impl Reader<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn peek(&self) -> Option<u8> {
        self.byte(self.at)
    }

    fn is_next(&self, c: u8) -> bool {
        self.byte(self.at + 1) == Some(c)
    }

    fn advance(&mut self) {
        if self.peek() == Some(b'\n') {
            (self.line, self.line_start) = (self.line + 1, self.at + 1);
        }
        self.at += 1;
        self.skip_joints();
    }

    fn skip_joints(&mut self) {
        while self.peek() == Some(b'\\') {
            let end = if self.is_next(b'\r') { 2 } else { 1 };
            if self.byte(self.at + end) != Some(b'\n') {
                return;
            }
            self.at += end + 1;
            (self.line, self.line_start) = (self.line + 1, self.at);
        }
    }

    fn gap(&mut self, c: u8) -> Option<bool> {
        match c {
            b'\n' => {
                self.advance();
                return Some(true);
            }
            // Ctrl+Z may end a DOS file.
            b' ' | b'\t' | b'\r' | 0x0B | 0x0C | 0x1A => self.advance(),
            b'/' if self.is_next(b'/') => {
                self.found.slashes = self.found.slashes.or(Some(self.line));
                while self.peek().is_some_and(|c| c != b'\n') {
                    self.advance();
                }
            }
            b'/' if self.is_next(b'*') => self.comment(),
            _ => return None,
        }
        Some(false)
    }

    fn comment(&mut self) {
        let begun = self.line;
        self.advance();
        self.advance();
        while let Some(c) = self.peek() {
            let ends = c == b'*' && self.is_next(b'/');
            self.advance();
            if ends {
                self.advance();
                return;
            }
        }
        self.found.open_comment = Some(begun);
    }

    fn piece(&mut self, c: u8) -> PieceKind {
        match c {
            b'0'..=b'9' => PieceKind::Number(self.number().into()),
            b'.' if self.byte(self.at + 1).is_some_and(|c| c.is_ascii_digit()) => {
                PieceKind::Number(self.number().into())
            }
            // A wide character is a char.
            b'L' if matches!(self.byte(self.at + 1), Some(b'"' | b'\'')) => {
                self.advance();
                self.piece(self.peek().unwrap_or(c))
            }
            c if in_a_word(c) => PieceKind::Word(self.take(|_, c| in_a_word(c)).into()),
            b'"' => PieceKind::Text(self.quoted(c).into()),
            b'\'' => PieceKind::Character(self.quoted(c).into()),
            _ => self.sign(),
        }
    }

    fn take(&mut self, fits: impl Fn(&[u8], u8) -> bool) -> String {
        let mut taken = Vec::new();
        while let Some(c) = self.peek().filter(|c| fits(&taken, *c)) {
            taken.push(c);
            self.advance();
        }
        String::from_utf8_lossy(&taken).into_owned()
    }

    fn number(&mut self) -> String {
        self.take(|before, c| {
            let hexadecimal = before.get(1).is_some_and(|c| matches!(c, b'x' | b'X'));
            let power = matches!(before.last(), Some(b'e' | b'E')) && !hexadecimal;
            in_a_word(c) || c == b'.' || power && matches!(c, b'+' | b'-')
        })
    }

    fn quoted(&mut self, quote: u8) -> String {
        let mut taken = vec![quote];
        self.advance();
        while let Some(c) = self.peek().filter(|c| !matches!(c, b'\n' | b'\r')) {
            let escaped = c == b'\\';
            taken.push(c);
            self.advance();
            if c == quote {
                break;
            }
            if let Some(c) = self.peek().filter(|c| escaped && *c != b'\n') {
                taken.push(c);
                self.advance();
            }
        }
        String::from_utf8_lossy(&taken).into_owned()
    }

    fn sign(&mut self) -> PieceKind {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if let Some(sign) = sign_before(rest) {
            sign.bytes().for_each(|_| self.advance());
            return PieceKind::Sign(sign);
        }
        let count = match rest.chars().next() {
            Some('“' | '”') => quoted_length(rest, &['“', '”', '"']),
            Some('‘' | '’') => quoted_length(rest, &['‘', '’', '\'']),
            _ => sign_meant(rest).map_or(1, str::len),
        };
        let mut other: String = rest.chars().take(count).collect();
        if other.is_empty() {
            other.push(char::REPLACEMENT_CHARACTER);
        }
        other.bytes().for_each(|_| self.advance());
        PieceKind::Other(other.into())
    }
}
