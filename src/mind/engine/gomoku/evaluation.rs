//! The class of a point, which combines the shapes of its four lines, and the threats of both sides on the board.

use super::pattern::Shape;

/// The effect of a stone on all four lines together, weakest first up to five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// No threat.
    Quiet,
    /// One open three.
    Three,
    /// Two open threes.
    DoubleThree,
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four or two fours: five cannot be stopped.
    OpenFour,
    Five,
    /// A shape that renju forbids to black, unless its threes are no real threes.
    Forbidden,
}

impl Class {
    /// Combines the shapes of four lines. `renju_black` forbids overlines, two fours and two threes.
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

    /// Returns whether a stone there may make five or threaten it. Includes `Forbidden`.
    pub fn is_four(self) -> bool {
        self >= Class::Four
    }
}

/// The number of results of [`threats`].
pub(super) const THREATS: usize = 1 << 9;

/// Packs the threats on the board into bits: an open four of the opponent, and four weaker classes of the side to move and of the
/// opponent. `has` says whether a side has a point of a class; its first argument is true for the side to move.
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
