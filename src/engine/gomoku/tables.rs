//! The tables of each set of rules, built when they are first asked for.

use std::sync::OnceLock;

use super::evaluation::{self, Class};
use super::pattern::{self, Shape};
use super::rules::Rules;

/// The shapes of four lines, four bits each: an index of the tables of [`Combined`].
pub type Packed = u16;

/// What there is to know about the shapes of four lines together.
#[derive(Clone, Copy)]
pub struct Combined {
    pub class: Class,
    pub to_mover: i16,
    pub to_waiter: i16,
    pub urgency: i16,
}

/// The tables of one set of rules.
pub struct Tables {
    /// See [`pattern::pairs`].
    pub pairs: Vec<u8>,
    /// By side, and by packed shapes.
    pub combined: [Vec<Combined>; 2],
}

/// The tables of these rules.
pub fn of(rules: Rules) -> &'static Tables {
    static FREESTYLE: OnceLock<Tables> = OnceLock::new();
    static STANDARD: OnceLock<Tables> = OnceLock::new();
    static RENJU: OnceLock<Tables> = OnceLock::new();
    let built = match rules {
        Rules::Freestyle => &FREESTYLE,
        Rules::Standard => &STANDARD,
        Rules::Renju => &RENJU,
    };
    built.get_or_init(|| Tables {
        pairs: pattern::pairs(rules),
        combined: [rules == Rules::Renju, false].map(combined),
    })
}

/// The four shapes of packed ones.
pub fn unpack(packed: Packed) -> [Shape; 4] {
    [0, 4, 8, 12].map(|shift| Shape::ALL[usize::from(packed >> shift & 15).min(14)])
}

fn combined(renju_black: bool) -> Vec<Combined> {
    (0..=Packed::MAX)
        .map(|packed| {
            let shapes = unpack(packed);
            Combined {
                class: Class::of(shapes, renju_black),
                to_mover: evaluation::to_mover(shapes),
                to_waiter: evaluation::to_waiter(shapes),
                urgency: evaluation::urgency(shapes),
            }
        })
        .collect()
}
