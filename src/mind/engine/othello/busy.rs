//! What other threads are searching, so that each looks for work of its own.
//!
//! All threads search the same position and share one transposition table. Each puts off the moves that another has begun, and mostly finds
//! what became of them in the table when it comes back to them. Nobody waits (Weill, *The ABDADA distributed minimax-search algorithm*,
//! 1996, as Kerrigan simplified it).

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::bitboard::Board;

const MARKS: usize = 1 << 14;

/// The positions that threads are searching. Two that fall on the same mark disturb each other: a move is put off, or searched twice, and no
/// value changes.
pub(super) struct Busy(Box<[AtomicU64]>);

impl Busy {
    pub(crate) fn new() -> Busy {
        Busy((0..MARKS).map(|_| AtomicU64::default()).collect())
    }

    /// The mark of a position, and what stands there while it is searched.
    #[inline(always)]
    fn mark(&self, board: Board) -> (&AtomicU64, u64) {
        let hash = board.own.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ board
                .opponent
                .wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
                .rotate_left(32);
        (&self.0[(hash >> 50) as usize], hash | 1)
    }

    /// Does a thread search the position?
    #[inline(always)]
    pub(crate) fn is_searched(&self, board: Board) -> bool {
        let (mark, hash) = self.mark(board);
        mark.load(Relaxed) == hash
    }

    /// This thread begins to search the position.
    #[inline(always)]
    pub(crate) fn begin(&self, board: Board) {
        let (mark, hash) = self.mark(board);
        mark.store(hash, Relaxed);
    }

    /// This thread has searched the position.
    #[inline(always)]
    pub(crate) fn end(&self, board: Board) {
        self.mark(board).0.store(0, Relaxed);
    }
}
