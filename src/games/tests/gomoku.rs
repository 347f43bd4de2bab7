//! The judges and the records of gomoku.

use crate::common::recorded::{black_wins, full_board, full_board_of};
use games::gomoku::judge::{Algorithm, judge, judge_counting};
use games::gomoku::record::{self, BadRecord, text};
use games::gomoku::{self, Point, SIZE};
use games::stone::{Outcome, Stone};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// The board as characters.
fn board(pieces: &[Point]) -> Vec<Vec<char>> {
    let mut board = vec![vec!['.'; SIZE]; SIZE];
    for (p, c) in pieces.iter().zip(['X', 'O'].into_iter().cycle()) {
        board[p.row()][p.col()] = c;
    }
    board
}

fn picture(pieces: &[Point]) -> String {
    let lines: Vec<String> = board(pieces).iter().map(String::from_iter).collect();
    format!("\n{}\n", lines.join("\n"))
}

fn parse(record: &str) -> Result<Vec<Point>, BadRecord> {
    record::parse(record, 15)
}

/// Whether a colour has five in a row: searches all lines of the drawn board for XXXXX.
fn has_five(pieces: &[Point], c: char) -> bool {
    let board = board(pieces);
    let n = SIZE as isize;
    let line = |row: isize, col: isize, down: isize, right: isize| -> String {
        let points = (0..n)
            .map(|i| (row + i * down, col + i * right))
            .filter(|(r, c)| (0..n).contains(r) && (0..n).contains(c));
        points.map(|(r, c)| board[r as usize][c as usize]).collect()
    };
    let five = c.to_string().repeat(5);
    let mut lines = Vec::new();
    for k in 0..n {
        lines.push(line(k, 0, 0, 1));
        lines.push(line(0, k, 1, 0));
        lines.push(line(0, k, 1, 1));
        lines.push(line(k, 0, 1, 1));
        lines.push(line(0, k, 1, -1));
        lines.push(line(k, n - 1, 1, -1));
    }
    lines.iter().any(|line| line.contains(&five))
}

/// The outcome by the definition of the game, independent of the algorithms.
fn by_definition(pieces: &[Point]) -> Option<Outcome> {
    let (c, stone) = match pieces.len() % 2 {
        1 => ('X', Stone::Black),
        _ => ('O', Stone::White),
    };
    match has_five(pieces, c) {
        true => Some(Outcome::Won(stone)),
        false => (pieces.len() == 225).then_some(Outcome::Draw),
    }
}

fn assert_judged(pieces: &[Point], expected: Option<Outcome>) {
    for algorithm in Algorithm::ALL {
        let judged = judge(algorithm, 15, pieces);
        let (name, picture) = (algorithm.to_string(), picture(pieces));
        assert_eq!(judged, expected, "{name} on {}:{picture}", text(pieces));
    }
}

fn points(numbers: &[usize]) -> Vec<Point> {
    let point = |n: &usize| Point::new(n % 15, n / 15);
    numbers.iter().map(point).collect()
}

/// A game with the given black stones; white's stones are elsewhere and do not touch.
fn black_line(black: &[(usize, usize)]) -> Vec<Point> {
    let own: Vec<Point> = black.iter().map(|(r, c)| Point::new(*r, *c)).collect();
    let mut free = Point::all(15).filter(|p| p.row() % 3 == 0 && p.col() % 3 == 0);
    let mut pieces = Vec::new();
    for (n, p) in own.iter().enumerate() {
        if n > 0 {
            pieces.extend(free.find(|f| !own.contains(f)));
        }
        pieces.push(*p);
    }
    pieces
}

fn winning_stones(pieces: &[Point]) -> Vec<Point> {
    let game = gomoku::Game::from_record(&text(pieces));
    game.unwrap().winning_stones()
}

#[test]
fn five_consecutive_numbers_across_an_edge_do_not_win() {
    // Five numbers p, p + step, ... from every point in each direction. Some leave the board.
    for step in [1, 15, 16, 14] {
        for first in 0..225 {
            let numbers: Vec<usize> = (0..5).map(|i| first + i * step).collect();
            if numbers[4] > 224 {
                continue;
            }
            let pairs = numbers.windows(2);
            let steps = pairs.map(|w| {
                let (a, b) = (points(w)[0], points(w)[1]);
                (a.row().abs_diff(b.row()), a.col().abs_diff(b.col()))
            });
            let wraps = steps.into_iter().any(|(r, c)| r > 1 || c > 1);
            let black = points(&numbers);
            let places: Vec<_> = black.iter().map(|p| (p.row(), p.col())).collect();
            for last in 0..5 {
                let mut places = places.clone();
                places.swap(4, last);
                let pieces = black_line(&places);
                let expected = if wraps { None } else { black_wins() };
                assert_judged(&pieces, expected);
            }
        }
    }
}

#[test]
fn a_stone_that_makes_two_fives_marks_both() {
    let places: Vec<_> = [1, 2, 3, 4]
        .into_iter()
        .flat_map(|i| [(7, 7 + i), (7 + i, 7)])
        .chain([(7, 7)])
        .collect();
    let pieces = black_line(&places);
    assert_judged(&pieces, black_wins());
    let mut winning = winning_stones(&pieces);
    winning.sort();
    winning.dedup();
    assert_eq!(winning.len(), 9);
}

#[test]
fn judges_agree_with_the_definition_on_random_positions() {
    let mut random = StdRng::seed_from_u64(3);
    let mut positions = 0;
    let (mut black, mut white, mut none) = (0, 0, 0);
    while positions < 100_000 {
        // Random stones make fives only in a small area.
        let side = random.random_range(5..=SIZE);
        let (top, left) = (
            random.random_range(0..=SIZE - side),
            random.random_range(0..=SIZE - side),
        );
        let mut places: Vec<Point> = (0..side * side)
            .map(|n| Point::new(top + n / side, left + n % side))
            .collect();
        places.shuffle(&mut random);
        for stones in 0..=places.len() {
            let pieces = &places[..stones];
            let expected = by_definition(pieces);
            assert_judged(pieces, expected);
            positions += 1;
            match expected {
                None => none += 1,
                Some(Outcome::Won(Stone::Black)) => black += 1,
                _ => white += 1,
            }
            if expected.is_some() {
                break;
            }
        }
    }
    let counts = [black, white, none];
    assert!(counts.iter().all(|n| *n > 500), "{counts:?}");
}

#[test]
fn a_full_board_without_five_is_a_draw() {
    let pieces = full_board();
    assert_judged(&pieces, Some(Outcome::Draw));
    assert_judged(&pieces[..224], None);
}

#[test]
fn five_on_the_last_free_point_wins() {
    let mut pieces = full_board_of(|p| match (p.row(), p.col()) {
        (0, 2 | 3) => true,
        (14, 0 | 4) => false,
        _ => (p.col() / 2 + p.row()).is_multiple_of(2),
    });
    let winner = pieces.iter().position(|p| *p == Point::new(0, 3)).unwrap();
    pieces.swap(224, winner);
    assert_eq!(by_definition(&pieces), black_wins(), "{}", picture(&pieces));
    assert_judged(&pieces, black_wins());
    assert_eq!(parse(&text(&pieces)), Ok(pieces));
}

/// The number of points that an algorithm looks at.
fn looks(algorithm: Algorithm, pieces: &[Point]) -> usize {
    judge_counting(algorithm, 15, pieces).1
}

#[test]
fn last_stone_needs_a_bounded_number_of_looks() {
    let pieces = full_board();
    for stones in 1..=225 {
        let some = &pieces[..stones];
        assert!(looks(Algorithm::LastStone, some) <= 32);
        assert_eq!(
            looks(Algorithm::LastStone, some),
            looks(Algorithm::DirectionTable, some),
            "the table only changes the order of the lines"
        );
    }
    assert!(looks(Algorithm::AllStones, &pieces) > 700);
}

#[test]
fn looks_are_counted_as_in_the_text() {
    // A stone in the corner has three directions; each ends at its first look.
    let corner = parse("00").unwrap();
    assert_eq!(looks(Algorithm::AllStones, &corner), 3);
    assert_eq!(looks(Algorithm::LastStone, &corner), 3);
    // A stone in the middle has eight.
    let middle = parse("77").unwrap();
    assert_eq!(looks(Algorithm::AllStones, &middle), 8);
    assert_eq!(looks(Algorithm::LastStone, &middle), 8);
}

#[test]
fn bad_records_are_rejected() {
    let point = Point::new(7, 7);
    for (record, error) in [
        ("0", BadRecord::OddLength(1)),
        ("00011", BadRecord::OddLength(5)),
        ("0f", BadRecord::Digit('f', 2, 15)),
        ("77g0", BadRecord::Digit('g', 3, 15)),
        ("77 78", BadRecord::Digit(' ', 3, 15)),
        ("77-1", BadRecord::Digit('-', 3, 15)),
        ("７７", BadRecord::Digit('７', 1, 15)),
        ("77787977", BadRecord::UsedTwice(point, 4)),
        ("00011011202130314050", BadRecord::AfterWin(10)),
    ] {
        assert_eq!(parse(record), Err(error), "{record}");
    }
    assert_eq!(parse("EE0a"), parse("ee0A"));
    assert_eq!(parse(""), Ok(vec![]));
    let full = text(&full_board());
    let found = parse(&(full + "00"));
    assert_eq!(found, Err(BadRecord::UsedTwice(Point::new(0, 0), 226)));
}

#[test]
fn engine_games_have_their_recorded_outcomes() {
    // Games of two engines with their results, played for this project.
    let games = include_str!("../../../tests/data/gomoku-games.tsv");
    for line in games.lines().skip(1) {
        let (result, record) = line.split_once('\t').unwrap();
        let pieces = parse(record).unwrap();
        let expected = match result {
            "black" => black_wins(),
            "white" => Some(Outcome::Won(Stone::White)),
            _ => Some(Outcome::Draw),
        };
        assert_judged(&pieces, expected);
        assert_judged(&pieces[..pieces.len() - 1], None);
    }
}
