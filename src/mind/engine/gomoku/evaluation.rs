//! Classes of points, which combine the shapes of a point's four lines, and the threats of both sides on the
//! board.

use super::pattern::Shape;

/// The combined effect of a stone on all four lines, ordered from the weakest effect to five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// No threat.
    Quiet,
    /// One open three and nothing stronger.
    Three,
    /// Two open threes.
    DoubleThree,
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four or two fours: five cannot be stopped.
    OpenFour,
    Five,
    /// A combination of shapes that renju forbids for black, except when its threes do not count as threes.
    Forbidden,
}

impl Class {
    /// Combines the shapes on four lines into a class. If `renju_black` is true, overlines, double fours and
    /// double threes are forbidden.
    pub(crate) fn of(shapes: [Shape; 4], renju_black: bool) -> Class {
        let count = |kind: &dyn Fn(Shape) -> bool| shapes.iter().filter(|s| kind(**s)).count();
        let fours = count(&Shape::is_four) + count(&|shape| shape == Shape::TwoFours);
        let threes = count(&Shape::is_open_three);
        let has = |shape| shapes.contains(&shape);
        match (fours, threes) {
            _ if has(Shape::Five) => Class::Five,
            _ if renju_black && has(Shape::Overline) => Class::Forbidden,
            (2.., _) | (_, 2..) if renju_black => Class::Forbidden,
            (2.., _) => Class::OpenFour,
            _ if has(Shape::OpenFour) => Class::OpenFour,
            (1, 0) => Class::Four,
            (1, _) => Class::FourThree,
            (_, 0) => Class::Quiet,
            (_, 1) => Class::Three,
            _ => Class::DoubleThree,
        }
    }

    /// Returns true if a stone of this class may make five or threaten to make five next. True for
    /// `Forbidden` as well.
    pub fn is_four(self) -> bool {
        self >= Class::Four
    }
}

/// The number of values that [`threats`] can return.
pub(super) const THREATS: usize = 1 << 9;

/// Packs the threats on the board into bits: one for an open four of the opponent, and one for each of four
/// weaker classes of the side to move and of the opponent. `has` returns true if a side has a point of the
/// given class; its first argument is true for the side to move.
pub(super) fn threats(has: impl Fn(bool, Class) -> bool) -> usize {
    const CLASSES: [Class; 4] = [Class::Three, Class::DoubleThree, Class::Four, Class::FourThree];
    let mut bits = usize::from(has(false, Class::OpenFour));
    for mover in [true, false] {
        for class in CLASSES {
            bits = bits << 1 | usize::from(has(mover, class));
        }
    }
    bits
}
