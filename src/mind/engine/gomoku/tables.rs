//! The tables of each set of rules, built when they are first asked for.

use std::sync::{Arc, OnceLock};

use super::evaluation::Class;
use super::network::Network;
use super::pattern::{self, Pairs, Shape};
use super::weights::{self, Weights};
use games::gomoku::Rules;
use games::stone::Stone;

/// The shapes of four lines, four bits each.
pub(super) type Packed = u16;

/// The tables of one set of rules.
pub struct Tables {
    /// See [`pattern::pairs`].
    pub(super) pairs: Vec<u8>,
    /// By side, and by packed shapes.
    pub(super) classes: [Vec<Class>; 2],
    /// By the side to move.
    pub(super) networks: [Network; 2],
}

impl Tables {
    /// The tables with these weights of black and white.
    pub fn new(rules: Rules, weights: &[Weights; 2]) -> Tables {
        Tables {
            pairs: pattern::pairs(rules),
            classes: [classes(rules == Rules::Renju), classes(false)],
            networks: Network::of_both(weights),
        }
    }
}

/// The tables of these rules.
pub(super) fn of(rules: Rules) -> Arc<Tables> {
    static FREESTYLE: OnceLock<Arc<Tables>> = OnceLock::new();
    static STANDARD: OnceLock<Arc<Tables>> = OnceLock::new();
    static RENJU: OnceLock<Arc<Tables>> = OnceLock::new();
    let built = match rules {
        Rules::Freestyle => &FREESTYLE,
        Rules::Standard => &STANDARD,
        Rules::Renju => &RENJU,
    };
    let build = || Arc::new(Tables::new(rules, &weights::of(rules)));
    built.get_or_init(build).clone()
}

/// Builds the tables of these rules, which otherwise the first board does: some 20 ms.
pub fn prepare(rules: Rules) {
    of(rules);
}

/// The shapes of one side, 0 for black.
#[inline(always)]
pub(super) fn packed(pairs: Pairs, side: usize) -> Packed {
    let apart = u32::from_le_bytes(pairs) >> (4 * side) & 0x0f0f_0f0f;
    let two_and_two = (apart | apart >> 4) & 0x00ff_00ff;
    (two_and_two | two_and_two >> 8) as Packed
}

/// The four shapes of packed ones.
pub(super) fn unpack(packed: Packed) -> [Shape; 4] {
    [0, 4, 8, 12].map(|shift| Shape::ALL[usize::from(packed >> shift & 15).min(14)])
}

fn classes(renju_black: bool) -> Vec<Class> {
    let class = |packed| Class::of(unpack(packed), renju_black);
    (0..=Packed::MAX).map(class).collect()
}

/// The shape that a stone of the side makes on an empty point of a line, which ends where the board ends.
///
/// ```
/// use mind::engine::gomoku::{Rules, pattern::Shape, tables::shape};
/// use games::stone::Stone;
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
