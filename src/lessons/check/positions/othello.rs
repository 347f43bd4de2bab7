//! The cases for the functions of the Othello programs.

use rand::RngExt;

use super::{finals, random, random_board, random_games, set_map};
use crate::check::case::Case;
use crate::tutor::calls::middle;
use games::othello::Cell;
use original::{Map, START, can_move};
use turbo::c::Argument::Int;

const MANY: usize = 10_000;

/// Drops of discs on empty cells: first in the finals, then in random games and on random boards.
pub(crate) fn drops() -> Vec<Case> {
    let mut random = random(1);
    let drop = |map: &Map, t: usize, cell: Cell| {
        let (x, y) = middle(cell);
        Case::new(vec![set_map(map)], vec![Int(x), Int(y), Int(t as i32)])
    };
    let empty = |map: &Map| {
        let map = *map;
        Cell::all().filter(move |cell| map[cell.row][cell.col] == 0)
    };
    let mut cases = Vec::new();
    for (map, t) in finals() {
        // Include all moves that turn discs over, and some of the other moves.
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
    original::qp_change(&mut map, cell.row, cell.col, t) == 1
}

/// Boards whose discs are to be counted, from games and at random. The score before the call is wrong on
/// purpose.
pub(crate) fn boards() -> Vec<Case> {
    let mut random = random(2);
    let mut maps: Vec<Map> = finals().iter().map(|(map, _)| *map).collect();
    maps.extend(random_games(60, &mut random).iter().map(|(map, _)| map));
    while maps.len() < MANY {
        maps.push(random_board(&mut random));
    }
    maps.truncate(MANY);
    let case = |map: &Map| Case::new(vec![set_map(map), ("score", vec![0, 97, 98])], Vec::new());
    maps.iter().map(case).collect()
}

/// Cases in which a player may be unable to move: games played to their ends, and random boards.
pub(crate) fn movers() -> Vec<Case> {
    let mut random = random(3);
    let mut positions = finals();
    positions.extend(random_games(20, &mut random));
    while positions.len() < 2000 {
        positions.push((random_board(&mut random), 1));
    }
    // Put the few positions in which a player cannot move first.
    positions.sort_by_key(|(map, _)| can_move(map, 1) && can_move(map, 2));
    positions.truncate(1000);
    let case = |(map, _): &(Map, usize)| {
        let of = |t: i32| Case::new(vec![set_map(map)], vec![Int(t)]);
        [of(1), of(2)]
    };
    positions.iter().flat_map(case).collect()
}

/// The moving disc at its start and on each cell, in positions from the finals.
pub(crate) fn moving() -> Vec<Case> {
    let positions = finals();
    let mut cases = Vec::new();
    for (map, t) in positions.iter().step_by(12) {
        for (x, y) in [START].into_iter().chain(Cell::all().map(middle)) {
            let set = vec![set_map(map), ("t", vec![*t as i32])];
            cases.push(Case::new(set, vec![Int(x), Int(y)]));
        }
    }
    cases
}

pub(crate) fn scores() -> Vec<Case> {
    let case = |score: i32, n: i32| Case::new(vec![("score", vec![0, score, 64 - score])], vec![Int(n)]);
    (0..=64).flat_map(|score| [case(score, 1), case(score, 2)]).collect()
}

pub(crate) fn results() -> Vec<Case> {
    let case = |(black, white)| Case::new(vec![("score", vec![0, black, white])], Vec::new());
    let full = (0..=64).map(|black| (black, 64 - black));
    let others = [(0, 13), (13, 0), (20, 20), (31, 32), (32, 31), (1, 1), (45, 2), (30, 30)];
    others.into_iter().chain(full).map(case).collect()
}

pub(crate) fn beginnings() -> Vec<Case> {
    let case = |n: i32| {
        let set = vec![
            ("Map", vec![n; 64]),
            ("t", vec![10 * n]),
            ("tries", vec![n]),
            ("score", vec![0, 9 * n, 11 * n]),
        ];
        Case::new(set, Vec::new())
    };
    (0..4).map(case).collect()
}

pub(crate) fn stones() -> Vec<Case> {
    let places = [START].into_iter().chain(Cell::all().map(middle));
    let of = |(x, y): (i32, i32)| [1, 2].map(|t| Case::new(Vec::new(), vec![Int(x), Int(y), Int(t)]));
    places.flat_map(of).collect()
}

pub(crate) fn turned_over() -> Vec<Case> {
    let mut random = random(11);
    let case = |map: &Map, Cell { row, col }: Cell, t: i32| {
        let place = [row as i32, col as i32, t].map(Int);
        Case::new(vec![set_map(map)], place.to_vec())
    };
    let of = |t: i32| {
        let map = random_board(&mut random);
        let cells = Cell::all().map(move |cell| case(&map, cell, t));
        cells.collect::<Vec<Case>>()
    };
    (1..=4).flat_map(of).collect()
}

pub(crate) fn enclosing() -> Vec<Case> {
    let mut random = random(12);
    let mut positions = finals();
    positions.extend((0..60).map(|n| (random_board(&mut random), n)));
    let empty = |(map, t): (Map, usize)| {
        let cells = Cell::all().filter(move |cell| map[cell.row][cell.col] == 0);
        cells.map(move |Cell { row, col }| {
            let arguments = [row, col, t].map(|n| Int(n as i32));
            Case::new(vec![set_map(&map)], arguments.to_vec())
        })
    };
    positions.into_iter().flat_map(empty).collect()
}

pub(crate) fn ends() -> Vec<Case> {
    let mut random = random(8);
    let mut positions = finals();
    positions.extend(random_games(12, &mut random));
    positions.retain(|(map, t)| (1..=4).contains(&map.empties()) && can_move(map, *t));
    let case = |(map, t): &(Map, usize)| Case::new(vec![set_map(map), ("t", vec![*t as i32])], Vec::new());
    positions.iter().map(case).collect()
}

/// The cases of [`ends`], with the turn and the widest window as arguments.
pub(crate) fn ends_by_turn() -> Vec<Case> {
    let by_turn = |case: Case| {
        let t = case.value_of("t").map_or(0, |t| t[0]);
        Case { arguments: vec![Int(t), Int(-65), Int(65)], ..case }
    };
    ends().into_iter().map(by_turn).collect()
}
