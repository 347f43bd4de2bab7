//! A case: a call to test. Also the outcome of running it.

use std::borrow::Cow;

use super::matter::{Fact, Matter};
use super::shown::Area;
use crate::tutor::scene::Stuck;
use turbo::c::{Argument, Value};
use turbo::dos::{Key, Screen};

#[derive(Clone, Debug, Default)]
pub(crate) struct Case {
    pub(crate) function: Cow<'static, str>,
    pub(crate) arguments: Vec<Argument>,
    /// The global variables to set before the call. An array is given as a flat list of its elements.
    pub(crate) set: Vec<(Cow<'static, str>, Vec<i32>)>,
    /// Calls to make after setting the variables, before the tested call.
    pub(crate) before: Vec<(Cow<'static, str>, Vec<i32>)>,
    pub(crate) keys: Vec<Key>,
    /// The values that a task compares after the call. Empty for our own exams, which are not tasks.
    pub(crate) matters: Vec<Matter>,
    pub(crate) ground: Option<Screen>,
    /// The areas in which pictures may differ.
    pub(crate) ignored: Vec<Area>,
}

impl Case {
    pub(crate) fn new(set: Vec<(&'static str, Vec<i32>)>, arguments: Vec<Argument>) -> Case {
        let set = set.into_iter().map(|(name, numbers)| (name.into(), numbers));
        Case { set: set.collect(), arguments, ..Case::default() }
    }

    /// A run of a whole program with the given keys.
    pub(crate) fn of_main(keys: Vec<Key>) -> Case {
        Case { function: "main".into(), keys, ..Case::default() }
    }

    pub(crate) fn value_of(&self, name: &str) -> Option<&[i32]> {
        let found = self.set.iter().find(|(set, _)| set == name);
        found.map(|(_, values)| values.as_slice())
    }

    /// Returns the case with the `watched` variables set to `state`, which is a flat list of all their
    /// elements.
    pub(crate) fn with_state(&self, watched: Globals, state: &[i32]) -> Case {
        let mut case = self.clone();
        for ((name, _), numbers) in variables(watched, state) {
            case.set.retain(|(set, _)| set != name);
            case.set.push((name.into(), numbers.to_vec()));
        }
        case
    }
}

/// Returns the keys that type a line, with every character in it, and end it.
pub(crate) fn line_keys(text: &str) -> impl Iterator<Item = Key> {
    let key = |c| if c == ' ' { Key::Space } else { Key::Char(c) };
    text.chars().map(key).chain([Key::Enter])
}

/// The name of a global variable and the sizes of its dimensions. A plain number has no sizes.
pub(crate) type Global = (&'static str, &'static [usize]);

pub(crate) type Globals = &'static [Global];

/// Returns each watched variable with its elements. `state` is a flat list of all elements, or of the first
/// ones.
pub(crate) fn variables(watched: Globals, mut state: &[i32]) -> impl Iterator<Item = (Global, &[i32])> {
    watched.iter().map(move |global| {
        let length = global.1.iter().product::<usize>().min(state.len());
        (*global, state.split_off(..length).unwrap_or_default())
    })
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Over,
    /// The program waits for a key, but no key is left.
    Waits,
    /// The program could not begin, stopped with an error, or took more steps than a correct program could
    /// need.
    Stuck(Stuck),
}

#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) end: End,
    /// The number of steps, and of those before in the same machine.
    pub(crate) steps: u64,
    /// True if the program waits only for a key that ends it, without showing anything else.
    pub(crate) pauses: bool,
    /// True if the exam compares what a person sees, however the input is read.
    pub(crate) fair: bool,
    pub(crate) returned: Option<i32>,
    /// A moment for each key, when the program waits for that key, and a moment for the end.
    pub(crate) moments: Vec<Moment>,
    /// The drawing colours and the fill pattern after the call, if the exam compares them.
    pub(crate) pen: Option<(u8, [u8; 8], u8)>,
    pub(crate) facts: Vec<Fact>,
}

/// The state of a program at a wait for a key or at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) state: Vec<i32>,
    /// A checksum of the picture. `None` if pictures are not compared.
    pub(crate) picture: Option<u32>,
    /// The printed text without the echo of typed keys and without blanks at the ends of lines. `None` if
    /// the program has drawn anything else or is not compared by its text.
    pub(crate) text: Option<String>,
    pub(crate) in_graphics: bool,
    /// True if the program has ended with `closegraph`, so that nobody sees its last picture. `picture` is
    /// the one before.
    pub(crate) closed: bool,
}

impl Moment {
    /// True if a person sees the same at this moment of our program and the other moment of theirs.
    pub(crate) fn is_like(&self, other: &Moment) -> bool {
        if self.closed && other.in_graphics {
            return true;
        }
        if let (Some(one), Some(two)) = (&self.text, &other.text) {
            return self.state == other.state && one == two;
        }
        let pictures = self.picture.zip(other.picture);
        self.state == other.state && pictures.is_none_or(|(one, two)| one == two)
    }
}

impl Outcome {
    pub(crate) fn first_difference(&self, other: &Outcome) -> Option<usize> {
        let mut pairs = self.moments.iter().zip(&other.moments);
        let last = pairs.len() - 1;
        let results = |outcome: &Outcome| (outcome.returned, outcome.pen);
        let moment = pairs.position(|(one, two)| !one.is_like(two));
        moment.or_else(|| {
            let same = results(self) == results(other) && self.ends_like(other);
            (!same).then_some(last)
        })
    }

    /// True if another outcome with the same first moments also ends in the same way. In a fair exam, a
    /// program may wait for one more key at its end, and a program that only prints may omit that.
    pub(crate) fn ends_like(&self, other: &Outcome) -> bool {
        let [ours, theirs] = [self, other].map(|outcome| outcome.moments.len());
        if self.end == other.end && ours == theirs {
            return true;
        }
        let shown = &self.moments[ours.min(theirs) - 1];
        let longer = if ours > theirs { self } else { other };
        let nothing_new = longer.moments[ours.min(theirs)..].iter().all(|moment| moment.is_like(shown));
        self.fair
            && nothing_new
            && match (&self.end, &other.end) {
                (End::Over, End::Over) => ours < theirs || !shown.in_graphics,
                (End::Over, End::Waits) => other.pauses && ours <= theirs,
                (End::Waits, End::Over) => self.pauses && ours >= theirs && !shown.in_graphics,
                _ => false,
            }
    }
}

/// True if a value has these sizes: an array with this size in each dimension, or a number if there are none.
/// A one-dimensional array may be longer.
pub(crate) fn has_shape(value: &Value, sizes: &[usize]) -> bool {
    match (value, sizes) {
        (Value::Array(elements), [size]) => {
            elements.len() >= *size && elements.iter().all(|element| has_shape(element, &[]))
        }
        (Value::Array(rows), [size, rest @ ..]) => {
            let long = |row: &Value| matches!(row, Value::Array(row) if row.len() == rest[0]);
            rows.len() == *size && rows.iter().all(|row| long(row) && has_shape(row, rest))
        }
        (value, []) => value.number().is_some(),
        _ => false,
    }
}

/// Fills a value and its elements with the given numbers, in order, until the numbers run out.
pub(crate) fn fill(value: &mut Value, numbers: &mut impl Iterator<Item = i32>) {
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(|value| fill(value, numbers)),
        Value::Struct(members) => members.iter_mut().for_each(|(_, value)| fill(value, numbers)),
        Value::Char(old) => *old = numbers.next().map_or(*old, |n| n as i8),
        Value::Int(old) | Value::Long(old) => *old = numbers.next().unwrap_or(*old),
        _ => {}
    }
}
