//! The reasons of mistakes, held against slow definitions that know nothing of the engines.

use crate::common::random_game;
use qipan::engine::gomoku::Board;
use qipan::engine::gomoku::vcf::vcf;
use qipan::games::gomoku::{self, Point, SIZE};
use qipan::games::othello::rules::{is_legal, legal_moves, turn_over};
use qipan::games::othello::{self, Cell, Ply, Position, Rules};
use qipan::games::stone::Stone;
use qipan::games::{Game, Place};
use qipan::original::Map;
use qipan::players::reasons::{Reason, corner_given, missed_fours, parity_lost};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

const POSITIONS: usize = 10_000;

/// A position of a random game in which somebody can move.
fn random_position(random: &mut StdRng, most_empties: usize) -> othello::Game {
    loop {
        let whole = random_game(|n| random.random_range(0..n));
        let drops = whole.plies().len();
        let least = 60_usize.saturating_sub(most_empties).min(drops - 1);
        let upto = random.random_range(least..drops);
        let mut position = Position::default();
        let mut to_move = Stone::Black;
        for ply in &whole.plies()[..upto] {
            if let Ply::Drop(_) = ply {
                assert!(position.play(to_move, *ply));
            }
            to_move = to_move.other();
        }
        position.to_move = to_move;
        let game = othello::Game::from_position(Rules::Standard, position);
        if !game.legal_moves().is_empty() {
            return game;
        }
    }
}

fn place(Cell { row, col }: Cell) -> Place {
    (row, col)
}

const CORNERS: [Cell; 4] = [
    Cell { row: 0, col: 0 },
    Cell { row: 0, col: 7 },
    Cell { row: 7, col: 0 },
    Cell { row: 7, col: 7 },
];

#[test]
fn a_corner_is_given_away_when_the_opponent_can_take_it_and_could_not_before() {
    let mut random = StdRng::seed_from_u64(1);
    let mut given = 0;
    for _ in 0..POSITIONS {
        let game = random_position(&mut random, 60);
        let stone = game.to_move().unwrap();
        let played = *game.legal_moves().choose(&mut random).unwrap();
        let mut after = *game.map();
        turn_over(&mut after, played, stone as usize);
        let opponent = stone.other() as usize;
        let slow = CORNERS.into_iter().find(|corner| {
            is_legal(&after, *corner, opponent) && !is_legal(game.map(), *corner, opponent)
        });
        assert_eq!(
            corner_given(&game, place(played)),
            slow.map(place),
            "{played}\n{game}"
        );
        given += usize::from(slow.is_some());
    }
    assert!(given > POSITIONS / 20 && given < POSITIONS / 2, "{given}");
}

/// The empty cells that hang together with this one: all that can be reached by steps to any of the eight neighbours.
fn region(map: &Map, from: Cell) -> usize {
    let near = |a: &Cell, b: &Cell| a.row.abs_diff(b.row) <= 1 && a.col.abs_diff(b.col) <= 1;
    let empty: Vec<Cell> = Cell::all().filter(|c| map[c.row][c.col] == 0).collect();
    let mut found = vec![from];
    while let Some(next) = empty
        .iter()
        .find(|cell| !found.contains(cell) && found.iter().any(|one| near(one, cell)))
    {
        found.push(*next);
    }
    found.len()
}

#[test]
fn parity_is_lost_in_a_region_of_an_even_number_of_cells() {
    let mut random = StdRng::seed_from_u64(2);
    let mut lost = 0;
    for n in 0..POSITIONS {
        // Some have too many empty cells.
        let game = random_position(&mut random, if n % 10 == 0 { 40 } else { 16 });
        let moves: Vec<Cell> = legal_moves(game.map(), game.to_move().unwrap()).collect();
        let (played, better) = (
            *moves.choose(&mut random).unwrap(),
            *moves.choose(&mut random).unwrap(),
        );
        let (even, odd) = (region(game.map(), played), region(game.map(), better));
        let is_lost = game.map().empties() <= 20 && even % 2 == 0 && odd % 2 == 1;
        let slow = is_lost.then(|| Reason::Parity {
            even: even as u32,
            better: place(better),
            odd: odd as u32,
        });
        assert_eq!(
            parity_lost(&game, place(played), place(better)),
            slow,
            "{played} {better}\n{game}"
        );
        lost += usize::from(is_lost);
    }
    assert!(lost > POSITIONS / 20, "{lost}");
}

/// Stones on a board of gomoku: 0 is empty.
type Stones = [[u8; SIZE]; SIZE];

const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// What stands so many steps from a point; a sign of its own outside the board.
fn at(stones: &Stones, (row, col): Place, (down, right): (isize, isize), steps: isize) -> u8 {
    let row = row as isize + down * steps;
    let col = col as isize + right * steps;
    let inside = |n: isize| (0..SIZE as isize).contains(&n);
    match inside(row) && inside(col) {
        true => stones[row as usize][col as usize],
        false => 9,
    }
}

/// Would a stone of the side there be one of five or more in a row?
fn makes_five(stones: &Stones, place: Place, side: u8) -> bool {
    DIRECTIONS.iter().any(|direction| {
        let run = |sign: isize| {
            (1..5)
                .take_while(|n| at(stones, place, *direction, sign * n) == side)
                .count()
        };
        run(1) + run(-1) >= 4
    })
}

fn empties(stones: &Stones) -> impl Iterator<Item = Place> {
    let all = (0..SIZE).flat_map(|row| (0..SIZE).map(move |col| (row, col)));
    all.filter(|(row, col)| stones[*row][*col] == 0)
}

/// The points in line with a place, up to four steps away, where the side makes a five.
fn fives_near(stones: &Stones, (row, col): Place, side: u8) -> Vec<Place> {
    let mut fives = Vec::new();
    for direction in DIRECTIONS {
        for n in (-4..=4).filter(|n| *n != 0) {
            if at(stones, (row, col), direction, n) == 0 {
                let there = (
                    (row as isize + direction.0 * n) as usize,
                    (col as isize + direction.1 * n) as usize,
                );
                if makes_five(stones, there, side) {
                    fives.push(there);
                }
            }
        }
    }
    fives
}

/// Does the side, which is to move, win with at most so many fours and then a five, whatever is answered?
fn wins(stones: &mut Stones, side: u8, fours: usize) -> bool {
    if empties(stones).any(|place| makes_five(stones, place, side)) {
        return true;
    }
    if fours == 0 {
        return false;
    }
    let other = 3 - side;
    let threats: Vec<Place> = empties(stones)
        .filter(|p| makes_five(stones, *p, other))
        .collect();
    let tries: Vec<Place> = match threats[..] {
        [] => empties(stones).collect(),
        [only] => vec![only],
        _ => return false,
    };
    tries
        .into_iter()
        .any(|place| four_wins(stones, place, side, fours))
}

/// Does a four there win? The opponent has no five to come, and the side has none yet.
fn four_wins(stones: &mut Stones, place: Place, side: u8, fours: usize) -> bool {
    stones[place.0][place.1] = side;
    let answers = fives_near(stones, place, side);
    let won = all_lose(stones, &answers, side, fours - 1);
    stones[place.0][place.1] = 0;
    won
}

/// The side has just moved: does it win by fours, whatever is answered?
fn keeps(stones: &mut Stones, side: u8, fours: usize) -> bool {
    let fives = |side| -> Vec<Place> {
        let all = empties(stones);
        all.filter(|place| makes_five(stones, *place, side))
            .collect()
    };
    let (mine, theirs) = (fives(side), fives(3 - side));
    theirs.is_empty() && all_lose(stones, &mine, side, fours)
}

/// There are answers, and after each of them the side wins.
fn all_lose(stones: &mut Stones, answers: &[Place], side: u8, fours: usize) -> bool {
    !answers.is_empty()
        && answers.iter().all(|(row, col)| {
            let (row, col) = (*row, *col);
            stones[row][col] = 3 - side;
            let won = wins(stones, side, fours);
            stones[row][col] = 0;
            won
        })
}

fn stones_of(game: &gomoku::Game) -> Stones {
    let mut stones = [[0; SIZE]; SIZE];
    for (point, t) in game.pieces().iter().zip(1..) {
        stones[point.row()][point.col()] = game.stone_of_turn(t) as u8;
    }
    stones
}

/// Stones that are dropped at random near one another, until nobody has five.
fn random_gomoku(random: &mut StdRng) -> gomoku::Game {
    loop {
        let mut game = gomoku::Game::default();
        let stones = random.random_range(8..26);
        let reach = random.random_range(5..9);
        while game.t() <= stones && game.outcome().is_none() {
            let mut line = || 4 + random.random_range(0..reach);
            let _ = game.drop(Point::new(line(), line()));
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

fn missed_in(range: std::ops::Range<u64>, each: usize) -> (usize, usize) {
    // The slow definition looks at two fours.
    const DEEP: usize = 2;
    let (mut missed, mut kept) = (0, 0);
    for seed in range {
        let mut random = StdRng::seed_from_u64(seed);
        for _ in 0..each {
            let game = random_gomoku(&mut random);
            let side = game.to_move().unwrap();
            let board = Board::of_game(&game);
            let win = vcf(&board, side, 20_000);
            let mut stones = stones_of(&game);
            let slow = wins(&mut stones, side as u8, DEEP);
            let fours = win.as_ref().map(|win| win.len() / 2);
            assert_eq!(
                slow,
                fours.is_some_and(|fours| fours <= DEEP),
                "{win:?}\n{game}"
            );
            let any: Vec<Place> = empties(&stones).collect();
            let first = win.as_ref().map(|win| (win[0].row(), win[0].col()));
            let played = match first {
                Some(first) if random.random_bool(0.3) => first,
                _ => *any.choose(&mut random).unwrap(),
            };
            let found = missed_fours(&game, played);
            let mut after = game.clone();
            assert!((&mut after as &mut dyn Game).play(played));
            let kept_slowly = after.outcome().is_some() || {
                stones[played.0][played.1] = side as u8;
                keeps(&mut stones, side as u8, DEEP)
            };
            match (&found, win.is_some()) {
                (Some(_), false) => panic!("there was no win by fours\n{game}"),
                (Some(_), true) => {
                    missed += 1;
                    assert!(!kept_slowly, "{played:?} keeps the win\n{game}");
                }
                (None, true) if !kept_slowly => {
                    // It keeps a win of more fours than the slow definition looks at.
                    let mut answers = empties(&stones);
                    let answer = answers.find(|p| makes_five(&stones, *p, side as u8));
                    let answer = answer.unwrap_or_else(|| panic!("no four\n{game}"));
                    assert!((&mut after as &mut dyn Game).play(answer));
                    let longer = vcf(&Board::of_game(&after), side, 20_000);
                    assert!(
                        longer.is_some_and(|win| win.len() / 2 > DEEP),
                        "{played:?}\n{game}"
                    );
                }
                (None, true) => kept += 1,
                (None, false) => {}
            }
        }
    }
    (missed, kept)
}

#[test]
fn a_win_by_fours_is_missed_when_there_was_one_and_the_move_does_not_keep_it() {
    let halves = std::thread::scope(|scope| {
        let each = POSITIONS / 20;
        let runs = [0..10, 10..20].map(|range| scope.spawn(move || missed_in(range, each)));
        runs.map(|run| run.join().unwrap())
    });
    let missed: usize = halves.iter().map(|(missed, _)| missed).sum();
    let kept: usize = halves.iter().map(|(_, kept)| kept).sum();
    assert!(missed > 500 && kept > 100, "{missed} missed, {kept} kept");
}
