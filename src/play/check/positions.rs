//! The positions of the check: real games from the world championships, games at random, boards at random. A seed that never
//! changes makes them, so that everybody is asked the same.

use chacha20::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

use super::case::Case;
use crate::c::Argument::{Array, Int};
use crate::dos::Key;
use crate::games::gomoku::Point;
use crate::games::gomoku::judge::has_five;
use crate::games::othello::{Cell, Game, Rules};
use crate::original::{Map, can_move};

/// How many positions the functions of Othello are asked in.
const MANY: usize = 10_000;

/// The last games of four world championships: 1982, 1987, 1992 and 1997.
const FINALS: [&str; 4] = [
    "f5f4e3d6f3g5f6g4e6d7g6h6e7f7g3d3h4d2h5h3e8f8g8g7f2e1d8e2f1g1c8c7h8h7h2g2b7b8a8a7c6b6a6c5c4b5a5b3b4a4c3h1c2d1",
    "f5d6c5f4e3c6d3f6e6d7g3c4b4b3g5c3d2a3a5b5a6b6f7e7e8c2d8e1c1h5g4c7a4g6a2b7e2d1f1c8h4h3h6h7g7h8b1b2a7a8a1b8g8h2f3f8g2g1h1f2",
    "f5d6c3d3c4f4c5b4b5c6f3e6e3g6a4b3b6a5a6a3a2g4c7f2d7e7f6g5e2c2f7d1d2c1h6f8f1e1b1h5e8d8c8b8g1b7g7h7g3h2h4h3h8g8h1g2a8a7a1b2",
    "f5f4e3f6d3c4f3c5g4e2d1h4c3f2g3c2g1h3e6d6g5h5c6c7d2c1b1f1e1b2a1b4b3a3a2b5a6a4a5b6a7c8b8a8b7d7e7d8e8g6g7h7f7h8g8f8h6g2h2",
];

fn random(seed: u64) -> ChaCha12Rng {
    ChaCha12Rng::seed_from_u64(seed)
}

/// The cells of a transcript; passes need no mark.
fn cells(transcript: &str) -> Vec<Cell> {
    let pairs = transcript.as_bytes().chunks_exact(2);
    let cell = |pair: &[u8]| Cell {
        row: usize::from(pair[1] - b'1'),
        col: usize::from(pair[0] - b'a'),
    };
    pairs.map(cell).collect()
}

/// The positions of a game and the turn in each.
fn played(moves: &mut dyn FnMut(&Game) -> Option<Cell>) -> Vec<(Map, usize)> {
    let mut game = Game::new(Rules::Standard);
    let mut positions = vec![(*game.map(), game.t())];
    while game.outcome().is_none() {
        let Some(cell) = moves(&game) else { break };
        game.drop(cell);
        positions.push((*game.map(), game.t()));
    }
    positions
}

/// The positions of the finals.
fn finals() -> Vec<(Map, usize)> {
    let games = FINALS.iter().flat_map(|transcript| {
        let mut cells = cells(transcript).into_iter();
        played(&mut |_| cells.next())
    });
    games.collect()
}

/// The positions of games at random.
fn random_games(games: usize, random: &mut ChaCha12Rng) -> Vec<(Map, usize)> {
    let games = (0..games).flat_map(|_| {
        played(&mut |game: &Game| {
            let moves = game.legal_moves();
            (!moves.is_empty()).then(|| moves[random.random_range(0..moves.len())])
        })
    });
    games.collect()
}

/// A board with stones at random, on which nearly everything encloses something.
fn random_board(random: &mut ChaCha12Rng) -> Map {
    let mut map = Map::EMPTY;
    let empty = random.random_range(1..8);
    for Cell { row, col } in Cell::all() {
        map[row][col] = match random.random_range(0..8) {
            n if n < empty => 0,
            n => 1 + n % 2,
        };
    }
    map
}

/// The board as the C program has it.
fn set_map(map: &Map) -> (&'static str, Vec<i32>) {
    let cells = Cell::all().map(|Cell { row, col }| i32::from(map[row][col]));
    ("Map", cells.collect())
}

/// The board of a case.
pub fn map(case: &Case) -> Map {
    let mut map = Map::EMPTY;
    for (Cell { row, col }, n) in Cell::all().zip(case.of("Map").unwrap_or_default()) {
        map[row][col] = *n as u8;
    }
    map
}

/// The pixels in the middle of a cell.
fn pixels(cell: Cell) -> [i32; 2] {
    [120 + 40 * cell.col as i32, 120 + 40 * cell.row as i32]
}

/// Drops on empty cells: in the finals each that is one, then in games at random, and on boards at random.
pub fn drops() -> Vec<Case> {
    let mut random = random(1);
    let drop = |map: &Map, t: usize, cell: Cell| {
        let [x, y] = pixels(cell);
        Case {
            set: vec![set_map(map)],
            arguments: vec![Int(x), Int(y), Int(t as i32)],
            keys: Vec::new(),
        }
    };
    let empty = |map: &Map| {
        let map = *map;
        Cell::all().filter(move |cell| map[cell.row][cell.col] == 0)
    };
    let mut cases = Vec::new();
    for (map, t) in finals() {
        // Those that turn something over are asked all, the others now and then.
        for cell in empty(&map) {
            if encloses(&map, cell, t) || random.random_range(0..6) == 0 {
                cases.push(drop(&map, t, cell));
            }
        }
    }
    for (map, t) in random_games(60, &mut random) {
        let cells: Vec<Cell> = empty(&map).collect();
        for _ in 0..2 {
            if !cells.is_empty() {
                let cell = cells[random.random_range(0..cells.len())];
                cases.push(drop(&map, t, cell));
            }
        }
    }
    cases.truncate(MANY);
    while cases.len() < MANY {
        let map = random_board(&mut random);
        let t = random.random_range(1..61);
        for cell in empty(&map).take(4) {
            cases.push(drop(&map, t, cell));
        }
    }
    cases.truncate(MANY);
    cases
}

fn encloses(map: &Map, cell: Cell, t: usize) -> bool {
    let mut map = *map;
    crate::original::qp_change(&mut map, cell.row, cell.col, t) == 1
}

/// Boards for the score: of games and at random. The score is wrong before.
pub fn boards() -> Vec<Case> {
    let mut random = random(2);
    let mut maps: Vec<Map> = finals().iter().map(|(map, _)| *map).collect();
    maps.extend(random_games(60, &mut random).iter().map(|(map, _)| map));
    while maps.len() < MANY {
        maps.push(random_board(&mut random));
    }
    maps.truncate(MANY);
    let case = |map: &Map| Case {
        set: vec![set_map(map), ("score", vec![0, 97, 98])],
        ..Case::default()
    };
    maps.iter().map(case).collect()
}

/// Who can move? In games to their ends, where often nobody can, and on boards at random.
pub fn movers() -> Vec<Case> {
    let mut random = random(3);
    let mut positions = finals();
    positions.extend(random_games(20, &mut random));
    while positions.len() < 2000 {
        positions.push((random_board(&mut random), 1));
    }
    // The positions in which somebody cannot move come first: there are few.
    positions.sort_by_key(|(map, _)| can_move(map, 1) && can_move(map, 2));
    positions.truncate(1000);
    let case = |(map, _): &(Map, usize)| {
        let of = |t: i32| Case {
            set: vec![set_map(map)],
            arguments: vec![Int(t)],
            keys: Vec::new(),
        };
        [of(1), of(2)]
    };
    positions.iter().flat_map(case).collect()
}

/// The turns from 1 to 64.
pub fn turns() -> Vec<Case> {
    let case = |t: i32| Case {
        arguments: vec![Int(t)],
        ..Case::default()
    };
    (1..=64).map(case).collect()
}

/// The moving stone at its start and on each cell, in positions of the finals.
pub fn moving() -> Vec<Case> {
    let positions = finals();
    let mut cases = Vec::new();
    for (map, t) in positions.iter().step_by(12) {
        let start = [120, 80];
        for [x, y] in [start].into_iter().chain(Cell::all().map(pixels)) {
            cases.push(Case {
                set: vec![set_map(map), ("t", vec![*t as i32])],
                arguments: vec![Int(x), Int(y)],
                keys: Vec::new(),
            });
        }
    }
    cases
}

/// Scores from 0 to 64 for both players.
pub fn scores() -> Vec<Case> {
    let case = |score: i32, n: i32| Case {
        set: vec![("score", vec![0, score, 64 - score])],
        arguments: vec![Int(n)],
        keys: Vec::new(),
    };
    (0..=64)
        .flat_map(|score| [case(score, 1), case(score, 2)])
        .collect()
}

/// Results of games: won, lost and drawn, on full boards and others.
pub fn results() -> Vec<Case> {
    let case = |(black, white)| Case {
        set: vec![("score", vec![0, black, white])],
        ..Case::default()
    };
    let full = (0..=64).map(|black| (black, 64 - black));
    let others = [
        (0, 13),
        (13, 0),
        (20, 20),
        (31, 32),
        (32, 31),
        (1, 1),
        (45, 2),
        (30, 30),
    ];
    others.into_iter().chain(full).map(case).collect()
}

/// What a beginning game may find of the last one.
pub fn beginnings() -> Vec<Case> {
    let case = |n: i32| Case {
        set: vec![
            ("Map", vec![n; 64]),
            ("t", vec![10 * n]),
            ("tries", vec![n]),
            ("score", vec![0, 9 * n, 11 * n]),
        ],
        ..Case::default()
    };
    (0..4).map(case).collect()
}

/// A game to play, from the start of `Playtoplay`.
fn new_game(keys: Vec<Key>) -> Case {
    Case {
        set: vec![
            set_map(&Map::default()),
            ("t", vec![0]),
            ("tries", vec![0]),
            ("score", vec![0, 2, 2]),
        ],
        arguments: Vec::new(),
        keys,
    }
}

/// The keys that drop a stone on a cell.
fn way_to(cell: Cell) -> impl Iterator<Item = Key> {
    let down = std::iter::repeat_n(Key::Down, cell.row + 1);
    let right = std::iter::repeat_n(Key::Right, cell.col);
    down.chain(right).chain([Key::Enter])
}

/// Games by keys: the finals, with a failed try now and then, and keys at random.
pub fn games() -> Vec<Case> {
    let mut random = random(4);
    let mut cases = Vec::new();
    for transcript in FINALS {
        let mut game = Game::new(Rules::Original);
        let mut keys = Vec::new();
        for cell in cells(transcript) {
            if !can_move(game.map(), game.t()) {
                // The turn is lost by tries, on the cell where the next stone will be dropped: one more than there are empty cells.
                keys.extend(way_to(cell));
                let tries = game.map().empties();
                keys.extend(std::iter::repeat_n(Key::Enter, tries));
                game.lose_turn();
            }
            keys.extend(
                [Key::Up, Key::Left, Key::Right]
                    .iter()
                    .take(random.random_range(0..4)),
            );
            keys.extend(way_to(cell));
            game.drop(cell);
        }
        cases.push(new_game(keys));
    }
    for _ in 0..12 {
        let keys = (0..400).map(|_| match random.random_range(0..12) {
            0..2 => Key::Up,
            2..6 => Key::Down,
            6..7 => Key::Left,
            7..9 => Key::Right,
            9..11 => Key::Enter,
            _ => Key::Space,
        });
        let mut keys: Vec<Key> = keys.collect();
        keys.push(Key::Esc);
        cases.push(new_game(keys));
    }
    cases
}

/// Records that are some, and texts that are none.
pub fn records() -> Vec<Case> {
    let mut random = random(5);
    let mut texts: Vec<String> = [
        "", "0", "00", "0a", "e0", "ee", "0f", "g0", "0001 1", "AB", "00E0", "0000", "12341",
    ]
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
    let case = |text: String| Case {
        set: vec![("n", vec![5])],
        arguments: vec![Array(text.bytes().chain([0]).map(i32::from).collect())],
        keys: Vec::new(),
    };
    texts.into_iter().map(case).collect()
}

/// All points of the board at random.
fn shuffled(random: &mut ChaCha12Rng) -> Vec<i32> {
    let mut points: Vec<i32> = (0..225).collect();
    for n in (1..points.len()).rev() {
        points.swap(n, random.random_range(0..=n));
    }
    points
}

/// Games of gomoku, in half of which the last stone makes five, and traps: five numbers in a row that are no five.
pub fn five_or_not() -> Vec<Case> {
    let mut random = random(6);
    let mut cases = vec![record(&[])];
    // 11, 12, 13, 14 and 15: the next column begins at 15.
    for (step, first) in [
        (1, 11),
        (1, 12),
        (1, 13),
        (15, 170),
        (16, 10),
        (16, 60),
        (14, 3),
        (14, 45),
        (1, 220),
    ] {
        for shift in 0..4 {
            let own: Vec<i32> = (0..5)
                .map(|n| (first + step * n + 15 * shift) % 225)
                .collect();
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
        let near = points.filter(|p| {
            (cols..cols + 7).contains(&(p / 15)) && (rows..rows + 7).contains(&(p % 15))
        });
        let near: Vec<i32> = near.collect();
        let point = |p: &i32| Point::new((p % 15) as usize, (p / 15) as usize);
        let points: Vec<Point> = near.iter().map(point).collect();
        let five = (1..=near.len()).find(|n| has_five(&points[..*n]));
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
    Case {
        set: vec![
            ("p", pieces.to_vec()),
            ("n", vec![pieces.len() as i32]),
            ("Board", board),
        ],
        ..Case::default()
    }
}

/// Boards of gomoku on which Black may have a win by fours.
pub fn attacks() -> Vec<Case> {
    let mut random = random(7);
    let case = |_| {
        let (rows, cols) = (random.random_range(0..9), random.random_range(0..9));
        let mut board = vec![0; 225];
        for n in 0..13 {
            let (row, col) = (
                rows + random.random_range(0..7),
                cols + random.random_range(0..7),
            );
            board[row * 15 + col] = if n % 3 == 2 { 2 } else { 1 };
        }
        Case {
            set: vec![("Board", board)],
            arguments: vec![Int(1)],
            keys: Vec::new(),
        }
    };
    (0..24).map(case).collect()
}

/// The ends of games: the last moves of the finals and of games at random.
pub fn ends() -> Vec<Case> {
    let mut random = random(8);
    let mut positions = finals();
    positions.extend(random_games(12, &mut random));
    positions.retain(|(map, t)| (1..=4).contains(&map.empties()) && can_move(map, *t));
    let case = |(map, t): &(Map, usize)| Case {
        set: vec![set_map(map), ("t", vec![*t as i32])],
        ..Case::default()
    };
    positions.iter().map(case).collect()
}

/// Games that a book without others learns from.
pub fn book_games() -> Vec<Case> {
    let mut random = random(9);
    let case = |n: i32| {
        let length = 1 + n % 60;
        let again = (0..60).map(|_| i32::from(random.random_range(0..8) == 0));
        Case {
            set: vec![
                ("positions", vec![length + 1]),
                ("empty", (0..=length).map(|i| 60 - i).collect()),
                ("path", (0..=length).collect()),
                ("again", again.collect()),
                ("length", vec![length]),
            ],
            arguments: vec![Int(2 * random.random_range(-32..=32))],
            keys: Vec::new(),
        }
    };
    (0..120).map(case).collect()
}

/// Games that a weight learns from.
pub fn weight_games() -> Vec<Case> {
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
        Case {
            set: vec![
                ("positions", vec![positions]),
                ("result", vec![2 * (positions - 30)]),
                ("weight", vec![100_000 * positions - 2_500_000]),
                ("side", side),
                ("v", v),
                ("found", found),
            ],
            ..Case::default()
        }
    };
    (0..200).map(case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_finals_are_games_with_legal_moves_only() {
        for transcript in FINALS {
            let mut game = Game::new(Rules::Standard);
            for cell in cells(transcript) {
                assert!(game.legal_moves().contains(&cell), "{cell}\n{}", game.map());
                game.drop(cell);
            }
        }
    }
}
