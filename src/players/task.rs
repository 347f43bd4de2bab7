//! What a computer player is given with the position.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use super::insight::Insight;
use super::job::Stop;
use super::turn::Turn;

/// A computer player's task: to find a move by chance where it leaves something to chance, in the time that it has.
pub struct Task<'a> {
    pub(crate) seed: u64,
    /// How long the player may take, in ms.
    pub(crate) patience: u32,
    /// What another program may spend.
    pub(crate) turn: Turn,
    /// How many threads may search.
    pub(crate) threads: NonZeroUsize,
    since: Instant,
    /// Is set when nobody waits for the move any more.
    pub(crate) stop: &'a Stop,
    /// What to tell the people at the board with the answer.
    pub(crate) remark: Option<String>,
    /// Hears what the player thinks meanwhile.
    pub(crate) tell: &'a mut dyn FnMut(Insight),
}

impl<'a> Task<'a> {
    /// A task that begins now, for one thread.
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

    /// What chance makes of turn `t`: a game that is taken up again goes on as it would have.
    pub(crate) fn seed_of(&self, t: usize) -> u64 {
        self.seed.wrapping_add(t as u64)
    }

    /// When the time is over.
    pub(crate) fn until(&self) -> Instant {
        self.since + Duration::from_millis(u64::from(self.patience))
    }

    /// Does nobody wait for the move any more?
    pub(crate) fn is_called_off(&self) -> bool {
        self.stop.is_set()
    }

    /// Tells at any time whether to stop: it is called off, or the time is over.
    pub(crate) fn stop(&self) -> impl Fn() -> bool + use<'a> {
        let (stop, until) = (self.stop, self.until());
        move || stop.is_set() || Instant::now() >= until
    }
}
