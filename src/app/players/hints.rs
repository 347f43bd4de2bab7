//! What each move is worth, told while the engine looks deeper and deeper.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::cores;
use super::insight::{Insight, Value};
use super::job::{Job, Seen};
use super::reasons::{self, Reason};
use games::{Game, Place};
use mind::engine::{gomoku, othello};

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
const MEGABYTES: usize = 16;

/// When no value has changed for so long, the engine stops looking: whoever reads them has seen them.
const STEADY: Duration = Duration::from_secs(5);
/// It stops after so long in any case.
const LONGEST: Duration = Duration::from_secs(30);

/// Whose value is so much less than the best one's, in discs, is a mistake, as in a review.
const MISTAKE: f32 = 3.0;

/// What an engine tells while it looks.
enum Told {
    Value(Place, Insight),
    Why(Place, Vec<Reason>),
}

/// The values of the legal moves, or of the likeliest ones, as far as they are known.
pub struct Hints {
    /// The engine, while it looks.
    job: Option<Job<Told>>,
    /// The position.
    game: Box<dyn Game>,
    values: Vec<(Place, Insight)>,
    /// What is right or wrong with moves of gomoku.
    reasons: Vec<(Place, Vec<Reason>)>,
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
        let copy = game.copy();
        let job = if let Some(game) = game.of::<games::othello::Game>() {
            let board = othello::Board::new(game.map(), stone);
            if board.moves() == 0 {
                return None;
            }
            let limits = if beside { DEEP } else { SHALLOW };
            Job::start(beside, move |stop, tell| {
                let threads = cores::of_work(beside);
                let mut searcher = othello::Searcher::new(MEGABYTES).with_threads(threads);
                searcher.values(board, limits, &|| over(stop), &mut |cell, report| {
                    tell(Told::Value((cell.row, cell.col), report.into()));
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
                let mut explained = Vec::new();
                searcher.values(&board, MOST_GOMOKU, &limits, &stop, &mut |report| {
                    let place = (report.best.row(), report.best.col());
                    let insight = Insight::from(report);
                    // A win or a loss that is found later has another reason.
                    if !explained.contains(&(place, insight.exact)) {
                        explained.push((place, insight.exact));
                        let found = reasons::reasons(&*copy, place, Some(&insight), None, &stop);
                        tell(Told::Why(place, found));
                    }
                    tell(Told::Value(place, insight));
                });
            })
        };
        let now = Instant::now();
        Some(Hints {
            job: Some(job),
            game: game.copy(),
            values: Vec::new(),
            reasons: Vec::new(),
            began: now,
            changed: now,
        })
    }

    /// Takes in what was found meanwhile. False when there will be nothing more: the engine has found all, or nothing new for a while.
    pub fn update(&mut self) -> bool {
        while let Some(job) = &self.job {
            match job.look() {
                Seen::Found(Told::Why(place, found)) => {
                    self.reasons.retain(|(other, _)| *other != place);
                    self.reasons.push((place, found));
                }
                Seen::Found(Told::Value(place, insight)) => {
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

    /// What is right or wrong with the move to this place, or with the best move where this one has no value, in words.
    pub fn why(&self, place: Option<Place>) -> Option<String> {
        let rank = |(_, one): &&(Place, Insight)| one.value.rank();
        let best = self
            .values
            .iter()
            .max_by(|a, b| rank(a).total_cmp(&rank(b)))?;
        let of = |place| self.values.iter().find(|(other, _)| *other == place);
        let (place, insight) = place.and_then(of).unwrap_or(best);
        let found = match insight.value {
            Value::Discs(discs) => {
                let mistake = best.1.value.points() - discs >= MISTAKE;
                let better = mistake.then_some(best.0);
                reasons::reasons(&*self.game, *place, Some(insight), better, &|| true)
            }
            _ => {
                let known = self.reasons.iter().find(|(other, _)| other == place);
                known.map(|(_, found)| found.clone()).unwrap_or_default()
            }
        };
        let words = reasons::words(&found, &*self.game, *place);
        Some(words).filter(|words| !words.is_empty())
    }
}
