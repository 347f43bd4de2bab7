//! The values of all moves, updated in the background at increasing depth.

use std::time::{Duration, Instant};

use super::computer::{Computer, Values};
use super::insight::{Insight, Value};
use super::job::{Job, Poll};
use super::reasons::{self, Reason};
use games::{Game, Place};

/// If the displayed values stay unchanged for this long, the engine stops.
const STEADY: Duration = Duration::from_secs(5);
/// The maximum time that the engine runs.
const LONGEST: Duration = Duration::from_secs(30);

enum Message {
    /// The values of all moves at the same search depth.
    Values(Values),
    Reasons(Place, Vec<Reason>),
}

/// The current values of all legal moves, or of the likeliest ones.
pub struct Hints {
    computer: &'static dyn Computer,
    job: Option<Job<Message>>,
    game: Box<dyn Game>,
    pub values: Values,
    /// The reasons that took a search to find, by move.
    reasons: Vec<(Place, Vec<Reason>)>,
    began: Instant,
    changed: Instant,
}

impl Hints {
    /// Starts the search: a deep one in the background, or a shallow one that takes at most `ms` milliseconds
    /// before this returns. Returns `None` if there is no legal move.
    pub fn start(computer: &'static dyn Computer, game: &dyn Game, beside: bool, ms: u32) -> Option<Hints> {
        if game.moves().is_empty() {
            return None;
        }
        let position = game.copy();
        let job = Job::within(beside, ms, move |stop, tell| {
            let mut explained = Vec::new();
            computer.values(&*position, beside, stop, &mut |values| {
                tell(Message::Values(values.clone()));
                for (place, insight) in values {
                    // A move has other reasons once it is known to win or lose.
                    let explains = (place, insight.exact);
                    if !at_once(&insight) && !explained.contains(&explains) {
                        explained.push(explains);
                        let found = computer.reasons(&*position, place, Some(&insight), None, stop);
                        tell(Message::Reasons(place, found));
                    }
                }
            });
        });
        let now = Instant::now();
        Some(Hints {
            computer,
            job: Some(job),
            game: game.copy(),
            values: Vec::new(),
            reasons: Vec::new(),
            began: now,
            changed: now,
        })
    }

    /// Takes new results from the search. Returns false when no more will come, because the search is
    /// complete or its values are steady.
    pub fn update(&mut self) -> bool {
        while let Some(job) = &self.job {
            match job.look() {
                Poll::Found(Message::Reasons(place, found)) => {
                    self.reasons.retain(|(other, _)| *other != place);
                    self.reasons.push((place, found));
                }
                Poll::Found(Message::Values(values)) => {
                    if in_words(&values) != in_words(&self.values) {
                        self.changed = Instant::now();
                    }
                    self.values = values;
                }
                Poll::NotYet => {
                    let long = self.changed.elapsed() >= STEADY || self.began.elapsed() >= LONGEST;
                    if !long {
                        return true;
                    }
                    self.job = None;
                }
                Poll::Done => self.job = None,
            }
        }
        false
    }

    /// Returns the values, the best first.
    pub fn best_first(&self) -> Values {
        let mut values = self.values.clone();
        values.sort_by(|(_, a), (_, b)| a.value.rank().total_cmp(&b.value.rank()));
        values.reverse();
        values
    }

    /// Returns the best value.
    pub fn best(&self) -> Option<&(Place, Insight)> {
        self.values.iter().max_by(|(_, a), (_, b)| a.value.rank().total_cmp(&b.value.rank()))
    }

    /// Explains the move to this place, or the best move if this place has no value.
    pub fn why(&self, place: Option<Place>) -> Option<String> {
        let best = self.best()?;
        let of = |place| self.values.iter().find(|(other, _)| *other == place);
        let (place, insight) = place.and_then(of).unwrap_or(best);
        let found = if at_once(insight) {
            let lost = best.1.value.points() - insight.value.points();
            let better = (lost >= self.computer.unit(&*self.game).mistake).then_some(best.0);
            let (computer, game) = (self.computer, &*self.game);
            computer.reasons(game, *place, Some(insight), better, &|| true)
        } else {
            let known = self.reasons.iter().find(|(other, _)| other == place);
            known.map(|(_, found)| found.clone()).unwrap_or_default()
        };
        let words = reasons::words(&found, &*self.game, *place);
        Some(words).filter(|words| !words.is_empty())
    }
}

/// Returns the values as they are displayed, sorted by place.
fn in_words(values: &[(Place, Insight)]) -> Vec<(Place, String)> {
    let mut shown: Vec<_> = values.iter().map(|(at, seen)| (*at, seen.value.to_string())).collect();
    shown.sort();
    shown
}

/// True if the reasons are computed when they are asked for. Reasons for values in discs are fast to compute,
/// and they change whenever the best move changes.
fn at_once(insight: &Insight) -> bool {
    matches!(insight.value, Value::Discs(_))
}
