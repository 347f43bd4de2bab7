//! Conditional compilation: `#if` and related lines.

use super::code::OPERATORS;
use super::literals::LiteralError;
use super::token::{Token, TokenKind};
use words::say;

/// Evaluates the expression of an `#if`. Names that are not macros count as 0.
///
/// # Errors
/// If the expression is invalid.
pub(crate) fn value(tokens: &[Token]) -> Result<i64, ConditionError> {
    let mut reader = Reader { tokens, at: 0 };
    let value = reader.binding(3, 1, true)?;
    if reader.at == tokens.len() { Ok(value) } else { Err(ConditionError::NotConstant) }
}

/// The reason why the expression of an `#if` has no value.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConditionError {
    #[error("{}", say!("#if needs a constant expression"))]
    NotConstant,
    #[error("{}", say!("Division by zero"))]
    DivisionByZero,
    #[error(transparent)]
    Literal(#[from] LiteralError),
}

const DEEPEST: usize = 100;

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
}

impl Reader<'_> {
    fn sign(&self) -> &'static str {
        self.tokens.get(self.at).map_or("", Token::sign)
    }

    fn expect(&mut self, sign: &str) -> Result<(), ConditionError> {
        if self.sign() != sign {
            return Err(ConditionError::NotConstant);
        }
        self.at += 1;
        Ok(())
    }

    /// Reads an operand whose operators have at least this precedence. It does not count if it is like the second operand of
    /// `0 && 1 / 0`.
    fn binding(&mut self, least: u8, depth: usize, counts: bool) -> Result<i64, ConditionError> {
        let mut left = self.operand(depth, counts)?;
        let depth = depth + 1;
        while let Some((sign, binds, op)) = OPERATORS.iter().find(|(sign, ..)| *sign == self.sign())
            && *binds >= least
        {
            self.at += 1;
            left = match *sign {
                "?" => {
                    let yes = self.binding(3, depth, counts && left != 0)?;
                    self.expect(":")?;
                    let no = self.binding(3, depth, counts && left == 0)?;
                    if left != 0 { yes } else { no }
                }
                "&&" => i64::from(self.binding(6, depth, counts && left != 0)? != 0 && left != 0),
                "||" => i64::from(self.binding(5, depth, counts && left == 0)? != 0 || left != 0),
                _ => {
                    let right = self.binding(binds + 1, depth, counts)?;
                    let op = op.ok_or(ConditionError::NotConstant)?;
                    match op.eval(left, right) {
                        None if counts => return Err(ConditionError::DivisionByZero),
                        value => value.unwrap_or(0),
                    }
                }
            };
        }
        Ok(left)
    }

    fn operand(&mut self, depth: usize, counts: bool) -> Result<i64, ConditionError> {
        let token = self.tokens.get(self.at).filter(|_| depth <= DEEPEST);
        self.at += 1;
        match token.map(|token| &token.kind) {
            Some(TokenKind::Number(n, kind)) if !kind.is_real() => Ok(*n),
            Some(TokenKind::Word(_)) => Ok(0),
            Some(TokenKind::Sign("(")) => {
                let value = self.binding(3, depth + 1, counts)?;
                self.expect(")")?;
                Ok(value)
            }
            Some(TokenKind::Sign(sign @ ("-" | "+" | "!" | "~"))) => {
                let value = self.operand(depth + 1, counts)?;
                Ok(match *sign {
                    "-" => value.wrapping_neg(),
                    "!" => i64::from(value == 0),
                    "~" => !value,
                    _ => value,
                })
            }
            _ => Err(ConditionError::NotConstant),
        }
    }
}
