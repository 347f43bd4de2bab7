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
