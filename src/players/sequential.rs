//! What a match has shown: how sure its result is, and whether it can be ended.
//!
//! Each opening is played twice, with colours changed. Where it is good for one side each player wins one game, so the two results of a
//! pair depend on each other. Therefore pairs are counted: single games would make the result look less certain than it is.
//!
//! The test is a sequential probability ratio test (A. Wald, 1945). After each pair it compares how likely the result is if the first
//! player has one strength, and how likely if it has the other. It stops as soon as one is nineteen times as likely.

use games::stone::{Outcome, Stone};
use mind::learner::arena::Tally;

/// Nineteen to one: the test is wrong once in twenty matches.
const ODDS: f64 = 19.0;

/// 95 of 100 results lie within so many standard deviations.
const SURE: f64 = 1.96;

/// A share of all points or of none has no finite strength: it counts as this much less or more.
const EXTREME: f64 = 0.001;

/// What a test decides: is the first player ahead of the second by `low` points of Elo, or by `high`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    /// The strength of a change that is not worth having.
    pub low: f64,
    /// The strength of one that is.
    pub high: f64,
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    High,
    Low,
}

impl Sequential {
    /// What the games say so far, or `None` when there must be more of them.
    pub fn verdict(self, standing: &Standing) -> Option<Verdict> {
        let odds = self.odds(standing);
        match odds.abs() >= ODDS.ln() {
            true if odds > 0.0 => Some(Verdict::High),
            true => Some(Verdict::Low),
            false => None,
        }
    }

    /// The logarithm of how much likelier the result is by the higher strength.
    pub(crate) fn odds(self, standing: &Standing) -> f64 {
        let [low, high] = [self.low, self.high].map(share);
        let pairs = f64::from(standing.finished());
        pairs * (high - low) * (2.0 * standing.share() - low - high) / (2.0 * standing.variance())
    }
}

/// How the first player of a match stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    pub tally: Tally,
    /// How many pairs of games brought 0, 1/2, 1, 1 1/2 and 2 points; a draw is half a point.
    pub pairs: [u32; 5],
    /// The half points of a game whose pair is not finished.
    first: Option<usize>,
}

impl Standing {
    /// Notes the outcome of a game in which the player had these stones; the first, third, fifth... begins a pair.
    pub(crate) fn note(&mut self, outcome: Outcome, stone: Stone) {
        let (result, half_points) = match outcome {
            Outcome::Won(winner) if winner == stone => (1, 2),
            Outcome::Draw => (0, 1),
            Outcome::Won(_) => (-1, 0),
        };
        self.tally.add(result);
        match self.first.take() {
            Some(first) => self.pairs[first + half_points] += 1,
            None => self.first = Some(half_points),
        }
    }

    /// The share of the points, from 0 to 1.
    pub fn share(&self) -> f64 {
        let Tally { won, drawn, .. } = self.tally;
        (f64::from(won) + f64::from(drawn) / 2.0) / f64::from(self.tally.games())
    }

    /// How many points of Elo the player is ahead by; infinite where one has made all points.
    pub fn elo(&self) -> f64 {
        elo(self.share())
    }

    /// The interval that holds the player's lead with 95 % confidence, in points of Elo.
    pub fn interval(&self) -> [f64; 2] {
        let error = SURE * (self.variance() / f64::from(self.finished().max(1))).sqrt();
        [self.share() - error, self.share() + error]
            .map(|share| elo(share.clamp(EXTREME, 1.0 - EXTREME)))
    }

    fn finished(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// The variance of a pair's share of its points. One more pair is added, spread evenly over all five results, so that a few pairs
    /// with equal results do not look certain.
    fn variance(&self) -> f64 {
        let share = self.share();
        let of = |(quarters, count): (usize, &u32)| {
            (f64::from(*count) + 0.2) * (quarters as f64 / 4.0 - share).powi(2)
        };
        let sum: f64 = self.pairs.iter().enumerate().map(of).sum();
        sum / f64::from(self.finished() + 1)
    }
}

/// The share of the points that a strength makes.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The strength that makes this share of the points; infinite where it is all or none.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many pairs with no point, a half, one, one and a half, and two.
    fn standing(pairs: [u32; 5]) -> Standing {
        let [won, lost] = [Stone::Black, Stone::White].map(Outcome::Won);
        let draw = Outcome::Draw;
        let games = [
            [lost, lost],
            [lost, draw],
            [lost, won],
            [draw, won],
            [won, won],
        ];
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
    fn a_clear_match_is_ended_and_a_close_one_goes_on() {
        let test = Sequential {
            low: 0.0,
            high: 50.0,
        };
        assert_eq!(
            test.verdict(&standing([1, 0, 6, 2, 11])),
            Some(Verdict::High)
        );
        assert_eq!(
            test.verdict(&standing([14, 0, 12, 2, 3])),
            Some(Verdict::Low)
        );
        assert_eq!(test.verdict(&standing([5, 0, 9, 2, 6])), None);
        let two_games = standing([0, 0, 0, 0, 1]);
        assert_eq!(test.verdict(&two_games), None, "two games say nothing");
    }

    #[test]
    fn the_interval_holds_the_strength_and_shrinks() {
        // Pairs as they come where each game is won six times of ten: 16, 48 and 36 of 100.
        let [low, high] = standing([8, 0, 24, 0, 18]).interval();
        assert!(
            (-5.0..5.0).contains(&low) && (140.0..150.0).contains(&high),
            "{low} {high}"
        );
        let [low, high] = standing([80, 0, 240, 0, 180]).interval();
        assert!(
            (45.0..52.0).contains(&low) && (90.0..97.0).contains(&high),
            "{low} {high}"
        );
    }

    #[test]
    fn openings_that_decide_the_game_say_nothing_and_cost_nothing() {
        let width = |pairs| {
            let [low, high] = standing(pairs).interval();
            high - low
        };
        let fair = width([5, 0, 0, 0, 10]);
        let decided = width([5, 0, 30, 0, 10]);
        assert!(decided < 0.7 * fair, "{decided} {fair}");
        assert!(
            standing([5, 0, 30, 0, 10]).elo() > 0.0,
            "what is left of it is the difference"
        );
    }

    #[test]
    fn a_game_without_its_second_one_counts_in_the_share_alone() {
        let mut one = Standing::default();
        one.note(Outcome::Won(Stone::White), Stone::White);
        assert_eq!((one.tally.won, one.pairs), (1, [0; 5]));
        let [low, high] = one.interval();
        assert!(low < 0.0 && high > 400.0, "{low} {high}");
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
