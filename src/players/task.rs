//! The conditions under which a computer player chooses a move.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use super::insight::Insight;
use super::job::Stop;
use super::turn::Turn;

/// The conditions for a computer player's move.
pub struct Task<'a> {
    pub(crate) seed: u64,
    /// The time limit in ms.
    pub(crate) patience: u32,
    /// The limit for an external engine.
    pub(crate) turn: Turn,
    pub(crate) threads: NonZeroUsize,
    since: Instant,
    /// Set when nobody needs the move any more.
    pub(crate) stop: &'a Stop,
    /// A message for the people at the board.
    pub(crate) remark: Option<String>,
    /// Receives insights while the player thinks.
    pub(crate) tell: &'a mut dyn FnMut(Insight),
}

impl<'a> Task<'a> {
    /// Creates a task that starts now, with one thread.
    pub fn new(
        seed: u64,
        patience: u32,
        turn: Turn,
        stop: &'a Stop,
        tell: &'a mut dyn FnMut(Insight),
    ) -> Task<'a> {
        Task {
            seed,
            patience,
            turn,
            threads: NonZeroUsize::MIN,
            since: Instant::now(),
            stop,
            remark: None,
            tell,
        }
    }

    /// The random seed for turn `t`, which is the same when a game is resumed.
    pub(crate) fn seed_of(&self, t: usize) -> u64 {
        self.seed.wrapping_add(t as u64)
    }

    /// The end of the time limit.
    pub(crate) fn until(&self) -> Instant {
        self.since + Duration::from_millis(u64::from(self.patience))
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.stop.is_set()
    }

    /// Creates a function that returns true if the move is no longer needed or the time is over.
    pub(crate) fn stop(&self) -> impl Fn() -> bool + use<'a> {
        let (stop, until) = (self.stop, self.until());
        move || stop.is_set() || Instant::now() >= until
    }
}
