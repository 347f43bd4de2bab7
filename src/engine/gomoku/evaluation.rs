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

/// What shapes are worth to a side: each alone, and each two of the four lines together, the pair's stronger shape first.
/// Shapes from the four on count as a four.
///
/// The numbers are the result of a logistic regression: the sum over all empty points of what they are worth to the side
/// that moves next, less the same sum for the other side, foretells who wins. 3200 are one unit of the logistic function.
struct Worth {
    single: [i16; 11],
    pair: [[i16; 11]; 11],
}

/// What shapes are worth to the side that moves next.
const MOVER: Worth = Worth {
    single: [3, 3, -1, 1, 17, 16, 8, 8, 88, 84, 68],
    pair: [
        [6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [8, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 2, -2, 0, 0, 0, 0, 0, 0, 0, 0],
        [4, -13, 1, 8, 0, 0, 0, 0, 0, 0, 0],
        [-15, -1, 18, 15, 119, 0, 0, 0, 0, 0, 0],
        [-18, 4, 13, 30, 123, 198, 0, 0, 0, 0, 0],
        [12, 23, -7, 32, 38, 221, 342, 0, 0, 0, 0],
        [-8, 25, 11, 56, 132, 191, 184, 150, 0, 0, 0],
        [-17, 64, 119, 120, 369, 367, 430, 390, 822, 0, 0],
        [-44, -166, 154, 173, 305, 956, 732, 362, 549, 1311, 0],
        [-24, 57, 125, 122, 399, 633, 400, 195, 241, 366, 0],
    ],
};

/// What they are worth to the other side.
const WAITER: Worth = Worth {
    single: [3, 2, -1, 4, 15, 4, 9, 8, 72, 66, 47],
    pair: [
        [7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [5, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [2, 3, -2, 0, 0, 0, 0, 0, 0, 0, 0],
        [4, -6, 6, -1, 0, 0, 0, 0, 0, 0, 0],
        [-11, 4, 15, 12, 85, 0, 0, 0, 0, 0, 0],
        [-11, 27, -2, 41, 68, 175, 0, 0, 0, 0, 0],
        [17, 4, 2, 6, 27, 155, 259, 0, 0, 0, 0],
        [-9, 28, 13, 34, 100, 177, 165, 116, 0, 0, 0],
        [-16, 91, 86, 94, 275, 299, 201, 289, 668, 0, 0],
        [3, -119, 89, 92, 99, 679, 458, 231, 193, 255, 0],
        [-22, 72, 80, 74, 414, 468, 285, 500, 920, 677, 158],
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

/// The same to the side that does not.
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
