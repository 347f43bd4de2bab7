//! The ways to turn and mirror a square board. Moves that they lead to each other are worth the same, and one of them is searched for all.

/// A row and a column, from 0.
type Square = (usize, usize);

/// One of the eight ways to turn or mirror a board with sides of this length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symmetry {
    side: usize,
    /// A bit each for rows from below, columns from the right, and rows that become columns.
    way: u8,
}

impl Symmetry {
    /// Those that leave a board as it is, of which `at` tells what stands on a square. The first one moves nothing.
    pub(crate) fn of_board<T: PartialEq>(side: usize, at: impl Fn(Square) -> T) -> Vec<Symmetry> {
        let squares = || (0..side).flat_map(|row| (0..side).map(move |col| (row, col)));
        let all = (0..8).map(|way| Symmetry { side, way });
        all.filter(|symmetry| squares().all(|square| at(square) == at(symmetry.image(square))))
            .collect()
    }

    /// Where a square comes to lie.
    pub(crate) fn image(self, (row, col): Square) -> Square {
        let turned = |n: usize, bit: u8| match self.way & bit {
            0 => n,
            _ => self.side - 1 - n,
        };
        let (row, col) = (turned(row, 1), turned(col, 2));
        match self.way & 4 {
            0 => (row, col),
            _ => (col, row),
        }
    }
}

/// What each symmetry makes of a report, once for each move, in the order of the moves.
pub(crate) fn images<R, M: Ord>(
    symmetries: &[Symmetry],
    image: impl Fn(Symmetry) -> R,
    move_of: impl Fn(&R) -> M,
) -> Vec<R> {
    let mut images: Vec<R> = symmetries.iter().map(|symmetry| image(*symmetry)).collect();
    images.sort_by_key(&move_of);
    images.dedup_by_key(|report| move_of(report));
    images
}
