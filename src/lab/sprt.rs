//! The score of a match, its confidence interval, and a sequential probability ratio test (A. Wald, 1945)
//! that ends it early.
//!
//! Each opening is played twice, with colours swapped, so the two games of a pair are not independent. The
//! statistics therefore count pairs. Counting single games would make the result look more certain than it
//! is.

use std::str::FromStr;

use games::stone::{Outcome, Stone};
use mind::learner::arena::Tally;

/// The likelihood ratio at which the test decides. With this ratio, the verdict is wrong in one match out of
/// twenty.
const ODDS: f64 = 19.0;

/// Half the width of a 95% confidence interval, in standard deviations.
const Z95: f64 = 1.96;

/// The lowest score, as a fraction of the points, that [`Standing::interval`] converts to Elo. The highest is
/// 1 minus this.
const EXTREME: f64 = 0.001;

/// A test of two hypotheses: the first player is `low` Elo points stronger, or `high` Elo points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub low: f64,
    pub high: f64,
}

#[derive(Debug, thiserror::Error)]
#[error("two strengths, the lower one first, such as 0,50")]
pub struct NoStrengths;

impl FromStr for Sprt {
    type Err = NoStrengths;

    fn from_str(text: &str) -> Result<Sprt, NoStrengths> {
        let (low, high) = text.split_once(',').ok_or(NoStrengths)?;
        let number = |text: &str| text.trim().parse().map_err(|_| NoStrengths);
        let (low, high) = (number(low)?, number(high)?);
        if low < high { Ok(Sprt { low, high }) } else { Err(NoStrengths) }
    }
}

/// The hypothesis that the test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    High,
    Low,
}

impl Sprt {
    /// Returns the accepted hypothesis, or `None` while more games are needed.
    pub fn verdict(self, standing: &Standing) -> Option<Verdict> {
        let [low, high] = [self.low, self.high].map(share);
        let scale = f64::from(standing.complete()) * (high - low) / (2.0 * standing.variance());
        let log_odds = scale * (2.0 * standing.share() - low - high);
        match log_odds.abs() >= ODDS.ln() {
            true if log_odds > 0.0 => Some(Verdict::High),
            true => Some(Verdict::Low),
            false => None,
        }
    }
}

/// The first player's results so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    pub tally: Tally,
    /// The number of pairs with 0, 1/2, 1, 1 1/2 and 2 points.
    pub pairs: [u32; 5],
    /// The number of half points scored in the first game of an incomplete pair.
    first: Option<usize>,
}

impl Standing {
    /// Adds a game in which the first player had this colour. The first game and every other game after it
    /// start a pair.
    pub fn note(&mut self, outcome: Outcome, stone: Stone) {
        let half_points = match outcome {
            Outcome::Won(winner) if winner == stone => 2,
            Outcome::Draw => 1,
            Outcome::Won(_) => 0,
        };
        self.tally.add(half_points - 1);
        match self.first.take() {
            Some(first) => self.pairs[first + half_points as usize] += 1,
            None => self.first = Some(half_points as usize),
        }
    }

    /// Formats the score as one line: wins, draws, losses, the percentage of the points, and the Elo lead.
    pub fn score(&self) -> String {
        let Tally { won, drawn, lost } = self.tally;
        let (percent, elo) = (100.0 * self.share(), elo(self.share()));
        format!("{won} won, {drawn} drawn, {lost} lost: {percent:.1} %, Elo {elo:+.0}")
    }

    /// Formats [`Standing::score`] with the confidence interval and, on a second line, the results of the
    /// pairs.
    pub fn summary(&self) -> String {
        let [low, high] = self.interval();
        let [none, half, one, more, two] = self.pairs;
        format!(
            "{} [{low:+.0}, {high:+.0}]\n\
             pairs with 2, 1 1/2, 1, 1/2 and 0 points: {two}, {more}, {one}, {half}, {none}",
            self.score()
        )
    }

    pub fn share(&self) -> f64 {
        let Tally { won, drawn, .. } = self.tally;
        (f64::from(won) + f64::from(drawn) / 2.0) / f64::from(self.tally.games())
    }

    /// The 95% confidence interval of the first player's Elo lead.
    pub fn interval(&self) -> [f64; 2] {
        let error = Z95 * (self.variance() / f64::from(self.complete().max(1))).sqrt();
        [self.share() - error, self.share() + error].map(|share| elo(share.clamp(EXTREME, 1.0 - EXTREME)))
    }

    fn complete(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// The variance of the fraction of the points that a pair scores. An additional pair is counted, spread
    /// evenly over the five results, so that a few pairs with equal results do not look certain.
    fn variance(&self) -> f64 {
        let share = self.share();
        let squares = self
            .pairs
            .iter()
            .enumerate()
            .map(|(quarters, count)| (f64::from(*count) + 0.2) * (quarters as f64 / 4.0 - share).powi(2));
        squares.sum::<f64>() / f64::from(self.complete() + 1)
    }
}

/// Converts an Elo lead to the expected fraction of the points.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Converts a fraction of the points to an Elo lead, which is infinite for 0 and 1.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}
