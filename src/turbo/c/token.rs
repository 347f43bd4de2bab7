//! The pieces that a source is made of.

use std::sync::Arc;

use super::types::Kind;

/// A piece of a source.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    /// The line, from 1, and which of its bytes; for what a macro stands for, those of the macro's name.
    pub(crate) line: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    /// A name or a word of the language.
    Word(Arc<str>),
    Number(i64, Kind),
    Text(Arc<[u8]>),
    /// An operator or a bracket.
    Sign(&'static str),
    End,
}
