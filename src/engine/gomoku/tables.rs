//! The tables of each set of rules, built when they are first asked for.

use std::sync::{Arc, OnceLock};

use super::evaluation::{self, Class};
use super::pattern::{self, Shape};
use super::weights::Weights;
use crate::games::gomoku::Rules;
use crate::games::stone::Stone;

/// The shapes of four lines, four bits each: an index of the tables of [`Combined`].
pub(super) type Packed = u16;

/// What there is to know about the shapes of four lines together.
#[derive(Clone, Copy)]
pub(super) struct Combined {
    pub class: Class,
    /// See [`evaluation::code`].
    pub code: u16,
    /// What the point is worth to the side, see [`Weights`].
    pub to_mover: i16,
    pub to_waiter: i16,
    /// How likely a stone of the side is the best move, and one of the other side.
    pub own: i16,
    pub other: i16,
}

/// The tables of one set of rules.
pub(super) struct Tables {
    /// See [`pattern::pairs`].
    pub pairs: Vec<u8>,
    /// By side, and by packed shapes.
    pub combined: [Vec<Combined>; 2],
    /// By the side to move: see [`evaluation::threats`].
    pub threats: [Vec<i16>; 2],
}

impl Tables {
    /// The tables with these weights of black and white.
    pub fn new(rules: Rules, weights: &[Weights; 2]) -> Tables {
        let [black, white] = weights;
        Tables {
            pairs: pattern::pairs(rules),
            combined: [
                combined(black, rules == Rules::Renju),
                combined(white, false),
            ],
            threats: [black.threats.clone(), white.threats.clone()],
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
    let build = || Arc::new(Tables::new(rules, &Weights::of(rules)));
    built.get_or_init(build).clone()
}

/// Builds the tables of these rules, which otherwise the first board does: some 20 ms.
pub fn prepare(rules: Rules) {
    of(rules);
}

/// The four shapes of packed ones.
pub(super) fn unpack(packed: Packed) -> [Shape; 4] {
    [0, 4, 8, 12].map(|shift| Shape::ALL[usize::from(packed >> shift & 15).min(14)])
}

fn combined(weights: &Weights, renju_black: bool) -> Vec<Combined> {
    (0..=Packed::MAX)
        .map(|packed| {
            let shapes = unpack(packed);
            let code = evaluation::code(evaluation::kinds(shapes));
            Combined {
                class: Class::of(shapes, renju_black),
                code: code as u16,
                to_mover: weights.mover[code],
                to_waiter: weights.waiter[code],
                own: weights.own[code],
                other: weights.other[code],
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
