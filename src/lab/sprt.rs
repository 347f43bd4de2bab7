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
pub(crate) struct Sprt {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

#[derive(Debug, thiserror::Error)]
#[error("two strengths, the lower one first, such as 0,50")]
pub(crate) struct NoStrengths;

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
pub(crate) enum Verdict {
    High,
    Low,
}

impl Sprt {
    /// Returns the accepted hypothesis, or `None` while more games are needed.
    pub(crate) fn verdict(self, standing: &Standing) -> Option<Verdict> {
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
pub(crate) struct Standing {
    pub(crate) tally: Tally,
    /// The number of pairs with 0, 1/2, 1, 1 1/2 and 2 points.
    pairs: [u32; 5],
    /// The number of half points scored in the first game of an incomplete pair.
    first: Option<usize>,
}

impl Standing {
    /// Adds a game in which the first player had this colour. The first game and every other game after it
    /// start a pair.
    pub(crate) fn note(&mut self, outcome: Outcome, stone: Stone) {
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
    pub(crate) fn score(&self) -> String {
        let Tally { won, drawn, lost } = self.tally;
        let (percent, elo) = (100.0 * self.share(), elo(self.share()));
        format!("{won} won, {drawn} drawn, {lost} lost: {percent:.1} %, Elo {elo:+.0}")
    }

    /// Formats [`Standing::score`] with the confidence interval and, on a second line, the results of the
    /// pairs.
    pub(crate) fn summary(&self) -> String {
        let [low, high] = self.interval();
        let [none, half, one, more, two] = self.pairs;
        format!(
            "{} [{low:+.0}, {high:+.0}]\n\
             pairs with 2, 1 1/2, 1, 1/2 and 0 points: {two}, {more}, {one}, {half}, {none}",
            self.score()
        )
    }

    fn share(&self) -> f64 {
        let Tally { won, drawn, .. } = self.tally;
        (f64::from(won) + f64::from(drawn) / 2.0) / f64::from(self.tally.games())
    }

    /// The 95% confidence interval of the first player's Elo lead.
    fn interval(&self) -> [f64; 2] {
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

#[cfg(test)]
mod tests {
    use chacha20::ChaCha12Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Returns the standing after these numbers of pairs with 0, 1/2, 1, 1 1/2 and 2 points.
    fn standing(pairs: [u32; 5]) -> Standing {
        let [won, lost] = [Stone::Black, Stone::White].map(Outcome::Won);
        let draw = Outcome::Draw;
        let games = [[lost, lost], [lost, draw], [lost, won], [draw, won], [won, won]];
        let mut standing = Standing::default();
        for (count, games) in pairs.into_iter().zip(games) {
            for outcome in games.repeat(count as usize) {
                standing.note(outcome, Stone::Black);
            }
        }
        assert_eq!(standing.pairs, pairs);
        standing
    }

    #[test]
    fn the_test_decides_clear_matches_and_no_others() {
        let test: Sprt = "0,50".parse().unwrap();
        for (pairs, verdict) in [
            ([1, 0, 6, 2, 11], Some(Verdict::High)),
            ([14, 0, 12, 2, 3], Some(Verdict::Low)),
            ([5, 0, 9, 2, 6], None),
            ([0, 0, 0, 0, 1], None),
        ] {
            assert_eq!(test.verdict(&standing(pairs)), verdict, "{pairs:?}");
        }
    }

    #[test]
    fn the_interval_contains_the_strength_and_shrinks() {
        // Pairs of a player who wins 60% of the games, which is an Elo lead of 70.
        for (pairs, lows, highs) in
            [([8, 0, 24, 0, 18], -5.0..5.0, 140.0..150.0), ([80, 0, 240, 0, 180], 45.0..52.0, 90.0..97.0)]
        {
            let [low, high] = standing(pairs).interval();
            assert!(lows.contains(&low) && highs.contains(&high), "{low} {high}");
        }
        let mut one = Standing::default();
        one.note(Outcome::Won(Stone::White), Stone::White);
        let [low, high] = one.interval();
        assert!(low < 0.0 && high > 400.0, "{low} {high}");
    }

    #[test]
    fn lopsided_openings_do_not_widen_the_interval() {
        let width = |pairs| {
            let [low, high] = standing(pairs).interval();
            high - low
        };
        assert!(width([5, 0, 30, 0, 10]) < 0.7 * width([5, 0, 0, 0, 10]));
        assert!(standing([5, 0, 30, 0, 10]).share() > 0.5);
    }

    #[test]
    fn the_test_errs_no_more_often_than_promised() {
        let test: Sprt = "0,60".parse().unwrap();
        let random = &mut ChaCha12Rng::seed_from_u64(3);
        let mut wrong = 0;
        for _ in 0..400 {
            let mut standing = Standing::default();
            let verdict = loop {
                for _ in 0..2 {
                    let outcome = match random.random_range(0..10) {
                        0..4 => Outcome::Won(Stone::Black),
                        4..6 => Outcome::Draw,
                        _ => Outcome::Won(Stone::White),
                    };
                    standing.note(outcome, Stone::Black);
                }
                if let Some(verdict) = test.verdict(&standing) {
                    break verdict;
                }
            };
            wrong += u32::from(verdict == Verdict::High);
        }
        assert!(wrong <= 32, "{wrong} of 400 are wrong, not one in twenty");
    }
}
