//! The tables of each set of rules, built when they are first asked for.

use std::sync::OnceLock;

use super::evaluation::{self, Class};
use super::pattern::{self, Shape};
use crate::games::gomoku::Rules;
use crate::games::stone::Stone;

/// The shapes of four lines, four bits each: an index of the tables of [`Combined`].
pub(super) type Packed = u16;

/// What there is to know about the shapes of four lines together.
#[derive(Clone, Copy)]
pub(super) struct Combined {
    pub class: Class,
    pub to_mover: i16,
    pub to_waiter: i16,
    pub urgency: i16,
}

/// The tables of one set of rules.
pub(super) struct Tables {
    /// See [`pattern::pairs`].
    pub pairs: Vec<u8>,
    /// By side, and by packed shapes.
    pub combined: [Vec<Combined>; 2],
}

/// The tables of these rules.
pub(super) fn of(rules: Rules) -> &'static Tables {
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
pub(super) fn unpack(packed: Packed) -> [Shape; 4] {
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

/// The shape that a stone of the side makes on an empty point of a line, which ends where the board ends.
///
/// ```
/// use qipan::engine::gomoku::{Rules, pattern::Shape, tables::shape};
/// use qipan::games::stone::Stone;
/// let line: Vec<Option<Stone>> = "...XX.XO.......".chars().map(|c| match c {
///     'X' => Some(Stone::Black),
///     'O' => Some(Stone::White),
///     _ => None,
/// }).collect();
/// assert_eq!(shape(Rules::Freestyle, Stone::Black, &line, 5), Shape::Four);
/// assert_eq!(shape(Rules::Freestyle, Stone::Black, &line, 2), Shape::Four);
/// assert_eq!(shape(Rules::Freestyle, Stone::White, &line, 8), Shape::Two);
/// ```
///
/// # Panics
/// When the point is not empty.
pub fn shape(rules: Rules, side: Stone, line: &[Option<Stone>], at: usize) -> Shape {
    assert!(
        line[at].is_none(),
        "there is a stone on point {at} of the line"
    );
    let radius = pattern::radius(rules);
    let seen = |at: Option<usize>| match at.and_then(|at| line.get(at)) {
        None => 3,
        Some(None) => 0,
        Some(Some(stone)) => *stone as usize,
    };
    let mut index = 0;
    for i in 0..radius {
        index |= seen((at + i).checked_sub(radius)) << (2 * i);
        index |= seen(Some(at + i + 1)) << (2 * (radius + i));
    }
    let pair = of(rules).pairs[index];
    let nibble = match side {
        Stone::Black => pair & 15,
        Stone::White => pair >> 4,
    };
    Shape::ALL[usize::from(nibble)]
}
