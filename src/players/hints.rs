//! What each move is worth, told while the engine looks deeper and deeper.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::Insight;
use super::job::{Job, Seen};
use crate::engine::othello::{Board, Limits, Searcher};
use crate::game::Game;
use crate::othello::rules::Cell;

/// How deep the engine looks, in plies, where time passes by itself; it can be stopped at any time.
const DEEP: Limits = Limits {
    depth: 24,
    exact_from: 24,
};
/// How deep it looks where it is waited for.
const SHALLOW: Limits = Limits {
    depth: 6,
    exact_from: 10,
};
/// The size of its table, in megabytes.
const MEGABYTES: usize = 16;

/// The values of the legal moves, as far as they are known.
pub struct Hints {
    job: Job<(Cell, Insight)>,
    values: Vec<(Cell, Insight)>,
    done: bool,
}

impl Hints {
    /// The engine begins to look: `beside` the program, or less deep, at once, and no longer than `ms`. `None` where there is nothing to look
    /// at: no move, or a game that it does not play.
    pub fn start(game: &Game, beside: bool, ms: u32) -> Option<Hints> {
        let (Game::Othello(game), Some(stone)) = (game, game.to_move()) else {
            return None;
        };
        let board = Board::new(game.map(), stone);
        if board.moves() == 0 {
            return None;
        }
        let limits = if beside { DEEP } else { SHALLOW };
        let job = Job::start(beside, move |stop, tell| {
            let until = Instant::now() + Duration::from_millis(u64::from(ms));
            let stop = || stop.load(Ordering::Relaxed) || !beside && Instant::now() >= until;
            let mut searcher = Searcher::new(MEGABYTES);
            searcher.values(board, limits, &stop, &mut |cell, report| {
                tell((cell, Insight::of(report)));
            });
        });
        Some(Hints {
            job,
            values: Vec::new(),
            done: false,
        })
    }

    /// Takes in what was found meanwhile. False when there will be nothing more.
    pub fn update(&mut self) -> bool {
        while !self.done {
            match self.job.look() {
                Seen::Found((cell, insight)) => {
                    self.values.retain(|(other, _)| *other != cell);
                    self.values.push((cell, insight));
                }
                Seen::Nothing => return true,
                Seen::Done => self.done = true,
            }
        }
        false
    }

    /// Each move and what is known of it.
    pub fn values(&self) -> &[(Cell, Insight)] {
        &self.values
    }
}
