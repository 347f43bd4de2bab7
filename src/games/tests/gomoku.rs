//! The judges and the records of gomoku.

use crate::common::recorded::{black_wins, full_board, full_board_with_a_last_row};
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

/// True if a colour has five in a row: searches all lines of the drawn board for XXXXX.
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

#[test]
fn a_stone_that_makes_two_fives_marks_both() {
    let pieces = parse("8700780397067909a7307a33b7367b3977").unwrap();
    assert_judged(&pieces, black_wins());
    let mut winning = gomoku::Game::from_record(&text(&pieces)).unwrap().winning_stones();
    winning.sort();
    winning.dedup();
    assert_eq!(winning.len(), 9);
}

#[test]
fn judges_agree_with_the_definition_on_random_positions() {
    let mut random = StdRng::seed_from_u64(3);
    let (mut black, mut white, mut none) = (0, 0, 0);
    while black + white + none < 100_000 {
        // Random stones make fives only in a small area.
        let side = random.random_range(5..=SIZE);
        let [top, left] = [(); 2].map(|()| random.random_range(0..=SIZE - side));
        let place = |n: usize| Point::new(top + n / side, left + n % side);
        let mut places: Vec<Point> = (0..side * side).map(place).collect();
        places.shuffle(&mut random);
        for stones in 0..=places.len() {
            let pieces = &places[..stones];
            let expected = by_definition(pieces);
            assert_judged(pieces, expected);
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
    let pieces = full_board_with_a_last_row();
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
        let by_table = looks(Algorithm::DirectionTable, some);
        assert_eq!(looks(Algorithm::LastStone, some), by_table, "only the order of lines differs");
    }
    assert!(looks(Algorithm::AllStones, &pieces) > 700);
}

#[test]
fn looks_are_counted_as_in_the_text() {
    // A stone in the corner has three directions, one in the middle eight; each ends at its first look.
    for (stone, expected) in [("00", 3), ("77", 8)] {
        for algorithm in [Algorithm::AllStones, Algorithm::LastStone] {
            assert_eq!(looks(algorithm, &parse(stone).unwrap()), expected, "{stone}");
        }
    }
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
