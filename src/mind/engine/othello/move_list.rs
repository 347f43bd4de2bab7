//! Move lists, from which a search picks the most promising move first.

use super::bitboard::Board;
use super::vector::MoveFinder;

pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;

#[derive(Clone, Copy, Default)]
pub(super) struct Candidate {
    pub(crate) flips: u64,
    pub(crate) square: u8,
    /// Moves with a lower cost are searched earlier.
    pub(crate) cost: i32,
}

/// Up to `N` moves of a position.
///
/// Most searches end after the first or second move, so the list is never sorted. [`MoveList::next`] picks
/// the best move that remains.
pub(super) struct MoveList<const N: usize> {
    list: [Candidate; N],
    next: usize,
    count: usize,
}

/// A list with room for the moves of any position. There are at most 60, because four cells are occupied from
/// the start.
pub(super) type AllMoves = MoveList<60>;

impl<const N: usize> MoveList<N> {
    /// Lists the legal moves of a position with at most `N` of them. All costs are 0.
    #[inline(always)]
    pub(crate) fn new<C: MoveFinder>(cpu: C, board: Board) -> MoveList<N> {
        let mut moves = MoveList { list: [Candidate::default(); N], next: 0, count: 0 };
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

    #[inline(always)]
    pub(crate) fn all(&mut self) -> &mut [Candidate] {
        &mut self.list[..self.count]
    }

    /// Removes and returns the move with the lowest cost.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<Candidate> {
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

    /// Moves the move that was picked last back to the end of the list. Does nothing and returns false if
    /// that move was already postponed.
    #[inline(always)]
    pub(crate) fn postpone(&mut self) -> bool {
        let cost = &mut self.list[self.next - 1].cost;
        let may_wait = *cost < LAST;
        *cost = LAST;
        self.next -= usize::from(may_wait);
        may_wait
    }
}

const LAST: i32 = i32::MAX;

/// Returns the number of moves, counting corners twice.
#[inline(always)]
pub(super) fn weighted_mobility(moves: u64) -> i32 {
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}
