//! The cases for the functions of the gomoku programs.

use chacha20::ChaCha12Rng;
use rand::RngExt;

use super::random;
use crate::check::case::Case;
use games::gomoku::judge::has_five;
use games::gomoku::{Point, SIZE};
use turbo::c::Argument::{Array, Int};

/// Valid records, and texts that are not valid records.
pub(crate) fn records() -> Vec<Case> {
    let mut random = random(5);
    let mut texts: Vec<String> =
        ["", "0", "00", "0a", "e0", "ee", "0f", "g0", "0001 1", "AB", "00E0", "0000", "12341"]
            .map(str::to_string)
            .to_vec();
    texts.push("000110112021303140".to_string());
    for n in 0..300 {
        let stones = shuffled(&mut random);
        let stones = &stones[..n % 226];
        let digits = stones.iter().map(|p| format!("{:x}{:x}", p / 15, p % 15));
        let mut text: String = digits.collect();
        match n % 10 {
            7 => text.push('3'),
            8 => text += &text.chars().take(2).collect::<String>(),
            9 => text.push_str("f1"),
            _ => {}
        }
        texts.push(text);
    }
    let case = |text: String| {
        let characters = text.bytes().chain([0]).map(i32::from);
        Case::new(vec![("n", vec![5])], vec![Array(characters.collect())])
    };
    texts.into_iter().map(case).collect()
}

fn shuffled(random: &mut ChaCha12Rng) -> Vec<i32> {
    let mut points: Vec<i32> = (0..225).collect();
    for n in (1..points.len()).rev() {
        points.swap(n, random.random_range(0..=n));
    }
    points
}

/// Games, half of which end with five in a row, and traps: points with evenly spaced numbers that are not
/// five in a row.
pub(crate) fn five_or_not() -> Vec<Case> {
    let mut random = random(6);
    let mut cases = vec![record(&[])];
    // For example 11, 12, 13, 14 and 15: the next column begins with 15.
    let lines = [1, 1, 1, 15, 16, 16, 14, 14, 1].into_iter();
    for (step, first) in lines.zip([11, 12, 13, 170, 10, 60, 3, 45, 220]) {
        for shift in 0..4 {
            let own: Vec<i32> = (0..5).map(|n| (first + step * n + 15 * shift) % 225).collect();
            let mut pieces = Vec::new();
            let mut others = (0..225).rev().filter(|p| !own.contains(p)).step_by(2);
            for p in &own[..4] {
                pieces.push(*p);
                pieces.extend(others.next());
            }
            pieces.push(own[4]);
            cases.push(record(&pieces));
        }
    }
    while cases.len() < 2000 {
        let (rows, cols) = (random.random_range(0..9), random.random_range(0..9));
        let points = shuffled(&mut random).into_iter();
        let near =
            points.filter(|p| (cols..cols + 7).contains(&(p / 15)) && (rows..rows + 7).contains(&(p % 15)));
        let near: Vec<i32> = near.collect();
        let point = |p: &i32| Point::new((p % 15) as usize, (p / 15) as usize);
        let points: Vec<Point> = near.iter().map(point).collect();
        let five = (1..=near.len()).find(|n| has_five(SIZE, &points[..*n]));
        let end = five.unwrap_or(near.len());
        cases.push(record(&near[..end]));
        cases.push(record(&near[..end - 1]));
    }
    cases.truncate(2000);
    cases
}

fn record(pieces: &[i32]) -> Case {
    let mut board = vec![0; 225];
    for (n, p) in pieces.iter().enumerate() {
        board[(p % 15 * 15 + p / 15) as usize] = 1 + n as i32 % 2;
    }
    let set = vec![("p", pieces.to_vec()), ("n", vec![pieces.len() as i32]), ("Board", board)];
    Case::new(set, Vec::new())
}

pub(crate) fn attacks() -> Vec<Case> {
    let mut random = random(7);
    let case = |_| {
        let (rows, cols) = (random.random_range(0..9), random.random_range(0..9));
        let mut board = vec![0; 225];
        for n in 0..13 {
            let (row, col) = (rows + random.random_range(0..7), cols + random.random_range(0..7));
            board[row * 15 + col] = if n % 3 == 2 { 2 } else { 1 };
        }
        Case::new(vec![("Board", board)], vec![Int(1)])
    };
    (0..24).map(case).collect()
}
