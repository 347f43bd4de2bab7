//! A fast test for five in a row: it checks all lines of a 15x15 board at once with bit operations.

use super::SIZE;

/// A set of points: bit `p % 64` of word `p / 64` represents the point with number p.
pub type Points = [u64; 4];

/// The points in the rows from `first` to `last`.
const fn rows(first: usize, last: usize) -> Points {
    let (mut points, mut p) = ([0; 4], 0);
    while p < SIZE * SIZE {
        if first <= p % SIZE && p % SIZE <= last {
            points[p / 64] |= 1 << (p % 64);
        }
        p += 1;
    }
    points
}

/// For each direction (down, right, down right, up right): the difference between the numbers of neighbouring
/// points, and the points from which a line of five fits on the board. The right edge needs no check, because
/// the point numbers end there.
const LINES: [(u32, Points); 4] = [
    (1, rows(0, SIZE - 5)),
    (SIZE as u32, rows(0, SIZE - 1)),
    (SIZE as u32 + 1, rows(0, SIZE - 5)),
    (SIZE as u32 - 1, rows(4, SIZE - 1)),
];

/// True if the set contains five in a row. The result is the same as that of
/// [`AllStones`](super::judge::Algorithm::AllStones), but this test is about a hundred times as fast.
pub fn has_five(points: Points) -> bool {
    LINES.iter().any(|(step, from)| {
        let pairs = both(points, shifted(points, *step));
        let fours = both(pairs, shifted(pairs, 2 * step));
        let fives = both(fours, shifted(points, 4 * step));
        both(fives, *from) != [0; 4]
    })
}

fn both(a: Points, b: Points) -> Points {
    std::array::from_fn(|n| a[n] & b[n])
}

/// Subtracts `by`, a number from 1 to 64, from the numbers of all points in the set.
fn shifted(points: Points, by: u32) -> Points {
    std::array::from_fn(|n| {
        let next = points.get(n + 1).copied().unwrap_or(0);
        let low = points[n].checked_shr(by).unwrap_or(0);
        low | next.checked_shl(64 - by).unwrap_or(0)
    })
}
