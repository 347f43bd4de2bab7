//! What each move is worth, told while the engine looks deeper and deeper.

use std::time::{Duration, Instant};

use super::computer::Computer;
use super::insight::{Insight, Value};
use super::job::{Job, News};
use super::reasons::{self, Reason};
use games::{Game, Place};

/// When no value has changed for so long, the engine stops looking: whoever reads them has seen them.
const STEADY: Duration = Duration::from_secs(5);
/// It stops after so long in any case.
const LONGEST: Duration = Duration::from_secs(30);

/// What the engine tells while it looks.
enum Message {
    /// All moves, each looked at as deep as the others.
    Values(Vec<(Place, Insight)>),
    Reasons(Place, Vec<Reason>),
}

/// The values of the legal moves, or of the likeliest ones, as far as they are known.
pub struct Hints {
    computer: &'static dyn Computer,
    job: Option<Job<Message>>,
    game: Box<dyn Game>,
    values: Vec<(Place, Insight)>,
    /// What is right or wrong with the moves whose reasons take time to find.
    reasons: Vec<(Place, Vec<Reason>)>,
    began: Instant,
    changed: Instant,
}

impl Hints {
    /// The engine begins to look: `beside` the program, or less deep, at once, and no longer than `ms`. `None` where there is no move to look
    /// at.
    pub fn start(
        computer: &'static dyn Computer,
        game: &dyn Game,
        beside: bool,
        ms: u32,
    ) -> Option<Hints> {
        if game.moves().is_empty() {
            return None;
        }
        let position = game.copy();
        let job = Job::within(beside, ms, move |stop, tell| {
            let mut explained = Vec::new();
            computer.values(&*position, beside, stop, &mut |values| {
                tell(Message::Values(values.clone()));
                for (place, insight) in values {
                    // A win or a loss that is found later has another reason.
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

    /// Takes in what was found meanwhile. False when there will be nothing more: the engine has found all, or nothing new for a while.
    pub fn update(&mut self) -> bool {
        while let Some(job) = &self.job {
            match job.look() {
                News::Found(Message::Reasons(place, found)) => {
                    self.reasons.retain(|(other, _)| *other != place);
                    self.reasons.push((place, found));
                }
                News::Found(Message::Values(values)) => {
                    if in_words(&values) != in_words(&self.values) {
                        self.changed = Instant::now();
                    }
                    self.values = values;
                }
                News::NotYet => {
                    let long = self.changed.elapsed() >= STEADY || self.began.elapsed() >= LONGEST;
                    if !long {
                        return true;
                    }
                    self.job = None;
                }
                News::Done => self.job = None,
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
        let found = if at_once(insight) {
            let lost = best.1.value.points() - insight.value.points();
            let better = (lost >= self.computer.unit().mistake).then_some(best.0);
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

/// The values as the board shows them, in the order of the places.
fn in_words(values: &[(Place, Insight)]) -> Vec<(Place, String)> {
    let shown = values.iter();
    let mut shown: Vec<_> = shown
        .map(|(at, seen)| (*at, seen.value.to_string()))
        .collect();
    shown.sort();
    shown
}

/// Are the reasons of a move found when somebody asks for them? In discs they take no time, and change with the best move.
fn at_once(insight: &Insight) -> bool {
    matches!(insight.value, Value::Discs(_))
}
