//! What the shapes through a point are worth together: its class, and numbers for the evaluation and for the order of
//! moves.

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

    /// Does a stone there threaten five, or make it? A point that may be forbidden may do so, too.
    pub fn is_four(self) -> bool {
        self >= Class::Four
    }
}

/// What each shape is worth, by its number: to the side that moves next, to the other side, and for the order of moves.
const WORTH: [[i32; 3]; 15] = [
    [0, 0, 0],
    [1, 1, 1],
    [3, 2, 4],
    [3, 2, 5],
    [9, 7, 14],
    [11, 9, 17],
    [13, 10, 20],
    [12, 9, 18],
    [30, 22, 50],
    [36, 26, 60],
    [32, 24, 64],
    [80, 60, 300],
    [80, 60, 300],
    [0, 0, 0],
    [120, 80, 2000],
];

/// What a stone on a point with these shapes is worth to the side that moves next.
pub(super) fn to_mover(shapes: [Shape; 4]) -> i16 {
    worth(shapes, 0)
}

/// The same to the side that does not.
pub(super) fn to_waiter(shapes: [Shape; 4]) -> i16 {
    worth(shapes, 1)
}

/// How early to look at a move that makes these shapes, or that keeps the opponent from them.
pub(super) fn urgency(shapes: [Shape; 4]) -> i16 {
    worth(shapes, 2)
}

/// Shapes on several lines are worth more than their sum.
fn worth(shapes: [Shape; 4], which: usize) -> i16 {
    let mut each = shapes.map(|shape| WORTH[shape as usize][which]);
    each.sort_unstable();
    let sum: i32 = each.iter().sum();
    (sum + each[2].min(40) * each[3].min(60) / 24) as i16
}
