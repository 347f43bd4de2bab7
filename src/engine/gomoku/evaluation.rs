//! What the shapes through a point are together: its class, and its code, by which the weights are found.

use super::pattern::Shape;

/// What a stone on a point does on all four lines together. The later ones are the stronger ones, up to five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// No threat.
    Quiet,
    /// An open three.
    Three,
    /// Two open threes.
    DoubleThree,
    /// A four.
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four, or two fours: five cannot be stopped.
    OpenFour,
    /// Five.
    Five,
    /// A shape that renju forbids to black, unless its threes turn out not to be threes.
    Forbidden,
}

impl Class {
    /// The class of four lines' shapes; `renju_black` when the side must not make overlines, two fours or two threes.
    pub fn of(shapes: [Shape; 4], renju_black: bool) -> Class {
        let count = |kind: &dyn Fn(Shape) -> bool| shapes.iter().filter(|s| kind(**s)).count();
        let fours = count(&Shape::is_four) + count(&|shape| shape == Shape::TwoFours);
        let threes = count(&Shape::is_open_three);
        if shapes.contains(&Shape::Five) {
            Class::Five
        } else if renju_black && (shapes.contains(&Shape::Overline) || fours >= 2 || threes >= 2) {
            Class::Forbidden
        } else if fours >= 2 || shapes.contains(&Shape::OpenFour) {
            Class::OpenFour
        } else if fours == 1 {
            match threes {
                0 => Class::Four,
                _ => Class::FourThree,
            }
        } else {
            match threes {
                0 => Class::Quiet,
                1 => Class::Three,
                _ => Class::DoubleThree,
            }
        }
    }

    pub(super) fn may_be_forbidden(self) -> bool {
        self == Class::Forbidden
    }

    /// Does a stone there threaten five, or make it? A point that may be forbidden can do so too.
    pub fn is_four(self) -> bool {
        self >= Class::Four
    }
}

/// How many kinds of shapes the weights tell apart: those from the open four on are one kind, as no evaluation is asked for
/// when there is a five to make.
pub(super) const KINDS: usize = 12;

/// How many codes there are: the ways to choose four kinds, each as often as one likes.
pub(super) const CODES: usize = KINDS * (KINDS + 1) * (KINDS + 2) * (KINDS + 3) / 24;

/// How many combinations of threats there are: see [`threats`].
pub(super) const THREATS: usize = 1 << 9;

/// The kinds of four shapes, the weakest first.
pub(super) fn kinds(shapes: [Shape; 4]) -> [usize; 4] {
    let mut kinds = shapes.map(|shape| match shape {
        Shape::TwoFours | Shape::OpenFour | Shape::Five => KINDS - 1,
        Shape::Overline => 0,
        shape => shape as usize,
    });
    kinds.sort_unstable();
    kinds
}

/// The number of four kinds in whatever order, below [`CODES`].
pub(super) fn code(kinds: [usize; 4]) -> usize {
    let [a, b, c, d] = kinds;
    let (b, c, d) = (
        b * (b + 1) / 2,
        c * (c + 1) * (c + 2) / 6,
        d * (d + 1) * (d + 2) * (d + 3) / 24,
    );
    a + b + c + d
}

/// Which threats there are, one bit each: on how many points the side that is to move, and the other, could make a three, a double
/// three, a four, a four and a three, and the other an open four. `has` says whether a side has a point of a class.
pub(super) fn threats(has: impl Fn(bool, Class) -> bool) -> usize {
    const CLASSES: [Class; 4] = [
        Class::Three,
        Class::DoubleThree,
        Class::Four,
        Class::FourThree,
    ];
    let mut bits = usize::from(has(false, Class::OpenFour));
    for mover in [true, false] {
        for class in CLASSES {
            bits = bits << 1 | usize::from(has(mover, class));
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_four_kinds_have_a_code_of_their_own() {
        let mut seen = vec![false; CODES];
        for d in 0..KINDS {
            for c in 0..=d {
                for b in 0..=c {
                    for a in 0..=b {
                        assert!(!std::mem::replace(&mut seen[code([a, b, c, d])], true));
                    }
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }
}
