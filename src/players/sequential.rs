//! What a match has shown: how sure its result is, and whether it can be ended.
//!
//! The test is a sequential probability ratio test (A. Wald, 1945) of two strengths against each other. After each pair of games it
//! compares how likely the result is by one and by the other, and stops as soon as one is nineteen times as likely.

use crate::learner::arena::Tally;

/// Nineteen to one: the test is wrong once in twenty matches.
const ODDS: f64 = 19.0;

/// How many standard deviations hold 95 of 100 results.
const SURE: f64 = 1.96;

/// A share of the points that no finite strength explains is taken for this much less or more.
const EXTREME: f64 = 0.001;

/// Two strengths in points of Elo, the lower one first: is the first player better than the second by the one or by the other?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    /// By so much, if the change is not worth having.
    pub low: f64,
    /// By so much, if it is.
    pub high: f64,
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The higher strength.
    High,
    /// The lower one.
    Low,
}

impl Sequential {
    /// What the games say so far, or `None` when there must be more of them.
    pub fn verdict(self, tally: &Tally) -> Option<Verdict> {
        let odds = self.odds(tally);
        match odds.abs() >= ODDS.ln() {
            true if odds > 0.0 => Some(Verdict::High),
            true => Some(Verdict::Low),
            false => None,
        }
    }

    /// The logarithm of how much likelier the games are by the higher strength than by the lower one.
    pub fn odds(self, tally: &Tally) -> f64 {
        let [low, high] = [self.low, self.high].map(share);
        let games = f64::from(tally.games());
        games * (high - low) * (2.0 * tally.share() - low - high) / (2.0 * variance(tally))
    }
}

/// The share of the points that a strength makes.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

fn elo(share: f64) -> f64 {
    -400.0 * (1.0 / share.clamp(EXTREME, 1.0 - EXTREME) - 1.0).log10()
}

/// The variance of a game's points. Of few games that ended alike it is that of one more that did not.
fn variance(tally: &Tally) -> f64 {
    let share = tally.share();
    let of = |count: u32, points: f64| (f64::from(count) + 1.0 / 3.0) * (points - share).powi(2);
    let sum = of(tally.won, 1.0) + of(tally.drawn, 0.5) + of(tally.lost, 0.0);
    sum / f64::from(tally.games() + 1)
}

/// Between which strengths the first player is ahead, with 95 % confidence, in points of Elo.
pub fn interval(tally: &Tally) -> [f64; 2] {
    let error = SURE * (variance(tally) / f64::from(tally.games().max(1))).sqrt();
    [tally.share() - error, tally.share() + error].map(elo)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(won: u32, drawn: u32, lost: u32) -> Tally {
        Tally { won, drawn, lost }
    }

    #[test]
    fn a_clear_match_is_ended_and_a_close_one_goes_on() {
        let test = Sequential {
            low: 0.0,
            high: 50.0,
        };
        assert_eq!(test.verdict(&tally(30, 2, 8)), Some(Verdict::High));
        assert_eq!(test.verdict(&tally(20, 2, 40)), Some(Verdict::Low));
        assert_eq!(test.verdict(&tally(22, 2, 20)), None);
        assert_eq!(test.verdict(&tally(2, 0, 0)), None, "two games say nothing");
    }

    #[test]
    fn the_interval_holds_the_strength_and_shrinks() {
        let [low, high] = interval(&tally(60, 0, 40));
        assert!(
            (-5.0..5.0).contains(&low) && (140.0..150.0).contains(&high),
            "{low} {high}"
        );
        let [low, high] = interval(&tally(600, 0, 400));
        assert!(
            (45.0..52.0).contains(&low) && (90.0..97.0).contains(&high),
            "{low} {high}"
        );
    }

    /// The test must not be wrong more often than it says.
    #[test]
    fn equal_players_are_rarely_found_unequal() {
        use chacha20::ChaCha12Rng;
        use rand::{RngExt, SeedableRng};
        let test = Sequential {
            low: 0.0,
            high: 60.0,
        };
        let random = &mut ChaCha12Rng::seed_from_u64(3);
        let mut wrong = 0;
        for _ in 0..400 {
            let mut tally = tally(0, 0, 0);
            let verdict = loop {
                match random.random_range(0..10) {
                    0..4 => tally.won += 1,
                    4..6 => tally.drawn += 1,
                    _ => tally.lost += 1,
                }
                if let Some(verdict) = test.verdict(&tally) {
                    break verdict;
                }
            };
            wrong += u32::from(verdict == Verdict::High);
        }
        assert!(wrong <= 32, "{wrong} of 400 are wrong, not one in twenty");
    }
}
