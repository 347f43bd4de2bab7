//! The values of numeric, character and string literals.

use super::lexer::{self, Piece, PieceKind};
use super::token::{Token, TokenKind};
use super::types::{Kind, bits};
use crate::dos::encoding::Encoding;
use words::say;

/// The reason why a literal has no value.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LiteralError {
    #[error("{0}")]
    Character(String),
    #[error("{}", say!("Invalid numeric constant"))]
    Number,
    #[error("{}", say!("Illegal octal digit"))]
    OctalDigit,
    #[error("{}", say!("Numeric constant too large: at most 4294967295"))]
    TooLarge,
    #[error("{}", say!("Character constant must be one or two characters long"))]
    NoCharacter,
    #[error("{}", say!("Character constant must be one or two characters long: write a string in double quotes (\")"))]
    ManyCharacters,
    #[error("{}", say!("Unterminated string or character constant"))]
    Unterminated,
}

/// The message for a character that C does not use; for quotation marks it names the right ones.
fn illegal_character(c: char, encoding: Encoding) -> String {
    match lexer::ascii_of(c) {
        Some(' ') => return say!("Full-width space: type an ordinary one").to_string(),
        Some(ascii) if ascii.is_ascii_punctuation() => {
            return say!("Chinese punctuation {c}: type {ascii}", c, ascii);
        }
        Some(ascii) => return say!("Full-width character {c}: type {ascii}", c, ascii),
        None => {}
    }
    let first = encoding.encode(c).map_or(0, |bytes| bytes[0]);
    let wanted = match c {
        '“' | '”' | '„' | '«' | '»' => say!(": write a string in double quotes (\")"),
        '‘' | '’' | '‚' | '`' | '´' => say!(": write a character in single quotes (')"),
        _ => "",
    };
    let text = c.escape_debug();
    say!(
        "Illegal character '{text}' (0x{first}){wanted}",
        text,
        first = format_args!("{:02x}", first),
        wanted
    )
}

/// Converts a piece to a token, encoding its text.
///
/// # Errors
/// If the piece is invalid.
pub(crate) fn token(piece: &Piece, encoding: Encoding) -> Result<Token, LiteralError> {
    let kind = match &piece.kind {
        PieceKind::Word(word) => TokenKind::Word(word.clone()),
        PieceKind::Number(number) => self::number(number)?,
        PieceKind::Text(text) => TokenKind::Text(quoted(text, encoding)?.into()),
        PieceKind::Character(text) => character(text, encoding)?,
        PieceKind::Sign(sign) => TokenKind::Sign(sign),
        PieceKind::Other(text) => {
            let first = text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
            return Err(LiteralError::Character(illegal_character(first, encoding)));
        }
    };
    Ok(token_at(piece, kind))
}

/// Returns a token in the place of a piece.
pub(crate) fn token_at(piece: &Piece, kind: TokenKind) -> Token {
    Token { kind, line: piece.line, start: piece.start, end: piece.end }
}

fn number(text: &str) -> Result<TokenKind, LiteralError> {
    let word = text.to_ascii_lowercase();
    let hexadecimal = word.strip_prefix("0x");
    if hexadecimal.is_none() && word.contains(['.', 'e']) {
        return with_point(&word);
    }
    let digits = word.trim_end_matches(['u', 'l']);
    let suffix = &word[digits.len()..];
    let (digits, radix) = match digits.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None if digits.len() > 1 && digits.starts_with('0') => (digits, 8),
        None => (digits, 10),
    };
    match i64::from_str_radix(digits, radix) {
        Ok(n) if n <= u32::MAX.into() => {
            // A decimal number too large for an int is a long; an octal or hexadecimal number may be
            // unsigned.
            let kind = match (suffix.contains('u'), suffix.contains('l')) {
                (false, false) if n <= i16::MAX.into() => Kind::Int,
                (unsigned, false) if n <= u16::MAX.into() && (unsigned || radix != 10) => Kind::Unsigned,
                (false, _) if n <= i32::MAX.into() => Kind::Long,
                _ => Kind::UnsignedLong,
            };
            Ok(TokenKind::Number(n, kind))
        }
        Err(_) if digits.chars().any(|digit| !digit.is_digit(radix.max(10))) => Err(LiteralError::Number),
        Err(_) if radix == 8 => Err(LiteralError::OctalDigit),
        Err(_) if digits.is_empty() => Err(LiteralError::Number),
        _ => Err(LiteralError::TooLarge),
    }
}

fn with_point(word: &str) -> Result<TokenKind, LiteralError> {
    let (digits, kind) = match word.strip_suffix('f') {
        Some(digits) => (digits, Kind::Float),
        None => (word.strip_suffix('l').unwrap_or(word), Kind::Double),
    };
    let digit = |c: char| c.is_ascii_digit() || ".e+-".contains(c);
    match digits.parse() {
        Ok(number) if digits.chars().all(digit) => {
            Ok(TokenKind::Number(Kind::Double.convert(bits(number), kind), kind))
        }
        _ => Err(LiteralError::Number),
    }
}

fn character(text: &str, encoding: Encoding) -> Result<TokenKind, LiteralError> {
    // The first of two characters is the low byte.
    let value = match quoted(text, encoding)?[..] {
        // The kind matters only in C++.
        [c] => return Ok(TokenKind::Number(i64::from(c as i8), Kind::Char)),
        [low, high] => i64::from(i16::from_le_bytes([low, high])),
        [] => return Err(LiteralError::NoCharacter),
        _ => return Err(LiteralError::ManyCharacters),
    };
    Ok(TokenKind::Number(value, Kind::Int))
}

fn quoted(text: &str, encoding: Encoding) -> Result<Vec<u8>, LiteralError> {
    let (quote, mut rest) = (text.as_bytes()[0], &text.as_bytes()[1..]);
    let mut bytes = Vec::new();
    while let [c, behind @ ..] = rest {
        rest = behind;
        if !c.is_ascii() && encoding != Encoding::Utf8 {
            let at = text.len() - behind.len() - 1;
            let c = text[at..].chars().next().unwrap_or('?');
            bytes.extend(encoding.encode(c).unwrap_or(vec![b'?']));
            rest = &text.as_bytes()[at + c.len_utf8()..];
            continue;
        }
        match c {
            c if *c == quote => return Ok(bytes),
            b'\\' => bytes.extend(escape(&mut rest)),
            c => bytes.push(*c),
        }
    }
    match text.chars().find(|c| "“”".contains(*c)) {
        Some(quote) => Err(LiteralError::Character(illegal_character(quote, encoding))),
        None => Err(LiteralError::Unterminated),
    }
}

fn escape(rest: &mut &[u8]) -> Option<u8> {
    let (c, behind) = rest.split_first()?;
    let (most, radix) = match c {
        b'0'..=b'7' => (3, 8),
        b'x' | b'X' => (2, 16),
        _ => {
            *rest = behind;
            let letter = b"ntrabfv".iter().position(|letter| letter == c);
            return Some(letter.map_or(*c, |n| b"\n\t\r\x07\x08\x0C\x0B"[n]));
        }
    };
    *rest = if radix == 8 { rest } else { behind };
    let mut n: u32 = 0;
    for _ in 0..most {
        let digit = rest.first().and_then(|c| char::from(*c).to_digit(radix));
        let Some(digit) = digit else { break };
        n = n * radix + digit;
        *rest = &rest[1..];
    }
    Some(n as u8)
}
