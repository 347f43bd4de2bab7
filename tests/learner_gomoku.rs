//! The learner of gomoku: what its book remembers, and that it loses no game twice.

use std::collections::{HashMap, HashSet};

use qipan::engine::learner::gomoku::{Learner, Stones, by_engine, moves, point};
use qipan::engine::learner::position::{Set, different_moves};
use qipan::engine::learner::{Book, Effort, Event, Moves, Position, Role, Student};
use qipan::gomoku::judge::{Algorithm, judge};
use qipan::gomoku::{Game, Point, SIZE, record};
use qipan::stone::Outcome;

/// The recorded games.
fn recorded() -> Vec<Vec<Point>> {
    let table = include_str!("data/gomoku-games.tsv");
    let digits = |line: &str| {
        let mut fields = line.split('\t');
        let digits = fields.find(|field| record::parse(field).is_ok_and(|p| p.len() > 8));
        record::parse(digits.unwrap()).unwrap()
    };
    table.lines().skip(1).map(digits).collect()
}

/// The board as a picture, for a test that fails.
fn picture(squares: &[u8]) -> String {
    let pieces: Vec<Point> = squares.iter().filter_map(|square| point(*square)).collect();
    Game::from_record(&record::text(&pieces))
        .unwrap_or_default()
        .to_string()
}

/// The learner plays a game against a level of the engine and learns from it: the moves, and its result.
fn play_and_learn(learner: &mut Learner, level: u32, role: Role, seed: u64) -> (Vec<u8>, i32) {
    let (mut stones, mut side, mut squares) = (Stones::START, 1, Vec::new());
    while !stones.moves().is_empty() {
        let square = match role.plays(side) {
            true => learner.choose(stones, Effort::TRAINING, seed + squares.len() as u64),
            false => by_engine(stones, level),
        };
        let square = square.expect("the game goes on");
        stones = stones.next(square).expect("the move is legal").0;
        squares.push(square);
        side = -side;
    }
    let moves = Moves::from_squares(squares.clone());
    let lesson = learner.study(moves, role, false, Effort::TRAINING, seed);
    learner.apply(&Event::Lesson(lesson.expect("the game is over")));
    let result = i32::from(*learner.history().recent.back().unwrap());
    (squares, result)
}

#[test]
fn a_game_is_never_lost_twice_to_an_opponent_who_always_answers_the_same_and_the_results_rise() {
    for (role, level) in [(Role::Black, 4), (Role::White, 3)] {
        let mut learner = Learner::default();
        let (mut lost, mut results) = (HashMap::new(), Vec::new());
        for n in 0..100 {
            let (game, result) = play_and_learn(&mut learner, level, role, 1000 * n);
            if result < 0 {
                let drawn = picture(&game);
                let before = lost.insert(game, n);
                assert_eq!(
                    before, None,
                    "game {n} as {role:?} was lost before:\n{drawn}"
                );
            }
            results.push(result.signum());
        }
        let points = |results: &[i32]| results.iter().sum::<i32>();
        let (first, last) = (points(&results[..25]), points(&results[75..]));
        println!(
            "{role:?}: {} lost; {first} of the first 25, {last} of the last",
            lost.len()
        );
        println!("{results:?}");
        assert!(last > first && last >= 20, "{first}, then {last} of 25");
    }
}
