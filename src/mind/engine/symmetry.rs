//! The symmetries of a square board. On a symmetric board, moves that are images of each other have the same
//! value, so only one of them needs to be searched.

/// A row and a column, counted from 0.
type Square = (usize, usize);

/// One of the eight rotations and reflections of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symmetry {
    side: usize,
    /// Bit 0 reverses the rows, bit 1 reverses the columns, and bit 2 then swaps rows and columns.
    bits: u8,
}

impl Symmetry {
    /// Returns all symmetries of a board with sides of this length, the identity first.
    pub(crate) fn all(side: usize) -> [Symmetry; 8] {
        std::array::from_fn(|n| Symmetry::number(side, n as u8))
    }

    pub(crate) const fn number(side: usize, bits: u8) -> Symmetry {
        Symmetry { side, bits }
    }

    /// Returns the symmetries that leave a board unchanged, the identity first. `at` returns the contents of
    /// a square.
    pub(crate) fn of_board<T: PartialEq>(side: usize, at: impl Fn(Square) -> T) -> Vec<Symmetry> {
        let squares = || (0..side).flat_map(|row| (0..side).map(move |col| (row, col)));
        let mut symmetries = Symmetry::all(side).to_vec();
        symmetries.retain(|symmetry| squares().all(|square| at(square) == at(symmetry.image(square))));
        symmetries
    }

    pub(crate) const fn image(self, (mut row, mut col): Square) -> Square {
        if self.bits & 1 != 0 {
            row = self.side - 1 - row;
        }
        if self.bits & 2 != 0 {
            col = self.side - 1 - col;
        }
        if self.bits & 4 != 0 { (col, row) } else { (row, col) }
    }
}

/// Replaces each report by its images under the symmetries. The result has one report for each move and is
/// sorted by move.
pub(crate) fn with_images<R, M: Ord>(
    reports: &[R],
    symmetries: &[Symmetry],
    image: impl Fn(&R, Symmetry) -> R,
    move_of: impl Fn(&R) -> M,
) -> Vec<R> {
    let images = |report: &R| {
        let mut images: Vec<R> = symmetries.iter().map(|s| image(report, *s)).collect();
        images.sort_by_key(&move_of);
        images.dedup_by_key(|report| move_of(report));
        images
    };
    reports.iter().flat_map(images).collect()
}
