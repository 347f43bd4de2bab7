//! The positions that threads are searching, so that each thread looks for work of its own.
//!
//! All threads search the same root and share one transposition table. A thread postpones a move that another thread is searching, and
//! mostly finds its result in the table when it comes back to it. No thread waits for another (Weill, *The ABDADA distributed
//! minimax-search algorithm*, 1996, in the form simplified by Kerrigan).

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::bitboard::Board;

const MARKS: usize = 1 << 14;

/// A hash set of positions. A collision makes a thread postpone a move without need or search it twice, and changes no value.
pub(super) struct InProgress(Box<[AtomicU64]>);

impl InProgress {
    pub(crate) fn new() -> InProgress {
        InProgress((0..MARKS).map(|_| AtomicU64::default()).collect())
    }

    /// The mark of a position, and its value while a thread searches the position.
    #[inline(always)]
    fn mark(&self, board: Board) -> (&AtomicU64, u64) {
        let hash = board.own.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ board
                .opponent
                .wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
                .rotate_left(32);
        (&self.0[(hash >> 50) as usize], hash | 1)
    }

    #[inline(always)]
    pub(crate) fn contains(&self, board: Board) -> bool {
        let (mark, hash) = self.mark(board);
        mark.load(Relaxed) == hash
    }

    #[inline(always)]
    pub(crate) fn insert(&self, board: Board) {
        let (mark, hash) = self.mark(board);
        mark.store(hash, Relaxed);
    }

    #[inline(always)]
    pub(crate) fn remove(&self, board: Board) {
        self.mark(board).0.store(0, Relaxed);
    }
}
