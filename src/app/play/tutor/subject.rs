//! What a student asks about: who wrote this?

use crate::screen::data::Named;

/// A value, or a pixel of the program's screen.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    Value(Named),
    Pixel(i32, i32),
}
