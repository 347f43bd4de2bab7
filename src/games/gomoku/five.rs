//! A test for five in a row in a set of points.

use super::point::{LINES, Point, SIZE};

/// A set of points: bit `p % 64` of word `p / 64` represents the point with number p.
pub type Points = [u64; 4];

/// True if the set contains five in a row. The result is the same as that of
/// [`AllStones`](super::judge::Algorithm::AllStones).
pub fn has_five(points: Points) -> bool {
    let has = |point: Point| {
        let p = point.number(SIZE);
        points[p / 64] >> (p % 64) & 1 == 1
    };
    let five =
        |point: Point| LINES.iter().any(|line| (1..5).all(|n| point.along(SIZE, *line, n).is_some_and(has)));
    Point::all(SIZE).any(|point| has(point) && five(point))
}
