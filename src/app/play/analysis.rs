//! The engine's analysis of a game, move by move, in the background.

use super::games::ActiveGame;
use games::Game;
use players::analysis::{ReviewedMove, review};
use players::cores;
use players::job::{Job, Poll};

/// A running or finished analysis, and the moves reviewed so far.
pub(crate) struct Analysis {
    /// The analysed game in its saved form.
    of: Vec<(&'static str, String)>,
    /// The number of stones dropped in the game.
    pub(crate) drops: usize,
    pub(crate) moves: Vec<ReviewedMove>,
    /// `None` once every move has been reviewed.
    job: Option<Job<ReviewedMove>>,
}

impl Analysis {
    /// Starts the analysis of a game: in the background if `beside` is true, otherwise for at most `ms`
    /// milliseconds.
    pub(crate) fn begin(game: &ActiveGame, beside: bool, ms: u32) -> Analysis {
        let (computer, copy) = (game.entry.computer, game.copy());
        let drops = (1..game.t()).filter(|t| game.place_of(*t).is_some());
        Analysis {
            of: game.save(),
            drops: drops.count(),
            moves: Vec::new(),
            job: Some(Job::within(beside, ms, move |stop, tell| {
                review(computer, &*copy, cores::of_work(beside), stop, tell);
            })),
        }
    }

    pub(crate) fn is_of(&self, game: &dyn Game) -> bool {
        self.of == game.save()
    }

    /// Collects new results. Returns false once there are no more to come.
    pub(crate) fn goes_on(&mut self) -> bool {
        while let Some(job) = &self.job {
            match job.look() {
                Poll::Found(found) => self.moves.push(found),
                Poll::NotYet => return true,
                Poll::Done => self.job = None,
            }
        }
        false
    }
}
