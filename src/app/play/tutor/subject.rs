//! What a student asks about: who wrote this?

use crate::screen::data::{GLOBAL, Named};
use turbo::c::Frame;

/// A value, or a pixel of the program's screen.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    Value {
        expression: String,
        /// The call that it is seen from, counted from the outermost, which stays where it is while others come and go; `None` for what
        /// every function sees.
        call: Option<usize>,
    },
    Pixel(i32, i32),
}

impl Subject {
    /// What an expression names that is seen from one of these calls.
    pub(super) fn value(named: &Named, frames: &[Frame]) -> Subject {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let mut names = named.expression.split(|c| !is_name(c));
        let own = frames.get(named.call).map_or(&[][..], |f| &f.variables);
        let is_own = names.any(|name| own.iter().any(|var| var.name == name));
        Subject::Value {
            expression: named.expression.clone(),
            call: is_own.then(|| frames.len() - 1 - named.call),
        }
    }

    /// It as an expression that is seen from one of the calls that there are now.
    pub(super) fn named(expression: &str, call: Option<usize>, calls: usize) -> Option<Named> {
        let call = match call {
            None => GLOBAL,
            Some(call) => calls.checked_sub(1 + call)?,
        };
        Some(Named {
            call,
            expression: expression.to_string(),
        })
    }
}
