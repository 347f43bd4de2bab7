//! A call of a function, and what it did.

use turbo::c::{Argument, Value};
use turbo::dos::Key;

/// A call of a function: what is set before, its arguments, the keys that are typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Case {
    /// The global variables that are set, arrays with all their elements in a row.
    pub(crate) set: Vec<(&'static str, Vec<i32>)>,
    pub(crate) arguments: Vec<Argument>,
    /// The keys that are typed, one each time that it waits for one.
    pub(crate) keys: Vec<Key>,
}

impl Case {
    /// A call with these variables and arguments, without keys.
    pub(crate) fn new(set: Vec<(&'static str, Vec<i32>)>, arguments: Vec<Argument>) -> Case {
        Case {
            set,
            arguments,
            keys: Vec::new(),
        }
    }

    /// The elements of a variable that is set.
    pub fn of(&self, name: &str) -> Option<&[i32]> {
        let found = self.set.iter().find(|(set, _)| *set == name);
        found.map(|(_, values)| values.as_slice())
    }

    /// This case with the watched variables as they were found, all their elements in a row.
    pub(crate) fn after(&self, watched: &[(&'static str, &[usize])], mut found: &[i32]) -> Case {
        let mut after = self.clone();
        for (name, sizes) in watched {
            let length = sizes.iter().product::<usize>().min(found.len());
            let (numbers, others) = found.split_at(length);
            found = others;
            match after.set.iter_mut().find(|(set, _)| set == name) {
                Some((_, values)) => *values = numbers.to_vec(),
                None => after.set.push((name, numbers.to_vec())),
            }
        }
        after
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Over,
    /// It waits for a key, and none is left.
    Waits,
    /// It made more steps than ours would ever need.
    Endless,
    /// It did something that C leaves undefined, said in a sentence.
    Fault(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) end: End,
    pub(crate) returned: Option<i32>,
    /// The state each time that it waited for a key, and at the end.
    pub(crate) moments: Vec<Moment>,
    /// What the set colours draw, if that matters.
    pub(crate) pen: Option<(u8, [u8; 8], u8)>,
}

/// How a call stands when it waits for a key, or at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    /// The variables that matter, all their elements in a row.
    pub(crate) state: Vec<i32>,
    /// A checksum of the picture; `None` if nobody looks at it.
    pub(crate) picture: Option<u32>,
}

impl Moment {
    /// Do both look the same to a person, and are the variables that matter equal?
    fn is_like(&self, other: &Moment) -> bool {
        let seen = self.picture.zip(other.picture);
        self.state == other.state && seen.is_none_or(|(one, two)| one == two)
    }
}

impl Outcome {
    /// The first moment at which two calls differ; `None` if they do the same to the end.
    pub(crate) fn differs(&self, other: &Outcome) -> Option<usize> {
        let pairs = self.moments.iter().zip(&other.moments);
        let last = self.moments.len().min(other.moments.len()) - 1;
        let apart = pairs.clone().position(|(one, two)| !one.is_like(two));
        let ends = |outcome: &Outcome| (outcome.end.clone(), outcome.returned, outcome.pen);
        let same_end = ends(self) == ends(other) && self.moments.len() == other.moments.len();
        apart.or_else(|| (!same_end).then_some(last))
    }
}

/// Is a value an array of these sizes, or a number if there are none? One row may be longer.
pub(crate) fn fits(value: &Value, sizes: &[usize]) -> bool {
    match (value, sizes) {
        (Value::Array(elements), [size]) => {
            elements.len() >= *size && elements.iter().all(|element| fits(element, &[]))
        }
        (Value::Array(elements), [size, rest @ ..]) => {
            let long =
                |element: &Value| matches!(element, Value::Array(row) if row.len() == rest[0]);
            elements.len() == *size && elements.iter().all(|row| long(row) && fits(row, rest))
        }
        (value, []) => value.number().is_some(),
        _ => false,
    }
}

/// A value of the same shape with these numbers, as far as they go.
pub(crate) fn filled(value: &Value, numbers: &mut impl Iterator<Item = i32>) -> Value {
    match value {
        Value::Array(elements) => Value::Array(
            elements
                .iter()
                .map(|value| filled(value, numbers))
                .collect(),
        ),
        Value::Int(old) => Value::Int(numbers.next().unwrap_or(*old)),
        Value::Long(old) => Value::Long(numbers.next().unwrap_or(*old)),
        Value::Char(old) => Value::Char(numbers.next().map_or(*old, |n| n as i8)),
        other => other.clone(),
    }
}

/// The numbers of a value in a row.
pub(crate) fn flatten(value: &Value, into: &mut Vec<i32>) {
    match value {
        Value::Array(elements) => elements.iter().for_each(|value| flatten(value, into)),
        Value::Struct(members) => members.iter().for_each(|(_, value)| flatten(value, into)),
        value => into.push(value.number().unwrap_or(i32::MIN)),
    }
}
