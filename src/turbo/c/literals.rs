//! The values of numeric, character and string literals.

use super::lexer::{Piece, PieceKind};
use super::token::{Token, TokenKind};
use super::types::{Kind, bits};
use crate::dos::coding::Coding;
use words::say;

/// Converts a piece to a token, encoding its text.
///
/// # Errors
/// If the piece is invalid; the error is a sentence.
pub(crate) fn token(piece: &Piece, coding: Coding) -> Result<Token, String> {
    let kind = match &piece.kind {
        PieceKind::Word(word) => TokenKind::Word(word.clone()),
        PieceKind::Number(number) => self::number(number)?,
        PieceKind::Text(text) => TokenKind::Text(quoted(text, coding)?.into()),
        PieceKind::Character(text) => character(text, coding)?,
        PieceKind::Sign(sign) => TokenKind::Sign(sign),
        PieceKind::Other(text) => {
            let first = text.bytes().next().unwrap_or(0);
            let wanted = match &**text {
                "“" | "”" | "„" | "«" | "»" => say!(": a text stands between two \""),
                "‘" | "’" | "‚" | "`" | "´" => say!(": a character stands between two '"),
                _ => "",
            };
            let text = text.escape_debug();
            return Err(say!(
                "Illegal character '{text}' (0x{first}){wanted}",
                text,
                first = format_args!("{:02x}", first),
                wanted
            ));
        }
    };
    Ok(Token { kind, line: piece.line, start: piece.start, end: piece.end })
}

fn unreadable() -> String {
    say!("Numeric constant cannot be read").to_string()
}

fn number(text: &str) -> Result<TokenKind, String> {
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
        Err(_) if digits.chars().any(|digit| !digit.is_digit(radix.max(10))) => Err(unreadable()),
        Err(_) if radix == 8 => Err(say!("Illegal octal digit").to_string()),
        Err(_) if digits.is_empty() => Err(unreadable()),
        _ => Err(say!("Numeric constant too large: at most 4294967295").to_string()),
    }
}

fn with_point(word: &str) -> Result<TokenKind, String> {
    let (digits, kind) = match word.strip_suffix('f') {
        Some(digits) => (digits, Kind::Float),
        None => (word.strip_suffix('l').unwrap_or(word), Kind::Double),
    };
    let digit = |c: char| c.is_ascii_digit() || ".e+-".contains(c);
    match digits.parse() {
        Ok(number) if digits.chars().all(digit) => {
            let number = Kind::Double.convert(bits(number), kind);
            Ok(TokenKind::Number(number, kind))
        }
        _ => Err(unreadable()),
    }
}

fn character(text: &str, coding: Coding) -> Result<TokenKind, String> {
    // The first of two characters is the low byte.
    let value = match quoted(text, coding)?[..] {
        [c] => i64::from(c as i8),
        [low, high] => i64::from(i16::from_le_bytes([low, high])),
        [] => {
            return Err(say!("Character constant must be one or two characters long").to_string());
        }
        _ => {
            let text =
                say!("Character constant must be one or two characters long: a text stands between two \"");
            return Err(text.to_string());
        }
    };
    Ok(TokenKind::Number(value, Kind::Int))
}

fn quoted(text: &str, coding: Coding) -> Result<Vec<u8>, String> {
    let (quote, mut rest) = (text.as_bytes()[0], &text.as_bytes()[1..]);
    let mut bytes = Vec::new();
    while let [c, behind @ ..] = rest {
        rest = behind;
        if !c.is_ascii() && coding != Coding::Utf8 {
            let at = text.len() - behind.len() - 1;
            let c = text[at..].chars().next().unwrap_or('?');
            bytes.extend(coding.encode(c).unwrap_or(vec![b'?']));
            rest = &text.as_bytes()[at + c.len_utf8()..];
            continue;
        }
        match c {
            c if *c == quote => return Ok(bytes),
            b'\\' => bytes.extend(escape(&mut rest)),
            c => bytes.push(*c),
        }
    }
    Err(say!("Unterminated string or character constant").to_string())
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
