//! What the helpers of the other programs are asked: small numbers, and boards at random.

use std::ops::RangeInclusive;

use rand::RngExt;

use super::games::{random, random_board, set_map};
use crate::check::case::Case;
use turbo::c::Argument::{Array, Int};

/// So many cases a helper is asked at most.
const MANY: usize = 2000;

/// Calls with all numbers of these ranges.
fn numbers(ranges: &[RangeInclusive<i32>]) -> Vec<Case> {
    let mut all = vec![Vec::new()];
    for range in ranges {
        let longer = |start: &Vec<i32>| {
            let start = start.clone();
            range.clone().map(move |n| [&start[..], &[n]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    let case = |numbers: Vec<i32>| Case::new(Vec::new(), numbers.into_iter().map(Int).collect());
    all.into_iter().map(case).collect()
}

/// The same calls, each with variables set anew.
fn with(
    cases: Vec<Case>,
    seed: u64,
    mut set: impl FnMut(&mut dyn FnMut(i32) -> i32) -> Set,
) -> Vec<Case> {
    let mut random = random(seed);
    let mut below = |n: i32| random.random_range(0..n);
    let cases = cases.into_iter().take(MANY).map(|case| Case {
        set: set(&mut below),
        ..case
    });
    cases.collect()
}

type Set = Vec<(&'static str, Vec<i32>)>;

fn many(length: usize, mut number: impl FnMut() -> i32) -> Vec<i32> {
    (0..length).map(|_| number()).collect()
}

pub(crate) fn cells_left() -> Vec<Case> {
    numbers(&[0..=7, -1..=1])
}

pub(crate) fn digits() -> Vec<Case> {
    numbers(&[-1..=127])
}

pub(crate) fn two_numbers() -> Vec<Case> {
    numbers(&[0..=14, 0..=14])
}

pub(crate) fn points_left() -> Vec<Case> {
    numbers(&[0..=14, -1..=1])
}

/// Whether four more stones follow, from points that are far enough from the first and the last one.
pub(crate) fn fives() -> Vec<Case> {
    let steps = [1, -1, 15, -15, 16, -16, 14, -14];
    let mut cases = Vec::new();
    for q in 64..=160 {
        cases.extend(steps.map(|step| Case::new(Vec::new(), vec![Int(q), Int(step)])));
    }
    with(cases, 13, dense)
}

/// Stones of a player, of which most runs are long.
fn dense(below: &mut dyn FnMut(i32) -> i32) -> Set {
    vec![("own", many(225, || i32::from(below(6) > 0)))]
}

pub(crate) fn runs() -> Vec<Case> {
    with(numbers(&[0..=224, 0..=7]), 14, dense)
}

pub(crate) fn announcements() -> Vec<Case> {
    let name: Vec<i32> = b"Table\0".iter().map(|c| i32::from(*c)).collect();
    let case =
        |n: i32, won: i32| Case::new(vec![("n", vec![n])], vec![Array(name.clone()), Int(won)]);
    [0, 1, 8, 9, 224, 225]
        .iter()
        .flat_map(|n| [case(*n, 0), case(*n, 1)])
        .collect()
}

/// A board of gomoku with more stones of Black.
fn board(below: &mut dyn FnMut(i32) -> i32) -> Set {
    vec![("Board", many(225, || [0, 0, 1, 1, 1, 2][below(6) as usize]))]
}

pub(crate) fn windows_that_fit() -> Vec<Case> {
    numbers(&[-4..=15, 0..=15, 0..=3])
}

pub(crate) fn windows() -> Vec<Case> {
    let mut all = numbers(&[4..=10, 0..=10, 0..=3, 1..=2]);
    let down = |case: &Case| !matches!(case.arguments[..], [Int(row), _, Int(3), _] if row < 4);
    all.retain(down);
    with(all, 15, board)
}

pub(crate) fn fives_to_make() -> Vec<Case> {
    let calls = (0..60).flat_map(|_| numbers(&[1..=2, -1..=0]));
    with(calls.collect(), 16, board)
}

/// Stones that are dropped as the first of a win.
pub(crate) fn first_stones() -> Vec<Case> {
    with(numbers(&[0..=224, 1..=2]), 17, |_| {
        vec![
            ("Board", vec![0; 225]),
            ("win", vec![0; 225]),
            ("moves", vec![0]),
        ]
    })
}

pub(crate) fn turns_on_boards() -> Vec<Case> {
    on_maps((0..200).flat_map(|_| numbers(&[1..=2])).collect())
}

/// Drops on each cell, empty or not.
pub(crate) fn all_drops() -> Vec<Case> {
    on_maps(
        (0..8)
            .flat_map(|_| numbers(&[0..=7, 0..=7, 1..=2]))
            .collect(),
    )
}

fn on_maps(cases: Vec<Case>) -> Vec<Case> {
    let mut random = random(18);
    let on_map = |case: Case| Case {
        set: vec![set_map(&random_board(&mut random)), ("turns", vec![0])],
        ..case
    };
    cases.into_iter().map(on_map).collect()
}

/// Positions of which some wait, and moves between them.
fn book(below: &mut dyn FnMut(i32) -> i32) -> Set {
    let positions = 1 + below(50);
    let mut any = |most: i32| many(50, || below(most));
    vec![
        ("positions", vec![positions]),
        ("waits", any(2)),
        ("empty", any(61)),
        ("worth", any(6400)),
        ("certain", any(2)),
        ("result", any(64)),
        ("alternative", any(2)),
        ("promise", any(6400)),
        ("from", any(12)),
        ("to", any(50)),
        ("same", any(2)),
        ("moves", vec![50]),
    ]
}

pub(crate) fn books() -> Vec<Case> {
    with(vec![Case::default(); 300], 19, book)
}

pub(crate) fn positions_of_books() -> Vec<Case> {
    with((0..40).flat_map(|_| numbers(&[0..=11])).collect(), 20, book)
}

pub(crate) fn quotients() -> Vec<Case> {
    numbers(&[-60..=60, 1..=15])
}
