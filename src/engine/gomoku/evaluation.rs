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

    /// Does a stone there threaten five, or make it? A point that may be forbidden can do so too.
    pub fn is_four(self) -> bool {
        self >= Class::Four
    }
}

/// What shapes are worth to a side: each alone, and each two of the four lines together, the pair's stronger shape first.
/// Shapes from the four on count as a four.
///
/// The numbers are the result of a logistic regression: the sum over all empty points of what they are worth to the side
/// that moves next, minus the same sum for the other side, predicts who wins. 3200 are one unit of the logistic function.
struct Worth {
    single: [i16; 11],
    pair: [[i16; 11]; 11],
}

/// What shapes are worth to the side that moves next.
const MOVER: Worth = Worth {
    single: [1, 1, 0, 5, 12, 8, 14, 25, 90, 110, 150],
    pair: [
        [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [8, -2, 5, -9, 0, 0, 0, 0, 0, 0, 0],
        [-19, 5, 10, 29, 75, 0, 0, 0, 0, 0, 0],
        [1, 53, 0, 32, 113, 138, 0, 0, 0, 0, 0],
        [15, 34, 0, 67, 115, 123, 199, 0, 0, 0, 0],
        [-7, 32, 42, 35, 148, 211, 186, 126, 0, 0, 0],
        [24, 17, 101, 99, 343, 311, 423, 338, 305, 0, 0],
        [36, -35, 135, 137, 336, 561, 339, 242, 76, 523, 0],
        [-21, 100, 167, 155, 400, 591, 466, 382, -351, 412, 0],
    ],
};

/// What they are worth to the other side.
const WAITER: Worth = Worth {
    single: [1, 0, 0, 4, 7, 3, 13, 21, 95, 85, 136],
    pair: [
        [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [-2, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 1, -1, 0, 0, 0, 0, 0, 0, 0, 0],
        [7, 9, 3, -13, 0, 0, 0, 0, 0, 0, 0],
        [-15, 7, 5, 31, 91, 0, 0, 0, 0, 0, 0],
        [-14, 31, -4, 30, 120, 149, 0, 0, 0, 0, 0],
        [5, 10, 2, 60, 82, 137, 224, 0, 0, 0, 0],
        [-9, 44, 31, 48, 133, 199, 171, 110, 0, 0, 0],
        [6, 20, 103, 90, 296, 289, 430, 280, 599, 0, 0],
        [26, -112, 103, 178, 314, 550, 365, 250, 227, 120, 0],
        [-20, 110, 144, 200, 411, 608, 408, 581, 940, 648, 579],
    ],
};

/// The sums of what points are worth, as the search counts values: 200 are one unit of the logistic function.
pub(super) fn value(mover: i32, waiter: i32) -> i32 {
    (mover - waiter) / 16
}

/// What a stone on a point with these shapes is worth to the side that moves next.
pub(super) fn to_mover(shapes: [Shape; 4]) -> i16 {
    worth(shapes, &MOVER)
}

/// The same to the other side.
pub(super) fn to_waiter(shapes: [Shape; 4]) -> i16 {
    worth(shapes, &WAITER)
}

fn worth(shapes: [Shape; 4], worth: &Worth) -> i16 {
    let mut numbers = shapes.map(|shape| (shape as usize).min(Shape::Four as usize));
    numbers.sort_unstable();
    let mut sum = 0;
    for (n, strong) in numbers.iter().enumerate() {
        sum += worth.single[*strong];
        sum += numbers[..n]
            .iter()
            .map(|weak| worth.pair[*strong][*weak])
            .sum::<i16>();
    }
    sum
}

/// How urgent each shape is, by its number.
const URGENCY: [i16; 15] = [0, 1, 4, 5, 14, 17, 20, 18, 50, 60, 64, 300, 300, 0, 2000];

/// How early to look at a move that makes these shapes, or that keeps the opponent from them. Two good shapes are worth more
/// than their sum.
pub(super) fn urgency(shapes: [Shape; 4]) -> i16 {
    let mut each = shapes.map(|shape| URGENCY[shape as usize]);
    each.sort_unstable();
    each.iter().sum::<i16>() + each[2].min(40) * each[3].min(60) / 24
}
