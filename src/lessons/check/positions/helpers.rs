//! The cases for the helper functions in the other programs: small numbers and random boards.

use std::ops::RangeInclusive;

use rand::RngExt;

use super::{gomoku, random, random_board, set_map};
use crate::check::case::Case;
use turbo::c::Argument::{self, Array, Int};

const MANY: usize = 2000;

/// Makes a case for each combination of arguments from the given ranges.
pub(crate) fn numbers(ranges: &[RangeInclusive<i32>]) -> Vec<Case> {
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

/// Repeats the calls with arguments from the given ranges, and sets variables at random in each.
pub(crate) fn repeated(times: usize, ranges: &[RangeInclusive<i32>], seed: u64, set: Setter) -> Vec<Case> {
    with(vec![numbers(ranges); times].concat(), seed, set)
}

/// Sets variables at random in each of the given cases.
fn with(cases: Vec<Case>, seed: u64, set: Setter) -> Vec<Case> {
    let mut random = random(seed);
    let mut below = |n: i32| random.random_range(0..n);
    let cases = cases.into_iter().take(MANY);
    cases.map(|case| Case::new(set(&mut below), case.arguments)).collect()
}

type Set = Vec<(&'static str, Vec<i32>)>;

/// Chooses values for variables. Its argument returns a random number below a given one.
type Setter = fn(&mut dyn FnMut(i32) -> i32) -> Set;

fn many(length: usize, mut number: impl FnMut() -> i32) -> Vec<i32> {
    (0..length).map(|_| number()).collect()
}

/// Points that are not too close to the first or the last point, each with a step in every direction.
pub(crate) fn fives() -> Vec<Case> {
    let steps = [1, -1, 15, -15, 16, -16, 14, -14];
    let mut cases = Vec::new();
    for q in 64..=160 {
        cases.extend(steps.map(|step| Case::new(Vec::new(), vec![Int(q), Int(step)])));
    }
    with(cases, 13, dense)
}

pub(crate) fn dense(below: &mut dyn FnMut(i32) -> i32) -> Set {
    vec![("own", many(225, || i32::from(below(6) > 0)))]
}

fn text(bytes: &[u8]) -> Argument {
    Array(bytes.iter().map(|c| i32::from(*c)).collect())
}

pub(crate) fn announcements() -> Vec<Case> {
    let case = |n: i32, won: i32| Case::new(vec![("n", vec![n])], vec![text(b"Table\0"), Int(won)]);
    [0, 1, 8, 9, 224, 225].iter().flat_map(|n| [case(*n, 0), case(*n, 1)]).collect()
}

pub(crate) fn board(below: &mut dyn FnMut(i32) -> i32) -> Set {
    vec![("Board", many(225, || [0, 0, 1, 1, 1, 2][below(6) as usize]))]
}

pub(crate) fn windows() -> Vec<Case> {
    let mut all = numbers(&[4..=10, 0..=10, 0..=3, 1..=2]);
    let down = |case: &Case| !matches!(case.arguments[..], [Int(row), _, Int(3), _] if row < 4);
    all.retain(down);
    with(all, 15, board)
}

pub(crate) fn first_stones(_: &mut dyn FnMut(i32) -> i32) -> Set {
    vec![("Board", vec![0; 225]), ("win", vec![0; 225]), ("moves", vec![0])]
}

pub(crate) fn turns_on_boards() -> Vec<Case> {
    on_maps(vec![numbers(&[1..=2]); 200].concat())
}

pub(crate) fn all_drops() -> Vec<Case> {
    on_maps(vec![numbers(&[0..=7, 0..=7, 1..=2]); 8].concat())
}

fn on_maps(cases: Vec<Case>) -> Vec<Case> {
    let mut random = random(18);
    let on_map = |case: Case| {
        let set = vec![set_map(&random_board(&mut random)), ("turns", vec![0])];
        Case::new(set, case.arguments)
    };
    cases.into_iter().map(on_map).collect()
}

pub(crate) fn book(below: &mut dyn FnMut(i32) -> i32) -> Set {
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

/// Random boards from which a search looks for a win with at most zero, one or two fours.
pub(crate) fn attacks() -> Vec<Case> {
    let search =
        |case: Case| (0..3).map(move |fours| Case { arguments: vec![Int(fours)], ..at_its_start(&case) });
    gomoku::attacks().into_iter().flat_map(search).collect()
}

fn at_its_start(case: &Case) -> Case {
    let mut case = case.clone();
    for (name, number) in [("side", 1), ("other", 2), ("moves", 0), ("cut", 0)] {
        case.set.push((name.into(), vec![number]));
    }
    case
}

/// The boards of [`attacks`], with a four added in each row of three stones, and with the answer to it.
pub(crate) fn fours() -> Vec<Case> {
    let mut cases = Vec::new();
    for case in gomoku::attacks() {
        let board = case.value_of("Board").unwrap_or_default().to_vec();
        let points = (0..11 * 15).map(|n| (n / 11, n % 11));
        for (row, col) in points {
            let window: Vec<i32> = (0..5).map(|i| row * 15 + col + i).collect();
            let (free, own): (Vec<i32>, _) = window.into_iter().partition(|p| board[*p as usize] == 0);
            let threes = own.iter().all(|p| board[*p as usize] == 1);
            let free: Vec<i32> = free.iter().map(|p| p % 15 * 15 + p / 15).collect();
            if let ([a, b], true) = (&free[..], threes) {
                for (four, answer) in [(*a, *b), (*b, *a)] {
                    cases.push(Case {
                        arguments: vec![Int(four), Int(answer), Int(2)],
                        ..at_its_start(&case)
                    });
                }
            }
        }
    }
    cases
}

pub(crate) fn stones_to_take_back(below: &mut dyn FnMut(i32) -> i32) -> Set {
    let mut board = vec![0; 225];
    let win: Vec<i32> = (0..1 + below(20)).map(|n| (7 * n + below(7)) % 225).collect();
    for p in &win {
        board[(p % 15 * 15 + p / 15) as usize] = 1 + below(2);
    }
    let moves = win.len() as i32;
    vec![("Board", board), ("win", win), ("moves", vec![moves])]
}

pub(crate) fn drops_to_take_back(below: &mut dyn FnMut(i32) -> i32) -> Set {
    vec![
        ("Map", many(64, || 1 + below(2))),
        ("Turned", (0..64).map(|n| (n * 11 + 5) % 64).collect()),
        ("turns", vec![6 + below(50)]),
    ]
}

pub(crate) fn links(below: &mut dyn FnMut(i32) -> i32) -> Set {
    vec![
        ("from", many(60, || below(5))),
        ("to", many(60, || below(5))),
        ("same", vec![0; 60]),
        ("moves", vec![below(20)]),
    ]
}

/// Opening books in which each move leads to a position with fewer empty cells, so that there are no cycles.
pub(crate) fn books_without_circles(below: &mut dyn FnMut(i32) -> i32) -> Set {
    let from = many(50, || below(49));
    let to = from.iter().map(|a| a + 1 + below(49 - a)).collect();
    let mut set = book(below);
    set.retain(|(name, _)| !["from", "to", "empty", "positions"].contains(name));
    set.extend([
        ("from", from),
        ("to", to),
        ("empty", (0..50).map(|n| 60 - n).collect()),
        ("positions", vec![50]),
    ]);
    set
}

pub(crate) fn printed_books() -> Vec<Case> {
    let call = Case::new(Vec::new(), vec![text(b"Black won\0")]);
    with(vec![call; 12], 29, |below| {
        vec![
            ("worth", many(50, || 100 * (below(129) - 64))),
            ("looked", vec![below(200)]),
            ("changed", vec![below(100)]),
        ]
    })
}

pub(crate) fn errors(below: &mut dyn FnMut(i32) -> i32) -> Set {
    vec![
        ("positions", vec![1 + below(60)]),
        ("error", many(60, || below(25_600_000) - 12_800_000)),
        ("found", many(60, || below(3))),
        ("weight", vec![below(9_000_000) - 4_500_000]),
    ]
}

pub(crate) fn keys_to_split() -> Vec<Case> {
    let keys = [0x4800, 0x5000, 0x4b00, 0x4d00, 0x1c0d, 0x3920, 0x011b, 0x3b00, 0x1e61, 0];
    let case = |key| Case::new(vec![("key", vec![key])], Vec::new());
    keys.into_iter().map(case).collect()
}

/// Game trees whose leaves have random values. Each position is searched with the given window.
pub(crate) fn trees(seed: u64, window: &[RangeInclusive<i32>]) -> Vec<Case> {
    let from = |positions| numbers(&[&[positions], window].concat());
    let calls = (0..60).flat_map(|_| from(1..=1)).chain(from(1..=15));
    with(calls.collect(), seed, |below| {
        let mut worth = vec![0; 8];
        worth.extend(many(8, || below(19) - 9));
        vec![("worth", worth), ("seen", vec![0; 16]), ("looked", vec![0])]
    })
}

/// A game tree whose positions have random values. Some of them are marked as seen by a search.
pub(crate) fn tree(below: &mut dyn FnMut(i32) -> i32) -> Set {
    vec![("worth", many(16, || below(19) - 9)), ("seen", many(16, || below(2))), ("looked", vec![below(9)])]
}

pub(crate) fn book_of_matches(below: &mut dyn FnMut(i32) -> i32) -> Set {
    vec![("played", many(36, || below(2))), ("worth", many(6, || below(3) - 1))]
}

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
            (0..positions).map(|_| random.random_range(from..=to)).collect()
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
