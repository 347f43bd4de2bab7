//! What each move is worth, told while the engine looks deeper and deeper.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::cores;
use super::insight::Insight;
use super::job::{Job, Seen};
use crate::engine::{gomoku, othello};
use crate::games::{Game, Place};

/// How deep the engine of Othello looks, in plies, where time passes by itself; it can be stopped at any time.
const DEEP: othello::Limits = othello::Limits {
    depth: 24,
    exact_from: 24,
    probable_from: 0,
};
/// How deep it looks where it is waited for.
const SHALLOW: othello::Limits = othello::Limits {
    depth: 6,
    exact_from: 10,
    probable_from: 0,
};
/// The same for the engine of gomoku.
const DEEP_GOMOKU: gomoku::Limits = gomoku::Limits {
    depth: 24,
    ..gomoku::Limits::NONE
};
const SHALLOW_GOMOKU: gomoku::Limits = gomoku::Limits {
    depth: 6,
    nodes: 50_000,
};
/// So many moves of gomoku get a value: nearly all others are worse, and nobody could read two hundred.
const MOST_GOMOKU: usize = 12;
/// The size of an engine's table, in megabytes.
pub const MEGABYTES: usize = 16;

/// When no value has changed for so long, the engine stops looking: whoever reads them has seen them.
const STEADY: Duration = Duration::from_secs(5);
/// It stops after so long in any case.
const LONGEST: Duration = Duration::from_secs(30);

/// The values of the legal moves, or of the likeliest ones, as far as they are known.
pub struct Hints {
    /// The engine, while it looks.
    job: Option<Job<(Place, Insight)>>,
    values: Vec<(Place, Insight)>,
    began: Instant,
    changed: Instant,
}

impl Hints {
    /// The engine begins to look: `beside` the program, or less deep, at once, and no longer than `ms`. `None` where there is no move to look
    /// at.
    pub fn start(game: &dyn Game, beside: bool, ms: u32) -> Option<Hints> {
        let stone = game.to_move()?;
        let until = Instant::now() + Duration::from_millis(u64::from(ms));
        let over = move |stop: &AtomicBool| {
            stop.load(Ordering::Relaxed) || !beside && Instant::now() >= until
        };
        let job = if let Some(game) = game.of::<crate::games::othello::Game>() {
            let board = othello::Board::new(game.map(), stone);
            if board.moves() == 0 {
                return None;
            }
            let limits = if beside { DEEP } else { SHALLOW };
            Job::start(beside, move |stop, tell| {
                let threads = if beside {
                    cores::beside_the_window()
                } else {
                    NonZeroUsize::MIN
                };
                let mut searcher = othello::Searcher::new(MEGABYTES).with_threads(threads);
                searcher.values(board, limits, &|| over(stop), &mut |cell, report| {
                    tell(((cell.row, cell.col), report.into()));
                });
            })
        } else {
            let board = gomoku::Board::of_game(game.of()?);
            let (limits, megabytes) = match beside {
                true => (DEEP_GOMOKU, MEGABYTES),
                false => (SHALLOW_GOMOKU, 1),
            };
            Job::start(beside, move |stop, tell| {
                let mut searcher = gomoku::Searcher::new(megabytes);
                let stop = || over(stop);
                searcher.values(&board, MOST_GOMOKU, &limits, &stop, &mut |report| {
                    tell(((report.best.row(), report.best.col()), report.into()));
                });
            })
        };
        let now = Instant::now();
        Some(Hints {
            job: Some(job),
            values: Vec::new(),
            began: now,
            changed: now,
        })
    }

    /// Takes in what was found meanwhile. False when there will be nothing more: the engine has found all, or nothing new for a while.
    pub fn update(&mut self) -> bool {
        while let Some(job) = &self.job {
            match job.look() {
                Seen::Found((place, insight)) => {
                    let before = self.values.iter().position(|(other, _)| *other == place);
                    let before = before.map(|n| self.values.swap_remove(n).1.value.to_string());
                    if before.as_ref() != Some(&insight.value.to_string()) {
                        self.changed = Instant::now();
                    }
                    self.values.push((place, insight));
                }
                Seen::Nothing => {
                    let long = self.changed.elapsed() >= STEADY || self.began.elapsed() >= LONGEST;
                    if !long {
                        return true;
                    }
                    self.job = None;
                }
                Seen::Done => self.job = None,
            }
        }
        false
    }

    /// Each move and what is known of it.
    pub fn values(&self) -> &[(Place, Insight)] {
        &self.values
    }
}
