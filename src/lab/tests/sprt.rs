//! The score of a match and its sequential test.

use chacha20::ChaCha12Rng;
use games::stone::{Outcome, Stone};
use lab::sprt::{Sprt, Standing, Verdict};
use rand::{RngExt, SeedableRng};

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
