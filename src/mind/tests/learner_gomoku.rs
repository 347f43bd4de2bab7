//! The learner of gomoku: what its book remembers, and that it loses no game twice.

use std::collections::HashMap;

use games::gomoku::five::{Points, has_five};
use games::gomoku::judge::{Algorithm, judge};
use games::gomoku::{Game, Point, SIZE, record};
use games::stone::Outcome;
use mind::learner::gomoku::{Learner, Stones, by_engine, moves, point};
use mind::learner::position::{Set, different_moves};
use mind::learner::{BadEvent, Book, Effort, Event, Moves, Position, Role, Start, Unreadable};
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

/// The board as a picture, for a test that fails.
fn picture(squares: &[u8]) -> String {
    let pieces: Vec<Point> = squares.iter().filter_map(|square| point(*square)).collect();
    let game = Game::from_record(&record::text(&pieces));
    game.unwrap_or_default().to_string()
}

/// What a level of the engine, which always answers the same, has answered so far.
type Answers = HashMap<Stones, Option<u8>>;

/// The learner plays a game against a level of the engine and learns from it: the moves, and its result.
fn play_and_learn(learner: &mut Learner, level: u32, role: Role, seed: u64) -> (Vec<u8>, i32) {
    play_and_learn_from(learner, level, role, seed, &mut Answers::new())
}

fn play_and_learn_from(
    learner: &mut Learner,
    level: u32,
    role: Role,
    seed: u64,
    answers: &mut Answers,
) -> (Vec<u8>, i32) {
    let (mut stones, mut side, mut squares) = (Stones::START, 1, Vec::new());
    while !stones.moves().is_empty() {
        let square = match role.plays(side) {
            true => learner.choose(stones, Effort::TRAINING, seed + squares.len() as u64),
            false => {
                let answer = answers.entry(stones);
                *answer.or_insert_with(|| by_engine(stones, level, &|| false))
            }
        };
        let square = square.expect("the game goes on");
        stones = stones.next(square).expect("the move is legal").0;
        squares.push(square);
        side = -side;
    }
    let moves = Moves::from_squares(squares.clone());
    let studied = learner.study(moves, role, false, Effort::TRAINING, seed);
    learner.apply(&Event::Game(studied.expect("the game is over")));
    let result = i32::from(*learner.history().recent.back().unwrap());
    (squares, result)
}

/// Plays so many games and asserts that none is lost twice; the results, 1 for a win.
fn play(learner: &mut Learner, role: Role, level: u32, games: u64) -> Vec<i32> {
    let (mut lost, mut results) = (HashMap::new(), Vec::new());
    let mut answers = Answers::new();
    for n in 0..games {
        let (game, result) = play_and_learn_from(learner, level, role, 1000 * n, &mut answers);
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
    println!("{role:?} against level {level}: {} lost", lost.len());
    results
}

#[test]
fn a_game_is_never_lost_twice_to_an_opponent_who_always_answers_the_same_and_the_results_rise() {
    for (role, level) in [(Role::Black, 4), (Role::White, 3)] {
        let results = play(&mut Learner::default(), role, level, 100);
        let points = |results: &[i32]| results.iter().sum::<i32>();
        let (first, last) = (points(&results[..25]), points(&results[75..]));
        println!("{first} of the first 25 points, {last} of the last");
        assert!(last > first && last >= 20, "{first}, then {last} of 25");
    }
}

/// Plays games as White with a book that is full long before the last of them is lost.
fn play_with_a_full_book(room: usize, level: u32, games: u64) {
    let mut learner = Learner::with_room(Start::Nothing, room);
    let results = play(&mut learner, Role::White, level, games);
    assert!(learner.book().positions() <= room);
    let lost = results.iter().filter(|result| **result < 0).count();
    assert!(
        lost > room / 20,
        "{lost} games were lost, and each has some 20 positions"
    );
}

#[test]
fn a_full_book_loses_no_game_twice_either() {
    play_with_a_full_book(80, 5, 12);
}

#[test]
#[ignore = "it takes half a minute"]
fn a_full_book_loses_none_of_sixty_games_to_a_stronger_level_twice() {
    play_with_a_full_book(200, 6, 60);
}

#[test]
fn five_in_a_row_are_found_as_the_judge_finds_them() {
    let mut random = StdRng::seed_from_u64(1);
    let (mut five, mut none) = (0, 0);
    for n in 0..20_000 {
        // Few columns or rows, so that there are fives, and many points next to an edge.
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

/// The eight ways to turn and mirror a board.
fn turned(pieces: &[Point]) -> impl Iterator<Item = Vec<Point>> {
    (0..8).map(move |way| {
        let turn = |point: &Point| {
            let flip = |n: usize, yes: bool| if yes { SIZE - 1 - n } else { n };
            let (row, col) = (
                flip(point.row(), way & 1 != 0),
                flip(point.col(), way & 2 != 0),
            );
            match way & 4 {
                0 => Point::new(row, col),
                _ => Point::new(col, row),
            }
        };
        pieces.iter().map(turn).collect()
    })
}

#[test]
fn turned_and_mirrored_games_are_one() {
    let is_over = |pieces: &Vec<Point>| Stones::line(&moves(pieces)).is_some();
    for pieces in recorded().into_iter().filter(is_over) {
        let mut book = Book::new(usize::MAX);
        for turned in turned(&pieces) {
            book.add(&Stones::line(&moves(&turned)).unwrap(), &[]);
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
fn of_moves_that_lead_to_the_same_position_there_is_one() {
    let first: Vec<u8> = different_moves(Stones::START).squares().collect();
    // An eighth of the board and its edges: 7 + 6 + ... rows of the triangle up to the centre.
    assert_eq!(first.len(), 36);
    let centre = Stones::after(&moves(&[Point::new(7, 7)])).unwrap();
    assert_eq!(different_moves(centre).squares().count(), 35);
}

#[test]
fn a_book_that_grew_game_by_game_equals_one_built_from_all_games_at_once() {
    let mut grown = Book::new(usize::MAX);
    let mut games = Vec::new();
    let mut learner = Learner::default();
    for n in 0..20 {
        let (squares, _) = play_and_learn(&mut learner, 2, Role::White, n);
        games.push(Stones::line(&Moves::from_squares(squares)).unwrap());
        grown.add(games.last().unwrap(), &[]);
    }
    assert!(grown == Book::from_games(games.iter().map(|line| (line, &[][..]))));
}

#[test]
fn what_it_knows_comes_back_from_bytes_and_damaged_bytes_are_refused() {
    let mut learner = Learner::default();
    for n in 0..10 {
        play_and_learn(&mut learner, 3, Role::White, n);
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
fn an_event_comes_back_from_bytes_and_the_moves_of_othello_are_none() {
    let mut learner = Learner::default();
    for n in 0..5 {
        let (moves, role) = learner.practise(None, n);
        let studied = learner.study(moves, role, true, Effort::TRAINING, n);
        let event = Event::Game(studied.unwrap());
        assert_eq!(Learner::event(&event.to_bytes()), Ok(event.clone()));
        let as_othello = mind::learner::Learner::event(&event.to_bytes());
        assert_eq!(as_othello, Err(BadEvent::Moves));
        learner.apply(&event);
    }
}

#[test]
fn what_was_lost_and_what_comes_next_is_known() {
    let mut learner = Learner::default();
    let (squares, result) = play_and_learn(&mut learner, 5, Role::White, 0);
    assert_eq!(result, -64, "{}", picture(&squares));
    let last = learner.history().last.clone().unwrap();
    let (n, next_time) = last.next_time.expect("there is another move");
    assert_ne!(next_time, squares[n]);
    assert!(n % 2 == 1, "stone {} was not White's", n + 1);
}
