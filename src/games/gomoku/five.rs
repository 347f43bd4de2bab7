//! Five in a row among a set of points, found on the whole board of 15 x 15 at once.

use super::SIZE;

/// Some of the 225 points: point p is bit `p % 64` of word `p / 64`.
pub type Points = [u64; 4];

/// The points p whose row, `p % 15`, is at least `first` and at most `last`.
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

/// How far away the next point on each line is, and from which points a line of five stays on the board: down, to the right, down to the
/// right, up to the right. No bound is needed on the right, where the board ends with the numbers.
const LINES: [(u32, Points); 4] = [
    (1, rows(0, SIZE - 5)),
    (SIZE as u32, rows(0, SIZE - 1)),
    (SIZE as u32 + 1, rows(0, SIZE - 5)),
    (SIZE as u32 - 1, rows(4, SIZE - 1)),
];

/// Are five or more of these points in a row? It finds what [`AllStones`](super::judge::Algorithm::AllStones) finds, about a hundred
/// times faster.
///
/// ```
/// use games::gomoku::five::has_five;
/// assert!(has_five([0b11111, 0, 0, 0]));
/// // The last two points of the first column and the first three of the second.
/// assert!(!has_five([0b11111 << 13, 0, 0, 0]));
/// ```
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

/// The points, each moved down by this many numbers, 1 to 64.
fn shifted(points: Points, by: u32) -> Points {
    std::array::from_fn(|n| {
        let next = points.get(n + 1).copied().unwrap_or(0);
        let low = points[n].checked_shr(by).unwrap_or(0);
        low | next.checked_shl(64 - by).unwrap_or(0)
    })
}
