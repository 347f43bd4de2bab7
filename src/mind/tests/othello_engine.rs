//! The engine is held equal to the rules of the C program, which are the truth.

use games::othello::Cell;
use games::othello::rules::{Map, can_move, do_score, legal_moves, qp_change};
use games::stone::Stone;
use mind::engine::othello::bitboard::bit;
use mind::engine::othello::{Board, Goal, Searcher, perft, solve};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// The positions of a game that chance plays, each with the player who is to move; those where a player must pass
/// are among them.
fn random_game(random: &mut StdRng) -> Vec<(Map, Stone)> {
    let (mut map, mut stone, mut passes) = (Map::default(), Stone::Black, 0);
    let mut positions = Vec::new();
    while passes < 2 {
        positions.push((map, stone));
        let moves: Vec<Cell> = legal_moves(&map, stone).collect();
        passes = match moves.choose(random) {
            Some(cell) => {
                qp_change(&mut map, cell.row, cell.col, stone as usize);
                0
            }
            None => passes + 1,
        };
        stone = stone.other();
    }
    positions
}

/// A board that no game need lead to, with more or fewer stones.
fn random_board(random: &mut StdRng) -> Board {
    let occupied = match random.random_range(0..3) {
        0 => random.random::<u64>(),
        1 => random.random::<u64>() | random.random::<u64>(),
        _ => !(random.random::<u64>() & random.random::<u64>() & random.random::<u64>()),
    };
    let own = occupied & random.random::<u64>();
    Board {
        own,
        opponent: occupied & !own,
    }
}

/// Moves and turned stones of the board are those that `qp_change` finds.
fn assert_equal_to_the_rules(map: &Map, stone: Stone) {
    let board = Board::new(map, stone);
    assert_eq!(board.map(stone), *map, "there and back");
    let mut moves = 0;
    for cell in Cell::all().filter(|cell| map[cell.row][cell.col] == 0) {
        let mut after = *map;
        let yes = qp_change(&mut after, cell.row, cell.col, stone as usize);
        let expected = (yes == 1).then(|| Board::new(&after, stone.other()));
        assert_eq!(board.play(cell), expected, "{stone} on {cell} of {map:?}");
        moves |= u64::from(yes) * bit(cell);
    }
    assert_eq!(board.moves(), moves, "the moves of {stone} on {map:?}");
}

/// Compares this many positions of random games.
fn compare_positions(count: usize, seed: u64) {
    let random = &mut StdRng::seed_from_u64(seed);
    let mut compared = 0;
    while compared < count {
        for (map, stone) in random_game(random) {
            assert_equal_to_the_rules(&map, stone);
            compared += 1;
        }
    }
}

/// Compares this many boards, whether or not a game leads to them, each for both players.
fn compare_boards(count: usize, seed: u64) {
    let random = &mut StdRng::seed_from_u64(seed);
    for _ in 0..count {
        let board = random_board(random);
        for stone in [Stone::Black, Stone::White] {
            assert_equal_to_the_rules(&board.map(stone), stone);
        }
    }
}

#[test]
fn every_position_of_two_thousand_random_games_has_the_moves_and_flips_of_the_rules() {
    compare_positions(120_000, 1);
}

#[test]
fn a_board_that_no_game_leads_to_has_the_moves_and_flips_of_the_rules() {
    compare_boards(50_000, 2);
}

#[test]
#[ignore = "takes a minute"]
fn a_million_positions_and_boards_have_the_moves_and_flips_of_the_rules() {
    compare_positions(600_000, 3);
    compare_boards(200_000, 4);
}

#[test]
fn no_stone_can_be_dropped_on_a_stone() {
    for cell in Board::cells(Board::START.own | Board::START.opponent) {
        assert_eq!(Board::START.play(cell), None, "{cell}");
    }
}

/// The published numbers of positions after 1, 2, 3 ... plies.
const PERFT: [u64; 9] = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];

#[test]
fn perft_counts_what_is_published() {
    for (depth, count) in (1..).zip(PERFT) {
        assert_eq!(perft(Board::START, depth), count, "after {depth} plies");
    }
}

/// The same by the array of the C program.
fn slow_perft(map: &Map, stone: Stone, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut positions = 0;
    for cell in legal_moves(map, stone) {
        let mut after = *map;
        qp_change(&mut after, cell.row, cell.col, stone as usize);
        positions += slow_perft(&after, stone.other(), depth - 1);
    }
    match (positions, legal_moves(map, stone.other()).next()) {
        (0, None) => 1,
        (0, Some(_)) => slow_perft(map, stone.other(), depth - 1),
        _ => positions,
    }
}

#[test]
fn perft_counts_passes_and_ended_games_as_the_rules_do() {
    let random = &mut StdRng::seed_from_u64(3);
    for _ in 0..100 {
        let game = random_game(random);
        for (map, stone) in &game[game.len() - 8..] {
            for depth in 0..=6 {
                let (fast, slow) = (
                    perft(Board::new(map, *stone), depth),
                    slow_perft(map, *stone, depth),
                );
                assert_eq!(fast, slow, "{depth} plies after {stone} on {map:?}");
            }
        }
    }
}

#[test]
fn turning_and_mirroring_a_position_does_the_same_to_its_moves() {
    let random = &mut StdRng::seed_from_u64(4);
    for _ in 0..1000 {
        let board = random_board(random);
        let moves = Board {
            own: board.moves(),
            opponent: board.own,
        };
        for (turned, moves) in board.symmetries().iter().zip(moves.symmetries()) {
            assert_eq!(turned.moves(), moves.own, "{board:?} became {turned:?}");
        }
    }
}

#[test]
fn a_position_has_eight_symmetries_and_one_canonical_form() {
    // A board without a symmetry of its own.
    let board = Board {
        own: bit("b1".parse().unwrap()),
        opponent: bit("e3".parse().unwrap()),
    };
    let mut boards = board.symmetries().to_vec();
    assert_eq!(boards[0], board);
    assert!(boards.iter().all(|b| b.canonical() == board.canonical()));
    boards.sort();
    boards.dedup();
    assert_eq!(boards.len(), 8);
    assert_eq!(boards[0], board.canonical());
}

#[test]
fn the_empty_cells_are_the_winner_s() {
    let score = |text: &str| Board::new(&text.parse().unwrap(), Stone::Black).score();
    let row = "........".repeat(6);
    assert_eq!(score(&format!("{row}XXXXXXXXO.......")), 62);
    assert_eq!(score(&format!("{row}OOOOOOOOX.......")), -62);
    assert_eq!(score(&format!("{row}X..O............")), 0);
}

/// What the position is worth to the player, by the rules alone and without any cleverness.
fn minimax(map: &Map, stone: Stone) -> i32 {
    let mut best = None;
    for cell in legal_moves(map, stone) {
        let mut after = *map;
        qp_change(&mut after, cell.row, cell.col, stone as usize);
        best = best.max(Some(-minimax(&after, stone.other())));
    }
    match best {
        Some(score) => score,
        None if can_move(map, stone.other()) => -minimax(map, stone.other()),
        None => {
            let (black, white) = do_score(map);
            let difference = black as i32 - white as i32;
            let score = difference + difference.signum() * map.empties() as i32;
            match stone {
                Stone::Black => score,
                Stone::White => -score,
            }
        }
    }
}

/// The solver finds the score that the rules give, and moves that lead there.
fn assert_solved(map: &Map, stone: Stone) {
    let solved = solve(Board::new(map, stone), 1);
    let expected = minimax(map, stone);
    assert_eq!(solved.score, expected, "{stone} to move on {map:?}");
    assert_eq!(score_after(*map, stone, &solved.moves), expected, "{map:?}");
}

/// The score of the player to move when both play these moves, which lead to the end of the game.
fn score_after(mut map: Map, to_move: Stone, moves: &[Cell]) -> i32 {
    let mut stone = to_move;
    for cell in moves {
        if !can_move(&map, stone) {
            stone = stone.other();
        }
        let yes = qp_change(&mut map, cell.row, cell.col, stone as usize);
        assert_eq!(yes, 1, "{stone} on {cell} of {map:?}");
        stone = stone.other();
    }
    assert!(Board::new(&map, stone).is_over(), "{map:?}");
    Board::new(&map, to_move).score()
}

#[test]
fn the_solver_is_equal_to_a_plain_minimax_of_the_rules() {
    let random = &mut StdRng::seed_from_u64(5);
    for n in 0..150 {
        for (map, stone) in random_game(random) {
            let empties = map.empties();
            if empties <= 6 || empties <= 7 && n < 60 || empties <= 8 && n < 15 {
                assert_solved(&map, stone);
            }
        }
    }
}

#[test]
fn the_solver_is_equal_to_a_minimax_on_boards_that_no_game_leads_to() {
    let random = &mut StdRng::seed_from_u64(6);
    let mut solved = 0;
    while solved < 1000 {
        let empty = random.random::<u64>() & random.random::<u64>() & random.random::<u64>();
        let own = random.random::<u64>() & !empty;
        let board = Board {
            own,
            opponent: !empty & !own,
        };
        if board.empties() <= 6 {
            assert_solved(&board.map(Stone::White), Stone::White);
            solved += 1;
        }
    }
}

/// The score by alpha-beta alone: no table, no order, no stable stones.
fn alpha_beta(board: Board, mut alpha: i32, beta: i32) -> i32 {
    if board.moves() == 0 {
        return match board.is_over() {
            true => board.score(),
            false => -alpha_beta(board.pass(), -beta, -alpha),
        };
    }
    for cell in Board::cells(board.moves()) {
        let after = board.play(cell).unwrap();
        alpha = alpha.max(-alpha_beta(after, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The positions of random games with so many empty cells.
fn positions(seed: u64, empties: std::ops::RangeInclusive<u32>) -> impl Iterator<Item = Board> {
    let mut random = StdRng::seed_from_u64(seed);
    let games = std::iter::repeat_with(move || random_game(&mut random)).flatten();
    let boards = games.map(|(map, stone)| Board::new(&map, stone));
    boards.filter(move |board| empties.contains(&board.empties()))
}

/// The solver finds the score of this many positions that are this far from the end.
fn compare_scores(count: usize, empties: std::ops::RangeInclusive<u32>) {
    for board in positions(8, empties).take(count) {
        let expected = alpha_beta(board, -64, 64);
        assert_eq!(solve(board, 1).score, expected, "{board:?}");
    }
}

#[test]
fn the_solver_is_equal_to_a_plain_alpha_beta_where_it_uses_all_its_means() {
    compare_scores(900, 8..=10);
}

#[test]
#[ignore = "takes a minute"]
fn the_solver_is_equal_to_a_plain_alpha_beta_on_four_hundred_positions_of_10_to_14_empties() {
    compare_scores(400, 10..=14);
}

/// The score by looking at all positions with 13 empty cells and the solver's score of those.
fn score_by_parts(board: Board) -> i32 {
    if board.empties() <= 13 || board.is_over() {
        return solve(board, 1).score;
    }
    let after = Board::cells(board.moves()).map(|cell| board.play(cell).unwrap());
    match after.map(|after| -score_by_parts(after)).max() {
        Some(score) => score,
        None => -score_by_parts(board.pass()),
    }
}

#[test]
fn the_score_of_a_position_is_the_best_of_those_after_it() {
    for board in positions(9, 14..=15).take(30) {
        assert_eq!(solve(board, 1).score, score_by_parts(board), "{board:?}");
    }
}

#[test]
fn any_number_of_threads_finds_the_same_score_and_a_line_that_leads_to_it() {
    let searcher = |threads: usize| Searcher::new(1).with_threads(threads.try_into().unwrap());
    let mut teams = [2, 3, 8].map(searcher);
    for board in positions(10, 16..=18).take(12) {
        let expected = solve(board, 1).score;
        for team in &mut teams {
            let solved = team.solve(board);
            assert_eq!(solved.score, expected, "{board:?}");
            let map = board.map(Stone::Black);
            let found = score_after(map, Stone::Black, &solved.moves);
            assert_eq!(found, expected, "{map:?}");
        }
    }
}

#[test]
fn who_wins_is_found_without_the_score_and_sooner() {
    let mut searcher = Searcher::new(1).with_goal(Goal::Winner);
    let (mut nodes, mut fewer) = (0, 0);
    for board in positions(11, 10..=17).take(60) {
        let (score, winner) = (solve(board, 1), searcher.solve(board));
        assert_eq!(winner.score.signum(), score.score.signum(), "{board:?}");
        nodes += score.nodes;
        fewer += winner.nodes;
    }
    assert!(fewer < nodes * 3 / 4, "{fewer} of {nodes}");
}

#[test]
fn a_published_problem_with_twenty_empty_cells_is_solved() {
    let problems = include_str!("../../../tests/data/ffo-40-44.txt");
    let mut lines = problems.lines();
    let line = lines.find(|line| line.starts_with("40|")).unwrap();
    let fields: Vec<&str> = line.split('|').collect();
    let map = fields[1].replace('-', ".").parse().unwrap();
    let solved = solve(Board::new(&map, Stone::Black), 16);
    assert_eq!(solved.score, 38);
    assert_eq!(solved.moves[0].to_string(), "a2");
    assert_eq!(score_after(map, Stone::Black, &solved.moves), 38);
}
