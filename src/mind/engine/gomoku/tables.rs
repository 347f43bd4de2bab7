//! The lookup tables for each set of rules, built on first use.

use std::sync::{Arc, OnceLock};

use super::evaluation::Class;
use super::network::Network;
use super::pattern::{self, Pairs, Shape};
use super::weights::{self, Weights};
use games::gomoku::Rules;

/// The shapes on four lines, with four bits for each shape.
pub(super) type Packed = u16;

pub struct Tables {
    /// See [`pattern::pairs`].
    pub(super) pairs: Vec<u8>,
    /// The classes, by side and then by packed shapes.
    pub(super) classes: [Vec<Class>; 2],
    /// The networks by the side to move.
    pub(super) networks: [Network; 2],
}

impl Tables {
    /// Builds the tables for these weights, which are black's and white's.
    pub fn new(rules: Rules, weights: &[Weights; 2]) -> Tables {
        Tables {
            pairs: pattern::pairs(rules),
            classes: [classes(rules == Rules::Renju), classes(false)],
            networks: Network::of_both(weights),
        }
    }
}

pub(super) fn of(rules: Rules) -> Arc<Tables> {
    static TABLES: [OnceLock<Arc<Tables>>; Rules::ALL.len()] = [const { OnceLock::new() }; Rules::ALL.len()];
    let build = || Arc::new(Tables::new(rules, &weights::of(rules)));
    TABLES[rules as usize].get_or_init(build).clone()
}

/// Builds the tables for these rules in advance. Otherwise the first board would build them, which takes
/// about 20 ms.
pub fn prepare(rules: Rules) {
    of(rules);
}

/// Extracts one side's shapes; `side` is 0 for black.
#[inline(always)]
pub(super) fn packed(pairs: Pairs, side: usize) -> Packed {
    let apart = u32::from_le_bytes(pairs) >> (4 * side) & 0x0f0f_0f0f;
    let two_and_two = (apart | apart >> 4) & 0x00ff_00ff;
    (two_and_two | two_and_two >> 8) as Packed
}

pub(super) fn unpack(packed: Packed) -> [Shape; 4] {
    [0, 4, 8, 12].map(|shift| Shape::ALL[usize::from(packed >> shift & 15).min(14)])
}

fn classes(renju_black: bool) -> Vec<Class> {
    let class = |packed| Class::of(unpack(packed), renju_black);
    (0..=Packed::MAX).map(class).collect()
}
