//! Points of the board, and sets of them.

use games::gomoku::{LARGEST, Point};

const WORDS: usize = (LARGEST * LARGEST).div_ceil(64);

/// A point of a board of up to 20x20 points. The points are numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord(u16);

impl Coord {
    /// Creates a point. Rows are counted from the top and columns from the left, both from 0.
    ///
    /// # Panics
    /// If the row or column is 20 or more.
    pub fn new(row: usize, col: usize) -> Coord {
        assert!(row < LARGEST && col < LARGEST, "no row {row}, column {col}");
        Coord((row * LARGEST + col) as u16)
    }

    pub fn row(self) -> usize {
        self.index() / LARGEST
    }

    pub fn col(self) -> usize {
        self.index() % LARGEST
    }

    pub fn point(self) -> Point {
        Point::new(self.row(), self.col())
    }

    /// The point's number, which is less than 400.
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn of_index(index: usize) -> Coord {
        Coord(index as u16)
    }
}

impl From<Point> for Coord {
    fn from(point: Point) -> Coord {
        Coord::new(point.row(), point.col())
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coords([u64; WORDS]);

impl Coords {
    #[inline(always)]
    pub(super) fn insert(&mut self, point: Coord) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    #[inline(always)]
    pub(super) fn has(&self, point: Coord) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    pub(super) fn remove(&mut self, point: Coord) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn union(mut self, other: Coords) -> Coords {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
        self
    }

    /// Iterates row by row.
    pub fn iter(self) -> impl Iterator<Item = Coord> {
        self.0.into_iter().enumerate().flat_map(|(n, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(Coord::of_index(64 * n + bit))
            })
        })
    }
}
