//! The points that renju forbids to black, found the way the rules define them.
//!
//! The terms are those of the Renju International Federation, and each is a function here:
//!
//! - A *row* is an unbroken line of black stones; five in a row win, six or more are an *overline*.
//! - A *four* is four stones that one more makes five.
//! - A *straight four* is a row of four that becomes five at either end.
//! - A *three* is three stones that one more makes a straight four. That stone must not make five at the same time, and it must
//!   itself be permitted, which is the same question with one more stone on the board.
//!
//! This is the slow version, and the slow version is the truth: the tables of the engine are tested against it. It looks at
//! all points of a position in a few hundredths of a millisecond, which is fast enough for the board on the screen.

use std::fmt;

use super::point::{LARGEST, LINES, Line, Point, SIZES};
use crate::stone::Stone;
use words::say;

/// Why black must not drop a stone on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// It makes two threes at once.
    DoubleThree,
    /// It makes two fours at once, on two lines or on one.
    DoubleFour,
    /// It makes more than five in a row.
    Overline,
}

/// `double three`, `double four` or `overline`.
impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Forbidden::DoubleThree => say!("double three"),
            Forbidden::DoubleFour => say!("double four"),
            Forbidden::Overline => say!("overline"),
        })
    }
}

/// The stones on the board, whoever is to move.
///
/// ```
/// use games::gomoku::{Point, forbidden::{Forbidden, Stones}};
/// use games::stone::Stone;
/// let cross = [(7, 5), (7, 6), (5, 7), (6, 7)];
/// let stones = Stones::new(15, cross.map(|(row, col)| (Stone::Black, Point::new(row, col))));
/// assert_eq!(stones.forbidden(Point::new(7, 7)), Some(Forbidden::DoubleThree));
/// assert_eq!(stones.forbidden(Point::new(8, 8)), None);
/// ```
#[derive(Clone)]
pub struct Stones {
    size: usize,
    points: [Option<Stone>; LARGEST * LARGEST],
}

/// An unbroken row of black stones, seen from one of them.
struct BlackRow {
    length: usize,
    /// The points before and after it, where they are free.
    ends: [Option<Point>; 2],
}

impl Stones {
    /// These stones on a board of `size` x `size` points.
    ///
    /// # Panics
    /// When the size is not from 5 to 20.
    pub fn new(size: usize, stones: impl IntoIterator<Item = (Stone, Point)>) -> Stones {
        assert!(SIZES.contains(&size), "no board of size {size}");
        let points = [None; LARGEST * LARGEST];
        let mut board = Stones { size, points };
        for (stone, point) in stones {
            board.points[point.number(size)] = Some(stone);
        }
        board
    }

    fn at(&self, point: Point) -> Option<Stone> {
        self.points[point.number(self.size)]
    }

    /// These stones with one more black one.
    fn with(&self, point: Point) -> Stones {
        let mut more = self.clone();
        more.points[point.number(self.size)] = Some(Stone::Black);
        more
    }

    /// Why black must not drop a stone on the point; `None` when black may, and when a stone is there already.
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        if self.at(point).is_some() || !self.has_enough_around(point) {
            return None;
        }
        let after = self.with(point);
        let lengths = LINES.map(|line| after.row(point, line).length);
        if lengths.contains(&5) {
            return None;
        }
        if lengths.iter().any(|length| *length > 5) {
            return Some(Forbidden::Overline);
        }
        let fours = LINES.map(|line| after.fours(point, line));
        if fours.iter().sum::<usize>() > 1 {
            return Some(Forbidden::DoubleFour);
        }
        let straight = LINES.map(|line| after.straight_fours(point, line));
        // Whether the stones that complete the threes are permitted takes longest to find out, and a single three is never forbidden.
        if straight.iter().filter(|points| !points.is_empty()).count() < 2 {
            return None;
        }
        let permitted = |p: &Point| !after.makes_five(*p) && after.forbidden(*p).is_none();
        let threes = straight
            .iter()
            .filter(|points| points.iter().any(permitted));
        (threes.count() > 1).then_some(Forbidden::DoubleThree)
    }

    /// Are there enough black stones around the point for anything forbidden? Two threes have two more stones on each
    /// of two lines, two fours at least as many or four on one line, and an overline has more. All are within four steps.
    fn has_enough_around(&self, point: Point) -> bool {
        let is_black = |line, n| {
            let near = point.along(self.size, line, n);
            near.is_some_and(|near| self.at(near) == Some(Stone::Black))
        };
        let counts = LINES.map(|line| (-4..=4).filter(|n| is_black(line, *n)).count());
        counts.iter().filter(|count| **count >= 2).count() >= 2 || counts.iter().any(|n| *n >= 4)
    }

    pub(crate) fn all_forbidden(&self) -> impl Iterator<Item = Point> {
        Point::all(self.size).filter(|point| self.forbidden(*point).is_some())
    }

    pub(crate) fn any_permitted(&self) -> bool {
        Point::all(self.size)
            .any(|point| self.at(point).is_none() && self.forbidden(point).is_none())
    }

    /// The row along the line of the black stone on the point.
    fn row(&self, stone: Point, line: Line) -> BlackRow {
        let mut length = 1;
        let ends = [-1, 1].map(|way| {
            for n in 1.. {
                let point = stone.along(self.size, line, way * n)?;
                match self.at(point) {
                    Some(Stone::Black) => length += 1,
                    Some(Stone::White) => return None,
                    None => return Some(point),
                }
            }
            None
        });
        BlackRow { length, ends }
    }

    /// Would a stone on the empty point make five in a row?
    fn makes_five(&self, point: Point) -> bool {
        let after = self.with(point);
        LINES.iter().any(|line| after.row(point, *line).length == 5)
    }

    /// At how many of its ends one more stone makes the row a five.
    fn fives(&self, row: &BlackRow, line: Line) -> usize {
        let ends = row.ends.iter().flatten();
        ends.filter(|end| self.with(**end).row(**end, line).length == 5)
            .count()
    }

    /// How many fours along the line include the stone on the point. The straight four is one, although it can become
    /// five in two ways.
    fn fours(&self, stone: Point, line: Line) -> usize {
        let row = self.row(stone, line);
        match (row.length, self.fives(&row, line)) {
            (4, 2) => 1,
            (_, fives) => fives,
        }
    }

    /// The points at the ends of the stone's row where one more stone makes a straight four.
    fn straight_fours(&self, stone: Point, line: Line) -> Vec<Point> {
        let makes_one = |end: &Point| {
            let after = self.with(*end);
            let row = after.row(*end, line);
            row.length == 4 && after.fives(&row, line) == 2
        };
        let ends = self.row(stone, line).ends;
        ends.into_iter().flatten().filter(makes_one).collect()
    }
}
