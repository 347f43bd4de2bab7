//! What the shapes through a point are together: its class; and which threats both sides have on the board.

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
    pub(crate) fn of(shapes: [Shape; 4], renju_black: bool) -> Class {
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

/// How many combinations of threats there are: see [`threats`].
pub(super) const THREATS: usize = 1 << 9;

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
