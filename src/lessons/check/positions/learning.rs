//! The cases of the functions that learn from a game.

use rand::RngExt;

use super::games::random;
use crate::check::case::Case;
use turbo::c::Argument::Int;

/// Games from which an empty book learns.
pub(crate) fn book_games() -> Vec<Case> {
    let mut random = random(9);
    let case = |n: i32| {
        let length = 1 + n % 60;
        let again = (0..60).map(|_| i32::from(random.random_range(0..8) == 0));
        let set = vec![
            ("positions", vec![length + 1]),
            ("empty", (0..=length).map(|i| 60 - i).collect()),
            ("path", (0..=length).collect()),
            ("again", again.collect()),
            ("length", vec![length]),
        ];
        Case::new(set, vec![Int(2 * random.random_range(-32..=32))])
    };
    (0..120).map(case).collect()
}

pub(crate) fn weight_games() -> Vec<Case> {
    let mut random = random(10);
    let case = |_| {
        let positions = random.random_range(1..=60);
        let mut numbers = |from: i32, to: i32| -> Vec<i32> {
            (0..positions)
                .map(|_| random.random_range(from..=to))
                .collect()
        };
        let side = numbers(0, 1).into_iter().map(|n| 2 * n - 1).collect();
        let (v, found) = (numbers(-6400, 6400), numbers(0, 2));
        let set = vec![
            ("positions", vec![positions]),
            ("result", vec![2 * (positions - 30)]),
            ("weight", vec![100_000 * positions - 2_500_000]),
            ("side", side),
            ("v", v),
            ("found", found),
        ];
        Case::new(set, Vec::new())
    };
    (0..200).map(case).collect()
}

/// Games of five matches, from which a book and a weight learn.
pub(crate) fn games_of_matches() -> Vec<Case> {
    let mut random = random(21);
    let case = |n: i32| {
        let mut games = vec![0; 18];
        for game in games.chunks_mut(6) {
            let mut left = 5;
            for place in game {
                *place = left;
                left -= random.random_range(1..=2).min(left);
            }
        }
        let played = (0..36).map(|_| random.random_range(0..=1)).collect();
        let weight = vec![random.random_range(-100..=100)];
        let set = vec![("games", games), ("played", played), ("weight", weight)];
        Case::new(set, vec![Int(n % 3)])
    };
    (0..150).map(case).collect()
}
