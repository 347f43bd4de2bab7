//! What a stone on an empty point would make of one line: five, an open four, a four, an open three...
//!
//! A line is seen from the point: four points to both sides are all that a five through it can use, and one more tells
//! whether a five would be longer than five. `pairs` answers for every such window, from the definition: a shape is named
//! after what one more stone would make of it.

use games::gomoku::Rules;
use games::stone::Stone;

/// What a stone on a point makes of one line through it, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// No five can come of it any more.
    Dead,
    /// One more stone would make a two.
    One,
    /// One more stone would make an open two.
    OpenOne,
    /// One more stone would make a three.
    Two,
    /// One more stone would make it an open three, on two points or fewer.
    NarrowTwo,
    /// One more stone would make it an open three, on three points.
    OpenTwo,
    /// One more stone would make it an open three, on four points or more.
    WideTwo,
    /// One more stone would make a four.
    Three,
    /// One more stone would make an open four, on one point only.
    OpenThree,
    /// One more stone would make an open four, on two points or more.
    WideThree,
    /// One more stone would make five, on one point.
    Four,
    /// Two fours on one line that are not a straight four, such as `X.XXX.X`: black must not make them in renju.
    TwoFours,
    /// A straight four: it becomes five at both of its ends.
    OpenFour,
    /// More than five, where that is forbidden.
    Overline,
    /// Five: the game is won.
    Five,
}

impl Shape {
    /// All of them, by strength.
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

    /// One more stone would make an open four of it.
    pub fn is_open_three(self) -> bool {
        matches!(self, Shape::OpenThree | Shape::WideThree)
    }

    /// One more stone would make an open three of it.
    fn is_open_two(self) -> bool {
        matches!(self, Shape::NarrowTwo | Shape::OpenTwo | Shape::WideTwo)
    }

    /// One more stone would make five of it.
    pub fn is_four(self) -> bool {
        matches!(self, Shape::Four | Shape::TwoFours | Shape::OpenFour)
    }
}

/// What counts as five for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Five {
    OrMore,
    /// Exactly five; more does not count.
    Exact,
    /// Exactly five; more is forbidden, and so are two fours.
    Renju,
}

impl Five {
    fn of(rules: Rules, side: Stone) -> Five {
        match (rules, side) {
            (Rules::Freestyle, _) | (Rules::Renju, Stone::White) => Five::OrMore,
            (Rules::Standard, _) => Five::Exact,
            (Rules::Renju, Stone::Black) => Five::Renju,
        }
    }
}

/// How many points on each side of a point can belong to a five through it.
const REACH: usize = 4;

/// How many points each side of the point a window shows: one more than the reach where six is not five.
pub(super) fn radius(rules: Rules) -> usize {
    match rules {
        Rules::Freestyle => REACH,
        Rules::Standard | Rules::Renju => REACH + 1,
    }
}

/// The shapes of every window, for both sides: black's in the low four bits of a byte, white's in the high four.
///
/// The index has two bits for each point, beginning with the window's first, without the point in the middle: 0 is empty, 1 a
/// black stone, 2 a white stone, 3 outside the board.
pub(super) fn pairs(rules: Rules) -> Vec<u8> {
    let radius = radius(rules);
    let [mut black, mut white] =
        [Stone::Black, Stone::White].map(|side| OneSide::new(Five::of(rules, side), radius));
    (0..1 << (4 * radius))
        .map(|window| {
            let black = black.shape(seen_by_black(window)) as u8;
            let white = white.shape(seen_by_white(window)) as u8;
            black | white << 4
        })
        .collect()
}

/// The shapes that stones of both sides would make of each of the four lines through a point, as `pairs` has them.
pub type Pairs = [u8; 4];

/// The low one of the two bits of each point.
const LOW: usize = 0x5555_5555;

/// A window with 0 for an empty point, 1 for a black stone and 2 for what is in Black's way: a white stone or the edge.
fn seen_by_black(window: usize) -> usize {
    window & !(window & window >> 1 & LOW)
}

/// The same for White, whose stones are 1 here.
fn seen_by_white(window: usize) -> usize {
    seen_by_black((window & LOW) << 1 | window >> 1 & LOW)
}

/// The widest window, with the point in the middle.
const WIDTH: usize = 2 * (REACH + 1) + 1;
const MIDDLE: usize = REACH + 1;

/// A point of a window as one side sees it.
const EMPTY: u8 = 0;
const OWN: u8 = 1;
const BLOCKED: u8 = 2;

/// The shapes of one side, each found once. A window has the stone in its middle, which its index leaves out.
struct OneSide {
    five: Five,
    radius: usize,
    found: Vec<Option<Shape>>,
}

impl OneSide {
    fn new(five: Five, radius: usize) -> OneSide {
        OneSide {
            five,
            radius,
            found: vec![None; 1 << (4 * radius)],
        }
    }

    /// The shape that a stone in the middle makes.
    fn shape(&mut self, window: usize) -> Shape {
        match self.found[window] {
            Some(shape) => shape,
            None => {
                let shape = self.define(window);
                self.found[window] = Some(shape);
                shape
            }
        }
    }

    /// The place in a window of the nth point of its index.
    fn place(&self, n: usize) -> usize {
        MIDDLE - self.radius + n + usize::from(n >= self.radius)
    }

    fn define(&mut self, index: usize) -> Shape {
        // A narrow window has blocked points around it, which no five through the middle could use.
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
        let count =
            |kind: &dyn Fn(Shape) -> bool| next.iter().filter(|shape| kind(**shape)).count();
        match count(&|shape| shape == Shape::Five) {
            0 => {}
            1 => return Shape::Four,
            _ => {
                let ends = [MIDDLE - before - 1, MIDDLE + after + 1];
                let straight =
                    before + 1 + after == 4 && ends.iter().all(|end| next[*end] == Shape::Five);
                return match straight {
                    true => Shape::OpenFour,
                    false => Shape::TwoFours,
                };
            }
        }
        let becomes_open_four = |shape| {
            shape == Shape::OpenFour || shape == Shape::TwoFours && self.five != Five::Renju
        };
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
