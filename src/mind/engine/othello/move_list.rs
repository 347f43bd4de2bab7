//! The moves of a position and the order in which a search tries them.

use super::bitboard::Board;
use super::vector::MoveFinder;

pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// A move that is yet to be tried.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(crate) flips: u64,
    pub(crate) square: u8,
    /// The smaller, the earlier it is tried.
    pub(crate) cost: i32,
}

/// The moves of a position with room for `N`: those with the lowest cost come first.
///
/// Most searches end after the first or second move, so the list is not sorted: each time the best of the rest is picked.
pub(super) struct MoveList<const N: usize> {
    list: [Candidate; N],
    next: usize,
    count: usize,
}

/// Room for the moves of any position: four cells are never empty.
pub(super) type AllMoves = MoveList<60>;

impl<const N: usize> MoveList<N> {
    /// All moves, each with cost 0. The position must not have more than `N`.
    #[inline(always)]
    pub(crate) fn new<C: MoveFinder>(cpu: C, board: Board) -> MoveList<N> {
        let nothing = Candidate {
            flips: 0,
            square: 0,
            cost: 0,
        };
        let mut moves = MoveList {
            list: [nothing; N],
            next: 0,
            count: 0,
        };
        let mut squares = cpu.moves(board.own, board.opponent);
        while squares != 0 && moves.count < N {
            let square = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            moves.list[moves.count] = Candidate {
                flips: cpu.flips(board.own, board.opponent, square),
                square: square as u8,
                cost: 0,
            };
            moves.count += 1;
        }
        moves
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All of them, to look at or to set their costs.
    #[inline(always)]
    pub(crate) fn all(&mut self) -> &mut [Candidate] {
        &mut self.list[..self.count]
    }

    /// Takes the best of those that are left.
    #[inline(always)]
    pub fn next(&mut self) -> Option<Candidate> {
        let left = self.list[..self.count].get_mut(self.next..)?;
        let mut best = 0;
        for i in 1..left.len() {
            if left[i].cost < left[best].cost {
                best = i;
            }
        }
        if left.is_empty() {
            return None;
        }
        left.swap(0, best);
        self.next += 1;
        Some(left[0])
    }

    /// Puts the move that was just taken back, behind the others. False, and nothing changes, when that was done before.
    #[inline(always)]
    pub(crate) fn postpone(&mut self) -> bool {
        let cost = &mut self.list[self.next - 1].cost;
        let may_wait = *cost < LAST;
        *cost = LAST;
        self.next -= usize::from(may_wait);
        may_wait
    }
}

/// The cost of a move that was postponed.
const LAST: i32 = i32::MAX;

/// How much a set of moves is worth to its player: their number, corners counted twice.
#[inline(always)]
pub(super) fn weighted_mobility(moves: u64) -> i32 {
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}
