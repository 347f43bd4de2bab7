//! Compares the gomoku engine's tables and board with slow and simple definitions.

use crate::common::gomoku_board;
use chacha20::ChaCha12Rng;
use games::Game as _;
use games::gomoku::judge::{Algorithm, judge};
use games::gomoku::{Game, Point, Position};
use games::stone::{Outcome, Stone};
use mind::engine::Portable;
use mind::engine::gomoku::accumulator::{Accumulators, evaluate};
use mind::engine::gomoku::forbidden::forbidden;
use mind::engine::gomoku::network::policy_on;
use mind::engine::gomoku::pattern::Shape;
use mind::engine::gomoku::{Board, Coord, Forbidden, Limits, Rules, Searcher};
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

/// Counts the stones of the side in a row through the point.
fn run(line: &[Option<Stone>], side: Stone, at: usize) -> usize {
    let own = |stone: &&Option<Stone>| **stone == Some(side);
    let before = line[..at].iter().rev().take_while(own).count();
    before + line[at..].iter().take_while(own).count()
}

fn is_five(rules: Rules, side: Stone, run: usize) -> bool {
    let more_wins = rules == Rules::Freestyle || (rules, side) == (Rules::Renju, Stone::White);
    run == 5 || run > 5 && more_wins
}

/// The shape that a stone on the point makes on the line, by the definition: the shapes that one more stone
/// within four points makes decide.
fn slow_shape(rules: Rules, side: Stone, line: &mut [Option<Stone>], at: usize) -> Shape {
    let was = line[at].replace(side);
    let shape = slow_shape_of_stone(rules, side, line, at);
    line[at] = was;
    shape
}

fn slow_shape_of_stone(rules: Rules, side: Stone, line: &mut [Option<Stone>], at: usize) -> Shape {
    let in_row = run(line, side, at);
    if is_five(rules, side, in_row) {
        return Shape::Five;
    }
    let renju_black = (rules, side) == (Rules::Renju, Stone::Black);
    if in_row > 5 && renju_black {
        return Shape::Overline;
    }
    let mut next = Vec::new();
    for more in at.saturating_sub(4)..(at + 5).min(line.len()) {
        if line[more].is_none() {
            line[more] = Some(side);
            next.push((more, slow_shape_of_stone(rules, side, line, at)));
            line[more] = None;
        }
    }
    let count = |shapes: &[Shape]| next.iter().filter(|n| shapes.contains(&n.1)).count();
    let moves = next.iter();
    let fives: Vec<usize> = moves.filter(|n| n.1 == Shape::Five).map(|n| n.0).collect();
    if fives.len() == 2 && fives[1] - fives[0] == 5 {
        // The points of five are five apart, so the four points between them are stones.
        return Shape::OpenFour;
    }
    let open_fours = match renju_black {
        true => count(&[Shape::OpenFour]),
        false => count(&[Shape::OpenFour, Shape::TwoFours]),
    };
    let open_threes = count(&[Shape::OpenThree, Shape::WideThree]);
    match (fives.len(), open_fours, open_threes) {
        (2.., ..) => Shape::TwoFours,
        (1, ..) => Shape::Four,
        (_, 2.., _) => Shape::WideThree,
        (_, 1, _) => Shape::OpenThree,
        _ if count(&[Shape::Four, Shape::TwoFours, Shape::OpenFour]) > 0 => Shape::Three,
        (_, _, 4..) => Shape::WideTwo,
        (_, _, 3) => Shape::OpenTwo,
        (_, _, 1..) => Shape::NarrowTwo,
        _ if count(&[Shape::Three]) > 0 => Shape::Two,
        _ if count(&[Shape::NarrowTwo, Shape::OpenTwo, Shape::WideTwo]) > 0 => Shape::OpenOne,
        _ if count(&[Shape::Two]) > 0 => Shape::One,
        _ => Shape::Dead,
    }
}

fn picture(line: &[Option<Stone>], at: usize) -> String {
    let letter = |(n, stone): (usize, &Option<Stone>)| match stone {
        Some(Stone::Black) => 'X',
        Some(Stone::White) => 'O',
        None if n == at => '*',
        None => '.',
    };
    line.iter().enumerate().map(letter).collect()
}

#[test]
fn shapes_follow_the_definition_on_random_lines() {
    let mut random = StdRng::seed_from_u64(5);
    let mut seen = [0; 15];
    let boards = |rules| (5..=20).map(move |size| Board::new(size, rules)).collect();
    let mut boards: [Vec<Board>; 3] = Rules::ALL.map(boards);
    for n in 0..200_000 {
        let length = random.random_range(5..=20);
        let empty = random.random_range(0.2..0.6);
        let black = random.random_range(0.1..0.9);
        let mut stone = |_| match (random.random_bool(empty), random.random_bool(black)) {
            (true, _) => None,
            (false, true) => Some(Stone::Black),
            (false, false) => Some(Stone::White),
        };
        let mut line: Vec<Option<Stone>> = (0..length).map(&mut stone).collect();
        let at = random.random_range(0..length);
        line[at] = None;
        let rules = Rules::ALL[n % 3];
        let board = &mut boards[n % 3][length - 5];
        for (col, stone) in line.iter().enumerate() {
            stone.iter().for_each(|stone| board.put(*stone, Coord::new(0, col)));
        }
        for side in [Stone::Black, Stone::White] {
            let slow = slow_shape(rules, side, &mut line, at);
            let [fast, ..] = board.shapes(side, Coord::new(0, at));
            seen[fast as usize] += 1;
            let line = picture(&line, at);
            assert_eq!(fast, slow, "{rules:?}, {side} on * in {line}");
        }
        while board.take() {}
    }
    assert!(seen.iter().all(|seen| *seen > 100), "shapes seen: {seen:?}");
}

#[test]
fn freestyle_is_won_when_the_judge_says_so() {
    let mut random = StdRng::seed_from_u64(11);
    let mut wins = 0;
    for _ in 0..500 {
        let mut board = Board::new(15, Rules::Freestyle);
        let mut pieces: Vec<Point> = Vec::new();
        // In a corner of the board fives and longer rows are frequent.
        let corner = Point::all(15).filter(|point| point.row() < 9 && point.col() < 9);
        let mut points: Vec<Point> = corner.collect();
        while !points.is_empty() {
            let point = points.swap_remove(random.random_range(0..points.len()));
            pieces.push(point);
            board.play(Coord::from(point));
            let won = match judge(Algorithm::AllStones, 15, &pieces) {
                Some(Outcome::Won(stone)) => Some(stone),
                _ => None,
            };
            assert_eq!(board.winner(), won, "{board}");
            if won.is_some() {
                wins += 1;
                break;
            }
        }
    }
    assert!(wins > 400, "only {wins} games were won");
}

fn assert_forbidden(picture: &str, expected: &[(usize, usize, Option<Forbidden>)]) {
    let board = gomoku_board(Rules::Renju, picture);
    for (row, col, why) in expected {
        let found = forbidden(&board, Coord::new(*row, *col));
        assert_eq!(found, *why, "row {row}, column {col} of\n{board}");
    }
}

use Forbidden::{DoubleFour, DoubleThree, Overline};

#[test]
fn renju_forbids_double_threes_double_fours_and_overlines() {
    let board = gomoku_board(
        Rules::Renju,
        "
        ...............
        ..X............
        .X.X...........
        ..X............
        2
        ...........X...
        ..........X....
        .........X.....
        ....XXX........
        4
        ........XX.XXX.",
    );
    let found: Vec<_> = board
        .points()
        .filter_map(|point| Some((point.row(), point.col(), forbidden(&board, point)?)))
        .collect();
    let expected = [(2, 2, DoubleThree), (9, 8, DoubleFour), (14, 10, Overline)];
    assert_eq!(found, expected);
}

#[test]
fn a_double_three_needs_two_open_threes() {
    let cross = "
        6
        .......X.......
        ......X.X......
        .......X.......";
    assert_forbidden(cross, &[(7, 7, Some(DoubleThree))]);
    let with_gaps = "
        9
        .....X.X.......
        ....X..X.......";
    assert_forbidden(with_gaps, &[(7, 7, Some(DoubleThree))]);
    // White's two stones leave room for a five in the row, but not for a straight four.
    let closed_in = "
        6
        .......X.......
        ....O.X.X.O....
        .......X.......";
    assert_forbidden(closed_in, &[(7, 7, None)]);
}

#[test]
fn a_three_counts_only_if_its_four_is_permitted() {
    let board = "
        4
        .......O.......
        ...............
        .......XXXO....
        ......O........
        ......XX.......
        ......X.XXO....";
    let expected = [(7, 7, None), (8, 8, None), (8, 9, Some(DoubleThree))];
    assert_forbidden(board, &expected);
}

/// The renju player tanaseY published these positions in December 2017. They differ by one white stone, three
/// steps away from the point.
#[test]
fn forbidden_points_depend_on_points_three_stones_ahead() {
    let with_the_stone = "
        6
        ......O........
        ..X..X.X.......
        .....X..XX.....
        ....X......XX.O
        ........XOXX...
        ..........X....";
    assert_forbidden(with_the_stone, &[(7, 6, None)]);
    let without = with_the_stone.replace("XX.O", "XX..");
    assert_forbidden(&without, &[(7, 6, Some(DoubleThree))]);
}

#[test]
fn double_fours_are_forbidden_on_two_lines_and_on_one() {
    let on_two_lines = "
        5
        .....X.........
        ......X........
        .....XX.X......
        ........X......";
    assert_forbidden(on_two_lines, &[(7, 7, Some(DoubleFour))]);
    for row in ["....X.X.X.X....", "....XX..X.XX...", "...XXX...XXX..."] {
        let rows = format!("7 {row}");
        assert_forbidden(&rows, &[(7, 7, Some(DoubleFour))]);
    }
    let one_straight_four = "7 .....XX.X......";
    assert_forbidden(one_straight_four, &[(7, 7, None)]);
    // The diagonal would become six, so it is no four.
    let one_too_long = "
        3
        ...X...........
        ...............
        .....X.........
        ......X........
        .....XX.X......
        ........X......
        .........O.....";
    assert_forbidden(one_too_long, &[(7, 7, None)]);
}

#[test]
fn overlines_are_forbidden_and_fives_are_not() {
    let rows = |row: &str| format!("7 {row}");
    assert_forbidden(&rows("....XXX.XX....."), &[(7, 7, Some(Overline))]);
    assert_forbidden(&rows("....XXX..XX...."), &[(7, 7, None)]);
    let five_and_two_threes = "
        5
        .....X.X.X.....
        ......XXX......
        ...XXXX........";
    assert_forbidden(five_and_two_threes, &[(7, 7, None), (7, 2, None)]);
}

/// Compares the engine with the definition on every point. Returns the numbers of forbidden points by kind.
fn compare_forbidden(board: &Board) -> [usize; 3] {
    let mut stones = Position::empty(board.size());
    Point::all(board.size()).for_each(|point| stones.set(point, board.stone_at(Coord::from(point))));
    let mut seen = [0; 3];
    for point in Point::all(board.size()) {
        let slow = stones.forbidden(point);
        let fast = forbidden(board, Coord::from(point));
        let (row, col) = (point.row(), point.col());
        assert_eq!(fast, slow, "row {row}, column {col} of\n{board}");
        if let Some(why) = slow {
            seen[why as usize] += 1;
        }
    }
    seen
}

#[test]
fn forbidden_points_follow_the_definition_on_random_boards() {
    let mut random = StdRng::seed_from_u64(13);
    let mut seen = [0; 3];
    for n in 0..4000 {
        let whole = if n % 4 == 0 { 20 } else { 15 };
        let (size, filled) = (random.random_range(6..=15), random.random_range(0.1..0.7));
        let black = random.random_range(0.3..1.0);
        let corner = random.random_range(0..=whole - size);
        let mut board = Board::new(whole, Rules::Renju);
        for row in corner..corner + size {
            for col in corner..corner + size {
                if random.random_bool(filled) {
                    let side = match random.random_bool(black) {
                        true => Stone::Black,
                        false => Stone::White,
                    };
                    board.put(side, Coord::new(row, col));
                }
            }
        }
        let more = compare_forbidden(&board);
        seen = [0, 1, 2].map(|kind| seen[kind] + more[kind]);
    }
    assert!(seen.iter().all(|seen| *seen > 1000), "{seen:?}");
}

#[test]
fn forbidden_points_follow_the_definition_in_games() {
    let mut random = StdRng::seed_from_u64(17);
    let mut searcher = Searcher::new(1);
    let (mut stones, mut seen) = (0, [0; 3]);
    for _ in 0..30 {
        let mut game = Game::from_record("renju 77").unwrap();
        while game.t() <= 4 {
            let mut near = || random.random_range(5..10);
            let _ = game.drop(Point::new(near(), near()));
        }
        while game.outcome().is_none() && game.t() <= 80 {
            let board = Board::of_game(&game);
            let more = compare_forbidden(&board);
            seen = [0, 1, 2].map(|kind| seen[kind] + more[kind]);
            let limits = Limits { nodes: random.random_range(100..1000), ..Limits::NONE };
            let report = searcher.search(&board, &limits, &|| false, &mut |_| ());
            assert_eq!(game.drop(report.best.point()), Ok(()), "{game}");
            stones += 1;
        }
    }
    assert!(stones > 300, "{stones}, {seen:?}");
    assert!(seen.iter().sum::<usize>() > 100, "{stones}, {seen:?}");
}

#[test]
fn only_black_and_only_renju_have_forbidden_points() {
    let cross = ".......X.......\n......X.X......\n.......X.......";
    let white = cross.replace('X', "O");
    for (rules, picture) in [(Rules::Freestyle, cross), (Rules::Standard, cross), (Rules::Renju, &white)] {
        let board = gomoku_board(rules, picture);
        let any = board.points().any(|p| forbidden(&board, p).is_some());
        assert!(!any, "{board}");
    }
}

#[test]
fn overlines_win_by_the_rules() {
    let six = "XXX.XX.........";
    for (rules, side, wins) in [
        (Rules::Freestyle, Stone::Black, true),
        (Rules::Freestyle, Stone::White, true),
        (Rules::Standard, Stone::Black, false),
        (Rules::Standard, Stone::White, false),
        (Rules::Renju, Stone::Black, false),
        (Rules::Renju, Stone::White, true),
    ] {
        let picture = match side {
            Stone::Black => six.to_string(),
            Stone::White => six.replace('X', "O"),
        };
        let mut board = gomoku_board(rules, &picture);
        board.put(side, Coord::new(0, 3));
        assert_eq!(board.winner() == Some(side), wins, "{rules:?}, {side}");
    }
}

#[test]
fn state_stays_up_to_date_after_moves_and_undos() {
    let mut random = ChaCha12Rng::seed_from_u64(7);
    for game in 0..60 {
        let size = [15, 20, 15, 11][game % 4];
        let mut board = Board::new(size, Rules::ALL[game % 3]);
        for _ in 0..300 {
            // About a third of the steps are undos.
            if random.random_bool(0.3) {
                board.undo();
            } else {
                let empty = board.points().filter(|p| board.stone_at(*p).is_none());
                if let Some(point) = empty.choose(&mut random) {
                    board.play(point);
                }
            }
            if random.random_bool(0.1) {
                board.assert_up_to_date();
            }
        }
        while board.undo() {}
        board.assert_up_to_date();
    }
}

#[test]
fn updated_sums_equal_recomputed_ones_with_and_without_avx2() {
    let mut random = ChaCha12Rng::seed_from_u64(1);
    for rules in [Rules::Freestyle, Rules::Standard, Rules::Renju] {
        let mut updated = Accumulators::default();
        let mut board = Board::new(15, rules);
        for _ in 0..3000 {
            let point = Coord::new(random.random_range(0..15), random.random_range(0..15));
            if board.count() > 120 || random.random_range(0..5) == 0 {
                (0..random.random_range(0..12)).for_each(|_| {
                    board.undo();
                });
            } else if board.stone_at(point).is_none() {
                board.play(point);
            }
            if random.random_range(0..3) > 0 {
                let anew = evaluate(Portable, &mut Accumulators::default(), &board);
                assert_eq!(updated.evaluate(&board), anew, "{board}");
                let check_policy = |point: Coord| {
                    let network = board.network(board.to_move());
                    let pairs = board.pairs(point);
                    assert_eq!(network.policy(pairs), policy_on(Portable, network, pairs));
                };
                board.points().for_each(check_policy);
            }
        }
    }
}
