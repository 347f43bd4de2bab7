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
    let mut reader = Reader { tokens, at: 0, depth: 0, ignored: false };
    let value = reader.binding(3)?;
    match reader.at == tokens.len() {
        true => Ok(value),
        false => Err(ConditionError::NotConstant),
    }
}

/// The reason why the expression of an `#if` has no value.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConditionError {
    #[error("{}", say!("#if wants a constant expression"))]
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
    depth: usize,
    /// True in an operand that does not count, as the second one of `0 && 1 / 0`.
    ignored: bool,
}

impl Reader<'_> {
    fn sign(&self) -> &'static str {
        match self.tokens.get(self.at).map(|token| &token.kind) {
            Some(TokenKind::Sign(sign)) => sign,
            _ => "",
        }
    }

    fn takes(&mut self, sign: &str) -> bool {
        let takes = self.sign() == sign;
        self.at += usize::from(takes);
        takes
    }

    fn binding(&mut self, least: u8) -> Result<i64, ConditionError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(ConditionError::NotConstant);
        }
        let mut left = self.operand()?;
        while let Some((sign, binds, op)) = OPERATORS.iter().find(|(sign, ..)| *sign == self.sign())
            && *binds >= least.max(3)
        {
            self.at += 1;
            left = match *sign {
                "?" => {
                    let yes = self.counting(left != 0, 3)?;
                    if !self.takes(":") {
                        return Err(ConditionError::NotConstant);
                    }
                    let no = self.counting(left == 0, 3)?;
                    if left != 0 { yes } else { no }
                }
                "&&" => i64::from(self.counting(left != 0, 6)? != 0 && left != 0),
                "||" => i64::from(self.counting(left == 0, 5)? != 0 || left != 0),
                _ => {
                    let right = self.binding(binds + 1)?;
                    let op = op.ok_or(ConditionError::NotConstant)?;
                    match op.eval(left, right) {
                        None if !self.ignored => return Err(ConditionError::DivisionByZero),
                        value => value.unwrap_or(0),
                    }
                }
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    /// Reads an operand that is ignored unless it counts.
    fn counting(&mut self, counts: bool, least: u8) -> Result<i64, ConditionError> {
        let around = self.ignored;
        self.ignored |= !counts;
        let value = self.binding(least);
        self.ignored = around;
        value
    }

    fn operand(&mut self) -> Result<i64, ConditionError> {
        let Some(token) = self.tokens.get(self.at) else {
            return Err(ConditionError::NotConstant);
        };
        self.at += 1;
        match &token.kind {
            TokenKind::Number(n, kind) if !kind.is_real() => Ok(*n),
            TokenKind::Word(_) => Ok(0),
            TokenKind::Sign("(") => {
                let value = self.binding(3)?;
                match self.takes(")") {
                    true => Ok(value),
                    false => Err(ConditionError::NotConstant),
                }
            }
            TokenKind::Sign(sign @ ("-" | "+" | "!" | "~")) => {
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err(ConditionError::NotConstant);
                }
                let value = self.operand()?;
                self.depth -= 1;
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
