//! The state that all parts of a running search use, from the midgame to the last empty cells.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::bitboard::Board;
use super::evaluation::Evaluation;
use super::transposition::TranspositionTable;

/// The number of nodes between calls of `stop`. Searching them takes a few hundred microseconds.
const STOP_INTERVAL: u64 = 4096;

pub(super) struct Search<'a> {
    pub(crate) table: &'a TranspositionTable,
    /// The table for positions near the end of the game. It stays in the processor's cache.
    pub(crate) near: &'a TranspositionTable,
    pub(crate) evaluation: &'a Evaluation,
    /// True if the search was told to stop; its results are then meaningless.
    pub(crate) stopped: bool,
    pub(crate) nodes: u64,
    /// An index into `midgame::CONFIDENCE`: higher values prune more.
    pub(crate) selectivity: u8,
    /// The positions that the threads are searching now. `None` if this thread searches alone.
    pub(crate) in_progress: Option<&'a InProgress>,
    stop: &'a dyn Fn() -> bool,
    /// The node count at the next call of `stop`.
    next_stop: u64,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        table: &'a TranspositionTable,
        near: &'a TranspositionTable,
        evaluation: &'a Evaluation,
        stop: &'a dyn Fn() -> bool,
    ) -> Search<'a> {
        Search {
            table,
            near,
            evaluation,
            stopped: false,
            nodes: 0,
            selectivity: 0,
            in_progress: None,
            stop,
            next_stop: STOP_INTERVAL,
        }
    }

    /// Calls `stop` every [`STOP_INTERVAL`] nodes. Returns true if the search was told to stop.
    #[inline(always)]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_stop {
            self.next_stop = self.nodes + STOP_INTERVAL;
            self.stopped |= (self.stop)();
        }
        self.stopped
    }

    /// Ignores `stop` until [`Search::enable_stop`] is called.
    pub(crate) fn disable_stop(&mut self) {
        self.next_stop = u64::MAX;
    }

    pub(crate) fn enable_stop(&mut self) {
        self.next_stop = self.next_stop.min(self.nodes + STOP_INTERVAL);
    }
}

const MARKS: usize = 1 << 14;

/// The positions that threads are searching now. Threads use this set to avoid searching the same positions.
///
/// All threads search the same root and share one transposition table. A thread postpones a move that another
/// thread is searching, and usually finds the result in the table when it returns to that move. No thread
/// waits for another (Weill, *The ABDADA distributed minimax-search algorithm*, 1996, in the form simplified
/// by Kerrigan). A collision in this hash set makes a thread postpone a move unnecessarily or search it
/// twice, but changes no value.
pub(super) struct InProgress(Box<[AtomicU64]>);

impl InProgress {
    pub(crate) fn new() -> InProgress {
        InProgress((0..MARKS).map(|_| AtomicU64::default()).collect())
    }

    /// Returns the slot for a position, and the mark that the slot contains while a thread searches that
    /// position.
    #[inline(always)]
    fn mark(&self, board: Board) -> (&AtomicU64, u64) {
        let hash = board.own.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ board.opponent.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(32);
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
