//! The reasons of mistakes, compared with slow definitions that are independent of the engines.

use crate::common::recorded::{random_game, recorded_gomoku};
use games::gomoku::{self, Point, SIZE};
use games::othello::rules::{is_legal, legal_moves, turn_over};
use games::othello::{self, Cell, Ply, Position, Rules};
use games::stone::Stone;
use games::{Game, Place};
use mind::engine::gomoku::vcf::vcf;
use mind::engine::gomoku::{Board, Coord};
use original::Map;
use players::analysis::review;
use players::cores;
use players::reasons::{Reason, corner_given, makes_pass, parity_lost, takes_corner, words};
use players::threats::{self, Threat};
use players::{Gomoku, computer::Computer};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

const POSITIONS: usize = 10_000;

/// A position of a random game in which a player can move.
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

const CORNERS: [Cell; 4] =
    [Cell { row: 0, col: 0 }, Cell { row: 0, col: 7 }, Cell { row: 7, col: 0 }, Cell { row: 7, col: 7 }];

#[test]
fn corner_and_pass_reasons_match_the_rules() {
    let mut random = StdRng::seed_from_u64(1);
    let (mut given, mut taken, mut passed) = (0, 0, 0);
    for n in 0..POSITIONS {
        // Late positions have corners to take, and passes.
        let late = n % 4 == 0;
        let game = random_position(&mut random, if late { 12 } else { 60 });
        let stone = game.to_move().unwrap();
        let played = *game.legal_moves().choose(&mut random).unwrap();
        let mut after = *game.map();
        turn_over(&mut after, played, stone as usize);
        let opponent = stone.other() as usize;
        let slow = CORNERS
            .into_iter()
            .find(|corner| is_legal(&after, *corner, opponent) && !is_legal(game.map(), *corner, opponent));
        let found = corner_given(&game, place(played));
        assert_eq!(found, slow.map(place), "{played}\n{game}");
        let moves = |stone: Stone| legal_moves(&after, stone).count();
        let passes = moves(stone.other()) == 0 && moves(stone) > 0;
        assert_eq!(makes_pass(&game, place(played)), passes, "{played}\n{game}");
        let corner = CORNERS.contains(&played);
        assert_eq!(takes_corner(&game, place(played)), corner, "{played}");
        given += usize::from(slow.is_some());
        taken += usize::from(corner);
        passed += usize::from(passes);
    }
    assert!(given > POSITIONS / 20 && given < POSITIONS / 2, "{given}");
    assert!(taken > 100 && passed > 100, "{taken} {passed}");
}

/// The size of the empty region around this cell, connected in all eight directions.
fn region(map: &Map, from: Cell) -> usize {
    let near = |a: &Cell, b: &Cell| a.row.abs_diff(b.row) <= 1 && a.col.abs_diff(b.col) <= 1;
    let empty: Vec<Cell> = Cell::all().filter(|c| map[c.row][c.col] == 0).collect();
    let mut found = vec![from];
    while let Some(next) =
        empty.iter().find(|cell| !found.contains(cell) && found.iter().any(|one| near(one, cell)))
    {
        found.push(*next);
    }
    found.len()
}

#[test]
fn parity_reasons_match_region_sizes() {
    let mut random = StdRng::seed_from_u64(2);
    let mut lost = 0;
    for n in 0..POSITIONS {
        // Some positions have too many empty cells.
        let game = random_position(&mut random, if n % 10 == 0 { 40 } else { 16 });
        let moves: Vec<Cell> = legal_moves(game.map(), game.to_move().unwrap()).collect();
        let (played, better) = (*moves.choose(&mut random).unwrap(), *moves.choose(&mut random).unwrap());
        let (even, odd) = (region(game.map(), played), region(game.map(), better));
        let is_lost = game.map().empties() <= 20 && even % 2 == 0 && odd % 2 == 1;
        let slow =
            is_lost.then(|| Reason::Parity { even: even as u32, better: place(better), odd: odd as u32 });
        let found = parity_lost(&game, place(played), place(better));
        assert_eq!(found, slow, "{played} {better}\n{game}");
        lost += usize::from(is_lost);
    }
    assert!(lost > POSITIONS / 20, "{lost}");
}

/// The stones on a board of gomoku; 0 is empty.
type Stones = [[u8; SIZE]; SIZE];

const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The stone at this number of steps from a point, or 9 outside the board.
fn at(stones: &Stones, (row, col): Place, (down, right): (isize, isize), steps: isize) -> u8 {
    let row = row as isize + down * steps;
    let col = col as isize + right * steps;
    let inside = |n: isize| (0..SIZE as isize).contains(&n);
    match inside(row) && inside(col) {
        true => stones[row as usize][col as usize],
        false => 9,
    }
}

fn empties(stones: &Stones) -> impl Iterator<Item = Place> {
    let all = (0..SIZE).flat_map(|row| (0..SIZE).map(move |col| (row, col)));
    all.filter(|(row, col)| stones[*row][*col] == 0)
}

fn stones_of(game: &gomoku::Game) -> Stones {
    let mut stones = [[0; SIZE]; SIZE];
    for (point, t) in game.pieces().iter().zip(1..) {
        stones[point.row()][point.col()] = game.stone_of_turn(t) as u8;
    }
    stones
}

/// A game of random stones close together, without a five.
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
    // The slow definition looks ahead two fours.
    const DEEP: usize = 2;
    let (mut missed, mut kept) = (0, 0);
    for seed in range {
        let mut random = StdRng::seed_from_u64(seed);
        for _ in 0..each {
            let game = random_gomoku(&mut random);
            let side = game.to_move().unwrap();
            let board = Board::of_game(&game);
            let win = vcf(&board, side, 20_000);
            let mut slow = Slow::of(&game);
            let wins = slow.wins(side as u8, DEEP);
            let fours = win.as_ref().map(|win| win.len() / 2);
            let expected = fours.is_some_and(|fours| fours <= DEEP);
            assert_eq!(wins, expected, "{win:?}\n{game}");
            let any: Vec<Place> = empties(&slow.stones).collect();
            let first = win.as_ref().map(|win| (win[0].row(), win[0].col()));
            let played = match first {
                Some(first) if random.random_bool(0.3) => first,
                _ => *any.choose(&mut random).unwrap(),
            };
            let found = threats::missed_fours(&board, side, coord(played));
            let mut after = game.clone();
            assert!((&mut after as &mut dyn Game).play(played));
            let kept_slowly = after.outcome().is_some() || {
                slow.put(played, side as u8);
                slow.keeps(side as u8, DEEP)
            };
            match (&found, win.is_some()) {
                (Some(_), false) => panic!("there was no win by fours\n{game}"),
                (Some(_), true) => {
                    missed += 1;
                    assert!(!kept_slowly, "{played:?} keeps the win\n{game}");
                }
                (None, true) if !kept_slowly => {
                    // It keeps a win with more fours than the slow definition looks at.
                    let answers = slow.fives_of(side as u8);
                    let answer = answers.first().unwrap_or_else(|| panic!("no four\n{game}"));
                    assert!((&mut after as &mut dyn Game).play(*answer));
                    let longer = vcf(&Board::of_game(&after), side, 20_000);
                    let is_longer = longer.is_some_and(|win| win.len() / 2 > DEEP);
                    assert!(is_longer, "{played:?}\n{game}");
                }
                (None, true) => kept += 1,
                (None, false) => {}
            }
        }
    }
    (missed, kept)
}

#[test]
fn missed_wins_match_a_slow_search() {
    let halves = std::thread::scope(|scope| {
        let each = POSITIONS / 20;
        let runs = [0..10, 10..20].map(|range| scope.spawn(move || missed_in(range, each)));
        runs.map(|run| run.join().unwrap())
    });
    let missed: usize = halves.iter().map(|(missed, _)| missed).sum();
    let kept: usize = halves.iter().map(|(_, kept)| kept).sum();
    assert!(missed > 500 && kept > 100, "{missed} missed, {kept} kept");
}

/// The stones and the rules.
struct Slow {
    rules: gomoku::Rules,
    stones: Stones,
}

impl Slow {
    fn of(game: &gomoku::Game) -> Slow {
        Slow { rules: game.setup().rules(), stones: stones_of(game) }
    }

    fn put(&mut self, (row, col): Place, stone: u8) {
        self.stones[row][col] = stone;
    }

    /// True if the side may play there. The game decides which points are forbidden.
    fn may(&self, (row, col): Place, side: u8) -> bool {
        if self.rules != gomoku::Rules::Renju || side != Stone::Black as u8 {
            return true;
        }
        let mut board = gomoku::Position::empty(SIZE);
        for point in Point::all(SIZE) {
            board.set(
                point,
                match self.stones[point.row()][point.col()] {
                    0 => None,
                    1 => Some(Stone::Black),
                    _ => Some(Stone::White),
                },
            );
        }
        board.forbidden(Point::new(row, col)).is_none()
    }

    /// The number of the side's stones in a row from a place, back and forth.
    fn run(&self, place: Place, direction: (isize, isize), side: u8) -> (isize, isize) {
        let reach = |sign: isize| {
            let own = |n: &isize| at(&self.stones, place, direction, sign * n) == side;
            (1..).take_while(own).count() as isize
        };
        (reach(-1), reach(1))
    }

    fn is_five(&self, (back, forth): (isize, isize), side: u8) -> bool {
        let exact = match self.rules {
            gomoku::Rules::Freestyle => false,
            gomoku::Rules::Standard => true,
            gomoku::Rules::Renju => side == Stone::Black as u8,
        };
        match back + 1 + forth {
            5 => true,
            longer => longer > 5 && !exact,
        }
    }

    fn makes_five(&self, place: Place, side: u8) -> bool {
        let mut directions = DIRECTIONS.iter();
        directions.any(|d| self.is_five(self.run(place, *d, side), side))
    }

    /// The empty places on a line where a stone makes a five that includes the stone on the place.
    fn fives(&self, place: Place, direction: (isize, isize), side: u8) -> Vec<isize> {
        let five = |n: &isize| {
            if *n == 0 || at(&self.stones, place, direction, *n) != 0 {
                return false;
            }
            let (back, forth) = self.run(there(place, direction, *n), direction, side);
            (n - back..=n + forth).contains(&0) && self.is_five((back, forth), side)
        };
        (-4..=4).filter(five).collect()
    }

    /// True if the stone is part of an unbroken four with a five at both ends.
    fn is_straight(&self, place: Place, direction: (isize, isize), side: u8) -> bool {
        let (back, forth) = self.run(place, direction, side);
        let fives = self.fives(place, direction, side);
        back + 1 + forth == 4 && fives.contains(&(-back - 1)) && fives.contains(&(forth + 1))
    }

    /// True if the stone is part of a three that another stone makes a straight four.
    fn is_three(&mut self, place: Place, direction: (isize, isize), side: u8) -> bool {
        self.fives(place, direction, side).is_empty()
            && (-4..=4).any(|n| {
                let further = there(place, direction, n);
                let free = n != 0 && at(&self.stones, place, direction, n) == 0;
                free && self.may(further, side) && !self.makes_five(further, side) && {
                    self.put(further, side);
                    let (back, forth) = self.run(place, direction, side);
                    let straight = self.is_straight(place, direction, side) && (-back..=forth).contains(&n);
                    self.put(further, 0);
                    straight
                }
            })
    }

    /// The threat that a stone of the side makes on an empty place.
    fn made(&mut self, place: Place, side: u8) -> Option<Threat> {
        if self.makes_five(place, side) || !self.may(place, side) {
            return None;
        }
        self.put(place, side);
        let straight = DIRECTIONS.iter().any(|d| self.is_straight(place, *d, side));
        let (mut fours, mut threes) = (0, 0);
        for direction in DIRECTIONS {
            fours += self.fives(place, direction, side).len().min(2);
            threes += usize::from(self.is_three(place, direction, side));
        }
        self.put(place, 0);
        Some(match (straight, fours, threes) {
            (true, ..) => Threat::OpenFour,
            (_, 2.., _) => Threat::TwoFours,
            (_, 1, 1..) => Threat::FourThree,
            (_, 1, 0) => Threat::Four,
            (_, 0, 2..) => Threat::DoubleThree,
            (_, 0, 1) => Threat::Three,
            (_, 0, 0) => return None,
        })
    }

    fn fives_of(&self, side: u8) -> Vec<Place> {
        let five = |place: &Place| self.makes_five(*place, side);
        empties(&self.stones).filter(five).collect()
    }

    fn can_make_straight_four(&mut self, side: u8) -> bool {
        let all: Vec<Place> = empties(&self.stones).collect();
        all.into_iter().any(|place| {
            let five = self.makes_five(place, side);
            self.put(place, side);
            let straight = DIRECTIONS.iter().any(|d| self.is_straight(place, *d, side));
            self.put(place, 0);
            straight && !five && self.may(place, side)
        })
    }

    fn stops_three(&mut self, place: Place, side: u8) -> bool {
        let other = 3 - side;
        if !self.can_make_straight_four(other) || !self.fives_of(other).is_empty() {
            return false;
        }
        if self.makes_five(place, side) {
            return false;
        }
        self.put(place, side);
        let stopped = self.fives_of(side).is_empty() && !self.can_make_straight_four(other);
        self.put(place, 0);
        stopped
    }

    /// True if the side to move wins with at most this many fours and then a five, against any defence.
    fn wins(&mut self, side: u8, fours: usize) -> bool {
        if !self.fives_of(side).is_empty() {
            return true;
        }
        if fours == 0 {
            return false;
        }
        let tries = match self.fives_of(3 - side)[..] {
            [] => empties(&self.stones).collect(),
            [only] => vec![only],
            _ => return false,
        };
        tries.into_iter().any(|place| {
            self.put(place, side);
            let answers = DIRECTIONS.iter().flat_map(|direction| {
                let fives = self.fives(place, *direction, side).into_iter();
                fives.map(|steps| there(place, *direction, steps))
            });
            let answers: Vec<Place> = answers.collect();
            let won = self.all_lose(&answers, side, fours - 1);
            self.put(place, 0);
            won
        })
    }

    /// True if the side that has just moved wins by fours against any defence.
    fn keeps(&mut self, side: u8, fours: usize) -> bool {
        let mine = self.fives_of(side);
        self.fives_of(3 - side).is_empty() && self.all_lose(&mine, side, fours)
    }

    /// True if there are answers and the side wins after each of them.
    fn all_lose(&mut self, answers: &[Place], side: u8, fours: usize) -> bool {
        !answers.is_empty()
            && answers.iter().all(|place| {
                self.put(*place, 3 - side);
                let won = self.wins(side, fours);
                self.put(*place, 0);
                won
            })
    }
}

fn there(place: Place, (down, right): (isize, isize), steps: isize) -> Place {
    let moved = |at: usize, by: isize| (at as isize + by * steps) as usize;
    (moved(place.0, down), moved(place.1, right))
}

/// Positions from games of people and engines, and random ones, by all rules.
fn positions(random: &mut StdRng, many: usize) -> Vec<gomoku::Game> {
    let mut all: Vec<gomoku::Game> = Vec::new();
    for line in include_str!("../../../tests/data/gomoku-games.tsv").lines() {
        let Some(mut game) =
            line.split('\t').nth(1).and_then(|record| gomoku::Game::from_record(record).ok())
        else {
            continue;
        };
        while game.undo() {
            all.push(game.clone());
        }
    }
    assert!(all.len() > 200, "real positions");
    while all.len() < many {
        let game = random_gomoku(random);
        let record: String = game.pieces().iter().map(|p| p.to_string()).collect();
        let rules = ["", "standard ", "renju "].choose(random).unwrap();
        let text = format!("{rules}{record}");
        all.extend(gomoku::Game::from_record(&text).ok());
    }
    all.retain(|game| game.outcome().is_none());
    all
}

fn coord((row, col): Place) -> Coord {
    Coord::new(row, col)
}

#[test]
fn threats_match_the_slow_definition() {
    let mut random = StdRng::seed_from_u64(4);
    let mut seen = std::collections::HashMap::new();
    for game in positions(&mut random, 1000) {
        let board = Board::of_game(&game);
        let mut slow = Slow::of(&game);
        let all: Vec<Place> = empties(&slow.stones).collect();
        for stone in Stone::ALL {
            for place in all.sample(&mut random, 12) {
                let made = threats::made(&board, stone, coord(*place));
                let name = game.name_of(*place);
                let expected = slow.made(*place, stone as u8);
                assert_eq!(made, expected, "{stone} {name}\n{game}");
                *seen.entry(format!("{made:?}")).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(seen.len(), 7, "{seen:?}");
}

#[test]
fn stopped_threats_match_the_slow_definition() {
    let mut random = StdRng::seed_from_u64(5);
    let (mut threes, mut fives) = (0, 0);
    for game in positions(&mut random, 1000) {
        let board = Board::of_game(&game);
        let mut slow = Slow::of(&game);
        let side = game.to_move().unwrap();
        let mut all: Vec<Place> = empties(&slow.stones).collect();
        all = all.sample(&mut random, 5).copied().collect();
        all.extend(slow.fives_of(side.other() as u8));
        let fours = threats::fours(&board, side.other());
        all.extend(fours.iter().map(|win| (win[0].row(), win[0].col())));
        for place in &all {
            let name = game.name_of(*place);
            let three = slow.stops_three(*place, side as u8);
            let found = threats::stops_three(&board, side, coord(*place));
            assert_eq!(found, three, "{name}\n{game}");
            let five = slow.fives_of(side.other() as u8) == [*place];
            let found = threats::stops_five(&board, side, coord(*place));
            assert_eq!(found, five, "{name}\n{game}");
            threes += usize::from(three);
            fives += usize::from(five);
        }
    }
    assert!(threes > 50 && fives > 50, "{threes} {fives}");
}

#[test]
fn wins_by_fours_match_a_slow_search() {
    const DEEP: usize = 2;
    let mut random = StdRng::seed_from_u64(6);
    let (mut won, mut lost, mut stopped, mut only) = (0, 0, 0, 0);
    let mut all = positions(&mut random, 800);
    all.retain(|game| game.setup().rules() == gomoku::Rules::Freestyle);
    for game in all {
        let board = Board::of_game(&game);
        let mut slow = Slow::of(&game);
        let side = game.to_move().unwrap();
        let (own, other) = (side as u8, side.other() as u8);
        let wins_first = |side| vcf(&board, side, 20_000).map(|win| (win[0].row(), win[0].col()));
        let likely = wins_first(side).into_iter().chain(wins_first(side.other()));
        let any: Vec<Place> = empties(&slow.stones).collect();
        let tried: Vec<Place> = likely.chain(any.sample(&mut random, 2).copied()).collect();
        for place in tried {
            let name = game.name_of(place);
            if slow.makes_five(place, own) {
                continue;
            }
            let win = threats::wins_by_fours(&board, side, coord(place));
            let lets = threats::lets_win(&board, side, coord(place));
            slow.put(place, own);
            let keeps = slow.keeps(own, DEEP);
            let loses = slow.wins(other, DEEP);
            slow.put(place, 0);
            let few = win.as_ref().is_some_and(|line| line.len() <= DEEP + 2);
            assert_eq!(few, keeps, "{name} {win:?}\n{game}");
            let few = lets.as_ref().is_some_and(|line| line.len() <= DEEP + 1);
            assert_eq!(few, loses, "{name} {lets:?}\n{game}");
            won += usize::from(keeps);
            lost += usize::from(loses);
            if threats::stops_fours(&board, side, coord(place)) {
                stopped += 1;
                assert!(wins_first(side.other()).is_some(), "{name}\n{game}");
                assert!(lets.is_none(), "{name}\n{game}");
            }
            if threats::is_only_move(&board, side, coord(place), &|| false) {
                only += 1;
                assert_eq!(lets, None, "{name}\n{game}");
                for (row, col) in any.iter().copied().filter(|one| *one != place) {
                    let lets = threats::lets_win(&board, side, coord((row, col)));
                    let lets = lets.unwrap_or_else(|| panic!("{row} {col} helps, too\n{game}"));
                    slow.put((row, col), own);
                    let loses = slow.wins(other, DEEP);
                    slow.put((row, col), 0);
                    assert_eq!(loses, lets.len() <= DEEP + 1, "{lets:?}\n{game}");
                }
            }
        }
    }
    let counts = [won, lost, stopped, only];
    assert!(counts.iter().all(|n| *n > 10), "{counts:?}");
}

/// The row and column of the point with this name.
fn point(game: &gomoku::Game, name: &str) -> Place {
    let all = (0..SIZE).flat_map(|row| (0..SIZE).map(move |col| (row, col)));
    let mut named = all.filter(|place| game.name_of(*place) == name);
    named.next().unwrap()
}

#[test]
fn reasons_are_short_sentences() {
    let said = |record: &str, name: &str| {
        let game = gomoku::Game::from_record(record).unwrap();
        let place = point(&game, name);
        words(&Gomoku.reasons(&game, place, None, None, &|| false), &game, place)
    };
    // Black has three in row 7.
    let open = "6700770287";
    assert_eq!(said(open, "j8"), "j8 stops the open three.");
    assert!(said(open, "o1").starts_with("o1 does not stop Black's fours: "));
    let black = "67007702870e";
    let found = said(black, "j8");
    assert_eq!(found, "j8 makes an open four, wins by fours: j8 k8.");
    assert_eq!(said("77008702", "j8"), "j8 makes an open three.");
    let two_ends = "67007702870e57";
    assert_eq!(said(two_ends, "j8"), "j8 does not stop Black's five on e8.");
    let one_end = "67977702870e57";
    assert_eq!(said(one_end, "e8"), "e8 is the only move, stops five.");
    assert_eq!(said("670077028a0e87de57e0", "e8"), "e8 makes five.");
}

#[test]
fn reviews_explain_mistakes() {
    let game = gomoku::Game::from_record(recorded_gomoku(11)).unwrap();
    let mut moves = Vec::new();
    review(&Gomoku, &game, cores::all(), &|| false, &mut |found| moves.push(found));
    let reviewed = moves.iter();
    let all: Vec<String> = reviewed.map(|found| found.words().join(" | ")).collect();
    let shown = all.join("\n");
    let said = "Black could win by fours: l4 j4 m4. j3 does not stop White's fours: i8 k8.";
    assert!(all[30].starts_with(said), "{shown}");
    let fault = moves[30].fault().unwrap();
    assert_eq!(fault, "Black could win by fours: l4 j4 m4.");
    let expected = format!("{} makes five.", game.name_of(moves[34].played));
    assert_eq!(all[34], expected, "{shown}");
    let mut right = moves.iter().filter(|found| !found.is_mistake());
    assert!(right.all(|found| found.fault().is_none()));
}
