//! The gomoku engine's searches: they find known wins and report no false ones.

use crate::common::gomoku_board;
use games::stone::Stone;
use mind::engine::gomoku::evaluation::Class;
use mind::engine::gomoku::forbidden::forbidden;
use mind::engine::gomoku::transposition::{Bound, Entry, TranspositionTable};
use mind::engine::gomoku::vcf::vcf;
use mind::engine::gomoku::vct::vct;
use mind::engine::gomoku::{Board, Coord, Limits, Report, Rules, Searcher};
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

/// Returns whether a stone on an empty point would make five, without the engine's tables.
fn makes_five(board: &Board, side: Stone, point: Coord) -> bool {
    let own = |line: usize, steps: isize| {
        let stone = board.step(point, line, steps).and_then(|point| board.stone_at(point));
        stone == Some(side)
    };
    let run = |line: usize| {
        let ahead = (1..).take_while(|n: &isize| own(line, *n)).count();
        let behind = (1..).take_while(|n: &isize| own(line, -*n)).count();
        ahead + 1 + behind
    };
    let or_more = match board.rules() {
        Rules::Freestyle => true,
        Rules::Standard => false,
        Rules::Renju => side == Stone::White,
    };
    (0..4).map(run).any(|run| run == 5 || or_more && run > 5)
}

fn fives(board: &Board, side: Stone) -> Vec<Coord> {
    let is_five = |p: &Coord| board.stone_at(*p).is_none() && makes_five(board, side, *p);
    board.points().filter(is_five).collect()
}

fn may_play(board: &Board, side: Stone, point: Coord) -> bool {
    board.stone_at(point).is_none() && (side == Stone::White || forbidden(board, point).is_none())
}

/// Replays a win by fours, and checks that every four forces the answer.
fn replay_fours(board: &Board, side: Stone, win: &[Coord]) -> Result<(), String> {
    let mut board = board.clone();
    board.set_to_move(side);
    for (n, point) in win.iter().enumerate() {
        let wrong = |what: &str| Err(format!("move {n}, {point:?}, {what}\n{board}"));
        if n % 2 == 1 {
            board.put(side.other(), *point);
            continue;
        }
        if !may_play(&board, side, *point) {
            return wrong("is forbidden");
        }
        if n + 1 == win.len() {
            return match makes_five(&board, side, *point) {
                true => Ok(()),
                false => wrong("is the last one and no five"),
            };
        }
        let threats_before = fives(&board, side.other());
        if threats_before.iter().any(|five| five != point) {
            return wrong("lets the other side have five");
        }
        board.put(side, *point);
        let allowed = |five: &Coord| may_play(&board, side.other(), *five);
        let threats = fives(&board, side);
        let met = match threats.len() {
            0 => false,
            1 => !allowed(&threats[0]) || win[n + 1] == threats[0],
            _ => threats.contains(&win[n + 2]),
        };
        if !met {
            return Err(format!("move {n}, {point:?}: {threats:?} are not all met\n{board}"));
        }
    }
    Err("there is no move".to_string())
}

/// A random position in the middle of the board without a five.
fn random_board(random: &mut StdRng, rules: Rules) -> Board {
    loop {
        let mut board = Board::new(15, rules);
        let stones = random.random_range(12..60);
        let reach = random.random_range(3..=6);
        while board.count() < stones {
            let mut near = || random.random_range(7 - reach..=7 + reach);
            let point = Coord::new(near(), near());
            let side = board.to_move();
            if !may_play(&board, side, point) {
                if board.stone_at(point).is_none() || random.random_bool(0.01) {
                    break;
                }
                continue;
            }
            board.play(point);
        }
        if board.winner().is_none() {
            return board;
        }
    }
}

/// Published renju problems with the number of fours of the shortest win.
fn problems() -> [(&'static str, Stone, Board, usize); 3] {
    let black = gomoku_board(
        Rules::Renju,
        "
        ...............
        ........O..X...
        ....X.OX.......
        .......X..O....
        .......OX..O...
        ......XXO.X....
        .....O.OOX.O...
        .......XXO.....",
    );
    let white = gomoku_board(
        Rules::Renju,
        "
        ...............
        ...........O...
        ..........X....
        .........O.OX..
        ........O...X..
        .......OOX.O...
        ......XOXX..X..
        .....OXX.......",
    );
    let overline = gomoku_board(
        Rules::Renju,
        "
        2
        ..........X....
        ..........O....
        ..........O....
        ........X.O....
        .........XO....
        ......OXXX.....
        ..........O....
        ..........O....
        ..........O....
        ..........X....",
    );
    [
        ("problem 3040 of renjuportal.com", Stone::Black, black, 12),
        ("problem 2990 of renjuportal.com", Stone::White, white, 5),
        ("a six of white's is no threat", Stone::Black, overline, 2),
    ]
}

#[test]
fn vcf_finds_the_shortest_wins_of_published_problems() {
    for (name, side, board, fours) in problems() {
        let win = vcf(&board, side, 1_000_000);
        let win = win.unwrap_or_else(|| panic!("{name}: no win found\n{board}"));
        replay_fours(&board, side, &win).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        assert_eq!(win.len(), 2 * fours + 1, "{name}: {win:?}");
    }
}

#[test]
fn vcf_reports_no_false_wins() {
    let mut random = StdRng::seed_from_u64(1);
    let mut wins = 0;
    for n in 0..3000 {
        let board = random_board(&mut random, Rules::ALL[n % 3]);
        for side in [Stone::Black, Stone::White] {
            if let Some(win) = vcf(&board, side, 5000) {
                wins += usize::from(win.len() > 1);
                if let Err(wrong) = replay_fours(&board, side, &win) {
                    panic!("{:?}, {side}: {wrong}\nin\n{board}", board.rules());
                }
            }
        }
    }
    assert!(wins > 300, "only {wins} wins were found");
}

/// Plays out a win by fours and threes: the attacker searches it anew after each move, the defender plays the
/// search's move or a random one.
fn play_threats_out(board: &Board, side: Stone, random: &mut StdRng) -> Result<(), String> {
    let mut board = board.clone();
    board.set_to_move(side);
    let mut searcher = Searcher::new(1);
    for _ in 0..60 {
        let Some(win) = vct(&board, side, 200_000, &|| false) else {
            return Err(format!("the win is lost\n{board}"));
        };
        if !may_play(&board, side, win[0]) {
            return Err(format!("{:?} is forbidden\n{board}", win[0]));
        }
        let five = makes_five(&board, side, win[0]);
        board.play(win[0]);
        if five {
            return Ok(());
        }
        let permitted = board.points().filter(|point| may_play(&board, side.other(), *point));
        let answer = match random.random_bool(0.8) {
            true => search(&mut searcher, &board, 3).best,
            false => permitted.choose(random).unwrap(),
        };
        if makes_five(&board, side.other(), answer) {
            return Err(format!("the defender has five on {answer:?}\n{board}"));
        }
        board.play(answer);
    }
    Err(format!("the win takes too long\n{board}"))
}

fn search(searcher: &mut Searcher, board: &Board, depth: u32) -> Report {
    let limits = Limits { depth, nodes: 20_000 };
    searcher.search(board, &limits, &|| false, &mut |_| ())
}

fn searcher(threads: usize) -> Searcher {
    Searcher::new(4).with_threads(threads.try_into().unwrap())
}

#[test]
fn vct_reports_no_false_wins() {
    let mut random = StdRng::seed_from_u64(2);
    let mut wins = 0;
    for n in 0..600 {
        let board = random_board(&mut random, Rules::ALL[n % 3]);
        for side in [Stone::Black, Stone::White] {
            let by_fours = vcf(&board, side, 5000).is_some();
            if !by_fours && vct(&board, side, 3000, &|| false).is_some() {
                wins += 1;
                if let Err(wrong) = play_threats_out(&board, side, &mut random) {
                    panic!("{:?}, {side}: {wrong}\nin\n{board}", board.rules());
                }
            }
        }
    }
    assert!(wins > 40, "only {wins} wins were found");
}

/// Problem 2 of Hiroshi Okabe's five-move problems.
#[test]
fn vct_solves_a_published_problem() {
    let board = gomoku_board(
        Rules::Renju,
        "
        4
        ........O......
        .......X.......
        .......XOX.....
        ......OX.O.....
        .......OX......",
    );
    assert_eq!(vcf(&board, Stone::Black, 100_000), None);
    assert!(vct(&board, Stone::Black, 100_000, &|| false).is_some());
    let mut random = StdRng::seed_from_u64(3);
    for _ in 0..5 {
        play_threats_out(&board, Stone::Black, &mut random).unwrap();
    }
}

#[test]
fn the_search_makes_fives_and_blocks_fours() {
    let mut random = StdRng::seed_from_u64(4);
    let mut searcher = Searcher::new(1);
    let (mut won, mut stopped) = (0, 0);
    for n in 0..4000 {
        let board = random_board(&mut random, Rules::ALL[n % 3]);
        let me = board.to_move();
        let (own, other) = (fives(&board, me), fives(&board, me.other()));
        if own.is_empty() && other.len() != 1 {
            continue;
        }
        let no_time = random.random_bool(0.5);
        let limits = Limits { depth: random.random_range(1..4), nodes: 2000 };
        let best = searcher.search(&board, &limits, &|| no_time, &mut |_| ()).best;
        if !own.is_empty() {
            won += 1;
            let wrong = format!("{best:?} instead of {own:?}");
            assert!(own.contains(&best), "{wrong}\n{board}");
        } else if may_play(&board, me, other[0]) {
            stopped += 1;
            assert_eq!(best, other[0], "\n{board}");
        } else {
            let near = board.near_stones().iter().any(|point| point == best);
            assert!(near, "{best:?} is no move but a pass\n{board}");
        }
    }
    assert!(won > 200 && stopped > 200, "{won} won, {stopped} stopped");
}

#[test]
fn the_search_plays_legal_moves_to_the_end_of_a_game() {
    let mut random = StdRng::seed_from_u64(6);
    for n in 0..12 {
        let rules = Rules::ALL[n % 3];
        let mut searcher = Searcher::new(1);
        let mut board = Board::new([7, 15, 20][n % 3], rules);
        while !board.is_full() && board.winner().is_none() {
            let none_allowed = !board.points().any(|p| may_play(&board, board.to_move(), p));
            let best = match random.random_bool(0.5) {
                true => search(&mut searcher, &board, 1).best,
                false => {
                    let empty = board.points().filter(|point| board.stone_at(*point).is_none());
                    empty.choose(&mut random).unwrap()
                }
            };
            let played = search(&mut searcher, &board, 1).best;
            let may = may_play(&board, board.to_move(), played);
            assert!(none_allowed || may, "{played:?}\n{board}");
            board.play(best);
        }
    }
}

#[test]
fn searches_are_deterministic() {
    let mut random = StdRng::seed_from_u64(8);
    for n in 0..6 {
        let board = random_board(&mut random, Rules::ALL[n % 3]);
        let first = search(&mut Searcher::new(4), &board, 8);
        assert_eq!(search(&mut Searcher::new(4), &board, 8), first);
        let mut again = Searcher::new(4);
        search(&mut again, &board, 5);
        again.forget();
        assert_eq!(search(&mut again, &board, 8), first);
    }
}

#[test]
fn the_search_blocks_open_threes_and_wins_with_double_threes() {
    let mut board = gomoku_board(
        Rules::Freestyle,
        "
        5
        .......O.......
        .......O.......
        .....XXX.......",
    );
    board.set_to_move(Stone::White);
    for threads in [1, 2, 5] {
        let report = search(&mut searcher(threads), &board, 6);
        assert_eq!(report.best.row(), 7, "{threads} threads: {report:?}");
    }
    let crossing = gomoku_board(
        Rules::Freestyle,
        "
        5
        .......X.......
        .......X.......
        .....XX..OO....",
    );
    let class = crossing.class(Stone::Black, Coord::new(7, 7));
    assert_eq!(class, Class::DoubleThree);
    for threads in [1, 2, 5] {
        let report = search(&mut searcher(threads), &crossing, 6);
        assert!(report.win_in.is_some_and(|plies| plies > 0), "{report:?}");
    }
}

#[test]
fn threads_share_the_node_limit_and_find_a_legal_move() {
    let mut random = StdRng::seed_from_u64(9);
    for n in 0..12 {
        let board = random_board(&mut random, Rules::ALL[n % 3]);
        let mut searcher = searcher(4);
        let limits = Limits { nodes: 4000, ..Limits::NONE };
        for _ in 0..2 {
            let report = searcher.search(&board, &limits, &|| false, &mut |_| ());
            let may = may_play(&board, board.to_move(), report.best);
            assert!(may, "{report:?}\n{board}");
            assert_eq!(report.best, report.pv[0], "{report:?}\n{board}");
            assert!(report.nodes <= 4000, "{report:?}\n{board}");
        }
    }
}

#[test]
fn move_values_show_the_only_defence() {
    // Only two points block the four.
    let mut board = gomoku_board(
        Rules::Freestyle,
        "
        3
        ......O........
        .......O.......
        .....XXXX.O....
        ....O..........",
    );
    board.set_to_move(Stone::White);
    let limits = Limits { depth: 4, nodes: u64::MAX };
    let values = Searcher::new(1).values(&board, 5, &limits, &|| false, &mut |_| ());
    let lost = values.iter().all(|report| report.value < 0);
    assert!(lost, "an open four is lost: {values:?}");
    board.put(Stone::White, Coord::new(5, 4));
    board.set_to_move(Stone::White);
    let values = Searcher::new(1).values(&board, 5, &limits, &|| false, &mut |_| ());
    assert_eq!(values.len(), 1);
    assert_eq!(values[0].best, Coord::new(5, 9));
    // This symmetric board has no four. The last move has no other image, so there are nine.
    let quiet = gomoku_board(Rules::Freestyle, ".......\n.XO....\n.OX....");
    let values = Searcher::new(1).values(&quiet, 8, &limits, &|| false, &mut |_| ());
    assert_eq!(values.len(), 9);
    assert!(values.is_sorted_by_key(|report| std::cmp::Reverse(report.value)));
}

#[test]
fn a_higher_level_beats_a_lower_one() {
    for (low, high) in [(1, 5), (3, 6)] {
        let mut random = StdRng::seed_from_u64(low as u64);
        let mut wins = 0;
        for game in 0..12 {
            let high_side = [Stone::Black, Stone::White][game % 2];
            let mut board = Board::new(15, Rules::Freestyle);
            for _ in 0..2 {
                let (row, col) = (random.random_range(5..10), random.random_range(5..10));
                if board.stone_at(Coord::new(row, col)).is_none() {
                    board.play(Coord::new(row, col));
                }
            }
            let mut searchers = [Searcher::new(1), Searcher::new(1)];
            while board.winner().is_none() && !board.is_full() {
                let of_high = board.to_move() == high_side;
                let limits = Limits::level(if of_high { high } else { low });
                let searcher = &mut searchers[usize::from(of_high)];
                let report = searcher.search(&board, &limits, &|| false, &mut |_| ());
                board.play(report.best);
            }
            wins += usize::from(board.winner() == Some(high_side));
        }
        assert!(wins >= 8, "level {high} won only {wins} of 12 against level {low}");
    }
}

/// Positions in which an earlier version of the search chose a move that loses to continuous fours.
const MISSED: [&str; 2] = [
    "
    4
    ....OX.........
    ....XXO........
    .....OX.OO.....
    ...XXOOX.X.....
    ...OOXXO.......
    ....XOOXOO.....
    ...X.XO.XXO....
    ..OOXXXXO......
    .......O.......",
    "
    2
    ........X......
    ........O......
    .......XO......
    .......XO......
    ......XO.OX.X..
    .....XXOXOOOX..
    .....XOOXXOX...
    .....X.OXOO....
    .....OOXO......
    ......OXOXX....",
];

#[test]
fn the_chosen_move_does_not_lose_to_simple_fours() {
    let limits = Limits { nodes: 30_000, ..Limits::NONE };
    for picture in MISSED {
        let mut board = gomoku_board(Rules::Freestyle, picture);
        let report = Searcher::new(1).search(&board, &limits, &|| false, &mut |_| ());
        let value = report.value;
        board.play(report.best);
        let fours = vcf(&board, board.to_move(), 2000);
        let safe = fours.is_none() || report.win_in.is_some();
        assert!(safe, "{value}: {fours:?}\n{board}");
    }
}

#[test]
fn symmetric_moves_have_equal_values_at_every_depth() {
    let mut board = Board::new(15, Rules::Freestyle);
    board.put(Stone::Black, Coord::new(7, 7));
    board.set_to_move(Stone::White);
    let limits = Limits { depth: 5, nodes: u64::MAX };
    let mut told = Vec::new();
    let mut tell = |reports: &[Report]| {
        for report in reports {
            let (row, col) = (report.best.row().abs_diff(7), report.best.col().abs_diff(7));
            let kind = (row.min(col), row.max(col));
            told.push((report.depth, kind, report.value));
        }
    };
    Searcher::new(1).values(&board, 12, &limits, &|| false, &mut tell);
    for (depth, kind, value) in &told {
        let alike: Vec<_> = told.iter().filter(|other| (other.0, other.1) == (*depth, *kind)).collect();
        assert!(alike.len() == 4 || alike.len() == 8, "{kind:?}: {alike:?}");
        assert!(alike.iter().all(|other| other.2 == *value), "{alike:?}");
    }
    assert!(told.iter().any(|(depth, ..)| *depth == 5), "{told:?}");
}

const ENTRY: Entry = Entry { best: None, value: 7, depth: 300, bound: Bound::Exact, near_pv: false };

#[test]
fn entries_are_found_again_and_keep_their_best_move() {
    let mut table = TranspositionTable::new(1);
    let best = Some(Coord::new(19, 19));
    for (n, bound) in (0..).zip([Bound::Exact, Bound::Lower, Bound::Upper]) {
        let hash = 0x1234_5678_9abc_0000 + n;
        assert_eq!(table.get(hash), None);
        let newer = Entry { bound, near_pv: n == 1, ..ENTRY };
        let entry = Entry { best, value: -29_999, depth: -16, ..newer };
        table.put(hash, entry);
        assert_eq!(table.get(hash), Some(entry));
        table.put(hash, newer);
        let kept = Entry { best, ..newer };
        assert_eq!(table.get(hash), Some(kept), "the move remains");
    }
    table.clear();
    assert_eq!(table.get(0x1234_5678_9abc_0000), None);
}

#[test]
fn the_deepest_entries_of_the_latest_search_remain() {
    let mut table = TranspositionTable::new(1);
    let hash = |n: u64| n << 32;
    let of_depth = |depth: i32| Entry { depth, ..ENTRY };
    table.put(hash(99), of_depth(1000));
    for _ in 0..20 {
        table.increment_age();
    }
    for n in 1..=5 {
        table.put(hash(n), of_depth(10 * n as i32));
    }
    let found: Vec<u64> = (1..=5).filter(|n| table.get(hash(*n)).is_some()).collect();
    assert_eq!(found, [2, 3, 4, 5]);
    assert_eq!(table.get(hash(99)), None);
}
