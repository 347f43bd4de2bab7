//! The shapes that a stone on an empty point would make on a line: five, an open four, a four, an open three
//! and so on.
//!
//! A window is the part of a line around a point. It includes four points on each side, because a five
//! through the middle can use only these. If an overline does not count as five, it includes a fifth point.
//! The function `pairs` finds the shapes of every window by their definition, which is recursive: a shape is
//! defined by the shapes that one more stone would make.

use games::gomoku::Rules;

/// The shape that a stone makes on a line, from the weakest to five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// No five is possible.
    Dead,
    /// One more stone would make a two.
    One,
    /// One more stone would make an open two.
    OpenOne,
    /// One more stone would make a three.
    Two,
    /// One more stone would make an open three, on one or two points.
    NarrowTwo,
    /// One more stone would make an open three, on three points.
    OpenTwo,
    /// One more stone would make an open three, on four points or more.
    WideTwo,
    /// One more stone would make a four.
    Three,
    /// One more stone would make an open four, on one point.
    OpenThree,
    /// One more stone would make an open four, on two points or more.
    WideThree,
    /// One more stone would make five, on one point.
    Four,
    /// Two fours on one line that do not form a straight four, such as `X.XXX.X`. Renju forbids them for
    /// black.
    TwoFours,
    /// A straight four: a stone at either end makes five.
    OpenFour,
    /// More than five stones in a row, under rules by which they do not win.
    Overline,
    Five,
}

impl Shape {
    pub(crate) const ALL: [Shape; 15] = [
        Shape::Dead,
        Shape::One,
        Shape::OpenOne,
        Shape::Two,
        Shape::NarrowTwo,
        Shape::OpenTwo,
        Shape::WideTwo,
        Shape::Three,
        Shape::OpenThree,
        Shape::WideThree,
        Shape::Four,
        Shape::TwoFours,
        Shape::OpenFour,
        Shape::Overline,
        Shape::Five,
    ];

    pub fn is_open_three(self) -> bool {
        matches!(self, Shape::OpenThree | Shape::WideThree)
    }

    fn is_open_two(self) -> bool {
        matches!(self, Shape::NarrowTwo | Shape::OpenTwo | Shape::WideTwo)
    }

    /// Returns true if one more stone would make five.
    pub fn is_four(self) -> bool {
        matches!(self, Shape::Four | Shape::TwoFours | Shape::OpenFour)
    }
}

/// The definition of five for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Five {
    OrMore,
    /// Exactly five in a row. An overline does not count.
    Exact,
    /// An overline is forbidden, and so are two fours on one line.
    Renju,
}

/// The number of points on each side of a point that can belong to a five through it.
const REACH: usize = 4;

/// Returns the number of points on each side of a window's middle.
pub(super) fn radius(rules: Rules) -> usize {
    match rules {
        Rules::Freestyle => REACH,
        Rules::Standard | Rules::Renju => REACH + 1,
    }
}

/// Computes the shapes of every window for both sides. Black's shape is in the low four bits, white's in the
/// high four.
///
/// The index has two bits for each point except the middle one, the first point lowest: 0 is empty, 1 black,
/// 2 white, 3 outside the board.
pub(super) fn pairs(rules: Rules) -> Vec<u8> {
    let radius = radius(rules);
    let fives = match rules {
        Rules::Freestyle => [Five::OrMore; 2],
        Rules::Standard => [Five::Exact; 2],
        Rules::Renju => [Five::Renju, Five::OrMore],
    };
    let [mut black, mut white] =
        fives.map(|five| OneSide { five, radius, found: vec![None; 1 << (4 * radius)] });
    (0..1 << (4 * radius))
        .map(|window| {
            let black = black.shape(seen_by_black(window)) as u8;
            let white = white.shape(seen_by_white(window)) as u8;
            black | white << 4
        })
        .collect()
}

/// The shapes of both sides on each of the four lines through a point, in the format of `pairs`.
pub type Pairs = [u8; 4];

/// A mask of the low bit of each point.
const LOW: usize = 0x5555_5555;

/// Converts a window index to black's point of view: 0 is empty, 1 is black, and 2 blocks black (a white
/// stone or the edge).
fn seen_by_black(window: usize) -> usize {
    window & !(window & window >> 1 & LOW)
}

/// Converts a window index to white's point of view: white stones become 1.
fn seen_by_white(window: usize) -> usize {
    seen_by_black((window & LOW) << 1 | window >> 1 & LOW)
}

/// The number of points in the widest window.
const WIDTH: usize = 2 * (REACH + 1) + 1;
const MIDDLE: usize = REACH + 1;

// The contents of a point in a converted window.
const EMPTY: u8 = 0;
const OWN: u8 = 1;
const BLOCKED: u8 = 2;

/// The shapes of one side found so far, by converted window index.
struct OneSide {
    five: Five,
    radius: usize,
    found: Vec<Option<Shape>>,
}

impl OneSide {
    /// Returns the shape that a stone in the middle of a window makes.
    fn shape(&mut self, window: usize) -> Shape {
        let shape = self.found[window].unwrap_or_else(|| self.define(window));
        self.found[window] = Some(shape);
        shape
    }

    /// Returns the position in the widest window of the index's point `n`.
    fn place(&self, n: usize) -> usize {
        MIDDLE - self.radius + n + usize::from(n >= self.radius)
    }

    fn define(&mut self, index: usize) -> Shape {
        // Pad a narrow window with blocked points; no five through the middle could use the points beyond it.
        let mut window = [BLOCKED; WIDTH];
        window[MIDDLE] = OWN;
        for n in 0..2 * self.radius {
            window[self.place(n)] = (index >> (2 * n) & 3) as u8;
        }
        let own = |cell: &&u8| **cell == OWN;
        let before = window[..MIDDLE].iter().rev().take_while(own).count();
        let after = window[MIDDLE + 1..].iter().take_while(own).count();
        match (before + 1 + after, self.five) {
            (5, _) | (6.., Five::OrMore) => return Shape::Five,
            (6.., Five::Renju) => return Shape::Overline,
            _ => {}
        }
        let mut next = [Shape::Dead; WIDTH];
        for n in 0..2 * self.radius {
            let at = self.place(n);
            if window[at] == EMPTY && at.abs_diff(MIDDLE) <= REACH {
                next[at] = self.shape(index | usize::from(OWN) << (2 * n));
            }
        }
        let count = |kind: &dyn Fn(Shape) -> bool| next.iter().filter(|shape| kind(**shape)).count();
        match count(&|shape| shape == Shape::Five) {
            0 => {}
            1 => return Shape::Four,
            _ => {
                let ends = [MIDDLE - before - 1, MIDDLE + after + 1];
                let straight = before + 1 + after == 4 && ends.iter().all(|end| next[*end] == Shape::Five);
                return if straight { Shape::OpenFour } else { Shape::TwoFours };
            }
        }
        let becomes_open_four =
            |shape| shape == Shape::OpenFour || shape == Shape::TwoFours && self.five != Five::Renju;
        match count(&becomes_open_four) {
            0 => {}
            1 => return Shape::OpenThree,
            _ => return Shape::WideThree,
        }
        if count(&Shape::is_four) > 0 {
            return Shape::Three;
        }
        match count(&Shape::is_open_three) {
            0 => {}
            1 | 2 => return Shape::NarrowTwo,
            3 => return Shape::OpenTwo,
            _ => return Shape::WideTwo,
        }
        if count(&|shape| shape == Shape::Three) > 0 {
            Shape::Two
        } else if count(&Shape::is_open_two) > 0 {
            Shape::OpenOne
        } else if count(&|shape| shape == Shape::Two) > 0 {
            Shape::One
        } else {
            Shape::Dead
        }
    }
}
