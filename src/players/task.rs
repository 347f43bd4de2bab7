//! The conditions under which a computer player chooses a move.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use super::insight::Insight;
use super::job::Stop;
use super::search_limit::SearchLimit;

/// The seed, limits and callbacks for a computer player's move.
pub struct Task<'a> {
    pub(crate) seed: u64,
    /// The time limit in ms; see [`Seats::patience`](super::seats::Seats::patience).
    pub(crate) patience: u32,
    /// The search limit for an external engine.
    pub(crate) turn: SearchLimit,
    pub(crate) threads: NonZeroUsize,
    /// The time when the task began.
    pub(crate) since: Instant,
    /// Set when the move is no longer needed.
    pub(crate) stop: &'a Stop,
    /// A message for the people who watch the game.
    pub(crate) remark: Option<String>,
    /// Called with each insight while the player thinks.
    pub(crate) tell: &'a mut dyn FnMut(Insight),
}

impl<'a> Task<'a> {
    /// The random seed for turn `t`. It stays the same when a game is resumed.
    pub(crate) fn seed_of(&self, t: usize) -> u64 {
        self.seed.wrapping_add(t as u64)
    }

    /// The deadline.
    pub(crate) fn until(&self) -> Instant {
        self.since + Duration::from_millis(u64::from(self.patience))
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.stop.is_set()
    }

    /// Returns a function that returns true if the move is no longer needed or the deadline has passed.
    pub(crate) fn stop(&self) -> impl Fn() -> bool + use<'a> {
        let (stop, until) = (self.stop, self.until());
        move || stop.is_set() || Instant::now() >= until
    }
}
