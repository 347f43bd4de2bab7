//! The search of the Othello engine.

use std::cell::Cell as Counter;
use std::ops::RangeInclusive;

use crate::common::random_positions;

use mind::engine::othello::transposition::{Entry, NO_MOVE, TranspositionTable};
use mind::engine::othello::{
    Board, Evaluation, Limits, Report, Searcher,
    evaluation::{DISC, parity_correction},
    solve,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Positions of random games with these numbers of empty cells in which the player has a move. Each is from
/// another game.
fn positions(count: usize, empties: RangeInclusive<u32>) -> Vec<Board> {
    let random = &mut StdRng::seed_from_u64(7);
    let mut positions = Vec::new();
    while positions.len() < count {
        let end = random.random_range(empties.clone());
        let mut game = random_positions(random.random());
        let board = game.find(|board| board.empties() <= end || board.is_over()).unwrap();
        if board.moves() != 0 && empties.contains(&board.empties()) {
            positions.push(board);
        }
    }
    positions
}

/// Positions of World Championship games with these numbers of empty cells in which the player has a move.
fn tournament_positions(empties: RangeInclusive<u32>) -> Vec<Board> {
    let text = include_str!("../../../tests/data/wc10_transcripts.txt");
    let mut positions = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut board = Board::START;
        for cell in line.split_whitespace().next().unwrap().as_bytes().chunks(2) {
            if board.moves() == 0 {
                board = board.pass();
            }
            if empties.contains(&board.empties()) {
                positions.push(board);
            }
            let cell = std::str::from_utf8(cell).unwrap().parse().unwrap();
            board = board.play(cell).unwrap();
        }
    }
    positions
}

fn limits(depth: u8, exact_from: u8) -> Limits {
    Limits { depth, exact_from, probable_from: 0 }
}

fn search(searcher: &mut Searcher, board: Board, limits: Limits) -> Report {
    searcher.search(board, limits, &|| false, &mut |_| ())
}

/// The value by a plain minimax.
fn minimax(evaluation: &Evaluation, board: Board, depth: u8) -> i32 {
    if depth == 0 && board.empties() > 0 {
        let correction = match board.own == 0 || board.opponent == 0 {
            true => 0,
            false => parity_correction(board.empties()),
        };
        return (evaluation.evaluate(board) + correction).min(64 * DISC);
    }
    if board.is_over() {
        return board.score() * DISC;
    }
    if board.moves() == 0 {
        return -minimax(evaluation, board.pass(), depth);
    }
    let after = Board::cells(board.moves()).map(|cell| board.play(cell).unwrap());
    let values = after.map(|after| -minimax(evaluation, after, depth - 1));
    values.max().unwrap()
}

/// Asserts that the moves of the report are legal.
fn assert_legal(board: Board, report: &Report) {
    let mut at = board;
    for cell in &report.line {
        if at.moves() == 0 {
            at = at.pass();
        }
        at = at.play(*cell).unwrap_or_else(|| panic!("{cell} of {report:?} in {board:?}"));
    }
    if board.moves() != 0 {
        let best = report.best.expect("there is a move");
        assert!(board.play(best).is_some(), "{best} in {board:?}");
        assert_eq!(report.line[0], best);
    }
}

#[test]
fn values_agree_with_a_plain_minimax() {
    let (mut searcher, evaluation) = (Searcher::new(1), Evaluation::default());
    for board in positions(150, 3..=59) {
        for depth in 1..=4 {
            let report = search(&mut searcher, board, limits(depth, 0));
            let correction = match u32::from(depth) < board.empties() {
                true => parity_correction(board.empties()),
                false => 0,
            };
            let expected = (minimax(&evaluation, board, depth) - correction).max(-64 * DISC);
            assert_eq!(report.value, expected, "{depth} plies after {board:?}");
            assert_legal(board, &report);
        }
    }
}

#[test]
fn values_do_not_depend_on_the_parity_of_the_depth() {
    let mut searcher = Searcher::new(16);
    for (empties, most) in [(42..=50, 0.6), (30..=41, 0.6), (22..=29, 1.0)] {
        let (mut swing, mut count) = (0.0, 0);
        for board in tournament_positions(empties.clone()) {
            let mut values = Vec::new();
            searcher.search(board, limits(6, 0), &|| false, &mut |report| {
                values.push(f64::from(report.value) / f64::from(DISC));
            });
            swing += values[4] - (values[3] + values[5]) / 2.0;
            count += 1;
        }
        let mean = swing / f64::from(count);
        assert!(mean.abs() < most, "{mean} discs of {count} with {empties:?}");
    }
}

#[test]
fn endgame_values_are_exact() {
    let mut searcher = Searcher::new(1);
    for board in positions(100, 1..=14) {
        let report = search(&mut searcher, board, limits(1, 14));
        let solved = solve(board, 1);
        assert_eq!(report.value, solved.score * DISC, "{board:?}");
        assert!(report.exact);
        assert_eq!(u32::from(report.depth), board.empties());
        assert_legal(board, &report);
        let mut at = (board, report.value / DISC);
        for cell in &report.line {
            if at.0.moves() == 0 {
                at = (at.0.pass(), -at.1);
            }
            at = (at.0.play(*cell).unwrap(), -at.1);
        }
        assert!(at.0.is_over(), "{report:?}");
        assert_eq!(at.0.score(), at.1, "{report:?}");
    }
}

#[test]
fn searches_are_deterministic() {
    let mut used = Searcher::new(1);
    for board in positions(20, 10..=50) {
        let limits = limits(8, 12);
        let first = search(&mut used, board, limits);
        let mut fresh = Searcher::new(1);
        assert_eq!(search(&mut fresh, board, limits), first, "{board:?}");
        assert_eq!(search(&mut used, board, limits), first, "{board:?}");
    }
}

#[test]
fn a_searcher_with_memory_visits_fewer_nodes() {
    let (mut fresh, mut used) = (Searcher::new(4), Searcher::new(4).with_memory());
    let (mut all, mut fewer) = (0, 0);
    for start in positions(6, 24..=24) {
        let mut board = start;
        while !board.is_over() {
            let report = search(&mut used, board, limits(7, 13));
            assert_legal(board, &report);
            fewer += report.nodes;
            let anew = search(&mut fresh, board, limits(7, 13));
            all += anew.nodes;
            if anew.exact {
                assert_eq!(report.value, anew.value, "{board:?}");
                assert!(report.exact, "{board:?}");
            }
            board = match report.best {
                Some(best) => board.play(best).unwrap(),
                None => board.pass(),
            };
        }
    }
    assert!(fewer < all, "{fewer} of {all} positions");
}

#[test]
fn a_stopped_search_returns_a_legal_move() {
    let mut searcher = Searcher::new(1);
    for board in positions(60, 1..=59) {
        for questions in [0, 1, 2, 5, 20] {
            let asked = Counter::new(0);
            let stop = || {
                asked.set(asked.get() + 1);
                asked.get() > questions
            };
            let mut last = None;
            let mut note = |report: &Report| last = Some(report.clone());
            let report = searcher.search(board, limits(20, 20), &stop, &mut note);
            assert_legal(board, &report);
            assert_eq!(last, Some(report));
            assert!(asked.get() <= questions + 1, "asked after it was told to stop");
        }
    }
}

#[test]
fn move_values_agree_with_those_of_the_next_positions() {
    let mut searcher = Searcher::new(1);
    for board in positions(20, 5..=50) {
        let limits = limits(5, 8);
        let mut told = 0;
        let values = searcher.values(board, limits, &|| false, &mut |_| told += 1);
        assert_eq!(values.len(), board.moves().count_ones() as usize);
        let best_first = values.is_sorted_by_key(|report| -report.value);
        assert!(best_first, "{values:?}");
        assert!(told >= 1, "{board:?}");
        let best = search(&mut searcher, board, limits);
        assert_eq!(values[0].value, best.value, "{board:?}");
        for report in &values {
            assert_legal(board, report);
            let after = board.play(report.best.unwrap()).unwrap();
            let expected = match report.exact {
                true => -solve(after, 1).score * DISC,
                false => {
                    let value = -minimax(&Evaluation::default(), after, report.depth - 1);
                    (value - parity_correction(board.empties())).max(-64 * DISC)
                }
            };
            assert_eq!(report.value, expected, "{report:?} in {board:?}");
        }
    }
}

#[test]
fn stopped_move_values_are_complete() {
    let values = Searcher::new(1).values(Board::START, limits(30, 0), &|| true, &mut |_| ());
    assert_eq!(values.len(), 4);
}

#[test]
fn a_position_without_moves_has_a_value() {
    let map = "
        XXXXXXXX
        XXXXXXXX
        XXXXXXXX
        XXXXXXXX
        XXXXXXXX
        XXXXXXXX
        XXXXXXOO
        XXXXXXO.";
    let board = Board::new(&map.parse().unwrap(), games::stone::Stone::White);
    let mut searcher = Searcher::new(1);
    let report = search(&mut searcher, board, limits(3, 10));
    let found = (report.value, report.best, report.exact);
    assert_eq!(found, (-64 * DISC, None, true));
    assert_eq!(report.line, ["h8".parse().unwrap()]);
    let values = searcher.values(board, limits(3, 10), &|| false, &mut |_| ());
    assert!(values.is_empty(), "{values:?}");

    let over = board.pass().play(report.line[0]).unwrap();
    let report = search(&mut searcher, over, limits(3, 10));
    let found = (report.value, report.best, report.exact);
    assert_eq!(found, (-64 * DISC, None, true));
}

#[test]
fn a_selective_search_visits_fewer_nodes_and_solves_endgames_exactly() {
    let (mut full, mut selective) = (Searcher::new(1), Searcher::new(1).with_selectivity(4));
    let (mut all, mut fewer) = (0, 0);
    for board in positions(30, 11..=40) {
        let report = search(&mut selective, board, limits(9, 12));
        assert_legal(board, &report);
        assert_eq!(report, search(&mut selective, board, limits(9, 12)));
        if report.exact {
            assert_eq!(report.value, solve(board, 1).score * DISC, "{board:?}");
        }
        all += search(&mut full, board, limits(9, 12)).nodes;
        fewer += report.nodes;
    }
    assert!(fewer < all * 3 / 4, "{fewer} of {all}");
}

#[test]
fn probable_scores_take_fewer_nodes_and_are_seldom_wrong() {
    let (mut exact, mut probable) = (Searcher::new(4), Searcher::new(4).with_selectivity(3));
    let (mut all, mut fewer, mut right) = (0, 0, 0);
    let to_the_end = Limits { depth: 4, exact_from: 12, probable_from: 17 };
    let boards = positions(40, 15..=17);
    for board in &boards {
        let report = search(&mut probable, *board, to_the_end);
        assert_legal(*board, &report);
        assert_eq!(u32::from(report.depth), board.empties());
        assert!(!report.exact);
        let score = search(&mut exact, *board, limits(4, 17));
        right += usize::from(report.value == score.value);
        all += score.nodes;
        fewer += report.nodes;
        // `exact_from` takes precedence.
        let sure = Limits { exact_from: 17, ..to_the_end };
        let found = search(&mut probable, *board, sure).value;
        assert_eq!(found, score.value, "{board:?}");
        let found = search(&mut exact, *board, to_the_end).depth;
        assert_eq!(found, 4, "a search without selectivity has no probable scores");
    }
    assert!(fewer < all * 9 / 10, "{fewer} of {all} positions");
    let all = boards.len();
    assert!(right > all * 3 / 4, "{right} of {all} values");
}

#[test]
fn symmetric_moves_have_equal_values_at_every_depth() {
    let mut depths = Vec::new();
    let mut searcher = Searcher::new(1).with_threads(2.try_into().unwrap());
    searcher.values(Board::START, limits(13, 0), &|| false, &mut |reports| {
        let values: Vec<i32> = reports.iter().map(|report| report.value).collect();
        assert_eq!(values, [values[0]; 4], "{reports:?}");
        reports.iter().for_each(|report| assert_legal(Board::START, report));
        depths.push(reports.iter().map(|r| r.depth).collect::<Vec<u8>>());
    });
    let same = depths.iter().all(|all| *all == [all[0]; 4]);
    assert!(same, "all moves have the same depth: {depths:?}");
}

const ENTRY: Entry = Entry { lower: -64, upper: 2, depth: 9, selectivity: 0, moves: [19, NO_MOVE] };

#[test]
fn bounds_of_the_same_depth_are_merged() {
    let table = TranspositionTable::new(0);
    table.put(Board::START, ENTRY);
    let more = Entry { lower: -4, upper: 64, moves: [26, NO_MOVE], ..ENTRY };
    table.put(Board::START, more);
    let merged = Entry { lower: -4, moves: [26, 19], ..ENTRY };
    assert_eq!(table.get(Board::START), Some(merged));
    let deeper = Entry { depth: 10, ..more };
    table.put(Board::START, deeper);
    assert_eq!(table.get(Board::START).map(|entry| entry.upper), Some(64));
}

#[test]
fn a_full_table_keeps_the_deepest_entry_until_it_is_cleared() {
    let mut table = TranspositionTable::new(0);
    let deepest = Entry { depth: 60, ..ENTRY };
    table.put(Board::START, deepest);
    for n in 0..100_000 {
        table.put(Board { own: n, opponent: !n }, ENTRY);
    }
    assert_eq!(table.get(Board::START), Some(deepest));
    // The table is empty after any number of searches.
    for search in 1..100 {
        table.clear();
        assert_eq!(table.get(Board::START), None, "search {search}");
    }
}
