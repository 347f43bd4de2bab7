//! The gomoku learner: its book, and that it loses no game twice.

use std::collections::HashMap;

use crate::common::{play_and_learn, play_games};

use games::gomoku::five::{Points, has_five};
use games::gomoku::judge::{Algorithm, judge};
use games::gomoku::{Point, SIZE, record};
use games::stone::Outcome;
use mind::learner::gomoku::{Learner, Stones, by_engine, moves};
use mind::learner::position::{Set, different_moves};
use mind::learner::{BadEvent, Book, Effort, Event, Position, Role, Start, Unreadable};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The recorded games.
fn recorded() -> Vec<Vec<Point>> {
    let table = include_str!("../../../tests/data/gomoku-games.tsv");
    let digits = |line: &str| {
        let mut fields = line.split('\t');
        let digits = fields.find(|field| record::parse(field, 15).is_ok_and(|p| p.len() > 8));
        record::parse(digits.unwrap(), 15).unwrap()
    };
    table.lines().skip(1).map(digits).collect()
}

/// A level of the engine, which always answers the same and so needs to search each position only once.
fn level(level: u32) -> impl FnMut(Stones) -> u8 {
    let mut answers = HashMap::new();
    move |stones| {
        let answer = || by_engine(stones, level, &|| false).expect("the game goes on");
        *answers.entry(stones).or_insert_with(answer)
    }
}

#[test]
fn no_game_is_lost_twice_and_the_results_rise() {
    for (role, opponent) in [(Role::Black, 4), (Role::White, 3)] {
        let results = play_games(&mut Learner::default(), &mut level(opponent), role, 100);
        let points = |results: &[i32]| results.iter().map(|result| result.signum()).sum::<i32>();
        let (first, last) = (points(&results[..25]), points(&results[75..]));
        assert!(last > first && last >= 20, "{first}, then {last} of 25");
    }
}

#[test]
fn a_full_book_loses_no_game_twice() {
    let mut learner = Learner::with_room(Start::Nothing, 80);
    let results = play_games(&mut learner, &mut level(5), Role::White, 12);
    assert!(learner.book().positions() <= 80);
    // A game has some 20 positions, so the book is full after four games.
    let lost = results.iter().filter(|result| **result < 0).count();
    assert!(lost > 4, "{lost} games were lost");
}

#[test]
fn has_five_agrees_with_the_judge() {
    let mut random = StdRng::seed_from_u64(1);
    let (mut five, mut none) = (0, 0);
    for n in 0..20_000 {
        // In few columns or rows, fives and points next to an edge are frequent.
        let wide = 5 + n % 11;
        let mut pieces: Vec<Point> = Vec::new();
        for _ in 0..random.random_range(9..wide * SIZE) {
            let (near, far) = (random.random_range(0..wide), random.random_range(0..SIZE));
            let point = match n % 3 {
                0 => Point::new(near, far),
                1 => Point::new(far, SIZE - 1 - near),
                _ => Point::new(far, near),
            };
            if !pieces.contains(&point) {
                pieces.push(point);
            }
        }
        let mut points = Points::EMPTY;
        let own = pieces.iter().skip((pieces.len() + 1) % 2).step_by(2);
        own.for_each(|point| points.insert(point.number(15) as u8));
        let judged = judge(Algorithm::AllStones, 15, &pieces);
        let expected = matches!(judged, Some(Outcome::Won(_)));
        assert_eq!(has_five(points), expected, "{}", record::text(&pieces));
        five += usize::from(expected);
        none += usize::from(!expected);
    }
    assert!(five > 500 && none > 500, "{five} with, {none} without");
}

/// The eight rotations and reflections of a game.
fn images(pieces: &[Point]) -> impl Iterator<Item = Vec<Point>> {
    (0..8).map(move |way| {
        let turn = |point: &Point| {
            let flip = |n: usize, yes: bool| if yes { SIZE - 1 - n } else { n };
            let row = flip(point.row(), way & 1 != 0);
            let col = flip(point.col(), way & 2 != 0);
            if way & 4 == 0 { Point::new(row, col) } else { Point::new(col, row) }
        };
        pieces.iter().map(turn).collect()
    })
}

#[test]
fn symmetric_games_share_their_positions() {
    let is_over = |pieces: &Vec<Point>| Stones::line(&moves(pieces)).is_some();
    for pieces in recorded().into_iter().filter(is_over) {
        let mut book = Book::new(usize::MAX);
        for image in images(&pieces) {
            book.add(&Stones::line(&moves(&image)).unwrap(), &[]);
        }
        assert_eq!(book.positions(), pieces.len() + 1);
        assert_eq!(book.look_up(Stones::START).unwrap().games, 8);
    }
}

#[test]
fn a_game_is_over_when_the_judge_says_so() {
    let mut over = 0;
    for pieces in recorded() {
        for n in 0..=pieces.len() {
            let won = judge(Algorithm::LastStone, 15, &pieces[..n]);
            let line = Stones::line(&moves(&pieces[..n]));
            let result = match won {
                Some(Outcome::Won(stone)) => Some(if stone as u8 == 1 { 64 } else { -64 }),
                Some(Outcome::Draw) => Some(0),
                None => None,
            };
            let found = line.map(|line| line.result);
            assert_eq!(found, result, "{}", record::text(&pieces[..n]));
            over += usize::from(won.is_some());
        }
    }
    assert!(over > 5, "{over} of the recorded games have an end");
}

#[test]
fn different_moves_has_one_move_for_each_position() {
    let first: Vec<u8> = different_moves(Stones::START).squares().collect();
    // A triangle from the edge to the centre: 8 + 7 + ... + 1 points.
    assert_eq!(first.len(), 36);
    let centre = Stones::after(&moves(&[Point::new(7, 7)])).unwrap();
    assert_eq!(different_moves(centre).squares().count(), 35);
}

#[test]
fn the_memory_survives_a_round_trip_and_damage_is_rejected() {
    let mut learner = Learner::default();
    for n in 0..10 {
        play_and_learn(&mut learner, &mut level(3), Role::White, n);
    }
    let bytes = learner.to_bytes();
    assert!(Learner::from_bytes(&bytes).unwrap() == learner);
    for length in (0..bytes.len()).step_by(97) {
        let cut = Learner::from_bytes(&bytes[..length]);
        assert!(cut.is_err(), "{length} bytes");
    }
    let mut newer = bytes.clone();
    newer[0] = 2;
    assert_eq!(Learner::from_bytes(&newer).err(), Some(Unreadable::Newer));
}

#[test]
fn events_survive_a_round_trip_and_are_no_events_of_othello() {
    let mut learner = Learner::default();
    for n in 0..5 {
        let (moves, role) = learner.practise(None, n);
        let studied = learner.study(moves, role, true, Effort::TRAINING, n, &|| false);
        let event = Event::Game(studied.unwrap());
        assert_eq!(Learner::event(&event.to_bytes()), Ok(event.clone()));
        let as_othello = mind::learner::Learner::event(&event.to_bytes());
        assert_eq!(as_othello, Err(BadEvent::Moves));
        learner.apply(&event);
    }
}
