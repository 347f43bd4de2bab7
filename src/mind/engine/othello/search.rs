//! A search at work: what its parts, from the midgame to the last empty cells, share.

use super::busy::Busy;
use super::evaluation::Evaluation;
use super::transposition::TranspositionTable;

/// How many nodes are searched between two questions whether to stop: a few hundred microseconds.
const BETWEEN_STOPS: u64 = 4096;

pub(super) struct Search<'a> {
    pub(crate) table: &'a TranspositionTable,
    /// Where it remembers positions near the end: it stays in the processor's cache.
    pub(crate) near: &'a TranspositionTable,
    /// What positions that it does not search are worth.
    pub(crate) evaluation: &'a Evaluation,
    /// It was told to stop: what it returns means nothing.
    pub(crate) stopped: bool,
    pub(crate) nodes: u64,
    /// How much it leaves out: an index into `SURENESS`.
    pub(crate) selectivity: u8,
    /// What other threads are searching; `None` when there are none.
    pub(crate) busy: Option<&'a Busy>,
    stop: &'a dyn Fn() -> bool,
    /// At this number of nodes it asks again whether to stop.
    asks_at: u64,
}

impl<'a> Search<'a> {
    /// A search that has not begun, and leaves nothing out.
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
            busy: None,
            stop,
            asks_at: BETWEEN_STOPS,
        }
    }

    /// Asks now and then whether to stop.
    #[inline(always)]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.asks_at {
            self.asks_at = self.nodes + BETWEEN_STOPS;
            self.stopped |= (self.stop)();
        }
        self.stopped
    }

    /// Does not ask whether to stop until [`Search::may_be_stopped`].
    pub(crate) fn must_not_be_stopped(&mut self) {
        self.asks_at = u64::MAX;
    }

    /// Asks again whether to stop, a few thousand positions from now at the latest.
    pub(crate) fn may_be_stopped(&mut self) {
        self.asks_at = self.asks_at.min(self.nodes + BETWEEN_STOPS);
    }
}
