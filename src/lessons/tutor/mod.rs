//! The tutor: the C sources, the lessons, and the board's display of a running program.

pub mod at_the_board;
pub mod calls;
pub mod course;
pub mod predict;
pub mod progress;
pub mod questions;
pub mod said;
pub mod scene;
pub mod shows;
pub mod sources;
pub mod stepper;

use turbo::c::Value;

/// True if a character is as wide as a Chinese character. Scripts with such characters have neither spaces
/// nor capitals.
pub(crate) fn is_wide(sign: char) -> bool {
    sign >= '\u{2e80}'
}

/// True if a character can be part of a name in C.
pub(crate) fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Joins words into one line, with a space between two words unless both are Chinese.
pub(crate) fn one_line<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut line = String::new();
    for word in words {
        let before = line.chars().next_back();
        let joined = before.is_some_and(is_wide) && word.starts_with(is_wide);
        if !line.is_empty() && !joined {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

pub(crate) fn listed(parts: &[String]) -> String {
    parts.join(words::say!(", ||between the parts of a sentence"))
}

/// Returns the numbers in a value as a flat list.
pub(crate) fn numbers_in(value: &Value) -> Vec<i32> {
    fn add(value: &Value, numbers: &mut Vec<i32>) {
        match value {
            Value::Array(elements) => elements.iter().for_each(|value| add(value, numbers)),
            Value::Struct(members) => members.iter().for_each(|(_, value)| add(value, numbers)),
            value => numbers.push(value.number().unwrap_or(i32::MIN)),
        }
    }
    let mut numbers = Vec::new();
    add(value, &mut numbers);
    numbers
}
