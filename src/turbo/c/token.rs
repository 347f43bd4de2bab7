//! The tokens of a program.

use std::sync::Arc;

use super::types::Kind;

#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) line: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    /// A name or keyword.
    Word(Arc<str>),
    Number(i64, Kind),
    Text(Arc<[u8]>),
    /// An operator or bracket.
    Sign(&'static str),
    End,
}

impl Token {
    /// The name or keyword; empty for any other token.
    pub(crate) fn word(&self) -> &str {
        if let TokenKind::Word(word) = &self.kind { word } else { "" }
    }

    /// The operator or bracket; empty for any other token.
    pub(crate) fn sign(&self) -> &'static str {
        if let TokenKind::Sign(sign) = self.kind { sign } else { "" }
    }

    pub(crate) fn is_text(&self) -> bool {
        matches!(self.kind, TokenKind::Text(_))
    }
}
