//! What an engine finds of a game, move by move, while the players may do something else.

use players::analysis::{Reviewed, review};
use players::computer::Computer;
use players::cores;
use players::job::{Job, News};
use games::Game;

/// What was found so far.
pub(crate) struct Analysis {
    /// The game as lines to keep.
    of: Vec<(&'static str, String)>,
    /// How many stones were dropped in it.
    pub(crate) drops: usize,
    /// The moves that the engine has looked at.
    pub(crate) moves: Vec<Reviewed>,
    /// None when it has looked at all of them.
    job: Option<Job<Reviewed>>,
}

impl Analysis {
    /// The engine begins to look at this game, `beside` the program or for so many ms.
    pub(crate) fn begin(
        computer: &'static dyn Computer,
        game: &dyn Game,
        beside: bool,
        ms: u32,
    ) -> Analysis {
        let copy = game.copy();
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

    /// Takes in what was found meanwhile. False when there is no more to come.
    pub(crate) fn goes_on(&mut self) -> bool {
        while let Some(job) = &self.job {
            match job.look() {
                News::Found(found) => self.moves.push(found),
                News::NotYet => return true,
                News::Done => self.job = None,
            }
        }
        false
    }
}
