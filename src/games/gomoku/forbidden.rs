//! The points that renju forbids for black, determined by the letter of the rules.
//!
//! The terms are those of the Renju International Federation. Each term has a function in this module:
//!
//! - A *row* is an unbroken line of black stones. Five in a row win; six or more are an *overline*.
//! - A *four* is four stones that become five with one more stone.
//! - A *straight four* is a row of four that becomes five at either end.
//! - A *three* is three stones that become a straight four with one more stone. That stone must not also make
//!   five, and it must itself be permitted, so the check is recursive.
//!
//! This is the reference version, against which the engine's fast tables are tested. Testing all points of a
//! position takes a few tenths of a millisecond.

use std::fmt;

use super::point::{LINES, Line, Point};
use super::position::Position;
use crate::stone::Stone;
use words::say;

/// The reason why renju forbids a point for black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forbidden {
    DoubleThree,
    /// Two fours at once, on different lines or on the same line.
    DoubleFour,
    /// More than five in a row.
    Overline,
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Forbidden::DoubleThree => say!("double three"),
            Forbidden::DoubleFour => say!("double four"),
            Forbidden::Overline => say!("overline"),
        })
    }
}

/// An unbroken row of stones of one colour.
pub(super) struct Row {
    pub(super) length: usize,
    /// The points before and after the row. `None` for a point that is occupied or off the board.
    ends: [Option<Point>; 2],
}

impl Position {
    /// Returns a copy with one more black stone.
    fn with(&self, point: Point) -> Position {
        let mut more = self.clone();
        more.set(point, Some(Stone::Black));
        more
    }

    /// Returns the reason why black must not move to a point, or `None` if the point is permitted or
    /// occupied.
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        if self.stone_at(point).is_some() {
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
        // A single three is never forbidden, so skip the slow recursive check.
        if straight.iter().filter(|points| !points.is_empty()).count() < 2 {
            return None;
        }
        let makes_five = |p: Point| LINES.iter().any(|line| after.with(p).row(p, *line).length == 5);
        let permitted = |p: &Point| !makes_five(*p) && after.forbidden(*p).is_none();
        let threes = straight.iter().filter(|points| points.iter().any(permitted));
        (threes.count() > 1).then_some(Forbidden::DoubleThree)
    }

    pub(crate) fn any_permitted(&self) -> bool {
        Point::all(self.size()).any(|point| self.stone_at(point).is_none() && self.forbidden(point).is_none())
    }

    /// The row of stones of the same colour through the given one, along a line.
    pub(super) fn row(&self, stone: Point, line: Line) -> Row {
        let (mut length, colour) = (1, self.stone_at(stone));
        let ends = [-1, 1].map(|way| {
            for n in 1.. {
                let point = stone.along(self.size(), line, way * n)?;
                match self.stone_at(point) {
                    None => return Some(point),
                    other if other == colour => length += 1,
                    _ => return None,
                }
            }
            None
        });
        Row { length, ends }
    }

    /// The number of ends of the row at which one more stone makes exactly five.
    fn fives(&self, row: &Row, line: Line) -> usize {
        let ends = row.ends.iter().flatten();
        ends.filter(|end| self.with(**end).row(**end, line).length == 5).count()
    }

    /// The number of fours along a line through the stone. A straight four counts once, although both its
    /// ends make five.
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
