//! The state that all parts of a running search share, from the midgame to the last empty cells.

use super::evaluation::Evaluation;
use super::in_progress::InProgress;
use super::transposition::TranspositionTable;

/// The number of nodes between two calls of `stop`: a few hundred microseconds.
const STOP_INTERVAL: u64 = 4096;

pub(super) struct Search<'a> {
    pub(crate) table: &'a TranspositionTable,
    /// The table for positions near the end of the game. It stays in the processor's cache.
    pub(crate) near: &'a TranspositionTable,
    pub(crate) evaluation: &'a Evaluation,
    /// The search was told to stop, so its results are meaningless.
    pub(crate) stopped: bool,
    pub(crate) nodes: u64,
    /// An index into `midgame::CONFIDENCE`: higher values prune more.
    pub(crate) selectivity: u8,
    /// `None` if this thread searches alone.
    pub(crate) in_progress: Option<&'a InProgress>,
    stop: &'a dyn Fn() -> bool,
    /// The node count of the next call of `stop`.
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

    /// Calls `stop` now and then. Returns whether the search was told to stop.
    #[inline(always)]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_stop {
            self.next_stop = self.nodes + STOP_INTERVAL;
            self.stopped |= (self.stop)();
        }
        self.stopped
    }

    /// Ignores `stop` until [`Search::enable_stop`].
    pub(crate) fn disable_stop(&mut self) {
        self.next_stop = u64::MAX;
    }

    pub(crate) fn enable_stop(&mut self) {
        self.next_stop = self.next_stop.min(self.nodes + STOP_INTERVAL);
    }
}
